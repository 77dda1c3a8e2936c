"""What a combatant has and no offer uses now, each with the reason that the rules give, from what its seat sees."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dry_run import refusal_of
from engine.kernel.state.decisions import Offer
from engine.kernel.state.fight import State
from engine.kernel.state.means import Means
from engine.kernel.structs.budget import spend
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.kernel.structs.why_not import WhyNot

TRY = 50
"""Units of a budget that an order takes which is tried."""

AIMED = ("target", "targets", "to", "place", "door")
"""Fields that say what an order is aimed at: a refusal of another one holds whatever it is aimed at."""

NOBODY = "nobody is in sight on whom it could be used"
"""The reason where nobody is there whom an order could name."""

_RANKS = {why: rank for rank, why in enumerate(WhyNot)}


class Unavailable(Struct, frozen=True):
    """Something that a combatant has and cannot use now. order: one that would use it; None where nobody is there to be
    named in one. refusal: why the rules refuse it. target: on whom, where it may be possible on others; "" on nobody.
    """

    means: Means
    order: Order | None
    refusal: RuleRefusal
    target: str = ""


def unavailable(
    book: Rulebook[Any], seen: State[Any], seat: str, combatant: str, offers: Collection[Offer[Order]]
) -> Iterator[Unavailable]:
    """What an acting combatant has that no offer uses, in the system's order; nothing where the system names nothing.

    seen: the fight as the seat sees it; offers: all of the combatant. One reason each: the one that holds whomever it
    is used on, else the one that says most, of whom it is meant for first.
    """
    if combatant not in seen.fight.acting:
        return
    for means in book.system.means(seen, combatant):
        spend(TRY)
        if not any(means.used_by(offer) for offer in offers):
            found = _reason(book, seen, seat, means)
            if found is not None:
                yield found


def _reason(book: Rulebook[Any], seen: State[Any], seat: str, means: Means) -> Unavailable | None:
    """The best reason; None where the rules allow one of its orders after all."""
    best: Unavailable | None = None
    for order in means.tries:
        spend(TRY)
        refusal = refusal_of(book, seen, seat, order)
        if refusal is None:
            return None
        at, target = _aimed(seen, order, refusal)
        found = Unavailable(means, order, refusal, target)
        if not at:
            return found
        if best is None or _RANKS[refusal.why] < _RANKS[best.refusal.why]:
            best = found
    return best or Unavailable(means, None, RuleRefusal(NOBODY, why=WhyNot.NO_TARGET))


def _aimed(seen: State[Any], order: Order, refusal: RuleRefusal) -> tuple[bool, str]:
    """Whether a refusal is about what the order is aimed at, and whom, if that is one combatant."""
    field = next((name for name in AIMED if refusal.field == name and hasattr(order, name)), None)
    if field is None:
        return False, ""
    value = getattr(order, field)
    item = value[0] if isinstance(value, tuple) and len(value) == 1 else value
    return True, item if isinstance(item, str) and item in seen.fight.combatants else ""
