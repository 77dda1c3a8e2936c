"""Minis: a fantasy skirmish of miniatures on a table in inches; a turn counts down by initiative (see README.md)."""

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
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Event, Order
from engine.kernel.words.ready_fights import ReadyFights
from engine.kernel.words.wordbook import LocalisedSystem
from engine.systems.minis import commands as o
from engine.systems.minis import ranking, tactics, tiles
from engine.systems.minis.content.catalogue import CONTENT, ICONS, MINIS, RULES, RULES_IN, SUMMONED
from engine.systems.minis.corrections import TAKES, fits
from engine.systems.minis.deeds import DEEDS, DEPARTURES
from engine.systems.minis.events import EVENTS
from engine.systems.minis.glossary import CATALOGUES, GLOSSARY
from engine.systems.minis.ground import BARE, ENTRIES, faults
from engine.systems.minis.having import means
from engine.systems.minis.naming import SUMMARIES, WORDS, things_of
from engine.systems.minis.offers import offers
from engine.systems.minis.questions import QUESTIONS
from engine.systems.minis.reducer import evolve
from engine.systems.minis.rules import activation, conceding, deployment, entering, settlement, turns
from engine.systems.minis.scene.preview import foreseen
from engine.systems.minis.scene.scene import scene
from engine.systems.minis.scene.threats import threats_of
from engine.systems.minis.scene.words import PHRASES, SceneTexts
from engine.systems.minis.sheet import Setup, Sheet
from engine.systems.minis.state import Own
from engine.systems.minis.view import view

__all__ = ["Minis", "system"]

CONDITIONS = (
    "magic_shield",
    "statue",
    "speed",
    "fear",
    "protection",
    "command",
    "golem",
    "familiar",
    "slow",
    "water_walk",
)
"""Spells that last; each is a condition of its target while it does."""


class Minis(LocalisedSystem[Own]):
    """The rule system as the engine calls it."""

    id = "minis"
    name = "Minis"
    language = "en"
    version = 1
    conditions = CONDITIONS
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
    words = WORDS
    deeds, departures = DEEDS, DEPARTURES
    icons = ICONS
    summaries = SUMMARIES
    scene_phrases = PHRASES
    rules_by_language = RULES_IN
    ready_fights = ReadyFights(Path(__file__).parent / "fights")
    ids = ("spell", "defender", "opponent", "caster", "aimed_at")
    ground_entries = ENTRIES
    bare_ground = BARE

    def begin(self, setup: Setup) -> Own:
        """The state before anybody has entered. RuleRefusal for a setup that cannot be used."""
        sides, edges = [zone.side for zone in setup.zones], [zone.edge for zone in setup.zones]
        if len(set(sides)) < len(sides) or len(set(edges)) < len(edges):
            raise RuleRefusal("zones: one edge for each side", rule="MN-GAP-29", field="setup.zones")
        return Own(battle=setup)

    def opens_figures(self, setup: Setup) -> bool:
        """The game is open: nobody's figures are kept from anybody."""
        return True

    def lay(self, ground: Ground) -> None:
        """RuleRefusal for a ground that this game cannot use, with all that is wrong with it."""
        refuse(list(faults(ground)))

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """Vitals, kind and place of a combatant with this sheet. RuleRefusal for a sheet that cannot be played."""
        return entering.combatant_of(sheet, place)

    def admit(self, state: State[Own], combatant: str) -> None:
        """RuleRefusal where a newcomer cannot stand, or its side cannot pay for it."""
        deployment.require_room(state, combatant)
        entering.require_affordable(state, combatant)

    def fits(self, state: State[Own], combatant: str) -> None:
        """RuleRefusal where a combatant cannot be that a correction has put there."""
        fits(state, combatant)

    def settle(self, table: Table[Own], before: State[Own]) -> None:
        """Apply what follows at once from a correction, or from an entry in mid-fight."""
        settlement.settle(table, before)

    def follow_up(self, state: State[Own]) -> Order | None:
        """The order that continues the fight when nobody whose turn it is can act."""
        return settlement.follow_up(state)

    def play(self, order: Order, table: Table[Own]) -> None:
        """Refuse an order, or play it out."""
        match order:
            case Begin():
                turns.begin(table)
            case o.GoOn():
                conceding.go_on(table)
            case o.CallOff():
                conceding.call_off(table, order)
            case o.Concede():
                conceding.concede(table, order)
            case _:
                activation.play(table, order)

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
        """How much more an order takes on than a plain one with the same end; below 0 for doing nothing."""
        return tactics.trouble(order)

    def readiness(self, seen: State[Own], combatant: str) -> float:
        """How well a combatant could strike next, from 0 to 1."""
        return tactics.readiness(seen, combatant)

    def advice(self, seen: State[Own], asked: Asked) -> Iterable[tuple[str, dict[str, Any]]]:
        """Answers that a bot gives where trying them out cannot tell which is best."""
        return tactics.advice(seen, asked)

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """The system's part of the state after an event."""
        return evolve(own, event, fight)

    def offers(self, seen: State[Own], combatant: str | None) -> Iterable[Offer[Order]]:
        """Every legal order of a combatant, or of the game master."""
        return offers(seen, combatant)

    def means(self, seen: State[Own], combatant: str) -> Iterable[Means]:
        """What an acting mini has, with the orders that would use it."""
        return means(seen, combatant)

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """The state as a seat sees it: the game is open, only combatants hidden from the seat are left out."""
        return view(own, fight, seat)

    def preview(self, seen: State[Own], seat: str, thing: Struct, locale: str) -> Foreseen | None:
        """What an order or an answer would do: ways, attacks and spells with their chances."""
        return foreseen(seen, thing, locale)

    def scene(self, seen: State[Own], seat: str | None, locale: str) -> Scene:
        """The fight as a picture, as a seat sees it."""
        return scene(self, seen, seat, locale)

    def threats(self, seen: State[Own], combatant: str, locale: str) -> Iterable[Threat]:
        """Where a combatant could strike from where it is, and whom, as far as a reader sees."""
        return threats_of(seen, combatant, SceneTexts(seen, locale))

    def catalogue_entry(self, seen: State[Own], combatant: str) -> str:
        """The mini of the catalogue that a combatant is; "": none."""
        mini = seen.own.minis.get(combatant)
        return mini.ref if mini is not None and (mini.ref in MINIS or mini.ref in SUMMONED) else ""

    def pick(self, field: str, value: object, locale: str, names: Mapping[str, str]) -> str:
        """The name of a point, a way or a direction that can be picked."""
        return self.words.pick(field, value, locale, names)

    def things(self, seen: State[Own]) -> Mapping[str, str]:
        """Names of things written on sheets, by id."""
        return things_of(seen.own)


system = Minis()
