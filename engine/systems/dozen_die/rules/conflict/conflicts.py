"""Conflicts: dice against a difficulty, or against a figure that resists.  [DD-CON-02 to DD-CON-10]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import Offer, Table
from engine.systems.dozen_die.content.catalogue import GRADES
from engine.systems.dozen_die.content.kinds import Ability, Grade, Skill
from engine.systems.dozen_die.house_rules import RESISTANCE
from engine.systems.dozen_die.rules.basics import lookup, values
from engine.systems.dozen_die.rules.basics.chances import clash_won
from engine.systems.dozen_die.rules.basics.clash import clash
from engine.systems.dozen_die.rules.basics.dice import Judged, Value, because, of_count, roll_under
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.conflict.events import ConflictOpposed, ConflictRolled, ConflictWon
from engine.systems.dozen_die.rules.conflict.questions import Graded, HowHard, ResistHow, Resisting
from engine.systems.dozen_die.state import DozenDieState

Hindrance = tuple[str, int]
"""A skill that changes the value of an action, and by how much."""

OPPOSED = "DD-CON-03"

USUAL = Grade.HARD
"""How hard something is, unless the game master says otherwise.  [DD-W17]"""


def hindered(value: Value, hindrances: Sequence[Hindrance]) -> Value:
    """A value with all hindrances."""
    for skill, amount in hindrances:
        value = value.plus(skill, amount, "DD-REA-16")
    return value


def dice(state: DozenDieFight, who: str, skill: Skill) -> int:
    """One die per level; for an activated figure the activation die is one of them.  [DD-DICE-04, DD-DICE-05]"""
    return values.dice(state, who, lookup.figure(state, who).levels[skill.id])


# -- against a difficulty
def grade_of(table: Table[DozenDieState], who: str, skill: Skill, mapped: Grade | None) -> Grade:
    """The grade: as the skill says, or the map, or otherwise the game master.  [DD-GAP-09]"""
    fixed = skill.grade or mapped
    if fixed is not None:
        return fixed
    offers = tuple(Offer(key=g.value, body=Graded(grade=g), rule=GRADES[g].conflict) for g in Grade)
    question = HowHard(offers=offers, default=USUAL.value, combatant=who, skill=skill.id)
    return table.ask(table.state.fight.gms(), question, rule="DD-CON-04").grade


def against(
    table: Table[DozenDieState], who: str, skill: Skill, grade: Grade, hindrances: Sequence[Hindrance] = ()
) -> int:
    """How many dice succeed: each may be used.  [DD-CON-04, DD-CON-05]  A very easy one is a success without a roll.

    [DD-CON-06]
    """
    if GRADES[grade].bonus is None:
        table.emit(ConflictWon(combatant=who, skill=skill.id), rule=GRADES[grade].conflict)
        return 1
    value = hindered(values.conflict(table.state, who, skill, grade), hindrances)
    rolled = roll_under(table, who, value, dice(table.state, who, skill), why=skill.id, rule="DD-CON-05")
    successes = len(rolled.successes)
    table.emit(
        ConflictRolled(combatant=who, skill=skill.id, grade=grade, needed=value.total, successes=successes),
        rule=GRADES[grade].conflict,
        because=because(needed=rolled, successes=of_count("successes", successes, "DD-CON-05")),
    )
    return successes


# -- against a figure
def opposed(
    table: Table[DozenDieState], who: str, target: str, skill: Skill, hindrances: Sequence[Hindrance] = ()
) -> int:
    """How many dice the target does not beat: compared as in melee, the actor first.  [DD-CON-03]"""
    chosen = _resistance(table, who, target, skill)
    actor = hindered(values.ability(table.state, who, skill.ability or Ability.DX), hindrances)
    count = dice(table.state, who, skill)

    def won() -> tuple[int, int]:
        theirs, against = resisting(table.state, target, chosen)
        return clash_won((actor.total, count), (theirs.total, against))

    mine = roll_under(table, who, actor, count, why=skill.id, rule=OPPOSED, chance=won)
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


def _resistance(table: Table[DozenDieState], who: str, target: str, skill: Skill) -> Resisting:
    """What the target resists with: its player chooses, if there is a choice.  [DD-W15]"""
    choices = resistances(table.state, target, skill)
    if len(choices) == 1:
        return choices[0]
    offers = tuple(Offer(key=_named(body), body=body, rule=OPPOSED) for body in choices)
    question = ResistHow(offers=offers, default=offers[0].key, combatant=target, opponent=who, skill=skill.id)
    return table.ask(lookup.deciders(table.state, target), question, rule=OPPOSED)


def resistances(state: DozenDieFight, target: str, skill: Skill) -> tuple[Resisting, ...]:
    """All that a target may resist with: at least one; the usual ability comes first."""
    known = lookup.figure(state, target).levels
    abilities = [Resisting(ability=which) for which in skill.resisted_by]
    choices = (*abilities, *(Resisting(skill=name) for name in skill.resisted_with if known.get(name, 0) > 0))
    return choices or (Resisting(ability=Ability.DX),)


def _named(resistance: Resisting) -> str:
    return resistance.skill or (resistance.ability or Ability.DX).value.lower()


def _resisted(table: Table[DozenDieState], target: str, resistance: Resisting) -> Judged:
    value, count = resisting(table.state, target, resistance)
    return roll_under(table, target, value, count, why="resistance", rule=OPPOSED)


def resisting(state: DozenDieFight, target: str, resistance: Resisting) -> tuple[Value, int]:
    """The value and the dice of the resisting figure: a skill has its levels.

    A bare ability has one die, or as many as the table has it.  [DD-GAP-08]
    """
    skill = lookup.figure(state, target).skills.get(resistance.skill or "")
    ability = (skill.ability if skill else resistance.ability) or Ability.DX
    count = dice(state, target, skill) if skill else values.dice(state, target, RESISTANCE.of(state.fight))
    return values.ability(state, target, ability), count
