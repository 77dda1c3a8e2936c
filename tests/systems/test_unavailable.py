"""What a combatant has is offered or has a reason: never neither, never both, in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from api.words.refusals import worded
from engine.kernel.playing.unavailable import unavailable
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.why_not import WhyNot
from engine.service.registry import Registry
from engine.service.writing.writer import names_in
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.laws import laws

SYSTEMS = sorted(Registry.installed().books)
STOPS, FIGHTS, MOST = 12, 3, 40
"""Stops of each fight, and fights at least and at most: in some games it takes long until somebody acts."""


def acting(arena: Arena) -> list[tuple[str, str]]:
    """Who may act now, each with the seat that plays it."""
    if arena.fight.open is not None or arena.fight.status != "RUNNING":
        return []
    return [(arena.fight.holders(who)[0], who) for who in arena.fight.acting if arena.fight.holders(who)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_somebody_has_is_offered_or_has_a_reason(system: str) -> None:
    """The reason is that for which the rules refuse the order that it names, in the same words and every language."""
    book = Registry.installed().book(system)
    reasons: dict[WhyNot, set[str]] = {}
    offered = 0
    for seed in range(MOST):
        if seed >= FIGHTS and offered > 20 and len(reasons) > 1:
            break
        for arena, _ in laws.walk(playing.examples_of(system).make, random.Random(f"why not {seed}"), STOPS):
            for seat, who in acting(arena):
                seen = arena.book.seen(arena.state, seat)
                offers = list(book.system.offers(seen, who))
                having = list(book.system.means(seen, who))
                missing = list(unavailable(book, seen, seat, who, offers))
                of = {(one.means.order, one.means.name) for one in missing}
                assert len(of) == len(missing), "one reason each"
                for means in having:
                    used = any(means.used_by(offer) for offer in offers)
                    assert used != ((means.order, means.name) in of), f"seed {seed}: {who}: {means.name}"
                    offered += used
                for one in missing:
                    reasons.setdefault(one.refusal.why, set()).add(one.refusal.reason)
                    check(arena, seat, one)
    assert offered > 20
    assert len(reasons) > 1
    assert WhyNot.LATER not in reasons, reasons[WhyNot.LATER]


def check(arena: Arena, seat: str, one: Any) -> None:
    """The order is refused as it says, and what it says is in every language."""
    if one.order is not None:
        with pytest.raises(RuleRefusal) as found:
            arena.order_step(one.order, seat)
        assert (found.value.reason, found.value.why) == (one.refusal.reason, one.refusal.why)
        assert not one.target or one.target in str(one.order)
    names = names_in(arena.book, arena.state, seat)
    for locale in ("en", "es", "fi", "pl"):
        assert worded(one.refusal.reason, locale, [arena.book.system], names, arena.book.system)
