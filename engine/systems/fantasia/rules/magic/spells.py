"""Spells: known ones, their requirements, and their legal targets.  [FF-MAG-01, FF-MAG-04, FF-MAG-06]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.kit import Field, Offer, RuleRefusal, WhyNot
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Attribute, Category, Figure, Paradigm, Protection, Spell, Spread
from engine.systems.fantasia.content.statuses import AtEnd
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.dice import of_attribute
from engine.systems.fantasia.rules.basics.figures import Kind, Modifier, attribute, modifiers, times
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.aim import prone_terms
from engine.systems.fantasia.rules.board.events import Nature
from engine.systems.fantasia.rules.magic.orders import Cast
from engine.systems.fantasia.rules.magic.reflection import reached, throwing_back
from engine.systems.fantasia.rules.statuses.damage import critical, worst
from engine.systems.fantasia.rules.statuses.status import curable
from engine.systems.fantasia.rules.statuses.unconscious import raisable


def wears_heavy(state: FantasiaFight, who: str) -> bool:
    """Whether somebody wears heavy armour."""
    return not lookup.bare(state.fight.combatants[who]) and any(
        piece.protection is Protection.HEAVY for piece in lookup.figures(state, who).armor
    )


def require_paradigm(state: FantasiaFight, who: str, paradigm: Paradigm | None) -> None:
    """RuleRefusal for arcane magic in heavy armour; other magic stays usable.  [FF-MAG-06 to FF-MAG-08, FF-EQ-05]"""
    if paradigm is Paradigm.ARCANE and wears_heavy(state, who):
        raise RuleRefusal("arcane magic cannot be used in heavy armour", rule="FF-MAG-06", why=WhyNot.CONDITION)


def spell_of(state: FantasiaFight, who: str, spell: str) -> Spell:
    """A spell that the combatant knows and may use. RuleRefusal for any other."""
    known = lookup.figures(state, who).spells.get(spell)
    if known is None:
        raise RuleRefusal(f"spell: {who} does not know {spell!r}", rule="FF-MAG-01", field="spell")
    require_paradigm(state, who, known.paradigm)
    return known.spell


def weapon_bonus(state: FantasiaFight, who: str) -> int:
    """The best bonus of the magic weapons in hand, 0 without one: for roll and multiplier of spells.  [FF-MAG-02]"""
    bonuses = [h.weapon.bonus for h in lookup.in_hand(state, who).values() if h.weapon.category is Category.MAGIC]
    return max(bonuses, default=0)


def magic_terms(state: FantasiaFight, caster: str, target: str, spell: Spell) -> list[Modifier]:
    """The terms of a spell's MA: mind, the magic weapon, and all else.  [FF-STAT-03]"""
    which = Figure.MAGIC_ATTACK

    def term(change: int, source: str) -> Modifier:
        return Modifier(figure=which, change=change, source=source, carries="FF-STAT-03", kind=Kind.SHEET)

    return [
        term(attribute(state, caster, Attribute.MIND), "mind"),
        term(weapon_bonus(state, caster), "magic_weapon"),
        *modifiers(state, caster, which, facing=target),
        *prone_terms(state, caster, target, which, melee=spell.touch, firearm=False),
    ]


def mind_term(state: FantasiaFight, caster: str) -> totals.Total:
    """Mind, multiplied by the magic weapon's bonus; 0 or less is added once.  [FF-MAG-02, FF-MAG-03]"""
    mind = attribute(state, caster, Attribute.MIND)
    bonus = times(mind, weapon_bonus(state, caster))
    return totals.scaled(of_attribute(state, caster, Attribute.MIND), bonus, "magic_weapon", "FF-ATK-08")


# -- what may be ordered
def fitting(state: FantasiaFight, target: str, spell: Spell) -> bool:
    """Whether this spell can affect a target."""
    found = state.fight.combatants.get(target)
    if found is None:
        return False
    if spell.revive:
        return raisable(state, target)
    return (found.out is None and not lookup.dead(found)) or curable(found, spell.cures)


def _aimable(state: FantasiaFight, caster: str, spell: Spell) -> tuple[str, ...]:
    """Legal targets, in sight: of a beneficial spell first oneself and friends, of any other oneself last."""
    others = lookup.others(state, caster)
    whom = (*others, caster)
    if spell.beneficial:
        whom = (caster, *sorted(others, key=lambda c: c not in lookup.allies(state, caster)))
    return tuple(
        t for t in whom if fitting(state, t, spell) and distances.in_sight(state, caster, t, spell.range_metres)
    )


def most_targets(state: FantasiaFight, caster: str, spell: Spell, aimable: Sequence[str]) -> int:
    """How many targets may be named: of an area in a fight with places only the one at its centre."""
    match spell.spread:
        case Spread.SINGLE:
            return 1
        case Spread.NAMED:
            return min(spell.targets, len(aimable))
        case Spread.AREA:
            return 1 if distances.placed(state, caster) else len(aimable)


def check(state: FantasiaFight, order: Cast) -> None:
    """RuleRefusal unless this can be cast now: known, allowed in this armour, paid for, and with a target in range."""
    spell = spell_of(state, order.caster, order.spell)
    left = state.fight.combatants[order.caster].vitals["mp"].now
    if left < spell.mp:
        reason = f"{spell.id} costs {spell.mp} magic points, {left} are left"
        raise RuleRefusal(reason, rule="FF-STAT-06", field="spell", why=WhyNot.NO_MEANS)
    for target in order.targets:
        state.fight.require(target)
    aimable = _aimable(state, order.caster, spell)
    for target in order.targets:
        if not fitting(state, target, spell):
            reason = f"targets: {spell.id} does nothing for {target}"
            raise RuleRefusal(reason, rule="FF-MAG-01", field="targets", why=WhyNot.NO_TARGET)
        if target not in aimable:
            metres = spell.range_metres
            raise distances.unreached(state, order.caster, target, metres, rule="FF-MAG-01", field="targets")
    most = most_targets(state, order.caster, spell, aimable)
    if not 1 <= len(order.targets) <= most or len({*order.targets}) < len(order.targets):
        raise RuleRefusal(f"targets: 1 to {most}, each once", rule="FF-MAG-01", field="targets")


def options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Every spell that can be cast now."""
    for name, known in lookup.figures(state, who).spells.items():
        spell = known.spell
        if known.paradigm is Paradigm.ARCANE and wears_heavy(state, who):
            continue
        aimable = _aimable(state, who, spell)
        if not aimable or state.fight.combatants[who].vitals["mp"].now < spell.mp:
            continue
        most = most_targets(state, who, spell, aimable)
        yield Offer(
            key=f"cast-{name}",
            body=Cast(caster=who, spell=name, targets=aimable[:1]),
            rule="FF-MAG-04" if spell.beneficial else "FF-MAG-01",
            fields=(Field("targets", "some", aimable, least=1, most=most),),
        )


def affected(state: FantasiaFight, caster: str, spell: Spell, targets: Sequence[str]) -> tuple[str, ...]:
    """Everybody affected: those named, or all within the area around the target at its centre.

    A target without a place has nobody around it.
    """
    middle = targets[0]
    if spell.spread is not Spread.AREA or not distances.placed(state, caster) or not distances.placed(state, middle):
        return tuple(targets)
    return tuple(
        c.id
        for c in state.fight.combatants.values()
        if distances.placed(state, c.id)
        and fitting(state, c.id, spell)
        and distances.within(state, middle, c.id, spell.radius_metres)
    )


def _fells(state: FantasiaFight, who: str, status: str) -> bool:
    """Whether a status takes all its bearer's points when it expires.  [FF-ST-05, FF-ST-41]"""
    kind = CONDITIONS[status]
    return kind.at_end is AtEnd.FALL and not (kind.living and lookup.undead(state, who))


def peril(state: FantasiaFight, order: Cast) -> int:
    """The most points that casting this can cost its caster: as its target, in its area, reflected, by doom, or
    healed while undead.
    """
    caster = order.caster
    spell = lookup.figures(state, caster).spells[order.spell].spell
    targets = affected(state, caster, spell, order.targets)
    if caster not in reached(state, caster, spell, targets, throwing_back(state, caster, targets)):
        return 0
    hp, mind, sides = state.fight.combatants[caster].vitals["hp"].now, int(mind_term(state, caster)), 6
    harmful = lookup.undead(state, caster)
    if (harmful and spell.revive) or any(_fells(state, caster, what.status) for what in spell.inflicts):
        return hp
    doubled = () if spell.spread is Spread.AREA and len(targets) > 1 else (critical(state),)
    lost = 0
    if spell.damage is not None:
        points = spell.damage * sides + mind
        lost += worst(state, caster, points, nature=Nature.MAGIC, element=spell.element, outgoing=doubled, spell=True)
    if harmful and spell.heal is not None:
        lost += worst(state, caster, spell.heal * sides + mind, nature=Nature.MAGIC, spell=True)
    return lost
