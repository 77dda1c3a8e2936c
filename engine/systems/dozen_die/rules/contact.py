"""A charge has reached somebody: two meet, and when all is over nobody foreign stays beside them.

[DD-CHG-04 to DD-CHG-10]
"""

from __future__ import annotations

from engine.kernel.decisions import Offer
from engine.kernel.system import Table
from engine.systems.dozen_die.content.kinds import Effect, Skill
from engine.systems.dozen_die.events import ContactMade
from engine.systems.dozen_die.questions import FightWhom, Picked
from engine.systems.dozen_die.rules import board, conflicts, effects, look, melee, push, reactions
from engine.systems.dozen_die.state import Own


def come_upon(table: Table[Own], attacker: str, touched: tuple[str, ...]) -> None:
    """A move or march has come into contact and is a charge: of several its player picks whom it is against.

    [DD-MOVE-13, DD-W11]  touched: at least one.
    """
    target = touched[0]
    if len(touched) > 1:
        offers = tuple(Offer(key=who, body=Picked(target=who), rule="DD-CHG-06") for who in sorted(touched))
        question = FightWhom(offers=offers, default=offers[0].key, attacker=attacker)
        target = table.ask(look.deciders(table.state, attacker), question, rule="DD-CHG-06").target
    meet(table, attacker, target)


def meet(table: Table[Own], attacker: str, defender: str, *, skill: Skill | None = None) -> None:
    """The two fight, or the attacker uses a skill in contact; then all attackers leave contact.

    [DD-CHG-05, DD-CHG-06, DD-CHG-07]  These two settle their push before all others move.  [DD-PUSH-09]
    Of a pack only one does so with each order; the others are just sent away. Nothing of it outlasts the order: with
    another one left the attacker may charge again, whoever won.  [DD-CHG-09, DD-GAP-37]
    """
    activation = table.state.own.activation
    activated = activation is not None and attacker in activation.figures
    attackers = activation.figures if activation is not None and activated else (attacker,)
    if activation is None or not activated or not activation.fought:
        table.emit(
            ContactMade(attacker=attacker, defender=defender, used=skill.id if skill else None), rule="DD-CHG-05"
        )
        reactions.to_charge(table, attacker, defender)
        if board.touches(table.state, attacker, defender):
            if skill is None:
                melee.fight(table, attacker, defender)
            else:
                _use(table, attacker, defender, skill)
    push.separate(table, attackers, defender)


def _use(table: Table[Own], attacker: str, defender: str, skill: Skill) -> None:
    """The defender resists: a success does what the skill does, and pushes him; without one he pushes the attacker.

    [DD-CHG-10, DD-GAP-43]
    """
    successes = conflicts.opposed(table, attacker, defender, skill)
    cause = table.last
    if not successes:
        push.push(table, defender, attacker, rule="DD-CHG-10", cause=cause)
        return
    if skill.effect is not Effect.PUSH:
        effects.work(table, attacker, skill, successes, targets=(defender,), cause=cause)
    push.push(table, attacker, defender, rule="DD-CHG-10", cause=cause)
