"""A fight as users of the library `eventsourcing` would write it. Imported only where the library is installed."""

from __future__ import annotations

from eventsourcing.domain import Aggregate, event


class Fight(Aggregate):
    """The figures that events change; what happened is their arguments."""

    def __init__(self) -> None:
        self.vitals: dict[str, int] = {}

    @event("Noted")
    def note(self, combatant: str, now: int) -> None:
        """One figure."""
        self.vitals[combatant] = now
