"""`skald bridge`."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import re
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

from api.bridge.bridge import Bridge, Player
from api.bridge.chat import LOCALES, Words
from api.bridge.room import Room
from api.bridge.skald import Refusal, Seat, Unusable
from api.cli.outcome import OK, CommandFailed, Misread
from api.config import Settings

LONGEST_SECRET = 10_000
"""Bytes of a file with a token or a password."""


def bridge(given: argparse.Namespace, settings: Settings) -> int:
    """Keep a PlanarAlly room and a fight together until the fight ends."""
    if given.locale not in LOCALES:
        raise Misread(f"--locale is one of {', '.join(LOCALES)}")
    if not (found := re.fullmatch(r"(-?\d{1,6}),(-?\d{1,6})", given.origin)):
        raise Misread("--origin is a square of the map, such as 4,2")
    token = _secret(given.token_file, "SKALD_TOKEN", "--token-file")
    password = _secret(given.password_file, "SKALD_PLANARALLY_PASSWORD", "--password-file")
    tokens = [(user, _read(Path(file))) for user, file in (_pair(item) for item in given.play)]
    if find_spec("socketio") is None:
        raise CommandFailed(
            "the bridge needs one package more: install Skald with its extra planarally, or pip install "
            "'python-socketio[asyncio-client]'"
        )
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)

    async def keep() -> None:
        eyes = Seat(given.skald, token, locale=given.locale)
        players = [Player(Seat(given.skald, played, locale=given.locale), user) for user, played in tokens]
        await eyes.open()
        if eyes.role == "PLAYER" and token not in [played for _, played in tokens]:
            players.append(Player(eyes))
        after, kept = _state(given.state, eyes.fight)
        room = Room(given.url, unquote(given.room), given.user, password)
        words = Words(given.locale)
        origin = (int(found[1]), int(found[2]))
        await Bridge(room, eyes, players, words=words, origin=origin, after=after, kept=kept, aloud=given.aloud).run()

    try:
        asyncio.run(keep())
    except (Unusable, Refusal) as refused:
        raise CommandFailed(str(refused)) from refused
    return OK


def _pair(text: str) -> tuple[str, str]:
    user, equals, file = text.partition("=")
    if not equals or not user or not file:
        raise Misread("--play is a user of PlanarAlly, = and the file with the token of the seat")
    return user, file


def _secret(file: Path | None, variable: str, option: str) -> str:
    """A secret from a file, else from the environment. It never stands on the command line, which others can read."""
    if file is not None:
        return _read(file)
    if text := os.environ.get(variable, "").strip():
        return text
    raise Misread(f"give {option} FILE, or set {variable}")


def _read(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            text = opened.read(LONGEST_SECRET).decode().strip()
    except (OSError, UnicodeDecodeError) as error:
        # Never the argument itself: it may be the secret, written where its file belongs.
        raise Misread(
            "a file with a secret cannot be read: the secret itself has no place on a command line"
        ) from error
    if not text:
        raise Misread(f"{file} is empty")
    if stat.S_IMODE(mode) & 0o077:
        print(f"skald: others can read {file}: chmod 600 it", file=sys.stderr)
    return text


def _state(file: Path | None, fight: str) -> tuple[int | None, Callable[[int], None]]:
    """The version up to which a fight was told before, and what keeps the next ones."""
    if file is None:
        return None, lambda version: None
    after: int | None = None
    with suppress(FileNotFoundError, ValueError, KeyError, TypeError):
        kept = json.loads(file.read_text(encoding="utf-8"))
        after = int(kept["version"]) if kept["fight"] == fight else None

    def keep(version: int) -> None:
        beside = file.with_name(file.name + ".new")
        beside.write_text(json.dumps({"fight": fight, "version": version}) + "\n", encoding="utf-8")
        beside.replace(file)

    return after, keep
