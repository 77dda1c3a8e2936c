"""Leaving contact: the push by the winner, and the separation of all others.  [DD-PUSH-01 to DD-PUSH-12]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import Moved, Offer, Reasons, Table
from engine.systems.dozen_die.board.footprint import Footprint, distance, king_steps
from engine.systems.dozen_die.board.retreat import Retreat, retreat, straight_away
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.dice import because, of_count
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, doors, hiding
from engine.systems.dozen_die.rules.board.common_view import commonly
from engine.systems.dozen_die.rules.conflict import falling
from engine.systems.dozen_die.rules.conflict.events import Pushed, Separated
from engine.systems.dozen_die.rules.conflict.questions import Going, Leaving, PushWhere, RetreatWhere, SeparateNext
from engine.systems.dozen_die.state import DozenDieState


def push(
    table: Table[DozenDieState], pusher: str, pushed: str, *, rule: str, cause: int, touching: bool = False
) -> None:
    """One square away from the pusher, chosen by its player; further only where none is legal.

    [DD-PUSH-02, DD-PUSH-03, DD-PUSH-05, DD-PUSH-06]  cause: version of the event that caused it.
    touching: only while they touch: a ruling may have parted them.
    """
    offered = _pushed(commonly(table, pusher, pushed), pusher, pushed)
    if offered is None or (touching and not touch(table.state, pusher, pushed)):
        return
    chosen = offered.places[0] if len(offered.places) == 1 else _where(table, pusher, pushed, offered)
    # The answer may come after a correction, and the ground may be other than it looks.
    found = _pushed(table.state, pusher, pushed)
    if found is None:
        return
    far = "DD-PUSH-06" if found.squares > 1 else "DD-PUSH-03"
    squares = of_count("retreat", found.squares, far)
    event = Pushed(combatant=pushed, pusher=pusher, squares=found.squares)
    version = table.emit(event, rule=rule, because=because(cause, squares=squares))
    _move(table, pushed, nearest(found.places, chosen), rule=far, cause=version)


def nearest(places: Sequence[Footprint], wanted: Footprint) -> Footprint:
    """Of the places that are really legal the one on the wanted square, otherwise the nearest, the first of equals."""
    return min(places, key=lambda place: (distance(place, wanted), king_steps(place, wanted)))


def touch(state: DozenDieFight, combatant: str, other: str) -> bool:
    """Whether two foreign figures are in contact.  [DD-CHG-04]"""
    return not {(combatant, other), (other, combatant)}.isdisjoint(board.contacts(state))


def _pushed(state: DozenDieFight, pusher: str, pushed: str) -> Retreat | None:
    """Where the figure can be pushed; None where one of the two is not on the board."""
    start, away = board.stand(state, pushed), board.stand(state, pusher)
    if start is None or away is None:
        return None
    return retreat(board.land(state), board.group(state, pushed), start, away)


def _key(where: Footprint) -> str:
    return f"{where.x}-{where.y}"


def _where(table: Table[DozenDieState], pusher: str, pushed: str, retreat: Retreat) -> Footprint:
    """At one square the pusher's player picks, further away the pushed figure's.  [DD-PUSH-07, DD-PUSH-12]"""
    near = retreat.squares == 1 and not retreat.crowded
    rule = "DD-PUSH-12" if near else "DD-PUSH-07"
    offers = tuple(Offer(key=_key(place), body=Going(to=place.place), rule=rule) for place in retreat.places)
    first = offers[0].key
    if near:
        straight = _straight(table.state, pusher, pushed, retreat) or first
        asked = PushWhere(offers=offers, default=straight, combatant=pushed, pusher=pusher)
        to = table.ask(lookup.deciders(table.state, pusher), asked, rule=rule).to
    else:
        retreating = RetreatWhere(offers=offers, default=first, combatant=pushed, pusher=pusher)
        to = table.ask(lookup.deciders(table.state, pushed), retreating, rule=rule).to
    return next(place for place in retreat.places if place.place == to)


def _straight(state: DozenDieFight, pusher: str, pushed: str, retreat: Retreat) -> str | None:
    """The key of the place straight away from the pusher, if it is an option.  [DD-W12]"""
    start, away = board.stand(state, pushed), board.stand(state, pusher)
    straight = straight_away(start, away) if start is not None and away is not None else None
    return next((_key(place) for place in retreat.places if (place.x, place.y) == straight), None)


def _move(table: Table[DozenDieState], who: str, to: Footprint, *, rule: str, cause: int) -> None:
    """Move the figure without any test of the ground; onto deeper ground it falls.  [DD-PUSH-04]"""
    here = board.stand(table.state, who)
    if here is None or to == here:
        return
    hiding.end(table, who)
    moved = Moved(combatant=who, from_=here.place, to=to.place)
    version = table.emit(moved, rule=rule, because=Reasons(causes=(cause,)))
    doors.retreated(table, who, here, to, rule="DD-MOVE-05")
    falling.fall(table, who, here.height - to.height, cause=version)


# -- all others
def separate(table: Table[DozenDieState], attackers: tuple[str, ...], defender: str) -> None:
    """The attackers still in contact leave it one by one, as the defender's player decides.  [DD-PUSH-10]

    attackers: the figure that carries out the order, with its pack. Where there is nowhere to go the contact stays, so
    that each moves once at most.  [DD-PUSH-01, DD-GAP-33]
    """
    gone: tuple[str, ...] = ()
    while waiting := tuple(who for who in sorted(attackers) if who not in gone and _separated(table.state, who)):
        who, to = _next(table, waiting, defender)
        gone = (*gone, who)
        found = _separated(table.state, who)
        if found is not None:
            to = found.places[0] if to is None else nearest(found.places, to)
            why = because(squares=of_count("retreat", found.squares, "DD-PUSH-10"))
            version = table.emit(Separated(combatant=who, squares=found.squares), rule="DD-PUSH-10", because=why)
            _move(table, who, to, rule="DD-PUSH-10", cause=version)


def _separated(state: DozenDieFight, who: str) -> Retreat | None:
    """Where the figure can go out of contact; None where it is in none."""
    start = board.stand(state, who)
    if start is None:
        return None
    land, group = board.land(state), board.group(state, who)
    return retreat(land, group, start) if group.touching(land, start) else None


def _next(table: Table[DozenDieState], waiting: tuple[str, ...], defender: str) -> tuple[str, Footprint | None]:
    """The figure that leaves next, and its destination; None where nobody sees that it is in contact."""
    found = {who: _separated(commonly(table, who, defender), who) for who in waiting}
    choices = {f"{who}-{_key(to)}": (who, to) for who, ways in found.items() if ways for to in ways.places}
    if len(choices) < 2:
        return next(iter(choices.values()), (waiting[0], None))
    offers = tuple(
        Offer(key=key, body=Leaving(combatant=who, to=to.place), rule="DD-PUSH-10")
        for key, (who, to) in choices.items()
    )
    question = SeparateNext(offers=offers, default=offers[0].key, defender=defender)
    answer = table.ask(lookup.deciders(table.state, defender), question, rule="DD-PUSH-10")
    return next(choice for choice in choices.values() if (choice[0], choice[1].place) == (answer.combatant, answer.to))
