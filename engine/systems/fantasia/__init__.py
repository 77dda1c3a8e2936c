"""La Fantasia Final: a light 2d6 tactical game, played by the rules of its ledger (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, structs

from engine.kernel.combatant import Combatant, Place
from engine.kernel.decisions import Offer, Question
from engine.kernel.errors import RuleRefusal
from engine.kernel.fight import Fight, State
from engine.kernel.messages import Event, Order
from engine.kernel.orders import Begin
from engine.kernel.system import Rule, Table
from engine.kernel.wordbook import Worded
from engine.systems.fantasia.commands import (
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
from engine.systems.fantasia.content.catalogue import CONTENT, RULES, RULES_IN
from engine.systems.fantasia.events import EVENTS
from engine.systems.fantasia.evolve import evolve
from engine.systems.fantasia.glossary import GLOSSARY
from engine.systems.fantasia.naming import WORDS, things_of
from engine.systems.fantasia.offers import offers
from engine.systems.fantasia.questions import QUESTIONS
from engine.systems.fantasia.rules import board, entering, ordered, rounds, sight, word
from engine.systems.fantasia.sheet import Setup, Sheet
from engine.systems.fantasia.state import Fighter, Own

__all__ = ["Fantasia", "system"]


def _knows(fight: Fight, seat: str | None, who: str) -> bool:
    """Whether a seat may read this name: it is nobody's, or that of somebody the seat knows of."""
    named = fight.combatants.get(who)
    return named is None or fight.sees(seat, named)


class Fantasia(Worded):
    """The rule system as the rest of the house asks for it."""

    id = "fantasia"
    name = "La Fantasia Final"
    language = "es"
    version = 1
    setup: type[Struct] = Setup
    sheet: type[Struct] = Sheet
    own = Own
    orders: tuple[type[Order], ...] = ORDERS
    events: tuple[type[Event], ...] = EVENTS
    questions: tuple[type[Question[Any]], ...] = QUESTIONS
    content: Mapping[str, Mapping[str, Struct]] = CONTENT
    rules: Mapping[str, Rule] = RULES
    glossary: Mapping[str, str] = GLOSSARY
    words = WORDS
    rules_by_language = RULES_IN
    ids = ("group", "holder", "members", "opponent", "technique", "watched")

    def begin(self, setup: Setup) -> Own:
        """The state before anybody has entered."""
        return Own(setup=setup)

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """Vitals, kind and place of somebody with this sheet. RuleRefusal for one that cannot be played."""
        return entering.combatant_of(sheet, place)

    def admit(self, state: State[Own], combatant: str) -> None:
        """RuleRefusal where a newcomer cannot be where he is placed; before it begins a fight may still be set up."""
        if state.own.begun:
            board.require_place(state, combatant)

    def play(self, order: Order, table: Table[Own]) -> None:
        """Refuse an order, or play it out."""
        match order:
            case Begin():
                rounds.begin(table)
            case Surprise():
                rounds.surprised(table, order)
            case GoOn():
                rounds.go_on(table)
            case CallOff() | Surrender() | Leave() | ComeBack() | Rest():
                word.play(table, order)
            case LetFall() | SpringTrap():
                ordered.befall(table, order)
            case _ if isinstance(order, ORDERS):
                ordered.play(table, order)
            case _:
                raise RuleRefusal(f"no rule plays {type(order).__name__}")

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """The system's part after an event."""
        return evolve(own, event)

    def offers(self, seen: State[Own], combatant: str | None) -> Iterable[Offer[Order]]:
        """Every legal order of a combatant, or of the game master."""
        return offers(seen, combatant)

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """The state as a seat sees it: sheets, stock, stowed weapons and what is held ready are a side's own."""
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
            # Of an ambush one knows as soon as one knows of an ambusher.
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
            sides=sight.seen(own.sides, fight, seat),
        )

    def things(self, seen: State[Own]) -> Mapping[str, str]:
        """What weapons, spells and the like are called that only this fight has, by their ids."""
        return things_of(seen.own)


system = Fantasia()
