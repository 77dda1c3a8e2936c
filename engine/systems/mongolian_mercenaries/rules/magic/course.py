"""The course of a spell, window after window.

Declared, reactions, paid, tested, magic resistance, Lucky Break, resistance tests, effects.  [RUL-45, MM-MAG-21]
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from engine.kernel.authoring.system import Table
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.moments import Applied, Moment, used
from engine.systems.mongolian_mercenaries.content.kinds import Does, Effect, Figure, Formula, Spell, When, Whom
from engine.systems.mongolian_mercenaries.events import Form, Purpose, SpellDeclared, SpellEnded, SpellOutcome
from engine.systems.mongolian_mercenaries.rules import at_work, effects, lasting, lookup, reactions
from engine.systems.mongolian_mercenaries.rules.attack.hits import SUCCESS
from engine.systems.mongolian_mercenaries.rules.field import ground
from engine.systems.mongolian_mercenaries.rules.lookup import MM, POWER
from engine.systems.mongolian_mercenaries.rules.magic import dealing, knowing, resistance, targets
from engine.systems.mongolian_mercenaries.rules.magic.knowing import Known
from engine.systems.mongolian_mercenaries.rules.roll import pipeline
from engine.systems.mongolian_mercenaries.rules.roll.plan import Plan
from engine.systems.mongolian_mercenaries.rules.sums import Part, Parts, because
from engine.systems.mongolian_mercenaries.state import Own

RULE = "MM-MAG-21"
DICE = (Figure.SPELL_DICE, Figure.TEST_DICE)
"""What changes the dice of a spell test."""


class Casting(Struct, frozen=True, kw_only=True):
    """A declared spell. targets: named, or standing in its area; of a spell for the caster alone itself."""

    caster: str
    known: Known
    targets: tuple[str, ...] = ()
    position: int | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """Those that its caster has named; who stands in an area may be hidden from it."""
        return self.targets if self.spell.choice in targets.CHOSEN else ()

    @property
    def spell(self) -> Spell:
        """Its card."""
        return self.known.spell


def play(table: Table[Own], cast: Casting) -> None:
    """A spell from its declaration to its last effect."""
    who, spell = cast.caster, cast.spell
    declared = SpellDeclared(
        combatant=who,
        spell=spell.id,
        held_in=cast.known.held_in,
        targets=cast.named,
        position=cast.position,
    )
    table.emit(declared, rule="MM-ACT-08")
    brought = _reactions(table, cast)
    if not lookup.on_field(table.state, who):
        return
    pay(table, cast)
    reached = targets.reached(table.state, who, spell, cast.targets)
    plan = plan_of(table.state, cast, reached, brought)
    result = pipeline.resolve(table, plan, odds=lambda one: resistance.odds(table.state, who, reached, spell, one.left))
    lasting.after_test(table, who, *DICE)
    if not result.passed:
        _fails(table, cast, result.successes)
        return
    if not reached:
        ended = SpellEnded(combatant=who, spell=spell.id, outcome=SpellOutcome.WORKS, successes=result.successes)
        table.emit(ended, rule=RULE)
    kept = _works(table, cast, reached, result.successes)
    if kept or not reached or who in cast.targets:
        _on_self(table, cast, result.successes)


def _reactions(table: Table[Own], cast: Casting) -> tuple[Applied, ...]:
    """Opponents at whom it is cast may react; then Reaction spells on them.  [MM-DW-14, MM-DW-15, MM-MAG-18]"""
    brought: tuple[Applied, ...] = ()
    for target in cast.targets:
        if not lookup.are_opponents(table.state, cast.caster, target):
            continue

        def make(state: MM, target: str = target) -> Moment:
            return targets.moment(state, cast.caster, target, cast.spell, When.ATTACKED)

        brought += reactions.occur(table, make, window="MM-DW-14")
        brought += effects.work_all(table, make, rule="MM-MAG-18")
        if not lookup.on_field(table.state, cast.caster):
            return brought
    return brought


def pay(table: Table[Own], cast: Casting) -> None:
    """Power, also where it fails; a scroll is used up, rune and book are not.  [RUL-44, RUL-48]"""
    table.change(
        cast.caster,
        POWER,
        -cast.spell.power,
        rule="MM-MAG-01",
        because=because(change=(Part(cast.spell.id, -cast.spell.power, "MM-MAG-01"),)),
    )
    if cast.known.held_in is not None:
        knowing.use_up(table, cast.caster, cast.known.held_in)


# -- the test
def plan_of(state: MM, cast: Casting, reached: tuple[str, ...], more: tuple[Applied, ...] = ()) -> Plan:
    """T8(school + modifiers); it fails where magic resistance leaves nothing against anybody.  [MM-MAG-21, RUL-34]"""
    who, spell = cast.caster, cast.spell
    now = targets.moment(state, who, reached[0] if len(reached) == 1 else "", spell, When.ALWAYS)
    found = sums.figure(now, who, DICE, more=more)
    modifiers: Parts = at_work.parts_of(found, who)

    def passes(faces: tuple[int, ...]) -> bool:
        successes = sum(face >= SUCCESS for face in faces)
        return successes > 0 and (
            not reached or any(resistance.left(state, who, one, spell, successes) > 0 for one in reached)
        )

    return Plan(
        tester=who,
        purpose=Purpose.SPELL,
        form=Form.SUCCESS,
        tested=spell.school,
        value=Part(spell.school, knowing.pool(state, who, cast.known), "MM-SKILL-13", who=who),
        modifiers=modifiers,
        opponent=cast.named[0] if len(cast.named) == 1 and cast.named[0] != who else None,
        means=spell.id,
        passes=passes,
        rule=RULE,
    )


def _fails(table: Table[Own], cast: Casting, successes: int) -> None:
    """No effect; some spells say a bad one.  [MM-MAG-21]"""
    who, spell = cast.caster, cast.spell
    outcome = SpellOutcome.WEAKENED if successes else SpellOutcome.FAILED
    table.emit(SpellEnded(combatant=who, spell=spell.id, outcome=outcome), rule="MM-RES-03" if successes else RULE)
    now = targets.moment(table.state, who, "", spell, When.FAILED, 0)
    for one in used(now, targets.source_of(spell), who, cast.targets):
        effects.carry_out(table, one, now, rule=RULE, card=spell.abilities)


# -- whom it works on
def _screened(table: Table[Own], cast: Casting, reached: tuple[str, ...], successes: int) -> dict[str, int]:
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


def _outcome(table: Table[Own], cast: Casting, target: str, against: int) -> tuple[SpellOutcome, str]:
    who, spell, state = cast.caster, cast.spell, table.state
    if resistance.immune(state, who, target, spell):
        return SpellOutcome.IMMUNE, "MM-RES-05"
    if against < 1:
        return SpellOutcome.WEAKENED, "MM-RES-03"
    free = resistance.irresistible(state, who, target, spell, against)
    if not free and resistance.resists(table, target, against=who, means=spell.id):
        return SpellOutcome.RESISTED, "MM-RES-01"
    return SpellOutcome.WORKS, RULE


def _works(table: Table[Own], cast: Casting, reached: tuple[str, ...], successes: int) -> bool:
    """Each target's resistance and what the spell does to it, one after another; whether it works on anybody.

    What is dealt out is so among those who have not resisted, so that all resistance comes first then.
    Damage is the number of its text: Armour is ignored, percents and the wound table are not.
    [MM-MAG-10, MM-DW-18, MM-DW-19, RUL-45, RUL-46]
    """
    shared = [
        one
        for ability in cast.spell.abilities
        if ability.when is When.USED
        for one in ability.effects
        if one.shared and one.amount is not None
    ]
    if not shared:
        kept = False
        for target in reached:
            for one, against in _screened(table, cast, (target,), successes).items():
                kept = True
                _on_one(table, cast, one, against, {})
        return kept
    among = _screened(table, cast, reached, successes)
    dealt: dict[Effect, Mapping[str, int]] = {}
    for effect in shared:
        assert effect.amount is not None
        dealt[effect] = dealing.shares(table, cast.caster, cast.spell.id, effect.amount, tuple(among), successes)
    for target, against in among.items():
        _on_one(table, cast, target, against, dealt)
    return bool(among)


def _on_one(
    table: Table[Own], cast: Casting, target: str, against: int, dealt: Mapping[Effect, Mapping[str, int]]
) -> None:
    named = (target,) if target in cast.targets else ()
    now = targets.moment(table.state, cast.caster, target, cast.spell, When.USED, against)
    for one in used(now, targets.source_of(cast.spell), cast.caster, named):
        if one.effect.on in (Whom.SELF, Whom.OWNER) or target not in one.on:
            continue
        effect = one.effect
        if effect in dealt:
            effect = _share(table.state, cast, effect, target, dealt[effect].get(target, 0))
        _carry(table, cast, structs.replace(one, effect=effect, on=(target,)), now)


def _share(state: MM, cast: Casting, effect: Effect, target: str, parts: int) -> Effect:
    """A target's share; magic resistance takes of the successes in it.  [MM-RES-03, MM-DW-19]"""
    assert effect.amount is not None
    worth = dealing.worth(effect.amount)
    if dealing.by_success(effect.amount):
        parts = resistance.left(state, cast.caster, target, cast.spell, parts)
    return structs.replace(effect, amount=Formula(points=parts * worth), shared=False)


def _on_self(table: Table[Own], cast: Casting, successes: int) -> None:
    """What the card does to its caster, or on the field, once."""
    now = targets.moment(table.state, cast.caster, "", cast.spell, When.USED, successes)
    own = (cast.caster,) if cast.caster in cast.targets else ()
    for one in used(now, targets.source_of(cast.spell), cast.caster, own):
        if one.effect.on in (Whom.SELF, Whom.OWNER):
            _carry(table, cast, one, now)
        elif cast.caster in one.on:
            _carry(table, cast, structs.replace(one, on=(cast.caster,)), now)


def _carry(table: Table[Own], cast: Casting, one: Applied, now: Moment) -> None:
    """One effect; cover comes onto the position that was named.  [MM-MAG-15]"""
    if one.effect.does is Does.COVER and cast.position is not None:
        side = lookup.side_of(table.state, cast.caster)
        ground.change(table, side, cast.position, rule="MM-MAG-15", cover=one.effect.cover)
    elif one.effect.does is not Does.IRRESISTIBLE and lookup.in_play(table.state, cast.caster):
        effects.carry_out(table, one, now, rule=RULE, card=cast.spell.abilities)
