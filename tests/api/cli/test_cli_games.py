"""`skald new-game` and `skald check-game`: a game from nothing, and games with one fault each, told in words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.amounts import PATIENCE
from tests.support.processes.terminal import ROOT, Ran, environment, skald

PATTERN = ROOT / "schemas" / "examples" / "new_game"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game, as the command writes it."""
    folder = tmp_path_factory.mktemp("games")
    ran = skald("new-game", "river_war", folder=folder, anew=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "skald check-game river_war:system" in ran.stdout
    return folder / "river_war"


def test_a_new_game_is_a_package_of_its_name(package: Path) -> None:
    """Every file of the pattern, with nothing left of its names."""
    written = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    there = {path.relative_to(PATTERN).as_posix() for path in PATTERN.rglob("*") if path.suffix != ".pyc"}
    assert {name.replace("my_game", "river_war") for name in there if (PATTERN / name).is_file()} == written
    text = "".join((package / name).read_text(encoding="utf-8") for name in written)
    for old in ("my_game", "MyGame", "myGame", "My Game", "MG-"):
        assert old not in text
    assert 'river_war = "river_war:system"' in (package / "pyproject.toml").read_text(encoding="utf-8")
    assert "class RiverWar(" in (package / "river_war" / "__init__.py").read_text(encoding="utf-8")


def test_a_new_game_keeps_the_laws(package: Path) -> None:
    ran = skald("check-game", "river_war:system", "--fight", "duel.json", folder=package, anew=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[-1] == "river_war:system keeps 13 laws"


def test_the_tests_of_a_new_game_pass(package: Path) -> None:
    around = environment(PYTHONPATH=os.pathsep.join([str(ROOT), str(package)]), PYTHONDONTWRITEBYTECODE="1")
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", package, package / "tests")
    ran = subprocess.run([sys.executable, *words], cwd=package, env=around, capture_output=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout.decode()


def test_a_name_that_cannot_be_one_is_refused(tmp_path: Path) -> None:
    for name, said in (
        ("River", "small letters"),
        ("a__b", "small letters"),
        ("class", "small letters"),
        ("json", "already"),
        ("engine", "already"),
    ):
        ran = skald("new-game", name, folder=tmp_path)
        assert ran.returncode == 2
        assert said in ran.stderr
    (tmp_path / "river_war").mkdir()
    assert "is there already" in skald("new-game", "river_war", folder=tmp_path).stderr
    assert [path.name for path in tmp_path.iterdir()] == ["river_war"]


TURN = 'turns.next_turn(table, after, rule="RW-TURN")'
FAULTS = [
    (
        TURN,
        'table.emit(TurnBegan(combatants=("ana",)), rule="RW-TURN")',
        "fields",
        "TurnBegan has no field 'combatants'",
    ),
    (TURN, 'table.emit(TurnBegan(acting="ana"), rule="RW-TURN")', "fields", "TurnBegan.acting: expected a list"),
    ("Missed(combatant=who, target=target)", "Missed(combatant=who)", "fields", "Missed needs its field 'target'"),
    ("] = 5\n", '] = "five"\n', "fields", "Sheet.life: its default does not fit its type"),
    (
        TURN,
        'table.emit(TurnBegan(acting=turns.coming(table.state.fight, after)[0]), rule="RW-TURN")',
        "types",
        "TurnBegan.everybody: expected a list",
    ),
    ("target=target), rule", "target=[target]), rule", "types", "Missed.target: expected a text"),
    ("    def settle(", "    def setle(", "registered", "did you mean 'settle'?"),
    ("version = 1\n", "version = 1 / 0\n", "registered", "ZeroDivisionError"),
    ("events = (Missed, BlowParried)", "events = (BlowParried,)", "played", "Missed"),
    ("    def play(", "    def _play(", "registered", "abstract"),
    ("guard: Annotated[int, Meta(ge=0, le=99)] = 1", "guard: int", "created", "guard"),
    ('rule="RW-PARRY")\n        return', 'rule="RW-PARY")\n        return', "rules", "'RW-PARY', which is no rule"),
    ("targets := seen.fight.enemies(combatant)", "targets := tuple(seen.fight.combatants)", "offered", "is no enemy"),
    (
        "not in table.seen(table.seat).fight.enemies(who)",
        "not in table.state.fight.combatants",
        "refused",
        "it is accepted",
    ),
    ("fight.seen_parts(seat, own.guard)", "own.guard", "secret", "somebody-unseen"),
    ("own.guard[who] - 1", "own.guard[who] - next(COUNT)", "folded", "own.guard"),
    ('Missed = "{combatant} misses {target}"', "", "worded", "Missed has no words in en"),
    (
        'if not outcomes.over(table, sides, None, rule="RW-END"):',
        'if len(sides) < 2:\n        table.emit(TurnBegan(acting=()), rule="RW-END")\n    else:',
        "ended",
        "nobody is offered anything",
    ),
]


MORE = "from engine.kit import TurnBegan\nCOUNT = iter(range(10**9))"
"""What the changes need beside what the game has."""


def broken(package: Path, folder: Path, old: str, new: str) -> Ran:
    """The check of a game with one change."""
    for path in package.rglob("*"):
        if path.suffix in (".py", ".toml"):
            text = path.read_text(encoding="utf-8").replace(old, new)
            to = folder / path.relative_to(package)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(text.replace("\nRULES = {", f"\n{MORE}\nRULES = {{"), encoding="utf-8")
    return skald("check-game", "river_war:system", "--fights", "2", folder=folder)


@pytest.mark.parametrize(("old", "new", "law", "said"), FAULTS)
def test_a_fault_is_told_in_words(package: Path, tmp_path: Path, old: str, new: str, law: str, said: str) -> None:
    """By the law that it breaks; with what to do about it."""
    ran = broken(package, tmp_path, old, new)
    assert (ran.returncode, ran.stderr) == (1, "")
    lines = ran.stdout.splitlines()
    (at,) = [number for number, line in enumerate(lines) if re_line(line, "BROKEN", law)]
    assert said in " ".join(lines[at + 1 : at + 6])
    assert "Traceback" not in ran.stdout


def test_what_could_not_be_tried_does_not_count_as_kept(package: Path, tmp_path: Path) -> None:
    """Where no fight can be made nothing is known of offers, secrets or words."""
    ran = broken(package, tmp_path, "guard: Annotated[int, Meta(ge=0, le=99)] = 1", "guard: int")
    kept = {line.split()[1] for line in ran.stdout.splitlines() if line.startswith("kept")}
    assert kept == {"registered", "fields"}
    assert ran.stdout.splitlines()[-1] == "river_war:system breaks 1 of 13 laws; 10 not tried"


def re_line(line: str, state: str, law: str) -> bool:
    """Whether a line tells of a law."""
    return line.split()[:2] == [state, law]


def test_what_is_no_game_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty_game.py").write_text("system = 3\n")
    assert skald("check-game", "nowhere:system", folder=tmp_path).returncode == 2
    ran = skald("check-game", "empty_game:system", folder=tmp_path)
    assert (ran.returncode, "derive it from RuleSystem" in ran.stdout) == (1, True)
    assert skald("check-game", "empty_game:game", folder=tmp_path).returncode == 1
    assert skald("check-game", "minis", "--fight", "nowhere.json", folder=tmp_path).returncode == 2


def test_an_installed_game_is_checked_by_its_id(tmp_path: Path) -> None:
    ran = skald("check-game", "dozen_die", "--fights", "1", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
