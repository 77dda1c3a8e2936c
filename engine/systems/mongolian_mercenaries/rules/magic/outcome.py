"""What a spell that has passed its test does to those whom it reaches, and to its caster.  [MM-MAG-21, RUL-45]"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards.moments import Applied, Moment, used
from engine.systems.mongolian_mercenaries.content.kinds import Does, Effect, Formula, When, Whom
from engine.systems.mongolian_mercenaries.rules.attack import effects
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.field import ground
from engine.systems.mongolian_mercenaries.rules.magic import dealing, resistance, targets
from engine.systems.mongolian_mercenaries.rules.magic.cast import Casting
from engine.systems.mongolian_mercenaries.rules.magic.events import SpellEnded, SpellOutcome
from engine.systems.mongolian_mercenaries.state import MercenariesState

RULE = "MM-MAG-21"


def _screened(
    table: Table[MercenariesState], cast: Casting, reached: tuple[str, ...], successes: int
) -> dict[str, int]:
    """Those on whom it works, with the successes against each.  [MM-RES-01 to MM-RES-06, RUL-45]"""
    kept: dict[str, int] = {}
    for target in reached:
        if not targets.present(table.state, target, cast.spell):
            continue
        against = resistance.left(table.state, cast.caster, target, cast.spell, successes)
        outcome, rule = _outcome(table, cast, target, against)
        if outcome is SpellOutcome.WORKS:
            kept[target] = against
        ended = SpellEnded(
            combatant=cast.caster, spell=cast.spell.id, outcome=outcome, target=target, successes=against
        )
        table.emit(ended, rule=rule)
    return kept


def _outcome(table: Table[MercenariesState], cast: Casting, target: str, against: int) -> tuple[SpellOutcome, str]:
    who, spell, state = cast.caster, cast.spell, table.state
    if resistance.immune(state, who, target, spell):
        return SpellOutcome.IMMUNE, "MM-RES-05"
    if against < 1:
        return SpellOutcome.WEAKENED, "MM-RES-03"
    free = resistance.irresistible(state, who, target, spell, against)
    if not free and resistance.resists(table, target, against=who, means=spell.id):
        return SpellOutcome.RESISTED, "MM-RES-01"
    return SpellOutcome.WORKS, RULE


def works(table: Table[MercenariesState], cast: Casting, reached: tuple[str, ...], successes: int) -> bool:
    """Each target's resistance and what the spell does to it, one after another; whether it works on anybody.

    What is dealt out is so among those who have not resisted, so that all resistance comes first then.
    Damage is the number of its text: Armour is ignored, percents and the wound table are not.
    [MM-MAG-10, MM-DW-18, MM-DW-19, RUL-45, RUL-46]
    """
    shared = [
        card_effect
        for ability in cast.spell.abilities
        if ability.when is When.USED
        for card_effect in ability.effects
        if card_effect.shared and card_effect.amount is not None
    ]
    if not shared:
        kept = False
        for target in reached:
            for combatant, against in _screened(table, cast, (target,), successes).items():
                kept = True
                _on_one(table, cast, combatant, against, {})
        return kept
    screened = _screened(table, cast, reached, successes)
    # Whom a ruling has taken away while resistance was typed or the shares were asked for has none.
    among = {
        combatant: left for combatant, left in screened.items() if targets.present(table.state, combatant, cast.spell)
    }
    dealt: dict[Effect, Mapping[str, int]] = {}
    for effect in shared:
        assert effect.amount is not None
        dealt[effect] = dealing.shares(table, cast.caster, cast.spell.id, effect.amount, tuple(among), successes)
    for target, against in among.items():
        _on_one(table, cast, target, against, dealt)
    return bool(among)


def _on_one(
    table: Table[MercenariesState], cast: Casting, target: str, against: int, dealt: Mapping[Effect, Mapping[str, int]]
) -> None:
    named = (target,) if target in cast.targets else ()
    now = targets.moment(table.state, cast.caster, target, cast.spell, When.USED, against)
    for card_effect in used(now, targets.source_of(cast.spell), cast.caster, named):
        if card_effect.effect.on in (Whom.SELF, Whom.OWNER) or target not in card_effect.on:
            continue
        effect = card_effect.effect
        if effect in dealt:
            effect = _share(table.state, cast, effect, target, dealt[effect].get(target, 0))
        _carry(table, cast, structs.replace(card_effect, effect=effect, on=(target,)), now)


def _share(state: MercenariesFight, cast: Casting, effect: Effect, target: str, parts: int) -> Effect:
    """A target's share; magic resistance takes of the successes in it.  [MM-RES-03, MM-DW-19]"""
    assert effect.amount is not None
    each = dealing.points_of(effect.amount)
    if dealing.by_success(effect.amount):
        parts = resistance.left(state, cast.caster, target, cast.spell, parts)
    return structs.replace(effect, amount=Formula(points=parts * each), shared=False)


def on_self(table: Table[MercenariesState], cast: Casting, successes: int) -> None:
    """What the card does to its caster, or on the field, once."""
    now = targets.moment(table.state, cast.caster, "", cast.spell, When.USED, successes)
    own = (cast.caster,) if cast.caster in cast.targets else ()
    for effect in used(now, targets.source_of(cast.spell), cast.caster, own):
        if effect.effect.on in (Whom.SELF, Whom.OWNER):
            _carry(table, cast, effect, now)
        elif cast.caster in effect.on:
            _carry(table, cast, structs.replace(effect, on=(cast.caster,)), now)


def _carry(table: Table[MercenariesState], cast: Casting, effect: Applied, now: Moment) -> None:
    """One effect; cover comes onto the position that was named.  [MM-MAG-15]"""
    if effect.effect.does is Does.COVER and cast.position is not None:
        side = lookup.side_of(table.state, cast.caster)
        ground.change(table, side, cast.position, rule="MM-MAG-15", cover=effect.effect.cover)
    elif effect.effect.does is not Does.IRRESISTIBLE and lookup.in_play(table.state, cast.caster):
        effects.carry_out(table, effect, now, rule=RULE, card=cast.spell.abilities)
