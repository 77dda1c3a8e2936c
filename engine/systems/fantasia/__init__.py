"""La Fantasia Final: a light 2d6 tactical game, played by the rules of its ledger (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import structs

from engine.kit import Begin, Fight, LocalisedSystem, Order, ReadyFights, RuleRefusal, State, Table
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
from engine.systems.fantasia.rules.basics import known_sides, lookup
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
from engine.systems.fantasia.state import FantasiaState, Fighter
from engine.systems.fantasia.upcast import affecting, corrected, created, ordered_by_old_names

__all__ = ["Fantasia", "system"]


def _knows(fight: Fight, seat: str | None, who: str) -> bool:
    """Whether a seat may read this name: it is no combatant's, or that of one the seat knows of."""
    named = fight.combatants.get(who)
    return named is None or fight.sees(seat, named)


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

    def view(self, own: FantasiaState, fight: Fight, seat: str | None) -> FantasiaState:
        """The state as a seat sees it: sheets, stock, stowed weapons and readied actions only of its own side."""
        if fight.is_gm(seat):
            return own
        fighters: dict[str, Fighter] = {}
        close = fight.close(seat)
        for who, fighter in own.fighters.items():
            combatant = fight.combatants.get(who)
            if combatant is None or not fight.sees(seat, combatant):
                continue
            if who not in close:
                declared = fighter.declared if who in own.acted else None
                if (fighter.waiting, fighter.declared, fighter.lurking) != (None, declared, None):
                    fighter = structs.replace(fighter, waiting=None, declared=declared, lurking=None)
            if fighter.waiting and not _knows(fight, seat, fighter.waiting.watched):
                fighter = structs.replace(fighter, waiting=None)
            if fighter.activation and not all(_knows(fight, seat, t) for t in fighter.activation.targets):
                known = tuple(t for t in fighter.activation.targets if _knows(fight, seat, t))
                fighter = structs.replace(fighter, activation=structs.replace(fighter.activation, targets=known))
            if not fight.figures_open and who not in close:
                fighter = fighter.closed
            fighters[who] = fighter
        turn = own.turn if own.turn is None or own.turn.combatant in fighters else None
        ambush = own.ambush
        if ambush is not None:
            # A seat knows of an ambush as soon as it knows of an ambusher.
            whom = tuple(c for c in ambush.ambushers if c in fighters)
            left = tuple(c for c in ambush.waiting if c in fighters)
            ambush = structs.replace(ambush, ambushers=whom, waiting=left) if whom else None
        return structs.replace(
            own,
            ambush=ambush,
            fighters=fighters,
            turn=turn,
            acted=tuple([c for c in own.acted if c in fighters]),
            passed=own.passed if own.passed in fighters else None,
            delaying=tuple([c for c in own.delaying if c in fighters]),
            holding=tuple([c for c in own.holding if c in fighters]),
            sides=known_sides.seen(own.sides, fight, seat),
        )

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
