"""What a reaction does: a shot, or a skill.  [DD-REA-05, DD-REA-07, DD-REA-16]"""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.system import Table
from engine.kernel.why import Term, Why
from engine.systems.dozen_die.commands import Manner
from engine.systems.dozen_die.content.kinds import Effect, Skill
from engine.systems.dozen_die.events import ActionHindered, MoveHalted, ReactionMade
from engine.systems.dozen_die.questions import React
from engine.systems.dozen_die.rules import board, conflicts, effects, hiding, look, shots
from engine.systems.dozen_die.rules.conflicts import Hindrance
from engine.systems.dozen_die.state import Own

EFFECT = "DD-REA-16"


class Response(Struct, frozen=True):
    """What has come of a reaction, beside lost hit points. halts: the mover goes no further."""

    halts: bool = False
    hindrances: tuple[Hindrance, ...] = ()


def carry_out(table: Table[Own], chosen: React, target: str, manner: Manner, *, rule: str) -> Response:
    """Somebody reacts to an order of `target`: it costs him no order, and unloads a weapon.  [DD-REA-05, DD-REA-22]"""
    who = chosen.reactor
    means = chosen.weapon or chosen.skill or ""
    made = ReactionMade(combatant=who, target=target, means=means, manner=manner, place=chosen.place)
    table.emit(made, rule=rule)
    cover = board.cover(table.state, target, chosen.place)
    if chosen.weapon is not None:
        shots.shoot(table, who, target, chosen.weapon, cover=cover)
        return Response()
    hiding.end(table, who)
    skill = look.figure(table.state, who).skills[means]
    successes = _rolled(table, who, target, skill)
    cause = table.last
    if not successes:
        return Response()
    match skill.effect:
        case Effect.HALT:
            table.emit(MoveHalted(combatant=target, skill=skill.id), rule=EFFECT, because=Why(causes=(cause,)))
            return Response(halts=True)
        case Effect.HINDER:
            hindered = ActionHindered(combatant=target, skill=skill.id, change=skill.amount)
            term = Term(source=skill.id, of="change", amount=skill.amount, rule=EFFECT)
            table.emit(hindered, rule=EFFECT, because=Why(terms=(term,), causes=(cause,)))
            return Response(hindrances=((skill.id, skill.amount),))
        case _:
            effects.work(table, who, skill, successes, targets=(target,), cover=cover, cause=cause)
            return Response()


def _rolled(table: Table[Own], who: str, target: str, skill: Skill) -> int:
    """How many successes: against who is interrupted, if he may resist it, or against its grade."""
    if skill.opposed:
        return conflicts.opposed(table, who, target, skill)
    return conflicts.against(table, who, skill, conflicts.grade_of(table, who, skill, None))
