"""What of a fight a curve is drawn along: its acts, and of each whether the policy of runs would have done the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.state import events as e
from engine.kernel.state.reducer import merged
from engine.kernel.structs.errors import SkaldError
from engine.kernel.structs.messages import Order, Recorded
from engine.service.bots.run_policy import orders_of_run
from engine.service.odds.run import begun
from engine.service.proof.folding import live


class Act(Struct, frozen=True):
    """A command, or rulings between two. first, last: its versions; order: None for rulings; rolls: whether dice fell;
    asked: whether anybody was asked.

    before: the position in which it begins.
    """

    first: int
    last: int
    before: Position[Any]
    seat: str = ""
    order: Order | None = None
    rolls: bool = False
    asked: bool = False


class Span(Struct, frozen=True):
    """An act without what it was. first, last: its versions; before: the version in which it begins; rolls: dice fell.

    ordered: it is an order, which can be played again. usual: the policy of runs would give it, too.
    """

    first: int
    last: int
    before: int
    rolls: bool
    ordered: bool
    usual: bool
    asked: bool

    @property
    def again(self) -> bool:
        """Whether it can come out otherwise when it is played again."""
        return self.rolls and self.ordered

    @property
    def still(self) -> bool:
        """Whether runs from before it are runs from behind it: each of them begins with it, and it always ends so."""
        return self.usual and not self.rolls and not self.asked


class Outline(Struct, frozen=True):
    """outcome: None while it goes on; "" nobody's."""

    spans: tuple[Span, ...]
    sides: tuple[str, ...]
    version: int
    outcome: str | None


def acts_of(book: Rulebook[Any], recorded: Sequence[Recorded], stood: Sequence[Position[Any]]) -> list[Act]:
    """The acts of a stream, of live events alone: commands, and the rulings between two.

    stood: the position behind each event.
    """
    versions = live(recorded)
    found: list[Act] = []
    open_: str | None = None
    for number, version in enumerate(versions):
        record = recorded[version - 1]
        event = record.event
        before = stood[versions[number - 1] - 1] if number else stood[0]
        if isinstance(event, e.CommandAccepted):
            open_ = record.draft.command
            try:
                order = book.decode_order(merged(event.order, event.withheld))
            except SkaldError:
                order = None
            found.append(Act(version, version, before, event.by, order))
        elif not record.foreign and found and record.draft.command == open_:
            found[-1] = _longer(found[-1], version, event)
        elif isinstance(event, (e.Corrected, e.GroundSet, e.EncounterEnded)) and before.state.fight.open is None:
            found.append(Act(version, version, before))
    return found


def _longer(act: Act, version: int, event: Any) -> Act:
    rolls = act.rolls or isinstance(event, (e.DiceRolled, e.Drawn))
    asked = act.asked or isinstance(event, e.DecisionOpened)
    return Act(act.first, version, act.before, act.seat, act.order, rolls, asked)


def outline_of(book: Rulebook[Any], acts: Sequence[Act], head: Position[Any]) -> Outline:
    """What a curve is drawn along. head: the position behind the last act."""
    spans = tuple(
        Span(act.first, act.last, act.before.version, act.rolls, act.order is not None, _is_usual(book, act), act.asked)
        for act in acts
    )
    sides = tuple(dict.fromkeys(combatant.side for combatant in head.state.fight.combatants.values()))
    fight = head.state.fight
    # One that was called off has no outcome of the game's: it is nobody's.
    outcome = "" if fight.outcome is None and fight.status == "ENDED" else fight.outcome
    return Outline(spans, sides, head.version, outcome)


def _is_usual(book: Rulebook[Any], act: Act) -> bool:
    """Whether each run from before an act begins with its order. Of several who may act it takes any."""
    position = begun(act.before)
    fight = position.state.fight
    if act.order is None or len(fight.acting) != 1 or fight.open is not None or fight.outcome is not None:
        return False
    who = fight.acting[0]
    try:
        first = next(iter(orders_of_run(book, position, who, fight.holders(who)[0])), None)
    except SkaldError:
        return False
    return first is not None and first.order == act.order
