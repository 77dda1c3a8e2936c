"""The scene of minis: what only this game shows."""

from __future__ import annotations

import pytest

from api.drawing.tokens import said_bar
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.scene import Scene
from tests.systems.minis.bout import BOOK, Bout, ana, ben
from tests.systems.minis.steps import move


def scene(bout: Bout, seat: str = "ana") -> Scene:
    """The scene of a seat."""
    return scene_of(BOOK.system, BOOK.seen(bout.state, seat), seat, "en")


@pytest.mark.rule("MN-MOVE-01", "MN-CBT-02", "MN-MAG-06")
def test_whoever_acts_shows_what_its_activation_still_holds() -> None:
    """Movement in hundredths, with its unit beside a short label."""
    bout = Bout(ana(at=(0, 0), attacks=2, spell_attacks=1), ben(at=(900, 0)))
    bout.begin()
    bout.declare("ada")
    bout.order(move("ada", (150, 0)))
    (slot,) = [slot for slot in scene(bout).play.slots if slot.state == "ACTING"]
    movement = slot.left[0]
    assert (movement.now, movement.max, movement.unit) == (250, 400, "inches")
    assert [said_bar(bar) for bar in slot.left] == ["Movement 2.5/4 inches", "Attacks 2/2", "Spell attacks 1/1"]


def test_sides_that_are_named_by_a_colour_have_it() -> None:
    """Red first, and yet blue is blue."""
    shown = scene(Bout(ana(at=(0, 0)), ben(at=(900, 0))))
    assert [(side.key, side.emblem) for side in shown.sides] == [("red", "SQUARE"), ("blue", "CIRCLE")]
