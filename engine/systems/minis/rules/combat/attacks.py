"""The order to attack: which of the four kinds it is, and what forbids it.  [MN-CBT-01, MN-GAP-07]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.kit import Field, Offer, Order, RuleRefusal, Table
from engine.systems.minis.content.kinds import Band, Weapon
from engine.systems.minis.rules.basics import ability, chances, lookup, positions, refusals, weapons
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.combat import damage, exchange, opportunity, strikes
from engine.systems.minis.rules.combat.events import AttackBegan, Manner, Provocation
from engine.systems.minis.rules.combat.orders import Attack
from engine.systems.minis.rules.ground import hindrances, unseen_ground, water
from engine.systems.minis.state import MinisState


class Aimed(Struct, frozen=True):
    """What an attack comes to. in_melee: within reach, whatever its kind. band: of a missile."""

    manner: Manner
    weapon: Weapon
    in_melee: bool
    band: Band | None = None


# -- what forbids it
def veto(state: MinisFight, who: str) -> RuleRefusal | None:
    """Why a mini cannot attack anybody now; None where it can.  [MN-RUN-04, MN-CBT-02]"""
    mini = lookup.mini(state, who)
    return hindrances.veto(
        state,
        who,
        running=refusals.running_cannot_fight,
        left=mini.attacks - mini.used.attacks,
        spent=refusals.no_attacks_left,
    )


def check(state: MinisFight, order: Attack) -> None:
    """RuleRefusal where this attack is not allowed now."""
    refused = veto(state, order.combatant)
    if refused is not None:
        raise refused
    state.fight.require(order.target)
    if order.target not in lookup.enemies(state, order.combatant):
        raise refusals.not_an_enemy(order.target)
    aimed(state, order.combatant, order.target, order.weapon)


def aimed(state: MinisFight, who: str, target: str, named: str | None) -> Aimed:
    """The kind of an attack, and its weapon. RuleRefusal where the position or the weapon does not allow any.

    In reach: a flank attack from the target's flank, else an exchange, or a strike at whoever cannot fight back; beyond
    it a missile. The target is in the attacker's front and in sight.  [MN-GAP-05, MN-GAP-07, MN-GAP-12]
    """
    _require_known(state, who, named)
    shot = None if positions.in_reach(state, who, target) else _missile(state, who, target, named)
    if not positions.looks_at(state, who, lookup.at(state, target)):
        raise refusals.not_in_front(who)
    if not positions.sees(state, who, lookup.at(state, target)):
        raise refusals.no_line_of_sight()
    if shot is not None:
        return shot
    arms = weapons.melee(state, who)
    if named is not None and named not in arms:
        raise refusals.too_close_to_shoot()
    weapon = arms[named] if named is not None else next(iter(arms.values()))
    if positions.from_flank(state, who, target):
        return Aimed(Manner.FLANK, weapon, in_melee=True)
    return Aimed(Manner.OPEN if ability.may_fight(state, target) else Manner.OPPORTUNITY, weapon, in_melee=True)


def _require_known(state: MinisFight, who: str, named: str | None) -> None:
    """RuleRefusal for a weapon that it does not have."""
    if named is not None and named not in weapons.melee(state, who) and named not in weapons.missiles(state, who):
        raise RuleRefusal(f"{who} has no weapon {named!r}", rule="MN-GAP-52", field="weapon")


def _missile(state: MinisFight, who: str, target: str, named: str | None) -> Aimed:
    """Without a weapon named, the first that reaches."""
    missiles, squared = weapons.missiles(state, who), positions.squared(state, who, target)
    if not missiles or (named is not None and named not in missiles):
        raise refusals.not_engaged(squared)
    arms = (missiles[named],) if named is not None else tuple(missiles.values())
    for weapon in arms:
        band = chances.band_of(squared, weapon.max_range or 0)
        if band is not None:
            return Aimed(Manner.RANGE, weapon, in_melee=False, band=band)
    raise refusals.out_of_range(squared, max(weapon.max_range or 0 for weapon in arms))


# -- playing it
def do(table: Table[MinisState], order: Attack) -> None:
    """Spend an attack, and fight: every attack is one of its own.  [MN-CBT-02]"""
    who, target = order.combatant, order.target
    found = aimed(unseen_ground.as_known(table, who), who, target, order.weapon)
    wet = water.in_penalty(table.state, who)
    event = AttackBegan(combatant=who, target=target, manner=found.manner, in_water=wet)
    table.emit(event, rule="MN-CBT-02")
    if found.manner is Manner.RANGE and not opportunity.provoke(table, who, Provocation.SHOOTING):
        return
    if unseen_ground.shields(table, who, target):
        return
    match found.manner:
        case Manner.OPEN:
            exchange.fight(table, who, target, order.weapon)
        case Manner.FLANK:
            strikes.strike(table, who, target, found.weapon, found.manner, chances.flank_attack(table.state, who))
        case Manner.OPPORTUNITY:
            strikes.opportunity(table, who, target, found.weapon)
        case Manner.RANGE:
            assert found.band is not None
            flank = positions.from_flank(table.state, who, target)
            chance = chances.shot(table.state, who, target, found.band, flank=flank)
            strikes.strike(table, who, target, found.weapon, found.manner, chance, band=found.band)
    damage.settle(table)


# -- offers
def options(state: MinisFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each enemy that can be attacked, with the weapons that do it."""
    if veto(state, who) is not None:
        return
    for target in lookup.enemies(state, who):
        usable = tuple(weapon for weapon in (None, *_arms(state, who)) if _possible(state, who, target, weapon))
        if usable:
            body = Attack(combatant=who, target=target, weapon=usable[0])
            fields = (Field("weapon", "one", usable),)
            yield Offer(key=f"attack-{target}", body=body, rule="MN-CBT-01", fields=fields)


def _arms(state: MinisFight, who: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*weapons.melee(state, who), *weapons.missiles(state, who))))


def _possible(state: MinisFight, who: str, target: str, named: str | None) -> bool:
    try:
        aimed(state, who, target, named)
    except RuleRefusal:
        return False
    return True
