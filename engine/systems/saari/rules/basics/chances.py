"""How likely a roll reaches its number, exactly: every six adds a die.  [SA-DICE-05 to SA-DICE-15]

A die shows s sixes in a row and then something else, so that the successes of one die have a closed form: no bound on
bonus dice is needed. Numbers are rational.
"""

from __future__ import annotations

from fractions import Fraction

SIDES = 6
_SIX = Fraction(1, SIDES)


def of_die(successes: int, least: int) -> Fraction:
    """How likely one die, with the bonus dice that it earns, comes to just so many successes. least: that is one."""
    failure, plain = Fraction(least - 1, SIDES), Fraction(SIDES - least, SIDES)
    found = _SIX**successes * failure
    return found + _SIX ** (successes - 1) * plain if successes else found


def of_pair(successes: int, least: int) -> Fraction:
    """The same of the lower of two dice, whose six earns a bonus die as well.  [SA-DICE-15]"""
    lower = {face: Fraction(2 * (SIDES - face) + 1, SIDES * SIDES) for face in range(1, SIDES + 1)}
    if not successes:
        return sum((lower[face] for face in range(1, least)), Fraction(0))
    found = lower[SIDES] * of_die(successes - 1, least)
    return found + sum((lower[face] for face in range(least, SIDES)), Fraction(0)) if successes == 1 else found


def reached(dice: int, needed: int, least: int, *, zero: bool) -> tuple[int, int]:
    """(good results, of so many): how likely a pool comes to `needed` successes or more; at least 1 is needed.

    zero: two more dice fall, of which the lower counts.  [SA-DICE-15]
    """
    fewer = [Fraction(1), *(Fraction(0) for _ in range(needed - 1))]
    for number in range(dice + zero):
        of_one = of_pair if number == dice else of_die
        each = [of_one(successes, least) for successes in range(needed)]
        fewer = [
            sum((fewer[amount] * each[total - amount] for amount in range(total + 1)), Fraction(0))
            for total in range(needed)
        ]
    chance = 1 - sum(fewer, Fraction(0))
    return chance.numerator, chance.denominator


def expected(dice: int, least: int, *, zero: bool) -> Fraction:
    """How many successes a pool brings on average."""
    each = Fraction(SIDES + 1 - least, SIDES - 1)
    pair = sum((Fraction(2 * (SIDES - face) + 1, SIDES * SIDES) for face in range(least, SIDES + 1)), Fraction(0))
    return dice * each + (pair + Fraction(1, SIDES * SIDES) * each if zero else 0)
