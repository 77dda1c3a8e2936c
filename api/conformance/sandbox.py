"""The sandbox: a real server on a data folder of its own, with the stage before it, and fights for a client."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette

from api.config import Settings
from api.conformance.report import Line, Report
from api.conformance.scenarios import SCENARIOS, SEAT, Failed, Fight, Helpers, Scenario
from api.conformance.stage import Stage
from api.conformance.table import GM, Over, Table
from api.hosting.app import create_app
from api.hosting.server import Server, server_config
from api.hosting.store_access import copy_data
from api.pages.site import Folders
from engine.kernel.structs.errors import SkaldError

ATTEMPTS = 3
"""How often a new fight is made in which nothing could be tried."""
GRACE = 3.0
"""Seconds that a client's program has to end by itself."""
FIRST_SIGN = 60.0
"""Seconds that a client's program has to begin."""

Say = Callable[[str], None]


class Sandbox:
    """A server for one trial. folder: of its data. app: may be given again by who runs several trials in a process.

    folders: of its pages' files, where they are not in their usual place.
    """

    def __init__(
        self, folder: Path, *, host: str, port: int, app: Starlette | None = None, folders: Folders | None = None
    ) -> None:
        self._folder = folder
        self.settings = Settings(
            data=folder / "data",
            host=host,
            port=port,
            admin_token=secrets.token_urlsafe(24),
            origins=("*",),  # it holds nothing but the practice fights
            durability="relaxed",
            bot_pause=0,
        )
        self.stage = Stage()
        self.address = ""
        self._app = app or create_app(self.settings, folders=folders)
        self._running: AsyncExitStack | None = None
        self._copied = 0

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[None, None]:
        """Serve until the block ends."""
        listening = asyncio.Event()

        async def greet(host: str, port: int) -> None:
            self.address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
            listening.set()

        config = server_config(self.stage, self.settings, host=self.settings.host, port=self.settings.port)
        self.stage.server = server = Server(config, self._app, greet)
        await self._start()
        task = asyncio.create_task(server.serve())
        listened = asyncio.create_task(listening.wait())
        try:
            await asyncio.wait({task, listened}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                raise SkaldError(f"cannot listen on {self.settings.host}:{self.settings.port}: is it in use?")
            yield
        finally:
            listened.cancel()
            await self._stop()
            server.should_exit = True
            with suppress(asyncio.CancelledError):
                await task

    async def _start(self) -> None:
        self._running = AsyncExitStack()
        await self._running.enter_async_context(self._app.router.lifespan_context(self._app))
        self.stage.inner = self._app

    async def _stop(self) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        self._app.state.services.stopping.set()
        await self.stage.leave()
        await running.aclose()

    async def ensure(self) -> None:
        """Start the server if a trouble was broken off while it was away."""
        if self.stage.inner is None:
            await self._stop()
            await self._start()

    # -- what troubles need
    async def restart(self, seconds: float) -> None:
        """Stop the server, and start it again after so many seconds."""
        await self._stop()
        await asyncio.sleep(seconds)
        await self._start()

    async def copy(self) -> None:
        """Keep the data as it is now, while the server runs."""
        self._copied += 1
        await asyncio.to_thread(copy_data, self.settings.data, self._folder / f"copy-{self._copied}")

    async def restore(self) -> None:
        """Stop the server, put the data back that was kept, and start it again."""
        await self._stop()
        await asyncio.to_thread(shutil.rmtree, self.settings.data)
        await asyncio.to_thread(shutil.copytree, self._folder / f"copy-{self._copied}", self.settings.data)
        await self._start()

    # -- fights
    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request of the operator."""
        return await self.stage.ask(method, path, self.settings.admin_token or "", body)

    async def table(self, kind: Fight, patience: float) -> Table:
        """A new fight for the client."""
        made = await self.ask("POST", "/v1/encounters", _setup("duel" if kind == "duel" else "yard"))
        table = self._seated(made, patience)
        key = (await table.now())["system"]
        await table.order({key: {"begin": {}}})
        if kind != "fork":
            return table
        for _ in range(3):
            version = await table.note()
        fork = await table.ask("POST", "/fork", {"at": version})
        return self._seated(fork, patience)

    def _seated(self, made: Any, patience: float) -> Table:
        tokens = {item["seat"]: item["token"] for item in made["tokens"]}
        return Table(self.stage, made["encounter"]["id"], tokens, patience)


def _setup(name: str) -> Any:
    return msgspec.json.decode(files(__package__).joinpath("fights", f"{name}.json").read_bytes())


class Trial:
    """A client, tried. command: its program with arguments, in which `{url}`, `{token}`, `{invitation}`, `{link}` and
    `{fight}` are filled in; empty: somebody starts it. patience: seconds for each thing. say: for what is going on.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        wanted: Sequence[Scenario],
        *,
        command: Sequence[str] = (),
        patience: float,
        say: Say,
        name: str = "",
    ) -> None:
        self._sandbox, self._wanted, self._command = sandbox, list(wanted), list(command)
        self._patience, self._say = patience, say
        self.report = Report(name or (Path(self._command[0]).name if self._command else "the client"))
        sandbox.stage.pages["/try/report"] = lambda: ("application/json", self.report.json())
        sandbox.stage.pages["/try"] = lambda: ("text/plain; charset=utf-8", (self.report.text() + "\n").encode())

    async def run(self) -> Report:
        """Play everything that is wanted."""
        left = list(self._wanted)
        for kind in ("yard", "fork", "duel"):
            idle = 0
            while (mine := [scenario for scenario in left if scenario.fight == kind]) and idle < ATTEMPTS:
                done = await self._fight(kind, mine)
                idle = 0 if done else idle + 1
                left = [scenario for scenario in left if scenario not in done]
        for scenario in left:
            self._add(scenario, "NOT_TRIED", "the fights ended too soon", 0)
        order = [scenario.key for scenario in self._wanted]
        self.report.lines.sort(key=lambda line: order.index(line.scenario))
        self.report.now = ""
        return self.report

    def _add(self, scenario: Scenario, verdict: Any, saw: str, seconds: float) -> None:
        line = Line(scenario.key, verdict, scenario.what, saw, round(seconds, 1))
        self.report.lines.append(line)
        self._say(Report("", [line], now=" ").text().splitlines()[0])

    async def _fight(self, kind: Fight, wanted: Sequence[Scenario]) -> list[Scenario]:
        """What was tried in one fight: until it ends, or the client's program does."""
        await self._sandbox.ensure()
        stage, done = self._sandbox.stage, []  # type: Stage, list[Scenario]
        table = await self._sandbox.table(kind, self._patience)
        stage.fight, stage.streamed = table.fight, 0
        stage.journal.clear()
        table.hold = kind == "duel"
        helpers = Helpers(self._sandbox.copy, self._sandbox.restart, self._sandbox.restore, self._revoking(table))
        async with table.tended():
            self.report.now = "the client is waited for"
            process = await self._started(table)
            try:
                waiting = table.until(
                    lambda: any(
                        question.kind in ("look", "watch") and question.code == "" for question in stage.journal
                    ),
                    "the client did not come",
                    max(FIRST_SIGN, self._patience) if self._command else 24 * 3600,
                )
                await self._beside(table, waiting, process)
                for scenario in wanted:
                    self.report.now = f"{scenario.key}: {scenario.what}"
                    if not self._command:
                        self._say(f"  ...        {self.report.now}; {'hold still' if scenario.still else 'play on'}")
                    began = time.monotonic()
                    try:
                        saw = await self._beside(
                            table, scenario.play(table, helpers), process if scenario.key != "revoked" else None
                        )
                    except Failed as error:
                        self._add(scenario, "FAILED", str(error), time.monotonic() - began)
                    else:
                        self._add(scenario, "MASTERED", saw, time.monotonic() - began)
                    done.append(scenario)
                    if process is not None and process.returncode is not None:
                        break
            except Failed as error:  # it did not even come
                for scenario in wanted:
                    self._add(scenario, "FAILED", str(error), 0)
                return list(wanted)
            except Over:
                self._say("             the fight has ended: the rest is tried in a new one")
            finally:
                await _ended(process)
                table.hold = False
        return done

    def _revoking(self, table: Table) -> Callable[[], Any]:
        async def revoke() -> None:
            await table.ask("DELETE", f"/tokens/{SEAT}")

        return revoke

    async def _started(self, table: Table) -> asyncio.subprocess.Process | None:
        """The client's program; None where somebody else starts it, who is told of the fight."""
        invited = (await table.ask("POST", "/invitations", {"seat": SEAT}))["code"]
        url = self._sandbox.address
        given = {
            "url": url,
            "token": table.tokens[SEAT],
            "invitation": invited,
            "link": f"{url}/play#invitation={invited}",
            "fight": table.fight,
        }
        if not self._command:
            lines = (f"  {name:10} {value}" for name, value in given.items())
            self._say("\n".join(["Let your client play this seat, whenever it is its turn:", *lines]))
            return None
        words = [_filled(word, given) for word in self._command]
        around = {**os.environ, **{f"TRY_{name.upper()}": value for name, value in given.items()}}
        try:
            return await asyncio.create_subprocess_exec(*words, env=around, stdout=sys.stderr, stderr=sys.stderr)
        except OSError as error:
            raise SkaldError(f"{words[0]} cannot be started: {error}") from error

    async def _beside(self, table: Table, work: Any, process: asyncio.subprocess.Process | None) -> Any:
        """The result of work; Failed if the client's program ends meanwhile, unless the fight has."""
        task = asyncio.ensure_future(work)
        if process is None:
            return await task
        ending = asyncio.create_task(process.wait())
        try:
            await asyncio.wait({task, ending}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                await table.require_running()
                raise Failed(f"the client's program ended with the exit code {process.returncode}")
            return task.result()
        finally:
            for item in (task, ending):
                item.cancel()
            await asyncio.gather(task, ending, return_exceptions=True)


def _filled(word: str, given: dict[str, str]) -> str:
    for name, value in given.items():
        word = word.replace("{" + name + "}", value)
    return word


async def _ended(process: asyncio.subprocess.Process | None) -> None:
    """End the client's program: in order, if it will."""
    if process is None or process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.terminate()
        try:
            async with asyncio.timeout(GRACE):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def scenarios(keys: Sequence[str] = ()) -> list[Scenario]:
    """Those with these keys, or all. KeyError for one that there is not."""
    known = {scenario.key: scenario for scenario in SCENARIOS}
    return [known[key] for key in keys] if keys else list(SCENARIOS)


__all__ = ["GM", "Report", "Sandbox", "Trial", "scenarios"]
