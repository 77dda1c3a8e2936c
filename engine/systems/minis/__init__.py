"""Minis: a fantasy skirmish of miniatures on a table in inches; a turn counts down by initiative (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from engine.kit import Begin, LocalisedSystem, Order, ReadyFights, RuleRefusal, State, Table
from engine.kit.ground import Ground, refuse
from engine.kit.scene import Foreseen, Threat
from engine.systems.minis import orders as o
from engine.systems.minis import ranking, tactics, tiles
from engine.systems.minis.content.catalogue import CONTENT, FACES, ICONS, MINIS, RULES, RULES_IN, SUMMONED
from engine.systems.minis.corrections import TAKES, fits
from engine.systems.minis.deeds import DEEDS, DEPARTURES
from engine.systems.minis.events import EVENTS
from engine.systems.minis.glossary import CATALOGUES, GLOSSARY
from engine.systems.minis.ground import BARE, ENTRIES, faults
from engine.systems.minis.having import means
from engine.systems.minis.house_rules import HOUSE_RULES
from engine.systems.minis.naming import SUMMARIES, WORDS, things_of
from engine.systems.minis.questions import QUESTIONS
from engine.systems.minis.reducer import evolve
from engine.systems.minis.rules.between.company import MinisBetween
from engine.systems.minis.rules.ground import deployment
from engine.systems.minis.rules.magic import entering
from engine.systems.minis.rules.turns import activation, conceding, handlers, settlement, turns
from engine.systems.minis.rules.turns.offers import by_kind, offers
from engine.systems.minis.scene.preview import foreseen
from engine.systems.minis.scene.scene import scene
from engine.systems.minis.scene.stats import stat_block
from engine.systems.minis.scene.texts import PHRASES, SceneTexts
from engine.systems.minis.scene.threats import threats_of
from engine.systems.minis.sheet import Setup, Sheet
from engine.systems.minis.state import MinisState
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


class Minis(LocalisedSystem[MinisState]):
    """The rule system as the engine calls it."""

    id = "minis"
    name = "Minis"
    language = "en"
    version = 1
    conditions = CONDITIONS
    setup = Setup
    sheet = Sheet
    own = handlers.MinisState
    per_combatant = "minis"
    orders = o.ORDERS
    events = EVENTS
    questions = QUESTIONS
    content = CONTENT
    rules = RULES
    house_rules = HOUSE_RULES
    between = MinisBetween()
    takes = TAKES
    glossary = GLOSSARY
    catalogues = CATALOGUES
    words = WORDS
    deeds, departures = DEEDS, DEPARTURES
    icons, faces = ICONS, FACES
    summaries = SUMMARIES
    scene_phrases = PHRASES
    rules_by_language = RULES_IN
    ready_fights = ReadyFights(Path(__file__).parent / "fights")
    ids = ("spell", "defender", "opponent", "caster", "aimed_at")
    ground_entries = ENTRIES
    bare_ground = BARE
    enter = staticmethod(entering.combatant_of)
    fits = staticmethod(fits)
    settle = staticmethod(settlement.settle)
    follow_up = staticmethod(settlement.follow_up)
    rank = staticmethod(ranking.rank)
    apart = staticmethod(ranking.apart)
    tile = staticmethod(tiles.tile)
    trouble = staticmethod(tactics.trouble)
    readiness = staticmethod(tactics.readiness)
    nearer = staticmethod(tactics.nearer)
    advice = staticmethod(tactics.advice)
    evolve = staticmethod(evolve)
    offers = staticmethod(offers)
    offers_by_kind = staticmethod(by_kind)
    means = staticmethod(means)
    view = staticmethod(view)
    scene = scene
    stat_block = staticmethod(stat_block)

    def begin(self, setup: Setup) -> MinisState:
        """The state before anybody has entered. RuleRefusal for a setup that cannot be used."""
        sides, edges = [zone.side for zone in setup.zones], [zone.edge for zone in setup.zones]
        if len(set(sides)) < len(sides) or len(set(edges)) < len(edges):
            raise RuleRefusal("zones: one edge for each side", rule="MN-GAP-29", field="setup.zones")
        return handlers.MinisState(battle=setup)

    def opens_figures(self, setup: Setup) -> bool:
        """The game is open: nobody's figures are kept from anybody."""
        return True

    def breadth(self, setup: Setup, sheet: Sheet) -> int:
        """Of every mini the same: so far are centres apart, in hundredths of an inch."""
        return deployment.APART

    def lay(self, ground: Ground) -> None:
        """RuleRefusal for a ground that this game cannot use, with all that is wrong with it."""
        refuse(list(faults(ground)))

    def admit(self, state: State[MinisState], combatant: str) -> None:
        """RuleRefusal where a newcomer cannot stand, or its side cannot pay for it."""
        deployment.require_room(state, combatant)
        entering.require_affordable(state, combatant)

    def play(self, order: Order, table: Table[MinisState]) -> None:
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

    def preview(self, seen: State[MinisState], seat: str, thing: Struct, locale: str) -> Foreseen | None:
        """What an order or an answer would do: ways, attacks and spells with their chances."""
        return foreseen(seen, thing, locale)

    def threats(self, seen: State[MinisState], combatant: str, locale: str) -> Iterable[Threat]:
        """Where a combatant could strike from where it is, and whom, as far as a reader sees."""
        return threats_of(seen, combatant, SceneTexts(seen, locale))

    def catalogue_entry(self, seen: State[MinisState], combatant: str) -> str:
        """The mini of the catalogue that a combatant is; "": none."""
        mini = seen.own.minis.get(combatant)
        return mini.ref if mini is not None and (mini.ref in MINIS or mini.ref in SUMMONED) else ""

    def pick(self, field: str, value: object, locale: str, names: Mapping[str, str]) -> str:
        """The name of a point, a way or a direction that can be picked."""
        return self.words.pick(field, value, locale, names)

    def things(self, seen: State[MinisState]) -> Mapping[str, str]:
        """Names of things written on sheets, by id."""
        return things_of(seen.own)


system = Minis()
