"""Effects of reaction abilities: avoid, take over, reduce, strike back.  [FF-REACT-01]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from msgspec import Struct, structs

from engine.kit import Offer, Table
from engine.systems.fantasia.content.kinds import Figure, Reaction, ReactionEffect
from engine.systems.fantasia.rules.attacks.events import AvoidanceTested, HitTakenOver, ReactionUsed
from engine.systems.fantasia.rules.attacks.hit_roll import Blow
from engine.systems.fantasia.rules.attacks.questions import UseReaction
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.dice import throw
from engine.systems.fantasia.rules.basics.figures import figure, terms_of
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.aim import attack_options
from engine.systems.fantasia.rules.board.known_ground import reached, tell_shielded
from engine.systems.fantasia.rules.board.orders import Attack
from engine.systems.fantasia.rules.statuses.events import ReactionSpent
from engine.systems.fantasia.rules.statuses.order_handlers import perform, refused
from engine.systems.fantasia.state import FantasiaState


class Moment(Enum):
    """Moments of reactions: a weapon has hit, magic has reached a target, a hit has dealt its damage."""

    HIT = "HIT"
    MAGIC = "MAGIC"
    WOUND = "WOUND"


class Assault(Struct, frozen=True, kw_only=True):
    """The attack that is reacted to. melee: whether it was made in melee. magic: a spell."""

    attacker: str
    melee: bool
    magic: bool = False


@dataclass(frozen=True)
class Effect:
    """One kind of reaction. when: its moment. options: every use of it. use: returns the remaining blows."""

    when: Moment
    options: Callable[[FantasiaFight, str, Reaction, Assault, Sequence[Blow]], Iterable[Offer[UseReaction]]]
    use: Callable[[Table[FantasiaState], str, Reaction, Assault, tuple[Blow, ...], UseReaction], tuple[Blow, ...]]


def reactions_at(state: FantasiaFight, who: str, moment: Moment) -> tuple[Reaction, ...]:
    """A combatant's reaction abilities for a moment."""
    return tuple(r for r in lookup.figures(state, who).reactions.values() if EFFECTS[r.effect].when is moment)


def _spend(table: Table[FantasiaState], who: str, reaction: Reaction) -> None:
    """Mark it as used; unless it is a free one, so is the one reaction between two turns."""
    table.emit(ReactionUsed(combatant=who, reaction=reaction.id), rule="FF-REACT-01")
    if not reaction.free and not reaction.uses:
        table.emit(ReactionSpent(combatant=who), rule="FF-REACT-02")


def _rule(reaction: Reaction) -> str:
    return "FF-REACT-03" if reaction.free else "FF-REACT-04" if reaction.uses else "FF-REACT-01"


def _offer(who: str, reaction: Reaction, target: str, key: str = "") -> Offer[UseReaction]:
    body = UseReaction(combatant=who, reaction=reaction.id, target=target)
    return Offer(key=f"{who}-{reaction.id}{key}", body=body, rule=_rule(reaction))


# -- on oneself, before it takes effect
def _own_blow(
    state: FantasiaFight, who: str, reaction: Reaction, assault: Assault, blows: Sequence[Blow]
) -> Iterable[Offer[UseReaction]]:
    if any(blow.target == who for blow in blows):
        yield _offer(who, reaction, who)


def _rolled_blow(
    state: FantasiaFight, who: str, reaction: Reaction, assault: Assault, blows: Sequence[Blow]
) -> Iterable[Offer[UseReaction]]:
    """A hit without a roll has no total to beat, and a hit taken over is accepted."""
    if any(blow.target == who and blow.total is not None and not blow.taken_over for blow in blows):
        yield _offer(who, reaction, who)


def _avoid(figured: Figure) -> Callable[..., tuple[Blow, ...]]:
    def use(
        table: Table[FantasiaState],
        who: str,
        reaction: Reaction,
        assault: Assault,
        blows: tuple[Blow, ...],
        answer: UseReaction,
    ) -> tuple[Blow, ...]:
        """2d + EV or BM: reaching the attack's total cancels it, for the reactor."""
        _spend(table, who, reaction)
        met = next(b for b in blows if b.target == who and b.total is not None and not b.taken_over)
        difficulty = totals.of_word("hit_total", met.total or 0, "FF-REACT-01")
        own = totals.of_modifiers(terms_of(table.state, who, figured), who, figure(table.state, who, figured))
        faces = throw(table, who, 2, own, why="avoid", rule="FF-REACT-01")
        thrown = totals.of_dice("2d6", sum(faces), table.last)
        # As with an attack, dice and total are open; the figure's terms belong to the roll.
        helped = totals.of_word(figured.value.lower(), figure(table.state, who, figured), "FF-STAT-05", who)
        total = totals.added(thrown, helped)
        passed = total >= difficulty
        table.emit(
            AvoidanceTested(
                combatant=who,
                attacker=assault.attacker,
                reaction=reaction.id,
                total=int(total),
                difficulty=int(difficulty),
                passed=passed,
            ),
            rule="FF-REACT-01",
            because=totals.why(met.version, total=total, difficulty=difficulty),
        )
        return tuple(b for b in blows if not passed or b.target != who or b.taken_over)

    return use


def _lower(
    table: Table[FantasiaState],
    who: str,
    reaction: Reaction,
    assault: Assault,
    blows: tuple[Blow, ...],
    answer: UseReaction,
) -> tuple[Blow, ...]:
    """Its damage is reduced by that much in the end."""
    _spend(table, who, reaction)
    less = totals.of_word(reaction.id, reaction.amount, "FF-REACT-01")
    return tuple(structs.replace(b, lowered=totals.added(b.lowered, less)) if b.target == who else b for b in blows)


# -- for an ally
def _beside(
    state: FantasiaFight, who: str, reaction: Reaction, assault: Assault, blows: Sequence[Blow]
) -> Iterable[Offer[UseReaction]]:
    """Adjacent allies who were hit; a hit taken over cannot be taken over again."""
    friends = lookup.allies(state, who)
    for blow in blows:
        near = blow.target in friends and distances.beside(state, who, blow.target)
        if near and not blow.taken_over:
            yield _offer(who, reaction, blow.target, f"-{blow.target}")


def _take(
    table: Table[FantasiaState],
    who: str,
    reaction: Reaction,
    assault: Assault,
    blows: tuple[Blow, ...],
    answer: UseReaction,
) -> tuple[Blow, ...]:
    """The reactor takes the hit as it is, without another roll."""
    _spend(table, who, reaction)
    near = reached(table, who, (answer.target,), lambda there, t: distances.beside(there, who, t))
    tell_shielded(table, who, (answer.target,), near, rule="FF-REACT-01")
    if not near:
        return blows
    met = next(b for b in blows if b.target == answer.target and not b.taken_over)
    taken = HitTakenOver(combatant=who, target=answer.target, attacker=assault.attacker)
    table.emit(taken, rule="FF-REACT-01", because=totals.why(met.version))
    return tuple(
        structs.replace(b, target=who, taken_over=True) if b.target == answer.target and not b.taken_over else b
        for b in blows
    )


# -- after the damage
def _strike_back(
    state: FantasiaFight, who: str, reaction: Reaction, assault: Assault, blows: Sequence[Blow]
) -> Iterable[Offer[UseReaction]]:
    """Every attack that reaches the attacker, while it stands."""
    attacker = state.fight.combatants.get(assault.attacker)
    if attacker is None or not lookup.standing(attacker) or all(blow.target != who for blow in blows):
        return
    for offer in attack_options(state, who, only=(assault.attacker,)):
        attack: Attack = offer.body
        if refused(state, attack) is not None:
            continue
        body = UseReaction(
            combatant=who,
            reaction=reaction.id,
            target=assault.attacker,
            weapon=attack.weapon,
            thrown=attack.thrown,
            attribute=attack.attribute,
        )
        yield Offer(
            key=f"{who}-{reaction.id}-{offer.key}",
            body=body,
            rule=_rule(reaction),
            fields=tuple(field for field in offer.fields if field.name != "target"),
        )


def _blow_back(
    table: Table[FantasiaState],
    who: str,
    reaction: Reaction,
    assault: Assault,
    blows: tuple[Blow, ...],
    answer: UseReaction,
) -> tuple[Blow, ...]:
    """One attack, regardless of multi-attack; others may react to it in turn."""
    _spend(table, who, reaction)
    attack = Attack(
        attacker=who,
        target=assault.attacker,
        weapon=answer.weapon or "",
        thrown=answer.thrown,
        attribute=answer.attribute,
    )
    perform(table, attack, single=True)
    return blows


EFFECTS = {
    ReactionEffect.AVOID_HIT: Effect(Moment.HIT, _rolled_blow, _avoid(Figure.EVASION)),
    ReactionEffect.AVOID_MAGIC: Effect(Moment.MAGIC, _rolled_blow, _avoid(Figure.MAGIC_BLOCK)),
    ReactionEffect.LOWER_DAMAGE: Effect(Moment.HIT, _own_blow, _lower),
    ReactionEffect.TAKE_HIT: Effect(Moment.HIT, _beside, _take),
    ReactionEffect.STRIKE_BACK: Effect(Moment.WOUND, _strike_back, _blow_back),
}
"""The effect and moment of each kind of reaction ability."""
