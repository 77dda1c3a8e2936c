"""Every game says what kind of thing each of its orders is, and which of its offers are the usual ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.authoring.offer_ranking import usual_first
from engine.kernel.state.decisions import Offer
from engine.kernel.structs.messages import OfferGroup, Order
from engine.service.registry import Registry
from tests.support.fights import playing
from tests.support.fights.arena import Arena

SYSTEMS = sorted(Registry.installed().books)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_order_says_its_group(system: str) -> None:
    """Itself, next to its fields: a new order cannot be OTHER by mistake."""
    orders = Registry.installed().book(system).orders.values()
    silent = [cls.__name__ for cls in orders if "group" not in vars(cls) and cls.__name__ not in ("Enter", "Spawn")]
    assert silent == []
    assert {type(cls.group) for cls in orders} == {OfferGroup}


def positions(system: str) -> Iterator[Arena]:
    """Some stops of some fights at which somebody may order something."""
    for seed in range(6):
        arena = playing.by_chance(system, random.Random(seed), most=3 * seed)
        if not arena.pending:
            yield arena


def shown(arena: Arena) -> Iterator[tuple[str, list[Offer[Order]], list[Offer[Order]]]]:
    """Each seat with the offers of one combatant, or of the game master: as the game lists them, and as shown."""
    system: Any = arena.book.system
    for seat in arena.fight.seats:
        seen = arena.book.seen(arena.state, seat)
        for who in (None, *seen.fight.combatants) if seen.fight.is_gm(seat) else seen.fight.combatants:
            if who is None or seen.fight.is_gm(seat) or seat in seen.fight.holders(who):
                listed = list(system.offers(seen, who))
                yield seat, listed, usual_first(system, seen, listed)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_shown_is_what_is_offered_group_by_group(system: str) -> None:
    """Nothing is lost or added, groups stand in the order of the enum, and every offer is legal as it is sent."""
    groups, moved = list(OfferGroup), 0
    for arena in positions(system):
        for seat, listed, found in shown(arena):
            assert sorted((o.key, o.rule) for o in found) == sorted((o.key, o.rule) for o in listed)
            places = [groups.index(o.body.group) for o in found if o.key != "begin"]
            assert places == sorted(places)
            moved += [o.key for o in found] != [o.key for o in listed]
            for offer in found:
                if offer not in listed:
                    arena.order_step(offer.body, seat)
    assert moved, "nowhere does it matter"
