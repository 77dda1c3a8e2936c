"""A fight as users of the library `eventsourcing` would write it. Imported only if the library is installed."""

from __future__ import annotations

from eventsourcing.domain import Aggregate, event


class Fight(Aggregate):
    """Vitals that events change; the events are their arguments."""

    def __init__(self) -> None:
        self.vitals: dict[str, int] = {}

    @event("Noted")
    def note(self, combatant: str, now: int) -> None:
        """Record one vital."""
        self.vitals[combatant] = now
