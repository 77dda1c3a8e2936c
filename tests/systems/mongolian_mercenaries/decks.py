"""Tables with cards of their own, and the same ones wrong in some place: every value is of the right type.

`TABLE` is a setup with a card of each pile, `HERO` and `FOE` are sheets that use them all. `wrong(rng)` changes one to
three fields of these anywhere, by their types: an id is mostly that of another of the table's cards, of whatever pile.
"""

from __future__ import annotations

import enum
import random
import types
import typing
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Struct

from engine.kernel.structs.messages import plain
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import ATTRIBUTES, FIGHT_PROFICIENCY, NATURAL, Cards
from engine.systems.mongolian_mercenaries.sheet import Setup, Sheet
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.slices.ready import seeded
from tests.systems.mongolian_mercenaries.bout import BOOK, SEATS, one

Json = dict[str, Any]


def says(when: str | None = None, **effect: Any) -> list[Json]:
    """The abilities of a card with one effect."""
    return [{**({"when": when} if when else {}), "effects": [effect]}]


CARDS: dict[str, list[Json]] = {
    "weapons": [
        {"id": "zq_pike", "name": "Pike", "skill": "spear", "kinds": ["PIERCING"], "damage": 2},
        {
            "id": "zq_gun", "name": "Gun", "skill": "rifles", "kinds": ["GUNSHOT"], "damage": 2, "hands": 2,
            "bulk": "SMALL", "reach": {"distance": "FAR"}, "ammo": {"mode": "PACKET", "type": "zq_shot", "use": "HIGH"},
        },
    ],
    "ammunition": [
        {"id": "zq_shot", "name": "Shot", "packet": True},
        {"id": "zq_arrow", "name": "Arrow", "weapons": ["bow", "zq_pike"], "damage": 1},
    ],
    "armour": [{"id": "zq_coat", "name": "Coat", "value": 2, "byKind": {"PIERCING": 1}}],
    "items": [
        {
            "id": "zq_tea", "name": "Tea", "category": "POTION", "consumed": True,
            "abilities": says("USED", does="HEAL", amount={"points": 2}),
        },
        {"id": "zq_scroll", "name": "Scroll", "category": "SCROLL", "spell": "zq_sting", "bonus": 3, "consumed": True},
    ],
    "spells": [
        {
            "id": "zq_sting", "name": "Sting", "school": "zq_lore", "types": ["OFFENSIVE"],
            "abilities": says(
                "USED", does="DAMAGE", on="OTHER", amount={"points": 1, "perSuccess": 1}, kind="MAGICAL"
            ),
        },
        {
            "id": "zq_call", "name": "Call", "school": "zq_lore", "types": ["SUMMONING"], "choice": "GLOBAL",
            "abilities": says("USED", does="SUMMON", creature="zq_imp"),
        },
    ],
    "prayers": [
        {"id": "zq_plea", "name": "Plea", "abilities": says("USED", does="HEAL", on="SIDE", amount={"points": 1})},
    ],
    "talents": [
        {
            "id": "zq_ward", "name": "Ward",
            "abilities": [
                {
                    "when": "HIT", "asked": True,
                    "effects": [{"does": "FIGURE", "figure": "SUCCESSES", "on": "OTHER", "amount": {"points": -1}}],
                }
            ],
        }
    ],
    "skills": [
        {"id": "zq_lore", "name": "Lore", "abilities": says(does="FIGURE", figure="DODGE", amount={"skill": "zq_lore"})}
    ],
    "states": [
        {
            "id": "zq_daze", "name": "Daze", "lasts": {"until": "TURNS", "count": 2},
            "abilities": says(does="ATTRIBUTE", attribute="speed", amount={"points": -2}),
        }
    ],
    "traps": [{"id": "zq_pit", "name": "Pit", "abilities": says("ENTERS", does="STATE", state="zq_daze")}],
    "specialAreas": [
        {"id": "zq_bog", "name": "Bog", "abilities": says(does="FIGURE", figure="HIT_DICE", amount={"points": 1})}
    ],
    "elements": [
        {
            "id": "zq_fire", "name": "Fire", "element": "FIRE",
            "abilities": says("WOUNDS", does="STATE", on="OTHER", state="zq_daze"),
        }
    ],
    "creatures": [
        {"id": "zq_imp", "name": "Imp", "talents": ["zq_ward"], "speed": 5},
        {"id": "zq_ox", "name": "Ox", "role": "MOUNT", "type": "BEAST"},
        {
            "id": "zq_owl", "name": "Owl", "role": "FAMILIAR", "fights": False,
            "abilities": says(does="FIGURE", figure="SPELL_DICE", on="OWNER", amount={"points": 1}),
        },
    ],
    "battlefields": [
        {
            "id": "zq_glen", "name": "Glen", "size": "SMALL",
            "positions": [
                {"side": "party", "rank": 2, "trap": "zq_pit"},
                {"side": "enemies", "rank": 1, "special": "zq_bog", "cover": "HEAVY"},
            ],
        }
    ],
}  # fmt: skip
TABLE: Json = {"cards": CARDS, "battlefield": "zq_glen"}
HERO: Json = {
    "attributes": {"speed": 5, "strength": 6, "intelligence": 9},
    "skills": {"spear": 3, "riding": 2, "zq_lore": 3, "piety": 2, "bow": 3, "rifles": 2, "long_blade": 2},
    "weapons": ["zq_pike", "zq_gun"], "armour": ["zq_coat"], "items": ["zq_tea", "zq_scroll"], "backpack": ["zq_tea"],
    "talents": ["zq_ward"], "spells": ["zq_call"], "prayers": ["zq_plea"], "companions": ["zq_owl"],
    "mount": "zq_ox", "mounted": True, "ammunitionLeft": {"zq_shot": 2, "zq_arrow": 3},
}  # fmt: skip
FOE: Json = {
    "card": {
        "id": "zq_boar", "name": "Boar", "talents": ["zq_ward"], "speed": 3,
        "loot": [{"successes": 1, "items": ["zq_tea", "zq_pike"]}],
    }
}  # fmt: skip

OURS = (*(card["id"] for pile in CARDS.values() for card in pile), "x" * 64)
ANYBODYS = (
    *sorted({key for pile in c.CONTENT.values() for key in pile}),
    *(*ATTRIBUTES, NATURAL, FIGHT_PROFICIENCY, "card", "zq_missing"),
)


class Wish(NamedTuple):
    """A fight as it is asked for."""

    setup: Json = TABLE
    hero: Json = HERO
    foe: Json = FOE

    def laid(self, seed: int = 0) -> Arena:
        """The fight. ValidationError where something is of a wrong type after all; RuleRefusal for a wrong one."""
        people = (("ada", PARTY, "ana", self.hero), ("bob", ENEMIES, None, self.foe), ("cyd", PARTY, "ben", _CYD))
        entries = [one(name, side, seat, msgspec.convert(sheet, Sheet)) for name, side, seat, sheet in people]
        setup = plain(msgspec.convert(self.setup, Setup))
        return Arena(BOOK, entries, dice=playing.Loaded(seeded(str(seed))), setup=setup, seats=SEATS)


_CYD: Json = {"ref": "swordsman"}


def wrong(rng: random.Random) -> Wish:
    """A table with one to three fields changed."""
    wish = Wish()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        where = rng.random()
        if where < 0.5:
            wish = wish._replace(setup={**wish.setup, "cards": _changed(wish.setup["cards"], Cards, rng)})
        elif where < 0.8:
            wish = wish._replace(hero=_changed(wish.hero, Sheet, rng))
        elif where < 0.9:
            wish = wish._replace(foe=_changed(wish.foe, Sheet, rng))
        else:
            wish = wish._replace(setup=_changed(wish.setup, Setup, rng))
    return wish


def _changed(value: Any, kind: Any, rng: random.Random) -> Any:
    kind, _ = _unwrapped(kind)
    if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, Struct):
        return _with_a_field(value, kind, rng)
    if not isinstance(value, list):
        return _made(kind, rng, 1)
    (inner, *_) = typing.get_args(kind)
    chance = rng.random()
    if value and chance < 0.5:
        place = rng.randrange(len(value))
        return [_changed(it, inner, rng) if number == place else it for number, it in enumerate(value)]
    return [*value, rng.choice(value) if value and chance < 0.75 else _made(inner, rng, 1)]


def _with_a_field(value: Json, kind: type[Struct], rng: random.Random) -> Json:
    hints, fields = typing.get_type_hints(kind, include_extras=True), msgspec.structs.fields(kind)
    given = [field for field in fields if value.get(field.encode_name)]
    field = rng.choice(given if given and rng.random() < 0.6 else fields)
    now, name = value.get(field.encode_name), field.encode_name
    if now and isinstance(now, dict | list) and rng.random() < 0.7:
        return {**value, name: _changed(now, _given(hints[field.name]), rng)}
    return {**value, name: _made(hints[field.name], rng, 1)}


def _unwrapped(kind: Any) -> tuple[Any, list[msgspec.Meta]]:
    bounds: list[msgspec.Meta] = []
    while typing.get_origin(kind) is Annotated:
        bounds += [one for one in kind.__metadata__ if isinstance(one, msgspec.Meta)]
        kind = kind.__origin__
    return kind, bounds


def _given(kind: Any) -> Any:
    """Of `X | None` X."""
    bare, _ = _unwrapped(kind)
    if typing.get_origin(bare) in (typing.Union, types.UnionType):
        return next(one for one in typing.get_args(bare) if one is not type(None))
    return kind


def _made(kind: Any, rng: random.Random, depth: int) -> Any:
    """Some value of a type, mostly at a bound of it."""
    kind, bounds = _unwrapped(kind)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        wanted = rng.choice(inner)
        return None if wanted is type(None) else _made(wanted, rng, depth)
    if origin is tuple:
        least = max((one.min_length or 0 for one in bounds), default=0)
        many = max(least, rng.choice((0, 1, 1, 2, 3) if depth < 4 else (0, 1)))
        made = [_made(inner[0], rng, depth + 1) for _ in range(many)]
        return [*made, *made[-1:]] if rng.random() < 0.3 else made
    if origin is dict:
        return {_made(inner[0], rng, depth + 1): _made(inner[1], rng, depth + 1) for _ in range(rng.randint(0, 2))}
    if issubclass(kind, enum.Enum):
        return rng.choice(list(kind)).value
    if issubclass(kind, Struct):
        return _struct(kind, rng, depth)
    return _plain(kind, bounds, rng)


def _plain(kind: Any, bounds: list[msgspec.Meta], rng: random.Random) -> Any:
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        least = max((int(one.ge) for one in bounds if one.ge is not None), default=-99)
        most = min((int(one.le) for one in bounds if one.le is not None), default=99)
        return rng.choice((least, least, most, max(least, 0), *(min(most, few) for few in (1, 2, 3))))
    return rng.choice(OURS if rng.random() < 0.7 else ANYBODYS)


def _struct(kind: type[Struct], rng: random.Random, depth: int) -> Json:
    hints, share = typing.get_type_hints(kind, include_extras=True), 0.3 if depth < 2 else 0.15
    return {
        field.encode_name: _made(hints[field.name], rng, depth + 1)
        for field in msgspec.structs.fields(kind)
        if field.required or rng.random() < share
    }
