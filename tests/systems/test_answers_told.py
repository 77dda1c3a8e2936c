"""An answer is told as it was given: with what was picked, of every kind of question of every game, in all languages.

The questions are those that fights by chance and the games' own tables of questions stand at (`windows.py`), and one
made up for each body that answers one; `SKALD_TOLD_ANSWERS` plays more fights of each game.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import typing
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from api.words import bodies, given
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.decisions import Field, Offer, check_picks
from engine.kernel.state.fight import State
from engine.kernel.structs.messages import plain
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights.playing import chosen, examples_of, perform
from tests.support.fights.usage import Usage

SYSTEMS = sorted(Registry.installed().books)
LANGUAGES = ("en", "es", "fi", "pl")
FIGHTS = amount("SKALD_TOLD_ANSWERS", 2, 6)
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

    def __init__(self, book: Rulebook[Any], state: State[Any], seat: str, kind: str, offer: Offer[Any]) -> None:
        self.book, self.state, self.seat, self.kind, self.offer = book, state, seat, kind, offer

    def told(self, locale: str, picks: dict[str, Any]) -> str:
        renderer = Renderer(self.book, locale, self.book.seen(self.state, self.seat))
        return given.answer_text(renderer, self.book, self.kind, self.offer, picks)

    def option(self, locale: str, field: str, value: Any) -> str:
        return Renderer(self.book, locale, self.book.seen(self.state, self.seat)).option(field, value)


@cache
def questions(system: str) -> dict[tuple[str, str, tuple[str, ...]], Found]:
    """One of each kind, offer and set of open choices."""
    found: dict[tuple[str, str, tuple[str, ...]], Found] = {}
    for arena in stops(system):
        for asked in arena.pending:
            for offer in asked.offers:
                open = tuple(field.name for field in offer.fields if field.open)
                if open:
                    found.setdefault(
                        (asked.kind, offer.key, open), Found(arena.book, arena.state, asked.seats[0], asked.kind, offer)
                    )
    return found


def stops(system: str) -> Iterator[Any]:
    """Fights that stand at a question."""
    table = f"tests.systems.{system}.windows"
    if importlib.util.find_spec(table) is not None:
        for window in importlib.import_module(table).WINDOWS:
            yield window.start().arena
    examples = examples_of(system)
    for seed in range(len(examples.SCENES) + FIGHTS):
        rng = random.Random(f"told {system} {seed}")
        arena = examples.SCENES[seed](rng) if seed < len(examples.SCENES) else examples.make(rng)
        if arena.fight.round == 0 and arena.fight.open is None:
            examples.begin(arena)
        usage = Usage(arena.book, examples.WORN)
        for _ in range(STEPS):
            yield arena
            if (play := chosen(arena, rng, usage)) is None:
                break
            perform(arena, play)


# -- of every kind, as its bodies are declared
def declared(system: str) -> Iterator[Found]:
    """An offer of each body that answers a question, with each field open that picks can be made up for."""
    arena = next(stops(system))
    people = list(arena.fight.combatants)[:3]
    for cls in arena.book.system.questions:
        for body in bodies.bodies_of(cls):
            hints = typing.get_type_hints(body)
            fields = [
                field
                for one in msgspec.structs.fields(body)
                if (field := _open(one.encode_name, hints[one.name], people)) is not None
            ]
            held = {one.encode_name: _held(one, hints[one.name], people) for one in msgspec.structs.fields(body)}
            if fields:
                offer = Offer(body.__name__.lower(), held, "", tuple(fields))
                yield Found(arena.book, arena.state, arena.fight.gms()[0], cls.__name__, offer)


def _kinds(hint: Any) -> list[Any]:
    args = typing.get_args(hint)
    return [one for one in args if one is not type(None)] if type(None) in args else [hint]


def _open(name: str, hint: Any, people: list[str]) -> Field | None:
    (kind,) = _kinds(hint)[:1]
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Field(name, "one", tuple(kind))
    if kind is bool:
        return Field(name, "one", (False, True))
    if kind is int:
        return Field(name, "amount", least=0, most=9)
    if kind is str:
        return Field(name, "one", tuple(people))
    if origin is tuple and args[0] is str:
        return Field(name, "some", tuple(people), most=len(people))
    if origin is dict and args == (str, int):
        return Field(name, "split", tuple(people), least=0, most=3)
    return None


def _held(one: Any, hint: Any, people: list[str]) -> Any:
    if one.default is not msgspec.NODEFAULT:
        return plain(one.default)
    if one.default_factory is not msgspec.NODEFAULT:
        return plain(one.default_factory())
    (kind,) = _kinds(hint)[:1]
    origin = typing.get_origin(kind)
    if type(None) in typing.get_args(hint):
        return None
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind)).value
    if isinstance(kind, type) and issubclass(kind, Struct):
        return {}
    return {bool: False, int: 0, str: people[0]}.get(kind, {} if origin is dict else [])


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


@pytest.mark.sampled("system", "locale")
@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_an_answer_names_what_was_picked(system: str, locale: str) -> None:
    """It is told otherwise than without the pick, and than with any other; or it names each thing that was picked."""
    reached = [(kind, key, found) for (kind, key, _), found in questions(system).items()]
    made_up = [(found.kind, found.offer.key, found) for found in declared(system)]
    for kind, key, found in (*reached, *made_up):
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
