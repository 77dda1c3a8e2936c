"""A bot knows what its seat knows, and nothing more."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct

from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import per_combatant
from engine.kernel.state.orders import Begin
from engine.kernel.state.seat import Bot
from engine.service.bots import policy
from engine.service.bots.assumed_state import assumed_position, knows_all
from engine.service.registry import Registry
from engine.systems.fantasia import orders as o
from tests.kernel.test_trail import LEAVE
from tests.support.fights.arena import Arena
from tests.support.slices import masque
from tests.support.slices.ready import fight, saari_fight
from tests.support.slices.ready import one as one_of
from tests.systems.fantasia.bout import BOOK, SEATS, at, one, sheet

ANA: dict[str, Bot] = {"ana": "GREEDY"}


def met(ogre: dict[str, Any], rat: dict[str, Any], **more: Any) -> Arena:
    """Ana's soldier acts, between an ogre and a rat whose figures are not hers to know."""
    arena = Arena(
        BOOK,
        [
            one("hero", "heroes", sheet(ref="soldier", initiative_bonus=60), seat="ana", place=at(0)),
            one("ogre", "foes", sheet(ref="ogre", **ogre), place=at(1)),
            one("rat", "foes", sheet(ref="goblin", **rat), place=at(-1)),
        ],
        dice=(3,) * 40,
        seats=SEATS,
        **more,
    )
    arena.order("gm", Begin())
    assert arena.fight.acting == ("hero",)
    return arena


def test_a_state_of_several_objects_says_which_is_by_combatant() -> None:
    """Guessing would give combatants somebody's pool of dice, or nothing."""

    class Two(Struct):
        figures: dict[str, One]
        pools: dict[str, One]

    class Book:
        def __init__(self, named: str) -> None:
            self.system = SimpleNamespace(own=Two, per_combatant=named)

    def book_of(named: str) -> Any:
        return Book(named)

    assert per_combatant(book_of("figures")) == "figures"
    assert {per_combatant(book) for book in Registry.installed().books.values()} >= {"figures"}
    with pytest.raises(RegistrationError, match="figures, pools"):
        per_combatant(book_of(""))


class One(Struct):
    """What a state has of each."""


WEAK: dict[str, Any] = {"hp": 1, "defense": 2}
HARD: dict[str, Any] = {"hp": 90, "defense": 19}


def moves(arena: Arena, bots: dict[str, Bot], seeds: int = 12) -> list[Any]:
    """What the bot would do, over some of its own chance."""
    found = (policy.next_move(arena.book, arena.position, bots, random.Random(seed)) for seed in range(seeds))
    return [move and move.order for move in found]


def test_what_looks_the_same_to_a_seat_is_the_same_to_its_bot() -> None:
    """Whoever of the two is nearly dead and easily hit: the seat cannot tell, and no more can its bot."""
    one_way, other_way = met(WEAK, HARD), met(HARD, WEAK)
    assert BOOK.seen(one_way.state, "ana") == BOOK.seen(other_way.state, "ana")
    assert one_way.state != other_way.state
    assert moves(one_way, ANA) == moves(other_way, ANA)
    assert any(isinstance(order, o.Attack) for order in moves(one_way, ANA))


def test_where_figures_are_open_it_uses_them() -> None:
    """So that the test above could fail."""
    one_way, other_way = met(WEAK, HARD, figures_open=True), met(HARD, WEAK, figures_open=True)
    assert {order.target for order in moves(one_way, ANA) if isinstance(order, o.Attack)} == {"ogre"}
    assert {order.target for order in moves(other_way, ANA) if isinstance(order, o.Attack)} == {"rat"}


def test_somebody_hidden_is_not_there_for_a_bot() -> None:
    """Nor in what it supposes; the GM's bot knows him."""
    arena = met(WEAK, HARD)
    before = moves(arena, ANA)
    arena.correct("combatants.ogre.seenBy", [])
    position = assumed_position(BOOK, arena.position, "ana", "hero")
    assert position is not None
    assert "ogre" not in position.state.fight.combatants
    assert "ogre" not in position.state.own.fighters
    assert all(getattr(order, "target", None) != "ogre" for order in moves(arena, ANA))
    assert any(getattr(order, "target", None) == "ogre" for order in before)
    assert knows_all(BOOK, arena.position, "gm")
    assert not knows_all(BOOK, arena.position, "ana")


def test_somebody_whose_figures_are_closed_is_supposed_to_be_like_oneself() -> None:
    """Unhurt, with the figures of whoever acts; what is known stays as it is."""
    arena = met(WEAK, HARD)
    position = assumed_position(BOOK, arena.position, "ana", "hero")
    assert position is not None
    people, fighters = position.state.fight.combatants, position.state.own.fighters
    assert people["ogre"].vitals["hp"].now == people["ogre"].vitals["hp"].max == people["hero"].vitals["hp"].max
    assert fighters["ogre"].figures == fighters["hero"].figures
    assert people["ogre"].place == arena.fight.combatants["ogre"].place
    assert people["hero"] == arena.fight.combatants["hero"]


def test_an_answer_whose_course_is_unknown_is_yes() -> None:
    """As the preference `always` would answer; a random bot gives either."""
    arena = saari_fight(secret="1")
    arena.order("ana", LEAVE)
    asked = arena.pending[0]
    seat = asked.seats[0]
    arena.correct("combatants.gob.seenBy", ["ben"])
    given = {
        style: {
            policy._willing(arena.book, arena.position, asked, seat, style, random.Random(seed)).choice.key  # type: ignore[union-attr]
            for seed in range(20)
        }
        for style in ("GREEDY", "RANDOM")
    }
    others = [offer.key for offer in asked.offers if offer.key != asked.default]
    assert given["GREEDY"] == {others[0]}
    assert given["RANDOM"] == {offer.key for offer in asked.offers}


def test_a_secret_that_somebody_has_not_is_supposed_as_one_that_he_has() -> None:
    """Whether there is anything to withhold is withheld too."""

    def entries(book: Any) -> list[Any]:
        return [one_of(book, "aino", "a", "ana"), one_of(book, "bo", "b", "ben")]

    supposals = []
    for plan in ("star", None):
        arena = fight(masque.system, entries)
        arena.order("ana", masque.Scheme(combatant="aino", plan="sun"))
        arena.correct("rules.guests.bo.plan", plan)
        assert arena.own.guests["bo"].plan == plan
        supposed_to_be = assumed_position(arena.book, arena.position, "ana", "aino")
        assert supposed_to_be is not None
        supposals.append(supposed_to_be.state)
    assert supposals[0] == supposals[1]
    assert supposals[0].own.guests["bo"].plan == "sun"
