"""Every legal order, made from what a seat sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.kit import Begin, Field, Offer, Order
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.turns import rounds, turns
from engine.systems.saari.rules.turns.handlers import GM_OFFERS


def offers(seen: SaariFight, combatant: str | None) -> Iterator[Offer[Order]]:
    """What a combatant, or (None) the game master, may order now."""
    return _gm(seen) if combatant is None else chain.from_iterable(turns.offers_by_kind(seen, combatant))


def _gm(seen: SaariFight) -> Iterator[Offer[Order]]:
    if rounds.refusal(seen) is None:
        yield Offer("begin", Begin(), "SA-INIT-01", (Field("note", "text", least=0, most=500),))
    for offered in GM_OFFERS:
        yield from offered(seen)
