"""How orders are shown: a default for a game that says nothing, and what it may say."""

from __future__ import annotations

from typing import Any, get_args

from msgspec import Struct, structs

from engine.kernel.authoring.tiles import GROUP_ICONS, Cost, Intent, Tile, icon_of, tile_of, with_price
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.orders import Begin
from engine.kernel.structs.icons import ICONS, Icon
from engine.kernel.structs.messages import OfferGroup
from tests.kernel.authoring.test_offer_ranking import Act, Done, Go, Hit, Yield
from tests.support.slices.bare import bare_game

SEEN: State[Any] = State(Fight(combatants={"fire": Combatant("fire", "Fire", "red")}), None)


def test_every_icon_is_listed_and_described_once() -> None:
    """The names of the contract, in the order of the alphabet."""
    assert list(ICONS) == list(get_args(Icon)) == sorted(ICONS)
    assert set(GROUP_ICONS) == set(OfferGroup)


def test_a_game_that_says_nothing_has_a_default() -> None:
    """The icon of the group; what strikes is meant for foes."""
    system = bare_game()
    assert tile_of(system, SEEN, Hit()) == Tile(icon="sword", intent=Intent.HARM)
    assert tile_of(system, SEEN, Go()) == Tile(icon="move")
    assert tile_of(system, SEEN, Done()) == Tile(icon="end")
    assert tile_of(system, SEEN, Yield()) == Tile(icon="flag")
    assert tile_of(system, SEEN, Begin()) == Tile(icon="fight")
    assert tile_of(system, SEEN, None) == Tile(icon="check")


def test_the_icon_is_that_of_what_is_used_else_of_the_order() -> None:
    """A combatant whose id is that of a thing is no thing."""
    system = bare_game(icons={"fire": "fire", "bow": "bow", "Act": "potion"})
    assert tile_of(system, SEEN, Act(target="bow_2")).icon == "bow"
    assert tile_of(system, SEEN, Act(target="fire")).icon == "potion"
    assert icon_of(system, "sling", "fire") == "fire"
    assert icon_of(bare_game(icons={"sling": "no such"}), "sling") is None


def test_a_game_changes_what_the_kernel_found() -> None:
    """It gets the kernel's tile; parts of a price that are nothing are left out."""
    system = bare_game(
        tile=lambda seen, thing, usual, asked: with_price(
            structs.replace(usual, way_of="go"), Cost("mp", 0), Cost("action")
        )
    )
    assert tile_of(system, SEEN, Go()) == Tile(icon="move", way_of="go", price=(Cost("action", 1),))


def test_a_game_that_fails_to_say_how_it_is_shown_is_shown_the_usual_way() -> None:
    """What may be done stays there."""

    def tile(seen: State[Any], thing: Struct, usual: Tile, asked: str) -> Tile:
        raise KeyError("nobody")

    assert tile_of(bare_game(tile=tile), SEEN, Go()) == Tile(icon="move")
