"""Fights to try the laws on: characters against cards of the catalogue, on its battlefields."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel.state.combatant import Condition
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.structs.messages import plain
from engine.service.encounters import NewEncounter
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import (
    SCHOOLS,
    SKILLS,
    Ability,
    Cards,
    Creature,
    CreatureType,
    DamageKind,
    Distance,
    Does,
    Effect,
    Element,
    Formula,
    LootRow,
    Role,
    Tactic,
    Talent,
    Weapon,
    When,
    Whom,
    Wound,
)
from engine.systems.mongolian_mercenaries.orders import Attack, CallOff, EndTurn, Recover, Recovery, TreatWounds
from engine.systems.mongolian_mercenaries.sheet import Cause, Preparedness, Setup, Sheet
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from tests.support.fights.arena import Arena
from tests.support.fights.wishes import changed, renamed, wish_of
from tests.support.secrecy.secrets import LURKER, NAME, closed_to, outsiders, seen_by_all
from tests.support.secrecy.worlds import Secret
from tests.support.slices.ready import seeded
from tests.systems.mongolian_mercenaries.bout import BOOK, PLAIN, SEATS, one

WORN = (
    *("weapons", "armour", "ammunition", "creatures", "characters"),
    *("skills", "spells", "states", "talents", "items", "prayers"),
)
"""Tables of the catalogue whose entries are used by entering with them."""

_IDLE = ("beings", "elements")
_AT_CAMP = {f"creatures {key}" for key, card in c.CREATURES.items() if card.role is Role.MOUNT and not card.fights}
UNUSED: frozenset[str] = frozenset({f"{table} {key}" for table in _IDLE for key in c.CONTENT[table]}) | _AT_CAMP
"""What no event names: elements are told by words of their own, and what a type has is told by the creature's card;
mounts that take no part in fights.  [MM-MNT-02]"""

TAKES_GROUND = False
"""It is played on its battlefield card."""
FREE_SIDES = False
"""There are the party and its enemies.  [MM-POS-01]"""

VARIED = ("setup.cards",)
"""By `backs_of_cards`: what else a card says is open."""

MOUNTS = tuple(key for key, card in c.CREATURES.items() if card.role is Role.MOUNT and card.fights)

STUMP = Creature(id="stump", name="Stump", type=CreatureType.BEAST, fight_proficiency=0, tactics=(Tactic.PASS,))
"""Harms nobody."""

NAMES = ("asha", "bren", "corin", "dara", "elow", "faye")


HELPERS = ("hired_guard", "war_dog")

_CHILL = Effect(
    does=Does.DAMAGE, on=Whom.OTHER, amount=Formula(points=1), kind=DamageKind.PIERCING, element=Element.ICE
)
OWN = Cards(
    weapons=(Weapon(id="frost_lance", name="Frost lance", skill="spear", kinds=(DamageKind.PIERCING,), damage=3),),
    talents=(Talent(id="cold_hands", name="Cold hands", abilities=(Ability(when=When.HITS, effects=(_CHILL,)),)),),
)
"""Cards of a table's own, in no file."""


def make(rng: random.Random, unused: Collection[str] = ()) -> Arena:
    """Two or three of each side. unused: entries of the catalogue that are wanted most.

    Some tables have cards of their own, or keep the sheets of enemies closed; some enemies play themselves.
    """
    own = OWN if rng.random() < 0.25 else Cards()
    entries = [
        _hero(rng, name, unused, own) if number % 2 == 0 else _foe(rng, name, unused)
        for number, name in enumerate(NAMES[: rng.randint(5, len(NAMES))])
    ]
    if rng.random() < 0.3:
        entries[4] = one(NAMES[4], PARTY, "ana", Sheet(ref=rng.choice(HELPERS), patron=NAMES[0]))
    if samples := [ref for ref in c.CHARACTERS if ref in unused]:
        entries[2] = one(NAMES[2], PARTY, "ben", Sheet(ref=samples[0]), rank=_rank(rng, NAMES[2]))
    if rng.random() < 0.3:
        entries[-1] = structs.replace(entries[-1], seen_by=())
    setup = Setup(
        battlefield=rng.choice([None, *sorted(c.BATTLEFIELDS)]),
        distance=rng.choice([None, Distance.CLOSE, Distance.VERY_CLOSE]),
        cause=rng.choice(list(Cause)),
        self_playing=rng.random() < 0.3,
        party=rng.choice([None, *Preparedness]),
        enemies=rng.choice([None, *Preparedness]),
        round_limit=rng.choice([9, 100]),
        hidden_enemy_sheets=rng.random() < 0.2,
        cards=own,
    )
    return _arena(rng, entries, setup)


def frail(rng: random.Random) -> Arena:
    """All with one Health, in reach of each other: the end is near."""
    arena = make(rng)
    weak = [structs.replace(entry, vitals={"health": 1}) for entry in arena.creation.combatants]
    cards = msgspec.convert(arena.creation.setup, Setup).cards
    return _arena(rng, weak, Setup(battlefield="alley", distance=Distance.CLOSE, cards=cards))


def begin(arena: Arena) -> None:
    """The fight begins."""
    arena.order("gm", Begin())


def stuck(rng: random.Random) -> Arena:
    """Nobody can do anything to anybody: the fight is broken off.  [RUL-84]"""
    slow = {"speed": -20}
    entries = [one(name, PARTY, seat, Sheet(attributes=slow)) for name, seat in (("asha", "ana"), ("bren", "ben"))]
    entries.append(one("corin", ENEMIES, None, Sheet(card=STUMP)))
    return _arena(rng, entries, Setup(own_battlefield=PLAIN, distance=Distance.CLOSE, self_playing=True))


HOARD = Creature(
    id="hoard",
    name="Hoard",
    type=CreatureType.BEAST,
    health=1,
    toughness=0,
    fight_proficiency=0,
    xp=60,
    loot=(LootRow(successes=1, items=("mace",)),),
    tactics=(Tactic.PASS,),
)
"""Falls at once, harms nobody, and has more than anybody can carry."""


def looted(rng: random.Random) -> Arena:
    """Two who find what there is to find, and more than they can carry, on what is about to fall."""
    sheet = Sheet(
        level=3,
        xp=290,
        skills={"looting": 5, "long_blade": 5, "alchemy": 5, "first_aid": 5},
        items=("unknown_potion",),
        weapons=("sabre",),
        backpack=("mace",),
        attributes={"speed": 9},
    )
    heroes = [one(name, PARTY, seat, sheet) for name, seat in (("asha", "ana"), ("bren", "ben"))]
    foes = [one(name, ENEMIES, None, Sheet(card=HOARD)) for name in NAMES[2:6]]
    setup = Setup(own_battlefield=PLAIN, distance=Distance.VERY_CLOSE, self_playing=True)
    arena = _arena(rng, [*heroes, *foes], setup)
    begin(arena)
    for _ in range(60):
        if arena.pending:
            asked = arena.pending[0]
            if asked.kind == "AskLooting":
                break
            arena.answer(asked.seats[0], asked.default, decision=asked.decision)
        else:
            who, there = arena.fight.acting[0], arena.fight.combatants
            standing = [foe.id for foe in foes if there[foe.id].out is None]
            strikes = standing and arena.state.own.fighters[who].large
            order = Attack(combatant=who, target=standing[0]) if strikes else EndTurn(combatant=who)
            arena.order(arena.fight.holders(who)[0], order)
    arena.correct("rules.fighters.asha.wounds.heavy", 1)
    return arena


def tended(rng: random.Random) -> Arena:
    """Two after a fight, of whom one has been treated with success, phase after phase.  [RUL-57]"""
    sheet = Sheet(skills={"first_aid": 5, "crafting": 5}, weapons=("sabre",), lucky_break_used=True)
    heroes = [one(name, PARTY, "ana", sheet, rank=rank) for rank, name in enumerate(NAMES[:2], 1)]
    foe = one("corin", ENEMIES, None, Sheet(card=STUMP), rank=1)
    arena = _arena(rng, [*heroes, foe], Setup(own_battlefield=PLAIN, distance=Distance.CLOSE))
    begin(arena)
    arena.order("gm", CallOff())
    arena.correct("rules.fighters.asha.damaged", ["sabre"])
    arena.correct("rules.fighters.asha.wounds.heavy", 1)
    while arena.state.own.fighters["asha"].wounds.heavy:
        arena.order("gm", Recover(way=Recovery.PHASE))
        arena.order("gm", TreatWounds(combatant="bren", target="asha", wound=Wound.HEAVY))
    return arena


FOES = ("ghoul", "wolf", "kraken_spawn")


def conjurers(rng: random.Random) -> Arena:
    """Two who deal out sparks and one who summons, against three who do not fall at once."""
    skills, wise = dict.fromkeys(SCHOOLS, 5), {"intelligence": 30, "strength": 9, "speed": 9}
    heroes = [
        one(name, PARTY, "ana", Sheet(attributes=wise, skills=skills, spells=(spell,)))
        for name, spell in zip(NAMES[:3], ("chain_spark", "raise_skeleton", "chain_spark"), strict=True)
    ]
    foes = [one(name, ENEMIES, None, Sheet(ref=ref)) for name, ref in zip(NAMES[3:6], FOES, strict=True)]
    return _arena(rng, [*heroes, *foes], Setup(battlefield="steppe", distance=Distance.CLOSE))


def prickly(rng: random.Random) -> Arena:
    """Two whose own card harms whoever attacks them, beside one about to fall, for whom there is revenge."""
    thorns = Effect(does=Does.DAMAGE, on=Whom.OTHER, amount=Formula(points=9), kind=DamageKind.PIERCING)
    card = Talent(id="thorns", name="Thorns", abilities=(Ability(when=When.ATTACKED, effects=(thorns,)),))
    sheet = Sheet(level=20, skills={"long_blade": 5}, weapons=("sabre",), talents=("avenger", "thorns"))
    heroes = [one(name, PARTY, "ana", sheet) for name in NAMES[:2]]
    heroes.append(one(NAMES[2], PARTY, "ben", Sheet(attributes={"speed": -20}), now={"health": 1}))
    wolves = [one(name, ENEMIES, None, Sheet(ref=ref)) for name, ref in zip(NAMES[3:], FOES, strict=True)]
    cards = Cards(talents=(card,))
    return _arena(rng, [*heroes, *wolves], Setup(own_battlefield=PLAIN, distance=Distance.CLOSE, cards=cards))


def spurned(rng: random.Random) -> Arena:
    """Wolves whose cards nobody knows: who would surrender to them learns that they take no captives.  [RUL-33]"""
    entries = [one(name, PARTY, "ana", Sheet(level=9, attributes={"toughness": 9})) for name in ("asha", "bren")]
    entries.append(one("corin", ENEMIES, None, Sheet(ref="wolf")))
    return _arena(rng, entries, Setup(own_battlefield=PLAIN, distance=Distance.FAR, hidden_enemy_sheets=True))


SCENES: tuple[Callable[[random.Random], Arena], ...] = (prickly, frail, stuck, looted, tended, conjurers, spurned)


# -- secrets
WARY = ("parry", "sidestep")
"""Reactions that an enemy may have."""


def _closed(rng: random.Random) -> tuple[NewEncounter, dict[str, Any]]:
    """A fight whose players do not know the figures of enemies, all of whom they see, and one of these."""
    wish = seen_by_all(wish_of(make(rng)))
    told = {**wish.setup, "hiddenEnemySheets": True, "selfPlaying": False}
    foes = [entry for entry in wish.combatants if entry["side"] == ENEMIES]
    return structs.replace(wish, figures_open=False, setup=told), rng.choice(foes)


def could_do(rng: random.Random) -> Secret:
    """Health, Power, courage, experience, loot, spells and reactions of an enemy whose sheet is closed.  [MM-DW-14]"""
    wish, foe = _closed(rng)
    hard = {"id": "brute", "name": "Brute", "speed": 4, "toughness": 10, "fightProficiency": 3, "damage": 2}
    plainer = {"health": 60, "power": 4, "courage": "HEROIC", "xp": 5}
    richer = {
        "health": 75, "power": 9, "courage": "FANATIC", "xp": 90, "spells": ["ember"],
        "skills": [{"skill": "magic_nature", "level": 3}], "talents": list(WARY),
        "loot": [{"successes": 1, "items": ["healing"]}], "tactics": ["PASS"],
    }  # fmt: skip
    poor, rich = (
        changed(wish, foe["id"], sheet={"card": {**hard, **more}}, vitals=None, conditions=[])
        for more in (plainer, richer)
    )
    return Secret(poor, rich, closed_to(wish, foe["id"]))


def declined(rng: random.Random) -> Secret:
    """Which reactions of enemies were declined, where their sheets are closed.  [MM-DW-14 to MM-DW-17]"""
    wish, foe = _closed(rng)
    card = {"id": "brute", "name": "Brute", "health": 60, "toughness": 10, "dodge": 1, "talents": list(WARY)}
    wish = changed(wish, foe["id"], sheet={"card": card}, vitals=None, conditions=[])
    return Secret(wish, wish, closed_to(wish, foe["id"]), twins=True)


def in_ambush(rng: random.Random) -> Secret:
    """Who else lies in ambush: nobody of the party knows of it.  [MM-PREP-06]"""
    wish = seen_by_all(wish_of(make(rng)))
    hidden, *_, like = (entry for entry in wish.combatants if entry["side"] == ENEMIES)
    wish = structs.replace(wish, setup={**wish.setup, "cause": "AMBUSH", "party": None, "enemies": None})
    wish = renamed(wish, hidden["id"], LURKER, NAME)
    wish = changed(wish, LURKER, seat=None, seenBy=[], conditions=[])
    other = changed(wish, LURKER, sheet=like["sheet"], vitals=None)
    return Secret(wish, other, outsiders(wish), hidden=(LURKER, NAME), strict=False)


def backs_of_cards(rng: random.Random) -> Secret:
    """The back of a two-sided state that somebody has.  [MM-GEN-06]"""
    wish = seen_by_all(wish_of(make(rng)))
    marked = rng.choice(wish.combatants)["id"]

    def world(attribute: str) -> NewEncounter:
        back = [{"effects": [{"does": "ATTRIBUTE", "attribute": attribute, "amount": {"points": -3}}]}]
        card = {"id": "odd_mark", "name": "Odd mark", "symbol": 2, "back": back}
        setup = {**wish.setup, "cards": {"states": [card]}}
        lying = [{"key": "odd_mark", "kind": "odd_mark"}]
        return changed(structs.replace(wish, setup=setup), marked, conditions=lying)

    return Secret(world("strength"), world("toughness"), outsiders(wish))


def undrawn(rng: random.Random) -> Secret:
    """What the decks of battlefields and of Alchemy would give, were they shuffled otherwise.  [MM-GEN-05, RUL-79]"""
    wish = seen_by_all(wish_of(make(rng)))
    wish = structs.replace(wish, setup={**wish.setup, "battlefield": None})
    for entry in wish.combatants:
        if entry["side"] == PARTY:
            sheet = {**entry["sheet"], "items": ["unknown_potion", "unknown_potion"], "backpack": []}
            wish = changed(wish, entry["id"], sheet=sheet)
    return Secret(wish, wish, outsiders(wish), dice=("02" * 32, "03" * 32))


def votes(rng: random.Random) -> Secret:
    """Who would break a fight off, until all have said so: two who can do nothing, and something harmless.

    [MM-DW-29, RUL-84]
    """
    held = Condition(key="paralysed", kind="paralysed", left=60)
    entries = [
        structs.replace(one(name, PARTY, seat, Sheet()), conditions=(held,))
        for name, seat in (("asha", "ana"), ("bren", "ben"))
    ]
    entries.append(one("corin", ENEMIES, None, Sheet(card=STUMP)))
    wish = wish_of(_arena(rng, entries, Setup(own_battlefield=PLAIN, distance=Distance.CLOSE)))
    return Secret(wish, wish, tuple(seat for seat in outsiders(wish) if seat != "ana"), twins=True)


SECRETS: Mapping[str, Callable[[random.Random], Secret]] = {
    "what an enemy could do": could_do,
    "what was declined": declined,
    "who lies in ambush": in_ambush,
    "backs of cards": backs_of_cards,
    "what is undrawn": undrawn,
    "votes": votes,
}
"""What can be hidden in this system besides what can in every one: what the ledger says of decision windows."""


# -- parts
def _hero(rng: random.Random, name: str, unused: Collection[str], own: Cards) -> Entry:
    def some(table: Mapping[str, Any]) -> tuple[str, ...]:
        names = sorted(table)
        return (rng.choice([one for one in names if one in unused] or names),)

    helpers = {key: card for key, card in c.CREATURES.items() if not card.fights and card.role is not Role.MOUNT}
    arms = {key: one for key, one in c.WEAPONS.items() if key != "unarmed"}
    mine = tuple(dict.fromkeys((*some(arms), rng.choice(sorted(arms))))) if rng.random() < 0.8 else ()
    usual = ("unarmed", "riding", "security", "piety")[: rng.choice((3, 3, 4))]
    needed = dict.fromkeys((*usual, *(c.WEAPONS[key].skill for key in mine)))
    casts = rng.random() < 0.4
    needed |= dict.fromkeys(SCHOOLS) if casts else {}
    mastered = [*needed, *rng.sample([key for key in SKILLS if key not in needed], 12 - len(needed))]
    sheet = Sheet(
        level=rng.randint(2, 6),
        attributes={key: rng.randint(3, 8) for key in ("strength", "speed", "toughness", "luck", "intelligence")},
        skills={key: rng.randint(1, 5) for key in mastered} | (dict.fromkeys(SCHOOLS, 5) if casts else {}),
        spells=tuple(dict.fromkeys((*some(c.SPELLS), *some(c.SPELLS), *some(c.SPELLS)))) if casts else (),
        weapons=mine,
        armour=some(c.ARMOUR),
        mount=rng.choice((None, *MOUNTS)),
        mounted=rng.random() < 0.5,
        talents=tuple(dict.fromkeys((*some(c.TALENTS), *some(c.TALENTS)))),
        ammunition=dict.fromkeys((*some(c.AMMUNITION), *some(c.AMMUNITION)), 3),
    )
    wanted = [key for key in c.ITEMS if key in unused]
    carried = wanted or [key for key, item in c.ITEMS.items() if item.bag is None]
    sheet = structs.replace(
        sheet,
        items=("belt_pouch", "rucksack", *(rng.choice(carried) for _ in range(rng.randint(0, 3)))),
        backpack=(*some(c.ITEMS), rng.choice(("helmet", "dagger", "fur_hat"))) if rng.random() < 0.5 else (),
        prayers=some(c.PRAYERS) if sheet.skills.get("piety", 0) else (),
        companions=some(helpers) if rng.random() < 0.3 else (),
    )
    if own.weapons:
        more = tuple(card.id for card in own.weapons), tuple(card.id for card in own.talents)
        sheet = structs.replace(
            sheet,
            weapons=(*sheet.weapons[:1], *more[0]),
            talents=(*sheet.talents[:1], *more[1]),
            skills={**dict(list(sheet.skills.items())[:11]), "spear": 4},
        )
    entry = one(name, PARTY, rng.choice(("ana", "ben")), sheet, rank=_rank(rng, name))
    return structs.replace(entry, conditions=_states(rng, unused))


def _foe(rng: random.Random, name: str, unused: Collection[str]) -> Entry:
    names = sorted(key for key, card in c.CREATURES.items() if card.enters)
    wanted = [ref for ref in names if ref in unused]
    return one(name, ENEMIES, None, Sheet(ref=rng.choice(wanted or names)), rank=_rank(rng, name))


def _states(rng: random.Random, unused: Collection[str]) -> tuple[Condition, ...]:
    """One in a third of all cases; what holds somebody still does so for two rounds."""
    if rng.random() < 0.7:
        return ()
    kind = rng.choice([one for one in sorted(c.STATES) if one in unused] or sorted(c.STATES))
    return (Condition(key=kind, kind=kind, left=3 if c.STATES[kind].out else None),)


def _rank(rng: random.Random, name: str) -> int | None:
    """A position of its own, in half of all cases."""
    return rng.choice([None, 1 + NAMES.index(name) // 2])


def _arena(rng: random.Random, entries: list[Entry], setup: Setup) -> Arena:
    return Arena(BOOK, entries, dice=seeded(f"mongolian {rng.random()}"), setup=plain(setup), seats=SEATS)
