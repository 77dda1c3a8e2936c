"""A charge has made contact: two figures meet, and afterwards nobody foreign stays beside them.

[DD-CHG-04 to DD-CHG-10]
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit import Offer, Table
from engine.systems.dozen_die.content.kinds import Effect, Skill
from engine.systems.dozen_die.rules.actions.events import ContactHeld, ContactMade
from engine.systems.dozen_die.rules.actions.questions import FightWhom, Paired, Picked, WhichFights
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board
from engine.systems.dozen_die.rules.conflict import conflicts, effects, melee, push, reactions
from engine.systems.dozen_die.state import Contact, DozenDieState


def come_upon(table: Table[DozenDieState], attacker: str, touched: tuple[str, ...]) -> None:
    """A move or march has come into contact and becomes a charge; of several targets the player picks one.

    [DD-MOVE-13, DD-W11]  touched: at least one.
    """
    # Those whom a ruling has parted from it while it was asked are no choice any more.
    touched = tuple(who for who in touched if push.touch(table.state, attacker, who)) or touched[:1]
    target = touched[0]
    if len(touched) > 1:
        offers = tuple(Offer(key=who, body=Picked(target=who), rule="DD-CHG-06") for who in sorted(touched))
        question = FightWhom(offers=offers, default=offers[0].key, attacker=attacker)
        target = table.ask(lookup.deciders(table.state, attacker), question, rule="DD-CHG-06").target
    meet(table, attacker, target)


def meet(table: Table[DozenDieState], attacker: str, defender: str, *, skill: Skill | None = None) -> None:
    """The two fight, or the attacker uses a skill in contact; then all attackers leave contact.

    [DD-CHG-05, DD-CHG-06, DD-CHG-07]  The push of these two is settled before all others move.  [DD-PUSH-09]
    In a pack whose other miniatures still have their part of the order to do, it waits for them.  [DD-GAP-22]
    """
    used = skill.id if skill else None
    if _waits(table.state, attacker):
        table.emit(ContactHeld(attacker=attacker, defender=defender, used=used), rule="DD-GAP-22")
        return
    activation = table.state.own.activation
    activated = activation is not None and attacker in activation.figures
    attackers = activation.figures if activation is not None and activated else (attacker,)
    table.emit(ContactMade(attacker=attacker, defender=defender, used=used), rule="DD-CHG-05")
    _decide(table, attacker, defender, skill)
    push.separate(table, attackers, defender)


def _decide(table: Table[DozenDieState], attacker: str, defender: str, skill: Skill | None) -> None:
    """Its result does not outlast the order: with another order left the attacker may charge again, whoever won.

    [DD-CHG-09, DD-GAP-37]
    """
    reactions.to_charge(table, attacker, defender)
    if not board.touches(table.state, attacker, defender):
        return
    if skill is None:
        melee.fight(table, attacker, defender)
    else:
        _use(table, attacker, defender, skill)


# -- packs
def _waits(state: DozenDieFight, attacker: str) -> bool:
    """Whether a contact is fought later: it is one of a pack, of which others have not finished the order.

    So is the contact of the last miniature, if another is held: only one of all is fought.
    """
    activation = state.own.activation
    if activation is None or attacker not in activation.figures:
        return False
    others = (who for who in activation.figures if who != attacker and who not in activation.done)
    return bool(activation.held) or any(lookup.standing(state, who) for who in others)


def settle(table: Table[DozenDieState]) -> None:
    """The pack's order is over: one miniature in contact fights, then all leave contact.  [DD-GAP-22, DD-W11]"""
    activation = table.state.own.activation
    if activation is None or not activation.held:
        return
    pairs = {f"{c.attacker}-{c.defender}": c for c in activation.held if _lasts(table.state, c)}
    if not pairs:
        return
    chosen = next(iter(pairs.values()))
    if len(pairs) > 1:
        chosen = pairs[_picked(table, pairs)]
    if _lasts(table.state, chosen):
        skills = lookup.figure(table.state, chosen.attacker).skills
        table.emit(ContactMade(attacker=chosen.attacker, defender=chosen.defender, used=chosen.used), rule="DD-GAP-22")
        _decide(table, chosen.attacker, chosen.defender, skills[chosen.used] if chosen.used is not None else None)
    push.separate(table, activation.figures, chosen.defender)


def _lasts(state: DozenDieFight, contact: Contact) -> bool:
    """Whether two figures that came into contact still are: both stand, and nothing has moved them apart."""
    standing = lookup.standing(state, contact.attacker) and lookup.standing(state, contact.defender)
    return standing and board.touches(state, contact.attacker, contact.defender)


def _picked(table: Table[DozenDieState], pairs: Mapping[str, Contact]) -> str:
    """The key of the pair that fights."""
    offers = tuple(
        Offer(key=key, body=Paired(attacker=c.attacker, defender=c.defender), rule="DD-GAP-22")
        for key, c in pairs.items()
    )
    attackers = tuple(dict.fromkeys(c.attacker for c in pairs.values()))
    question = WhichFights(offers=offers, default=offers[0].key, attackers=attackers)
    answer = table.ask(lookup.deciders(table.state, attackers[0]), question, rule="DD-GAP-22")
    return f"{answer.attacker}-{answer.defender}"


def _use(table: Table[DozenDieState], attacker: str, defender: str, skill: Skill) -> None:
    """The defender resists: a success applies the skill and pushes the defender; without one the attacker is pushed.

    [DD-CHG-10, DD-GAP-43]
    """
    successes = conflicts.opposed(table, attacker, defender, skill)
    cause = table.last
    if not successes:
        push.push(table, defender, attacker, rule="DD-CHG-10", cause=cause, touching=True)
        return
    if skill.effect is not Effect.PUSH:
        effects.work(table, attacker, skill, successes, targets=(defender,), cause=cause)
    push.push(table, attacker, defender, rule="DD-CHG-10", cause=cause, touching=True)
