"""Dozen Die: a skirmish of miniatures on squares, rolled low with twelve-sided dice (see README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, structs

from engine.kernel.combatant import Combatant, Place
from engine.kernel.decisions import Offer, Question
from engine.kernel.fight import Fight, State
from engine.kernel.messages import Event, Order
from engine.kernel.orders import Begin
from engine.kernel.system import Rule, Table
from engine.kernel.wordbook import Worded
from engine.systems.dozen_die import commands as o
from engine.systems.dozen_die.content.catalogue import CONTENT, RULES, RULES_IN
from engine.systems.dozen_die.events import EVENTS
from engine.systems.dozen_die.evolve import evolve
from engine.systems.dozen_die.glossary import GLOSSARY
from engine.systems.dozen_die.naming import WORDS, things_of
from engine.systems.dozen_die.offers import offers
from engine.systems.dozen_die.questions import QUESTIONS
from engine.systems.dozen_die.rules import (
    activation,
    arrivals,
    board,
    choosing,
    entering,
    recovery,
    rounds,
    setting,
    word,
)
from engine.systems.dozen_die.sheet import Setup, Sheet
from engine.systems.dozen_die.state import Own

__all__ = ["DozenDie", "system"]


class DozenDie(Worded):
    """The rule system as the rest of the house asks for it."""

    id = "dozen_die"
    name = "Dozen Die"
    language = "fi"
    version = 1
    figures_open = True
    setup: type[Struct] = Setup
    sheet: type[Struct] = Sheet
    own = Own
    orders: tuple[type[Order], ...] = o.ORDERS
    events: tuple[type[Event], ...] = EVENTS
    questions: tuple[type[Question[Any]], ...] = QUESTIONS
    content: Mapping[str, Mapping[str, Struct]] = CONTENT
    rules: Mapping[str, Rule] = RULES
    glossary: Mapping[str, str] = GLOSSARY
    words = WORDS
    rules_by_language = RULES_IN

    def begin(self, setup: Setup) -> Own:
        """The state before anybody has entered. RuleRefusal for a setup that nothing can be made of."""
        board.require_ground(setup)
        setting.require_distinct(setup)
        arrivals.require_playable(setup)
        return Own(adventure=setup, wanderers=setup.wanderers, weather=setup.weather)

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """Vitals, kind and place of somebody with this sheet. RuleRefusal for one that cannot be played."""
        return entering.combatant_of(sheet, place)

    def admit(self, state: State[Own], combatant: str) -> None:
        """RuleRefusal where a newcomer cannot be where he is placed; before it begins a fight may still be set up."""
        if state.own.begun:
            setting.require_room(state, combatant)

    def play(self, order: Order, table: Table[Own]) -> None:
        """Refuse an order, or play it out."""
        match order:
            case Begin():
                rounds.begin(table)
            case o.GoOn():
                word.go_on(table)
            case o.Concede():
                word.concede(table, order)
            case o.CallOff():
                word.call_off(table, order)
            case o.Recover():
                recovery.do(table)
            case o.ChangeWeather():
                word.change_weather(table, order)
            case o.Special() | o.March() | o.Activate() | o.BringIn() | o.Pass():
                choosing.play(table, order)
            case _:
                activation.play(table, order)

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """The system's part after an event."""
        return evolve(own, event)

    def offers(self, seen: State[Own], combatant: str | None) -> Iterable[Offer[Order]]:
        """Every legal order of a combatant, or of the game master."""
        return offers(seen, combatant)

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """The state as a seat sees it: the game is open, only somebody hidden whole is left out of it."""
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

    def pick(self, field: str, value: object, locale: str) -> str:
        """What a place or a way is called that can be picked."""
        return self.words.pick(field, value, locale)

    def things(self, seen: State[Own]) -> Mapping[str, str]:
        """What special actions, wanderers and things written on sheets are called, by their ids."""
        return things_of(seen.own)


system = DozenDie()
