"""Orders of the game master that may be given while a decision is open: a game says what they set.

What they set is set as by corrections: so what follows by the rules, what each seat is told, audits and going back are
those of corrections, and the open order meets it where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.gm_tools import Correct
from engine.kernel.overruling.overrides import correct_all
from engine.kernel.playing.decide import locate, submit
from engine.kernel.playing.facts import must_run
from engine.kernel.playing.position import Position, Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.state.decisions import Offer
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order

Own = TypeVar("Own", bound=Struct)


def offered_meanwhile(book: Rulebook[Own], seen: State[Own], seat: str | None) -> Iterable[Offer[Order]]:
    """The orders that a seat may give while the decision is open that is: the GM's, those that a game allows then."""
    fight = seen.fight
    return book.system.offers_meanwhile(seen) if fight.open is not None and fight.is_gm(seat) else ()


def submit_meanwhile(
    book: Rulebook[Own], position: Position[Own], seat: str, order: Order, circumstances: Circumstances
) -> Step[Own]:
    """As `submit`; an order that a game allows while a decision is open is given then too."""
    fight = position.state.fight
    if fight.open is None or not fight.is_gm(seat):
        return submit(book, position, seat, order, circumstances)
    must_run(fight)
    try:
        wishes = book.system.meanwhile(position.state, order)
    except RuleRefusal as refusal:
        locate(refusal, order)
        raise
    if wishes is None:
        return submit(book, position, seat, order, circumstances)
    corrections = [Correct(path=path, value=value) for path, value in wishes]
    if not corrections:
        return Step((), position)
    return correct_all(book, position, seat, corrections, circumstances, meanwhile=True)
