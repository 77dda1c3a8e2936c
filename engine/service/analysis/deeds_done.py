"""Who did what to whom: harm and healing with its means, who felled whom, conditions put on.

It is told by the game (`RuleSystem.deed`) who has done what to whom; a change of a vital that follows in the same turn
is his doing. What happens at the beginning of a turn, as poison does, is nobody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as e
from engine.kernel.state.reducer import merged
from engine.kernel.structs.deeds import Deed
from engine.kernel.structs.messages import Recorded, actor_of


class Change(Struct, frozen=True):
    """A change of somebody's first vital. by: whose doing it is; None: nobody's. means: a weapon, spell or the like."""

    version: int
    target: str
    points: int
    by: str | None = None
    means: str = ""


class Fall(Struct, frozen=True):
    """Somebody is out of the fight, and has not left it. by: whose doing it is; None: nobody's, or his own."""

    version: int
    combatant: str
    by: str | None = None


class PutOn(Struct, frozen=True):
    """Somebody has put a condition on somebody."""

    version: int
    target: str
    kind: str
    by: str


class Deeds(Struct, frozen=True):
    """What was done in a fight."""

    changes: tuple[Change, ...]
    falls: tuple[Fall, ...]
    conditions: tuple[PutOn, ...]


class _Doers:
    """Whose doing something is that happens to somebody now."""

    def __init__(self, book: Rulebook[Any]) -> None:
        self._book = book
        self._by: dict[str | None, Deed] = {}
        self._ordered: Deed | None = None

    def note(self, recorded: Recorded) -> None:
        """The next event."""
        event, system = recorded.event, self._book.system
        if isinstance(event, (e.TurnBegan, e.RoundBegan)):
            self._by, self._ordered = {}, None
        elif isinstance(event, e.CommandAccepted):
            self._by, self._ordered = {}, self._of_order(event)
        elif type(event) in system.deeds and (deed := system.deed(event)) is not None and deed.actor:
            # Of several the one with means says more: the spell of which this is the blow.
            known = self._by.get(deed.target) or self._by.get(None)
            if not deed.means and known is not None and known.actor == deed.actor:
                deed = Deed(deed.outcome, deed.actor, deed.target, deed.vitals, known.means, deed.part)
            self._by[deed.target] = deed

    def _of_order(self, event: e.CommandAccepted) -> Deed | None:
        try:
            order = self._book.decode_order(merged(event.order, event.withheld))
        except Exception:  # of older rules, or partly withheld
            return None
        return Deed(actor=actor_of(order) or None)

    def of(self, target: str) -> Deed | None:
        """Whose doing it is."""
        return self._by.get(target) or self._by.get(None)


def deeds_of(book: Rulebook[Any], events: Sequence[Recorded]) -> Deeds:
    """What was done in these live events, as their reader sees them."""
    doers, first = _Doers(book), dict[str, str]()
    changes: list[Change] = []
    falls: dict[str, Fall] = {}
    conditions: list[PutOn] = []
    for record in events:
        event = record.event
        doers.note(record)
        match event:
            case e.CombatantJoined(vitals=dict(vitals)) | e.CombatantAppeared(vitals=dict(vitals)):
                first[event.combatant] = next(iter(vitals), "")
            case e.VitalChanged() if event.vital == first.setdefault(event.combatant, event.vital):
                deed = doers.of(event.combatant)
                by, means = (deed.actor, deed.means) if deed is not None else (None, "")
                changes.append(Change(record.version, event.combatant, event.change, by, means))
            case e.CombatantOut() if event.reason not in book.system.departures:
                deed = doers.of(event.combatant)
                by = deed.actor if deed is not None and deed.actor != event.combatant else None
                falls[event.combatant] = Fall(record.version, event.combatant, by)
            case e.CombatantReturned():
                falls.pop(event.combatant, None)
            case e.ConditionGained(renewed=False, source=str(source)) if source != event.combatant:
                conditions.append(PutOn(record.version, event.combatant, event.kind, source))
    return Deeds(tuple(changes), tuple(falls.values()), tuple(conditions))


def with_the_down(deeds: Deeds, down: Sequence[str]) -> Deeds:
    """Also those who lie there without being out of the fight, to whom brought them down last."""
    told = {fall.combatant for fall in deeds.falls}
    more: list[Fall] = []
    for who in down:
        last = next((change for change in reversed(deeds.changes) if change.target == who and change.points < 0), None)
        if who not in told and last is not None:
            more.append(Fall(last.version, who, last.by if last.by != who else None))
    return Deeds(deeds.changes, (*deeds.falls, *more), deeds.conditions)
