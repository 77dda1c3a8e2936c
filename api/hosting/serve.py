"""`skald serve` in a single process."""

from __future__ import annotations

import gc
import sys

from msgspec import structs

from api.config import PREFIX, Settings
from api.hosting.app import create_app
from api.hosting.greeting import Demo, greet, opened_demo, reachable
from api.hosting.server import NotServing, run
from api.logs import set_up_logs

_SECRET = ("secret", "admin_token", "signing_key", "redis_url")


def serve(settings: Settings, *, demo: bool) -> int:
    """Serve until SIGINT or SIGTERM; returns the exit code. Every fight is unchanged after a restart."""
    gc.disable()  # until it runs: what is made here stays, and looking through it takes an eighth of the start
    app = create_app(settings)
    app.state.demo = demo

    async def greeting(host: str, port: int) -> None:
        address = reachable(host, port)
        greet(settings, address, await opened_demo(app.state.services, address) if demo else Demo())

    set_up_logs()
    try:
        run(app, settings, greeting)
    except NotServing as error:
        print(f"skald: {error}", file=sys.stderr)
        return 1
    return 0


def printed(settings: Settings) -> str:
    """The effective settings, one per line; for secrets only whether they are set."""
    lines = []
    for field in structs.fields(Settings):
        value = getattr(settings, field.name)
        if isinstance(value, tuple):
            value = ",".join(value)
        hidden = field.name in _SECRET and value
        shown = "(set)" if hidden else "" if value is None else str(value)
        lines.append(f"{PREFIX}{field.name.upper()}={shown}")
    return "\n".join(lines)
