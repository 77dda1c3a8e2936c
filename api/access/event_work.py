"""Cost of work on the events of a fight: within one GraphQL operation, and against the caller's rate.

Such work grows with the fight, and only the store knows how long a fight is. So it is measured just before it is done,
on top of what `api.graphql.cost` computes from the document alone.
"""

from __future__ import annotations

from contextvars import ContextVar

from msgspec import Struct

from api.errors.request_errors import BadRequest


class EventWork(Struct, frozen=True):
    """cost: per event, in units of `api.graphql.cost`. per_request: events that count as one more request."""

    cost: int
    per_request: int


AUDIT = EventWork(cost=20, per_request=10)
"""Every event is replayed."""
FILE = EventWork(cost=40, per_request=5)
"""Every event of a file is replayed, and made into a film."""
FOLD = EventWork(cost=2, per_request=100)
"""Events folded between a snapshot and a past version."""
COPY = EventWork(cost=1, per_request=500)
"""Events of an export or a fork."""


SECOND, SECOND_OF_A_GUEST = 300, 2000
"""Requests that each second of a job counts as which begins after its first, on top of its events: what rules do with
an event may take a thousand times as long as usual. Who has no token is counted by his address only, and pays more."""


class _Budget:
    def __init__(self, most: int) -> None:
        self.most, self.spent = most, 0


_budget: ContextVar[_Budget | None] = ContextVar("budget", default=None)


def begin_operation(most: int) -> None:
    """Start one operation, which covers this task and the tasks it starts. most: cost limit; 0: none."""
    _budget.set(_Budget(most) if most else None)


def spend(work: EventWork, events: int) -> int:
    """Charge the work to the operation; returns how many requests it counts as. BadRequest above the limit."""
    budget = _budget.get()
    if budget is not None:
        budget.spent += work.cost * events
        if budget.spent > budget.most:
            raise BadRequest(
                f"with {events} events of this fight to go through this costs {budget.spent}, and {budget.most} is the "
                "most: ask for less at once"
            )
    return events // work.per_request
