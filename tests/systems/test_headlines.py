"""Every act of every game has a headline that says all that came of it, and an act of nothing has none."""

from __future__ import annotations

import importlib
import random
from collections import defaultdict
from itertools import pairwise

import pytest
from msgspec import structs

from api.reading.rendered_event import RenderedEvent
from api.reading.waiting import waiting_of
from api.replay.log import rendered
from api.words.renderer import Renderer
from engine.kernel.state import events as e
from engine.kernel.state.combatant import Place, Point
from engine.service.reading.views import SeenEvent
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena

SYSTEMS = sorted(Registry.installed().books)
QUIET = (e.CommandAccepted, e.CommandEnded, e.DecisionOpened, e.DecisionAnswered, e.DecisionWithdrawn, e.DiceRolled)


def acts_of(arena: Arena, locale: str = "en") -> list[list[RenderedEvent]]:
    """The events of a fight as the game master sees them, act by act."""
    told = rendered(arena.book, [SeenEvent(one, "", "") for one in arena.stream], arena.state, locale)
    acts: dict[int, list[RenderedEvent]] = defaultdict(list)
    for one in told:
        acts[one.act].append(one)
    return list(acts.values())


def line_of(act: list[RenderedEvent]) -> str:
    """The headline that counts; "" for none."""
    told = [one.headline for one in act if one.headline is not None]
    return told[-1].text if told else ""


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_headline_names_whoever_is_concerned_and_every_number(system: str) -> None:
    """Whose vitals, place or conditions change, and who is out; in every language that the game has, and another."""
    met = 0
    for seed in range(amount("SKALD_TOLD", 2, 40)):
        arena = playing.by_chance(system, random.Random(seed), most=50)
        names = {one.id: one.name for one in arena.fight.combatants.values()}
        for locale in ("en", "es", "fi", "pl"):
            for act in acts_of(arena, locale):
                line, events = line_of(act), [one.event for one in act]
                if isinstance(events[0], e.EncounterCreated):
                    continue
                for event in events:
                    gained = isinstance(event, e.ConditionGained) and not event.renewed
                    concerned = gained or isinstance(event, (e.VitalChanged, e.Moved, e.ConditionLost, e.CombatantOut))
                    if concerned and event.combatant in names:
                        assert names[event.combatant] in line, (act[0].version, locale, line, event)
                        met += 1
                    if isinstance(event, e.VitalChanged):
                        assert str(abs(event.change)) in line, (act[0].version, locale, line)
                if all(isinstance(one, QUIET) for one in events) and not isinstance(events[0], e.CommandAccepted):
                    assert line == ""
    assert met > 20


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_the_last_event_of_an_act_has_one(system: str) -> None:
    """Where nothing comes between them; and its changes are all numbers of the act."""
    for act in acts_of(playing.by_chance(system, random.Random(5), most=40)):
        for one, behind in pairwise(act):
            assert one.headline is None or behind.version > one.version + 1
        told = act[-1].headline
        changes = [one.event.change for one in act if isinstance(one.event, e.VitalChanged)]
        if told is not None:
            assert [one.by for one in told.changes] == changes
        else:
            assert changes == []


def test_harm_by_somebody_unseen_is_told_as_that() -> None:
    """Of an act whose beginning is hidden from a seat: the words say so, and name nobody whom it does not know."""
    for seed in range(40):
        arena = playing.by_chance("fantasia", random.Random(seed), most=60)
        for act in acts_of(arena):
            harmed = [one for one in act if isinstance(one.event, e.VitalChanged) and one.event.change < 0]
            if harmed and isinstance(act[0].event, e.CommandAccepted):
                seen = [SeenEvent(one, "", "") for one in arena.stream if one.version == harmed[0].version]
                (told,) = rendered(arena.book, seen, arena.state, "en")
                assert told.headline is not None
                assert told.headline.text.startswith("Something unseen hits ")
                assert told.headline.text.endswith(f": {-harmed[0].event.change}")
                return
    raise AssertionError("nobody was harmed")


MOVED = {
    "en": ("minis", "Rats moved to The Causeway", "Rats moved to position 4", "Rats moved 5 inches", "Rats came onto"),
    "es": ("fantasia", "Rats: movimiento, ahora en The C", "ahora en la posición 4", "movimiento de 5 m", "entrada"),
    "fi": ("saari", "Rats: siirto, nyt The Causeway", "nyt asema 4", "siirto, matka 5 m", "pöydälle"),
    "pl": ("mongolian_mercenaries", "Rats: ruch, teraz The C", "teraz pozycja 4", "ruch o 5 m", "wejście na stół"),
}  # fmt: skip
"""A game that speaks the language, and what is told."""


@pytest.mark.parametrize("locale", sorted(MOVED))
def test_who_moves_is_told_by_words_that_fit_one_and_many(locale: str) -> None:
    """Where to as the board names it; on an open table how far, since nobody reads its coordinates aloud."""
    system, *wanted = MOVED[locale]
    renderer = Renderer(Registry.installed().books[system], locale)
    renderer._combatants, renderer._things = {"r": "Rats"}, {"zone.c": "The Causeway"}
    spot = Place(point=Point(100, 100))
    ways = ((Place(zone="c"), None), (Place(rank=4, side="foes"), None), (spot, 500), (spot, None))
    told = [renderer.moved("r", to, far) for to, far in ways]
    assert all(part in text for part, text in zip(wanted, told, strict=True)), told


def test_a_line_without_words_of_the_game_is_in_the_language_of_its_reader() -> None:
    """Whom the table waits for, in a game that lacks the language."""
    arena = playing.by_chance("minis", random.Random(1), most=1)
    renderer = Renderer(arena.book, "es", arena.state)
    assert waiting_of(arena.fight, (), renderer).text.startswith("Esperando a ")


BLOWS = {
    ("fantasia", "en"): "Bandits hit Rats with",
    ("fantasia", "es"): "Bandits: golpe a Rats con",
    ("dozen_die", "fi"): "Bandits vastaan Rats: ei osumia",
    ("mongolian_mercenaries", "pl"): "Bandits: pudło, cel: Rats",
}
"""What is told of a blow, in a game that speaks the language."""


@pytest.mark.parametrize(("system", "locale"), sorted(BLOWS))
def test_blows_are_told_by_words_that_fit_one_and_many(system: str, locale: str) -> None:
    """A company of bandits has a name like any other."""
    book = Registry.installed().books[system]
    module = importlib.import_module(f"engine.systems.{system}.events")
    given: dict[str, dict[str, object]] = {
        "AttackRolled": {"attacker": "b", "target": "r", "weapon": "sword", "outcome": "hit"},
        "MeleeFought": {"attacker": "b", "defender": "r", "winner": None},
        "AttackEnded": {"combatant": "b", "target": "r", "net": None},
    }
    name, figures = next((name, figures) for name, figures in given.items() if hasattr(module, name))
    kind = getattr(module, name)
    event = kind(**{field: figures.get(field) for field in kind.__struct_fields__})
    renderer = Renderer(book, locale)
    renderer._combatants = {"b": "Bandits", "r": "Rats"}
    assert renderer.headline(event).startswith(BLOWS[system, locale])


def test_nobody_reads_coordinates_of_an_open_table_in_a_log() -> None:
    """Of a way it is told how far it went; orders, answers and questions leave out where."""
    for seed in range(3):
        for act in acts_of(playing.by_chance("minis", random.Random(seed), most=50)):
            for rendered_event in act:
                assert " in; " not in rendered_event.sentence, rendered_event.sentence


@pytest.mark.parametrize(("locale", "name"), [("en", "The game master"), ("fi", "Pelinjohtaja"), ("pl", "Mistrz gry")])
def test_who_runs_a_ready_made_fight_is_called_inside_a_sentence_as_there(locale: str, name: str) -> None:
    """Unlike somebody with a name of his own."""
    arena = playing.by_chance("minis", random.Random(1), most=1)
    for called, wanted in ((name, name[:1].lower() + name[1:]), ("Gil", "Gil")):
        seats = {key: structs.replace(seat, name=called) for key, seat in arena.fight.seats.items()}
        fight = structs.replace(arena.fight, seats=seats)
        assert wanted in waiting_of(fight, (), Renderer(arena.book, locale, arena.state)).text
