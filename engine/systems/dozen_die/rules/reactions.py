"""Reactions: who may interrupt an order is asked where it arises, and does it before the order goes on.

Players are asked in turn, beginning behind the active one; each says in which order his figures react, and who may is
looked up again after every one of them. Nobody reacts to a reaction, nor to being pushed, to a special action or to a
wanderer's entry: only moves, charges and actions come here.  [DD-REA-06, DD-REA-15, DD-GAP-17]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.decisions import Field, Offer
from engine.kernel.system import Table
from engine.systems.dozen_die.board.stand import Stand
from engine.systems.dozen_die.commands import Manner
from engine.systems.dozen_die.questions import Hold, LetPass, React, ReactToAction, ReactToCharge, ReactToMove
from engine.systems.dozen_die.rules import board, look, means, responses
from engine.systems.dozen_die.rules.conflicts import Hindrance
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.rules.means import Means
from engine.systems.dozen_die.state import Own

MOVE, CHARGE, ACTION = "DD-REA-10", "DD-REA-12", "DD-REA-14"

Ways = Callable[[DD, str], tuple[Means, ...]]
"""With what somebody may react at this moment."""


class Interruption(Struct, frozen=True):
    """What has come of a moment of a move.

    passed: who lets the rest of the order pass, to be named at its next square. reacted: somebody reacted to it.
    halted: the mover's allowance ends where he is.
    """

    passed: tuple[str, ...] = ()
    reacted: bool = False
    halted: bool = False


# -- the moments
def to_move(table: Table[Own], mover: str, passed: tuple[str, ...], *, left: int) -> Interruption:
    """Somebody who moves or marches is on a square, the first one too: whoever can may react.  [DD-W08, DD-MARCH-08]

    passed: of his former squares. left: steps of his way that lie before him. The mover may be out after it.
    """

    def ways(state: DD, who: str) -> tuple[Means, ...]:
        where = board.stand(state, mover)
        return () if where is None else means.to_move(state, who, mover, (where,))

    return _move(table, mover, ways, passed, left=left, hold=True)


def to_failed_charge(table: Table[Own], mover: str, walked: Sequence[Stand], passed: tuple[str, ...] = ()) -> None:
    """A charge fell short and counts as a move: whoever can reacts, on any square of his way.  [DD-CHG-03, DD-GAP-18]

    walked: where he has been as a charger. passed: who let the order pass while it was a move.
    """
    trail = tuple(dict.fromkeys(walked))

    def ways(state: DD, who: str) -> tuple[Means, ...]:
        return means.to_move(state, who, mover, trail)

    _move(table, mover, ways, passed, left=0, hold=False)


def to_action(table: Table[Own], actor: str) -> tuple[Hindrance, ...]:
    """Somebody has declared an action: whoever can reacts before it is rolled.  [DD-W10]

    What hinders it; the actor may be out, and then the action is lost.
    """

    def ways(state: DD, who: str) -> tuple[Means, ...]:
        return means.to_action(state, who, actor)

    passed: tuple[str, ...] = ()
    hindrances: tuple[Hindrance, ...] = ()
    while look.standing(table.state, actor) and (found := _next(table.state, ways, passed)):
        reactors = _reactors(found)
        offers = (*_reacting(found, ACTION), _all("pass", LetPass(reactors=reactors), ACTION))
        question = ReactToAction(offers=offers, default="pass", combatant=actor, reactors=reactors)
        match table.ask(look.deciders(table.state, reactors[0]), question, rule=ACTION):
            case LetPass(reactors=gone):
                passed = (*passed, *gone)
            case React() as chosen if _possible(chosen, ways(table.state, chosen.reactor)):
                response = responses.carry_out(table, chosen, actor, Manner.ACTION, rule=ACTION)
                hindrances = (*hindrances, *response.hindrances)
    return hindrances


def to_charge(table: Table[Own], attacker: str, defender: str) -> None:
    """A charge has reached its target: that one alone may react, once, before the melee.  [DD-W09, DD-REA-13]"""
    found = means.to_charge(table.state, defender, attacker)
    if not found:
        return
    offers = (*_reacting(found, CHARGE), _all("pass", LetPass(reactors=(defender,)), CHARGE))
    question = ReactToCharge(offers=offers, default="pass", combatant=defender, attacker=attacker)
    chosen = table.ask(look.deciders(table.state, defender), question, rule=CHARGE)
    if isinstance(chosen, React) and _possible(chosen, means.to_charge(table.state, defender, attacker)):
        responses.carry_out(table, chosen, attacker, Manner.CHARGE, rule=CHARGE)


def _move(table: Table[Own], mover: str, ways: Ways, passed: tuple[str, ...], *, left: int, hold: bool) -> Interruption:
    held: tuple[str, ...] = ()
    reacted = halted = False
    while look.standing(table.state, mover) and (found := _next(table.state, ways, (*passed, *held))):
        reactors = _reactors(found)
        holding = (_all("hold", Hold(reactors=reactors), MOVE),) if hold and not halted else ()
        offers = (*_reacting(found, MOVE), *holding, _all("pass", LetPass(reactors=reactors), MOVE))
        question = ReactToMove(offers=offers, default="pass", combatant=mover, reactors=reactors, left=left)
        match table.ask(look.deciders(table.state, reactors[0]), question, rule=MOVE):
            case Hold(reactors=waiting):
                held = (*held, *waiting)
            case LetPass(reactors=gone):
                passed = (*passed, *gone)
            case React() as chosen if _possible(chosen, ways(table.state, chosen.reactor)):
                response = responses.carry_out(table, chosen, mover, _manner(table.state, mover), rule=MOVE)
                reacted, halted = True, halted or response.halts
    return Interruption(passed, reacted, halted)


def _manner(state: DD, mover: str) -> Manner:
    """A charge that fell short counts as a move."""
    activation = state.own.activation
    return Manner.MOVE if activation is not None and mover in activation.figures else Manner.MARCH


# -- whom to ask
def _next(state: DD, ways: Ways, without: tuple[str, ...]) -> tuple[Means, ...]:
    """All that the next player in turn may react with, in order of his figures' joining; none: nobody may."""
    able = {who: found for who in look.here(state) if who not in without and (found := ways(state, who))}
    if not able:
        return ()
    seats = look.deciders(state, min(able, key=lambda who: _turn(state, who)))
    return tuple(one for who, found in able.items() if look.deciders(state, who) == seats for one in found)


def _turn(state: DD, who: str) -> tuple[int, int]:
    """When somebody's player is asked: sides in turn, neutrals with the first; then seats as they sit.  [DD-GAP-38]"""
    sides, seats = look.others_in_turn(state), tuple(state.fight.seats)
    side, decider = state.fight.combatants[who].side, look.deciders(state, who)[0]
    return (sides.index(side) if side in sides else 0, seats.index(decider) if decider in seats else len(seats))


def _reactors(found: Sequence[Means]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.reactor for one in found))


# -- what they may answer
def _reacting(found: Sequence[Means], rule: str) -> tuple[Offer[Any], ...]:
    """Each way to react; where the mover's way lies behind him, with the squares on which it meets him."""
    return tuple(_offer(one, rule) for one in found)


def _offer(one: Means, rule: str) -> Offer[Any]:
    body = React(reactor=one.reactor, weapon=one.weapon, skill=one.skill, place=one.met)
    fields = (Field("place", "place", one.places),) if len(one.places) > 1 else ()
    return Offer(key=one.key, body=body, rule=rule, fields=fields)


def _all(key: str, body: Hold | LetPass, rule: str) -> Offer[Any]:
    """For all of them, or for some."""
    among = body.reactors
    fields = (Field("reactors", "some", among, least=1, most=len(among)),) if len(among) > 1 else ()
    return Offer(key=key, body=body, rule=rule, fields=fields)


def _possible(chosen: React, found: Sequence[Means]) -> bool:
    """Whether it still is, after whatever happened while the question stood open."""
    return any(
        (chosen.reactor, chosen.weapon, chosen.skill) == (one.reactor, one.weapon, one.skill)
        and (chosen.place is None or chosen.place in one.places)
        for one in found
    )
