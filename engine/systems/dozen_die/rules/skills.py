"""The order to use a skill: an action, decided by a conflict.  [DD-CON-01, DD-CON-02]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kernel.combatant import Cell, Place
from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.system import Table
from engine.systems.dozen_die.commands import Act
from engine.systems.dozen_die.content.kinds import Effect, Grade, Reach, Skill, Use
from engine.systems.dozen_die.events import SkillUsed
from engine.systems.dozen_die.rules import board, conflicts, effects, hiding, look, reach, reactions
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own

RULE = "DD-CON-02"

_REACTIONS_ONLY = (Effect.HALT, Effect.HINDER)
"""What only makes sense in somebody else's order."""


def to_act_with(state: DD, who: str, name: str) -> Skill | None:
    """A skill that he has learned and may use as an action; None for any other.  [DD-DICE-04]"""
    figure = look.figure(state, who)
    skill = figure.skills.get(name)
    if skill is None or figure.levels[name] < 1 or skill.use is not Use.ACTION or skill.effect in _REACTIONS_ONLY:
        return None
    return skill


def aimed(skill: Skill) -> bool:
    """Whether its user names a target with the order; turning picks its own after the roll."""
    return skill.reach is not Reach.SELF and skill.effect not in (Effect.TURN, Effect.UNLOCK)


def locks(state: DD, who: str) -> tuple[Place, ...]:
    """The shut doors beside him, lowest y first, then x."""
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


def mapped(state: DD, who: str, skill: Skill, at: Place | None) -> Grade | None:
    """How hard the map makes it: a lock, or the shadow where he stands; None where it says nothing.  [DD-CON-04]"""
    if skill.effect is Effect.HIDE:
        return hiding.shadow(state, who)
    if skill.effect is Effect.UNLOCK and at is not None and at.cell is not None:
        square = board.land(state).square((at.cell.x, at.cell.y))
        return square.door.lock if square is not None and square.door is not None else None
    return None


# -- the order
def check(state: DD, order: Act) -> None:
    """RuleRefusal unless he has the skill, and something to use it on."""
    who = order.figure
    skill = to_act_with(state, who, order.skill)
    if skill is None:
        raise RuleRefusal(f"{who} has no skill {order.skill!r} to act with", rule=RULE, field="skill")
    reason = useless(state, who, skill)
    if reason:
        raise RuleRefusal(reason, rule=RULE, field="skill")
    _check_targets(state, order, skill)
    if skill.effect is not Effect.UNLOCK:
        if order.at is not None:
            raise RuleRefusal(f"{order.skill} is not used on a square", rule=RULE, field="at")
    elif order.at not in locks(state, who):
        raise RuleRefusal("no shut door is there, beside the figure", rule=RULE, field="at")


def useless(state: DD, who: str, skill: Skill) -> str:
    """Why it would come to nothing here whatever is rolled; "" where it might do something."""
    if skill.effect is Effect.HIDE and hiding.shadow(state, who) is None:
        return f"nobody can hide where {who} is"
    if skill.effect is Effect.HIDE and state.fight.combatants[who].has(hiding.HIDDEN):
        return f"{who} is hidden already"
    if skill.effect is Effect.TURN and not reach.targets(state, who, skill):
        return f"nobody whom {skill.id} works on is within awareness"
    return ""


def _check_targets(state: DD, order: Act, skill: Skill) -> None:
    for target in order.targets:
        state.fight.require(target)
    if not aimed(skill):
        if order.targets:
            raise RuleRefusal(f"{order.skill} names no target", rule=RULE, field="targets")
    elif len(order.targets) != 1:
        raise RuleRefusal(f"{order.skill} is used on one target", rule=RULE, field="targets")
    elif order.targets[0] not in reach.targets(state, order.figure, skill):
        raise RuleRefusal(f"{order.targets[0]} is out of reach of {order.skill}", rule=RULE, field="targets")


def do(table: Table[Own], order: Act) -> None:
    """It is declared, others may react, then it is rolled, and its successes do what they do.  [DD-CON-05]"""
    who, skill = order.figure, look.figure(table.state, order.figure).skills[order.skill]
    if aimed(skill) or skill.effect is Effect.TURN:
        hiding.end(table, who)
    table.emit(SkillUsed(combatant=who, skill=skill.id, targets=order.targets, place=order.at), rule=RULE)
    hindrances = reactions.to_action(table, who)
    if not look.standing(table.state, who):
        return
    successes = roll(table, order, skill, hindrances)
    if successes:
        effects.work(table, who, skill, successes, targets=order.targets, at=order.at, cause=table.last)


def roll(table: Table[Own], order: Act, skill: Skill, hindrances: tuple[conflicts.Hindrance, ...] = ()) -> int:
    """How many successes come of it: against the target, who resists, or against a grade."""
    if skill.opposed and order.targets:
        return conflicts.opposed(table, order.figure, order.targets[0], skill, hindrances)
    grade = conflicts.grade_of(table, order.figure, skill, mapped(table.state, order.figure, skill, order.at))
    return conflicts.against(table, order.figure, skill, grade, hindrances)


def options(state: DD, who: str) -> Iterable[Offer[Any]]:
    """Every skill that he can act with now."""
    for name in look.figure(state, who).skills:
        skill = to_act_with(state, who, name)
        if skill is not None and not useless(state, who, skill):
            yield from _offered(state, who, skill)


def _offered(state: DD, who: str, skill: Skill) -> Iterable[Offer[Any]]:
    key = f"act-{skill.id}"
    if aimed(skill):
        whom = reach.targets(state, who, skill)
        if whom:
            body, field = Act(figure=who, skill=skill.id, targets=whom[:1]), Field("targets", "some", whom, least=1)
            yield Offer(key=key, body=body, rule=RULE, fields=(field,))
    elif skill.effect is Effect.UNLOCK:
        doors = locks(state, who)
        if doors:
            body, field = Act(figure=who, skill=skill.id, at=doors[0]), Field("at", "place", doors)
            yield Offer(key=key, body=body, rule=RULE, fields=(field,))
    else:
        yield Offer(key=key, body=Act(figure=who, skill=skill.id), rule=RULE)
