"""The rolls of a fight as one reader sees them: each once, with its chance and what came of it.

What was taken back is not counted: only live events are looked at. A roll that serves several targets is one roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.state import events as e
from engine.kernel.state.fight import State
from engine.kernel.structs.messages import Recorded
from engine.kernel.structs.odds import Odds
from engine.service.analysis.chances import chances_in


class Roll(Struct, frozen=True):
    """A roll. by: the combatant or seat that rolls; typed: a person typed its faces.

    chance: of success, 0 to 1; None: there is none, or it is not for the reader to know. passed: whether it succeeded;
    None: nothing tells.
    """

    version: int
    by: str
    why: str
    dice: str
    faces: tuple[int, ...]
    typed: bool
    rule: str = ""
    chance: float | None = None
    passed: bool | None = None


def rolls_of(
    book: Rulebook[Any],
    events: Sequence[Recorded],
    positions: Sequence[Position[Any]],
    seat: str | None,
    *,
    whole: bool = False,
) -> list[Roll]:
    """The rolls among live events. events: as the reader sees them; positions: the whole one behind each of them."""
    physical = isinstance(events[0].event, e.EncounterCreated) and events[0].event.dice_mode == "PHYSICAL"
    found: list[Roll] = []
    chances: dict[int, Odds] = {}
    for number, record in enumerate(events):
        if isinstance(record.event, e.CommandAccepted) and number:
            command = _command(events, number)
            if any(isinstance(event.event, e.DiceRolled) for event in command):
                before: State[Any] = positions[number - 1].state
                chances |= chances_in(book, before, seat, command, whole=whole)
        if not isinstance(record.event, e.DiceRolled):
            continue
        event, odds = record.event, chances.get(record.version)
        found.append(
            Roll(
                version=record.version,
                by=event.by,
                why=event.why,
                dice=event.dice,
                faces=event.faces,
                typed=physical or bool(event.typed),
                rule=record.draft.rule,
                chance=odds.good / odds.of if odds is not None else None,
                passed=_passed(book, events, number, odds) if odds is not None else None,
            )
        )
    return found


def _command(events: Sequence[Recorded], start: int) -> list[Recorded]:
    """The events of a command, with the rulings that fell into it."""
    command, found = events[start].draft.command, [events[start]]
    for event in events[start + 1 :]:
        if isinstance(event.event, e.CommandAccepted):
            break
        found.append(event)
        if event.draft.command == command and isinstance(event.event, e.CommandEnded):
            break
    return found


def _passed(book: Rulebook[Any], events: Sequence[Recorded], at: int, odds: Odds) -> bool | None:
    """Whether a roll has succeeded: by its own faces, else by what the game says of the deed that follows."""
    event = events[at].event
    assert isinstance(event, e.DiceRolled)
    if odds.passes is not None:
        return odds.passes(event.faces)
    for later in events[at + 1 :]:
        if isinstance(later.event, (e.CommandAccepted, e.CommandEnded)):
            return None
        deed = book.system.deed(later.event) if type(later.event) in book.system.deeds else None
        if deed is None or deed.outcome not in ("HIT", "MISS", "HELP"):
            continue
        if deed.actor == event.by:
            return deed.outcome != "MISS"
        if deed.target == event.by:
            return deed.outcome == "MISS"
    return None
