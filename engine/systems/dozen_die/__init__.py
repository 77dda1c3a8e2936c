"""Dozen Die: a skirmish of miniatures on squares, rolled low with twelve-sided dice (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct, structs

from engine.kit import Begin, Cell, Event, Fight, LocalisedSystem, Order, ReadyFights, State, Table
from engine.kit.ground import Ground, knows_all, refuse, seen_ground
from engine.kit.scene import Foreseen, Threat
from engine.kit.upcasts import Upcast, with_steps
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die import ranking, tactics, tiles
from engine.systems.dozen_die.board.ground import BARE, ENTRIES, faults
from engine.systems.dozen_die.board.terrain_map import terrain_map_of
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

    def view(self, own: DozenDieState, fight: Fight, seat: str | None) -> DozenDieState:
        """The state as a seat sees it: the game is open, only fully hidden combatants are left out.

        Sides of which the seat knows nobody are left out too; that follows from the types of the state.
        """
        own = structs.replace(own, opened=opened) if (opened := _opened(own, fight, seat)) != own.opened else own
        known = {who for who, combatant in fight.combatants.items() if fight.sees(seat, combatant)}
        if len(known) == len(own.figures):
            return own
        draw, activation = own.draw, own.activation
        if draw is not None:
            draw = structs.replace(
                draw,
                eligible=tuple(who for who in draw.eligible if who in known),
                marched=tuple(who for who in draw.marched if who in known),
            )
        if activation is not None:
            figures = tuple(who for who in activation.figures if who in known)
            done = tuple(who for who in activation.done if who in known)
            held = tuple(c for c in activation.held if c.attacker in known and c.defender in known)
            activation = structs.replace(activation, figures=figures, done=done, held=held) if figures else None
        figures_known = {who: figure for who, figure in own.figures.items() if who in known}
        fates = {who: fate for who, fate in own.fates.items() if who in known}
        reacted = tuple(who for who in own.reacted if who in known)
        return structs.replace(
            own, figures=figures_known, draw=draw, activation=activation, fates=fates, reacted=reacted
        )

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


def _opened(own: DozenDieState, fight: Fight, seat: str | None) -> tuple[Cell, ...]:
    """The squares of opened doors of which a seat knows."""
    if not own.opened or fight.ground is None or fight.is_gm(seat) or knows_all(fight.ground, seat):
        return own.opened
    land = terrain_map_of(seen_ground(fight.ground, seat))
    return tuple(at for at in own.opened if (square := land.square((at.x, at.y))) is not None and square.door)


system = DozenDie()
