"""Simulation: the same fights by the same seed, and intervals that are right."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import structs

from api.cli.creations import creation_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.playing.facts import Creation
from engine.kernel.playing.position import advance
from engine.kernel.state.decisions import Offer
from engine.kernel.state.events import CommandAccepted, DecisionAnswered
from engine.kernel.state.fight import State
from engine.kernel.state.seat import Bot
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.service.bots.policy import orders_by_chance
from engine.service.bots.simulation import recorded_fight, simulate_fight
from engine.service.encounters import NewEncounter
from engine.service.registry import Registry
from tests.support.fights.fights import FOES, HEROES, SEATS
from tests.support.slices.saari import Leave, Own, Saari, Strike


def test_a_seed_gives_the_same_fight() -> None:
    """And another seed another one; points dealt are points taken."""
    setup = NewEncounter(name="", seats=(), system="fantasia", combatants=(*HEROES, *FOES))
    book, creation = Registry.installed().book("fantasia"), creation_of(setup)
    one = simulate_fight(book, creation, {"": "RANDOM"}, "a")
    assert one == simulate_fight(book, creation, {"": "RANDOM"}, "a")
    assert one != simulate_fight(book, creation, {"": "RANDOM"}, "b")
    assert one.outcome in ("heroes", "foes", "", None)
    assert one.rounds >= 1
    assert sum(one.dealt.values()) <= sum(one.taken.values())
    assert simulate_fight(book, creation, {"": "RANDOM"}, "a", rounds=1).outcome is None


def test_who_is_greedy_beats_who_plays_at_random() -> None:
    """The same fight with the sides changed over: each hurts more when it is greedy."""
    setup = NewEncounter(name="", seats=(), system="fantasia", combatants=(*HEROES, *FOES))
    book, creation = Registry.installed().book("fantasia"), creation_of(setup)
    heroes = simulate_fight(book, creation, {"heroes": "GREEDY", "foes": "RANDOM"}, "a")
    foes = simulate_fight(book, creation, {"heroes": "RANDOM", "foes": "GREEDY"}, "a")
    assert heroes.outcome == "heroes"
    assert sum(heroes.dealt[who] for who in ("goblin", "gobbo", "ogre")) < sum(
        foes.dealt[who] for who in ("goblin", "gobbo", "ogre")
    )


def test_a_seats_own_bot_plays_where_no_side_is_named() -> None:
    """A setup may say it as a fight at a table does; a side that is named goes before, and all the rest come last."""
    book = Registry.installed().book("fantasia")
    plain = NewEncounter(name="", system="fantasia", combatants=(HEROES[0], FOES[0]), seats=SEATS)
    seats = tuple(structs.replace(s, bot="RANDOM" if s.role == "PLAYER" else None) for s in SEATS)
    own, without = creation_of(structs.replace(plain, seats=seats)), creation_of(plain)
    named = simulate_fight(book, without, {"heroes": "RANDOM"}, "a", rounds=2)
    assert simulate_fight(book, own, {}, "a", rounds=2) == named
    assert (
        simulate_fight(book, own, {"heroes": "GREEDY"}, "a", rounds=2)
        == simulate_fight(book, without, {}, "a", rounds=2)
        != named
    )


class Counting(Saari):
    """Counts its runs; offers a blow at oneself too, which is refused."""

    _runs = 0
    _refused = 0

    def play(self, order: Order, table: Table[Own]) -> None:
        """See Saari."""
        self._runs += 1
        try:
            super().play(order, table)
        except RuleRefusal:
            self._refused += 1
            raise

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """See Saari."""
        if combatant is not None:
            yield Offer("careless", Strike(combatant=combatant, target=combatant), "SA-MELEE-01")
        yield from super().offers(seen, combatant)


def melee(system: Saari) -> tuple[Rulebook[Own], Creation]:
    """Two against two, in one knot."""
    book = Rulebook(system)
    sheet = {"life": 30, "actions": 40, "knot": "k1"}
    sides = {"aino": "heroes", "bo": "heroes", "gob": "foes", "imp": "foes"}
    people = tuple(
        msgspec.convert(
            {"id": who, "name": who, "side": side, "seat": {"heroes": "ana"}.get(side, "ben"), "sheet": sheet},
            book.enter,
        )
        for who, side in sides.items()
    )
    creation = Creation(
        encounter="simulation", name="a melee", dice="OPEN", seats=SEATS, combatants=people, setup={}, chain="none"
    )
    return book, creation


def test_by_chance_a_rule_runs_once() -> None:
    """Neither on a copy before an order is made, nor again for an answer: once on what its seat sees, once truly."""
    system = Counting()
    kinds = Counter(type(one.event) for one in recorded_fight(*melee(system), {"": "RANDOM"}, "a"))
    assert kinds[DecisionAnswered] > 0
    assert system._refused > 0
    assert system._runs - system._refused <= 2 * kinds[CommandAccepted]


class Several(Saari):
    """Its offers in two parts; counts those that were read."""

    _read = 0

    def offers_by_kind(self, seen: State[Own], combatant: str) -> Iterable[Iterable[Offer[Order]]]:
        """See RuleSystem."""
        all_ = list(self.offers(seen, combatant))
        return [self._counted(all_, kind) for kind in (Leave, Strike)]

    def _counted(self, all_: list[Offer[Order]], kind: type[Order]) -> Iterator[Offer[Order]]:
        self._read += 1
        yield from (one for one in all_ if isinstance(one.body, kind))


def test_by_chance_only_the_kind_that_is_taken_is_made() -> None:
    """Any of the kinds that have an offer; one that has none is passed over, and nothing of the others is read."""
    system = Several()
    book, creation = melee(system)
    events, at = recorded_fight(book, creation, {"": "RANDOM"}, "a"), None
    while at is None or at.state.fight.open or not at.state.fight.acting:
        at = advance(book, at, next(events))
    who = at.state.fight.acting[0]
    taken = set()
    for seed in range(20):
        before = system._read
        move = next(orders_by_chance(book, at, who, at.state.fight.holders(who)[0], random.Random(seed)))
        assert system._read == before + 1
        taken.add(type(move.order))
    assert taken == {Leave, Strike}


def test_who_weighs_plays_against_chance_in_one_fight() -> None:
    """Answers by chance at once, the others' in steps of their own; the same by the same seed."""
    bots: dict[str, Bot] = {"heroes": "GREEDY", "foes": "RANDOM"}
    one, again = (simulate_fight(*melee(Saari()), bots, "a", rounds=2) for _ in range(2))
    assert one == again
    assert one.steps > 10
