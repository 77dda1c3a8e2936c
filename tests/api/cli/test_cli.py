"""The command line as people call it: a process of its own, real files, exit codes.

Of each command one is run by an interpreter of its own (`anew`); the others need not load everything again.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.service.proof.export import export_lines
from engine.store.port import Entry
from tests.support.amounts import PATIENCE
from tests.support.fights.played import BOOK, forged, played, service, stream, versions_of
from tests.support.processes.terminal import ROOT, skald
from tests.support.secrecy.replays import data_of


def write(path: Path, entries: list[Entry], seat: str | None = None) -> Path:
    path.write_bytes(b"".join(export_lines(entries, BOOK, seat)))
    return path


@pytest.fixture(scope="module")
def fight() -> list[Entry]:
    """A seeded fight that has ended."""
    return stream(seed=3)


@pytest.fixture(scope="module")
def file(fight: list[Entry], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("file") / "fight.ndjson", fight)


# -- help
COMMANDS = (
    "serve",
    "token",
    "host",
    "replay",
    "export",
    "import",
    "verify",
    "certify",
    "diff-rules",
    "odds",
    "new-game",
    "check-game",
    "systems",
    "schema",
)


def test_help_names_every_command(tmp_path: Path) -> None:
    ran = skald("--help", folder=tmp_path, anew=True)
    assert ran.returncode == 0
    for command in COMMANDS:
        assert re.search(rf"^ +{command}(?: |$)", ran.stdout, re.M), command
        assert skald(command, "--help", folder=tmp_path).returncode == 0
    assert not list(tmp_path.iterdir())


def test_help_loads_nothing_that_only_a_command_needs() -> None:
    script = "import sys; from api.cli import parser; parser(); print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    loaded = set(ran.stdout.split())
    assert "api.cli.outcome" in loaded
    libraries = {"strawberry", "graphql", "starlette", "uvicorn", "redis", "tqdm", "greenlet"}
    standard = {"asyncio", "importlib.metadata"}
    ours = {"api.cli.serving", "api.config", "api.drawing.drawing", "engine.kernel.authoring.rulebook"}
    assert not loaded & (libraries | standard | ours)


def test_a_wrong_call_is_explained(tmp_path: Path) -> None:
    for words in ([], ["dance"], ["verify"], ["serve", "--port", "no"]):
        ran = skald(*words, folder=tmp_path)
        assert ran.returncode == 2
        assert "usage: skald" in ran.stderr


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    ran = skald("systems", folder=tmp_path, SKALD_PORT="many")
    assert ran.returncode == 2
    assert "SKALD_PORT" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_settings_are_printed_without_secrets(tmp_path: Path) -> None:
    ran = skald("serve", "--print-config", "--port", "99", folder=tmp_path, SKALD_SECRET="hush" * 10)
    assert ran.returncode == 0
    assert "SKALD_PORT=99" in ran.stdout.splitlines()
    assert "SKALD_SECRET=(set)" in ran.stdout.splitlines()
    assert "hush" not in ran.stdout


def test_systems_are_listed(tmp_path: Path) -> None:
    listed = skald("systems", folder=tmp_path, anew=True).stdout
    for line in (r"^dozen_die +Dozen Die +rules \d+,", r"^fantasia +La Fantasia Final +rules \d+,"):
        assert re.search(line, listed, re.M)


# -- verify
def test_verify_proves_a_file(file: Path, fight: list[Entry]) -> None:
    ran = skald("verify", file, folder=file.parent, anew=True)
    assert (ran.returncode, ran.stderr) == (4, "")
    assert ran.stdout.splitlines()[-1] == "CONSISTENT: anybody could have made it"
    assert fight[-1].hash in ran.stdout


def test_verify_reads_the_standard_input(file: Path) -> None:
    assert skald("verify", "-", folder=file.parent, stdin=file.read_bytes(), anew=True).returncode == 4


def test_verify_names_the_first_broken_version(file: Path, fight: list[Entry], tmp_path: Path) -> None:
    version = versions_of(fight, "DiceRolled")[2]
    other = forged(fight, version, lambda event: event["data"]["faces"].reverse() or event["data"].update(why="luck"))
    ran = skald("verify", write(tmp_path / "forged.ndjson", other), folder=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.splitlines()[-1] == f"BROKEN at version {version}"
    lines = file.read_bytes().splitlines(keepends=True)
    (tmp_path / "short.ndjson").write_bytes(b"".join(lines[:-5]))
    ran = skald("verify", "short.ndjson", folder=tmp_path)
    assert ran.returncode == 1
    assert f"BROKEN at version {len(lines) - 5}" in ran.stdout


def test_verify_says_what_cannot_be_read(file: Path, tmp_path: Path) -> None:
    (tmp_path / "torn.ndjson").write_bytes(file.read_bytes()[:-40])
    (tmp_path / "empty").touch()
    for name, said in (("torn.ndjson", "line "), ("empty", "line 1: the file is empty"), ("nowhere", "No such file")):
        ran = skald("verify", name, folder=tmp_path)
        assert ran.returncode == 2
        assert said in ran.stderr
        assert "Traceback" not in ran.stderr


def test_verify_says_what_cannot_be_proven(fight: list[Entry], tmp_path: Path) -> None:
    for name, entries, seat, said, left in (
        ("ana", fight, "ana", "not provable", "replay"),
        ("running", stream(seed=3, ended=False), None, "not yet revealed", "dice"),
    ):
        ran = skald("verify", write(tmp_path / name, entries, seat), folder=tmp_path)
        assert ran.returncode == 4, ran
        assert said in ran.stdout
        assert ran.stdout.splitlines()[-1] == f"CONSISTENT: anybody could have made it; not computed again: {left}"


def test_verify_finds_another_byte_form(file: Path, tmp_path: Path) -> None:
    """Broken, at its line; and neither told nor brought back."""
    lines = file.read_bytes().splitlines(keepends=True)
    lines[6] = lines[6].replace(b'"version":6,', b'"version":9,"version":6,', 1)
    (tmp_path / "twice").write_bytes(b"".join(lines))
    ran = skald("verify", "twice", folder=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.splitlines()[-1].startswith("BROKEN at line 7: ")
    for words in (("replay", "twice"), ("import", "twice")):
        ran = skald(*words, folder=tmp_path)
        assert (ran.returncode, "line 7: " in ran.stderr) == (2, True)


def test_verify_says_it_to_programs(file: Path, fight: list[Entry], tmp_path: Path) -> None:
    """One line of JSON, whatever is found."""
    (tmp_path / "crlf").write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    for words, code, found in (
        ([file], 4, {"finding": "CONSISTENT", "version": len(fight), "key": None, "kept": None}),
        ([file, "--head", fight[9].hash], 5, {"finding": "KEPT", "kept": 10}),
        ([file, "--head", "0" * 64], 1, {"finding": "BROKEN", "version": len(fight) + 1}),
        (["crlf"], 1, {"finding": "BROKEN", "line": 1}),
    ):
        ran = skald("verify", "--json", *words, folder=tmp_path)
        told = json.loads(ran.stdout)
        assert ran.returncode == code
        assert told == told | found
        assert len(ran.stdout.splitlines()) == 1


# -- replay
def test_replay_tells_a_file_and_ends_with_the_state(file: Path) -> None:
    ran = skald("replay", file, folder=file.parent, anew=True)
    assert ran.returncode == 0
    assert re.search(r"^ +8  The GM: Begin the fight$", ran.stdout, re.M)
    assert re.search(r"^x +\d+  ", ran.stdout, re.M)
    assert re.search(r"^goblin +foes +gm +hp \d+/12 ", ran.stdout, re.M)
    spanish = skald("replay", file, "--locale", "es", folder=file.parent)
    assert "se mueve" in spanish.stdout


def test_replay_tells_an_act_a_line_where_headlines_are_asked_for(file: Path) -> None:
    """As its headline says it; those that were taken back are marked, and the state stands below."""
    whole = skald("replay", file, folder=file.parent).stdout
    ran = skald("replay", "--headlines", file, folder=file.parent)
    assert ran.returncode == 0
    told = re.findall(r"^([ x]) +(\d+)  (.+)$", ran.stdout, re.M)
    assert 0 < len(told) < len(re.findall(r"^[ x] +\d+  ", whole, re.M)) / 2
    assert (" ", "7", "The fight Bridge is being set up") in [(mark, version, text) for mark, version, text in told]
    assert any(mark == "x" for mark, _, _ in told)
    assert ran.stdout.partition("x: taken back")[2] == whole.partition("x: taken back")[2] != ""
    spanish = skald("replay", "--headlines", file, "--locale", "es", folder=file.parent)
    assert "se mueve" in spanish.stdout
    wrong = skald("replay", "--headlines", file, "-o", "fight.html", folder=file.parent)
    assert (wrong.returncode, "--headlines is for the text" in wrong.stderr) == (2, True)


def test_replay_ends_with_who_is_out_and_why(tmp_path: Path) -> None:
    async def make() -> list[Entry]:
        encounters = service()
        encounter = await played(encounters, dice="OPEN", seed=3, ended=False)
        for path, value in (("conditions", [{"kind": "dead", "key": "dead"}]), ("out", "defeated")):
            wish = {"path": f"combatants.goblin.{path}", "value": value}
            await encounters.submit(encounter, "gm", {"gm": {"correct": wish}})
        return (await encounters.entries(encounter))[1]

    ran = skald("replay", write(tmp_path / "fight.ndjson", asyncio.run(make())), folder=tmp_path)
    assert re.search(r"^goblin +foes +gm +hp 3/12 mp 0/0 +dead +.*defeated$", ran.stdout, re.M), ran


def test_replay_stops_at_a_version(file: Path) -> None:
    ran = skald("replay", file, "--at", "10", folder=file.parent)
    assert "decision 10 waits for gm: GroupInitiative" in ran.stdout
    assert not re.search(r"^ +11  ", ran.stdout, re.M)
    wrong = skald("replay", file, "--at", "9999", folder=file.parent)
    assert wrong.returncode == 1
    assert "from 1 to " in wrong.stderr


def test_replay_of_a_seats_file_tells_what_the_seat_saw(fight: list[Entry], tmp_path: Path) -> None:
    ran = skald("replay", write(tmp_path / "eve", fight, "eve"), folder=tmp_path)
    assert ran.returncode == 0
    assert "too little to make the state from" in ran.stdout


def test_replay_of_a_forged_file_fails_in_one_line(fight: list[Entry], tmp_path: Path) -> None:
    version = versions_of(fight, "Reverted")[0]
    other = forged(fight, version, lambda event: event["data"].update(toVersion=10**15))
    ran = skald("replay", write(tmp_path / "forged", other), folder=tmp_path)
    assert ran.returncode == 1
    assert len(ran.stderr.splitlines()) == 1


# -- the store
def test_replay_writes_a_page_that_plays_the_fight(file: Path, tmp_path: Path) -> None:
    """As the GM or a seat sees it, up to a version, in a language; the file is whole or not there."""
    ran = skald("replay", file, "-o", "fight.html", "--at", "40", "--locale", "es", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, ""), ran
    data = data_of((tmp_path / "fight.html").read_bytes())
    assert (data["version"], data["more"]) == (40, False)
    assert data["words"]["round"] == "Ronda"
    assert skald("replay", file, "-o", "eve.html", "--seat", "eve", folder=tmp_path).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["eve.html", "fight.html"]


def test_replay_says_which_page_it_cannot_write(file: Path, fight: list[Entry], tmp_path: Path) -> None:
    """Another kind of file, a seat without a page, a seat's file."""
    seats = write(tmp_path / "eve", fight, "eve")
    for words, code, said in (
        ((file, "-o", "fight.pdf"), 2, "name it FILE.html"),
        ((file, "--seat", "eve"), 2, "--seat is for a page"),
        ((seats, "-o", "fight.html"), 1, "what the seat eve sees"),
        ((file, "-o", "fight.html", "--seat", "nobody"), 1, "there is no seat 'nobody'"),
    ):
        ran = skald("replay", *words, folder=tmp_path)
        assert (ran.returncode, ran.stdout) == (code, ""), ran
        assert said in ran.stderr
    assert not (tmp_path / "fight.html").exists()


# -- draw
def test_draw_writes_the_picture_of_a_fight(file: Path, tmp_path: Path) -> None:
    """To a file or the terminal, at a version, as the GM or a seat sees it, in a language."""
    ran = skald("draw", file, "--at", "30", "--width", "800", "--theme", "dark", "-o", "fight.svg", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, ""), ran
    root = ElementTree.parse(tmp_path / "fight.svg").getroot()
    assert (root.attrib["width"], root.attrib["data-theme"]) == ("800", "dark")
    assert [one for one in root.iter() if one.attrib.get("data-combatant") == "goblin"]
    assert not [one for one in root.iter() if one.attrib.get("data-kind") == "THREATENS"]
    threats = skald("draw", file, "--at", "30", "--threats", "goblin", folder=tmp_path)
    found = [one.attrib for one in ElementTree.fromstring(threats.stdout).iter() if "data-kind" in one.attrib]
    assert {one["data-from"] for one in found if one["data-kind"] == "THREATENS"} == {"goblin"}
    spanish = skald("draw", file, "--locale", "es", "--seat", "eve", folder=tmp_path)
    assert ElementTree.fromstring(spanish.stdout).attrib["lang"] == "es"


def test_draw_says_what_it_cannot_draw(file: Path, fight: list[Entry], tmp_path: Path) -> None:
    """A seat's file, a version or seat that is not there, a width out of range: one line each, and no picture."""
    seats = write(tmp_path / "eve", fight, "eve")
    for words, code, said in (
        ((seats,), 1, "what the seat eve sees"),
        ((file, "--at", "9999"), 1, "from 1 to"),
        ((file, "--seat", "nobody"), 1, "there is no seat 'nobody'"),
        ((file, "--threats", "nobody"), 1, "there is no combatant 'nobody'"),
        ((file, "--width", "10"), 2, "320 to 4096"),
        (("missing",), 1, "there are no fights in data"),
    ):
        ran = skald("draw", *words, "-o", "fight.svg", folder=tmp_path)
        assert (ran.returncode, ran.stdout) == (code, ""), ran
        assert said in ran.stderr
        assert len(ran.stderr.splitlines()) == 1
    assert not (tmp_path / "fight.svg").exists()


def test_a_fight_goes_through_import_export_and_replay(file: Path, tmp_path: Path) -> None:
    """On a private server that each command starts and ends."""
    ran = skald("import", file, folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    encounter = ran.stdout.splitlines()[0]
    assert "has ended" in ran.stdout
    assert skald("export", encounter, "-o", "again.ndjson", folder=tmp_path).returncode == 0
    assert (tmp_path / "again.ndjson").read_bytes() == file.read_bytes()
    assert skald("export", encounter, folder=tmp_path).stdout.encode() == file.read_bytes()
    told = skald("replay", encounter, folder=tmp_path)
    assert told.stdout == skald("replay", file, folder=tmp_path).stdout
    mine = skald("export", encounter, "--seat", "ana", folder=tmp_path)
    assert mine.stdout.splitlines()[0].endswith('"seat":"ana"}')
    twice = skald("import", file, folder=tmp_path)
    assert twice.returncode == 1
    assert "exists already" in twice.stderr
    nobody = skald("export", encounter, "--seat", "zoe", folder=tmp_path)
    assert nobody.returncode == 1
    assert "gm, ana, ben, eve" in nobody.stderr
    assert not list(tmp_path.glob("*.part"))


def test_a_running_fight_comes_back_as_a_fork(tmp_path: Path) -> None:
    write(tmp_path / "running", stream(seed=3, ended=False))
    ran = skald("import", "running", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    encounter = ran.stdout.splitlines()[0]
    assert "fork" in ran.stdout
    assert skald("export", encounter, "-o", "fork", folder=tmp_path).returncode == 0
    assert skald("verify", "fork", folder=tmp_path).returncode == 4


def test_what_is_not_there_is_said_so(file: Path, tmp_path: Path) -> None:
    ran = skald("export", "01zzzzzzzzzzzzzzzzzz", folder=tmp_path)
    assert ran.returncode == 1
    assert "there are no fights in data" in ran.stderr
    assert skald("import", file, folder=tmp_path).returncode == 0
    ran = skald("export", "01zzzzzzzzzzzzzzzzzz", folder=tmp_path)
    assert ran.returncode == 1
    assert "there is no encounter '01zzzzzzzzzzzzzzzzzz'" in ran.stderr
    for words in (["token", "01zzzzzzzzzzzzzzzzzz", "gm"], ["replay", "nothing"], ["import", "nothing"]):
        ran = skald(*words, folder=tmp_path)
        assert ran.returncode == 1
        assert "Traceback" not in ran.stderr


def test_a_token_is_made_for_a_host(tmp_path: Path) -> None:
    """Also before there is any fight; another one later keeps his name, and what is no id is refused."""
    ran = skald("host", "hanna", "--name", "Hanna", "--hours", "2", folder=tmp_path, anew=True)
    assert re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+\n", ran.stdout), ran
    again = skald("host", "hanna", folder=tmp_path)
    assert again.returncode == 0
    assert again.stdout != ran.stdout
    for wrong in (["a b"], ["-"], ["hanna", "--hours", "0"], ["hanna", "--name", ""], ["hanna", "--name", "n" * 81]):
        assert skald("host", *wrong, folder=tmp_path).returncode in (1, 2), wrong


def test_a_token_is_made_for_a_seat(file: Path, tmp_path: Path) -> None:
    encounter = skald("import", file, folder=tmp_path).stdout.splitlines()[0]
    ran = skald("token", encounter, "ana", "--hours", "2", folder=tmp_path, anew=True)
    assert ran.returncode == 0, ran.stderr
    assert re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+\n", ran.stdout)
    assert skald("token", encounter, "zoe", folder=tmp_path).returncode == 1
    assert skald("token", encounter, "ana", "--hours", "0", folder=tmp_path).returncode == 1


def test_commands_work_on_a_server_that_is_named(file: Path, tmp_path: Path, redis_url: str) -> None:
    ran = skald("import", file, folder=tmp_path, anew=True, SKALD_REDIS_URL=redis_url)
    assert ran.returncode == 0, ran.stderr
    ran = skald("export", ran.stdout.splitlines()[0], folder=tmp_path, anew=True, SKALD_REDIS_URL=redis_url)
    assert ran.stdout.encode() == file.read_bytes()
    assert not (tmp_path / "data").exists()
