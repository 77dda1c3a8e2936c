"""Words for people."""

from __future__ import annotations

import json
from importlib.resources import files
from string import Formatter
from typing import Any

import pytest
from msgspec import structs

from api.words import humanised, parse_locale, say
from api.words.voice import Voice
from engine.kernel.combatant import Place
from engine.kernel.events import (
    KERNEL_EVENTS,
    CombatantJoined,
    CommandAccepted,
    ControlChanged,
    Corrected,
    DiceRolled,
    Hidden,
    Moved,
    SeatAdded,
    TurnBegan,
    VitalChanged,
)
from engine.kernel.fight import SeatEntry
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
    voice = Voice(BOOK, "en")
    assert voice.event(VitalChanged(combatant="cloud", vital="hp", change=-3, now=4)) == "cloud: hp -3, now 4"
    assert Voice(BOOK, "xx").event(VitalChanged(combatant="cloud", vital="hp", change=-3)) == "cloud: hp -3"
    assert voice.event(Moved(combatant="cloud", from_=None, to=Place(rank=1))) == "cloud moves"
    assert voice.event(Corrected()) == "The game master corrects something"
    assert voice.event(Hidden()) == ""


def test_an_order_in_the_systems_words() -> None:
    """What was ordered; where that cannot be read, only that something was."""
    voice = Voice(BOOK, "en")
    order = {"fantasia": {"defend": {"combatant": "cloud"}}}
    assert voice.event(CommandAccepted(order=order, by="ana", rules=1)) == "cloud goes on the defensive"
    gone = CommandAccepted(order={"fantasia": {"dance": {}}}, by="ana", rules=1)
    assert voice.event(gone) == "ana gives an order"


def test_people_and_figures_are_called_by_their_names() -> None:
    """As the reader knows them by now; where a seat and a combatant share an id, the field says who is meant."""
    voice = Voice(BOOK, "en")
    voice.meet(SeatAdded(entry=SeatEntry(seat="cloud", name="Ana", role="PLAYER")))
    voice.meet(
        CombatantJoined(
            combatant="cloud", name="Cloud", side="heroes", owner="cloud", controller="cloud", kind="soldier",
            place=None, conditions=(),
        )
    )  # fmt: skip
    order = {"fantasia": {"defend": {"combatant": "cloud"}}}
    assert voice.event(CommandAccepted(order=order, by="cloud", rules=1)) == "Cloud goes on the defensive"
    assert (
        voice.event(DiceRolled(dice="2d6", faces=(3, 4), by="cloud", why="attack"))
        == "Cloud rolls 2d6 for attack: 3, 4"
    )
    assert voice.event(ControlChanged(combatant="cloud", controller="cloud")) == "Cloud takes orders from Ana"
    voice.meet(Corrected(path=("combatants", "cloud", "name"), value="Zack", remark=""))
    assert voice.event(TurnBegan(acting=("cloud", "ogre"))) == "It is the turn of Zack, ogre"


def test_a_system_that_fails_for_words_stops_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The kernel's words do, or the type's name; the log has the fault."""

    def broken(self: Any, thing: Any, locale: str, names: Any) -> str:
        raise KeyError("target")

    monkeypatch.setattr(type(BOOK.system), "describe", broken)
    voice = Voice(BOOK, "en")
    assert voice.event(TurnBegan(acting=("cloud",))) == "It is the turn of cloud"
    ended = next(event for event in BOOK.system.events if event.__name__ == "TurnEnded")
    assert voice.event(ended(combatant="cloud")) == "Turn ended"
    assert "has no words for a TurnEnded" in caplog.text


def test_names_for_what_has_no_words() -> None:
    """Keys and field names, made readable."""
    assert humanised("pick-up-sword_2") == "Pick up sword 2"
    assert humanised("turnOrder") == "Turn order"
    assert say("Nothing", {}, "en") == ""
