"""The greeting on the terminal: the address, the token that creates fights, and a fight to try."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import msgspec
from msgspec import Struct

from api.config import PREFIX, Settings
from api.hosting.demo import demo_fight, players_of
from api.hosting.wiring import ADMIN
from api.operations.session import Services
from engine.kernel.structs.errors import SkaldError
from engine.kernel.structs.ids import Role

HOST = "home"
"""The host whose link a person at this machine gets. It may do less than the operator."""
DEMO_TOKENS = "demo-tokens"
"""The file in the data folder for links to seats of the demo fight, if no terminal shows them."""


def reachable(host: str, port: int) -> str:
    """The address for a browser on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Demo(Struct, frozen=True):
    """The greeting's part on the demo fight. links: each plays one of its seats, by a description of who that is.

    host: the link to run fights of one's own.
    """

    lines: list[str] = []
    links: dict[str, str] = {}
    host: str = ""


def greet(settings: Settings, address: str, demo: Demo) -> None:
    """Print the greeting. Links hold tokens and are only shown on a terminal: as output may be a log, else a file."""
    lines = [f"Skald listens on {address}   (GraphQL: {address}/graphql, REST: {address}/v1)", _admin(settings)]
    lines += demo.lines
    if demo.links and not sys.stdout.isatty():
        try:
            lines.append(f"  links to play it are in {_keep_links(settings.data, demo)}")
        except OSError as error:
            lines.append(f"  links to play it could not be written ({error}): `skald token` makes tokens")
    else:
        lines += [f"  play it as {whom}:\n    {link}" for whom, link in demo.links.items()]
        lines += [f"Run fights of your own:\n    {demo.host}"] if demo.host else []
    print("\n" + "\n".join([*lines, "Ctrl-C ends it."]) + "\n", flush=True)


def _keep_links(folder: Path, demo: Demo) -> Path:
    """Write the links to a file that only its owner can read, replaced atomically; returns the file."""
    file = folder / DEMO_TOKENS
    handle, beside = tempfile.mkstemp(dir=folder, prefix=f"{DEMO_TOKENS}.")  # of mode 0600
    with os.fdopen(handle, "w", encoding="utf-8") as made:
        made.writelines(f"as {whom}: {link}\n" for whom, link in demo.links.items())
        made.write(f"to run fights of your own: {demo.host}\n")
    os.replace(beside, file)
    return file


def _admin(settings: Settings) -> str:
    if settings.admin_token:
        return f"The admin token, to create fights, is the value of {PREFIX}ADMIN_TOKEN"
    return f"The admin token, to create fights, is in {settings.data / ADMIN}"


async def opened_demo(services: Services, address: str) -> Demo:
    """The demo fight and links to its seats. Errors here do not stop the service: it also serves without a demo."""
    try:
        return await _demo(services, address)
    except (SkaldError, OSError, msgspec.MsgspecError) as error:
        return Demo([f"There is no demo fight: {error}"])


async def _demo(services: Services, address: str) -> Demo:
    encounter = await demo_fight(services.service, services.settings.data)
    epochs = await services.service.epochs(encounter)
    gm, player = await players_of(services.service, encounter)

    def link(seat: str, role: Role) -> str:
        token = services.authority.issue(encounter, seat, role, epoch=epochs.get(seat, 0)).token
        return f"{address}/play#token={token}"  # browsers send no server what is behind the #

    links = {f"its GM ({gm})": link(gm, "GM")}
    if player is not None:
        links[f"a player ({player})"] = link(player, "PLAYER")
    fight = f"A fight to try: {address}/v1/encounters/{encounter}"
    host = services.authority.issue_host(HOST, epoch=await services.service.hosts.keep(HOST)).token
    return Demo([fight, f"  in GraphiQL: {address}/graphql#fight={encounter}"], links, f"{address}/host#token={host}")
