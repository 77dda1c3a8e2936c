"""The sheet of a mini: initiative and movement with the spells on it, size in words, lengths in inches."""

from __future__ import annotations

import pytest

from engine.kernel.scene.stat_block import stat_block_of
from engine.kernel.scene.stats import StatBlock, StatValue
from engine.systems.minis.content.kinds import Size, Weapon
from tests.systems.minis.bout import Bout, ana, ben


def block(bout: Bout, who: str) -> StatBlock:
    """What everybody reads."""
    book = bout.arena.book
    return stat_block_of(book.system, book.seen(bout.state, None), None, who, "en").block


def value(bout: Bout, who: str, key: str) -> StatValue:
    return next(one for one in block(bout, who).values if one.key == key)


@pytest.mark.rule("MN-INIT-05", "MN-SPL-05", "MN-SPL-13")
@pytest.mark.parametrize(("spell", "by", "inches"), [("speed", 3, 1), ("slow", -3, -1)])
def test_speed_and_slow_count_in_initiative_and_movement(spell: str, by: int, inches: int) -> None:
    """With what each of them adds."""
    plain = Bout(ana("ada", at=(0, 0)), ben("bob", at=(60, 0)))
    bout = Bout(ana("ada", at=(0, 0), conditions=(spell,)), ben("bob", at=(60, 0)))
    usual, now = (value(one, "ada", "initiative") for one in (plain, bout))
    assert int(now.value) == int(usual.value) + by
    assert [(term.source, term.amount) for term in now.terms] == [("initiative", int(usual.value)), (spell, by)]
    usual, now = (value(one, "ada", "movement") for one in (plain, bout))
    whole = int(usual.value.removesuffix(" in"))
    assert now.value == f"{whole + inches} in"
    assert [(term.source, term.amount) for term in now.terms] == [("movement", whole), (spell, inches)]


@pytest.mark.rule("MN-SET-01")
def test_its_size_is_in_words_and_what_is_its_own_in_inches() -> None:
    """A weapon of the sheet's own tells its damage and range."""
    lance = Weapon(id="lance", name="Lance of Ada", damage=7, max_range=650)
    bout = Bout(ana("ada", at=(0, 0), size=Size.LARGE, own_weapons=(lance,)), ben("bob", at=(60, 0)))
    assert value(bout, "ada", "size").value == "large"
    arms = next(group for group in block(bout, "ada").groups if group.key == "weapons")
    assert [(one.label, one.facts) for one in arms.things if one.key == "lance"] == [
        ("Lance of Ada", ("7 damage", "reaches 6.5 in"))
    ]
