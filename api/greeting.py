"""What a person needs to begin, on the terminal: where it listens, whose token creates fights, and a fight to try."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from api.config import PREFIX, Settings
from api.demo import demo_fight, players_of
from api.session import House
from api.wiring import ADMIN
from engine.kernel.errors import SkaldError


def reachable(host: str, port: int) -> str:
    """The address for a browser on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def greet(settings: Settings, address: str, demo: Sequence[str]) -> None:
    """Say it. demo: lines about the demo fight."""
    lines = [f"Skald listens on {address}   (GraphQL: {address}/graphql, REST: {address}/v1)", _admin(settings), *demo]
    print("\n" + "\n".join([*lines, "Ctrl-C ends it."]) + "\n", flush=True)


def _admin(settings: Settings) -> str:
    if settings.admin_token:
        return f"The admin token, to create fights, is the value of {PREFIX}ADMIN_TOKEN"
    return f"The admin token, to create fights, is in {settings.data / ADMIN}"


async def demo_lines(house: House, address: str) -> list[str]:
    """The demo fight and tokens of its seats. Nothing here ends the service: without a demo it serves all the same."""
    try:
        return await _demo(house, address)
    except (SkaldError, OSError, msgspec.MsgspecError) as error:
        return [f"There is no demo fight: {error}"]


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
