"""Chances of twelve-sided dice, exactly: so many of all equally likely results, and how many results there are.

A die succeeds at most at its value, and never with a 12.  [DD-DICE-01, DD-DICE-03]
"""

from __future__ import annotations

FACES = 12

NEVER = 12
"""The face that always fails, in every roll-under.  [DD-DICE-03]"""


def _good(value: int) -> int:
    """The faces of a die that succeed."""
    return max(0, min(value, NEVER - 1))


def success(value: int, count: int) -> tuple[int, int]:
    """(results with at least one success of so many dice, all results)."""
    everything: int = FACES**count
    return everything - (FACES - _good(value)) ** count, everything


def all_succeed(value: int, count: int) -> tuple[int, int]:
    """(results in which every one of so many dice succeeds, all results)."""
    return int(_good(value) ** count), int(FACES**count)


def all_hold(value: int, count: int) -> tuple[int, int]:
    """(results in which none of so many dice exceeds a value, all results): of a fall, where a 12 is a number.

    [DD-FALL-02]
    """
    return int(max(0, min(value, FACES)) ** count), int(FACES**count)


def _best_is_at_most(value: int, count: int, face: int) -> int:
    """The results whose best success is no higher than a face; without a success it is 0."""
    return int((FACES - max(0, _good(value) - face)) ** count)


def clash_won(attack: tuple[int, int], defense: tuple[int, int]) -> tuple[int, int]:
    """(results that the attacker wins, all results); of each side the value and the number of dice.

    It wins with its best success, if the defender has none that is higher.  [DD-MEL-03 to DD-MEL-06, DD-CON-03]
    """
    won = 0
    for best in range(1, _good(attack[0]) + 1):
        exactly = _best_is_at_most(*attack, best) - _best_is_at_most(*attack, best - 1)
        won += exactly * _best_is_at_most(*defense, best)
    return won, FACES ** (attack[1] + defense[1])
