"""The sampler of seeded dice, by chi-square: no face is likelier than another, no die tells of its neighbour.

Everything is fixed, so that each run is the same: the secret is SHA-256 of a word. A statistic must stay below what one
fair sampler in a thousand exceeds (p = 0.001), after Wilson and Hilferty:

    k degrees of freedom:  k * (1 - 2 / (9 k) + 3.0902 * sqrt(2 / (9 k))) ** 3
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path

import pytest

from engine.kernel.playing.dice import derive, entropy_digest

ROOT = Path(__file__).parents[2]
SECRET = hashlib.sha256(b"chi-square").hexdigest()
ENTROPY = entropy_digest(["mine", "yours"])
TABLE = (2, 3, 4, 6, 8, 10, 12, 16, 20, 100)
"""Dice that tables have, whether or not an installed game throws them."""


def thrown() -> set[int]:
    """The sides of every die that a system's rules or content name."""
    files = [p for p in (ROOT / "engine" / "systems").rglob("*") if p.suffix in (".py", ".json", ".toml")]
    text = " ".join(path.read_text(encoding="utf-8") for path in files)
    return {int(sides) for sides in re.findall(r"(?<![\w.])(?:\d+|\{\w+\})?d(\d+)\b", text) if int(sides) > 1}


def drawn() -> set[int]:
    """Out of how many things something was drawn in a recorded fight."""
    found = set()
    for path in (ROOT / "tests" / "recordings" / "fights").glob("*.ndjson"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if '"type":"Drawn"' in line:
                event = json.loads(line)
                found.add((event.get("secret") or event["public"])["data"]["among"])
    return found - {1}


SIZES = sorted({*TABLE, *thrown(), *drawn()})
PAIRED = [sides for sides in SIZES if sides <= 30]
"""Small enough that each pair of faces comes often."""
Sampler = Callable[[int, int, int], int]


def fair(version: int, die: int, sides: int) -> int:
    return derive(SECRET, "a-fight", version, die, sides, ENTROPY)


def critical(freedom: int) -> float:
    """What one fair sampler in a thousand exceeds."""
    part = 2 / (9 * freedom)
    value: float = freedom * (1 - part + 3.0902 * math.sqrt(part)) ** 3
    return value


def uneven(seen: Iterable[Hashable], kinds: int) -> bool:
    """Whether what was seen is not spread evenly over so many kinds."""
    counts = Counter(seen)
    expected = counts.total() / kinds
    assert expected >= 5, "too few throws to tell"
    statistic = sum((count - expected) ** 2 for count in counts.values()) / expected
    statistic += expected * (kinds - len(counts))
    return statistic > critical(kinds - 1)


def single(sampler: Sampler, sides: int) -> bool:
    """Whether faces are uneven: 400 for each side, over versions of four dice each."""
    return uneven((sampler(version, die, sides) for version in range(1, 100 * sides + 1) for die in range(4)), sides)


def pairs(sampler: Sampler, sides: int, version: int, die: int) -> bool:
    """Whether a face tells of the one so many versions, or dice of the same roll, further on: 20 for each pair."""
    seen = (
        (sampler(2 * at, 0, sides), sampler(2 * at + version, die, sides)) for at in range(1, 20 * sides * sides + 1)
    )
    return uneven(seen, sides * sides)


def test_every_die_that_is_used_is_tried() -> None:
    """Of both installed games, and what they draw from bags and lists."""
    assert {3, 6, 12} <= thrown()
    assert len(drawn()) > 5
    assert set(SIZES) >= thrown() | drawn()


@pytest.mark.parametrize("sides", SIZES)
def test_no_face_is_likelier_than_another(sides: int) -> None:
    assert not single(fair, sides)


@pytest.mark.parametrize("sides", PAIRED)
def test_dice_are_independent_within_a_roll_and_between_versions(sides: int) -> None:
    """Neither of the next one in its roll, nor of the first one of the next version."""
    assert not pairs(fair, sides, version=0, die=1)
    assert not pairs(fair, sides, version=1, die=0)


# -- the test can fail
@pytest.mark.parametrize("sides", [s for s in SIZES if s & (s - 1)])
def test_a_remainder_of_too_few_bits_is_found(sides: int) -> None:
    """What rejection is for: 2**bits numbers cannot be shared out evenly, if sides is no power of two."""
    space = 1 << (2 * sides - 1).bit_length()

    def biased(version: int, die: int, sides: int) -> int:
        return fair(version, die, space) % sides + 1

    assert single(biased, sides)


@pytest.mark.parametrize("sides", PAIRED)
def test_a_sampler_that_forgets_die_or_version_is_found(sides: int) -> None:
    """Its faces are even, and still each tells of the next."""
    assert pairs(lambda version, die, sides: fair(version, 0, sides), sides, version=0, die=1)
    assert pairs(lambda version, die, sides: fair(version // 2, die, sides), sides, version=1, die=0)


def test_the_critical_value_is_the_tables() -> None:
    """Of printed tables of chi-square, p = 0.001: a little above them, where it is not the same."""
    for freedom, value in ((1, 10.828), (2, 13.816), (5, 20.515), (11, 31.264), (19, 43.820), (99, 148.230)):
        assert -0.001 < critical(freedom) / value - 1 < 0.04
