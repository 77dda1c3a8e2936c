"""Every legal order, made from what a seat sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.kit import Begin, Field, Offer, Order
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.course import rounds, turns
from engine.systems.mongolian_mercenaries.rules.course.handlers import GM_OFFERS


def offers(seen: MercenariesFight, combatant: str | None) -> Iterator[Offer[Order]]:
    """What a combatant, or (None) the game master, may order now."""
    return _gm(seen) if combatant is None else chain.from_iterable(turns.offers_by_kind(seen, combatant))


def _gm(seen: MercenariesFight) -> Iterator[Offer[Order]]:
    if rounds.refusal(seen) is None:
        yield Offer("begin", Begin(), "MM-PHASE-01", (Field("note", "text", least=0, most=500),))
    for offered in GM_OFFERS:
        yield from offered(seen)
