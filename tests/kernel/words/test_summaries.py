"""Sentences about things: per kind and language, read when first asked for, English where a language lacks one."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.words.summaries import ORDERS, TOOLS, Summaries, summary_of, summary_of_answer, summary_of_offer
from tests.support.slices.bare import bare_game


def written(folder: Path, language: str, kind: str, text: str) -> None:
    (folder / language).mkdir(parents=True, exist_ok=True)
    (folder / language / f"{kind}.toml").write_text(text, encoding="utf-8")


def test_a_kind_is_read_when_it_is_first_asked_for(tmp_path: Path) -> None:
    """What is written before that counts, what is written later does not."""
    found = Summaries(tmp_path / "none")
    assert (found.languages(), found.find("spells", "fire", "en")) == ((), "")
    summaries = Summaries(tmp_path)
    written(tmp_path, "en", "spells", 'fire = "It burns."\nice = "It freezes."\n')
    written(tmp_path, "fi", "spells", 'fire = "Se polttaa."\n')
    assert summaries.languages() == ("en", "fi")
    assert [summaries.find("spells", "fire", locale) for locale in ("fi-FI", "en", "sv")] == [
        "Se polttaa.",
        "It burns.",
        "It burns.",
    ]
    assert summaries.find("spells", "ice", "fi") == "It freezes."
    assert dict(summaries.of_kind("spells", "fi")) == {"fire": "Se polttaa."}
    written(tmp_path, "en", "spells", "")
    assert summaries.find("spells", "ice", "en") == "It freezes."


def test_a_game_that_says_nothing_has_the_sentences_of_every_game() -> None:
    """And what it says itself counts first."""
    silent = bare_game(content={"spells": {"fire": None}})
    assert summary_of(silent, ORDERS, "begin", "en").startswith("Starts the fight")
    assert summary_of(silent, TOOLS, "takeBack", "pl").startswith("Przywraca")
    assert summary_of_offer(silent, "cast", "fire", "en") == ""
    assert summary_of_answer(silent, "Willing", "willing", ["fire"], "en") == ""
    told = {("orders", "begin"): "On with it.", ("spells", "fire"): "It burns.", ("answers", "Willing.yes"): "Take it."}
    game = bare_game(content=silent.content, summary=lambda kind, id, locale: told.get((kind, id), ""))
    assert summary_of_offer(game, "begin", "", "en") == "On with it."
    assert summary_of_offer(game, "begin", "fire", "en") == "It burns."
    assert summary_of_answer(game, "Willing", "yes", ["fire"], "en") == "Take it."
    assert summary_of_answer(game, "Willing", "fire", [], "en") == "It burns."
