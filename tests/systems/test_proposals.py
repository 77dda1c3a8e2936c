"""In every game nothing harmful and no place is preselected: foes come first, own people last, for every client."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from api.reading.offers import Offering
from engine.kernel.authoring.between import between_of
from engine.kernel.authoring.tiles import Intent, Tile
from engine.kernel.state.fight import State
from engine.kernel.structs.icons import ICONS
from engine.service.registry import Registry
from schemas import answers
from tests.support.amounts import amount
from tests.support.fights import playing

SYSTEMS = sorted(Registry.installed().books)
SPOTS = ("place", "places", "path", "facing")
SINCE = "2026-01-01T00:00:00.000Z"


@cache
def told(system: str) -> tuple[tuple[State[Any], answers.Offer, str | None], ...]:
    """What seats are offered at some stops of some fights: as the seat sees the fight, the offer, and who acts by it.

    Half of them are situations that the game's examples set up.
    """
    scenes = playing.examples_of(system).SCENES
    arenas = [
        playing.by_chance(system, random.Random(seed), most=5 * seed) for seed in range(amount("SKALD_LAWS", 6, 40))
    ]
    arenas += [scene(random.Random(1)) for scene in scenes[: amount("SKALD_LAWS", 6, 100)]]
    return tuple(one for arena in arenas for one in _told(arena))


def _told(arena: Any) -> Iterator[tuple[State[Any], answers.Offer, str | None]]:
    for seat in arena.fight.seats:
        seen = arena.book.seen(arena.state, seat)
        window = seen.fight.window
        opened = {asked.decision: SINCE for asked in window.asked} if window is not None else {}
        offering = Offering(arena.book, seen, seat, "fight", "en", opened)
        for offer in (one for listed in offering.orders() for one in listed.offers):
            yield seen, offer, offer.combatant
        for asked in window.asked if window is not None else ():
            who = offering._answering(asked) or None
            for decision in offering.decisions():
                if decision.key == str(asked.decision):
                    yield from ((seen, offer, offer.combatant or who) for offer in decision.offers)


def sides(seen: State[Any], field: answers.Field, own: str) -> tuple[list[str], list[str]]:
    """Of a field's candidates those of one's own side, and the others; none where it picks no combatants."""
    here, values = seen.fight.combatants, [option.value for option in field.among]
    if not field.exact or not values or not all(isinstance(one, str) and one in here for one in values):
        return [], []
    return [one for one in values if here[one].side == own], [one for one in values if here[one].side != own]


def held(offer: answers.Offer, field: answers.Field) -> list[Any]:
    """What is sent for a field if nobody picks."""
    value: Any = offer.send
    for step in field.path:
        value = value.get(step) if isinstance(value, dict) else None
    return list(value) if isinstance(value, list) else [value]


@pytest.mark.parametrize("system", SYSTEMS)
def test_harm_is_for_foes_and_help_for_friends(system: str) -> None:
    """First of the candidates, proposed, and sent unchanged; who is of one's own side is marked to be asked about."""
    met = dict.fromkeys(Intent, 0)
    for seen, offer, who in told(system):
        actor = seen.fight.combatants.get(who or "")
        if actor is None or actor.controller != actor.owner:  # whoever is charmed acts for another side
            continue
        own, fixed = actor.side, []
        for field in offer.fields:
            mine, foes = sides(seen, field, own)
            met[offer.intent] += bool(mine and foes)
            proposed = field.proposed if isinstance(field.proposed, list) else [field.proposed]
            twice = [option.value for option in field.among if option.asks_twice]
            if offer.intent is Intent.HARM:
                assert not set(mine) & set(proposed), (offer.key, field)
                assert twice == mine or not (mine or foes), (offer.key, field)
                if mine and foes:
                    assert field.among[0].value in foes, (offer.key, field)
                    fixed += [one for one in held(offer, field) if one in mine and field.least <= len(foes)]
            elif offer.intent is Intent.HELP and mine and foes:
                assert field.among[0].value in mine, (offer.key, field)
        assert not fixed, (offer.key, offer.send)
    if system in ("fantasia", "mongolian_mercenaries"):  # in the others the rules leave few such choices
        assert met[Intent.HARM], "no choice between friend and foe was met"


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_place_is_proposed(system: str) -> None:
    """Nor a way or a direction; and where one has to be given, a person picks it."""
    met = 0
    for _, offer, _ in told(system):
        for field in offer.fields:
            if field.kind in SPOTS:
                met += field.needs_pick
                assert field.proposed is None, (offer.key, field.name)
    assert met or system == "mongolian_mercenaries", "nobody has to pick a place"


@pytest.mark.parametrize("system", SYSTEMS)
def test_tiles_have_short_names_and_known_icons(system: str) -> None:
    """Without who acts, which stands above the tiles; a price has words; a way is one of something that exists."""
    book = Registry.installed().book(system)
    for seen, offer, _ in told(system):
        assert offer.icon in ICONS
        assert offer.name, offer.key
        assert offer.way_of is None or offer.way_of in book.orders, offer.key
        for price in offer.price:
            assert price.amount > 0
            assert price.name not in ("", price.key), price
        if offer.combatant is not None and offer.group is not None:
            actor = seen.fight.combatants[offer.combatant].name
            assert not offer.name.startswith(actor), offer.name
            assert len(offer.name) <= 40, offer.name


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_offer_can_be_shown(system: str) -> None:
    """No game fails to say how: then the usual tile would be shown in silence."""
    game: Any = Registry.installed().book(system).system
    for seed in range(amount("SKALD_LAWS", 6, 40)):
        arena = playing.by_chance(system, random.Random(seed), most=5 * seed)
        for seat in arena.fight.seats:
            seen = arena.book.seen(arena.state, seat)
            own = [who for who in seen.fight.combatants if seat in seen.fight.holders(who)]
            for who in (None, *seen.fight.combatants) if seen.fight.is_gm(seat) else own:
                for offer in game.offers(seen, who):
                    assert isinstance(game.tile(seen, offer.body, Tile(), ""), Tile)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_order_has_a_short_name_and_an_icon(system: str) -> None:
    """In each of the game's languages; and no icon is for something that does not exist."""
    game: Any = Registry.installed().book(system).system
    kinds = [order.__name__ for order in game.orders if order.__name__ not in ("Enter", "Spawn", "Begin")]
    kinds += [order.__name__ for order in between_of(game).orders if order.__name__ not in kinds]
    for language, words in game.words.languages.items():
        missing = [kind for kind in kinds if kind not in words["names"]]
        assert missing == [], language
        assert sorted({name.partition(".")[0] for name in words["names"]} - set(kinds)) in ([], ["UseReaction"])
    assert [kind for kind in kinds if kind not in game.icons] == []
    things = {id for table in game.content.values() for id in table} | set(game.conditions or ())
    # What else holds for a figure has its words among those of scenes, some of several kinds: `badge.cover-light`.
    phrases = [word for word in game.scene_phrases.languages["en"]["phrases"] if word.startswith("badge.")]
    things |= {word for phrase in phrases for word in (phrase, phrase.partition("-")[0])}
    answers_ = {icon for icon in game.icons if icon[:1].isupper()}
    assert sorted(set(game.icons) - things - answers_) == []
