"""Spells: slots, saving throws, and concentration."""

from __future__ import annotations

from collections.abc import Iterator

import engine.kit as k
from delve.chapters import basics as b
from delve.chapters import fighting
from delve.model import Cast, Spell, SpellCast


def castable(seen: b.Seen, who: str) -> list[Spell]:
    """The spells that a combatant knows and has a slot for."""
    known = [b.SPELLS[id] for id in b.creature_of(seen, who).spells]
    return [spell for spell in known if spell.free or seen.own.fighters[who].slots > 0]


def aims(seen: b.Seen, who: str, spell: Spell) -> tuple[str, ...]:
    """Whom a spell can be cast at."""
    side = seen.fight.combatants[who].side
    there = [creature for creature in seen.fight.standing if (creature.side == side) is spell.friend]
    near = [creature for creature in there if b.distance(seen.fight, who, creature.id) <= spell.reach]
    return tuple(creature.id for creature in near if _helped(creature, spell))


def _helped(creature: k.Combatant, spell: Spell) -> bool:
    points = creature.vitals.get("points")
    if spell.mend:
        return points is None or points.max is None or points.now < points.max
    return b.able(creature) and (bool(spell.harm) or not creature.has(spell.condition))


def offers(seen: b.Seen, who: str) -> Iterator[k.Offer[k.Order]]:
    """A spell after the other, each with whom it can be cast at."""
    for spell in castable(seen, who) if seen.own.fighters[who].action else ():
        if there := aims(seen, who, spell):
            body = Cast(combatant=who, spell=spell.id, target=there[0])
            yield k.Offer(f"cast-{spell.id}", body, "DV-MAGIC", (k.Field("target", "one", there),))


def cast(table: b.Delve, order: Cast) -> None:
    """Harm, mend, or bring a condition; a new concentration ends the one before."""
    who, target, seen = order.combatant, order.target, table.seen(table.seat)
    spell = b.SPELLS.get(order.spell)
    if spell is None or spell not in castable(seen, who):
        raise k.RuleRefusal("that spell cannot be cast now", rule="DV-MAGIC", field="spell")
    if target not in aims(seen, who, spell):
        raise k.RuleRefusal("that spell does not reach there", rule="DV-MAGIC", field="target")
    b.act(table, who, slots=table.state.own.fighters[who].slots - (not spell.free))
    if spell.held:
        b.let_go(table, who)
    saved = bool(spell.save) and b.saves(table, target, spell.save, "save", "DV-MAGIC")
    table.emit(SpellCast(combatant=who, target=target, spell=spell.id, saved=saved), rule="DV-MAGIC")
    dice = spell.harm or spell.mend
    points = sum(table.roll(dice, by=who, why=spell.id, rule="DV-MAGIC")) if dice else 0
    if spell.harm:
        fighting.hurt(table, target, points // 2 if saved else points)
    if spell.mend:
        table.change(target, "points", points, rule="DV-MAGIC")
        fighting.fall_or_rise(table, target)
    if spell.condition and not saved and b.able(table.state.fight.combatants[target]):
        b.gain(table, target, spell.condition, who, b.HELD if spell.held else "")
