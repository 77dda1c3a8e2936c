"""`skald serve` in one process: the API in this one."""

from __future__ import annotations

import sys

from msgspec import structs

from api.app import create_app
from api.config import PREFIX, Settings
from api.greeting import demo_lines, greet, reachable
from api.logs import set_up_logs
from api.server import NotServing, run

_SECRET = ("secret", "admin_token", "signing_key", "redis_url")


def serve(settings: Settings, *, demo: bool) -> int:
    """Serve until told to end (SIGINT, SIGTERM); the exit code. Starting again finds every fight as it was."""
    app = create_app(settings)

    async def greeting(host: str, port: int) -> None:
        address = reachable(host, port)
        greet(settings, address, await demo_lines(app.state.house, address) if demo else [])

    set_up_logs()
    try:
        run(app, settings, greeting)
    except NotServing as error:
        print(f"skald: {error}", file=sys.stderr)
        return 1
    return 0


def printed(settings: Settings) -> str:
    """The settings in force, a line each; of secrets only whether there is one."""
    lines = []
    for field in structs.fields(Settings):
        value = getattr(settings, field.name)
        if isinstance(value, tuple):
            value = ",".join(value)
        hidden = field.name in _SECRET and value
        shown = "(set)" if hidden else "" if value is None else str(value)
        lines.append(f"{PREFIX}{field.name.upper()}={shown}")
    return "\n".join(lines)
