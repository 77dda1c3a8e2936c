"""Each order, question, condition, kind of ground and entry of the content says in every language what it is.

One or two sentences, without ids of rules, with the same numbers in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.authoring.between import between_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.campaign.campaign import campaign_book
from engine.kernel.playing.entering import conditions_of
from engine.kernel.words.house_rules import house_rules_of
from engine.kernel.words.summaries import (
    ANSWERS,
    CONDITIONS,
    GROUND,
    KERNEL,
    ORDERS,
    QUESTIONS,
    summary_of,
    summary_of_answer,
    summary_of_offer,
)
from engine.service.registry import Registry

SYSTEMS = sorted(Registry.installed().books)

LANGUAGES = ("en", "es", "fi", "pl")

NONE_NEEDED = {
    "dozen_die": {"characters", "creatures"},
    "fantasia": {"characters", "creatures"},
    "minis": {"minis", "summoned"},
    "mongolian_mercenaries": set(),
    "saari": set(),
}
"""Kinds of content that say what they are by a sheet."""

LONGEST = 240
"""Characters of a summary: what fits beside a figure."""


def kinds(book: Rulebook[Any]) -> Iterator[tuple[str, list[str]]]:
    """Each kind of thing that needs a summary, with its ids."""
    game = book.system
    yield ORDERS, list(book.orders)
    yield ORDERS, [name for name, order in campaign_book(book).orders.items() if order in between_of(game).orders]
    yield QUESTIONS, [question.__name__ for question in (*game.questions, *between_of(game).questions)]
    yield CONDITIONS, list(conditions_of(game))
    yield GROUND, [one.key for one in game.ground_entries]
    for table, entries in game.content.items():
        if table not in NONE_NEEDED[game.id] and table != CONDITIONS:
            yield table, list(entries)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_thing_of_a_game_is_told_in_every_language(system: str, language: str) -> None:
    """In the language itself, not in English instead."""
    book = Registry.installed().book(system)
    game = book.system
    missing = [f"{kind}.{id}" for kind, ids in kinds(book) for id in ids if not told(game, kind, id, language)]
    assert not missing, f"no summary in {language}: {', '.join(missing)}"


def told(game: Any, kind: str, id: str, language: str) -> str:
    """The summary in this very language; "" where English would stand in."""
    found: str = summary_of(game, kind, id, language)
    return "" if language != "en" and found == summary_of(game, kind, id, "en") else found


def of_files(summaries: Any, language: str) -> dict[tuple[str, str], str]:
    """All summaries of a folder in a language, by kind and id."""
    files = sorted((summaries.folder / language).glob("*.toml"))
    return {(f.stem, id): text for f in files for id, text in summaries.of_kind(f.stem, language).items()}


def split(text: str) -> tuple[str, list[str]]:
    """(a sentence without the house rules that it names, these)."""
    return re.sub(r"\{[a-z]\w*\}", "N", text), sorted(re.findall(r"\{([a-z]\w*)\}", text))


@pytest.mark.parametrize("system", [*SYSTEMS, "kernel"])
def test_summaries_are_plain_sentences_with_the_same_numbers_in_every_language(system: str) -> None:
    """One or two sentences that fit beside a figure; nothing that only a programmer or a lawyer reads."""
    summaries = KERNEL if system == "kernel" else Registry.installed().book(system).system.summaries
    english = of_files(summaries, "en")
    house = (
        set() if system == "kernel" else {one.key for one in house_rules_of(Registry.installed().book(system).system)}
    )
    assert set(summaries.languages()) <= set(LANGUAGES)
    for language in summaries.languages():
        found = of_files(summaries, language)
        for key, text in found.items():
            text, named = split(text)
            assert named == split(english[key])[1], f"{language} {key}: {named}"
            assert house >= {*named}, f"{language} {key}: {named}"
            assert text.endswith("."), f"{language} {key}: {text}"
            assert len(text) <= LONGEST, f"{language} {key} has {len(text)} characters"
            assert not re.search(r"[A-Z]{2,3}-[A-Z]+-\d|[a-z]_[a-z]|[{}\[\]<>|]|  ", text), f"{language} {key}: {text}"
            assert sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", english[key])), (
                f"{language} {key}: {text} / {english[key]}"
            )


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_summary_is_about_something_that_the_game_does_not_have(system: str) -> None:
    """A key that was renamed takes its sentence with it."""
    book = Registry.installed().book(system)
    known = {(kind, id) for kind, ids in kinds(book) for id in ids}
    known |= {(table, id) for table, entries in book.system.content.items() for id in entries}
    questions = {name for kind, names in kinds(book) if kind == QUESTIONS for name in names}
    for language in book.system.summaries.languages():
        found = set(of_files(book.system.summaries, language))
        answers = {key for kind, key in found if kind == ANSWERS}
        assert {key.partition(".")[0] for key in answers} <= questions
        assert found - known == {(ANSWERS, key) for key in answers}
        assert found >= {key for key in of_files(book.system.summaries, "en") if key[0] == ANSWERS}


def test_an_offer_has_the_sentence_of_what_it_uses_else_of_its_order() -> None:
    """A spell before the condition of the same name; something that only one fight has says nothing of its own."""
    game = Registry.installed().book("fantasia").system
    assert summary_of_offer(game, "begin", "", "en") == KERNEL.find(ORDERS, "begin", "en")
    assert summary_of_offer(game, "begin", "the-heirloom", "fi-FI") == KERNEL.find(ORDERS, "begin", "fi")
    assert summary_of_offer(game, "begin", "", "de") == KERNEL.find(ORDERS, "begin", "en")
    assert summary_of_offer(game, "cast", "slow", "es-CO") == summary_of(game, "spells", "slow", "es")
    assert summary_of_offer(game, "cast", "slow", "es", ("conditions",)) == summary_of(game, "conditions", "slow", "es")
    assert summary_of_offer(game, "attack", "the-heirloom", "pl") == summary_of(game, ORDERS, "attack", "pl")


def test_an_answer_has_its_own_sentence_else_that_of_what_it_uses() -> None:
    """A way to fight, a reaction by name, a grade; nothing where the answer explains itself."""
    minis, fantasia, dozen = (Registry.installed().book(id).system for id in ("minis", "fantasia", "dozen_die"))
    assert summary_of_answer(minis, "FightHow", "head", ["dagger"], "en").startswith("A swing to the head")
    counter = summary_of(fantasia, "reactions", "counter", "pl")
    assert summary_of_answer(fantasia, "ReactToWound", "cloud-counter", ["counter"], "pl") == counter
    assert summary_of_answer(dozen, "HowHard", "EASY", [], "fi") == summary_of(dozen, "grades", "EASY", "fi")
    assert summary_of_answer(fantasia, "ReactToHit", "hold", [], "en") == ""
