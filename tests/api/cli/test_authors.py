"""`skald schema --check` where the author of a game runs it: it speaks of that game, and never of Skald's own files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from api.cli.authors import authored
from schemas.files import FOLDER
from tests.support.processes.terminal import ROOT, Ran, skald

DELVE = ROOT / "schemas" / "examples" / "game"


@pytest.fixture(scope="module")
def river(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    assert skald("new-game", "river_war", folder=folder).returncode == 0
    return folder / "river_war"


def speaks_of(ran: Ran, game: str) -> None:
    """Every line begins with the game, and none names a file of Skald's."""
    lines = ran.stdout.splitlines()
    assert lines
    assert all(line.startswith(game) for line in lines), ran.stdout
    assert str(FOLDER) not in ran.stdout + ran.stderr
    assert "--write" not in ran.stdout


@pytest.fixture
def installed(river: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of somebody who has installed the new game."""
    about = tmp_path / "site" / "river_war-0.1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: river_war\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text("[skald.systems]\nriver_war = river_war:system\n")
    return {"PYTHONPATH": os.pathsep.join(map(str, (ROOT, river, about.parent)))}


@pytest.mark.parametrize("game", ["river_war", "delve"])
def test_in_a_games_folder_it_speaks_of_the_game(game: str, river: Path) -> None:
    ran = skald("schema", "--check", folder=river if game == "river_war" else DELVE, anew=True)
    assert ran.returncode == 0, ran
    speaks_of(ran, game)


def test_where_a_game_is_installed_it_speaks_of_the_game(installed: dict[str, str], tmp_path: Path) -> None:
    ran = skald("schema", "--check", folder=tmp_path, anew=True, **installed)
    assert ran.returncode == 0, ran
    speaks_of(ran, "river_war")


@pytest.mark.parametrize("about_files", ["--write", "--release", "--diff"])
def test_skalds_own_files_are_not_an_authors_to_write(about_files: str, river: Path) -> None:
    before = {path: path.read_bytes() for path in FOLDER.glob("*.graphql")}
    ran = skald("schema", about_files, folder=river, anew=True)
    assert ran.returncode == 2
    assert "--folder contract" in ran.stderr
    assert before == {path: path.read_bytes() for path in FOLDER.glob("*.graphql")}


def test_a_folder_of_ones_own_is_written_and_checked(installed: dict[str, str], tmp_path: Path) -> None:
    ran = skald("schema", "--write", "--folder", "contract", folder=tmp_path, anew=True, **installed)
    assert "contract/river_war.graphql" in ran.stdout.splitlines()
    kept = tmp_path / "contract" / "river_war.graphql"
    kept.write_text("")
    ran = skald("schema", "--check", "--folder", "contract", folder=tmp_path, anew=True, **installed)
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == [
        "contract/river_war.graphql is not what the code makes: run `skald schema --write --folder contract`"
    ]


def test_what_breaks_a_law_is_told_of_the_game(river: Path, tmp_path: Path) -> None:
    """What is left is a number in the events of every game."""
    broken = tmp_path / "game"
    shutil.copytree(river, broken)
    source = broken / "river_war" / "__init__.py"
    text = source.read_text(encoding="utf-8")
    event = "class BlowParried(Event, frozen=True, kw_only=True):"
    assert text.count(event) == 1
    struct = "class Tired(Event, frozen=True, kw_only=True):"
    said = '    """Somebody is out of breath. left: to do."""'
    fields = "    audience: ClassVar[Audience] = Audience.ALL\n    left: str"
    text = text.replace(event, f"{struct}\n{said}\n\n{fields}\n\n\n{event}")
    text = text.replace("events = (Missed, BlowParried)", "events = (Missed, BlowParried, Tired)")
    source.write_text(text, encoding="utf-8")
    ran = skald("schema", "--check", folder=broken, anew=True)
    assert ran.returncode == 1, ran
    speaks_of(ran, "river_war: ")
    assert "Tired.left" in ran.stdout


def test_a_game_that_does_not_load_is_named(river: Path, tmp_path: Path) -> None:
    broken = tmp_path / "game"
    shutil.copytree(river, broken)
    (broken / "river_war" / "__init__.py").write_text("import no_such_module\n")
    ran = skald("schema", "--check", folder=broken, anew=True)
    assert ran.returncode == 1
    assert "river_war (river_war:system) does not load" in ran.stderr
    (broken / "pyproject.toml").write_text("[project")
    ran = skald("schema", "--check", folder=broken, anew=True)
    assert ran.returncode == 2
    assert "pyproject.toml cannot be read" in ran.stderr


def test_in_skalds_own_folder_no_game_is_an_authors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert authored() == []
