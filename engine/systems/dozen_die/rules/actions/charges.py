"""Charges: into contact with a foreign figure, to fight it.  [DD-CHG-01 to DD-CHG-03, DD-CHG-10]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit import Field, Offer, RuleRefusal, Table, WhyNot
from engine.systems.dozen_die.board.ways import Walker, Way
from engine.systems.dozen_die.content.kinds import Skill, Use
from engine.systems.dozen_die.rules.actions import contact, moves
from engine.systems.dozen_die.rules.actions.events import WayDeclared
from engine.systems.dozen_die.rules.actions.orders import Charge
from engine.systems.dozen_die.rules.actions.walk import Walk
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, hiding, route
from engine.systems.dozen_die.state import DozenDieState


def _walker(state: DozenDieFight, who: str) -> Walker:
    return route.walker(state, who, lookup.figure(state, who).mv)


def declared(state: DozenDieFight, order: Charge) -> Way:
    """The way into contact with the target: the path, or a shortest one; none for a target already in contact.

    RuleRefusal where its first contact is another figure, or it is too far.  [DD-GAP-18, DD-GAP-33]
    """
    walker = _walker(state, order.combatant)
    if not order.path:
        if order.target in walker.held:
            return Way(held=walker.held)
        for way in walker.ways():
            if order.target in way.touches:
                return way
        raise _too_far(state, order)
    way = route.followed(walker, order.path)
    if order.target not in way.touches:
        reason = f"path: whom it touches first is not {order.target}"
        raise RuleRefusal(reason, rule="DD-CHG-01", field="path")
    return way


def _too_far(state: DozenDieFight, order: Charge) -> RuleRefusal:
    """Why no way leads into contact with the target: it is farther than the figure moves, or something is between."""
    who, target = order.combatant, order.target
    apart, most = board.apart(state, who, target), lookup.figure(state, who).mv
    reason = f"target: no way leads to {target}"
    if apart is not None and apart - 1 > most:
        reason = f"target: {target} is {apart} squares away, and {who} moves {most}"
    return RuleRefusal(reason, rule="DD-CHG-02", field="target", why=WhyNot.OUT_OF_REACH)


def contact_skill(state: DozenDieFight, who: str, name: str) -> Skill | None:
    """A skill that a figure may use in contact instead of fighting; None for any other.  [DD-CHG-10]"""
    figure = lookup.figure(state, who)
    skill = figure.skills.get(name)
    return skill if skill is not None and skill.use is Use.CONTACT and figure.levels[name] > 0 else None


def check(state: DozenDieFight, order: Charge) -> None:
    """RuleRefusal unless a way leads to a foreign figure, if every test succeeds.  [DD-CHG-01, DD-CHG-02]"""
    state.fight.require(order.target)
    if order.target not in lookup.foes(state, order.combatant):
        reason = f"target: {order.target} is no foreign figure on the board"
        raise RuleRefusal(reason, rule="DD-CHG-01", field="target", why=WhyNot.NO_TARGET)
    if not hiding.noticed(state, order.combatant, order.target):
        raise RuleRefusal(f"target: {order.target} is hidden", rule="DD-TERR-03", field="target", why=WhyNot.NOT_SEEN)
    if order.skill is not None and contact_skill(state, order.combatant, order.skill) is None:
        reason = f"skill: {order.combatant} has no skill {order.skill!r} for contact"
        raise RuleRefusal(reason, rule="DD-CHG-10", field="skill")
    declared(state, order)


def do(table: Table[DozenDieState], order: Charge) -> None:
    """Go, and fight or use the skill; a charger that reaches nobody has only moved.  [DD-CHG-03]"""
    who, target = order.combatant, order.target
    skill = contact_skill(table.state, who, order.skill) if order.skill is not None else None
    way = declared(table.seen(table.seat), order)
    table.emit(WayDeclared(combatant=who, way=route.steps(way), charged=target), rule="DD-CHG-01")
    hiding.end(table, who)
    went = Walk(table, who, way, charged=target).go()
    if target in (went.touches or way.held):
        contact.meet(table, who, target, skill=skill)
    elif went.touches:
        contact.come_upon(table, who, went.touches)
    else:
        moves.fell_short(table, who, went)


def options(state: DozenDieFight, who: str) -> Iterator[Offer[Any]]:
    """Every figure that can be charged, with the ways there, by fighting or with a skill."""
    if board.stand(state, who) is None:
        return
    walker = _walker(state, who)
    found: dict[str, list[Way]] = {target: [Way()] for target in walker.held}
    for way in walker.ways():
        for target in way.touches:
            found.setdefault(target, []).append(way)
    skills = tuple(name for name in lookup.figure(state, who).skills if contact_skill(state, who, name) is not None)
    for target in lookup.foes(state, who):
        if target not in found or not hiding.noticed(state, who, target):
            continue
        paths = tuple(route.steps(way) for way in found[target][: route.SHOWN])
        fields = [route.drawn(paths)]
        if skills:
            fields.append(Field("skill", "one", (None, *skills)))
        body = Charge(combatant=who, target=target, path=paths[0])
        yield Offer(key=f"charge-{target}", body=body, rule="DD-CHG-01", fields=tuple(fields))
