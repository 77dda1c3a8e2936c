"""Mongolian Mercenaries 4: mercenaries of a Mongol empire; positions and distances, cards for all (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from engine.kernel.authoring.system import Table
from engine.kernel.authoring.tiles import Tile
from engine.kernel.scene.preview import Foreseen
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.threats import Threat
from engine.kernel.state.combatant import Combatant, Place
from engine.kernel.state.decisions import Offer
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.ground import Ground
from engine.kernel.state.means import Means
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Event, Order
from engine.kernel.words.ready_fights import ReadyFights
from engine.kernel.words.wordbook import LocalisedSystem
from engine.systems.mongolian_mercenaries import commands as o
from engine.systems.mongolian_mercenaries import ranking, tactics, tiles
from engine.systems.mongolian_mercenaries.cards.judging import judge
from engine.systems.mongolian_mercenaries.content.catalogue import CONTENT, ICONS
from engine.systems.mongolian_mercenaries.content.rulebook import RULES, RULES_IN
from engine.systems.mongolian_mercenaries.corrections import TAKES, fits
from engine.systems.mongolian_mercenaries.deeds import DEEDS, DEPARTURES
from engine.systems.mongolian_mercenaries.events import EVENTS
from engine.systems.mongolian_mercenaries.glossary import CATALOGUES, GLOSSARY
from engine.systems.mongolian_mercenaries.having import means
from engine.systems.mongolian_mercenaries.naming import SUMMARIES, WORDS, things_of
from engine.systems.mongolian_mercenaries.offers import offers
from engine.systems.mongolian_mercenaries.questions import QUESTIONS
from engine.systems.mongolian_mercenaries.reducer import evolve
from engine.systems.mongolian_mercenaries.rules import admitting, entering, sheets
from engine.systems.mongolian_mercenaries.rules.course import opening, rounds, settlement, turns
from engine.systems.mongolian_mercenaries.scene.preview import foreseen
from engine.systems.mongolian_mercenaries.scene.scene import scene
from engine.systems.mongolian_mercenaries.scene.threats import threats_of
from engine.systems.mongolian_mercenaries.scene.words import PHRASES, SceneTexts
from engine.systems.mongolian_mercenaries.sheet import Setup, Sheet
from engine.systems.mongolian_mercenaries.sides import SIDES
from engine.systems.mongolian_mercenaries.state import Own
from engine.systems.mongolian_mercenaries.view import seen

__all__ = ["MongolianMercenaries", "system"]


class MongolianMercenaries(LocalisedSystem[Own]):
    """The rule system as the engine calls it."""

    id = "mongolian_mercenaries"
    name = "Mongolian Mercenaries 4"
    language = "pl"
    version = 1
    setup = Setup
    sheet = Sheet
    own = Own
    orders = o.ORDERS
    events = EVENTS
    questions = QUESTIONS
    content = CONTENT
    sides = SIDES
    rules = RULES
    takes = TAKES
    glossary = GLOSSARY
    catalogues = CATALOGUES
    conditions = ()
    listed_conditions = tuple(CONTENT["states"])
    words = WORDS
    deeds, departures = DEEDS, DEPARTURES
    icons = ICONS
    summaries = SUMMARIES
    rules_by_language = RULES_IN
    scene_phrases = PHRASES
    ready_fights = ReadyFights(Path(__file__).parent / "fights")
    ids = (
        "bearer", "means", "opponent", "patron", "attacker", "tester", "one", "other", "taker", "keeper", "finder",
        "defeated",
    )  # fmt: skip

    def begin(self, setup: Setup) -> Own:
        """The state before anybody has entered. RuleRefusal for a setup that cannot be played."""
        judge(setup.cards)
        opening.check_setup(setup)
        return Own(setup=setup)

    def opens_figures(self, setup: Setup) -> bool:
        """Whether the figures of enemies are open to the players: by default they are."""
        return not setup.hidden_enemy_sheets

    def lay(self, ground: Ground) -> None:
        """RuleRefusal for any ground: this game is played on its battlefield card."""
        if ground != Ground():
            raise RuleRefusal("ground: name a battlefield in the setup", rule="MM-FIELD-01", field="ground")

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """Vitals, kind and place of a combatant with this sheet. RuleRefusal for a sheet that cannot be played."""
        return entering.combatant_of(sheet, place)

    def judge(self, own: Own, sheet: Sheet) -> None:
        """RuleRefusal for a sheet that cannot be played with the cards of its table."""
        sheets.judge(own, sheet)

    def admit(self, state: State[Own], combatant: str) -> None:
        """RuleRefusal for a third side, or a position that is taken."""
        admitting.admit(state, combatant)

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

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """The system's part of the state after an event."""
        return evolve(own, event, fight)

    def offers(self, seen: State[Own], combatant: str | None) -> Iterable[Offer[Order]]:
        """Every legal order of a combatant, or of the game master."""
        return offers(seen, combatant)

    def means(self, seen: State[Own], combatant: str) -> Iterable[Means]:
        """What a combatant in its turn has, with the orders that would use it."""
        return means(seen, combatant)

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """The state as a seat sees it."""
        return seen(own, fight, seat)

    def preview(self, seen: State[Own], seat: str, thing: Struct, locale: str) -> Foreseen | None:
        """What an order would do, beside what playing it without dice tells."""
        return foreseen(seen, thing, locale)

    def scene(self, seen: State[Own], seat: str | None, locale: str) -> Scene:
        """The fight as a picture, as a seat sees it."""
        return scene(self, seen, seat, locale)

    def threats(self, seen: State[Own], combatant: str, locale: str) -> Iterable[Threat]:
        """Where a combatant could strike from where it is, and whom, as far as a reader sees."""
        return threats_of(seen, combatant, SceneTexts(seen, locale))

    def name_in(self, kind: str, name: str, locale: str) -> str:
        """What a summoned creature is called in a language; "" for all whom people have named."""
        return WORDS.name_in(kind, name, locale)

    def things(self, seen: State[Own]) -> Mapping[str, str]:
        """Names of things written on sheets, by id."""
        return things_of(seen.own)


system = MongolianMercenaries()
