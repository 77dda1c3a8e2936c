"""The ready-made fights of every game: they can be created, are told in every language, and end."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.cli.creations import creation_of
from api.errors.decoding import read
from api.operations.orders import new_encounter
from engine.kernel.state.seat import Bot
from engine.kernel.words.ready_fights import ReadyFights
from engine.service.bots.simulation import SimulatedFight, simulate_fight
from engine.service.encounters import NewEncounter
from engine.service.registry import Registry
from schemas.requests import CreateEncounterRequest
from tests.support.processes.terminal import skald

BOOKS = Registry.installed().books
LANGUAGES = ("en", "es", "fi", "pl")
FAR = {("fantasia", "bridge"), ("fantasia", "ruins")}
LONG = int(os.environ.get("SKALD_READY", "0"))
"""How many of each are played by greedy bots alone, which takes seconds for each."""


def fights_of(game: str) -> ReadyFights:
    """The ready-made fights of a game."""
    found: ReadyFights = getattr(BOOKS[game].system, "ready_fights")  # noqa: B009 - a member that a game may have
    return found


FIGHTS = [(game, one.key) for game in BOOKS for one in fights_of(game).in_language("en")]


def wish_of(game: str, key: str, language: str = "en") -> NewEncounter:
    """What a fight is created from."""
    (request,) = (one.request for one in fights_of(game).in_language(language) if one.key == key)
    return new_encounter(BOOKS[game], read(request, CreateEncounterRequest))


def simulated(game: str, key: str, seed: str, bots: dict[str, Bot]) -> SimulatedFight:
    """A fight, played to its end."""
    return simulate_fight(BOOKS[game], creation_of(wish_of(game, key)), bots, seed)


@pytest.mark.parametrize("game", BOOKS)
def test_each_game_has_three_with_two_sides_and_players(game: str) -> None:
    """Each has a game master, players who hold somebody of one side, and foes that nobody holds."""
    assert len(fights_of(game).in_language("en")) >= 3
    for one in fights_of(game).in_language("en"):
        wish = wish_of(game, one.key)
        held = {who["side"] for who in wish.combatants if who.get("seat")}
        assert [seat.role for seat in wish.seats].count("GM") == 1
        assert len(held) == 1
        assert {who["side"] for who in wish.combatants} - held
        assert one.request.get("ground") or one.request.get("setup", {}).get(BOOKS[game].key, {}).get("battlefield")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BOOKS)
def test_each_is_told_and_can_be_created_in_each_language(game: str, language: str) -> None:
    """With a title, a sentence of what it shows, and names; none of them keeps an English one that others change."""
    english = {one.key: one for one in fights_of(game).in_language("en")}
    for one in fights_of(game).in_language(language):
        assert one.request["name"] == one.title
        assert one.summary.endswith(".")
        assert one.summary != english[one.key].summary or language == "en"
        creation_of(wish_of(game, one.key, language))
    changed = [fights_of(game).words(other).names for other in LANGUAGES if other != "en"]
    there = {name for one in english.values() for name in names_in(one.request)}
    assert all(names.keys() == changed[0].keys() and names.keys() <= there for names in changed)
    kept = there - changed[0].keys() - {one.title for one in english.values()}
    assert all(" " not in name for name in kept), kept  # people are called by one name, the same in every language


@pytest.mark.parametrize(("game", "key"), FIGHTS)
def test_each_ends(game: str, key: str) -> None:
    """Between bots that play at random it is decided within its bounds, and the foes are hurt.

    Where somebody has to go far to reach anybody, the players' bots think.
    """
    wish = wish_of(game, key)
    (heroes,) = {who["side"] for who in wish.combatants if who.get("seat")}
    one = simulated(game, key, "1", {heroes: "GREEDY" if (game, key) in FAR else "RANDOM", "": "RANDOM"})
    assert one.outcome is not None
    assert one.rounds <= 60
    sides = {who["id"]: who["side"] for who in wish.combatants}
    assert sum(taken for who, taken in one.taken.items() if sides[who] != heroes) > 0


@pytest.mark.skipif(not LONG, reason="SKALD_READY=20 plays so many of each")
@pytest.mark.parametrize(("game", "key"), FIGHTS)
def test_none_is_one_sided(game: str, key: str) -> None:
    """Between equals the players win one of three at least, and not without a scratch."""
    heroes = next(who["side"] for who in wish_of(game, key).combatants if who.get("seat"))
    played = [simulated(game, key, str(number), {"": "GREEDY"}) for number in range(LONG)]
    sides = {who["id"]: who["side"] for who in wish_of(game, key).combatants}
    assert Counter(one.outcome for one in played)[heroes] * 3 >= LONG
    assert sum(taken for one in played for who, taken in one.taken.items() if sides[who] == heroes) > 0


def test_odds_take_one_by_its_name(tmp_path: Path) -> None:
    """`dozen_die/quay` stands for its file."""
    done = skald("odds", "dozen_die/quay", "--runs", "1", "--bots", "random", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Brokk " in done.stdout
    assert skald("odds", "dozen_die/nothing", "--runs", "1", folder=tmp_path).returncode == 1


def names_in(value: Any) -> Iterator[str]:
    """All names and labels of a request."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("name", "label") and isinstance(item, str):
                yield item
            yield from names_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from names_in(item)


def test_files_hold_requests_as_they_are_sent() -> None:
    """Each file is a body for `POST /v1/encounters`, so that whoever reads it may send it."""
    for game in BOOKS:
        folder = Path(f"engine/systems/{game}/fights")
        for file in folder.glob("*.json"):
            assert json.loads(file.read_text())["system"] == game
