"""Which spells somebody can cast, from what, and with how many dice.  [MM-MAG-01 to MM-MAG-06, RUL-48]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.kit import RuleRefusal, Table, WhyNot
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.content.kinds import Activity, Spell, SpellType, Tier
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import POWER, MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import states
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.state import MercenariesState


class Known(Struct, frozen=True, kw_only=True):
    """A spell that somebody can try. held_in: the scroll, rune or book; None: it is learned.

    bonus: of that item, to the skill of the school.  [MM-MAG-06]
    """

    spell: Spell
    held_in: str | None = None
    bonus: int = 0


def all_of(state: MercenariesFight, who: str) -> Iterator[Known]:
    """Learned spells first, then those held at hand.  [MM-MAG-04]"""
    deck = deck_of(state.own.setup.cards)
    for key in lookup.figures(state, who).spells:
        if key in deck.spells:
            yield Known(spell=deck.spells[key])
    for key, item in carrying.spell_items(state, who).items():
        if item.spell is not None and item.spell in deck.spells:
            yield Known(spell=deck.spells[item.spell], held_in=key, bonus=item.bonus)


def use_up(table: Table[MercenariesState], who: str, key: str) -> None:
    """A scroll is used up by casting from it, rune and book are not.  [RUL-48]"""
    if carrying.spell_items(table.state, who)[key].consumed:
        carrying.discard(table, who, key, rule="RUL-48")


def find(state: MercenariesFight, who: str, spell: str, held_in: str | None) -> Known:
    """A spell of somebody's; RuleRefusal where it is not known.  [MM-MAG-04]"""
    for known in all_of(state, who):
        if (known.spell.id, known.held_in) == (spell, held_in):
            return known
    if held_in is not None:
        raise RuleRefusal(f"heldIn: no {held_in} with this spell is at hand", rule="MM-MAG-04", field="heldIn")
    raise RuleRefusal(f"spell: {spell} is not learned", rule="MM-MAG-04", field="spell")


def pool(state: MercenariesFight, who: str, known: Known) -> int:
    """The skill of the school, with the bonus of what the spell is cast from.  [MM-SKILL-13, MM-SKILL-14, RUL-48]"""
    return lookup.skill(state, who, known.spell.school) + known.bonus


def refusal(state: MercenariesFight, who: str, known: Known) -> RuleRefusal | None:
    """Why somebody cannot cast it now, whatever the target; None where it can."""
    spell, dice = known.spell, pool(state, who, known)
    if lookup.figures(state, who).skill(spell.school) < 0:
        return _no(f"spell: {spell.school} can never be acquired", "MM-SKILL-03")
    if dice <= 0:
        return _no(f"spell: it takes {spell.school}", "MM-MAG-05" if known.held_in is None else "MM-MAG-06")
    if spell.tier is Tier.ARCANE and dice < spell.tier.level:
        return _no(f"spell: an Arcane one takes {spell.school} of {spell.tier.level}", "MM-MAG-03")
    if lookup.vital(state, who, POWER) < spell.power:
        return _no(f"spell: it costs {spell.power} Power", "RUL-44", why=WhyNot.NO_MEANS)
    if SpellType.PROJECTILE in spell.types and lookup.fighter(state, who).crouched:
        return _no("spell: who crouches casts no Projectile", "RUL-83", why=WhyNot.CONDITION)
    return states.refusal(state, who, Activity.CAST)


def _no(reason: str, rule: str, why: WhyNot = WhyNot.NO_MEANS) -> RuleRefusal:
    return RuleRefusal(reason, rule=rule, field="spell", why=why)
