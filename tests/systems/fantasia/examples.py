"""Fights to try the laws on, made from the catalogue: whoever, with whatever it holds, on every kind of ground."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from enum import Enum
from typing import Any, get_type_hints

from msgspec import Struct, structs

from engine.kernel.state.combatant import Cell, Condition, Place, Point
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import NewEncounter
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.content import catalogue as c
from engine.systems.fantasia.content.kinds import Affinity, Element, Relation, Source, Tag
from engine.systems.fantasia.ground import Facing, GridRule
from engine.systems.fantasia.sheet import Granted, Sheet, Stock
from tests.support.fights.arena import Arena
from tests.support.fights.wishes import changed, wish_of
from tests.support.secrecy.secrets import closed_to, seen_by_all
from tests.support.secrecy.worlds import Secret
from tests.support.slices.ready import seeded
from tests.systems.fantasia.bout import BOOK, SEATS
from tests.systems.fantasia.laid import Grid, Patch, Setup, halves

WORN = ("armor", "traits", "professions", "conditions", "characters", "creatures")
"""Tables of the catalogue whose entries are used by entering with them; all others must be used in play."""

UNUSED: frozenset[str] = frozenset()
"""What no fight uses, as `usage` names it, each with its reason. Nothing may come onto this list."""

LISTED = tuple(
    name for name, hint in get_type_hints(Sheet).items() if name in c.CONTENT and hint == tuple[str, ...] | None
)
"""Fields of a sheet that hold ids of the table of their name."""

NAMES = ("asha", "bren", "corin", "dara", "elow", "faye")


def make(rng: random.Random, unused: Collection[str] = ()) -> Arena:
    """Four to six of two or three sides, with or without places; somebody may be hidden, down, or out of it already.

    unused: entries of the catalogue that are wanted most.
    """
    ground = rng.choice(["none", "none", "open", "open", "board"])
    sides = ["heroes", "foes"] if rng.random() < 0.85 else ["heroes", "foes", "third"]
    entries: list[Entry] = []
    for number in range(rng.randint(4, len(NAMES))):
        side = sides[number % len(sides)]
        seat = {"heroes": "ana", "third": None}.get(side, "bea" if rng.random() < 0.3 else None)
        entries.append(_somebody(NAMES[number], side, seat, _place(rng, number, ground), rng, unused))
    if rng.random() < 0.4:
        hidden = rng.randrange(1, len(entries))
        entries[hidden] = structs.replace(entries[hidden], seen_by=())
        entries = [_caused_by_others(entry, entries[hidden].id) for entry in entries]
    setup, laid = _setup(rng), None
    if ground == "board":
        told, laid = halves(Setup(grid=_grid(rng)))
        setup |= {"grid": told["grid"]}
    return Arena(
        BOOK,
        entries,
        dice=seeded(str(rng.random())),
        seats=SEATS,
        setup=setup,
        ground=laid,
        figures_open=rng.random() < 0.2,
    )


def spell_under_guard(rng: random.Random) -> Arena:
    """A mage is struck by a blow held ready as he casts, and what he casts is nothing to its target."""
    guard = Sheet(
        ref="soldier", magic_defense=2, affinities=(Affinity(element=Element.FIRE, relation=Relation.IMMUNE),)
    )
    mage = Sheet(ref="black_mage", hp=90, defense=4, mind=rng.choice([-2, 9]))
    entries = [
        BOOK.enter(id=name, name=name, side=side, seat=seat, sheet=sheet)  # type: ignore[call-arg]
        for name, side, seat, sheet in (("guard", "heroes", "ana", guard), ("mage", "foes", "bea", mage))
    ]
    arena = Arena(BOOK, entries, dice=seeded(str(rng.random())), seats=SEATS)
    begin(arena)
    if arena.fight.acting == ("mage",):
        arena.order("bea", o.EndTurn(combatant="mage"))
    arena.order("ana", o.Ready(combatant="guard", action=o.Readied.ATTACK, trigger=o.Trigger.CASTS))
    arena.order("ana", o.EndTurn(combatant="guard"))
    arena.order("bea", o.Cast(caster="mage", spell="fire", targets=("guard",)))
    for _ in range(9):
        for asked in arena.pending[:1]:
            blow = next((offer.key for offer in asked.offers if offer.key.startswith("attack")), asked.default)
            arena.answer(asked.seats[0], blow, decision=asked.decision)
    return arena


def sweep_among_three(rng: random.Random) -> Arena:
    """Somebody sweeps at three with two sixes, and is about to say who takes double damage."""
    foes = [
        BOOK.enter(  # type: ignore[call-arg]
            id=name, name=name.capitalize(), side="foes", sheet=Sheet(ref="ogre")
        )
        for name in NAMES[1:4]
    ]
    sweeper = Sheet(ref="soldier", techniques=("sweep",), initiative_bonus=40)
    hero = BOOK.enter(  # type: ignore[call-arg]
        id=NAMES[0], name="Asha", side="heroes", seat="ana", sheet=sweeper
    )
    sweep = o.UseTechnique(attacker=NAMES[0], technique="sweep", weapon="sword_2", targets=NAMES[1:4])
    while True:
        arena = Arena(BOOK, [hero, *foes], dice=seeded(str(rng.random())), seats=SEATS)
        begin(arena)
        while arena.pending:
            arena.answer(None)
        arena.order("ana", sweep)
        if [asked.kind for asked in arena.pending] == ["CriticalTarget"]:
            return arena


def confusion_and_fever(rng: random.Random) -> Arena:
    """Somebody in fever does what the game master has to judge; then a confused mage among friends has the turn."""
    entries = [
        BOOK.enter(  # type: ignore[call-arg]
            id=name,
            name=name.capitalize(),
            side=side,
            seat=seat,
            sheet=Sheet(ref=ref, hp=90, initiative_bonus=bonus),
            conditions=tuple(Condition(kind, kind) for kind in conditions),
        )
        for name, side, seat, ref, bonus, conditions in (
            (NAMES[0], "heroes", "ana", "soldier", 80, ("fever",)),
            (NAMES[1], "heroes", "ana", "black_mage", 40, ("confused",)),
            (NAMES[2], "heroes", "ana", "thief", 0, ()),
            (NAMES[3], "foes", None, "ogre", 0, ()),
        )
    ]
    arena = Arena(BOOK, entries, dice=seeded(str(rng.random())), seats=SEATS)
    begin(arena)
    arena.order("ana", o.OtherAction(combatant=NAMES[0], purpose="to lift the portcullis"))
    arena.answer("gm", "allow")
    while arena.pending:
        arena.answer(None)
    if NAMES[0] in arena.fight.acting:
        arena.order("ana", o.EndTurn(combatant=NAMES[0]))
    return arena


def out_of_a_grapple(rng: random.Random) -> Arena:
    """Somebody is held, and tries to get free."""
    held = Condition(key="grappled", kind="grappled", source="rival")
    entries = [
        BOOK.enter(id=name, name=name, side=name, seat=seat, sheet=Sheet(ref="soldier"), conditions=lying)  # type: ignore[call-arg]
        for name, seat, lying in (("guard", "ana", (held,)), ("rival", "bea", ()))
    ]
    arena = Arena(BOOK, entries, dice=seeded(str(rng.random())), seats=SEATS)
    begin(arena)
    if arena.fight.acting == ("rival",):
        arena.order("bea", o.EndTurn(combatant="rival"))
    arena.order("ana", o.BreakFree(combatant="guard"))
    return arena


def wind_on_a_board(rng: random.Random) -> Arena:
    """On a board with a pit and a pond a strong wind has hit somebody who floats: where does it drag him?"""
    terrain = (Patch(x=3, y=0, rows=2, height=-2), Patch(x=4, y=3, columns=2, firm=False), Patch(x=0, y=3, wall=True))
    mage = Sheet(ref="black_mage", granted_spells=(Granted(ability="aero"),), initiative_bonus=40)
    entries = [
        BOOK.enter(  # type: ignore[call-arg]
            id=name,
            name=name.capitalize(),
            side=side,
            seat=seat,
            place=Place(cell=Cell(x, 1), facing="SOUTH"),
            conditions=tuple(Condition(kind, kind) for kind in conditions),
            sheet=figures,
        )
        for name, side, seat, x, conditions, figures in (
            (NAMES[0], "heroes", "ana", 0, (), mage),
            (NAMES[1], "foes", None, 2, ("float",), Sheet(ref="thief")),
            (NAMES[2], "foes", None, 5, (), Sheet(ref="ogre")),
        )
    ]
    setup, ground = halves(Setup(grid=Grid(terrain=terrain)))
    while True:
        arena = Arena(BOOK, entries, dice=seeded(str(rng.random())), seats=SEATS, setup=setup, ground=ground)
        begin(arena)
        while arena.pending:
            arena.answer(None)
        arena.order("ana", o.Cast(caster=NAMES[0], spell="aero", targets=(NAMES[1],)))
        while arena.pending and arena.pending[0].kind != "WindDrags":
            arena.answer(None)
        if arena.pending:
            return arena


def spell_against_a_mirror(rng: random.Random) -> Arena:
    """A mage has aimed at somebody whose mirror throws spells back."""
    entries = [
        BOOK.enter(  # type: ignore[call-arg]
            id=name,
            name=name.capitalize(),
            side=side,
            seat=seat,
            sheet=Sheet(ref=ref, hp=90, initiative_bonus=bonus),
            conditions=tuple(Condition(kind, kind, left=3) for kind in conditions),
        )
        for name, side, seat, ref, bonus, conditions in (
            (NAMES[0], "heroes", "ana", "black_mage", 40, ()),
            (NAMES[1], "foes", None, "ghost", 0, ("reflect",)),
        )
    ]
    arena = Arena(BOOK, entries, dice=seeded(str(rng.random())), seats=SEATS)
    begin(arena)
    arena.order("ana", o.Cast(caster=NAMES[0], spell="fire", targets=(NAMES[1],)))
    return arena


SCENES = (
    spell_under_guard,
    out_of_a_grapple,
    sweep_among_three,
    confusion_and_fever,
    wind_on_a_board,
    spell_against_a_mirror,
)
"""Fights that stand where chance seldom brings one."""


def _foe(rng: random.Random) -> tuple[NewEncounter, dict[str, Any]]:
    """A fight with closed figures, and one of the game master's foes in it."""
    wish = structs.replace(seen_by_all(wish_of(make(rng))), figures_open=False)
    return wish, rng.choice([one for one in wish.combatants if one["side"] == "foes"])


def carried(rng: random.Random) -> Secret:
    """A foe carries other things, has more magic points, and knows a spell more than he seems to."""
    wish, foe = _foe(rng)
    sheet = foe["sheet"]
    more = {
        "items": [*(sheet["items"] or []), {"item": rng.choice(list(c.ITEMS)), "count": 3}][-1:],
        "spells": sorted({*(sheet["spells"] or []), rng.choice(list(c.SPELLS))}),
        "mp": sheet["mp"] + rng.randint(1, 9),
    }
    vitals = {name: now for name, now in foe["vitals"].items() if name != "mp"}
    one = changed(wish, foe["id"], vitals=vitals)
    return Secret(one, changed(one, foe["id"], sheet={**sheet, **more}), closed_to(one, foe["id"]))


def can_react(rng: random.Random) -> Secret:
    """A foe has reaction abilities or has none, at a table that asks about them."""
    wish, foe = _foe(rng)
    wish = structs.replace(wish, setup={**wish.setup, "askReactions": True})
    none = changed(wish, foe["id"], sheet={**foe["sheet"], "reactions": []})
    some = rng.sample(list(c.REACTIONS), 3)
    return Secret(
        none,
        changed(wish, foe["id"], sheet={**foe["sheet"], "reactions": some}),
        closed_to(wish, foe["id"]),
    )


def held_ready(rng: random.Random) -> Secret:
    """What foes hold ready, and for what; what they announce, and with what they lie in ambush."""
    wish, foe = _foe(rng)
    return Secret(wish, wish, closed_to(wish, foe["id"]), twins=True)


SECRETS: Mapping[str, Callable[[random.Random], Secret]] = {
    "what is carried": carried,
    "reaction abilities": can_react,
    "what is held ready": held_ready,
}
"""What can be hidden in this system besides what can in every one."""


def begin(arena: Arena) -> None:
    """The order that such a fight begins with."""
    arena.order("gm", Begin())


def _place(rng: random.Random, number: int, ground: str) -> Place | None:
    """Close enough that something happens; one in four stands far off."""
    spread = 12 if rng.random() < 0.25 else 2
    match ground:
        case "open":
            return Place(point=Point(rng.randint(0, spread) * 100, number * 100))
        case "board":
            return Place(cell=Cell(4 * rng.randint(0, spread), 4 * number), facing=rng.choice(list(Facing)).value)
    return None


def _grid(rng: random.Random) -> Grid:
    """A board, some of its rules left out, with a wall, a rise and water."""
    ignored = tuple(rule for rule in GridRule if rng.random() < 0.1)
    rise, pit = rng.randint(1, 4), -rng.randint(1, 9)
    patches: list[dict[str, Any]] = [{"wall": True}, {"height": rise}, {"firm": False}, {"height": pit}]
    terrain = tuple(Patch(x=rng.randint(0, 9), y=4 * n + 3, columns=2, **patch) for n, patch in enumerate(patches))
    return Grid(ignored=ignored, terrain=terrain)


def _caused_by_others(entry: Entry, who: str) -> Entry:
    """Conditions that come from somebody hidden come from nobody in particular."""
    lying = tuple(structs.replace(c, source=None) if c.source == who else c for c in entry.conditions)
    return structs.replace(entry, conditions=lying)


def _setup(rng: random.Random) -> dict[str, Any]:
    """The game master's choices: each that has finitely many values may be any of them."""
    hints = get_type_hints(Setup)
    given: dict[str, Any] = {}
    for field in structs.fields(Setup):
        kind = hints[field.name]
        if rng.random() < 0.5:
            continue
        if kind is bool:
            given[field.encode_name] = rng.random() < 0.5
        elif isinstance(kind, type) and issubclass(kind, Enum):
            given[field.encode_name] = rng.choice([value.value for value in kind])
    return given


def _some(rng: random.Random, table: Mapping[str, Struct], most: int, unused: Collection[str]) -> tuple[str, ...]:
    """A few entries of a table; half the time one of them is of those that nobody has used."""
    found = rng.sample(list(table), rng.randint(0, min(most, len(table))))
    wanted = [name for name in table if name in unused and name not in found]
    return (*found, rng.choice(wanted)) if wanted and rng.random() < 0.5 else tuple(found)


def _one(rng: random.Random, table: Mapping[str, Struct], unused: Collection[str]) -> str:
    wanted = [name for name in table if name in unused]
    return rng.choice(wanted if wanted and rng.random() < 0.5 else list(table))


def _somebody(
    name: str, side: str, seat: str | None, place: Place | None, rng: random.Random, unused: Collection[str]
) -> Entry:
    """Somebody who can be played: an entry that the rules refuse is drawn again."""
    while True:
        with suppress(RuleRefusal):
            return _drawn(name, side, seat, place, rng, unused)


def _drawn(
    name: str, side: str, seat: str | None, place: Place | None, rng: random.Random, unused: Collection[str]
) -> Entry:
    granted = rng.random() < 0.5
    spells, techniques = _some(rng, c.SPELLS, 5, unused), _some(rng, c.TECHNIQUES, 3, unused)
    figures: dict[str, Any] = {"mp": rng.choice([4, 20, 60])}
    if rng.random() < 0.3:
        figures |= {"level": rng.randint(1, 9), "mind": rng.randint(-1, 4), "multi_attack": rng.randint(1, 3)}
    if granted:
        figures |= {
            "granted_spells": tuple(Granted(ability=s, granted_by=rng.choice(list(Source))) for s in spells),
            "granted_techniques": tuple(Granted(ability=t, granted_by=rng.choice(list(Source))) for t in techniques),
            "spells": (),
            "techniques": (),
        }
    else:
        figures |= {"spells": spells, "techniques": techniques, "profession": _one(rng, c.PROFESSIONS, unused)}
    if rng.random() < 0.4:
        elements = rng.sample(list(Element), rng.randint(1, 3))
        figures["affinities"] = tuple(Affinity(element=e, relation=rng.choice(list(Relation))) for e in elements)
        figures["tags"] = tuple(rng.sample(list(Tag), rng.randint(0, 1)))
    ref = _one(rng, {**c.CHARACTERS, **c.CREATURES}, unused)
    for table in LISTED:
        figures.setdefault(table, _some(rng, c.CONTENT[table], 3, unused))
    sheet = Sheet(
        ref=ref,
        items=tuple(Stock(item=i, count=rng.randint(1, 2)) for i in _some(rng, c.ITEMS, 3, unused)),
        **figures,
    )
    most = system.enter(sheet, place).vitals["hp"].max or 1
    hp = rng.choice([most, most, rng.randint(0, most), rng.randint(1, min(most, 8))])
    lying = [_one(rng, c.CONDITIONS, unused)] if rng.random() < 0.3 else []
    source = rng.choice([other for other in NAMES[:4] if other != name])
    return BOOK.enter(
        id=name,
        name=name.capitalize(),
        side=side,
        seat=seat,
        place=place,
        vitals={"hp": hp},
        conditions=tuple(Condition(key=kind, kind=kind, source=source) for kind in lying),
        sheet=sheet,
    )  # type: ignore[call-arg]
