"""Who may strike freely at an order as it is given, on every way to provoke.  [SA-FREE-02, SA-FREE-03, SA-FREE-05]"""

from __future__ import annotations

from engine.kit import Order
from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.rules.actions.orders import FirstAid, Move
from engine.systems.saari.rules.attacks import area_attacks, areas, attacking, attacks, disengaging
from engine.systems.saari.rules.attacks.free_strikes import able_to_strike
from engine.systems.saari.rules.attacks.orders import Attack, AttackArea
from engine.systems.saari.rules.basics import companions, lookup, superiority
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.magic import spells
from engine.systems.saari.rules.magic.orders import Cast


def strikers(state: SaariFight, order: Order) -> tuple[str, ...]:
    """The enemies who may, as far as the state tells; what comes between changes it."""
    match order:
        case Move(combatant=who):
            return _at_leaving(state, who)
        case FirstAid(combatant=who):
            return able_to_strike(state, who)
        case Attack(combatant=who, target=target):
            way = attacking.way_of(state, order)
            return _at_attack(state, who, way[0], way[1], (target,))
        case AttackArea(combatant=who, means=means):
            kind = area_attacks.kind_of(state, who, means)
            return _at_attack(state, who, means, kind, order.victims or areas.there(state, who, order.to.zone or ""))
        case Cast(combatant=who):
            return _at_casting(state, order)
    return ()


def _at_leaving(state: SaariFight, who: str) -> tuple[str, ...]:
    """With superiority nobody.  [SA-MOVE-03]"""
    return () if superiority.has(state, who) else able_to_strike(state, who)


def _at_attack(state: SaariFight, who: str, means: str, kind: Kind, struck: tuple[str, ...]) -> tuple[str, ...]:
    """At who leaves its engagement for a blow, or shoots with what is not handy: not the only target.  [SA-SHOOT-03]"""
    against = tuple(companions.engaged_as(state, combatant) for combatant in struck)
    if kind is Kind.MELEE:
        foes = tuple(combatant for combatant in against if lookup.are_enemies(state, who, combatant))
        return _at_leaving(state, who) if disengaging.leaves_for(state, who, foes) else ()
    return () if attacks.is_handy(state, who, means) else _but(state, who, against)


def _at_casting(state: SaariFight, order: Cast) -> tuple[str, ...]:
    """By its text, by flying off, or as a shot.  [SA-SPELL-06, SA-MOVE-03, SA-SHOOT-05]"""
    who, spell = order.combatant, spells.spells(state, order.combatant).get(order.spell)
    if spell is None:
        return ()
    if spell.attack:
        there = areas.there(state, who, order.to.zone or "") if order.to is not None else ()
        struck = order.victims or there if spell.area else (order.target,) if order.target is not None else ()
        against = tuple(companions.engaged_as(state, combatant) for combatant in struck)
        return () if spell.handy else _but(state, who, against)
    if spell.provokes:
        return able_to_strike(state, who)
    return _at_leaving(state, who) if spell.moves else ()


def _but(state: SaariFight, who: str, against: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(combatant for combatant in able_to_strike(state, who) if (combatant,) != against)
