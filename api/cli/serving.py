"""`skald serve` and `skald token`."""

from __future__ import annotations

import argparse
import asyncio
import tempfile

from msgspec import structs

from api.cli.outcome import OK, CommandFailed, Misread
from api.config import MOST_WORKERS, Settings
from api.hosting.store_access import opened
from engine.kernel.structs.ids import is_id
from engine.service.encounters import Encounters
from engine.service.registry import Registry


def serve_api(given: argparse.Namespace, settings: Settings) -> int:
    """Serve the API until interrupted."""
    named = ("host", "port", "data", "workers")
    changes = {name: getattr(given, name) for name in named if getattr(given, name) is not None}
    if not 1 <= changes.get("workers", 1) <= MOST_WORKERS:
        raise Misread(f"--workers is 1 to {MOST_WORKERS}")
    settings = structs.replace(settings, **changes)
    if given.print_config:
        from api.hosting.serve import printed

        print(printed(settings))
        return OK
    require_writable(settings)
    if settings.workers > 1:
        from api.workers.supervisor import supervise

        return supervise(settings, demo=not given.no_demo)
    from api.hosting.serve import serve

    return serve(settings, demo=not given.no_demo)


def require_writable(settings: Settings) -> None:
    """CommandFailed if the data folder is needed but not writable."""
    given = (settings.secret, settings.admin_token, settings.signing_key)
    if settings.redis_url is not None and all(given):
        return
    what = "secrets are" if settings.redis_url is not None else "fights and secrets are"
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=settings.data, prefix=".writable-"):
            pass
    except OSError as error:
        raise CommandFailed(
            f"the data folder {settings.data} cannot be written to ({error.strerror}): {what} kept there. Make it "
            "writable for this user, or name another one with --data or SKALD_DATA"
        ) from error


def token(given: argparse.Namespace, settings: Settings) -> int:
    """Print a new token for a seat."""
    from api.hosting.wiring import make_authority

    async def issue() -> str:
        async with opened(settings) as store:
            service = Encounters(store, Registry.installed())
            fight = (await service.view(given.encounter, None)).position.state.fight
            seat = fight.seats.get(given.seat)
            if seat is None:
                raise CommandFailed(f"there is no seat {given.seat!r} at this table: {', '.join(fight.seats)}")
            epoch = (await service.epochs(given.encounter)).get(seat.seat, 0)
            issued = make_authority(settings).issue(
                given.encounter, seat.seat, seat.role, epoch=epoch, hours=given.hours
            )
            return issued.token

    if given.hours is not None and not 1 <= given.hours <= 8784:
        raise CommandFailed("a token serves 1 to 8784 hours")
    print(asyncio.run(issue()))
    return OK


def host(given: argparse.Namespace, settings: Settings) -> int:
    """Print a new token for a host, who is recorded with it."""
    from api.hosting.wiring import make_authority

    async def issue() -> str:
        async with opened(settings, fresh=True) as store:
            epoch = await Encounters(store, Registry.installed()).hosts.keep(given.host, given.name)
            return make_authority(settings).issue_host(given.host, epoch=epoch, hours=given.hours).token

    if not is_id(given.host):
        raise CommandFailed("a host's id has letters, digits, _ and -, at most 64")
    if given.name is not None and not 1 <= len(given.name) <= 80:
        raise CommandFailed("a host's name has 1 to 80 characters")
    if given.hours is not None and not 1 <= given.hours <= 8784:
        raise CommandFailed("a token serves 1 to 8784 hours")
    print(asyncio.run(issue()))
    return OK
