"""La Fantasia Final: a light 2d6 tactical game, played by the rules of its ledger (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.kit import Begin, LocalisedSystem, Order, ReadyFights, RuleRefusal, State, Table
from engine.kit.ground import Ground, refuse
from engine.kit.scene import Threat
from engine.kit.upcasts import Upcast
from engine.systems.fantasia import ranking, tactics, tiles
from engine.systems.fantasia.between import FantasiaBetween
from engine.systems.fantasia.content.catalogue import CONDITIONS, CONTENT, FACES, ICONS, RULES, RULES_IN
from engine.systems.fantasia.corrections import TAKES, fits
from engine.systems.fantasia.deeds import DEEDS, DEPARTURES
from engine.systems.fantasia.events import EVENTS
from engine.systems.fantasia.glossary import CATALOGUES, GLOSSARY
from engine.systems.fantasia.ground import ENTRIES, faults
from engine.systems.fantasia.having import means
from engine.systems.fantasia.house_rules import HOUSE_RULES
from engine.systems.fantasia.naming import SUMMARIES, WORDS, things_of
from engine.systems.fantasia.orders import (
    ORDERS,
    CallOff,
    ComeBack,
    GoOn,
    Leave,
    LetFall,
    Rest,
    SpringTrap,
    Surprise,
    Surrender,
)
from engine.systems.fantasia.questions import QUESTIONS
from engine.systems.fantasia.reducer import evolve
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.board import board
from engine.systems.fantasia.rules.course import gm_orders, handlers, ordered
from engine.systems.fantasia.rules.course.offers import by_kind, offers
from engine.systems.fantasia.rules.equipment import entering
from engine.systems.fantasia.rules.turns import rounds, settlement
from engine.systems.fantasia.scene.preview import foreseen
from engine.systems.fantasia.scene.scene import scene
from engine.systems.fantasia.scene.stats import stat_block
from engine.systems.fantasia.scene.texts import PHRASES, SceneTexts, named_in_scene
from engine.systems.fantasia.scene.threats import threats_of
from engine.systems.fantasia.sheet import Setup, Sheet
from engine.systems.fantasia.state import FantasiaState
from engine.systems.fantasia.upcast import affecting, corrected, created, ordered_by_old_names
from engine.systems.fantasia.view import view

__all__ = ["Fantasia", "system"]


class Fantasia(LocalisedSystem[FantasiaState]):
    """The rule system as the engine calls it."""

    id = "fantasia"
    name = "La Fantasia Final"
    language = "es"
    version = 1
    setup = Setup
    sheet = Sheet
    own = handlers.FantasiaState
    orders = ORDERS
    events = EVENTS
    questions = QUESTIONS
    content = CONTENT
    rules = RULES
    house_rules = HOUSE_RULES
    uncounted = tuple(kind for kind, condition in CONDITIONS.items() if condition.until)
    takes = TAKES
    glossary = GLOSSARY
    catalogues = CATALOGUES
    words = WORDS
    icons, faces = ICONS, FACES
    summaries = SUMMARIES
    deeds, departures = DEEDS, DEPARTURES
    scene_phrases = PHRASES
    rules_by_language = RULES_IN
    ground_entries = ENTRIES
    upcasts: Mapping[tuple[str, int], tuple[str, Upcast]] = {
        ("EncounterCreated", 2): ("EncounterCreated", created),
        ("CommandAccepted", 3): ("CommandAccepted", ordered_by_old_names),
        ("CombatantJoined", 1): ("CombatantJoined", affecting),
        ("Corrected", 2): ("Corrected", corrected),
    }
    between = FantasiaBetween()
    ready_fights = ReadyFights(Path(__file__).parent / "fights")
    ids = ("group", "holder", "members", "opponent", "technique", "watched")
    enter = staticmethod(entering.combatant_of)
    admit = staticmethod(board.require_place)
    fits = staticmethod(fits)
    settle = staticmethod(settlement.settle)
    follow_up = staticmethod(settlement.follow_up)
    rank = staticmethod(ranking.rank)
    apart = staticmethod(ranking.apart)
    tile = staticmethod(tiles.tile)
    trouble = staticmethod(tactics.trouble)
    readiness = staticmethod(tactics.readiness)
    view = staticmethod(view)
    evolve = staticmethod(evolve)
    offers = staticmethod(offers)
    offers_by_kind = staticmethod(by_kind)
    means = staticmethod(means)
    scene = scene
    preview = staticmethod(foreseen)
    stat_block = staticmethod(stat_block)

    def begin(self, setup: Setup) -> FantasiaState:
        """The state before anybody has entered."""
        return handlers.FantasiaState(setup=setup)

    def breadth(self, setup: Setup, sheet: Sheet) -> int:
        """The side of the block that a combatant stands on, in hundredths of a cell."""
        natural = entering.fighter_of(sheet).size_percent
        return 100 * board.cells_of(natural, natural, setup.grid or board.ALL)

    def lay(self, ground: Ground) -> None:
        """RuleRefusal for a ground that this game cannot use, with all that is wrong with it."""
        refuse(list(faults(ground)))

    def can_act(self, state: State[FantasiaState], combatant: str) -> bool:
        """Whether a combatant in the fight is able: not unconscious, asleep or the like."""
        return lookup.able(state.fight.combatants[combatant])

    def play(self, order: Order, table: Table[FantasiaState]) -> None:
        """Refuse an order, or play it out."""
        match order:
            case Begin():
                rounds.begin(table)
            case Surprise():
                rounds.surprised(table, order)
            case GoOn():
                rounds.go_on(table)
            case CallOff() | Surrender() | Leave() | ComeBack() | Rest():
                gm_orders.play(table, order)
            case LetFall() | SpringTrap():
                ordered.befall(table, order)
            case _ if isinstance(order, ORDERS):
                ordered.play(table, order)
            case _:
                raise RuleRefusal(f"no rule plays {type(order).__name__}")

    def word(self, word: str, locale: str) -> str:
        """The name of an id, a condition, a figure, a value or a field; the scene knows some in more languages."""
        return (named_in_scene(word, locale) if not self.words.tells(locale) else "") or super().word(word, locale)

    def threats(self, seen: State[FantasiaState], combatant: str, locale: str) -> Iterable[Threat]:
        """Where a combatant could strike from where it is, and whom, as far as a reader sees."""
        return threats_of(seen, combatant, SceneTexts(seen, locale))

    def things(self, seen: State[FantasiaState]) -> Mapping[str, str]:
        """Names of weapons, spells and the like that only this fight has, by id."""
        return things_of(seen.own)


system = Fantasia()
