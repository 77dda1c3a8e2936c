"""Out of contact: the push of the winner, and the separation of all others.  [DD-PUSH-01 to DD-PUSH-12]"""

from __future__ import annotations

from engine.kernel.decisions import Offer
from engine.kernel.events import Moved
from engine.kernel.system import Table
from engine.kernel.why import Why
from engine.systems.dozen_die.board.retreat import Retreat, retreat, straight_away
from engine.systems.dozen_die.board.stand import Stand
from engine.systems.dozen_die.events import Pushed, Separated
from engine.systems.dozen_die.questions import Going, Leaving, PushWhere, RetreatWhere, SeparateNext
from engine.systems.dozen_die.rules import board, falling, hiding, look
from engine.systems.dozen_die.rules.dice import because, of_count
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own


def push(table: Table[Own], pusher: str, pushed: str, *, rule: str, cause: int) -> None:
    """One square away from the pusher, whose player picks it; further only where none is legal.

    [DD-PUSH-02, DD-PUSH-03, DD-PUSH-05, DD-PUSH-06]  cause: version of the event that brings it about.
    """
    found = _pushed(table.state, pusher, pushed)
    if found is None:
        return
    chosen = found.places[0] if len(found.places) == 1 else _where(table, pusher, pushed, found)
    # The answer may come after a correction: a place that is legal no more gives way to one that is.
    found = _pushed(table.state, pusher, pushed)
    if found is None:
        return
    far = "DD-PUSH-06" if found.squares > 1 else "DD-PUSH-03"
    squares = of_count("retreat", found.squares, far)
    event = Pushed(combatant=pushed, pusher=pusher, squares=found.squares)
    version = table.emit(event, rule=rule, because=because(cause, squares=squares))
    _move(table, pushed, chosen if chosen in found.places else found.places[0], rule=far, cause=version)


def _pushed(state: DD, pusher: str, pushed: str) -> Retreat | None:
    """Where he can be pushed; None where one of them is not on the board."""
    start, away = board.stand(state, pushed), board.stand(state, pusher)
    if start is None or away is None:
        return None
    return retreat(board.land(state), board.crowd(state, pushed), start, away)


def _key(where: Stand) -> str:
    return f"{where.x}-{where.y}"


def _where(table: Table[Own], pusher: str, pushed: str, found: Retreat) -> Stand:
    """At one square the pusher's player picks, further away the pushed one's.  [DD-PUSH-07, DD-PUSH-12]"""
    near = found.squares == 1 and not found.crowded
    rule = "DD-PUSH-12" if near else "DD-PUSH-07"
    offers = tuple(Offer(key=_key(place), body=Going(to=place.place), rule=rule) for place in found.places)
    first = offers[0].key
    if near:
        straight = _straight(table.state, pusher, pushed, found) or first
        asked = PushWhere(offers=offers, default=straight, combatant=pushed, pusher=pusher)
        to = table.ask(look.deciders(table.state, pusher), asked, rule=rule).to
    else:
        retreating = RetreatWhere(offers=offers, default=first, combatant=pushed, pusher=pusher)
        to = table.ask(look.deciders(table.state, pushed), retreating, rule=rule).to
    return next(place for place in found.places if place.place == to)


def _straight(state: DD, pusher: str, pushed: str, found: Retreat) -> str | None:
    """The key of the place straight away from the pusher, if it is one of them.  [DD-W12]"""
    start, away = board.stand(state, pushed), board.stand(state, pusher)
    straight = straight_away(start, away) if start is not None and away is not None else None
    return next((_key(place) for place in found.places if (place.x, place.y) == straight), None)


def _move(table: Table[Own], who: str, to: Stand, *, rule: str, cause: int) -> None:
    """He is somewhere else, without any test of the ground; onto what lies deeper he falls.  [DD-PUSH-04]"""
    here = board.stand(table.state, who)
    if here is None or to == here:
        return
    hiding.end(table, who)
    moved = Moved(combatant=who, from_=here.place, to=to.place)
    version = table.emit(moved, rule=rule, because=Why(causes=(cause,)))
    falling.fall(table, who, here.height - to.height, cause=version)


# -- all others
def separate(table: Table[Own], attackers: tuple[str, ...], defender: str) -> None:
    """The attackers that still stand in contact leave it one by one, as the defender's player says.  [DD-PUSH-10]

    attackers: whoever carries out the order, with its pack. Where there is nowhere to go the contact is let be, so
    that each moves once at most.  [DD-PUSH-01, DD-GAP-33]
    """
    gone: tuple[str, ...] = ()
    while waiting := tuple(who for who in sorted(attackers) if who not in gone and _separated(table.state, who)):
        who, to = _next(table, waiting, defender)
        gone = (*gone, who)
        found = _separated(table.state, who)
        if found is not None:
            why = because(squares=of_count("retreat", found.squares, "DD-PUSH-10"))
            version = table.emit(Separated(combatant=who, squares=found.squares), rule="DD-PUSH-10", because=why)
            _move(table, who, to if to in found.places else found.places[0], rule="DD-PUSH-10", cause=version)


def _separated(state: DD, who: str) -> Retreat | None:
    """Where he can go out of contact; None where he is in none."""
    start = board.stand(state, who)
    if start is None:
        return None
    land, crowd = board.land(state), board.crowd(state, who)
    return retreat(land, crowd, start) if crowd.touching(land, start) else None


def _next(table: Table[Own], waiting: tuple[str, ...], defender: str) -> tuple[str, Stand]:
    """Who leaves next, and to where."""
    found = {who: _separated(table.state, who) for who in waiting}
    choices = {f"{who}-{_key(to)}": (who, to) for who, ways in found.items() if ways for to in ways.places}
    if len(choices) == 1:
        return next(iter(choices.values()))
    offers = tuple(
        Offer(key=key, body=Leaving(combatant=who, to=to.place), rule="DD-PUSH-10")
        for key, (who, to) in choices.items()
    )
    question = SeparateNext(offers=offers, default=offers[0].key, defender=defender)
    answer = table.ask(look.deciders(table.state, defender), question, rule="DD-PUSH-10")
    return next(choice for choice in choices.values() if (choice[0], choice[1].place) == (answer.combatant, answer.to))
