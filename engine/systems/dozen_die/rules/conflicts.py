"""Conflicts: dice against a difficulty, or against somebody who resists.  [DD-CON-02 to DD-CON-10]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Offer
from engine.kernel.system import Table
from engine.systems.dozen_die.content.catalogue import GRADES
from engine.systems.dozen_die.content.kinds import Ability, Grade, Skill
from engine.systems.dozen_die.events import ConflictOpposed, ConflictRolled, ConflictWon
from engine.systems.dozen_die.questions import Graded, HowHard, ResistHow, Resisting
from engine.systems.dozen_die.rules import look, values
from engine.systems.dozen_die.rules.clash import clash
from engine.systems.dozen_die.rules.dice import Judged, Value, because, of_count, roll_under
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own

Hindrance = tuple[str, int]
"""What changes the value of somebody's action: a skill, and by how much."""

OPPOSED = "DD-CON-03"


def hindered(value: Value, hindrances: Sequence[Hindrance]) -> Value:
    """A value with all that changes it besides."""
    for skill, amount in hindrances:
        value = value.plus(skill, amount, "DD-REA-16")
    return value


def _dice(state: DD, who: str, skill: Skill) -> int:
    """One for each level; of an activated figure the die that activated it is one of them.  [DD-DICE-04, DD-DICE-05]"""
    return values.dice(state, who, look.figure(state, who).levels[skill.id])


# -- against a difficulty
def grade_of(table: Table[Own], who: str, skill: Skill, mapped: Grade | None) -> Grade:
    """How hard it is: the skill says so, or the map, or else the game master.  [DD-GAP-09]"""
    fixed = skill.grade or mapped
    if fixed is not None:
        return fixed
    offers = tuple(Offer(key=g.value, body=Graded(grade=g), rule=GRADES[g].conflict) for g in Grade)
    question = HowHard(offers=offers, default=Grade.HARD.value, combatant=who, skill=skill.id)
    return table.ask(table.state.fight.gms(), question, rule="DD-CON-04").grade


def against(table: Table[Own], who: str, skill: Skill, grade: Grade, hindrances: Sequence[Hindrance] = ()) -> int:
    """How many dice succeed: each may be used.  [DD-CON-04, DD-CON-05]  A very easy one succeeds at once: one success.

    [DD-CON-06]
    """
    if GRADES[grade].bonus is None:
        table.emit(ConflictWon(combatant=who, skill=skill.id), rule=GRADES[grade].conflict)
        return 1
    value = hindered(values.conflict(table.state, who, skill, grade), hindrances)
    rolled = roll_under(table, who, value, _dice(table.state, who, skill), why=skill.id, rule="DD-CON-05")
    successes = len(rolled.successes)
    table.emit(
        ConflictRolled(combatant=who, skill=skill.id, grade=grade, needed=value.total, successes=successes),
        rule=GRADES[grade].conflict,
        because=because(needed=rolled, successes=of_count("successes", successes, "DD-CON-05")),
    )
    return successes


# -- against somebody
def opposed(table: Table[Own], who: str, target: str, skill: Skill, hindrances: Sequence[Hindrance] = ()) -> int:
    """How many dice the target does not beat: compared as in melee, the actor first.  [DD-CON-03]"""
    chosen = _resistance(table, who, target, skill)
    actor = hindered(values.ability(table.state, who, skill.ability or Ability.DX), hindrances)
    mine = roll_under(table, who, actor, _dice(table.state, who, skill), why=skill.id, rule=OPPOSED)
    theirs = _resisted(table, target, chosen)
    found = clash(mine.successes, theirs.successes)
    usable = of_count("successes", len(mine.successes), OPPOSED)
    usable = usable.plus("beaten", len(found.attacker) - len(mine.successes), OPPOSED)
    table.emit(
        ConflictOpposed(
            combatant=who,
            target=target,
            skill=skill.id,
            resistance=_named(chosen),
            attack_value=mine.value.total,
            defense_value=theirs.value.total,
            attack_successes=mine.successes,
            defense_successes=theirs.successes,
            successes=len(found.attacker),
        ),
        rule=OPPOSED,
        because=because(attack_value=mine, defense_value=theirs, successes=usable),
    )
    return len(found.attacker)


def _resistance(table: Table[Own], who: str, target: str, skill: Skill) -> Resisting:
    """With what the target resists: its player says so, where there is a choice.  [DD-W15]"""
    known = look.figure(table.state, target).levels
    abilities = [Resisting(ability=which) for which in skill.resisted_by]
    choices = (*abilities, *(Resisting(skill=name) for name in skill.resisted_with if known.get(name, 0) > 0))
    if len(choices) <= 1:
        return choices[0] if choices else Resisting(ability=Ability.DX)
    offers = tuple(Offer(key=_named(body), body=body, rule=OPPOSED) for body in choices)
    question = ResistHow(offers=offers, default=offers[0].key, combatant=target, opponent=who, skill=skill.id)
    return table.ask(look.deciders(table.state, target), question, rule=OPPOSED)


def _named(resistance: Resisting) -> str:
    return resistance.skill or (resistance.ability or Ability.DX).value.lower()


def _resisted(table: Table[Own], target: str, resistance: Resisting) -> Judged:
    """The dice of who resists: a skill has its levels, a bare ability is one die.  [DD-GAP-08]"""
    state = table.state
    skill = look.figure(state, target).skills.get(resistance.skill or "")
    ability = (skill.ability if skill else resistance.ability) or Ability.DX
    count = _dice(state, target, skill) if skill else values.dice(state, target, 1)
    return roll_under(table, target, values.ability(state, target, ability), count, why="resistance", rule=OPPOSED)
