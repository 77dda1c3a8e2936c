"""No text for people has an id in it, a value of an enum, the name of an operation or the way to a field: fights of
every game whose ids are improbable words are played by chance, and all that is said of them is read in four languages.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from api.cli.creations import creation_of
from api.errors.decoding import read
from api.errors.problems import problem_of
from api.operations.orders import new_encounter
from api.reading.corrections import corrections_of
from api.reading.offers import Offering
from api.reading.systems import system_answer
from api.replay.log import rendered
from api.words.refusals import worded
from engine.kernel.overruling.gm_tools import Hide
from engine.kernel.playing import decide
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.stat_block import stat_block_of
from engine.kernel.state.decisions import filled
from engine.kernel.structs.errors import RuleRefusal
from engine.kit.testing import picks
from engine.service.reading.views import SeenEvent
from engine.service.registry import Registry
from engine.service.writing.writer import names_in
from schemas.requests import CreateEncounterRequest
from tests.api.fights import Bridge
from tests.api.playing.test_say import Chatter
from tests.api.table import ADMIN, Table
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.usage import Usage
from tests.support.laws.scene_laws import words_of
from tests.support.secrecy.disguise import MARK, disguised
from tests.support.slices.ready import seeded

BOOKS = Registry.installed().books
LANGUAGES = ("en", "es", "fi", "pl")
STEPS = amount("SKALD_TOLD", 25, 120)
CODE = re.compile(rf"(?i:{MARK})\d|\b[A-Z]+_[A-Z_]+\b|\b[a-z]+[A-Z]\w*\b|\b\w+_\w+\b|\b[a-z]\w*\.[a-z]\w*\b", re.ASCII)
"""An id, a value of an enum, a name in camel case, a key, a path of fields."""
QUOTED = re.compile(r"'[^']*'")
"""What the sender has written himself, and what there is not."""


def arena_of(game: str, key: str, *, own: bool = False) -> Arena:
    """A ready-made fight with other ids, in which two of the other side have one name. own: with `own_cards`."""
    (request,) = (one.request for one in BOOKS[game].system.ready_fights.in_language("en") if one.key == key)
    request = disguised(request)
    last, other = [one for one in request["combatants"] if not one.get("seat")][-2:]
    other["name"] = last["name"]
    for zone in (request.get("ground") or {}).get("zones", ())[:2]:
        zone["label"] = ""
    return arena_from(game, own_cards(request) if own else request)


def own_cards(request: dict[str, Any]) -> dict[str, Any]:
    """The same with cards of the table's own, whose ids are improbable words too, on every sheet and below all feet."""
    chill = {"does": "DAMAGE", "on": "OTHER", "amount": {"points": 1}, "kind": "PIERCING", "element": "ICE"}
    cards = {
        "weapons": [
            {"id": f"{MARK}91_ecnal", "name": "Frost lance", "skill": "spear", "kinds": ["PIERCING"], "damage": 3}
        ],
        "armour": [{"id": f"{MARK}92_taoc", "name": "Bark coat", "value": 1}],
        "talents": [
            {"id": f"{MARK}93_sdnah", "name": "Cold hands", "abilities": [{"when": "HITS", "effects": [chill]}]}
        ],
        "specialAreas": [{"id": f"{MARK}94_gob", "name": "Bog"}],
        "battlefields": [
            {"id": f"{MARK}95_wolloh", "name": "Hollow", "landscape": "plains", "size": "SMALL",
             "positions": [{"side": "party", "rank": 2, "special": f"{MARK}94_gob"}]}
        ],
    }  # fmt: skip
    worn = {"weapons": [f"{MARK}91_ecnal"], "armour": [f"{MARK}92_taoc"], "talents": [f"{MARK}93_sdnah"]}
    people = [
        {**one, "sheet": {key: {**sheet, **worn} for key, sheet in one["sheet"].items()}} if one.get("seat") else one
        for one in request["combatants"]
    ]
    setup = {key: {**one, "cards": cards, "battlefield": f"{MARK}95_wolloh"} for key, one in request["setup"].items()}
    return {**request, "combatants": people, "setup": setup}


def arena_from(game: str, request: dict[str, Any]) -> Arena:
    """A fight as it is asked for."""
    made = creation_of(new_encounter(BOOKS[game], read(request, CreateEncounterRequest)))
    return Arena(
        BOOKS[game], made.combatants, dice=seeded(request["name"]), setup=made.setup, seats=made.seats,
        ground=made.ground, figures_open=made.figures_open,
    )  # fmt: skip


class Reader:
    """Reads what is said in one language, and keeps what is no word."""

    def __init__(self, game: str, locale: str) -> None:
        self.book, self.locale = BOOKS[game], locale
        self.found = Counter[str]()
        self.texts = 0

    def text(self, where: str, text: str) -> None:
        self.texts += 1
        for code in CODE.findall(text):
            self.found[f"{self.locale} {where}: {code} in {text[:160]!r}"] += 1

    def fight(self, arena: Arena, seat: str) -> None:
        """What a seat is shown, offered and asked."""
        seen = self.book.seen(arena.state, seat)
        for where, words in words_of(scene_of(self.book.system, seen, seat, self.locale), "scene"):
            self.text(where, words)
        offering = Offering(self.book, seen, seat, "fight", self.locale, TIMES)
        asked = offering.decisions()
        for decision in asked:
            self.text(decision.kind, decision.text)
        listed = [offer for one in offering.orders() for offer in one.offers]
        for offer in (*listed, *(offer for decision in asked for offer in decision.offers)):
            for text in (offer.label, offer.name, offer.group_label, offer.summary or ""):
                self.text(f"offer {offer.kind}", text)
            for field in offer.fields:
                for label in (field.label, *(option.label for option in field.among)):
                    self.text(f"offer {offer.kind}.{field.name}", label)

    def log(self, arena: Arena) -> None:
        """What is told: every event, its arithmetic, the headline of its act."""
        told = rendered(self.book, [SeenEvent(one, "", "") for one in arena.stream], arena.state, self.locale)
        for one in told:
            self.text(one.type, one.text)
            if one.headline is not None:
                self.text("headline", f"{one.headline.text} / {one.headline.because}")
            for term in one.because.terms if one.because is not None else ():
                self.text("term", term.source)

    def refused(self, arena: Arena, seat: str, error: RuleRefusal) -> None:
        """What its sender reads of an order that is refused."""
        names = names_in(arena.book, arena.state, seat)

        def said(text: str, refusal: RuleRefusal | None = None) -> str:
            return worded(text, self.locale, [arena.book.system], names, arena.book.system)

        told = problem_of(error, worded=said)
        for text in (told.detail, *(fault.message for fault in told.faults)):
            self.text(f"refusal {error.reason!r}", QUOTED.sub("", text))


def refusals_of(arena: Arena, rng: random.Random) -> Iterator[tuple[str, RuleRefusal]]:
    """Orders that are offered, with other ids and numbers in them, and in the name of others."""
    ids = [
        *arena.fight.combatants,
        *arena.fight.seats,
        *(zone.key for zone in getattr(arena.fight.ground, "zones", ())),
    ]
    offered = picks.offered(arena.book, arena.state)
    for _, offer in rng.sample(offered, min(8, len(offered))):
        whole = arena.book.encode_order(filled(offer, {}))
        for seat in arena.fight.seats:
            try:
                order = arena.book.decode_order(_muddled(whole, ids, rng))
                around = arena._circumstances(seat, ())
                decide.submit(arena.book, arena.position, seat, order, around)
            except RuleRefusal as error:
                yield seat, error


def _muddled(value: Any, ids: list[str], rng: random.Random) -> Any:
    match value:
        case dict():
            return {name: _muddled(one, ids, rng) for name, one in value.items()}
        case list():
            return [_muddled(one, ids, rng) for one in value]
        case str() if value in ids and rng.random() < 0.7:
            return rng.choice(ids)
        case int() if not isinstance(value, bool) and rng.random() < 0.3:
            return value + 7
    return value


class _Times(dict[int, str]):
    def __missing__(self, version: int) -> str:
        return "2026-01-01T00:00:00.000Z"


TIMES = _Times()
FIGHTS = [(game, one.key) for game in BOOKS for one in BOOKS[game].system.ready_fights.in_language("en")]


@pytest.mark.parametrize(
    ("game", "key", "own"), [*((*one, False) for one in FIGHTS), ("mongolian_mercenaries", "caravan", True)]
)
def test_no_text_has_an_id_in_it(game: str, key: str, own: bool) -> None:
    """Scenes, offers, questions, logs, headlines and reasons, also of two who have one name and are hidden."""
    arena, rng = arena_of(game, key, own=own), random.Random(key)
    usage = Usage(arena.book, playing.examples_of(game).WORN)
    readers = [Reader(game, locale) for locale in LANGUAGES]
    gm = next(seat for seat in arena.fight.seats if arena.fight.is_gm(seat))
    alike = [who.id for who in arena.fight.combatants.values() if not who.controller][-2:]
    for step in range(STEPS):
        if step == 3:
            arena.rule(Hide(combatants=tuple(alike)), gm)
        if step % 4 == 0:
            for reader in readers:
                for seat in (gm, next(seat for seat in arena.fight.seats if seat != gm)):
                    reader.fight(arena, seat)
        for seat, error in refusals_of(arena, rng):
            for reader in readers:
                reader.refused(arena, seat, error)
        play = playing.chosen(arena, rng, usage)
        if play is None:
            break
        playing.perform(arena, play)
    for reader in readers:
        reader.log(arena)
    found = sum((reader.found for reader in readers), Counter[str]())
    assert not found, "\n".join(one for one, _ in found.most_common(25))
    assert min(reader.texts for reader in readers) > 200


@pytest.mark.parametrize("game", sorted(BOOKS))
def test_who_is_hidden_meanwhile_is_no_id_in_the_log(table: Table, game: str) -> None:
    """Over the API, for whoever knew of him and knows no more, and in a chat: events, headlines, choices, refusals."""
    request = disguised(BOOKS[game].system.ready_fights.in_language("en")[0].request)
    fight = Bridge(table, table.post("/v1/encounters", ADMIN, {**request, "dice": "OPEN", "seed": "ids"}).json())
    gm, ana, *_ = fight.tokens
    who = [one["id"] for one in request["combatants"] if not one.get("seat")][-1]
    for order in (
        {BOOKS[game].key: {"begin": {"note": ""}}},
        {"gm": {"correct": {"path": f"combatants.{who}.name", "value": "Wolf", "reason": ""}}},
        {"gm": {"hide": {"combatants": [who], "reason": "Mist"}}},
    ):
        fight.act(gm, order)
    here = f"/v1/encounters/{fight.id}"
    for seat in (gm, ana):
        for locale in LANGUAGES:
            read = {"accept-language": locale}
            page = table.get(f"{here}/events", fight.tokens[seat], **read).json()["events"]
            told = [one["text"] for one in page] + [one["headline"]["text"] for one in page if one["headline"]]
            chat = Chatter(table, fight.id, fight.tokens[seat], locale)
            told += [
                chat.asks().text,
                *(chat.says(line) for line in ("log 50", "status", f"why {page[-1]['version']}")),
            ]
            assert not [text for text in told if re.search(rf"{MARK}\d", text)]


@pytest.mark.parametrize("game", sorted(BOOKS))
def test_what_is_wrong_with_who_enters_is_told_by_names(table: Table, game: str) -> None:
    """Of a new fight, whether it is looked through or made, and of newcomers to one that runs."""
    request = disguised(BOOKS[game].system.ready_fights.in_language("en")[0].request)
    first, *others = request["combatants"]
    wrong = [
        {**first, "vitals": {"zzz": 3}},
        *({**one, "place": first.get("place") and _elsewhere(first["place"])} for one in others),
    ]
    twins = [*request["seats"], {**request["seats"][-1], "id": f"{MARK}99"}]
    wishes = [{**request, "combatants": wrong}, {**request, "seats": twins}]
    fight = Bridge(table, table.post("/v1/encounters", ADMIN, request).json())
    gm = fight.tokens[next(iter(fight.tokens))]
    for locale in LANGUAGES:
        read = {"accept-language": locale}
        told = []
        for wish in wishes:
            told += table.post("/v1/encounters/check", ADMIN, wish, **read).json()["faults"]
            refused = table.post("/v1/encounters", ADMIN, wish, **read).json()
            told += [*refused.get("faults", ()), {"message": refused["detail"]}]
        newcomers = [{**one, "id": f"{MARK}9{number}"} for number, one in enumerate(wrong)]
        spawned = {"command": {BOOKS[game].key: {"spawn": {"combatants": newcomers}}}}
        come = table.post(f"/v1/encounters/{fight.id}/commands", gm, spawned, **read).json()
        told += [*come.get("faults", ()), {"message": come["detail"]}]
        assert len(told) > 4, told
        for one in told:
            assert not re.search(rf"{MARK}\d", QUOTED.sub("", one["message"])), one


def _elsewhere(place: dict[str, Any]) -> dict[str, Any]:
    """A spot beyond every board."""
    return {kind: {"x": 999, "y": 999} if isinstance(at, dict) else at for kind, at in place.items()}


@pytest.mark.parametrize("game", sorted(BOOKS))
def test_what_may_be_corrected_is_called_by_words(game: str) -> None:
    """No id in a list, and in a game's own language no name that is made of a field's."""
    book = BOOKS[game]
    own = book.system.language
    arena = arena_of(game, book.system.ready_fights.in_language("en")[0].key)
    gm = next(seat for seat in arena.fight.seats if arena.fight.is_gm(seat))
    seen = book.seen(arena.state, gm)
    names = {who.name for who in (*arena.fight.combatants.values(), *arena.fight.seats.values())}
    for who in (None, *arena.fight.combatants):
        said = {locale: list(corrections_of(book, seen, gm, locale, who)) for locale in LANGUAGES}
        for one in (one for locale in LANGUAGES for one in said[locale]):
            for text in (one.label, *(option.label for option in one.among)):
                assert text, one.path
                assert not re.search(MARK, text, re.IGNORECASE), text
        for english, one in zip(said["en"], said[own], strict=True):
            pairs = [(english.label, one.label), *zip(english.among, one.among, strict=True)]
            for there, here in pairs if own != "en" else ():
                here, there = (text if isinstance(text, str) else text.label for text in (here, there))
                assert here != there or here in (*names, "HP", "Power"), one.path


@pytest.mark.parametrize("game", sorted(game for game in BOOKS if BOOKS[game].system.language != "en"))
def test_what_a_creature_has_is_called_in_the_language_of_its_game(game: str) -> None:
    """Also what it alone strikes with: on sheets, in the log, in the bestiary of a host. What a table writes stays."""
    book = BOOKS[game]
    for one in book.system.ready_fights.in_language("en"):
        arena = arena_of(game, one.key)
        gm = next(seat for seat in arena.fight.seats if arena.fight.is_gm(seat))
        seen = book.seen(arena.state, gm)
        for who in arena.fight.combatants:
            english, own = (
                stat_block_of(book.system, seen, gm, who, locale) for locale in ("en", book.system.language)
            )
            for there, here in zip(english.block.groups, own.block.groups, strict=True):
                alike = {a.label for a, b in zip(there.things, here.things, strict=True) if a.label == b.label}
                assert alike <= {"Regen"}, f"{who}: {here.label}"


@pytest.mark.parametrize(
    ("game", "key", "own", "sheet"),
    [
        ("saari", "bridge", "nuija", {"attacks": [{"id": "club", "name": "Old Tooth", "kn": 3, "damage": 3}]}),
        ("fantasia", "bridge", "garras", {"ownWeapons": [{"id": "claws", "name": "Old Tooth", "dice": 1}]}),
    ],
)
def test_what_a_table_writes_has_its_name(game: str, key: str, own: str, sheet: dict[str, Any]) -> None:
    """What the catalogue gives by the same id has its word."""
    book = BOOKS[game]
    entries = [one.entries for one in system_answer(book, book.system.language).content]
    assert f'"name":"{own}"' in msgspec.json.encode(entries).decode()
    (request,) = (one.request for one in book.system.ready_fights.in_language("en") if one.key == key)
    for more, name in (({}, own), (sheet, "Old Tooth")):
        people = [
            {**one, "sheet": {book.key: {**one["sheet"][book.key], **more}}}
            if one["sheet"][book.key].get("ref") in ("troll", "ogre")
            else one
            for one in request["combatants"]
        ]
        arena = arena_from(game, {**request, "combatants": people})
        gm = next(seat for seat in arena.fight.seats if arena.fight.is_gm(seat))
        seen = book.seen(arena.state, gm)
        blocks = [
            stat_block_of(book.system, seen, gm, who, book.system.language).block for who in arena.fight.combatants
        ]
        said = [thing.label.lower() for block in blocks for group in block.groups for thing in group.things]
        assert name.lower() in said
