"""Long texts are dropped from JSON, in whatever pieces it comes, and nothing else is changed."""

from __future__ import annotations

import json
import random

import pytest

from api.maps.slimming import LONGEST_TEXT, Slimmer
from engine.kernel.structs.errors import RuleRefusal

TEXT = json.dumps(
    {
        "image": "A" * 50_000,
        "short": 'with "quotes", \\ and \n',
        "edge": "x" * LONGEST_TEXT,
        "over": "x" * (LONGEST_TEXT + 1),
        "escapes": '"\\' * 5000,
        "list": [1, 2.5, None, True, "ä" * 10],
    },
    ensure_ascii=False,
).encode()


def slim(pieces: list[bytes]) -> bytes:
    slimmer = Slimmer(100_000)
    for piece in pieces:
        slimmer.feed(piece)
    return slimmer.rest()


def test_long_texts_are_emptied() -> None:
    found, whole = json.loads(slim([TEXT])), json.loads(TEXT)
    assert found == {**whole, "image": "", "over": "", "escapes": ""}


@pytest.mark.parametrize("step", [1, 2, 3, 7, 100, 4096])
def test_splitting_a_file_into_pieces_changes_no_result(step: int) -> None:
    assert slim([TEXT[at : at + step] for at in range(0, len(TEXT), step)]) == slim([TEXT])


def test_pieces_cut_by_chance() -> None:
    chance = random.Random(1)
    for _ in range(20):
        cuts = sorted(chance.sample(range(len(TEXT)), 30))
        pieces = [TEXT[a:b] for a, b in zip([0, *cuts], [*cuts, len(TEXT)], strict=True)]
        assert slim(pieces) == slim([TEXT])


def test_what_is_left_is_bounded() -> None:
    with pytest.raises(RuleRefusal, match="more than 1000 bytes"):
        Slimmer(1000).feed(b"[" + b"1," * 1000)
    Slimmer(1000).feed(b'"' + b"A" * 1_000_000)  # a long text is not kept, however long
