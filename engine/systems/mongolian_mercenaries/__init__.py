"""Mongolian Mercenaries 4: mercenaries of a Mongol empire; positions and distances, cards for all (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from engine.kit import Begin, Face, LocalisedSystem, Order, ReadyFights, RuleRefusal, State, Table
from engine.kit.ground import Ground
from engine.kit.scene import Foreseen, Threat
from engine.systems.mongolian_mercenaries import orders as o
from engine.systems.mongolian_mercenaries import ranking, tactics, tiles
from engine.systems.mongolian_mercenaries.between import MercenariesBetween
from engine.systems.mongolian_mercenaries.cards.judging import judge
from engine.systems.mongolian_mercenaries.content.catalogue import CONTENT, FACES, ICONS
from engine.systems.mongolian_mercenaries.content.rulebook import RULES, RULES_IN
from engine.systems.mongolian_mercenaries.corrections import TAKES, fits
from engine.systems.mongolian_mercenaries.deeds import DEEDS, DEPARTURES
from engine.systems.mongolian_mercenaries.events import EVENTS
from engine.systems.mongolian_mercenaries.glossary import CATALOGUES, GLOSSARY
from engine.systems.mongolian_mercenaries.having import means
from engine.systems.mongolian_mercenaries.house_rules import HOUSE_RULES
from engine.systems.mongolian_mercenaries.naming import SUMMARIES, WORDS, things_of
from engine.systems.mongolian_mercenaries.questions import QUESTIONS
from engine.systems.mongolian_mercenaries.reducer import evolve
from engine.systems.mongolian_mercenaries.rules.basics import admitting
from engine.systems.mongolian_mercenaries.rules.course import handlers, opening, rounds, settlement, turns
from engine.systems.mongolian_mercenaries.rules.course.offers import offers
from engine.systems.mongolian_mercenaries.rules.gear import entering, sheets
from engine.systems.mongolian_mercenaries.scene.preview import foreseen
from engine.systems.mongolian_mercenaries.scene.scene import scene
from engine.systems.mongolian_mercenaries.scene.stats import stat_block
from engine.systems.mongolian_mercenaries.scene.texts import PHRASES, SceneTexts
from engine.systems.mongolian_mercenaries.scene.threats import threats_of
from engine.systems.mongolian_mercenaries.sheet import Setup, Sheet
from engine.systems.mongolian_mercenaries.sides import SIDES
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.view import view

__all__ = ["MongolianMercenaries", "system"]


class MongolianMercenaries(LocalisedSystem[MercenariesState]):
    """The rule system as the engine calls it."""

    id = "mongolian_mercenaries"
    name = "Mongolian Mercenaries 4"
    language = "pl"
    version = 1
    setup = Setup
    sheet = Sheet
    own = handlers.MercenariesState
    per_combatant = "fighters"
    orders = o.ORDERS
    events = EVENTS
    questions = QUESTIONS
    content = CONTENT
    sides = SIDES
    rules = RULES
    house_rules = HOUSE_RULES
    between = MercenariesBetween()
    takes = TAKES
    glossary = GLOSSARY
    catalogues = CATALOGUES
    conditions = ()
    listed_conditions = tuple(CONTENT["states"])
    words = WORDS
    deeds, departures = DEEDS, DEPARTURES
    icons, faces = ICONS, FACES
    summaries = SUMMARIES
    rules_by_language = RULES_IN
    scene_phrases = PHRASES
    ready_fights = ReadyFights(Path(__file__).parent / "fights")
    ids = (
        "bearer", "means", "opponent", "patron", "attacker", "tester", "one", "other", "taker", "keeper", "finder",
        "defeated",
    )  # fmt: skip
    enter = staticmethod(entering.combatant_of)
    judge = staticmethod(sheets.judge)
    admit = staticmethod(admitting.admit)
    fits = staticmethod(fits)
    settle = staticmethod(settlement.settle)
    follow_up = staticmethod(settlement.follow_up)
    rank = staticmethod(ranking.rank)
    apart = staticmethod(ranking.apart)
    tile = staticmethod(tiles.tile)
    trouble = staticmethod(tactics.trouble)
    readiness = staticmethod(tactics.readiness)
    nearer = staticmethod(tactics.nearer)
    evolve = staticmethod(evolve)
    offers = staticmethod(offers)
    offers_by_kind = staticmethod(turns.offers_by_kind)
    means = staticmethod(means)
    view = staticmethod(view)
    scene = scene
    stat_block = staticmethod(stat_block)
    name_in = staticmethod(WORDS.name_in)

    def begin(self, setup: Setup) -> MercenariesState:
        """The state before anybody has entered. RuleRefusal for a setup that cannot be played."""
        judge(setup.cards)
        opening.check_setup(setup)
        return handlers.MercenariesState(setup=setup)

    def opens_figures(self, setup: Setup) -> bool:
        """Whether the figures of enemies are open to the players: by default they are."""
        return not setup.hidden_enemy_sheets

    def lay(self, ground: Ground) -> None:
        """RuleRefusal for any ground: this game is played on its battlefield card."""
        if ground != Ground():
            raise RuleRefusal("ground: name a battlefield in the setup", rule="MM-FIELD-01", field="ground")

    def play(self, order: Order, table: Table[MercenariesState]) -> None:
        """Refuse an order, or play it out."""
        if isinstance(order, Begin):
            rounds.begin(table)
        else:
            turns.play(table, order)

    def preview(self, seen: State[MercenariesState], seat: str, thing: Struct, locale: str) -> Foreseen | None:
        """What an order would do, beside what playing it without dice tells."""
        return foreseen(seen, thing, locale)

    def threats(self, seen: State[MercenariesState], combatant: str, locale: str) -> Iterable[Threat]:
        """Where a combatant could strike from where it is, and whom, as far as a reader sees."""
        return threats_of(seen, combatant, SceneTexts(seen, locale))

    def face(self, seen: State[MercenariesState], combatant: str) -> Face | None:
        """Of its card, as far as its reader may know it."""
        fighter = seen.own.fighters.get(combatant)
        return FACES.get(fighter.ref) if fighter is not None else None

    def things(self, seen: State[MercenariesState]) -> Mapping[str, str]:
        """Names of things written on sheets, by id."""
        return things_of(seen.own)


system = MongolianMercenaries()
