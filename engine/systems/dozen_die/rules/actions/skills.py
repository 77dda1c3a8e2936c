"""The order to use a skill: an action, decided by a conflict.  [DD-CON-01, DD-CON-02]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kit import Cell, Field, LineBarred, Offer, Place, RuleRefusal, Table, WhyNot, place_field
from engine.kit.ground import barred
from engine.systems.dozen_die.content.kinds import Effect, Grade, Reach, Skill, Use
from engine.systems.dozen_die.rules.actions.events import SkillUsed
from engine.systems.dozen_die.rules.actions.orders import Act
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, doors, hiding, reach
from engine.systems.dozen_die.rules.board.common_view import as_decided
from engine.systems.dozen_die.rules.conflict import conflicts, effects, reactions
from engine.systems.dozen_die.state import DozenDieState

RULE = "DD-CON-02"

_REACTIONS_ONLY = (Effect.HALT, Effect.HINDER)
"""Effects that only make sense in another figure's order."""


def to_act_with(state: DozenDieFight, who: str, name: str) -> Skill | None:
    """A learned skill that may be used as an action; None for any other.  [DD-DICE-04]"""
    figure = lookup.figure(state, who)
    skill = figure.skills.get(name)
    if skill is None or figure.levels[name] < 1 or skill.use is not Use.ACTION or skill.effect in _REACTIONS_ONLY:
        return None
    return skill


def aimed(skill: Skill) -> bool:
    """Whether its user names a target with the order; turning picks its own after the roll."""
    return skill.reach is not Reach.SELF and skill.effect not in (Effect.TURN, Effect.UNLOCK)


def locks(state: DozenDieFight, who: str) -> tuple[Place, ...]:
    """The shut doors beside the figure, lowest y first, then x."""
    where = board.stand(state, who)
    if where is None:
        return ()
    beside = [
        (x, y)
        for y in range(where.y - 1, where.y + where.size + 1)
        for x in range(where.x - 1, where.x + where.size + 1)
    ]
    places = (Place(cell=Cell(x, y)) for x, y in beside)
    return tuple(place for place in places if effects.shut(state, place))


def edge_locks(state: DozenDieFight, who: str) -> tuple[str, ...]:
    """The keys of the shut doors along the sides of the figure's squares."""
    where = board.stand(state, who)
    return () if where is None else doors.beside(state, where)


def mapped(state: DozenDieFight, who: str, skill: Skill, at: Place | None, door: str | None = None) -> Grade | None:
    """The grade by the map: a lock, or the shadow where the figure is; None where there is none.  [DD-CON-04]"""
    if skill.effect is Effect.HIDE:
        return hiding.shadow(state, who)
    if skill.effect is Effect.UNLOCK and door is not None:
        return doors.lock(state, door)
    if skill.effect is Effect.UNLOCK and at is not None and at.cell is not None:
        square = board.land(state).square((at.cell.x, at.cell.y))
        return square.door.lock if square is not None and square.door is not None else None
    return None


# -- the order
def check(state: DozenDieFight, order: Act) -> None:
    """RuleRefusal unless the figure has the skill, and a use for it."""
    who = order.combatant
    skill = to_act_with(state, who, order.skill)
    if skill is None:
        raise RuleRefusal(f"{who} has no skill {order.skill!r} to act with", rule=RULE, field="skill")
    reason = useless(state, who, skill)
    if reason:
        raise RuleRefusal(reason, rule=RULE, field="skill", why=WhyNot.NO_TARGET)
    _check_targets(state, order, skill)
    if skill.effect is not Effect.UNLOCK:
        if order.place is not None or order.door is not None:
            field = "place" if order.place is not None else "door"
            raise RuleRefusal(f"{order.skill} is not used on a square", rule=RULE, field=field)
    elif order.door is not None:
        if order.place is not None or order.door not in edge_locks(state, who):
            raise RuleRefusal("no shut door is there, beside the figure", rule=RULE, field="door", why=WhyNot.NO_TARGET)
    elif order.place not in locks(state, who):
        raise RuleRefusal("no shut door is there, beside the figure", rule=RULE, field="place", why=WhyNot.NO_TARGET)


def useless(state: DozenDieFight, who: str, skill: Skill) -> str:
    """Why the skill would have no effect here whatever is rolled; "" where it might have one."""
    if skill.effect is Effect.HIDE and hiding.shadow(state, who) is None:
        return f"nobody can hide where {who} is"
    if skill.effect is Effect.HIDE and state.fight.combatants[who].has(hiding.HIDDEN):
        return f"{who} is hidden already"
    if skill.effect is Effect.TURN and not reach.targets(state, who, skill):
        return f"nobody whom {skill.id} works on is within awareness"
    return ""


def _check_targets(state: DozenDieFight, order: Act, skill: Skill) -> None:
    for target in order.targets:
        state.fight.require(target)
    if not aimed(skill):
        if order.targets:
            raise RuleRefusal(f"{order.skill} names no target", rule=RULE, field="targets")
    elif len(order.targets) != 1:
        raise RuleRefusal(f"{order.skill} is used on one target", rule=RULE, field="targets")
    elif order.targets[0] not in reach.targets(state, order.combatant, skill):
        raise _unreached(state, order.combatant, order.targets[0], skill)


def _unreached(state: DozenDieFight, who: str, target: str, skill: Skill) -> RuleRefusal:
    """Why a skill is not used on somebody."""
    foreign = target in lookup.foes(state, who)
    if foreign and skill.only is not None and skill.only not in lookup.figure(state, target).tags:
        reason = f"targets: {skill.id} does not work on {target}"
        return RuleRefusal(reason, rule=RULE, field="targets", why=WhyNot.NO_TARGET)
    return reach.unreached(state, who, target, reach.of_skill(state, who, skill), rule=RULE, field="targets")


def do(table: Table[DozenDieState], order: Act) -> None:
    """Declare it, let others react, roll, and apply its successes.  [DD-CON-05]"""
    who, skill = order.combatant, lookup.figure(table.state, order.combatant).skills[order.skill]
    if aimed(skill) or skill.effect is Effect.TURN:
        hiding.end(table, who)
    table.emit(SkillUsed(combatant=who, skill=skill.id, targets=order.targets, place=order.place), rule=RULE)
    if skill.effect is Effect.UNLOCK:
        doors.reveal(table, who, door=order.door, at=order.place, rule="DD-CON-04")
    hindrances = reactions.to_action(table, who)
    if not lookup.standing(table.state, who):
        return
    known = as_decided(table, who).fight.ground
    target = next(iter(order.targets), None)  # what is aimed has one
    if target is not None and barred(table.state, known, lambda state: reach.within(state, who, target, skill)):
        table.emit(LineBarred(combatant=who, target=target), rule="DD-GAP-16")
        return
    successes = roll(table, order, skill, hindrances)
    if successes:
        effects.work(
            table, who, skill, successes, targets=order.targets, at=order.place, door=order.door, cause=table.last
        )


def roll(
    table: Table[DozenDieState], order: Act, skill: Skill, hindrances: tuple[conflicts.Hindrance, ...] = ()
) -> int:
    """The number of successes: against the target, who resists, or against a grade."""
    if skill.opposed and order.targets:
        return conflicts.opposed(table, order.combatant, order.targets[0], skill, hindrances)
    grade = conflicts.grade_of(
        table, order.combatant, skill, mapped(table.state, order.combatant, skill, order.place, order.door)
    )
    return conflicts.against(table, order.combatant, skill, grade, hindrances)


def options(state: DozenDieFight, who: str) -> Iterable[Offer[Any]]:
    """Every skill that the figure can act with now."""
    for name in lookup.figure(state, who).skills:
        skill = to_act_with(state, who, name)
        if skill is not None and not useless(state, who, skill):
            yield from _offered(state, who, skill)


def _offered(state: DozenDieFight, who: str, skill: Skill) -> Iterable[Offer[Any]]:
    key = f"act-{skill.id}"
    if aimed(skill):
        whom = reach.targets(state, who, skill)
        if whom:
            body, field = Act(combatant=who, skill=skill.id, targets=whom[:1]), Field("targets", "some", whom, least=1)
            yield Offer(key=key, body=body, rule=RULE, fields=(field,))
    elif skill.effect is Effect.UNLOCK:
        squares = locks(state, who)
        if squares:
            body, field = Act(combatant=who, skill=skill.id, place=squares[0]), place_field("place", squares)
            yield Offer(key=key, body=body, rule=RULE, fields=(field,))
        keys = edge_locks(state, who)
        if keys:
            body, field = Act(combatant=who, skill=skill.id, door=keys[0]), Field("door", "one", keys)
            yield Offer(key=f"{key}-door", body=body, rule=RULE, fields=(field,))
    else:
        yield Offer(key=key, body=Act(combatant=who, skill=skill.id), rule=RULE)
