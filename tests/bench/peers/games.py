"""Third-party games on Node, played at random: Pokemon Showdown and boardgame.io, fetched by npm once."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.bench.plan import Plan
from tests.bench.rounds import Sample
from tests.conformance.once import once

HERE = Path(__file__).resolve().parent / "npm"
SCRIPTS = {"Pokemon Showdown, generation 1": "showdown.mjs", "boardgame.io, tic-tac-toe": "boardgame.mjs"}
INSTALL = ("install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")


class Played(Struct):
    """The output of a script. moves: decisions of both players. seconds: of processor time, its helper threads' too."""

    moves: int
    games: int
    seconds: float


class Game:
    """One of the scripts. games: played in each round."""

    def __init__(self, node: str, script: str, games: int) -> None:
        self._node, self._script, self._games = node, script, games

    async def moves(self) -> Sample:
        """Moves per second of processor time; the start of Node is not counted."""
        process = await asyncio.create_subprocess_exec(
            self._node, HERE / self._script, str(self._games), stdout=asyncio.subprocess.PIPE
        )
        told, _ = await process.communicate()
        assert process.returncode == 0, f"{self._script} failed"
        played = msgspec.json.decode(told, type=Played)
        assert played.games == self._games
        return Sample(played.moves / played.seconds)


class NotThere(Exception):
    """Why npm could not fetch the packages."""


async def games(plan: Plan) -> dict[str, Game]:
    """Both of them; none if Node or npm is missing, or npm cannot fetch them."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not plan.node or node is None or npm is None:
        plan.say("peers that need Node are left out" + ("" if plan.node else ", as asked"))
        return {}

    def install() -> None:
        done = subprocess.run([npm, *INSTALL], cwd=HERE, capture_output=True, text=True, timeout=600)
        if done.returncode:
            raise NotThere(" ".join(done.stderr.split())[:300])

    try:
        await asyncio.to_thread(once, HERE / "node_modules", (HERE / "package.json").read_text(), install)
    except (NotThere, OSError, subprocess.SubprocessError) as error:
        plan.say(f"peers that need Node are left out: npm cannot fetch them: {error}")
        return {}
    counts = {"showdown.mjs": plan.pick(1, 10, 30), "boardgame.mjs": plan.pick(1, 200, 1000)}
    return {name: Game(node, script, counts[script]) for name, script in SCRIPTS.items()}
