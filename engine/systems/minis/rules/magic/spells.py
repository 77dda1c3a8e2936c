"""Spells cast at a mini or at oneself: harm, healing, and all that lasts.  [MN-SPL-01 to MN-SPL-08]

What a lasting spell does is read where it matters, from its condition: movement, initiative, armour, water, orders.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.content.kinds import Aim, DamageType, Lasting
from engine.systems.minis.rules.basics import lookup, positions
from engine.systems.minis.rules.basics.armor import Pierces
from engine.systems.minis.rules.basics.lookup import LIFE, MinisFight
from engine.systems.minis.rules.basics.sums import Sum, because
from engine.systems.minis.rules.combat import damage
from engine.systems.minis.rules.ground import unseen_ground
from engine.systems.minis.rules.magic import bidding, control, effects, magic
from engine.systems.minis.rules.magic.events import LifeRegained, NoEffect
from engine.systems.minis.rules.magic.orders import Cast
from engine.systems.minis.state import MinisState

PIERCES = {DamageType.ELECTRICITY: Pierces.METAL, DamageType.FIRE: Pierces.NON_METAL}
"""The armour that spells of a type go through.  [MN-ARM-02, MN-ARM-03]"""


# -- what forbids it
def check(state: MinisFight, order: Cast) -> None:
    """RuleRefusal where the spell cannot be cast at its target. Any mini may be one, the caster too.  [MN-GAP-51]"""
    spell = SPELLS[order.spell]
    magic.require_nothing(order, "place", "facing", "bidding")
    if spell.aim is Aim.SELF:
        if order.target not in (None, order.combatant):
            raise RuleRefusal("target: this spell is for its caster", rule=spell.rule, field="target")
        return
    if order.target is None:
        raise RuleRefusal("target: needed for this spell", rule=spell.rule, field="target")
    require_target(state, order.target)
    if order.spell == effects.COMMAND:
        _require_foreign(state, order.combatant, order.target)
    magic.band_at_mini(state, order.combatant, order.spell, order.target)


def require_target(state: MinisFight, target: str) -> None:
    """RuleRefusal unless somebody is in play: nobody revives the fallen.  [MN-GAP-24]"""
    state.fight.require(target)
    if not lookup.in_play(state, target):
        raise RuleRefusal(f"{target} is out of play", rule="MN-GAP-24", field="target", why=WhyNot.NO_TARGET)


def _require_foreign(state: MinisFight, who: str, target: str) -> None:
    """RuleRefusal for a Command on a mini that one controls already by other means.  [MN-GAP-51]"""
    bearer = state.fight.combatants[target]
    mine = lookup.side_of(state, target) == lookup.side_of(state, who)
    if mine and not bearer.has(effects.COMMAND) and state.fight.holders(target) == state.fight.holders(who):
        raise RuleRefusal(
            f"{target} is under your control already", rule="MN-GAP-51", field="target", why=WhyNot.NO_TARGET
        )


# -- playing it
def do(table: Table[MinisState], order: Cast) -> None:
    """Spend the spell attack, roll unless the spell is for its caster alone, and do what it does.  [MN-GAP-20]"""
    who, spell = order.combatant, SPELLS[order.spell]
    target = who if spell.aim is Aim.SELF or order.target is None else order.target
    if not magic.spend(table, who, order.spell, target=target):
        return
    cause: int | None = 0
    if spell.aim is not Aim.SELF:
        band = magic.band_at_mini(unseen_ground.as_known(table, who), who, order.spell, target)
        if target != who and unseen_ground.shields(table, who, target):
            return
        cause = magic.roll(table, who, order.spell, band, target)
    if cause is None:
        return
    if spell.damage is not None:
        damage.harm(table, who, target, hit(table.state, who, target, order.spell), rule=spell.rule, cause=cause)
        damage.settle(table)
    if spell.healing is not None:
        _heal(table, who, target, order.spell, cause)
    lasts = spell.lasting is not Lasting.IMMEDIATE and effects.begin(table, who, target, order.spell, cause=cause)
    if lasts and order.spell == effects.COMMAND:
        control.take(table, who, target)
        bidding.ask_first(table, who, target)


def hit(state: MinisFight, who: str, target: str, spell: str) -> damage.Hit:
    """What a spell that does harm comes to on a mini: so much, and one more for each level of the caster.

    [MN-SPL-01, MN-SPL-02, MN-SPL-09, MN-GAP-19]
    """
    found = SPELLS[spell]
    base = Sum().plus(spell, found.damage or 0, found.rule).plus("level", lookup.mini(state, who).level, found.rule)
    return damage.Hit(
        spell,
        base,
        flank=target != who and positions.from_flank(state, who, target),
        damage_type=found.damage_type,
        spell=True,
        pierces=PIERCES.get(found.damage_type, Pierces.NOTHING) if found.damage_type else Pierces.NOTHING,
    )


def _heal(table: Table[MinisState], who: str, target: str, spell: str, cause: int) -> None:
    """Not above the maximum.  [MN-SPL-06, MN-GAP-24]"""
    found, vital = SPELLS[spell], table.state.fight.combatants[target].vitals[LIFE]
    total = Sum().plus(spell, found.healing or 0, found.rule)
    total = total.plus("level", lookup.mini(table.state, who).level, found.rule, who=who)
    room = max(vital.max - vital.now, 0) if vital.max is not None else total.total
    if room < 1:
        table.emit(NoEffect(combatant=target, spell=spell, reason=effects.UNHURT), rule="MN-GAP-24")
        return
    if total.total > room:
        total = total.to("maximum", room, "MN-GAP-24")
    event = LifeRegained(combatant=target, caster=who, spell=spell, healed=total.total)
    version = table.emit(event, rule=found.rule, because=because(cause, healed=total))
    table.change(target, LIFE, total.total, rule="MN-GAP-24", because=because(version))


# -- offers
def options(state: MinisFight, who: str, spell: str) -> Iterator[Offer[Order]]:
    """One offer for a spell with everybody it can be cast at; a second one for those on whom it would last no turn.

    [DW-10, MN-GAP-39]
    """
    found = SPELLS[spell]
    if found.aim is Aim.SELF:
        yield Offer(f"cast-{spell}", Cast(combatant=who, spell=spell, target=who), found.rule)
        return
    possible = [target for target in _listed(state, who, spell) if _possible(state, who, spell, target)]
    for vain in (False, True):
        targets = tuple(target for target in possible if effects.in_vain(state, who, target, spell) is vain)
        if targets:
            key = f"cast-{spell}-in-vain" if vain else f"cast-{spell}"
            body = Cast(combatant=who, spell=spell, target=targets[0])
            rule = "MN-GAP-39" if vain else found.rule
            yield Offer(key, body, rule, (Field("target", "one", targets),))


def _listed(state: MinisFight, who: str, spell: str) -> tuple[str, ...]:
    """Everybody in play: friends first for what helps, enemies first for what harms."""
    foes = set(lookup.enemies(state, who))
    helps = SPELLS[spell].helps
    return tuple(sorted(lookup.here(state), key=lambda combatant: (combatant in foes) is helps))


def _possible(state: MinisFight, who: str, spell: str, target: str) -> bool:
    try:
        check(state, Cast(combatant=who, spell=spell, target=target))
    except RuleRefusal:
        return False
    return True
