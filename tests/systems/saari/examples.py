"""Fights to try the laws on, made from the catalogue: characters against whoever, on usual ground or rough."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import structs

from engine.kernel.state.combatant import Place
from engine.kernel.state.events import PolicySet
from engine.kernel.state.ground.ground import Ground, GroundLink, GroundZone, Space
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.structs.messages import plain
from engine.service.encounters import NewEncounter
from engine.systems.saari import orders as o
from engine.systems.saari.content import catalogue as c
from engine.systems.saari.content.kinds import Kind
from engine.systems.saari.events import MindPointReturned
from engine.systems.saari.ground import BARE
from engine.systems.saari.sheet import Ambush, Setup, Sheet
from tests.support.fights.arena import Arena
from tests.support.fights.wishes import changed, wish_of
from tests.support.secrecy.secrets import closed_to, seen_by_all
from tests.support.secrecy.worlds import Secret
from tests.support.slices.ready import seeded
from tests.systems.saari.bout import BOOK, FOES, HEROES, SEATS

WORN = ("shields", "armor", "trinkets", "talents", "characters", "npcs", "allies", "mounts", "hazards")
"""Tables of the catalogue whose entries are used by entering with them."""

UNUSED: frozenset[str] = frozenset()
"""Everything is used."""

OUTSIDE = (o.GroupAction, o.ShakeOff, o.OtherAction)
"""What may be ordered when a scene is over.  [G-29]"""

NAMES = ("asha", "bren", "corin", "dara", "elow", "faye")

ROUGH = Ground(
    space=Space(kind="ZONES"),
    zones=(
        GroundZone(key="glade", label="Glade"),
        GroundZone(key="thicket", label="Thicket", entries=("difficult", "cover")),
        GroundZone(key="bank", label="Bank"),
    ),
    links=(
        GroundLink(key="path", from_="glade", to="thicket"),
        GroundLink(key="ford", from_="thicket", to="bank", entries=("difficult",)),
        GroundLink(key="drop", from_="bank", to="glade", both=False),
    ),
)


def make(rng: random.Random, unused: Collection[str] = ()) -> Arena:
    """Two or three of each side, most of them in one zone. unused: entries of the catalogue that are wanted most."""
    ground = rng.choice((BARE, ROUGH))
    entries: list[Entry] = []
    for number in range(rng.randint(4, len(NAMES))):
        heroes = number % 2 == 0
        refs = sorted(c.CHARACTERS if heroes else c.NPCS)
        wanted = [ref for ref in refs if ref in unused]
        zone = ground.zones[0] if rng.random() < 0.7 else rng.choice(ground.zones)
        sheet = Sheet(ref=rng.choice(wanted or refs))
        sheet = _dressed(rng, unused) if heroes and rng.random() < 0.5 else sheet
        entries.append(_somebody(NAMES[number], heroes, sheet, at=Place(zone=zone.key)))
    other = rng.choice(sorted((*c.ALLIES, *c.MOUNTS, *c.HAZARDS)))
    other = next((ref for ref in sorted((*c.ALLIES, *c.MOUNTS, *c.HAZARDS)) if ref in unused), other)
    place = Place(zone=ground.zones[0].key)
    entries.insert(2, _somebody("odd", other not in c.HAZARDS, Sheet(ref=other, patron=_patron(other)), at=place))
    if rng.random() < 0.3:
        entries[-1] = structs.replace(entries[-1], seen_by=())
    return _arena(rng, entries, ground)


def frail(rng: random.Random) -> Arena:
    """All in one zone with one body point each: the end is near."""
    arena = make(rng)
    there = arena.creation.combatants[0].place
    weak = [
        structs.replace(entry, vitals=None if entry.id == "odd" else {"kp": 1}, place=there)
        for entry in arena.creation.combatants
    ]
    return _arena(rng, weak, arena.creation.ground or BARE)


def resumed(rng: random.Random) -> Arena:
    """The game master has ended the scene, and thought better of it."""
    arena = make(rng)
    begin(arena)
    for order in (o.EndScene(), o.GoOn()):
        while arena.pending:
            arena.answer(None)
        arena.order("gm", order)
    return arena


def brawl(rng: random.Random) -> Arena:
    """Three pairs who are engaged with each other; one of them is about to strike at somebody of another pair."""
    place = Place(zone=BARE.zones[0].key)
    heroes = [_somebody(name, True, Sheet(might=1, agility=5, personality=6), at=place) for name in NAMES[:3]]
    tough = Sheet(kind=Kind.NPC, kp=30, initiative=9)
    foes = [_somebody(name, False, tough, at=place) for name in NAMES[3:]]
    arena = _arena(rng, [*heroes, *foes], BARE)
    begin(arena)
    while len(arena.state.own.engagements) < 3 or arena.pending:
        if arena.pending:
            asked = arena.pending[0]
            arena.answer(asked.seats[0], asked.default, decision=asked.decision)
        elif (who := arena.fight.acting[0]) in NAMES[3:]:
            arena.order("gm", o.Attack(combatant=who, target=NAMES[NAMES.index(who) - 3]))
        else:
            arena.order("ana", o.Hold(combatant=who))
    who = arena.fight.acting[0]
    if who in NAMES[3:]:
        arena.order("gm", o.Attack(combatant=who, target=NAMES[(NAMES.index(who) - 4) % 3]))
    return arena


def fallen(rng: random.Random) -> Arena:
    """Two of three heroes are down before the first count, and the third is free to help them."""
    place = Place(zone=BARE.zones[0].key)
    weak = Sheet(might=2, agility=0, toughness=2, learning=5, discipline=0, personality=6)
    heroes = [_somebody(name, True, weak, at=place) for name in NAMES[:3]]
    foe = _somebody(NAMES[3], False, Sheet(ref="bandit", initiative=12), at=place)
    entries = [structs.replace(one, vitals={"kp": 1, "mp": 0}) if one.id != NAMES[0] else one for one in heroes]
    arena = _arena(rng, [*entries, foe], BARE)
    begin(arena)
    for _ in range(60):
        if arena.pending:
            asked = arena.pending[0]
            arena.answer(asked.seats[0], asked.default, decision=asked.decision)
        elif (
            standing := [name for name in NAMES[1:3] if arena.fight.combatants[name].out is None]
        ) and arena.fight.acting:
            who = arena.fight.acting[0]
            order = o.Attack(combatant=who, target=standing[0]) if who == NAMES[3] else o.Hold(combatant=who)
            arena.order("gm" if who == NAMES[3] else "ana", order)
        else:
            break
    return arena


def stifled(rng: random.Random) -> Arena:
    """A frail character without mind points in a vent of gas."""
    place = Place(zone=BARE.zones[0].key)
    vent = BOOK.enter(id="odd", name="Odd", side=FOES, place=place, sheet=Sheet(ref="gas_vent"))  # type: ignore[call-arg]
    weak = _somebody(NAMES[0], True, Sheet(toughness=0), at=place)
    foe = _somebody(NAMES[1], False, Sheet(ref="goblin"), at=place)
    arena = _arena(rng, [structs.replace(weak, vitals={"mp": 0}), foe, vent], BARE)
    begin(arena)
    while arena.pending:
        arena.answer(None)
    arena.order("gm", o.Spring(hazard="odd"))
    return arena


def feuding(rng: random.Random) -> Arena:
    """An opponent has struck at one of a third side, and the game master says whether it hits."""
    place = Place(zone=BARE.zones[0].key)
    quick = Sheet(kind=Kind.NPC, kp=30, initiative=12)
    hero, foe = _somebody(NAMES[0], True, Sheet(), at=place), _somebody(NAMES[1], False, quick, at=place)
    wolf = structs.replace(_somebody(NAMES[2], False, Sheet(ref="boar"), at=place), side="beasts")
    arena = _arena(rng, [hero, foe, wolf], BARE)
    begin(arena)
    while arena.pending:
        arena.answer(None)
    if arena.fight.acting == (NAMES[1],):
        arena.order("gm", o.Attack(combatant=NAMES[1], target=NAMES[2]))
    return arena


def eager(rng: random.Random) -> Arena:
    """Three heroes of whom each helps another to hit harder."""
    place = Place(zone=BARE.zones[0].key)
    strong = Sheet(might=6, personality=6, discipline=0)
    heroes = [_somebody(name, True, strong, at=place) for name in NAMES[:3]]
    arena = _arena(rng, [*heroes, _somebody(NAMES[3], False, Sheet(kind=Kind.NPC, kp=60), at=place)], BARE)
    arena.fact(PolicySet(kind="AskFurtherAssist", asked=True))
    begin(arena)
    return arena


def shoving(rng: random.Random) -> Arena:
    """A character with a hooked spear has hit, and pushes: to either of two zones."""
    place = Place(zone=BARE.zones[1].key)
    spear = _somebody(NAMES[0], True, Sheet(might=6, agility=5, personality=6, weapons=("hooked_spear",)), at=place)
    foe = _somebody(NAMES[1], False, Sheet(kind=Kind.NPC, kp=60, initiative=1), at=place)
    arena = _arena(rng, [spear, foe], BARE)
    begin(arena)
    for _ in range(60):
        asked = arena.pending[0] if arena.pending else None
        if asked is not None and asked.kind == "AskPush":
            break
        if asked is None:
            who = arena.fight.acting[0]
            order = o.Attack(combatant=who, target=NAMES[1]) if who == NAMES[0] else o.Hold(combatant=who)
            arena.order("ana" if who == NAMES[0] else "gm", order)
        elif asked.kind == "AskAttackExtras" and any(offer.key == "mix" for offer in asked.offers):
            uses = {"uses": {"push": asked.question["extras"]}}
            arena.answer(asked.seats[0], "mix", uses, decision=asked.decision)
        else:
            arena.answer(asked.seats[0], asked.default, decision=asked.decision)
    return arena


def forestalled(rng: random.Random) -> Arena:
    """Who strikes at an opponent that waits for it may fall before the blow."""
    place = Place(zone=BARE.zones[0].key)
    weak = _somebody(NAMES[0], True, Sheet(agility=0, toughness=0, discipline=0, personality=6), at=place)
    foe = _somebody(NAMES[1], False, Sheet(kind=Kind.NPC, kp=30, initiative=16), at=place)
    arena = _arena(rng, [structs.replace(weak, vitals={"kp": 1, "mp": 0}), foe], BARE)
    begin(arena)
    for _ in range(60):
        if arena.pending:
            asked = arena.pending[0]
            key = asked.offers[-1].key if asked.kind == "AskNpcFireReadied" else asked.default
            arena.answer(asked.seats[0], key, decision=asked.decision)
        elif not arena.fight.acting:
            break
        elif (who := arena.fight.acting[0]) == NAMES[1] and arena.state.own.fighters[who].ready is None:
            arena.order("gm", o.Ready(combatant=who, action=o.Readied.ATTACK, trigger=o.Trigger.ATTACKS))
        elif who == NAMES[0] and arena.state.own.fighters[who].actions > 1:
            arena.order("ana", o.Attack(combatant=who, target=NAMES[1]))
        else:
            arena.order(arena.fight.holders(who)[0], o.Hold(combatant=who))
    return arena


def favoured(rng: random.Random) -> Arena:
    """A failed defence is saved by a mind point, which the game master makes needless by a late factor."""
    place = Place(zone=BARE.zones[0].key)
    hero = _somebody(NAMES[0], True, Sheet(agility=2, toughness=6, discipline=6), at=place)
    foe = _somebody(NAMES[1], False, Sheet(ref="bandit", initiative=16), at=place)
    arena = _arena(rng, [hero, foe], BARE, rulings=True)
    begin(arena)
    for _ in range(60):
        if any(isinstance(recorded.event, MindPointReturned) for recorded in arena.stream):
            break
        if arena.pending:
            asked, key, picks = arena.pending[0], arena.pending[0].default, {}
            if asked.kind in ("AskParry", "AskMindPoint"):
                key = asked.offers[-1].key
            elif asked.kind == "AskLateFactor" and arena.state.own.rolls[-1].mind_point:
                key, picks = "change", {"advantages": [asked.offers[-1].fields[0].among[0]]}
            arena.answer(asked.seats[0], key, picks, decision=asked.decision)
        elif not arena.fight.acting:
            break
        elif (who := arena.fight.acting[0]) == NAMES[1] and arena.state.own.fighters[who].actions > 1:
            arena.order("gm", o.Attack(combatant=who, target=NAMES[0]))
        else:
            arena.order(arena.fight.holders(who)[0], o.Hold(combatant=who))
    return arena


def begin(arena: Arena) -> None:
    """The fight begins."""
    arena.order("gm", Begin())


SCENES: tuple[Callable[[random.Random], Arena], ...] = (
    frail, resumed, brawl, fallen, stifled, shoving, feuding, eager, forestalled, favoured,
)  # fmt: skip


def _foe(rng: random.Random) -> tuple[NewEncounter, dict[str, Any]]:
    """A fight with closed figures, and an opponent in it that all know of."""
    while True:
        wish = structs.replace(seen_by_all(wish_of(make(rng))), figures_open=False)
        foes = [one for one in wish.combatants if one["sheet"]["ref"] in c.NPCS]
        if foes:
            return wish, rng.choice(foes)


def could_do(rng: random.Random) -> Secret:
    """An opponent has body points and an attack more than it seems."""
    wish, foe = _foe(rng)
    attacks = list(plain(c.NPCS[foe["sheet"]["ref"]].attacks or ()))
    more = {"id": "zq7bite", "name": "Zq7 bite", "damage": 9}
    one, other = (
        changed(wish, foe["id"], sheet={**foe["sheet"], "attacks": which, "kp": kp}, vitals=None)
        for which, kp in ((attacks, 60), ([*attacks, more], 75))
    )
    return Secret(one, other, closed_to(wish, foe["id"]), hidden=("zq7bite", "Zq7 bite"))


def held_ready(rng: random.Random) -> Secret:
    """What opponents wait for, and what they let pass."""
    wish, foe = _foe(rng)
    return Secret(wish, wish, closed_to(wish, foe["id"]), twins=True)


SECRETS: Mapping[str, Callable[[random.Random], Secret]] = {
    "what an opponent could do": could_do,
    "what is held ready": held_ready,
}
"""What can be hidden in this system besides what can in every one.  [G-66]"""


# -- parts
def _patron(ref: str) -> str | None:
    """A mount is the first hero's, and so is a linked ally."""
    return NAMES[0] if ref in c.MOUNTS or (ref in c.ALLIES and c.ALLIES[ref].linked) else None


def _dressed(rng: random.Random, unused: Collection[str]) -> Sheet:
    """A character with whatever it has and wears."""

    def some(table: Mapping[str, Any]) -> tuple[str, ...]:
        names = sorted(table)
        return (rng.choice([name for name in names if name in unused] or names),)

    sheet = Sheet(
        might=rng.randint(0, 5),
        agility=rng.randint(0, 5),
        discipline=rng.randint(0, 5),
        personality=rng.randint(0, 5),
        armor=some(c.ARMOR)[0],
        trinkets=some(c.TRINKETS),
        talents=some(c.TALENTS),
        spells=some(c.SPELLS),
    )
    if "push" in unused and (sheet.might or 0) > 3:
        return structs.replace(sheet, weapons=("hooked_spear",))
    if rng.random() < 0.3:
        both = rng.random() < 0.5
        return structs.replace(sheet, shields=tuple(sorted(c.SHIELDS)) if both else some(c.SHIELDS), personality=4)
    return structs.replace(sheet, weapons=some(c.WEAPONS))


def _somebody(name: str, heroes: bool, sheet: Sheet, *, at: Place) -> Entry:
    side, seat = (HEROES, "ana") if heroes else (FOES, None)
    return BOOK.enter(id=name, name=name.title(), side=side, seat=seat, place=at, sheet=sheet)  # type: ignore[call-arg]


def _arena(rng: random.Random, entries: list[Entry], ground: Ground, *, rulings: bool = False) -> Arena:
    ambush = rng.choice((None, None, None, *Ambush))
    setup = Setup(
        ambush=ambush,
        rulings=rng.random() < 0.15 or rulings,
        superiority_edge=rng.random() < 0.5,
        complications=rng.random() < 0.3,
        early_mind_points=rng.random() < 0.15,
    )
    dice = seeded(f"saari {rng.random()}")
    return Arena(BOOK, entries, dice=dice, setup=plain(setup), seats=SEATS, ground=ground)
