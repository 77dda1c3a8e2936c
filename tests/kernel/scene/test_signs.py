"""What figures and badges are drawn as: by the game, by what they are called, else as anybody and by a short word."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.scene import Scene
from engine.kernel.state.combatant import Combatant, Condition
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.faces import FACES, Face
from engine.service.registry import Registry
from tests.support.slices.bare import bare_game

BOOKS = Registry.installed().books


def shown(people: list[Combatant], **hooks: Any) -> Scene:
    """The kernel's scene of these people, in a game with these hooks."""
    seen: State[Any] = State(Fight(combatants={who.id: who for who in people}), None)
    return scene_of(bare_game(**hooks), seen, None, "en")


def faces(people: list[Combatant], **hooks: Any) -> list[str]:
    return [token.face for token in shown(people, **hooks).tokens]


def test_every_face_is_listed_and_described_once() -> None:
    """The names of the contract, in the order of the alphabet."""
    assert list(FACES) == list(get_args(Face)) == sorted(FACES)


def test_a_figure_looks_as_its_game_says() -> None:
    """By its kind, or by what the game knows better; one that nothing is known of is anybody."""
    known = {"wolf": "wolf", "cleric": "healer"}
    people = [Combatant("a", "A", "red", kind="wolf"), Combatant("b", "B", "red", kind="cleric")]
    assert faces(people, faces=known) == ["wolf", "healer"]
    assert faces(people, faces=known, face=lambda seen, who: "rat") == ["rat", "rat"]
    assert faces(people) == ["person", "person"]
    assert faces(people, face=lambda seen, who: "no such") == ["person", "person"]


def test_what_its_reader_may_not_know_it_has_by_what_it_is_called() -> None:
    """By its id without its number, or by a word of its name."""
    known = {"wolf": "wolf", "gas_vent": "trap"}
    people = [
        Combatant("wolf_2", "Fenris", "red"),
        Combatant("x", "Second wolf", "red"),
        Combatant("y", "Wolves", "red"),
        Combatant("z", "Gas vent", "red"),
    ]
    assert faces(people, faces=known) == ["wolf", "wolf", "person", "trap"]


def test_a_condition_has_the_icon_of_its_kind() -> None:
    """One that the game has none for keeps its short name; who is out has one in every game."""
    conditions = (Condition(key="c1", kind="asleep", until=""), Condition(key="odd", kind="odd", until=""))
    people = [Combatant("a", "A", "red", conditions=conditions)]
    (token,) = shown(people, icons={"asleep": "sleep"}).tokens
    assert [(badge.icon, bool(badge.short)) for badge in token.badges] == [("sleep", True), (None, True)]


@pytest.mark.parametrize("game", sorted(BOOKS))
def test_each_game_says_what_its_figures_and_conditions_are_drawn_as(game: str) -> None:
    """Every condition has an icon, and most of the figures that its content has, faces of more than one kind."""
    system: Any = BOOKS[game].system
    kinds = system.conditions or ()
    assert [kind for kind in kinds if kind not in system.icons] == []
    assert len(set(system.faces.values())) > 5
    things = {id for table in system.content.values() for id in table}
    assert sorted(word for word in system.faces if word not in things and not word.isupper()) in ([], ["rat"])
