"""Effects of a reaction: a shot, or a skill.  [DD-REA-05, DD-REA-07, DD-REA-16]"""

from __future__ import annotations

from msgspec import Struct

from engine.kit import LineBarred, Reasons, Table, Term
from engine.kit.ground import barred
from engine.systems.dozen_die.content.kinds import Effect, Skill
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.board import board, hiding
from engine.systems.dozen_die.rules.board.common_view import on_known_ground
from engine.systems.dozen_die.rules.conflict import conflicts, effects, shots
from engine.systems.dozen_die.rules.conflict.conflicts import Hindrance
from engine.systems.dozen_die.rules.conflict.events import ActionHindered, MoveHalted, ReactionMade
from engine.systems.dozen_die.rules.conflict.questions import React
from engine.systems.dozen_die.rules.conflict.reaction_means import meets
from engine.systems.dozen_die.state import DozenDieState
from engine.systems.dozen_die.types import Manner

EFFECT = "DD-REA-16"


class Response(Struct, frozen=True):
    """The result of a reaction, beside lost hit points. halts: the mover goes no further."""

    halts: bool = False
    hindrances: tuple[Hindrance, ...] = ()


def carry_out(table: Table[DozenDieState], chosen: React, target: str, manner: Manner, *, rule: str) -> Response:
    """React to an order of `target`: it takes no order, and unloads a weapon.  [DD-REA-05, DD-REA-22]"""
    who = chosen.reactor
    means = chosen.weapon or chosen.skill or ""
    made = ReactionMade(combatant=who, target=target, means=means, manner=manner, place=chosen.place)
    table.emit(made, rule=rule)
    cover = board.cover(table.state, target, chosen.place)
    known = on_known_ground(table.state).fight.ground
    shielded = barred(table.state, known, lambda state: meets(state, chosen, target))
    if chosen.weapon is not None:
        shots.shoot(table, who, target, chosen.weapon, cover=cover, shielded=shielded)
        return Response()
    hiding.end(table, who)
    if shielded:
        table.emit(LineBarred(combatant=who, target=target), rule="DD-GAP-16")
        return Response()
    skill = lookup.figure(table.state, who).skills[means]
    successes = _rolled(table, who, target, skill)
    cause = table.last
    if not successes:
        return Response()
    match skill.effect:
        case Effect.HALT:
            table.emit(MoveHalted(combatant=target, skill=skill.id), rule=EFFECT, because=Reasons(causes=(cause,)))
            return Response(halts=True)
        case Effect.HINDER:
            hindered = ActionHindered(combatant=target, skill=skill.id, change=skill.amount)
            term = Term(source=skill.id, of="change", amount=skill.amount, rule=EFFECT)
            table.emit(hindered, rule=EFFECT, because=Reasons(terms=(term,), causes=(cause,)))
            return Response(hindrances=((skill.id, skill.amount),))
        case _:
            effects.work(table, who, skill, successes, targets=(target,), cover=cover, cause=cause)
            return Response()


def _rolled(table: Table[DozenDieState], who: str, target: str, skill: Skill) -> int:
    """The number of successes: against the interrupted figure, if it may resist, or against the skill's grade."""
    if skill.opposed:
        return conflicts.opposed(table, who, target, skill)
    return conflicts.against(table, who, skill, conflicts.grade_of(table, who, skill, None))
