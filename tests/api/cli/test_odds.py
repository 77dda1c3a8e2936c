"""`skald odds`: of a file, of a stored fight and of one that is not made; the same by any number of processes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

from tests.recordings.make import path_of
from tests.support.processes.terminal import ROOT, environment, skald

DEMO = ROOT / "api" / "hosting" / "demo.json"
FEW = ("--runs", "3", "--bots", "random", "--seed", "7")


def told(*words: str | Path, folder: Path) -> dict[str, Any]:
    """What it says to programs."""
    ran = skald("odds", *words, "--json", folder=folder)
    assert (ran.returncode, ran.stderr) == (0, ""), ran
    found: dict[str, Any] = json.loads(ran.stdout)
    return {key: value for key, value in found.items() if key != "milliseconds"}


def test_a_setup_has_odds_that_do_not_depend_on_how_many_work_on_them(tmp_path: Path) -> None:
    alone, together = (told(DEMO, *FEW, "--jobs", jobs, folder=tmp_path) for jobs in ("1", "2"))
    assert alone == together
    assert (alone["runs"], alone["stopped"], alone["complete"], alone["version"]) == (3, "RUNS", True, None)
    assert [one["side"] for one in alone["sides"]] == ["heroes", "foes"]
    ran = skald("odds", DEMO, *FEW, "--bots", "foes=run", "--locale", "fi", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, ""), ran
    assert re.search(r"^\w.* % \(\d+–\d+\) +random$", ran.stdout, re.M), ran.stdout
    assert re.search(r"^\w.* % \(\d+–\d+\) +run$", ran.stdout, re.M), ran.stdout
    assert re.search(r"^Cloud .* % \(\d+–\d+\) +\d+,\d \(\d+,\d–\d+,\d\)", ran.stdout, re.M), ran.stdout
    assert "3 ajoa siemenestä 7" in ran.stdout


def test_a_fight_has_odds_at_each_version_by_file_and_by_id(tmp_path: Path) -> None:
    """Where it has ended nothing else can happen."""
    file = path_of("mercenaries_won")
    middle = told(file, "--at", "60", "--runs", "3", folder=tmp_path)
    assert (middle["version"], middle["runs"], middle["known"]) == (60, 3, "EXACT")
    ended = told(file, folder=tmp_path)
    assert sorted(one["won"]["value"] for one in ended["sides"]) == [0, 1000]
    brought = skald("import", file, folder=tmp_path)
    encounter = brought.stdout.splitlines()[0]
    assert told(encounter, "--at", "60", "--runs", "3", folder=tmp_path) == middle


def test_what_has_no_odds_is_said(tmp_path: Path) -> None:
    wrong = json.loads(DEMO.read_text(encoding="utf-8"))
    wrong["combatants"][0]["sheet"] = {"minis": {}}
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    (tmp_path / "no.json").write_text("{")
    for words, code, said in (
        ((DEMO, "--bots", "clever"), 2, "a bot is one of"),
        ((DEMO, "--bots", "nobody=random"), 1, "nobody is of the side 'nobody'"),
        ((DEMO, "--within", "0.5"), 2, "--within is 1 to 50"),
        ((DEMO, "--runs", "0"), 2, "--runs 1 to 2000"),
        ((DEMO, "--jobs", "0"), 2, "--jobs is 1"),
        ((DEMO, "--at", "3"), 2, "has no versions"),
        (("wrong.json",), 2, "as this encounter is of La Fantasia Final"),
        (("no.json",), 2, "creates no fight"),
        (("nowhere.json",), 1, "there are no fights in data"),
        ((path_of("mercenaries_won"), "--at", "9999"), 1, "--at is a version from 1"),
    ):
        ran = skald("odds", *words, folder=tmp_path)
        assert (ran.returncode, said in ran.stderr) == (code, True), ran
        assert len(ran.stderr.splitlines()) == 1


def test_it_grows_on_a_terminal(tmp_path: Path) -> None:
    """In the language of its reader, with what there is so far."""
    ours, its = os.openpty()
    termios.tcsetwinsize(its, (24, 100))
    words = ("odds", "saari/glade", "--runs", "20", "--within", "1", "--locale", "es")
    command = [sys.executable, "-m", "api.cli", *words]
    try:
        with subprocess.Popen(command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=its) as process:
            os.close(its)
            shown = b""
            while b"% (" not in shown:
                shown += os.read(ours, 4096)
            assert process.stdout is not None
            said = process.stdout.read().decode()
    finally:
        os.close(ours)
    assert process.returncode == 0
    assert "20 partidas desde la semilla odds" in said


def test_a_setup_is_made_as_hard_as_wanted(tmp_path: Path) -> None:
    """The same by words and for programs; of a fight that is made there is nothing to aim at."""
    people = [{"id": "a", "name": "Ana", "side": "heroes"}, {"id": "g", "name": "Goblin", "side": "foes"}]
    for person, ref in zip(people, ("soldier", "goblin"), strict=True):
        person["sheet"] = {"fantasia": {"ref": ref}}  # type: ignore[assignment]
    (tmp_path / "duel.json").write_text(json.dumps({"system": "fantasia", "combatants": people}))
    few = ("--aim", "50", "--runs", "10", "--seed", "7")
    made = told("duel.json", *few, folder=tmp_path)
    assert (made["side"], made["chance"], made["complete"]) == ("heroes", 500, True)
    ran = skald("odds", "duel.json", *few, "--locale", "fi", folder=tmp_path)
    best = made["proposals"][0]["kinds"][0]["count"]
    assert re.search(rf"^{best} × Goblin +.* %", ran.stdout, re.M), ran
    wrong = skald("odds", path_of("mercenaries_won"), "--aim", "50", folder=tmp_path)
    assert (wrong.returncode, "is not made" in wrong.stderr) == (2, True)
