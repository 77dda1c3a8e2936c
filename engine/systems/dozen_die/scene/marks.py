"""What holds between figures, and what lies about: contacts, packs, loads, special actions, where wanderers enter.

Keys are made from what is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.ground import SceneArea, SceneRun, SceneStrip
from engine.kit.scene import SceneMark
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, doors
from engine.systems.dozen_die.rules.turns import wanderers
from engine.systems.dozen_die.scene.texts import SceneTexts
from engine.systems.dozen_die.sheet import SpecialAction

DOOR = 20
"""How wide the line of a door between squares is marked, in hundredths of a square."""


def marks_of(seen: DozenDieFight, texts: SceneTexts) -> tuple[SceneMark, ...]:
    """All marks of a scene."""
    return (
        *_contacts(seen, texts),
        *_packs(seen, texts),
        *_loads(seen, texts),
        *_specials(seen, texts),
        *_entries(seen, texts),
    )


# -- between figures
def _contacts(seen: DozenDieFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Foreign figures that touch, each pair once.  [DD-CHG-04]"""
    for combatant, other in board.contacts(seen):
        yield SceneMark(
            key=f"contact-{combatant}-{other}",
            kind="ENGAGED",
            label=texts.say("mark.contact"),
            tone="WARNING",
            members=(combatant, other),
            rule="DD-CHG-04",
        )


def _packs(seen: DozenDieFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Miniatures that are activated together, where there are several.  [DD-GAP-22]"""
    packs: dict[tuple[str, str], list[str]] = {}
    figures = seen.own.figures
    for who in lookup.here(seen):
        pack = figures[who].pack
        if pack is not None:
            packs.setdefault((seen.fight.combatants[who].side, pack), []).append(who)
    for (side, pack), members in packs.items():
        if len(members) > 1:
            yield SceneMark(
                key=f"pack-{side}-{pack}",
                kind="GROUP",
                label=texts.say("mark.pack"),
                members=tuple(members),
                level=len(members),
                text=texts.rule("DD-GAP-22"),
                rule="DD-GAP-22",
            )


def _loads(seen: DozenDieFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Figures that carry something together.  [DD-MARCH-06]"""
    loads: dict[str, list[str]] = {}
    figures = seen.own.figures
    for who in lookup.here(seen):
        load = figures[who].load
        if load is not None:
            loads.setdefault(load, []).append(who)
    for load, members in loads.items():
        if len(members) > 1:
            yield SceneMark(
                key=f"load-{load}",
                kind="CARRIES",
                label=texts.say("mark.load"),
                members=tuple(members),
                text=texts.rule("DD-MARCH-06"),
                rule="DD-MARCH-06",
            )


# -- on the board
def _specials(seen: DozenDieFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Doors that a special action opens, until it has been triggered.  [DD-ACT-12]"""
    for special in seen.own.adventure.specials:
        area = _opened_by(seen, special)
        if special.key not in seen.own.used and area is not None:
            yield SceneMark(
                key=f"special-{special.key}",
                kind="THING",
                label=texts.say("mark.special", what=special.name),
                area=area,
                text=texts.rule("DD-ACT-12"),
                rule="DD-ACT-12",
            )


def _opened_by(seen: DozenDieFight, special: SpecialAction) -> SceneArea | None:
    """The square of a door, or its line between squares."""
    if special.opens is not None:
        return SceneArea(runs=(SceneRun(x=special.opens.x, y=special.opens.y),))
    found = doors.door(seen, special.door or "")
    return None if found is None else SceneArea(strip=SceneStrip(line=found.line, width=DOOR))


def _entries(seen: DozenDieFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Where a wanderer may come in with the die in hand.  [DD-ACT-15]"""
    if seen.own.activation is not None or not seen.own.wanderers:
        return
    names = {wanderer.key: wanderer.name for wanderer in seen.own.wanderers}
    for who, places in wanderers.waiting(seen).items():
        cells = [(place.cell.x, place.cell.y) for place in places if place.cell is not None]
        yield SceneMark(
            key=f"entry-{who}",
            kind="ENTRY",
            label=texts.say("mark.entry", who=names[who]),
            area=SceneArea(runs=tuple(_runs(cells))),
            text=texts.rule("DD-ACT-15"),
            rule="DD-ACT-15",
        )


def _runs(cells: list[tuple[int, int]]) -> Iterator[SceneRun]:
    """Cells that come row by row, from west to east, as runs."""
    run: list[int] = []
    for number, (x, y) in enumerate(cells):
        run.append(x)
        following = cells[number + 1] if number + 1 < len(cells) else None
        if following != (x + 1, y):
            yield SceneRun(x=run[0], y=y, length=len(run))
            run = []
