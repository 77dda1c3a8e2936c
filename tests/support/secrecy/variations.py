"""What of a hidden combatant can differ, field by field, derived from a system's types, so that no field is forgotten.

For every game: each field of an entry (name, side, seat, who sees it, place, vitals, conditions), each field of
its sheet, and each part of its setup that names a combatant, a side, or something only the game master reads.
"""

from __future__ import annotations

import enum
import random
import types
import typing
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.entering import conditions_of
from engine.kernel.state.combatant import Condition, Place
from engine.kernel.state.looks import Looks
from engine.kernel.state.side import SideEntry
from engine.kernel.structs.fields import fields_of, type_hints_of
from engine.kernel.structs.messages import plain
from engine.kernel.structs.named import Names
from engine.service.encounters import NewEncounter
from tests.support.fights.playing import Examples
from tests.support.fights.wishes import changed, renamed, wish_of
from tests.support.secrecy.secrets import LURKER, NAME, outsiders, seen_by_all
from tests.support.secrecy.worlds import Secret

SIDE, GROUP, OTHER, OTHER_NAME = "zq7side", "zq7group", "zq7other", "Zq7 the Other"
LOOKS = {"caption": GROUP, "picture": f"https://{OTHER}.example/", "refs": [{"program": "p", "value": GROUP}]}
HIDDEN = (LURKER, NAME, SIDE, GROUP, OTHER, OTHER_NAME)

Vary = Callable[[NewEncounter, random.Random], NewEncounter]


class Variation(Struct, frozen=True):
    """One field that differs. alone: the hidden combatant is its whole side, so that the side is unknown too."""

    name: str
    vary: Vary
    alone: bool


def variations(book: Rulebook[Any]) -> Iterator[Variation]:
    """Every field of a system in which a hidden combatant, and what belongs to it, can differ."""
    for alone in (False, True):
        more = " of a hidden side" if alone else ""
        for name, vary in (*_of_entry(book), *_of_sheet(book), *_of_setup(book.system.setup, alone)):
            yield Variation(f"{name}{more}", vary, alone)
        if alone:
            yield Variation("looks of a hidden side", _side_shown, alone)


def secret_of(book: Rulebook[Any], examples: Examples, variation: Variation, rng: random.Random) -> Secret:
    """Two fights that differ only in this."""
    wish = seen_by_all(wish_of(examples.make(rng)))
    who = rng.choice(wish.combatants)
    wish = renamed(wish, who["id"], LURKER, NAME)
    side = SIDE if variation.alone else who["side"]
    wish = changed(wish, LURKER, seat=None, seenBy=[], side=side)
    for one in wish.combatants:
        lying = [{**c, "source": None} if c["source"] == LURKER else c for c in one["conditions"]]
        wish = changed(wish, one["id"], conditions=lying)
    other = variation.vary(wish, rng)
    if rng.random() < 0.5:
        wish, other = other, wish  # either world may have the larger value
    seeing = {seat for w in (wish, other) for one in w.combatants for seat in one["seenBy"] or ()}
    return Secret(wish, other, tuple(s for s in outsiders(wish) if s not in seeing), hidden=HIDDEN, strict=False)


def _him(wish: NewEncounter) -> dict[str, Any]:
    return next(one for one in wish.combatants if one["id"] in (LURKER, OTHER))


# -- the entry
def _of_entry(book: Rulebook[Any]) -> Iterator[tuple[str, Vary]]:
    yield "combatant", lambda wish, rng: renamed(wish, LURKER, OTHER, NAME)
    yield "name", lambda wish, rng: changed(wish, LURKER, name=OTHER_NAME)
    yield "side", lambda wish, rng: changed(wish, LURKER, side=f"{SIDE}-2")
    yield "seat", lambda wish, rng: changed(wish, LURKER, seat=_gm(wish))
    yield "seat of a player", _of_a_player
    yield "seenBy", lambda wish, rng: changed(wish, LURKER, seenBy=[_gm(wish)])
    yield "place", _placed
    yield "vitals", _hurt
    yield "conditions", lambda wish, rng: _in_condition(wish, rng, conditions_of(book.system))
    yield "looks", lambda wish, rng: changed(wish, LURKER, looks=LOOKS)


def _side_shown(wish: NewEncounter, rng: random.Random) -> NewEncounter:
    return structs.replace(wish, sides=(SideEntry(key=_him(wish)["side"], label=GROUP, looks=Looks(caption=GROUP)),))


def _gm(wish: NewEncounter) -> str:
    return next(s.seat for s in wish.seats if s.role == "GM")


def _of_a_player(wish: NewEncounter, rng: random.Random) -> NewEncounter:
    player = rng.choice([s.seat for s in wish.seats if s.role == "PLAYER"])
    return changed(wish, LURKER, seat=player, seenBy=[player])


def _placed(wish: NewEncounter, rng: random.Random) -> NewEncounter:
    """Another place of the same kind; still None if it had none."""
    was = msgspec.convert(_him(wish)["place"], Place | None)
    if was is None:
        return wish
    if was.cell is not None:
        cell = structs.replace(was.cell, x=rng.randint(0, 12), y=rng.randint(0, 8))
        return changed(wish, LURKER, place=plain(structs.replace(was, cell=cell)))
    if was.rank is not None:
        return changed(
            wish, LURKER, place=plain(structs.replace(was, rank=rng.choice([r for r in range(1, 6) if r != was.rank])))
        )
    if was.zone is not None:
        zones = [zone.key for zone in wish.ground.zones if zone.key != was.zone] if wish.ground else []
        return changed(wish, LURKER, place=plain(structs.replace(was, zone=rng.choice(zones or [was.zone]))))
    assert was.point is not None
    point = structs.replace(was.point, x=rng.randint(0, 4000), y=rng.randint(0, 900))
    return changed(wish, LURKER, place=plain(structs.replace(was, point=point)))


def _hurt(wish: NewEncounter, rng: random.Random) -> NewEncounter:
    vitals = {name: rng.randint(0, now) for name, now in _him(wish)["vitals"].items()}
    return changed(wish, LURKER, vitals=vitals)


def _in_condition(wish: NewEncounter, rng: random.Random, kinds: Sequence[str]) -> NewEncounter:
    """Without the conditions that he has, or with one if he has none."""
    given = [plain(Condition(kind, kind)) for kind in rng.sample(kinds, 1)] if not _him(wish)["conditions"] else []
    return changed(wish, LURKER, conditions=given)


# -- the sheet
def _of_sheet(book: Rulebook[Any]) -> Iterator[tuple[str, Vary]]:
    type_hints = type_hints_of(book.system.sheet)
    for field in fields_of(book.system.sheet):

        def vary(
            wish: NewEncounter, rng: random.Random, name: str = field.encode_name, hint: Any = type_hints[field.name]
        ) -> Any:
            sheet = {**_him(wish)["sheet"], name: plain(value_of(hint, rng, _words(book, name)))}
            return changed(wish, LURKER, sheet=sheet, vitals=None, conditions=[])

        yield f"sheet.{field.encode_name}", vary


def _words(book: Rulebook[Any], field: str) -> list[str]:
    """The ids that a field may hold: of the catalogue table of that name, or of all tables."""
    tables = book.system.content
    alike = [name for name in tables if name.rstrip("s") in field.lower() or field.lower() in name]
    return [word for name in alike or tables for word in tables[name]]


def value_of(hint: Any, rng: random.Random, words: list[str]) -> Any:
    """A value of a type within its bounds; an id is one of `words`."""
    metas = [part for part in getattr(hint, "__metadata__", ()) if isinstance(part, msgspec.Meta)]
    bare = typing.get_args(hint)[0] if typing.get_origin(hint) is Annotated else hint
    origin, args = typing.get_origin(bare), typing.get_args(bare)
    if origin in (typing.Union, types.UnionType):
        return value_of(rng.choice([arg for arg in args if arg is not type(None)]), rng, words)
    if origin is tuple or origin is list:
        return [value_of(args[0], rng, words) for _ in range(rng.randint(0, 2))]
    if origin is dict:
        return {value_of(args[0], rng, words): value_of(args[1], rng, words) for _ in range(rng.randint(0, 2))}
    if origin is Literal:
        return rng.choice(args)
    if bare is bool:
        return rng.random() < 0.5
    if bare is int:
        least = max([meta.ge for meta in metas if meta.ge is not None], default=0)
        most = min([meta.le for meta in metas if meta.le is not None], default=99)
        return rng.randint(int(least), min(int(most), int(least) + 20))
    if bare is str:
        return rng.choice(words) if words else "zq7"
    if isinstance(bare, type) and issubclass(bare, enum.Enum):
        return rng.choice(list(bare))
    if isinstance(bare, type) and issubclass(bare, Struct):
        type_hints = type_hints_of(bare)
        return {
            f.encode_name: plain(value_of(type_hints[f.name], rng, words))
            for f in fields_of(bare)
            if f.required or rng.random() < 0.2
        }
    raise AssertionError(f"no value of {hint!r}: say here how one is made")


# -- the setup
def _of_setup(cls: type[Struct], alone: bool) -> Iterator[tuple[str, Vary]]:
    """Each field of a setup that names a combatant: the hidden one is named in one world, and not in the other.

    A side is named only if nobody knows of it; what a setup says of any other is no secret.
    """
    type_hints = type_hints_of(cls)
    for field in fields_of(cls):
        marks = set(_marks(type_hints[field.name]))
        if marks and (alone or marks != {Names.SIDE}):

            def vary(
                wish: NewEncounter,
                rng: random.Random,
                name: str = field.encode_name,
                hint: Any = type_hints[field.name],
            ) -> Any:
                given = wish.setup.get(name)
                more = naming(hint, rng, _him(wish)["side"])
                value = [*(given or ()), *more] if isinstance(more, list) else more
                return structs.replace(wish, setup={**wish.setup, name: value})

            yield f"setup.{field.encode_name}", vary


def _marks(hint: Any) -> Iterator[Names]:
    """The name types in a type that may refer to a hidden combatant."""
    yield from (
        part for part in getattr(hint, "__metadata__", ()) if isinstance(part, Names) and part is not Names.NOBODY
    )
    bare = typing.get_args(hint)[0] if typing.get_origin(hint) is Annotated else hint
    inner = (
        type_hints_of(bare).values() if isinstance(bare, type) and issubclass(bare, Struct) else typing.get_args(bare)
    )
    for part in inner:
        yield from _marks(part)


def naming(hint: Any, rng: random.Random, side: str) -> Any:
    """A value of a type in which every name refers to the hidden combatant."""
    mark = next((part for part in getattr(hint, "__metadata__", ()) if isinstance(part, Names)), None)
    bare = typing.get_args(hint)[0] if typing.get_origin(hint) is Annotated else hint
    if mark is Names.GM_ONLY and bare is not str:
        return plain(value_of(hint, rng, []))
    if mark is not None and mark is not Names.NOBODY:
        return {Names.COMBATANT: LURKER, Names.SIDE: side, Names.GM_ONLY: GROUP}[mark]
    origin, args = typing.get_origin(bare), typing.get_args(bare)
    if origin in (typing.Union, types.UnionType):
        return naming(next(arg for arg in args if arg is not type(None)), rng, side)
    if origin in (tuple, list):
        return [naming(args[0], rng, side)]
    if isinstance(bare, type) and issubclass(bare, Struct):
        type_hints = type_hints_of(bare)
        return {f.encode_name: naming(type_hints[f.name], rng, side) for f in fields_of(bare)}
    return plain(value_of(hint, rng, []))
