"""Which spells somebody casts who plays itself: an affordable legal one that serves.  [MM-ENM-08, MM-ENM-13, RUL-75]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from engine.kit import Order
from engine.systems.mongolian_mercenaries.content.kinds import Does, Spell, SpellType, When
from engine.systems.mongolian_mercenaries.rules.attack import behaviour
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, MercenariesFight
from engine.systems.mongolian_mercenaries.rules.magic import casting, known_spells, targets
from engine.systems.mongolian_mercenaries.rules.magic.orders import Cast


def best(state: MercenariesFight, who: str) -> Iterator[Order]:
    """Spells that harm come first. At opponents in the order in which it attacks them, at its own side the weakest
    first; none on whom that spell is at work already, and no healing of who lacks nothing.
    """
    ways = [
        known_spell
        for known_spell in known_spells.all_of(state, who)
        if known_spells.refusal(state, who, known_spell) is None
    ]
    for known in sorted(ways, key=lambda known_spell: SpellType.OFFENSIVE not in known_spell.spell.types):
        for offer in casting.offers_of(state, who, known):
            order = offer.body
            assert isinstance(order, Cast)
            if order.targets:
                order = structs.replace(order, targets=_preferred(state, who, known.spell))
                if order.targets:
                    yield order
            elif not _at_work(state, who, known.spell):
                yield order


def _preferred(state: MercenariesFight, who: str, spell: Spell) -> tuple[str, ...]:
    hostile = targets.harms(spell)
    found = [
        combatant
        for combatant in targets.legal(state, who, spell)
        if lookup.are_opponents(state, who, combatant) is hostile and _serves(state, combatant, spell)
    ]
    if hostile:
        key = behaviour.prey_first(state, who)
        return tuple(sorted(found, key=key)[: spell.targets])
    return tuple(sorted(found, key=lambda combatant: lookup.vital(state, combatant, HEALTH))[: spell.targets])


def _serves(state: MercenariesFight, target: str, spell: Spell) -> bool:
    does = {effect.does for ability in spell.abilities if ability.when is When.USED for effect in ability.effects}
    if does == {Does.HEAL}:
        health = state.fight.combatants[target].vitals[HEALTH]
        return health.max is not None and health.now < health.max
    return not _at_work(state, target, spell)


def _at_work(state: MercenariesFight, who: str, spell: Spell) -> bool:
    """Whether it goes on already, on somebody or on the field."""
    return any(force.source == spell.id and force.bearer in (who, "") for force in state.own.forces)
