"""Means of reacting: a loaded weapon, or a skill that is quick enough.  [DD-REA-16 to DD-REA-24]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from engine.kit import Place
from engine.systems.dozen_die.board.contact import in_contact
from engine.systems.dozen_die.board.footprint import Footprint, distance, footprint_at
from engine.systems.dozen_die.board.sight import sees
from engine.systems.dozen_die.content.kinds import Effect, Occasion, Reach, Skill, Speed
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, hiding
from engine.systems.dozen_die.rules.conflict import shots
from engine.systems.dozen_die.rules.conflict.effects import TAUNTED
from engine.systems.dozen_die.rules.conflict.questions import React

USES = {Speed.ONCE: 1, Speed.TWICE: 2}
"""How often a skill of a speed reacts in a round; others: whenever possible.  [DD-REA-18, DD-REA-19]"""

EFFECTS = {
    Occasion.MOVE: (Effect.HIT, Effect.HALT),
    Occasion.ACTION: (Effect.HIT, Effect.HINDER),
    None: (Effect.HIT,),
}
"""Effects a skill can have on the figure it interrupts in a move, in an action, or (None) in a charge."""


class Means(Struct, frozen=True):
    """One way to react: a weapon, or a skill. places: where it meets the target."""

    reactor: str
    weapon: str | None = None
    skill: str | None = None
    places: tuple[Place, ...] = ()

    @property
    def name(self) -> str:
        """The weapon or the skill."""
        return self.weapon or self.skill or ""

    @property
    def met(self) -> Place | None:
        """The default place to meet a mover: the last of them."""
        return self.places[-1] if self.places else None

    @property
    def key(self) -> str:
        """The key of its offer; no id holds a colon."""
        return f"{'shoot' if self.weapon else 'use'}:{self.reactor}:{self.name}"


def flaw(skill: Skill) -> str:
    """Why a skill cannot react as written; "" where it can, or is not meant to."""
    if skill.reaction is None:
        return ""
    if skill.reach is Reach.SELF:
        return "a reaction reaches somebody else: give it another reach"
    if (skill.reaction is Speed.CHARGE) == bool(skill.occasions):
        return "a reaction names its occasions, but for one to a charge, which names none"
    for occasion in skill.occasions or (None,):
        if skill.effect not in EFFECTS[occasion]:
            answered = occasion.value if occasion else "CHARGE"
            return f"in answer to a {answered} its effect is {' or '.join(e.value for e in EFFECTS[occasion])}"
    return ""


# -- who
def may_react(state: DozenDieFight, who: str, to: str) -> bool:
    """Whether a figure may interrupt another's order, if it has the means.

    It is foreign to the other and not of the side whose die it is  [DD-REA-01, DD-REA-02, DD-REA-03]; a neutral needs a
    talent  [DD-REA-04]. It has not reacted to this order yet  [DD-REA-20], is not taunted, and notices the other; a
    player who does not know of the other is not asked.
    """
    bearer, other = state.fight.combatants[who], state.fight.combatants[to]
    return (
        lookup.standing(state, who)
        and lookup.foreign(state, who, to)
        and bearer.side != lookup.active_side(state)
        and (not lookup.neutral(state, who) or any(talent.reacts for talent in lookup.figure(state, who).talents))
        and who not in state.own.reacted
        and not bearer.has(TAUNTED)
        and hiding.noticed(state, who, to)
        and all(state.fight.sees(seat, other) for seat in lookup.deciders(state, who))
    )


# -- means
def to_move(state: DozenDieFight, who: str, mover: str, ways: Sequence[Footprint]) -> tuple[Means, ...]:
    """Means to interrupt a move, meeting the mover on one of these places.

    The mover must be in sight there, and in reach; awareness does not count.  [DD-REA-10]
    """
    if not may_react(state, who, mover):
        return ()
    ready = (
        structs.replace(means, places=tuple(at.place for at in ways if _meets(state, who, at, squares)))
        for means, squares in _ready(state, who, mover, Occasion.MOVE)
    )
    return tuple(means for means in ready if means.places)


def to_action(state: DozenDieFight, who: str, actor: str) -> tuple[Means, ...]:
    """Means to interrupt an action: the actor is in sight, within awareness, and in reach.

    [DD-REA-14]
    """
    where = board.stand(state, actor)
    if where is None or not may_react(state, who, actor) or not _meets(state, who, where, lookup.figure(state, who).aw):
        return ()
    return tuple(
        means for means, squares in _ready(state, who, actor, Occasion.ACTION) if _meets(state, who, where, squares)
    )


def to_charge(state: DozenDieFight, who: str, attacker: str) -> tuple[Means, ...]:
    """Means of a charge's target before the melee: only a skill that is quick enough.

    [DD-REA-11, DD-REA-12, DD-REA-17, DD-REA-21]
    """
    if not may_react(state, who, attacker):
        return ()
    return tuple(
        Means(who, skill=skill.id) for skill in _skills(state, who, attacker) if skill.reaction is Speed.CHARGE
    )


def _ready(state: DozenDieFight, who: str, whom: str, occasion: Occasion) -> Iterator[tuple[Means, int | None]]:
    """(a way to react, how many squares it reaches; None: only somebody in contact)."""
    figure = lookup.figure(state, who)
    for name, weapon in figure.arms.items():
        if shots.can_shoot(state, who, name):
            yield Means(who, weapon=name), weapon.range_squares or 0
    for skill in _skills(state, who, whom):
        if occasion in skill.occasions and left(state, who, skill):
            match skill.reach:
                case Reach.SQUARES:
                    yield Means(who, skill=skill.id), skill.range_squares or 0
                case Reach.AWARENESS:
                    yield Means(who, skill=skill.id), figure.aw
                case _:
                    yield Means(who, skill=skill.id), None


def _skills(state: DozenDieFight, who: str, whom: str) -> Iterator[Skill]:
    """The learned skills that can react, and that work on the other figure."""
    figure, tags = lookup.figure(state, who), lookup.figure(state, whom).tags
    for name, skill in figure.skills.items():
        if skill.reaction is not None and figure.levels[name] > 0 and (skill.only is None or skill.only in tags):
            yield skill


def left(state: DozenDieFight, who: str, skill: Skill) -> bool:
    """Whether a skill may react once more in this round.  [DD-ROUND-02]"""
    most = USES.get(skill.reaction) if skill.reaction else None
    return most is None or lookup.figure(state, who).reactions_used.get(skill.id, 0) < most


def meets(state: DozenDieFight, chosen: React, target: str) -> bool:
    """Whether the figure that a reaction meets is in sight of the reactor; in contact where the skill is used so.

    A skill in answer to a charge needs neither.
    """
    size = lookup.figure(state, target).size
    met = footprint_at(chosen.place, size) if chosen.place is not None else board.stand(state, target)
    mine = board.stand(state, chosen.reactor)
    if met is None or mine is None:
        return True
    skill = lookup.figure(state, chosen.reactor).skills.get(chosen.skill or "")
    if skill is not None and skill.reaction is Speed.CHARGE:
        return True
    if not sees(board.land(state), mine, met):
        return False
    touching = skill is not None and skill.reach not in (Reach.SQUARES, Reach.AWARENESS)
    return not touching or in_contact(board.land(state), mine, met)


def _meets(state: DozenDieFight, who: str, other: Footprint, squares: int | None) -> bool:
    """Whether the figure there is in sight, at most so many squares away; None: in contact."""
    mine = board.stand(state, who)
    if mine is None or not sees(board.land(state), mine, other):
        return False
    return in_contact(board.land(state), mine, other) if squares is None else distance(mine, other) <= squares
