"""The laws of all rule systems, held by the slices; and that the laws would see a system that breaks them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.state.combatant import Place
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.state.events import VitalChanged
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.messages import Event, Order
from tests.support.amounts import amount
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.support.slices.fantasia import Fantasia
from tests.support.slices.ready import FIGHTS, fantasia_fight, saari_fight
from tests.support.slices.saari import Leave, Own, Saari, Strike

GAMES = amount("SKALD_LAWS", 3, 40)
"""Fights per slice; set SKALD_LAWS for a longer run."""


def maker(name: str) -> laws.Maker:
    """A fight of a slice with dice that follow from the generator, in all its variants."""

    def make(rng: random.Random) -> Arena:
        more: dict[str, Any] = {"secret": str(rng.random()), "life": rng.choice([6, 20])}
        match name:
            case "saari":
                more |= {"will": rng.random() < 0.5, "actions": rng.choice([2, 9])}
            case "dozen":
                more |= {"bog": rng.random() < 0.5}
            case "fantasia":
                more |= {"lurker": rng.random() < 0.7, "trigger": rng.choice(["cast", "blow", "any"])}
        return FIGHTS[name](begun=rng.random() < 0.7, **more)

    return make


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("name", FIGHTS)
def test_a_slice_keeps_every_law(name: str, seed: int) -> None:
    """Offers, answers, folds, resuming elsewhere, corrections, reverts and cancels, at every stop of a random fight."""
    assert laws.judge(maker(name), seed, steps=14) > 5


# -- systems that break a law each
class Stingy(Saari):
    """Refuses what it offers."""

    def play(self, order: Order, table: Table[Any]) -> None:
        """Nobody strikes the imp."""
        if isinstance(order, Strike) and order.target == "imp":
            raise RuleRefusal("not the imp")
        super().play(order, table)


class Silent(Saari):
    """Accepts what it does not offer."""

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """All but the second target."""
        for offer in super().offers(seen, combatant):
            fields = tuple(structs.replace(f, among=f.among[:1]) if f.kind == "one" else f for f in offer.fields)
            yield structs.replace(offer, fields=fields)


class Forgetful(Saari):
    """Remembers outside the stream."""

    _played = 0

    def play(self, order: Order, table: Table[Any]) -> None:
        """Every second time it hurts."""
        Forgetful._played += 1
        if isinstance(order, Leave):
            table.change("bo", "mind", -(Forgetful._played % 2), rule="T-1")
        super().play(order, table)


class Loose(Saari):
    """Lets vitals fall below nought."""

    def play(self, order: Order, table: Table[Any]) -> None:
        """Costs more mind than there is."""
        super().play(order, table)
        table.change("bo", "mind", -5, rule="T-1", least=-100)


class Careless(Saari):
    """Folds what is not in the event."""

    _folds = 0

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """Counts folds in the state."""
        if isinstance(event, VitalChanged):
            Careless._folds += 1
            fighter = structs.replace(own.fighters["bo"], riposte=Careless._folds)
            return Own({**own.fighters, "bo": fighter})
        return super().evolve(own, event, fight)


class Chatty(Fantasia):
    """Shows everybody whom it hides."""

    def view(self, own: Any, fight: Fight, seat: str | None) -> Any:
        """Nothing is left out."""
        return own


class Narrow(Saari):
    """Offers fewer choices than must be picked."""

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """Two of one zone."""
        for offer in super().offers(seen, combatant):
            fields = tuple(Field(f.name, "some", (Place(),), least=2, most=2) for f in offer.fields)
            yield structs.replace(offer, fields=fields)


@pytest.mark.parametrize("system", [Stingy, Silent, Forgetful, Loose, Careless, Chatty, Narrow])
def test_the_laws_see_a_system_that_breaks_one(system: Any) -> None:
    """Each of these breaks one law; a few random fights find it."""

    def make(rng: random.Random) -> Arena:
        more = {"secret": str(rng.random())}
        arena = fantasia_fight(lurker=True, **more) if system is Chatty else saari_fight(**more)
        arena.book = Rulebook(system())
        return arena

    with pytest.raises((AssertionError, Fault)):
        laws.judge_all(make, range(6), steps=10)


@pytest.mark.parametrize("seat", ["eve", None])
def test_two_worlds_that_differ_in_a_secret_are_one_to_a_stranger(seat: str | None) -> None:
    """What Strago waits for is hidden from all but his side and the GM, in stream and state."""

    def world(trigger: str) -> Arena:
        arena = fantasia_fight(trigger=trigger)
        rng = random.Random(5)
        for _ in range(3):
            choice = laws.some_order(arena, rng)
            assert choice is not None
            arena.order(*choice)
            while arena.pending:
                laws.answer_somehow(arena, rng, default=True)
        return arena

    laws.two_worlds(world("blow"), world("cast"), seat, after=5)


def test_two_worlds_that_differ_in_something_open_are_told_apart() -> None:
    """The law would see it."""
    with pytest.raises(AssertionError):
        laws.two_worlds(fantasia_fight(), fantasia_fight(lurker=True), "ana")
