"""The numbers of the catalogue that the source states."""

from __future__ import annotations

import pytest

from engine.systems.dozen_die.content.catalogue import ARMOR, GRADES, SKILLS, WEAPONS
from engine.systems.dozen_die.content.kinds import Ability, Grade, Passive, Stride, Tag, Use


@pytest.mark.parametrize(
    ("grade", "bonus", "passed", "failed"),
    [
        (Grade.VERY_EASY, None, Stride.FULL, Stride.FULL),
        (Grade.EASY, 6, Stride.FULL, Stride.HALF),
        (Grade.NORMAL, 3, Stride.FULL, Stride.HALF),
        (Grade.HARD, 0, Stride.FACE, Stride.ONE),
        (Grade.VERY_HARD, -1, Stride.FACE, Stride.NONE),
    ],
)
def test_the_grades_are_those_of_the_source(grade: Grade, bonus: int | None, passed: Stride, failed: Stride) -> None:
    """Movement and conflicts share them."""
    found = GRADES[grade]
    assert (found.bonus, found.passed, found.failed) == (bonus, passed, failed)


def test_grades_rank_from_the_easiest_to_the_hardest() -> None:
    """Harder is more."""
    assert sorted(Grade, key=lambda grade: grade.rank) == list(Grade)


def test_figures_that_the_source_gives() -> None:
    """The sword adds 3, leather 1; turning is rolled on charisma, at no change, and works on the undead alone."""
    assert (WEAPONS["sword"].bonus, ARMOR["leather"].bonus) == (3, 1)
    turning = SKILLS["turn_undead"]
    assert (turning.ability, turning.grade, turning.only) == (Ability.CH, Grade.HARD, Tag.UNDEAD)


def test_every_skill_can_come_into_play() -> None:
    """A passive one says what it is looked at for, any other what is rolled; a reaction says to what."""
    for skill in SKILLS.values():
        assert (skill.passive is not None) == (skill.use is Use.PASSIVE)
        assert skill.use is Use.PASSIVE or skill.ability is not None
        assert skill.use is not Use.REACTION or skill.reaction is not None
    assert {skill.passive for skill in SKILLS.values()} == {None, *Passive}
