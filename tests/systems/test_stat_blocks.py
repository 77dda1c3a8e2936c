"""Sheets of all games: in words, values that add up, whole for one's own and as far as known for others."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.scene.stat_block import FinishedBlock, stat_block_of
from engine.kernel.structs.reasons import total_of
from engine.service.registry import Registry
from tests.support.fights import playing
from tests.support.fights.arena import Arena

SYSTEMS = sorted(Registry.installed().books)
SEEDS = 3
CLOSED = {"fantasia", "saari"}
"""Games in which the figures of others are closed by default."""
KEY = re.compile(r"[a-z]+_[a-z_]+|[A-Z]{2,}_?[A-Z]*|[a-z]+[A-Z]\w*|\{\w+\}")
"""What only a program would say."""
SHORT = {"MP", "PM", "TP", "PV", "MG", "DE"}


def begun(system: str) -> Iterator[Arena]:
    """Fights of a game as they begin."""
    examples = playing.examples_of(system)
    for seed in range(SEEDS):
        arena = examples.make(random.Random(f"sheets {seed}"))
        examples.begin(arena)
        yield arena


def told(arena: Arena, seat: str | None, who: str, locale: str = "en") -> FinishedBlock:
    """What a seat reads."""
    seen = arena.book.seen(arena.state, seat)
    return stat_block_of(arena.book.system, seen, seat, who, locale)


def labels(found: FinishedBlock) -> list[str]:
    """All short texts of a sheet."""
    values = [text for one in found.block.values for text in (one.label, one.value, one.text) if text]
    things = [thing for group in found.block.groups for thing in group.things]
    return [*values, *(g.label for g in found.block.groups), *(text for t in things for text in (t.label, *t.facts))]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("locale", ["en", "es", "fi", "pl"])
def test_every_sheet_is_in_words(system: str, locale: str) -> None:
    """Nothing is called by its key, in any language; each has values, a weapon or the like, and sentences for it."""
    explained = 0
    for arena in begun(system):
        for who in arena.fight.combatants:
            found = told(arena, "gm", who, locale)
            assert found.block.whole
            assert found.block.values
            texts = labels(found)
            assert all(texts)
            odd = [text for text in texts for word in KEY.findall(text) if word not in SHORT]
            assert odd == []
            explained += sum(bool(thing.text) for group in found.block.groups for thing in group.things)
    assert explained > SEEDS


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_terms_of_a_value_add_up(system: str) -> None:
    """Wherever it is a plain number, or one with a unit."""
    compared = 0
    for arena in begun(system):
        for who in arena.fight.combatants:
            for one in told(arena, "gm", who).block.values:
                number = re.fullmatch(r"(-?\d+)( m| in)?", one.value)
                if one.terms and number is not None:
                    assert total_of(one.terms) == int(number[1]), (who, one)
                    compared += 1
    assert compared > SEEDS


@pytest.mark.parametrize("system", SYSTEMS)
def test_of_closed_figures_it_tells_what_everybody_knows(system: str) -> None:
    """The public reads less than the game master where sheets are closed, and the same where they are open."""
    less: list[Any] = []
    for arena in begun(system):
        for who in arena.book.seen(arena.state, None).fight.combatants:
            public, whole = told(arena, None, who).block, told(arena, "gm", who).block
            shown = {one.key: one.value for one in public.values}
            assert shown.items() <= {one.key: one.value for one in whole.values}.items()
            assert len(labels(FinishedBlock(public))) <= len(labels(FinishedBlock(whole)))
            less.append(not public.whole)
    assert less
    assert all(less) if system in CLOSED else not any(less)
