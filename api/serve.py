"""`skald serve`: the API in this process, and what a person needs to begin, on the terminal."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from types import FrameType

import msgspec
import uvicorn
from msgspec import structs
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.app import create_app
from api.config import PREFIX, Settings
from api.demo import demo_fight, players_of
from api.logs import set_up_logs
from api.server import Server, server_config
from api.session import House
from api.wiring import ADMIN
from engine.kernel.errors import SkaldError

_SECRET = ("secret", "admin_token", "signing_key", "redis_url")


def serve(settings: Settings, *, demo: bool) -> int:
    """Serve until told to end (SIGINT, SIGTERM); the exit code. Starting again finds every fight as it was."""
    app = create_app(settings)
    start = _Start(app)
    server = _Server(
        server_config(start, settings, host=settings.host, port=settings.port),
        app,
        lambda address: _welcome(app.state.house, address, demo=demo),
    )
    set_up_logs()
    # uvicorn raises the signal again when it has ended in order: then it has been obeyed.
    signal.signal(signal.SIGTERM, _obeyed)
    signal.signal(signal.SIGINT, _obeyed)
    try:
        server.run()
    except SystemExit as end:
        if start.failed is None:
            return int(end.code or 0) and _say(f"cannot listen on {settings.host}:{settings.port}: is it in use?")
        return _say(str(start.failed))
    return 0 if start.failed is None else _say(str(start.failed))


def _say(message: str) -> int:
    print(f"skald: {message}", file=sys.stderr)
    return 1


def _obeyed(number: int, frame: FrameType | None) -> None:
    return None


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


class _Start:
    """Remembers why the application did not start: a person wants the reason, not the trace."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.failed: BaseException | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def tell(message: Message) -> None:
            error = sys.exc_info()[1]
            if message["type"] == "lifespan.startup.failed" and isinstance(error, SkaldError):
                message = {**message, "message": str(error)}
            await send(message)

        try:
            await self._app(scope, receive, tell)
        except BaseException as error:
            if scope["type"] == "lifespan":
                self.failed = error
            raise


class _Server(Server):
    """Says something once it listens."""

    def __init__(self, config: uvicorn.Config, app: Starlette, welcome: Callable[[str], Awaitable[None]]) -> None:
        super().__init__(config, app)
        self._welcome = welcome

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            await self._welcome(f"http://{_reachable(host)}:{port}")


def _reachable(host: str) -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"[{host}]" if ":" in host else host


async def _welcome(house: House, address: str, *, demo: bool) -> None:
    """Address, tokens and the demo fight. Nothing here ends the service: without a demo it serves all the same."""
    lines = [f"Skald listens on {address}   (GraphQL: {address}/graphql, REST: {address}/v1)", _admin(house.settings)]
    if demo:
        try:
            lines += await _demo(house, address)
        except (SkaldError, OSError, msgspec.MsgspecError) as error:
            lines.append(f"There is no demo fight: {error}")
    lines.append("Ctrl-C ends it.")
    print("\n" + "\n".join(lines) + "\n", flush=True)


def _admin(settings: Settings) -> str:
    if settings.admin_token:
        return f"The admin token, to create fights, is the value of {PREFIX}ADMIN_TOKEN"
    return f"The admin token, to create fights, is in {settings.data / ADMIN}"


async def _demo(house: House, address: str) -> list[str]:
    encounter = await demo_fight(house.service, house.settings.data)
    epochs = await house.service.epochs(encounter)
    gm, player = await players_of(house.service, encounter)
    token = house.authority.issue(encounter, gm, "GM", epoch=epochs.get(gm, 0)).token
    lines = [f"A fight to try: {address}/v1/encounters/{encounter}", f"  token of its GM ({gm}):\n    {token}"]
    if player is not None:
        token = house.authority.issue(encounter, player, "PLAYER", epoch=epochs.get(player, 0)).token
        lines.append(f"  token of a player ({player}):\n    {token}")
    return lines
