"""Dozen Die: a skirmish of miniatures on squares, rolled low with twelve-sided dice (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from engine.kit import Begin, Event, Fight, LocalisedSystem, Order, ReadyFights, State, Table
from engine.kit.ground import Ground, refuse
from engine.kit.scene import Foreseen, Threat
from engine.kit.upcasts import Upcast, with_steps
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die import ranking, tactics, tiles
from engine.systems.dozen_die.board.ground import BARE, ENTRIES, faults
from engine.systems.dozen_die.content.catalogue import CONTENT, FACES, FIGURES, ICONS, RULES, RULES_IN
from engine.systems.dozen_die.corrections import TAKES, fits
from engine.systems.dozen_die.deeds import DEEDS, DEPARTURES
from engine.systems.dozen_die.events import EVENTS
from engine.systems.dozen_die.glossary import CATALOGUES, GLOSSARY
from engine.systems.dozen_die.having import means
from engine.systems.dozen_die.house_rules import HOUSE_RULES
from engine.systems.dozen_die.naming import SUMMARIES, WORDS, things_of
from engine.systems.dozen_die.questions import QUESTIONS
from engine.systems.dozen_die.reducer import evolve
from engine.systems.dozen_die.rules.between.between import DozenDieBetween
from engine.systems.dozen_die.rules.board import hiding, setting
from engine.systems.dozen_die.rules.conflict import damage, effects, recovery
from engine.systems.dozen_die.rules.turns import (
    activation,
    choosing,
    entering,
    gm_orders,
    rounds,
    settlement,
    wanderers,
)
from engine.systems.dozen_die.rules.turns.offers import by_kind, offers
from engine.systems.dozen_die.scene.preview import foreseen
from engine.systems.dozen_die.scene.scene import scene
from engine.systems.dozen_die.scene.stats import stat_block
from engine.systems.dozen_die.scene.texts import PHRASES, SceneTexts, named_in_scene
from engine.systems.dozen_die.scene.threats import threats_of
from engine.systems.dozen_die.sheet import Setup, Sheet
from engine.systems.dozen_die.state import DozenDieState
from engine.systems.dozen_die.upcast import corrected, created, ordered_by_old_names, with_keys
from engine.systems.dozen_die.view import view

__all__ = ["DozenDie", "system"]


class DozenDie(LocalisedSystem[DozenDieState]):
    """The rule system as the engine calls it."""

    id = "dozen_die"
    name = "Dozen Die"
    language = "fi"
    version = 1
    conditions = (damage.INJURED, effects.TAUNTED, hiding.HIDDEN)
    uncounted = conditions
    setup = Setup
    sheet = Sheet
    own = DozenDieState
    per_combatant = "figures"
    orders = o.ORDERS
    events = EVENTS
    questions = QUESTIONS
    content = CONTENT
    rules = RULES
    house_rules = HOUSE_RULES
    between = DozenDieBetween()
    takes = TAKES
    glossary = GLOSSARY
    catalogues = CATALOGUES
    ready_fights = ReadyFights(Path(__file__).parent / "fights")
    words = WORDS
    deeds, departures = DEEDS, DEPARTURES
    icons, faces = ICONS, FACES
    summaries = SUMMARIES
    scene_phrases = PHRASES
    rules_by_language = RULES_IN
    ground_entries = ENTRIES
    bare_ground = BARE
    upcasts: Mapping[tuple[str, int], tuple[str, Upcast]] = {
        ("EncounterCreated", 2): ("EncounterCreated", created),
        ("EncounterCreated", 3): ("EncounterCreated", with_keys),
        ("Corrected", 2): ("Corrected", corrected),
        ("CommandAccepted", 3): ("CommandAccepted", ordered_by_old_names),
        ("DozenDieWayDeclared", 1): ("DozenDieWayDeclared", with_steps),
    }
    enter = staticmethod(entering.combatant_of)
    admit = staticmethod(setting.require_room)
    setup_faults = staticmethod(setting.doorless)
    fits = staticmethod(fits)
    settle = staticmethod(settlement.settle)
    follow_up = staticmethod(settlement.follow_up)
    rank = staticmethod(ranking.rank)
    apart = staticmethod(ranking.apart)
    tile = staticmethod(tiles.tile)
    trouble = staticmethod(tactics.trouble)
    readiness = staticmethod(tactics.readiness)
    view = staticmethod(view)
    offers = staticmethod(offers)
    offers_by_kind = staticmethod(by_kind)
    means = staticmethod(means)
    scene = scene
    stat_block = staticmethod(stat_block)

    def begin(self, setup: Setup) -> DozenDieState:
        """The state before anybody has entered. RuleRefusal for a setup that cannot be used."""
        setting.require_distinct(setup)
        wanderers.require_playable(setup)
        return DozenDieState(adventure=setup, wanderers=setup.wanderers, weather=setup.weather)

    def opens_figures(self, setup: Setup) -> bool:
        """The game is open: nobody's figures are kept from anybody."""
        return True

    def breadth(self, setup: Setup, sheet: Sheet) -> int:
        """The side of the block that a figure stands on, in hundredths of a square."""
        return 100 * entering.figure_of(sheet).size

    def lay(self, ground: Ground) -> None:
        """RuleRefusal for a ground that this game cannot use, with all that is wrong with it."""
        refuse(list(faults(ground)))

    def play(self, order: Order, table: Table[DozenDieState]) -> None:
        """Refuse an order, or play it out."""
        match order:
            case Begin():
                rounds.begin(table)
            case o.GoOn():
                gm_orders.go_on(table)
            case o.Concede():
                gm_orders.concede(table, order)
            case o.CallOff():
                gm_orders.call_off(table, order)
            case o.Recover():
                recovery.do(table)
            case o.ChangeWeather():
                gm_orders.change_weather(table, order)
            case o.Special() | o.March() | o.Activate() | o.BringIn() | o.Pass():
                choosing.play(table, order)
            case _:
                activation.play(table, order)

    def evolve(self, own: DozenDieState, event: Event, fight: Fight) -> DozenDieState:
        """The system's part of the state after an event."""
        return evolve(own, event)

    def preview(self, seen: State[DozenDieState], seat: str, thing: Struct, locale: str) -> Foreseen | None:
        """What an order or an answer would do: ways, tests and their chances."""
        return foreseen(seen, thing, locale)

    def pick(self, field: str, value: object, locale: str, names: Mapping[str, str]) -> str:
        """The name of a place or a way that can be picked."""
        return self.words.pick(field, value, locale)

    def threats(self, seen: State[DozenDieState], combatant: str, locale: str) -> Iterable[Threat]:
        """Where a combatant could strike from where it is, and whom, as far as a reader sees."""
        return threats_of(seen, combatant, SceneTexts(seen, locale))

    def word(self, word: str, locale: str) -> str:
        """The name of an id, a condition, a figure, a value or a field; the scene knows some in more languages."""
        return (named_in_scene(word, locale) if not self.words.tells(locale) else "") or super().word(word, locale)

    def catalogue_entry(self, seen: State[DozenDieState], combatant: str) -> str:
        """The character or creature of the catalogue that a combatant is; "": none."""
        figure = seen.own.figures.get(combatant)
        return figure.ref if figure is not None and figure.ref in FIGURES else ""

    def things(self, seen: State[DozenDieState]) -> Mapping[str, str]:
        """Names of special actions, wanderers and things written on sheets, by id."""
        return things_of(seen.own, seen.fight.ground)


system = DozenDie()
