"""At whom a spell can be cast, and who is reached by it.  [MM-MAG-09 to MM-MAG-11, MM-MAG-19, MM-GEN-04]"""

from __future__ import annotations

from engine.kit import RuleRefusal, WhyNot
from engine.systems.mongolian_mercenaries.cards.moments import Moment, Source, those, usable
from engine.systems.mongolian_mercenaries.content.kinds import (
    Area,
    Choice,
    Cover,
    Does,
    Manner,
    Spell,
    SpellType,
    When,
    Whom,
)
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup, positions
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.field import cover, light
from engine.systems.mongolian_mercenaries.sides import opposite

CHOSEN = (Choice.CHARACTER, Choice.OPPONENT, Choice.ALLY)
"""What is cast at combatants that are named."""


def source_of(spell: Spell) -> Source:
    """The spell as a card at work."""
    return Source(id=spell.id, abilities=spell.abilities)


def moment(
    state: MercenariesFight, who: str, target: str, spell: Spell, when: When, successes: int | None = None
) -> Moment:
    """A moment of a spell. target: "" for nobody."""
    return active_cards.moment(
        state, who, target, when=when, manner=Manner.SPELL, element=spell.element, successes=successes
    )


def legal(state: MercenariesFight, who: str, spell: Spell) -> tuple[str, ...]:
    """Whom a spell can be cast at: opponents first, where it harms; else the own side first."""
    mine = tuple(
        member for member in lookup.members(state, lookup.side_of(state, who)) if present(state, member, spell)
    )
    theirs = lookup.active_opponents(state, who)
    both = (*theirs, *mine) if harms(spell) else (*mine, *theirs)
    return tuple(combatant for combatant in both if refusal(state, who, combatant, spell) is None)


def harms(spell: Spell) -> bool:
    """Whether it deals damage, or is meant for opponents by what it does to the other.  [MM-MAG-07, MM-MAG-08]"""
    return SpellType.OFFENSIVE in spell.types or any(
        (effect.amount is not None and effect.amount.points < 0) or effect.does is Does.STATE
        for ability in spell.abilities
        for effect in ability.effects
    )


def refusal(state: MercenariesFight, who: str, target: str, spell: Spell) -> RuleRefusal | None:
    """Why a spell cannot be cast at somebody; None where it can. Reads what everybody sees.

    An immune target is legal: that need not be known.  [RUL-49]
    """
    state.fight.require(target)
    if not present(state, target, spell):
        return _no("targets: somebody on the field", "MM-GEN-04", why=WhyNot.NO_TARGET)
    opponents = lookup.are_opponents(state, who, target)
    if (spell.choice is Choice.OPPONENT and not opponents) or (spell.choice is Choice.ALLY and opponents):
        return _no("targets: the spell is for the other side", "MM-MAG-19", why=WhyNot.NO_TARGET)
    if target == who and (SpellType.TOUCH in spell.types or SpellType.OFFENSIVE in spell.types):
        return _no("targets: another than the caster", "RUL-24", why=WhyNot.NO_TARGET)
    if SpellType.PROJECTILE in spell.types:
        if cover.hidden(state, target):
            return _no("targets: it is hidden from a Projectile", "MM-MAG-09", why=WhyNot.NOT_SEEN)
        if opponents and light.too_dark(state, who, target):
            return _no("targets: too dark for a Projectile so far", "MM-MAG-09", why=WhyNot.NOT_SEEN)
    if target != who and not distances.within(state, who, target, spell.reach):
        touch = SpellType.TOUCH in spell.types
        rule = "MM-MAG-11" if touch else "MM-DIST-06" if spell.reach is None else "MM-POS-05"
        return _no("targets: out of the spell's range", rule)
    if not usable(moment(state, who, target, spell, When.USED), source_of(spell), who, (target,)):
        return _no("targets: the spell does nothing to it", "MM-ACT-17", why=WhyNot.NO_TARGET)
    return None


def present(state: MercenariesFight, who: str, spell: Spell) -> bool:
    """Whether somebody is there for a spell: on the field, or Dying where it fell, for what heals.  [RUL-56]"""
    if lookup.on_field(state, who):
        return True
    bearer = state.fight.combatants[who]
    heals = any(effect.does is Does.HEAL for ability in spell.abilities for effect in ability.effects)
    return heals and bearer.out == lookup.DYING and bearer.place is not None


def in_area(state: MercenariesFight, who: str, spell: Spell) -> tuple[str, ...]:
    """Everybody on the positions of a spell's area, friend or foe, as far as it reaches.  [MM-MAG-10, RUL-47]"""
    area = spell.area
    if area is None:
        return ()
    there = (
        combatant
        for combatant in lookup.active(state, side_of(state, who, area))
        if lookup.rank(state, combatant) in area.positions
    )
    return tuple(
        combatant for combatant in there if combatant == who or distances.within(state, who, combatant, spell.reach)
    )


def side_of(state: MercenariesFight, who: str, area: Area) -> str:
    """The side whose positions they are."""
    side = lookup.side_of(state, who)
    return side if area.own else opposite(side)


def reached(state: MercenariesFight, who: str, spell: Spell, targets: tuple[str, ...]) -> tuple[str, ...]:
    """All others on whom it works, in the order of its effects.  [MM-MAG-10, MM-MAG-19]"""
    found: dict[str, None] = {}
    now = moment(state, who, "", spell, When.USED)
    for ability in spell.abilities:
        if ability.when is When.USED:
            for effect in ability.effects:
                if effect.on is Whom.OTHER:
                    found |= dict.fromkeys(targets)
                elif effect.on not in (Whom.SELF, Whom.OWNER):
                    found |= dict.fromkeys(those(effect.on, now, who))
    return tuple(combatant for combatant in found if combatant != who and present(state, combatant, spell))


# -- positions
def summons(spell: Spell) -> bool:
    """Whether somebody appears."""
    return any(effect.does is Does.SUMMON for ability in spell.abilities for effect in ability.effects)


def places(state: MercenariesFight, who: str, spell: Spell) -> tuple[int, ...]:
    """Positions of the own side on which it can put what it makes.  [MM-MAG-15]"""
    side, there = lookup.side_of(state, who), lookup.battlefield(state)
    made = {effect.cover for ability in spell.abilities for effect in ability.effects if effect.does is Does.COVER}
    order = tuple(Cover)
    best = max((order.index(cover) for cover in made if cover is not None), default=len(order))
    return tuple(rank for rank in positions.standable(state, side) if order.index(there.at(side, rank).cover) < best)


def _no(reason: str, rule: str, why: WhyNot = WhyNot.OUT_OF_REACH) -> RuleRefusal:
    return RuleRefusal(reason, rule=rule, field="targets", why=why)
