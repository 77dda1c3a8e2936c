"""`skald serve`, and the tokens of its seats."""

from __future__ import annotations

import argparse
import asyncio

from msgspec import structs

from api.cli.outcome import OK, Misread, Wrong
from api.config import MOST_WORKERS, Settings
from api.opening import opened
from engine.service.encounters import Encounters
from engine.service.registry import Registry


def serve_api(given: argparse.Namespace, settings: Settings) -> int:
    """Serve the API until it is told to end."""
    named = ("host", "port", "data", "workers")
    changes = {name: getattr(given, name) for name in named if getattr(given, name) is not None}
    if not 1 <= changes.get("workers", 1) <= MOST_WORKERS:
        raise Misread(f"--workers is 1 to {MOST_WORKERS}")
    settings = structs.replace(settings, **changes)
    if given.print_config:
        from api.serve import printed

        print(printed(settings))
        return OK
    if settings.workers > 1:
        from api.workers.supervisor import supervise

        return supervise(settings, demo=not given.no_demo)
    from api.serve import serve

    return serve(settings, demo=not given.no_demo)


def token(given: argparse.Namespace, settings: Settings) -> int:
    """Print a new token of a seat."""
    from api.wiring import make_authority

    async def issue() -> str:
        async with opened(settings) as store:
            service = Encounters(store, Registry.installed())
            fight = (await service.glimpse(given.encounter, None)).position.state.fight
            seat = fight.seats.get(given.seat)
            if seat is None:
                raise Wrong(f"there is no seat {given.seat!r} at this table: {', '.join(fight.seats)}")
            epoch = (await service.epochs(given.encounter)).get(seat.seat, 0)
            issued = make_authority(settings).issue(
                given.encounter, seat.seat, seat.role, epoch=epoch, hours=given.hours
            )
            return issued.token

    if given.hours is not None and not 1 <= given.hours <= 8784:
        raise Wrong("a token serves 1 to 8784 hours")
    print(asyncio.run(issue()))
    return OK
