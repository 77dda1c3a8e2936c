"""The effects of a skill's successes."""

from __future__ import annotations

from engine.kit import ConditionGained, ConditionLost, Field, LineBarred, Offer, Place, Reasons, Table, Term
from engine.systems.dozen_die.content.kinds import Effect, Reach, Skill
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, doors, hiding, reach
from engine.systems.dozen_die.rules.board.common_view import as_decided, on_known_ground
from engine.systems.dozen_die.rules.conflict import damage, push
from engine.systems.dozen_die.rules.conflict.events import PoolRaised
from engine.systems.dozen_die.rules.conflict.questions import Affected, AffectWhom
from engine.systems.dozen_die.state import DozenDieState

TAUNTED = "taunted"
"""The condition of a figure that does not react until the next die is drawn."""


def work(
    table: Table[DozenDieState],
    who: str,
    skill: Skill,
    successes: int,
    *,
    targets: tuple[str, ...] = (),
    at: Place | None = None,
    door: str | None = None,
    cover: damage.Cover | None = None,
    cause: int,
) -> None:
    """Apply so many successes, at least one. cause: version of the event with their number.

    Targets that are gone by now are skipped. cover: of the target hit; None: of the ground where it is.
    """
    because = Reasons(causes=(cause,))
    standing = tuple(target for target in targets if lookup.standing(table.state, target))
    match skill.effect:
        case Effect.HIT:
            hits = min(successes, skill.amount) if skill.amount > 0 else successes
            for target in standing:
                ground = damage.NO_COVER if skill.reach is Reach.CONTACT else cover or board.cover(table.state, target)
                damage.protect(table, target, hits, cause=cause, cover=ground)
        case Effect.TURN:
            _turn(table, who, skill, successes, cause=cause)
        case Effect.PUSH:
            for target in standing:
                push.push(table, who, target, rule="DD-PUSH-02", cause=cause)
        case Effect.TAUNT:
            for target in standing:
                gained = ConditionGained(
                    combatant=target, condition=TAUNTED, kind=TAUNTED, source=who, amount=None, left=None, until="draw"
                )
                table.emit(gained, rule="DD-CON-03", because=because)
        case Effect.HIDE:
            hiding.begin(table, who)
        case Effect.UNLOCK:
            if door is not None:
                doors.open_up(table, door, who, rule="DD-CON-04", because=because)
            if at is not None and shut(table.state, at):
                doors.open_square(table, at, who, rule="DD-CON-04", because=because)
        case Effect.POOL:
            side = table.state.fight.combatants[who].side
            if side in table.state.own.pools:
                raised = Reasons(
                    terms=(Term(source=skill.id, of="extra", amount=skill.amount, rule="DD-DICE-04"),), causes=(cause,)
                )
                table.emit(PoolRaised(side=side, extra=skill.amount), rule="DD-DICE-04", because=raised)
        case Effect.HALT | Effect.HINDER | Effect.NOTHING:
            pass  # the first two affect the order that they interrupt


def shut(state: DozenDieFight, at: Place) -> bool:
    """Whether there is a shut door."""
    if at.cell is None:
        return False
    land, here = board.land(state), (at.cell.x, at.cell.y)
    square = land.square(here)
    return square is not None and square.door is not None and not land.door_open(here)


def _turn(table: Table[DozenDieState], who: str, skill: Skill, successes: int, *, cause: int) -> None:
    """Each success drives one target away; the player picks which.  [DD-CON-05, DD-W16]"""
    seats = lookup.deciders(table.state, who)
    among = reach.targets(on_known_ground(as_decided(table, who)), who, skill)
    if not among:
        return
    field = Field("targets", "some", among, least=1, most=min(successes, len(among)))
    offers = (
        Offer(key="nobody", body=Affected(), rule="DD-CON-05"),
        Offer(key="some", body=Affected(targets=among[:1]), rule="DD-CON-05", fields=(field,)),
    )
    question = AffectWhom(offers=offers, default="nobody", combatant=who, skill=skill.id, successes=successes)
    chosen = table.ask(seats, question, rule="DD-CON-05").targets
    for target in chosen:
        if target in reach.targets(table.state, who, skill):
            push.push(table, who, target, rule="DD-CON-05", cause=cause)
        elif target in reach.targets(on_known_ground(as_decided(table, who)), who, skill):
            table.emit(LineBarred(combatant=who, target=target), rule="DD-GAP-16")


def expire(table: Table[DozenDieState]) -> None:
    """A die is drawn: taunted figures react again."""
    for who, combatant in table.state.fight.combatants.items():
        if combatant.has(TAUNTED):
            lost = ConditionLost(combatant=who, condition=TAUNTED, kind=TAUNTED, reason="over")
            table.emit(lost, rule="DD-CON-03")
