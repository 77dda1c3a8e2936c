"""Words for people."""

from __future__ import annotations

import json
from importlib.resources import files
from string import Formatter

import pytest
from msgspec import structs

from api.words import event_text, humanised, parse_locale, say
from engine.kernel.combatant import Place
from engine.kernel.events import KERNEL_EVENTS, CommandAccepted, Corrected, Hidden, Moved, VitalChanged
from engine.service.registry import Registry

BOOK = Registry.installed().book("fantasia")


def test_every_event_of_the_kernel_has_a_sentence_of_its_fields() -> None:
    """And no sentence names a field that is not there."""
    sentences = json.loads(files("api.words").joinpath("en.json").read_text(encoding="utf-8"))
    fields = {cls.__name__: {f.encode_name for f in structs.fields(cls)} for cls in KERNEL_EVENTS}
    assert set(fields) - {"Hidden"} <= set(sentences)
    for key, sentence in sentences.items():
        name, *chosen = key.split(".")
        named = {word for _, word, _, _ in Formatter().parse(sentence) if word}
        if name in fields:
            assert named | set(chosen[:1]) <= fields[name], key


@pytest.mark.parametrize(
    ("header", "locale"),
    [
        (None, "en"),
        ("de-CH,de;q=0.9", "de-CH"),
        ("fr;q=0.2, es;q=0.8", "es"),
        ("*", "en"),
        ("es;q=x", "en"),
        ("", "en"),
    ],
)
def test_the_language_a_reader_likes_best(header: str | None, locale: str) -> None:
    """English where none is named, or none can be read."""
    assert parse_locale(header) == locale


def test_events_in_words() -> None:
    """The kernel's by its sentences, withheld figures left out; what is hidden has none."""
    assert (
        event_text(BOOK, VitalChanged(combatant="cloud", vital="hp", change=-3, now=4), "en") == "cloud: hp -3, now 4"
    )
    assert event_text(BOOK, VitalChanged(combatant="cloud", vital="hp", change=-3), "xx") == "cloud: hp -3"
    assert event_text(BOOK, Moved(combatant="cloud", from_=None, to=Place(rank=1)), "en") == "cloud moves"
    assert event_text(BOOK, Corrected(), "en") == "The game master corrects something"
    assert event_text(BOOK, Hidden(), "en") == ""


def test_an_order_in_the_systems_words() -> None:
    """What was ordered; where that cannot be read, only that something was."""
    order = {"fantasia": {"defend": {"combatant": "cloud"}}}
    assert "cloud" in event_text(BOOK, CommandAccepted(order=order, by="ana", rules=1), "en")
    gone = CommandAccepted(order={"fantasia": {"dance": {}}}, by="ana", rules=1)
    assert event_text(BOOK, gone, "en") == "ana gives an order"


def test_names_for_what_has_no_words() -> None:
    """Keys and field names, made readable."""
    assert humanised("pick-up-sword_2") == "Pick up sword 2"
    assert humanised("turnOrder") == "Turn order"
    assert say("Nothing", {}, "en") == ""
