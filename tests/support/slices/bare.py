"""A game that says what every game has to say, and nothing more; a test gives it the hooks that it is about."""

from __future__ import annotations

from typing import Any

from tests.support.slices.common import Slice
from tests.support.slices.saari import Saari


class BareGame(Slice):
    """Played as the slice of Saari is, with every default of the base."""

    id, name = "bare", "Bare"
    sheet, own = Saari.sheet, Saari.own
    begin, enter, play, evolve, offers = Saari.begin, Saari.enter, Saari.play, Saari.evolve, Saari.offers


def bare_game(**hooks: Any) -> BareGame:
    """Such a game with these members."""
    game = BareGame()
    for name, hook in hooks.items():
        setattr(game, name, hook)
    return game
