"""What the successes of a skill do."""

from __future__ import annotations

from engine.kernel.combatant import Place
from engine.kernel.decisions import Field, Offer
from engine.kernel.events import ConditionGained, ConditionLost
from engine.kernel.system import Table
from engine.kernel.why import Term, Why
from engine.systems.dozen_die.content.kinds import Effect, Reach, Skill
from engine.systems.dozen_die.events import DoorOpened, PoolRaised
from engine.systems.dozen_die.questions import Affected, AffectWhom
from engine.systems.dozen_die.rules import board, harm, hiding, look, push, reach
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own

TAUNTED = "taunted"
"""The condition of whoever does not react till the next die is drawn."""


def work(
    table: Table[Own],
    who: str,
    skill: Skill,
    successes: int,
    *,
    targets: tuple[str, ...] = (),
    at: Place | None = None,
    cover: harm.Cover | None = None,
    cause: int,
) -> None:
    """What so many successes do, at least one. cause: version of the event that says how many there were.

    Of whom a skill is for now, those count who are still there. cover: of who is hit; None: of the ground where he is.
    """
    because = Why(causes=(cause,))
    standing = tuple(target for target in targets if look.standing(table.state, target))
    match skill.effect:
        case Effect.HIT:
            hits = min(successes, skill.amount) if skill.amount > 0 else successes
            for target in standing:
                ground = harm.NO_COVER if skill.reach is Reach.CONTACT else cover or board.cover(table.state, target)
                harm.protect(table, target, hits, cause=cause, cover=ground)
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
            if at is not None and shut(table.state, at):
                table.emit(DoorOpened(at=at), rule="DD-CON-04", because=because)
        case Effect.POOL:
            side = table.state.fight.combatants[who].side
            if side in table.state.own.pools:
                raised = Why(
                    terms=(Term(source=skill.id, of="extra", amount=skill.amount, rule="DD-DICE-04"),), causes=(cause,)
                )
                table.emit(PoolRaised(side=side, extra=skill.amount), rule="DD-DICE-04", because=raised)
        case Effect.HALT | Effect.HINDER | Effect.NOTHING:
            pass  # the first two work on the order that they interrupt


def shut(state: DD, at: Place) -> bool:
    """Whether a shut door is there."""
    if at.cell is None:
        return False
    land, here = board.land(state), (at.cell.x, at.cell.y)
    square = land.square(here)
    return square is not None and square.door is not None and not land.door_open(here)


def _turn(table: Table[Own], who: str, skill: Skill, successes: int, *, cause: int) -> None:
    """Each success drives one of them away; its player says which.  [DD-CON-05, DD-W16]"""
    seats = look.deciders(table.state, who)
    among = reach.targets(table.seen(seats[0] if seats else table.seat), who, skill)
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


def expire(table: Table[Own]) -> None:
    """A die is drawn: whoever was taunted reacts again."""
    for who, combatant in table.state.fight.combatants.items():
        if combatant.has(TAUNTED):
            lost = ConditionLost(combatant=who, condition=TAUNTED, kind=TAUNTED, reason="over")
            table.emit(lost, rule="DD-CON-03")
