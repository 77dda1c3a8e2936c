"""Refusals of every system, over generated wrong orders: names instead of ids, and where a path goes wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from api.words.refusals import _kernel, worded
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.kit.testing import picks
from engine.service.registry import Registry
from engine.service.writing.writer import names_in
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.laws import laws

SYSTEMS = sorted(Registry.installed().books)


def _steps(system: str) -> bool:
    ground = getattr(Registry.installed().book(system).system, "bare_ground", None)
    if not playing.takes_ground(playing.examples_of(system)):
        return False
    return ground is None or ground.space.kind not in ("PLANE", "ZONES")


STEPPING = [one for one in SYSTEMS if _steps(one)]
"""Games whose ways are steps; on an open table a way is straight pieces, and of zones one goes to the next."""
LOCALES = ("en", "es", "fi", "pl")
PLACED = re.compile(r"path: at step \d+, (square|cell) -?\d+, -?\d+: .+")
WHOLE = ("say where to", "whom it touches first", "may not leave the board", "only on a board", "expected", "a list of")
"""What is wrong with a path as a whole."""


def wrong(arena: Arena, rng: random.Random, past: list[tuple[str, Order]]) -> Iterator[tuple[str, RuleRefusal]]:
    """Refusals, and to whom: of offers changed field by field, and of what others were offered or did before."""
    people = list(arena.fight.combatants)
    tries = [(seat, arena.book.encode_order(order)) for seat, order in past]
    for seat, offer in picks.offered(arena.book, arena.state):
        ((key, body),) = arena.book.encode_order(offer.body)[arena.book.key].items()
        for name, value in body.items():
            tries += [(seat, {arena.book.key: {key: {**body, name: new}}}) for new in picks.changed(value, people)]
    for seat, command in rng.sample(tries, min(len(tries), 80)):
        try:
            arena.order_step(arena.book.decode_order(command), seat)
        except RuleRefusal as refusal:
            yield seat, refusal


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_refusal_calls_somebody_by_his_id(system: str, seed: int) -> None:
    """Whom the sender knows is told by name, in every language; what he made up is told as he wrote it."""
    rng, told = random.Random(f"names {seed}"), 0
    book = Registry.installed().book(system)
    for arena, past in laws.walk(playing.examples_of(system).make, rng, 12):
        if arena.fight.open is not None:
            continue
        for seat, refusal in wrong(arena, rng, past):
            names = names_in(arena.book, arena.state, seat)
            seen = arena.book.seen(arena.state, seat).fight.combatants
            for locale in LOCALES:
                text = worded(refusal.reason, locale, [book.system], names, book.system)
                bare = re.sub(r"'[^']*'", "", text)
                for who in seen.values():
                    if who.id != who.name and re.search(rf"(?<![\w-]){re.escape(who.id)}(?![\w-])", refusal.reason):
                        told += 1
                        assert not re.search(rf"(?<![\w-]){re.escape(who.id)}(?![\w-])", bare), text
    assert told > 5, "nobody was named"


@pytest.mark.parametrize("system", STEPPING)
def test_a_bad_path_is_told_with_its_square_and_the_reason(system: str) -> None:
    """Wherever one step of it cannot be gone."""
    placed, examples, book = 0, playing.examples_of(system), Registry.installed().book(system)
    for seed in range(12):
        for refusal in refused_paths(examples.make, random.Random(f"paths {seed}")):
            placed += 1
            assert PLACED.fullmatch(refusal.reason), refusal.reason
            assert refusal.rule
            for locale in ("es", "fi", "pl"):
                text = worded(refusal.reason, locale, [book.system])
                assert re.search(r"\d+, -?\d+: .+", text), text
    assert placed > 20


def refused_paths(make: laws.Maker, rng: random.Random) -> Iterator[RuleRefusal]:
    """What is said of paths one step of which cannot be gone."""
    for arena, _ in laws.walk(make, rng, 10):
        for seat, order in bad_paths(arena) if arena.fight.open is None else ():
            try:
                arena.order_step(order, seat)
            except RuleRefusal as refusal:
                if refusal.reason.startswith("path: ") and not any(one in refusal.reason for one in WHOLE):
                    yield refusal


def bad_paths(arena: Arena) -> Iterator[tuple[str, Order]]:
    """Offered ways with a step left out, moved, turned round or gone on with."""
    for seat, offer in picks.offered(arena.book, arena.state):
        field = next((f for f in offer.fields if f.name == "path"), None)
        if field is None:
            continue
        command = arena.book.encode_order(offer.body)
        ((key, body),) = command[arena.book.key].items()
        way = body["path"]
        for steps in (way[1:] + way[-1:], way * 4, way[::-1], [moved(way[0], 3), *way]) if way else ():
            try:
                yield seat, arena.book.decode_order({arena.book.key: {key: {**body, "path": steps}}})
            except RuleRefusal:
                continue


def moved(step: dict[str, object], squares: int) -> dict[str, object]:
    """A step of a path so many squares to the east."""
    cell = step.get("cell", step)
    assert isinstance(cell, dict)
    there = {**cell, "x": cell["x"] + squares}
    return {**step, "cell": there} if "cell" in step else there


@pytest.mark.parametrize("system", sorted(Registry.installed().books))
def test_no_translation_begins_with_an_english_field(system: str) -> None:
    """A refusal that names a field in English names it in the words of the other language there, or not at all."""
    words: Any = Registry.installed().book(system).system
    for language in ("es", "fi", "pl"):
        told = {**words.refusals(language), **_kernel(language)[0], **_kernel(language)[1]}
        for english, translated in told.items():
            field, colon, _ = english.partition(": ")
            if colon and field.replace(".", "").isidentifier():
                assert not translated.startswith(f"{field}: "), f"{language}: {translated}"
