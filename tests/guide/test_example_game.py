"""Delve, the example of a game: it keeps the laws, is played, and its rules do what they say."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.kit import Begin, Cell, CombatantOut, Place
from engine.kit.testing import Bout, Entrant
from engine.service.registry import Registry
from tests.support.terminal import ROOT, skald

GAME = ROOT / "schemas" / "examples" / "game"


@pytest.fixture(scope="module")
def delve() -> Iterator[Any]:
    """The game's package, of this module's tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(GAME))
        yield import_module("delve")


def fight(delve: Any, *creatures: str, far: int = 1) -> Bout:
    """Ana against foes beside her, or `far` squares away, all in a row; she is the first to act."""
    people = [
        Entrant(
            name, "foes" if n else "heroes", "" if n else "ana", {"creature": creature}, Place(cell=Cell(n * far, 0))
        )
        for n, (name, creature) in enumerate(zip(("ana", "one", "two"), creatures, strict=False))
    ]
    bout = Bout(delve.system, *people)
    bout.order(Begin(), 20, *(1 for _ in creatures[1:]))
    assert bout.fight.acting == ("ana",)
    return bout


def test_the_game_keeps_the_laws_and_is_short(tmp_path: Path) -> None:
    package = shutil.copytree(GAME, tmp_path / "game", ignore=shutil.ignore_patterns("__pycache__"))
    ran = skald("check-game", "delve:system", "--fight", "cellar.json", folder=package)
    assert (ran.returncode, ran.stdout.splitlines()[-1]) == (0, "delve:system keeps 13 laws")
    written = [*package.glob("delve/*.py"), *package.glob("delve/words/*.toml")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in written) < 700
    installed = package / "delve-0.1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: delve\nVersion: 0.1.0\n")
    (installed / "entry_points.txt").write_text("[skald.systems]\ndelve = delve:system\n")
    path = os.pathsep.join([str(ROOT), str(package)])
    ran = skald("simulate", "cellar.json", "-n", "4", "--jobs", "1", folder=package, anew=True, PYTHONPATH=path)
    assert (ran.returncode, ran.stderr, "undecided" in ran.stdout) == (0, "", False)
    assert re.search(r"^outcome heroes +[0-9.]+%", ran.stdout, re.M)


def test_the_game_is_not_installed() -> None:
    assert "delve" not in Registry.installed().books


def test_there_are_a_dozen_creatures(delve: Any) -> None:
    assert len(delve.CREATURES) == 12


def test_an_attack_has_to_reach_the_armour(delve: Any) -> None:
    bout = fight(delve, "blade", "mud_thug")
    events = bout.order(delve.Attack(combatant="ana", target="one"), 6, 4)
    assert [(e.hit, e.total) for e in events if isinstance(e, delve.Attacked)] == [(True, 11)]
    assert bout.life("one") == 14 - 4 - 3
    missed = fight(delve, "blade", "mud_thug").order(delve.Attack(combatant="ana", target="one"), 5)
    assert [e.hit for e in missed if isinstance(e, delve.Attacked)] == [False]
    assert bout.refused(delve.Attack(combatant="ana", target="one")).rule == "DV-TURN"


def test_a_twenty_rolls_the_damage_twice_and_a_one_misses(delve: Any) -> None:
    bout = fight(delve, "blade", "mud_thug")
    events = bout.order(delve.Attack(combatant="ana", target="one"), 20, 8, 8)
    assert CombatantOut(combatant="one", reason="down") in events
    assert bout.fight.outcome == "heroes"
    bout = fight(delve, "blade", "mud_thug")
    bout.order(delve.Attack(combatant="ana", target="one"), 1)
    assert bout.life("one") == 14


def test_whoever_dodges_is_attacked_with_disadvantage(delve: Any) -> None:
    bout = fight(delve, "blade", "mud_thug")
    bout.order(delve.Dodge(combatant="ana"))
    bout.order(delve.EndTurn(combatant="ana"))
    events = bout.order(delve.Attack(combatant="one", target="ana"), 19, 2)
    assert [(e.advantage, e.hit) for e in events if isinstance(e, delve.Attacked)] == [("DISADVANTAGE", False)]


def test_a_hit_can_knock_down_and_getting_up_takes_half_of_the_speed(delve: Any) -> None:
    bout = fight(delve, "blade", "pit_hound")
    bout.order(delve.EndTurn(combatant="ana"))
    bout.order(delve.Attack(combatant="one", target="ana"), 15, 1)
    assert bout.who("ana").has("prone")
    assert bout.life("ana") == 24 - 3
    bout.order(delve.EndTurn(combatant="one"))
    assert [offer.key for offer in bout.offers("ana")] == ["attack", "dodge", "stand-up", "end-turn"]
    bout.order(delve.StandUp(combatant="ana"))
    assert bout.own.fighters["ana"].squares == 3


def test_whoever_leaves_an_enemys_side_may_be_struck_once(delve: Any) -> None:
    bout = fight(delve, "blade", "mud_thug")
    bout.order(delve.Move(combatant="ana", to=Place(cell=Cell(0, 3))))
    assert [asked.kind for asked in bout.waiting] == ["Opportunity"]
    bout.answer("strike", 19, 2)
    assert bout.life("ana") == 24 - 3
    assert bout.who("ana").place == Place(cell=Cell(0, 3))
    assert not bout.own.fighters["one"].reaction


def test_a_bow_reaches_far_and_suffers_from_enemies_beside_it(delve: Any) -> None:
    far = fight(delve, "bow", "mud_thug", far=9).order(delve.Attack(combatant="ana", target="one"), 10, 1)
    assert [e.advantage for e in far if isinstance(e, delve.Attacked)] == ["NONE"]
    bout = fight(delve, "bow", "mud_thug", "slinger")
    near = bout.order(delve.Attack(combatant="ana", target="two"), 10, 3)
    assert [e.advantage for e in near if isinstance(e, delve.Attacked)] == ["DISADVANTAGE"]
