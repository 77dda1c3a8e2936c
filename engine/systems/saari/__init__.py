"""Saari: expeditions on an island; only players roll, and successes are counted (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.kit import Begin, Face, LocalisedSystem, Order, ReadyFights, State, Table
from engine.kit.ground import Ground, refuse
from engine.kit.scene import Threat
from engine.systems.saari import orders as o
from engine.systems.saari import ranking, tactics, tiles
from engine.systems.saari.content.catalogue import CONTENT, FACES, ICONS, RULES, RULES_IN, WARDS
from engine.systems.saari.corrections import TAKES, fits
from engine.systems.saari.deeds import DEEDS, DEPARTURES
from engine.systems.saari.events import EVENTS
from engine.systems.saari.glossary import CATALOGUES, GLOSSARY
from engine.systems.saari.ground import BARE, ENTRIES, faults
from engine.systems.saari.having import means
from engine.systems.saari.house_rules import HOUSE_RULES
from engine.systems.saari.naming import SUMMARIES, WORDS, things_of
from engine.systems.saari.questions import QUESTIONS
from engine.systems.saari.reducer import evolve
from engine.systems.saari.rules.basics import entering
from engine.systems.saari.rules.between.between import SaariBetween
from engine.systems.saari.rules.harm.effects import SILENCED
from engine.systems.saari.rules.turns import handlers, meanwhile, rounds, settlement, turns
from engine.systems.saari.rules.turns.offers import offers
from engine.systems.saari.scene.preview import foreseen
from engine.systems.saari.scene.scene import scene
from engine.systems.saari.scene.stats import stat_block
from engine.systems.saari.scene.texts import PHRASES, SceneTexts
from engine.systems.saari.scene.threats import threats_of
from engine.systems.saari.sheet import Setup, Sheet
from engine.systems.saari.state import SaariState
from engine.systems.saari.view import view

__all__ = ["Saari", "system"]


class Saari(LocalisedSystem[SaariState]):
    """The rule system as the engine calls it."""

    id = "saari"
    name = "Saari"
    language = "fi"
    version = 1
    setup = Setup
    sheet = Sheet
    own = handlers.SaariState
    per_combatant = "fighters"
    orders = o.ORDERS
    events = EVENTS
    questions = QUESTIONS
    content = CONTENT
    rules = RULES
    house_rules = HOUSE_RULES
    between = SaariBetween()
    takes = TAKES
    glossary = GLOSSARY
    catalogues = CATALOGUES
    conditions = (*CONTENT["effects"], *WARDS, SILENCED)
    words = WORDS
    deeds, departures = DEEDS, DEPARTURES
    icons, faces = ICONS, FACES
    summaries = SUMMARIES
    scene_phrases = PHRASES
    rules_by_language = RULES_IN
    ready_fights = ReadyFights(Path(__file__).parent / "fights")
    ids = ("means", "opponent", "patron", "attacker", "comrade", "parried_by", "roller", "mount", "ally", "beside")
    ground_entries = ENTRIES
    bare_ground = BARE
    enter = staticmethod(entering.combatant_of)
    admit = staticmethod(entering.admit)
    fits = staticmethod(fits)
    settle = staticmethod(settlement.settle)
    follow_up = staticmethod(settlement.follow_up)
    offers_meanwhile = staticmethod(meanwhile.offers)
    meanwhile = staticmethod(meanwhile.wishes)
    rank = staticmethod(ranking.rank)
    apart = staticmethod(ranking.apart)
    tile = staticmethod(tiles.tile)
    trouble = staticmethod(tactics.trouble)
    readiness = staticmethod(tactics.readiness)
    nearer = staticmethod(tactics.nearer)
    advice = staticmethod(tactics.advice)
    evolve = staticmethod(evolve)
    offers = staticmethod(offers)
    offers_by_kind = staticmethod(turns.offers_by_kind)
    means = staticmethod(means)
    view = staticmethod(view)
    preview = staticmethod(foreseen)
    stat_block = staticmethod(stat_block)
    scene = scene

    def begin(self, setup: Setup) -> SaariState:
        """The state before anybody has entered."""
        return handlers.SaariState(setup=setup)

    def lay(self, ground: Ground) -> None:
        """RuleRefusal for a ground that this game cannot use."""
        refuse(list(faults(ground)))

    def play(self, order: Order, table: Table[SaariState]) -> None:
        """Refuse an order, or play it out."""
        if isinstance(order, Begin):
            rounds.begin(table)
        else:
            turns.play(table, order)

    def threats(self, seen: State[SaariState], combatant: str, locale: str) -> Iterable[Threat]:
        """Where a combatant could strike from where it is, and whom, as far as a reader sees."""
        return threats_of(seen, combatant, SceneTexts(seen, locale))

    def face(self, seen: State[SaariState], combatant: str) -> Face | None:
        """Of the entry of the catalogue, as far as its reader may know it."""
        fighter = seen.own.fighters.get(combatant)
        return (FACES.get(fighter.ref) or FACES.get(fighter.kind.value)) if fighter is not None else None

    def things(self, seen: State[SaariState]) -> Mapping[str, str]:
        """Names of things written on sheets, by id."""
        return things_of(seen.own)


system = Saari()
