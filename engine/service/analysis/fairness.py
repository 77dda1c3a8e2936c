"""Whether dice fall as fair dice do: a test of the faces of each kind, with its p-value.

Chi-square where a fair die would show each face five times or more; else exactly, over everything that could have
fallen, where that is little; else by 10,000 draws of a fair die from a fixed seed. The p-values are corrected for how
many kinds are tested (Holm): of twenty fair kinds one looks unfair otherwise.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import comb, exp, lgamma, log, sqrt
from typing import Literal

from msgspec import Struct, structs

from engine.kernel.playing.dice import parse_dice
from engine.service.analysis.rolls import Roll

Method = Literal["CHI_SQUARE", "EXACT", "DRAWN"]

EXPECTED = 5
"""How often a fair die has to show each face before chi-square is near enough."""
COMPOSITIONS = 20_000
"""The most results that are gone through one by one."""
DRAWS = 10_000
ALPHA, POWER = 0.05, 0.8
"""Of the test for which the needed rolls are told."""
MOST_SIDES = 1_000
"""A die of more sides says nothing in a fight."""


class Fairness(Struct, frozen=True):
    """The faces of one kind of die. faces: how often each came, the 1 first. typed: people typed them.

    p: how likely a fair die falls at least as unevenly; corrected: the same, given how many kinds were tested.
    excess: by how much the most frequent face is above a fair one's share: 0.5 is half as often again.
    needed: how many dice it would take to see a die that favours one face so much, with 80 % at 5 %; None: no excess.
    """

    sides: int
    typed: bool
    faces: tuple[int, ...]
    p: float
    corrected: float
    method: Method
    excess: float
    needed: int | None

    @property
    def dice(self) -> int:
        """How many have fallen."""
        return sum(self.faces)


def fairness_of(rolls: Iterable[Roll]) -> list[Fairness]:
    """For each kind of die, the server's and typed ones apart. Each die of a roll counts once."""
    counts: dict[tuple[int, bool], Counter[int]] = {}
    for roll in rolls:
        sides = parse_dice(roll.dice).sides
        if 2 <= sides <= MOST_SIDES:
            counts.setdefault((sides, roll.typed), Counter()).update(roll.faces)
    found = []
    for (sides, typed), count in sorted(counts.items()):
        faces = tuple(count[face] for face in range(1, sides + 1))
        p, method = p_value(faces)
        excess = max(faces) * sides / sum(faces) - 1
        found.append(Fairness(sides, typed, faces, p, p, method, round(excess, 4), needed_dice(sides, excess)))
    return [
        structs.replace(fairness, corrected=p)
        for fairness, p in zip(found, holm([fairness.p for fairness in found]), strict=True)
    ]


def p_value(faces: Sequence[int]) -> tuple[float, Method]:
    """How likely a fair die falls at least as unevenly as this, and how that was found."""
    number, sides = sum(faces), len(faces)
    if number >= EXPECTED * sides:
        fair = number / sides
        return chi_square_tail(sum((face - fair) ** 2 for face in faces) / fair, sides - 1), "CHI_SQUARE"
    squares = sum(face * face for face in faces)
    if comb(number + sides - 1, sides - 1) <= COMPOSITIONS:
        return _exact(number, sides, squares), "EXACT"
    chance = random.Random(f"{sides} {number}")
    as_uneven = sum(
        sum(amount * amount for amount in Counter(chance.choices(range(sides), k=number)).values()) >= squares
        for _ in range(DRAWS)
    )
    return (as_uneven + 1) / (DRAWS + 1), "DRAWN"


def _exact(number: int, sides: int, squares: int) -> float:
    """The chance that the sum of the squares of the counts is at least so much: whole numbers, no rounding."""
    ways = {(0, 0): 1}
    for _ in range(sides):
        more: dict[tuple[int, int], int] = {}
        for (used, square), count in ways.items():
            for here in range(number - used + 1):
                key = used + here, square + here * here
                more[key] = more.get(key, 0) + count * comb(number - used, here)
        ways = more
    good = sum(count for (used, square), count in ways.items() if used == number and square >= squares)
    return float(good / sides**number)


def holm(ps: Sequence[float]) -> list[float]:
    """p-values corrected for how many there are."""
    order, found, least = sorted(range(len(ps)), key=lambda at: ps[at]), [0.0] * len(ps), 0.0
    for rank, at in enumerate(order):
        least = max(least, min(1.0, ps[at] * (len(ps) - rank)))
        found[at] = least
    return found


def chi_square_tail(value: float, degrees: int) -> float:
    """How likely chi-square with so many degrees of freedom is at least so much."""
    return _upper_gamma(degrees / 2, value / 2)


def _upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: a series below a + 1, a continued fraction above."""
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        number = a
        while term > total * 1e-15:
            number += 1
            term *= x / number
            total += term
        return max(0.0, 1 - total * scale)
    b, c = x + 1 - a, 1e300
    d = 1 / b
    found = d
    for step in range(1, 10_000):
        factor = -step * (step - a)
        b += 2
        d = 1 / (factor * d + b or 1e-300)
        c = b + factor / c or 1e-300
        found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return min(1.0, found * scale)


def needed_dice(sides: int, excess: float) -> int | None:
    """How many dice show, with 80 % at 5 %, that one face comes so much more often than it should."""
    if excess <= 0:
        return None
    shift = _shift(sides - 1)
    found = shift * (sides - 1) / (excess * excess)
    return int(-(-found // 1))


@cache
def _shift(degrees: int) -> float:
    """The noncentrality at which chi-square is noticed with the wanted power."""
    limit = _bisected(0, degrees + 20 * sqrt(2 * degrees) + 50, lambda x: chi_square_tail(x, degrees) <= ALPHA)
    return _bisected(0, 10 * degrees + 50, lambda shift: _noticed(limit, degrees, shift) >= POWER)


def _noticed(limit: float, degrees: int, shift: float) -> float:
    """How likely noncentral chi-square is above a limit: central ones, weighed by a Poisson distribution."""
    half = shift / 2
    spread = 12 * sqrt(half) + 40
    return sum(
        exp(-half + number * log(half) - lgamma(number + 1)) * chi_square_tail(limit, degrees + 2 * number)
        for number in range(max(0, int(half - spread)), int(half + spread))
    )


def _bisected(low: float, high: float, reached: Callable[[float], bool]) -> float:
    """The least number for which something holds that holds for all above it."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high
