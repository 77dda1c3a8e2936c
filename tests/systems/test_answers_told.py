"""An answer is told as it was given: with what was picked, of every kind of question of every game, in all languages.

The questions are those that fights by chance and the games' own tables of questions stand at (`windows.py`);
`SKALD_TOLD_ANSWERS` plays more fights of each game.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from api.words import given
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.decisions import Field, Offer, check_picks
from engine.kernel.state.fight import Asked, State
from engine.kernel.structs.messages import plain
from engine.service.registry import Registry
from tests.support.playing import chosen, examples_of, perform
from tests.support.usage import Usage

SYSTEMS = sorted(Registry.installed().books)
LANGUAGES = ("en", "es", "fi", "pl")
FIGHTS = int(os.environ.get("SKALD_TOLD_ANSWERS", "3"))
STEPS = 60

NAMED = {
    "saari": {
        "AskAttackExtras",
        "AskCoverage",
        "AskDifficulty",
        "AskLateFactor",
        "AskHeldItem",
        "AskGroupTask",
        "AskTask",
    },
}
"""Questions that have to be among those of a game."""


class Found:
    """A question with an offer that leaves something open, and the fight that it was asked in."""

    def __init__(self, book: Rulebook[Any], state: State[Any], asked: Asked, offer: Offer[Any]) -> None:
        self.book, self.state, self.asked, self.offer = book, state, asked, offer

    def told(self, locale: str, picks: dict[str, Any]) -> str:
        renderer = Renderer(self.book, locale, self.book.seen(self.state, self.asked.seats[0]))
        return given.answer_text(renderer, self.book, self.asked.kind, self.offer, picks)

    def option(self, locale: str, field: str, value: Any) -> str:
        return Renderer(self.book, locale, self.book.seen(self.state, self.asked.seats[0])).option(field, value)


@cache
def questions(system: str) -> dict[tuple[str, str, tuple[str, ...]], Found]:
    """One of each kind, offer and set of open choices."""
    found: dict[tuple[str, str, tuple[str, ...]], Found] = {}
    for arena in stops(system):
        for asked in arena.pending:
            for offer in asked.offers:
                open = tuple(field.name for field in offer.fields if field.open)
                if open:
                    found.setdefault((asked.kind, offer.key, open), Found(arena.book, arena.state, asked, offer))
    return found


def stops(system: str) -> Iterator[Any]:
    """Fights that stand at a question."""
    table = f"tests.systems.{system}.windows"
    if importlib.util.find_spec(table) is not None:
        for window in importlib.import_module(table).WINDOWS:
            yield window.start().arena
    examples = examples_of(system)
    for seed in range(FIGHTS):
        rng = random.Random(f"told {system} {seed}")
        arena = examples.make(rng)
        examples.begin(arena)
        usage = Usage(arena.book, examples.WORN)
        for _ in range(STEPS):
            yield arena
            if (play := chosen(arena, rng, usage)) is None:
                break
            perform(arena, play)


def picks_of(offer: Offer[Any]) -> Iterator[tuple[Field, dict[str, Any]]]:
    """For each open choice a pick that is no empty one, and another than the offer holds."""
    for field in offer.fields:
        held = offer.body.get(field.name)
        for value in given.others(field, held):
            if value in given.EMPTY or (field.kind == "split" and not any(value.values())):
                continue
            yield field, {field.name: value}
            break


def words_of(found: Found, locale: str, field: Field, value: Any) -> list[str]:
    """What an answer names at least, if its sentence does not tell one pick from another: each thing picked."""
    things = value if isinstance(value, (list, dict)) and field.kind in ("some", "split") else [value]
    return [found.option(locale, field.name, one) for one in things if field.kind != "split" or value[one]]


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_an_answer_names_what_was_picked(system: str, locale: str) -> None:
    """It is told otherwise than without the pick, and than with any other; or it names each thing that was picked."""
    for (kind, key, _), found in questions(system).items():
        plainly = found.told(locale, {})
        for field in found.offer.fields:
            held = found.offer.body.get(field.name)
            if held and field.kind in ("some", "split"):
                assert all(word.lower() in plainly.lower() for word in words_of(found, locale, field, held)), plainly
        for field, picks in picks_of(found.offer):
            check_picks(found.offer.fields, picks, found.offer.body)
            told, where = found.told(locale, picks), f"{kind} {key} {picks} in {locale}"
            assert told != plainly, f"{where}: {told!r} says nothing of it"
            value = picks[field.name]
            named = all(word.lower() in told.lower() for word in words_of(found, locale, field, value))
            other = [found.told(locale, {field.name: one}) for one in given.others(field, value)]
            assert named or told not in other, f"{where}: {told!r}, as {other}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_there_are_such_questions(system: str) -> None:
    """Each game has some."""
    kinds = {kind for kind, _, _ in questions(system)}
    assert kinds
    assert NAMED.get(system, set()) <= kinds


def test_what_the_examiners_read() -> None:
    """Bought effects, given coverage and changed factors, as they are told in English."""
    found = {(kind, key): one for (kind, key, _), one in questions("saari").items()}
    told = {
        ("AskAttackExtras", "mix", "uses"): {"push": 1},
        ("AskCoverage", "cover", "covered"): {"bea": 1},
        ("AskDifficulty", "ruling", "disadvantages"): ["tools"],
        ("AskLateFactor", "change", "disadvantages"): ["surroundings", "tools"],
    }
    read = [found[kind, key].told("en", {field: value}) for (kind, key, field), value in told.items()]
    assert read == [
        "Damage and effects (extra successes for: Push 1)",
        "Give some to comrades (successes for: Bea 1)",
        "Rule otherwise (disadvantages: Tools)",
        "Change what counts (disadvantages: Surroundings and Tools)",
    ]


def test_an_answer_with_everything_left_as_it_is_is_told_as_ever() -> None:
    found = {(kind, key): one for (kind, key, _), one in questions("saari").items()}
    assert found["AskLateFactor", "change"].told("en", {}) == "Nothing changes"
    assert plain(found["AskLateFactor", "change"].offer.body)["advantages"] == []
