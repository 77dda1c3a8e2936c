"""What a roll amounts to at the moment: everything is counted anew from its faces.  [SA-DICE-05 to SA-DICE-12]"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kit import Fault
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import Assisted, Roll
from engine.systems.saari.types import Factor

NORMAL, EASIER, HARDER = 4, 3, 5


def roll_of(state: SaariFight, roll: str) -> Roll:
    """An open roll. Fault where there is none."""
    for open_roll in state.own.rolls:
        if open_roll.id == roll:
            return open_roll
    raise Fault(f"there is no open roll {roll!r}")


def threshold(factors: Iterable[Factor]) -> int:
    """The lowest face that is a success. Factors cancel one for one, and what is left counts once.

    [SA-EDGE-01 to SA-EDGE-04]
    """
    net = sum(1 if factor.advantage else -1 for factor in factors)
    return EASIER if net > 0 else HARDER if net < 0 else NORMAL


def faces(roll: Roll) -> tuple[int, ...]:
    """The faces that count.  [SA-DICE-15]"""
    return tuple(face for batch in roll.batches for face in batch.counted)


def own_successes(roll: Roll) -> int:
    """Successes of the roll itself, and of those who assist.  [SA-DICE-05, SA-ASSIST-03]"""
    least = threshold(roll.factors)
    return sum(face >= least for face in faces(roll)) + sum(helped(assist, least) for assist in roll.assists)


def helped(helper: Assisted, least: int) -> int:
    """Successes of a comrade's assist.  least: the lowest face that is one.  [SA-ASSIST-03, G-15]"""
    return sum(face >= least for face in helper.faces)


def successes(roll: Roll) -> int:
    """With those that comrades gave.  [SA-XDEF-01]"""
    return own_successes(roll) + roll.covered


def meets(roll: Roll) -> bool:
    """Whether its successes meet the target number: one at least is needed.  [SA-DICE-07, SA-DICE-10]"""
    return roll.kn is not None and successes(roll) >= max(1, roll.kn)


def succeeds(roll: Roll) -> bool:
    """Whether the roll is a success, by itself or by a mind point.  [SA-MP-02]"""
    return roll.mind_point or meets(roll)


def extras(roll: Roll) -> int:
    """Successes above the target number; a negative one counts as 0. A mind point gives none, nor do comrades.

    [SA-DICE-09, SA-DICE-11, SA-DICE-12, SA-MP-03, G-43]
    """
    if roll.kn is None or roll.mind_point or not succeeds(roll):
        return 0
    return max(0, own_successes(roll) - max(0, roll.kn))


def standing(roll: Roll) -> tuple[bool, int]:
    """Whether it is a success, and with how many extras."""
    return succeeds(roll), extras(roll)


def unspent(roll: Roll) -> int:
    """Extras that are not used yet; none where a late factor has left fewer than were used.  [SA-XDEF-05, G-13]"""
    return max(0, extras(roll) - sum(payment.amount for payment in roll.spent))


def is_touched(roll: Roll) -> bool:
    """Whether anybody has done anything about the roll since its dice fell."""
    return bool(roll.mind_point or roll.parried_by or roll.assists or roll.covered)


def complicated(roll: Roll) -> bool:
    """More ones than sixes over the whole roll, whatever its outcome and its edge.

    [SA-COMP-01 to SA-COMP-04, SA-EDGE-06]
    """
    shown = faces(roll)
    return shown.count(1) > shown.count(6)
