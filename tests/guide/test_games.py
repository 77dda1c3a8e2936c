"""The chapter on games is followed, from an empty folder to a game that is played; its reference is whole."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.state.events import KERNEL_EVENTS
from engine.kernel.structs.fields import fields_of
from tests.guide.blocks import GUIDE, Block, blocks
from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import Tab
from tests.support.laws.foreign import installed, played_on_the_page, served
from tests.support.processes.terminal import ROOT, skald

CHAPTER = GUIDE / "games.md"
TEXT = CHAPTER.read_text(encoding="utf-8")
PATH = os.pathsep.join([str(ROOT), "{}"])
"""Where Skald and the game are found."""


def follow(block: Block, folder: Path) -> None:
    """Do what a block of the chapter says: a command, a change, or a whole file."""
    match block.words:
        case ("sh",):
            for line in block.text.splitlines():
                program, *words = line.split()
                if program == "skald":
                    inside = folder if words[0] == "new-game" else folder / "river_war"
                    ran = skald(*words, folder=inside)
                    assert ran.returncode == 0, ran.stdout + ran.stderr
        case ("diff",):
            words = ("git", "apply", "--unidiff-zero", "-")
            inside = folder / "river_war"
            around = {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)}
            subprocess.run(words, cwd=inside, env=around, input=block.text.encode(), check=True, timeout=PATIENCE)
        case ("toml", name):
            file = folder / "river_war" / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(block.text, encoding="utf-8")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game behind the last step; it keeps the laws behind each change."""
    folder = tmp_path_factory.mktemp("followed")
    for block in blocks(CHAPTER):
        follow(block, folder)
        if block.words[0] == "diff":
            ran = skald("check-game", "river_war:system", "--fights", "2", folder=folder / "river_war")
            assert ran.returncode == 0, f"{block.place}: {ran.stdout}"
    package = folder / "river_war"
    assert installed(package, "river_war") == PATH.format(package)
    return package


def test_the_steps_make_what_they_say(game: Path) -> None:
    """An order, something hidden, a scene, a language, content, a version, a house rule."""
    source = (game / "river_war" / "__init__.py").read_text(encoding="utf-8")
    for part in (
        "class Rally(",
        "Visibility.PRIVATE",
        "def scene(",
        "WEAPONS = DataFiles",
        "version = 2",
        "HARDER.of(",
        "def outdated(",
    ):
        assert part in source
    assert (game / "recordings" / "duel-1.ndjson").exists()
    assert (game / "river_war" / "words" / "es.toml").exists()


def test_a_recording_plays_again_by_its_own_version(game: Path) -> None:
    """Today's rules make something else of it."""
    path = PATH.format(game)
    for command, code, says in (("verify", 4, "replay  proven"), ("diff-rules", 1, "[RW-STRIKE, version 2]")):
        ran = skald(command, "recordings/duel-1.ndjson", folder=game, anew=True, PYTHONPATH=path)
        assert (ran.returncode, says in ran.stdout) == (code, True), ran.stdout + ran.stderr


@pytest.mark.parametrize(("old", "new"), [("version = 2", "version = 1"), ("_more = 0", "_more = 2")])
def test_rules_that_changed_without_a_new_version_are_found(game: Path, tmp_path: Path, old: str, new: str) -> None:
    """Today's, and those of an earlier version: the event is named, as it was and as it is."""
    shutil.copytree(game, tmp_path / "river_war")
    source = tmp_path / "river_war" / "river_war" / "__init__.py"
    source.write_text(source.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    ran = skald("check-game", "river_war:system", "--fights", "1", folder=tmp_path / "river_war")
    assert ran.returncode == 1
    said = ran.stdout.partition("BROKEN  recorded")[2]
    assert re.search(
        r"duel-1.ndjson: version \d+ was '.+ Life -1.+', and is '.+ Life -[23].+', still by version 1", said
    )
    assert "raise `version`" in said


def test_bots_play_the_game(game: Path) -> None:
    """By the command that the chapter names."""
    path = PATH.format(game)
    ran = skald("odds", "duel.json", "--runs", "20", "--jobs", "1", folder=game, anew=True, PYTHONPATH=path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.search(r"^The heroes +[0-9]+ % \([0-9]+ to [0-9]+\)", ran.stdout, re.M)
    assert re.search(r"^Undecided .* < 1 %", ran.stdout, re.M)


def test_the_game_is_served(game: Path, tmp_path: Path) -> None:
    """A fight is made and begun over REST; its hidden parries are read by their own side alone."""
    with served(tmp_path, PATH.format(game)) as service:
        id, tokens = service.made(json.loads((game / "duel.json").read_text(encoding="utf-8")))
        service.call(f"/v1/encounters/{id}/commands", tokens["gm"], {"command": {"riverWar": {"begin": {}}}})
        seen = service.call(f"/v1/encounters/{id}", tokens["ana"])
        scene = service.call(f"/v1/encounters/{id}/scene", tokens["ana"])
    assert seen["acting"] == ["iris"]
    assert {token["combatant"]: [b["label"] for b in token["badges"]] for token in scene["tokens"]} == {
        "iris": ["Parries"],
        "otto": ["Parries"],
        "wolf": [],
        "bear": [],
    }


def test_the_game_is_played_on_the_page(game: Path, page: Tab, tmp_path: Path) -> None:
    """From an empty folder to here: Ana plays a duel to its end in a browser, by what the page shows."""
    with served(tmp_path, PATH.format(game)) as service:
        request = json.loads((game / "duel.json").read_text(encoding="utf-8"))
        sides = {one["side"]: one for one in reversed(request["combatants"])}
        fight = played_on_the_page(service, page, {**request, "combatants": [*sides.values()]}, "riverWar")
        assert fight["outcome"] in ("heroes", "foes")
        assert page.complaints == []


def test_every_member_of_the_base_stands_in_the_reference() -> None:
    """And nothing that is none."""
    part = TEXT.partition("## Every member of a game\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `(\w+)", part, re.M)
    members = {*vars(RuleSystem), *RuleSystem.__annotations__}
    assert sorted(listed) == sorted(name for name in members if not name.startswith("_"))
    needed = {*re.findall(r"^\| `(\w+)[^|]*\| \*\*needed:", part, re.M)}
    unset = {name for name in RuleSystem.__annotations__ if not hasattr(RuleSystem, name)}
    assert needed == RuleSystem.__abstractmethods__ | unset


def test_every_event_of_the_kernel_stands_there_with_its_fields() -> None:
    """In the order in which they are made; a field that may be left out has a question mark."""
    part = TEXT.partition("## The kernel's events\n")[2]
    for event in KERNEL_EVENTS:
        fields = ", ".join(field.name + ("" if field.required else "?") for field in fields_of(event))
        assert f"| `{event.__name__}` | {fields} |" in part, event.__name__
    assert len(re.findall(r"^\| `", part, re.M)) == len(KERNEL_EVENTS)
