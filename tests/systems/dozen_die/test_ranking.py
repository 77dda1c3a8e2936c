"""What is usual in Dozen Die: what a player sees first."""

from __future__ import annotations

from tests.systems.dozen_die.bout import HEROES, Bout, ana, ben, creature

BOW = {"skills": {"melee": 1, "shooting": 2}, "weapons": ("longbow",)}


def test_a_shot_then_charges_at_the_nearest_then_moves() -> None:
    """Leaving the board comes after every other way; the end of the activation after that of the order."""
    bout = Bout("....... y..a.x. .......", ana("a", mv=6, **BOW), ben("y"), ben("x"))
    bout.start("a")
    usual = bout.usual("a")
    assert [offer.key for offer in usual] == [
        "shoot-longbow",
        "charge-x",
        "charge-y",
        "move",
        "move-path",
        "move-off",
        "end-activation",
    ]
    assert usual[0].fields[0].among == ("x", "y")


def test_whoever_speaks_for_a_side_marches_or_is_activated_before_a_neutral_is() -> None:
    """To begin comes first of all for the game master."""
    bout = Bout("a.................x ................... ..........n........", ana("a"), ben("x"), creature("n"))
    assert bout.usual(None)[0].key == "begin"
    bout.draw(HEROES)
    keys = [offer.key for offer in bout.usual("a")]
    assert keys == ["march", "march-path", "march-off", "activate", "activate-neutral"]
