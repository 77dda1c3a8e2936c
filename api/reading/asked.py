"""The questions behind answers: an answer names its decision, and is told together with what was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.events import DecisionAnswered
from engine.service.encounters import Encounters
from engine.service.seeing import Told


async def asked(
    service: Encounters,
    encounter: str,
    seat: str | None,
    told: Sequence[Told],
    known: Callable[[int], bool] = lambda decision: False,
) -> list[Told]:
    """The decisions that these events answer, where they were opened before them, as the seat sees them.

    known: those that need not be read.
    """
    met = {one.recorded.version for one in told}
    answered = [one.recorded.event for one in told if isinstance(one.recorded.event, DecisionAnswered)]
    wanted = {event.decision for event in answered if event.decision not in met and not known(event.decision)}
    return [one for version in sorted(wanted) for one in await service.told(encounter, seat, version, version)]
