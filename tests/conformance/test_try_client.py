"""The conformance kit for clients, tried at clients that cope, and at others that do not."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from api.conformance.sandbox import scenarios
from api.conformance.scenarios import SCENARIOS
from api.conformance.stage import Stage
from api.conformance.table import GM, Table
from api.pages.assets import OWN
from tests.conformance.node import HERE, MODULES, Node
from tests.support.amounts import PATIENCE, groups, long_form
from tests.support.browsers.browser import Tab
from tests.support.browsers.hands import Person
from tests.support.browsers.pages import hosted
from tests.support.processes.forked import Forked
from tests.support.processes.terminal import ROOT, environment, skald

EXAMPLES = ROOT / "schemas" / "examples"
LIBRARY = (OWN / "client" / "index.js").as_uri()
WHOLE = 480.0
"""Seconds for a page to master everything."""


class Trial:
    """`skald try-client` in a process of its own, in a folder. around: of its environment."""

    def __init__(self, folder: Path, *words: str, only: str = "", patience: float = PATIENCE, **around: str) -> None:
        self._folder, self._out = folder, folder / "out.txt"
        self._out.write_bytes(b"")
        chosen = ["--only", only] if only else []
        given = ["try-client", "--json", "report.json", "--patience", str(patience), *chosen, *words]
        self.process = Forked(
            given, folder=folder, environment=environment(**around), stdout=self._out, stderr=folder / "err.txt"
        )

    @property
    def said(self) -> str:
        """Its output so far."""
        return self._out.read_text(encoding="utf-8")

    def report(self, patience: float = WHOLE) -> dict[str, Any]:
        """What it wrote when it was over. AssertionError if it is not in time."""
        try:
            code = self.process.wait(patience)
        finally:
            self.process.send_signal(signal.SIGKILL)
        told: dict[str, Any] = json.loads((self._folder / "report.json").read_text(encoding="utf-8"))
        assert code == (0 if told["mastered"] else 1), self.said
        return told


def tried(folder: Path, *command: str, only: str = "", patience: float = PATIENCE, **around: str) -> dict[str, Any]:
    """The report on a client's program."""
    report = Trial(folder, "--", *command, only=only, patience=patience, **around).report()
    assert [line["scenario"] for line in report["lines"]] == [
        one.key for one in scenarios(only.split(",") if only else ())
    ]
    return report


def failed(report: dict[str, Any]) -> dict[str, str]:
    """What was not mastered, and what was seen of it."""
    return {line["scenario"]: line["saw"] for line in report["lines"] if line["verdict"] != "MASTERED"}


def test_the_library_masters_everything(node: Node, tmp_path: Path) -> None:
    """A player who is made of nothing else."""
    report = tried(tmp_path, "node", str(HERE / "clients" / "library.mjs"), GIVEN=json.dumps({"library": LIBRARY}))
    assert failed(report) == {}
    saw = {line["scenario"]: line["saw"] for line in report["lines"]}
    assert "same key" in saw["lost-answer"]
    assert "same key" in saw["half-answer"]
    assert "after the conflict" in saw["conflict"]
    assert "was told of Lanterned" in saw["new-event"]
    assert "named a version that was gone" in saw["ahead"]
    assert "of every step twice" in saw["repeated"]


def test_the_example_in_python_masters_everything(tmp_path: Path) -> None:
    """Over REST, by long polls, with nothing but Python."""
    report = tried(tmp_path, sys.executable, str(EXAMPLES / "generic.py"), "{url}", "{token}")
    assert failed(report) == {}
    assert any("of every step twice" in line["saw"] for line in report["lines"])


@long_form
def test_the_example_in_javascript_masters_everything(node: Node, tmp_path: Path) -> None:
    """Over GraphQL, with graphql-ws."""
    (tmp_path / "node_modules").symlink_to(MODULES.resolve())
    client = tmp_path / "generic.mjs"
    client.write_text((EXAMPLES / "generic.mjs").read_text(encoding="utf-8"), encoding="utf-8")
    assert failed(tried(tmp_path, "node", str(client), "{url}", "{token}")) == {}


@pytest.mark.sampled(groups(5))
@pytest.mark.parametrize(
    ("how", "only", "said"),
    [
        ("another-key", "lost-answer", "another idempotency key"),
        ("no-key", "half-answer", "without an idempotency key"),
        ("hasty", "rate-limit", "came after 0."),
        ("hasty", "server-away", "wait longer each time"),
        ("stubborn", "conflict", "again, without looking"),
        ("gives-up", "lost-answer", "ended with the exit code 3"),
        ("hasty", "revoked", "it still asked"),
        ("insistent", "sealed", "it answered again"),
        ("eager", "repeated", "ordered the same thing twice"),
        ("strict", "new-event", "ended with the exit code 1"),
        ("blind", "revert", "it did not look again"),
        ("blind", "ahead", "did not look at it anew"),
        ("onward", "ahead", "times for what comes after a version that the fight does not have"),
        ("elsewhere", "fork", "it watched the fork after 400"),
    ],
)
def test_a_wrong_client_fails(node: Node, tmp_path: Path, how: str, only: str, said: str) -> None:
    """And it is said in which way."""
    patience = 4 if how == "blind" else 8  # it never does what is waited for
    command = ("node", str(HERE / "clients" / "wrong.mjs"))
    report = tried(tmp_path, *command, only=only, patience=patience, HOW=how, AFTER="400")
    assert not report["mastered"]
    assert said in failed(report)[only]


def test_a_client_that_never_comes_back_fails(tmp_path: Path) -> None:
    """It plays until its connection breaks, and then waits for ever."""
    text = (EXAMPLES / "generic.py").read_text(encoding="utf-8")
    before = "        except (OSError, HTTPException) as error:\n"
    assert before in text
    client = tmp_path / "client.py"
    client.write_text(text.replace(before, f"{before}            time.sleep(3600)\n"), encoding="utf-8")
    report = tried(tmp_path, sys.executable, str(client), "{url}", "{token}", only="lost-socket", patience=4)
    assert "did not come back" in failed(report)["lost-socket"]


class Clicker:
    """Somebody before the example page, who ends his turns and takes the first answer."""

    def __init__(self, page: Tab) -> None:
        self._page = page

    def step(self) -> str:
        """Press a button, if there is one."""
        return str(
            self._page.js("""(() => {
                const buttons = [...document.querySelectorAll('#offers form > button')];
                const usual = buttons.find(({ textContent }) => /ends the turn|Nobody$/.test(textContent));
                const away = document.querySelector('#said').textContent.includes('away'), one = usual ?? buttons[0];
                if (!away) one?.click();
                return one?.textContent ?? '';
            })()""")
        )


def sit_at_the_page(page: Tab, given: dict[str, str]) -> Person:
    """Take the seat on /play, by the link."""
    page.call("Page.navigate", url="about:blank")
    page.call("Page.navigate", url=given["link"])
    page.until("document.querySelector('main.table')?.dataset.version")
    return Person(page, "Ana", "mouse", random.Random(3))


def sit_at_the_example(page: Tab, given: dict[str, str]) -> Clicker:
    """Take the seat on the example page, by the token."""
    page.open(f"{given['site']}/")
    for field in ("url", "token"):
        page.type(f"[name={field}]", given[field])
    page.click("#join button")
    page.until("document.querySelector('#name').textContent")
    return Clicker(page)


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("sit", [sit_at_the_page, sit_at_the_example])
def test_a_page_masters_everything(
    tmp_path: Path, page: Tab, sit: Callable[[Tab, dict[str, str]], Person | Clicker]
) -> None:
    """/play, and the example page, in Chromium, with somebody before them, who sits down at each new fight."""
    trial, heard, end = Trial(tmp_path), 0, time.monotonic() + WHOLE
    person: Person | Clicker | None = None
    with hosted(EXAMPLES / "page") as site:
        try:
            while trial.process.poll() is None and time.monotonic() < end:
                lines = trial.said.splitlines()
                for number, line in enumerate(lines[heard:], heard):
                    if line.endswith("hold still"):
                        person = None
                    if line.startswith("Let your client"):
                        given = dict(one.split() for one in lines[number + 1 : number + 6])
                        person = sit(page, {**given, "site": site})
                        told = httpx.get(f"{given['url']}/try/report").json()
                        assert not told["mastered"]
                        assert told["now"]
                heard = len(lines)
                if person is not None:
                    person.step()
                time.sleep(0.1)
        except BaseException:
            trial.process.send_signal(signal.SIGKILL)
            raise
    assert failed(trial.report(PATIENCE)) == {}


def test_the_command_lists_tries_and_judges(tmp_path: Path) -> None:
    """Exit codes, the list, the report as a file; what there is not is refused."""
    listed = skald("try-client", "--check", folder=tmp_path)
    assert listed.returncode == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()] == [one.key for one in SCENARIOS]
    assert skald("try-client", "--only", "luck", "--check", folder=tmp_path).returncode == 2
    command = (sys.executable, str(EXAMPLES / "generic.py"), "{url}", "{token}")
    done = skald("try-client", "--only", "lost-answer", "--json", "report.json", "--", *command, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 of 1 mastered" in done.stdout
    assert json.loads((tmp_path / "report.json").read_text())["mastered"] is True
    wrong = skald(
        "try-client", "--only", "lost-answer", "--", sys.executable, "-c", "raise SystemExit(4)", folder=tmp_path
    )
    assert wrong.returncode == 1
    assert "exit code 4" in wrong.stdout


async def test_the_other_side_stops_though_a_server_swallows_what_cancels_it() -> None:
    """As one does on old Pythons that is just connecting to its store: no trial waits for ever between two fights."""
    asked, calls = asyncio.Event(), 0

    async def busy(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal calls
        calls += 1
        assert calls < 5, "it plays on"
        if not asked.is_set():
            asked.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
        await send({"type": "http.response.start", "status": 503, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    stage = Stage()
    stage.inner = busy
    async with Table(stage, "fight", {GM: "token"}, 1).tended():
        await asked.wait()
    assert calls == 1
