"""Reactions: figures that may interrupt an order are asked when they can, and react before the order continues.

Players are asked in turn, starting after the active one; each sets the order of its figures, and the possible
reactions are looked up again after each. Nobody reacts to a reaction, a push, a special action or a
wanderer's entry: only moves, charges and actions come here.  [DD-REA-06, DD-REA-15, DD-GAP-17]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from engine.kit import Field, Offer, Table, place_field
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board
from engine.systems.dozen_die.rules.board.common_view import on_known_ground
from engine.systems.dozen_die.rules.conflict import reaction_means, responses
from engine.systems.dozen_die.rules.conflict.conflicts import Hindrance
from engine.systems.dozen_die.rules.conflict.questions import (
    Hold,
    LetPass,
    React,
    ReactToAction,
    ReactToCharge,
    ReactToMove,
)
from engine.systems.dozen_die.rules.conflict.reaction_means import Means
from engine.systems.dozen_die.state import DozenDieState
from engine.systems.dozen_die.types import Manner

MOVE, CHARGE, ACTION = "DD-REA-10", "DD-REA-12", "DD-REA-14"

Ways = Callable[[DozenDieFight, str], tuple[Means, ...]]
"""Means that a figure has at this moment."""


class Interruption(Struct, frozen=True):
    """The result of the reactions to one moment of a move.

    passed: figures that let the rest of the order pass, for the question at its next square. reacted: somebody reacted.
    halted: the mover's allowance ends where it is.
    """

    passed: tuple[str, ...] = ()
    reacted: bool = False
    halted: bool = False


# -- moments
def to_move(table: Table[DozenDieState], mover: str, passed: tuple[str, ...], *, left: int) -> Interruption:
    """A mover or marcher is on a square, also the first one: figures that can may react.  [DD-W08, DD-MARCH-08]

    passed: of earlier squares. left: remaining steps of its way. The mover may be out afterwards.
    """

    def ways(state: DozenDieFight, who: str) -> tuple[Means, ...]:
        where = board.stand(state, mover)
        return () if where is None else reaction_means.to_move(state, who, mover, (where,))

    return _move(table, mover, ways, passed, left=left, hold=True)


def to_failed_charge(
    table: Table[DozenDieState], mover: str, walked: Sequence[Footprint], passed: tuple[str, ...] = ()
) -> None:
    """A charge fell short and counts as a move: reactions on any square of its way.  [DD-CHG-03, DD-GAP-18]

    walked: where it was as a charger. passed: figures that let the order pass while it was a move.
    """
    trail = tuple(dict.fromkeys(walked))

    def ways(state: DozenDieFight, who: str) -> tuple[Means, ...]:
        return reaction_means.to_move(state, who, mover, trail)

    _move(table, mover, ways, passed, left=0, hold=False)


def to_action(table: Table[DozenDieState], actor: str) -> tuple[Hindrance, ...]:
    """An action has been declared: reactions before it is rolled.  [DD-W10]

    Returns its hindrances; the actor may be out, and then the action is lost.
    """

    def ways(state: DozenDieFight, who: str) -> tuple[Means, ...]:
        return reaction_means.to_action(state, who, actor)

    passed: tuple[str, ...] = ()
    hindrances: tuple[Hindrance, ...] = ()
    while lookup.standing(table.state, actor) and (found := _next(on_known_ground(table.state), ways, passed)):
        reactors = _reactors(found)
        offers = (*_reacting(found, ACTION), _all("pass", LetPass(reactors=reactors), ACTION))
        question = ReactToAction(offers=offers, default="pass", combatant=actor, reactors=reactors)
        match table.ask(lookup.deciders(table.state, reactors[0]), question, rule=ACTION):
            case LetPass(reactors=gone):
                passed = (*passed, *gone)
            case React() as chosen if _possible(chosen, ways(on_known_ground(table.state), chosen.reactor)):
                response = responses.carry_out(table, chosen, actor, Manner.ACTION, rule=ACTION)
                hindrances = (*hindrances, *response.hindrances)
    return hindrances


def to_charge(table: Table[DozenDieState], attacker: str, defender: str) -> None:
    """A charge has reached its target: only the target may react, once, before the melee.  [DD-W09, DD-REA-13]"""
    found = reaction_means.to_charge(table.state, defender, attacker)
    if not found:
        return
    offers = (*_reacting(found, CHARGE), _all("pass", LetPass(reactors=(defender,)), CHARGE))
    question = ReactToCharge(offers=offers, default="pass", combatant=defender, attacker=attacker)
    chosen = table.ask(lookup.deciders(table.state, defender), question, rule=CHARGE)
    if isinstance(chosen, React) and _possible(chosen, reaction_means.to_charge(table.state, defender, attacker)):
        responses.carry_out(table, chosen, attacker, Manner.CHARGE, rule=CHARGE)


def _move(
    table: Table[DozenDieState], mover: str, ways: Ways, passed: tuple[str, ...], *, left: int, hold: bool
) -> Interruption:
    held: tuple[str, ...] = ()
    reacted = halted = False
    while lookup.standing(table.state, mover) and (
        found := _next(on_known_ground(table.state), ways, (*passed, *held))
    ):
        reactors = _reactors(found)
        holding = (_all("hold", Hold(reactors=reactors), MOVE),) if hold and not halted else ()
        offers = (*_reacting(found, MOVE), *holding, _all("pass", LetPass(reactors=reactors), MOVE))
        question = ReactToMove(offers=offers, default="pass", combatant=mover, reactors=reactors, left=left)
        match table.ask(lookup.deciders(table.state, reactors[0]), question, rule=MOVE):
            case Hold(reactors=waiting):
                held = (*held, *waiting)
            case LetPass(reactors=gone):
                passed = (*passed, *gone)
            case React() as chosen if _possible(chosen, ways(on_known_ground(table.state), chosen.reactor)):
                response = responses.carry_out(table, chosen, mover, _manner(table.state, mover), rule=MOVE)
                reacted, halted = True, halted or response.halts
    return Interruption(passed, reacted, halted)


def _manner(state: DozenDieFight, mover: str) -> Manner:
    """A charge that fell short counts as a move."""
    activation = state.own.activation
    return Manner.MOVE if activation is not None and mover in activation.figures else Manner.MARCH


# -- whom to ask
def _next(state: DozenDieFight, ways: Ways, without: tuple[str, ...]) -> tuple[Means, ...]:
    """All means of the next player in turn, in order of the figures' joining; empty: nobody may react."""
    able = {who: found for who in lookup.here(state) if who not in without and (found := ways(state, who))}
    if not able:
        return ()
    seats = lookup.deciders(state, min(able, key=lambda who: _turn(state, who)))
    return tuple(means for who, found in able.items() if lookup.deciders(state, who) == seats for means in found)


def _turn(state: DozenDieFight, who: str) -> tuple[int, int]:
    """A sort key for asking: sides in turn, neutrals with the first; then seats in order.  [DD-GAP-38]"""
    sides, seats = lookup.others_in_turn(state), tuple(state.fight.seats)
    side, decider = state.fight.combatants[who].side, lookup.deciders(state, who)[0]
    return (sides.index(side) if side in sides else 0, seats.index(decider) if decider in seats else len(seats))


def _reactors(means: Sequence[Means]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(candidate.reactor for candidate in means))


# -- possible answers
def _reacting(means: Sequence[Means], rule: str) -> tuple[Offer[Any], ...]:
    """Each way to react; for a finished move, with the squares where it meets the mover."""
    return tuple(_offer(candidate, rule) for candidate in means)


def _offer(means: Means, rule: str) -> Offer[Any]:
    body = React(reactor=means.reactor, weapon=means.weapon, skill=means.skill, place=means.met)
    fields = (place_field("place", means.places),) if len(means.places) > 1 else ()
    return Offer(key=means.key, body=body, rule=rule, fields=fields)


def _all(key: str, body: Hold | LetPass, rule: str) -> Offer[Any]:
    """One offer for all of them, or for some."""
    among = body.reactors
    fields = (Field("reactors", "some", among, least=1, most=len(among)),) if len(among) > 1 else ()
    return Offer(key=key, body=body, rule=rule, fields=fields)


def _possible(chosen: React, means: Sequence[Means]) -> bool:
    """Whether the chosen reaction is still possible after what happened while the question was open."""
    return any(
        (chosen.reactor, chosen.weapon, chosen.skill) == (candidate.reactor, candidate.weapon, candidate.skill)
        and (chosen.place is None or chosen.place in candidate.places)
        for candidate in means
    )
