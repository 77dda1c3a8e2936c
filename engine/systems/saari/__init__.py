"""Saari: expeditions on an island; only players roll, and successes are counted (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.system import Table
from engine.kernel.authoring.tiles import Tile
from engine.kernel.scene.preview import Foreseen
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.threats import Threat
from engine.kernel.state.combatant import Combatant, Place
from engine.kernel.state.decisions import Offer
from engine.kernel.state.fight import Asked, Fight, State
from engine.kernel.state.ground import Ground
from engine.kernel.state.ground_faults import refuse
from engine.kernel.state.means import Means
from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import Event, Order
from engine.kernel.words.ready_fights import ReadyFights
from engine.kernel.words.wordbook import LocalisedSystem
from engine.systems.saari import commands as o
from engine.systems.saari import ranking, tactics, tiles
from engine.systems.saari.content.catalogue import CONTENT, ICONS, RULES, RULES_IN, WARDS
from engine.systems.saari.corrections import TAKES, fits
from engine.systems.saari.deeds import DEEDS, DEPARTURES
from engine.systems.saari.events import EVENTS
from engine.systems.saari.glossary import CATALOGUES, GLOSSARY
from engine.systems.saari.ground import BARE, ENTRIES, faults
from engine.systems.saari.having import means
from engine.systems.saari.naming import SUMMARIES, WORDS, things_of
from engine.systems.saari.offers import offers
from engine.systems.saari.questions import QUESTIONS
from engine.systems.saari.reducer import evolve
from engine.systems.saari.rules import entering, meanwhile, rounds, settlement, turns
from engine.systems.saari.rules.effects import SILENCED
from engine.systems.saari.scene.preview import foreseen
from engine.systems.saari.scene.scene import scene
from engine.systems.saari.scene.threats import threats_of
from engine.systems.saari.scene.words import PHRASES, SceneTexts
from engine.systems.saari.sheet import Setup, Sheet
from engine.systems.saari.state import Own
from engine.systems.saari.view import seen

__all__ = ["Saari", "system"]


class Saari(LocalisedSystem[Own]):
    """The rule system as the engine calls it."""

    id = "saari"
    name = "Saari"
    language = "fi"
    version = 1
    setup = Setup
    sheet = Sheet
    own = Own
    orders = o.ORDERS
    events = EVENTS
    questions = QUESTIONS
    content = CONTENT
    rules = RULES
    takes = TAKES
    glossary = GLOSSARY
    catalogues = CATALOGUES
    conditions = (*CONTENT["effects"], *WARDS, SILENCED)
    words = WORDS
    deeds, departures = DEEDS, DEPARTURES
    icons = ICONS
    summaries = SUMMARIES
    scene_phrases = PHRASES
    rules_by_language = RULES_IN
    ready_fights = ReadyFights(Path(__file__).parent / "fights")
    ids = ("means", "opponent", "patron", "attacker", "comrade", "parried_by", "roller", "mount", "ally", "beside")
    ground_entries = ENTRIES
    bare_ground = BARE

    def begin(self, setup: Setup) -> Own:
        """The state before anybody has entered."""
        return Own(setup=setup)

    def lay(self, ground: Ground) -> None:
        """RuleRefusal for a ground that this game cannot use."""
        refuse(list(faults(ground)))

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """Vitals, kind and place of a combatant with this sheet. RuleRefusal for a sheet that cannot be played."""
        return entering.combatant_of(sheet, place)

    def admit(self, state: State[Own], combatant: str) -> None:
        """RuleRefusal where a newcomer's zone does not exist."""
        entering.admit(state, combatant)

    def fits(self, state: State[Own], combatant: str) -> None:
        """RuleRefusal where a combatant cannot be that a correction has put there."""
        fits(state, combatant)

    def settle(self, table: Table[Own], before: State[Own]) -> None:
        """Apply what follows at once from a correction, or from an entry in mid-fight."""
        settlement.settle(table, before)

    def follow_up(self, state: State[Own]) -> Order | None:
        """The order that continues the fight when nobody whose count it is can act."""
        return settlement.follow_up(state)

    def meanwhile(self, state: State[Own], order: Order) -> Iterable[tuple[str, Any]] | None:
        """What a mark, or the move of an ally, sets while a decision is open; None: any other order waits."""
        return meanwhile.wishes(state, order)

    def play(self, order: Order, table: Table[Own]) -> None:
        """Refuse an order, or play it out."""
        if isinstance(order, Begin):
            rounds.begin(table)
        else:
            turns.play(table, order)

    def rank(self, seen: State[Own], offer: Offer[Order]) -> tuple[int, ...]:
        """The place of an offer among those of its group, the lowest first."""
        return ranking.rank(seen, offer)

    def apart(self, seen: State[Own], one: str, other: str) -> int:
        """How far apart two combatants are: the nearest target stands first."""
        return ranking.apart(seen, one, other)

    def tile(self, seen: State[Own], thing: Struct, usual: Tile, asked: str) -> Tile:
        """How an order or an answer is shown."""
        return tiles.tile(seen, thing, usual, asked)

    def trouble(self, order: Order) -> int:
        """How much more an order takes on than a plain one with the same result; below 0 for doing nothing."""
        return tactics.trouble(order)

    def readiness(self, seen: State[Own], combatant: str) -> float:
        """How well a combatant could strike next, from 0 to 1."""
        return tactics.readiness(seen, combatant)

    def advice(self, seen: State[Own], asked: Asked) -> Iterable[tuple[str, dict[str, Any]]]:
        """Answers whose worth shows only later."""
        return tactics.advice(seen, asked)

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """The system's part of the state after an event."""
        return evolve(own, event, fight)

    def offers(self, seen: State[Own], combatant: str | None) -> Iterable[Offer[Order]]:
        """Every legal order of a combatant, or of the game master."""
        return offers(seen, combatant)

    def means(self, seen: State[Own], combatant: str) -> Iterable[Means]:
        """What a combatant at its count has, with the orders that would use it."""
        return means(seen, combatant)

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """The state as a seat sees it: sheets of its own side alone, unless figures are open.  [G-66]"""
        return seen(own, fight, seat)

    def preview(self, seen: State[Own], seat: str, thing: Struct, locale: str) -> Foreseen | None:
        """What an order or an answer would do: ways, attacks and defences with their chances."""
        return foreseen(seen, seat, thing, locale)

    def scene(self, seen: State[Own], seat: str | None, locale: str) -> Scene:
        """The fight as a picture, as a seat sees it."""
        return scene(self, seen, seat, locale)

    def threats(self, seen: State[Own], combatant: str, locale: str) -> Iterable[Threat]:
        """Where a combatant could strike from where it is, and whom, as far as a reader sees."""
        return threats_of(seen, combatant, SceneTexts(seen, locale))

    def things(self, seen: State[Own]) -> Mapping[str, str]:
        """Names of things written on sheets, by id."""
        return things_of(seen.own)


system = Saari()
