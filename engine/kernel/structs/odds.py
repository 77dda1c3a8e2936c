"""What a roll has to reach, and how often it does: asked for by previews and by analysis alone, never stored."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from engine.kernel.structs.reasons import Term


class Odds(Struct, frozen=True, kw_only=True):
    """The chance of a roll: `good` of `of` equally likely results are a success. of: above 0.

    against: the number that decides; None where other dice decide. terms: of the numbers; `of` is `faces` for what is
    added to the dice, `against` for the deciding number. passes: whether faces of these dice are among the good ones;
    None: other dice decide as well.
    """

    good: int
    of: int
    against: int | None = None
    terms: tuple[Term, ...] = ()
    passes: Callable[[tuple[int, ...]], bool] | None = None


Reckons = Callable[[], Odds]
"""Works out the odds of a roll by the state in which it falls."""
