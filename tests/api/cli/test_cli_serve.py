"""`skald serve`: what it says, and that ending and starting it again changes nothing."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.store.server import find
from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import Tab
from tests.support.processes.terminal import ROOT, Serving, environment, serving, skald


def get(running: Serving, path: str, token: str) -> Any:
    answer = httpx.get(f"{running.address}{path}", headers={"authorization": f"Bearer {token}"}, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_it_says_what_a_person_needs_to_begin(tmp_path: Path) -> None:
    """Address, where the admin token is, and a fight with the tokens of two of its seats."""
    with serving(tmp_path, anew=True) as running:
        fight = get(running, f"/v1/encounters/{running.demo}", running.gm)
        assert fight["status"] == "RUNNING"
        assert fight["round"] == 1
        assert fight["acting"]
        seats = [get(running, "/v1/viewer", token)["seat"] for token in (running.gm, running.player)]
        assert seats == ["gm", "ana"]
        admin = Path(tmp_path, running.found(r"admin token, to create fights, is in (\S+)")).read_text().strip()
        assert get(running, "/v1/viewer", admin)["admin"]
        assert admin not in running.said


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_is_no_terminal_gets_no_token(tmp_path: Path, workers: str) -> None:
    """A log is read by many: the demo's tokens are in a file of the data folder, which its owner alone can read."""
    with serving(tmp_path, "--workers", workers) as running:
        file = tmp_path / running.found(r"links to play it are in (\S+)")
        assert file == tmp_path / "data" / "demo-tokens"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert len(file.read_text().splitlines()) == 3
        host = re.findall(r"to run fights of your own: \S+/host#token=(\S+)", file.read_text())
        assert get(running, "/v1/viewer", *host)["host"] == "home"
        assert get(running, "/v1/viewer", running.gm)["seat"] == "gm"
        assert not re.search(r"eyJ[\w-]+\.", running.said)
    assert [path.name for path in file.parent.iterdir() if path.name.startswith(file.name)] == [file.name]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_terminal_is_told_links_with_the_tokens(tmp_path: Path, workers: str) -> None:
    """A person at a screen opens them; no file has them."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "api.cli", "serve", "--port", "0", "--workers", workers]
    process = subprocess.Popen(command, cwd=tmp_path, env=environment(), stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    said = ""
    try:
        while "Ctrl-C ends it." not in said and select.select([master], [], [], PATIENCE)[0]:
            said += os.read(master, 65536).decode(errors="replace")
    finally:
        process.terminate()
        while select.select([master], [], [], PATIENCE)[0]:  # or it could not say what it does last
            try:
                os.read(master, 65536)
            except OSError:
                break
        process.wait(PATIENCE)
        os.close(master)
    link = re.escape(re.findall(r"Skald listens on (\S+)", said)[0]) + r"/play#token=eyJ\S+"
    assert re.search(rf"Run fights of your own:\s+{link.replace('/play', '/host')}", said), said
    assert re.search(rf"play it as its GM \(gm\):\s+{link}\s+play it as a player \(ana\):\s+{link}", said), said
    assert not (tmp_path / "data" / "demo-tokens").exists()


def test_a_link_of_the_greeting_plays_the_demo(tmp_path: Path, page: Tab) -> None:
    """One click: the board and the seat's offers, and the token is gone from the address. The start page says so."""
    with serving(tmp_path) as running:
        page.open(f"{running.address}/")
        assert "demo-tokens" in page.text(".demo")
        file = tmp_path / running.found(r"links to play it are in (\S+)")
        (link, *_) = re.findall(r"http\S+", file.read_text())
        page.call("Page.navigate", url=link)
        page.until("document.body.innerText.includes('Demo: the bridge') && document.querySelector('svg')")
        assert page.js("location.href.includes(sessionStorage.getItem('skald-token'))") is False
        assert not any(running.gm in address for address in page.asked)
        assert [address for address in page.asked if not address.startswith((running.address, "data:", "about:"))] == []


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_started_again_it_has_every_fight_as_it_was(tmp_path: Path, sign: signal.Signals) -> None:
    """Ended in order or killed: the same demo fight, the same state, and the same tokens."""
    first = Serving(tmp_path, anew=True)
    demo, gm = first.demo, first.gm
    order = {"command": {"gm": {"correct": {"path": "combatants.cloud.vitals.hp.now", "value": 7}}}}
    answer = httpx.post(
        f"{first.address}/v1/encounters/{demo}/commands", json=order, headers={"authorization": f"Bearer {gm}"}
    )
    assert answer.status_code == 200, answer.text
    before = get(first, f"/v1/encounters/{demo}", gm)
    assert first.end(sign) == (-signal.SIGKILL if sign is signal.SIGKILL else 0)
    with serving(tmp_path) as again:
        assert again.demo == demo
        assert get(again, f"/v1/encounters/{demo}", gm) == before
        assert get(again, "/v1/viewer", again.gm)["seat"] == "gm"


def test_commands_work_beside_a_running_server(tmp_path: Path) -> None:
    """On its own server: no second one is started, and none is ended."""
    with serving(tmp_path) as running:
        demo = running.demo
        assert skald("export", demo, "-o", "demo.ndjson", folder=tmp_path).returncode == 0
        assert skald("verify", "demo.ndjson", folder=tmp_path).returncode == 4
        assert ": Begin the fight" in skald("replay", demo, folder=tmp_path).stdout
        token = skald("token", demo, "ben", folder=tmp_path).stdout.strip()
        assert get(running, "/v1/viewer", token)["seat"] == "ben"
        fork = skald("import", "demo.ndjson", folder=tmp_path).stdout.splitlines()[0]
        issued = skald("token", fork, "gm", folder=tmp_path).stdout.strip()
        assert get(running, f"/v1/encounters/{fork}", issued)["name"] == "Demo: the bridge"
        assert get(running, f"/v1/encounters/{demo}", running.gm)["version"] > 1
    again = skald("export", demo, folder=tmp_path)
    assert again.stdout.encode() == (tmp_path / "demo.ndjson").read_bytes()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_folder_or_a_port_in_use_is_refused_in_one_sentence(tmp_path: Path, workers: str) -> None:
    with serving(tmp_path, "--no-demo") as running:
        assert "A fight to try" not in running.said
        ran = skald("serve", "--port", "0", "--workers", workers, folder=tmp_path)
        assert ran.returncode == 1
        assert "in use by another Skald" in ran.stderr.splitlines()[-1]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ran = skald("serve", "--port", port, "--data", "other", "--workers", workers, folder=tmp_path)
        assert ran.returncode == 1
        assert ran.stderr.splitlines()[-1] == f"skald: cannot listen on 127.0.0.1:{port}: is it in use?"


def test_several_workers_say_once_what_a_person_needs(tmp_path: Path) -> None:
    """As one process does; and every one of them knows the demo fight, and issues tokens that the others take."""
    with serving(tmp_path, "--workers", "2") as running:
        for what in (
            "Skald listens on",
            "A fight to try",
            "links to play it are in",
            "Ctrl-C ends it.",
            f"started {find()} on",
        ):
            assert running.said.count(what) == 1, what
        for _ in range(12):  # each on a connection of its own
            assert get(running, f"/v1/encounters/{running.demo}", running.gm)["round"] == 1
        lines = [json.loads(line) for line in running.said.splitlines() if line.startswith("{")]
        assert {line["worker"] for line in lines if line.get("path", "").startswith("/v1/")} == {1, 2}
        demo, gm = running.demo, running.gm
        assert skald("replay", demo, folder=tmp_path).returncode == 0
    with serving(tmp_path) as alone:
        assert alone.demo == demo
        assert get(alone, "/v1/viewer", gm)["seat"] == "gm"


BROKEN = {
    "a key": {"SKALD_SIGNING_KEY": "bent"},
    "a server": {"SKALD_REDIS_URL": "redis://127.0.0.1:1"},
    "rules": {},
}


@pytest.mark.parametrize("what", BROKEN)
def test_workers_that_cannot_start_are_told_of_once(tmp_path: Path, what: str) -> None:
    """Whether the supervisor finds out, or every worker does: one sentence, and an exit code."""
    broken = tmp_path / "broken-1.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    if what == "rules":
        (broken / "entry_points.txt").write_text("[skald.systems]\nbroken = nowhere:system\n")
    around = {**BROKEN[what], "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    ran = skald("serve", "--port", "0", "--workers", "3", folder=tmp_path, anew=True, **around)
    assert ran.returncode in (1, 2)
    reason = ran.stderr.splitlines()[-1]
    assert {"a key": "SKALD_SIGNING_KEY cannot be used", "a server": "127.0.0.1:1", "rules": "'broken'"}[what] in reason
    assert (ran.stdout + ran.stderr).count(reason.removeprefix("skald: ")) == 1
    assert "Traceback" not in ran.stdout + ran.stderr


@pytest.mark.parametrize("count", ["0", "-1", "257", "two"])
def test_a_number_of_workers_that_cannot_be_is_refused(tmp_path: Path, count: str) -> None:
    """As a flag, and as a variable."""
    assert skald("serve", f"--workers={count}", folder=tmp_path).returncode == 2
    assert skald("serve", folder=tmp_path, SKALD_WORKERS=count).returncode == 2


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_that_loses_fights_is_refused_in_one_sentence(tmp_path: Path, redis_url: str, workers: str) -> None:
    """The tests' own server does not wait for the disk."""
    ran = skald("serve", "--port", "0", "--workers", workers, folder=tmp_path, SKALD_REDIS_URL=redis_url)
    assert ran.returncode == 1
    assert "appendfsync" in ran.stderr.splitlines()[-1]
    with serving(tmp_path, SKALD_REDIS_URL=redis_url, SKALD_DURABILITY="relaxed") as running:
        assert get(running, f"/v1/encounters/{running.demo}", running.gm)["round"] == 1
