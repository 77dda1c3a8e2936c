"""The course of a spell, window after window.

Declared, reactions, paid, tested, magic resistance, Lucky Break, resistance tests, effects.  [RUL-45, MM-MAG-21]
"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.moments import Applied, Moment, used
from engine.systems.mongolian_mercenaries.content.kinds import Figure, When
from engine.systems.mongolian_mercenaries.rules.attack import effects, reactions
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import POWER, MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts, because
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, durations
from engine.systems.mongolian_mercenaries.rules.blows.hits import SUCCESS
from engine.systems.mongolian_mercenaries.rules.magic import known_spells, outcome, resistance, targets
from engine.systems.mongolian_mercenaries.rules.magic.cast import Casting
from engine.systems.mongolian_mercenaries.rules.magic.events import SpellDeclared, SpellEnded, SpellOutcome
from engine.systems.mongolian_mercenaries.rules.roll import pipeline
from engine.systems.mongolian_mercenaries.rules.roll.plan import Plan
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Form, Purpose

RULE = "MM-MAG-21"
DICE = (Figure.SPELL_DICE, Figure.TEST_DICE)
"""What changes the dice of a spell test."""


def play(table: Table[MercenariesState], cast: Casting) -> None:
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
    result = pipeline.resolve(
        table, plan, odds=lambda roll_plan: resistance.odds(table.state, who, reached, spell, roll_plan.left)
    )
    durations.after_test(table, who, *DICE)
    if not result.passed:
        _fails(table, cast, result.successes)
        return
    if not reached:
        ended = SpellEnded(combatant=who, spell=spell.id, outcome=SpellOutcome.WORKS, successes=result.successes)
        table.emit(ended, rule=RULE)
    kept = outcome.works(table, cast, reached, result.successes)
    if kept or not reached or who in cast.targets:
        outcome.on_self(table, cast, result.successes)


def _reactions(table: Table[MercenariesState], cast: Casting) -> tuple[Applied, ...]:
    """Opponents at whom it is cast may react; then Reaction spells on them.  [MM-DW-14, MM-DW-15, MM-MAG-18]"""
    brought: tuple[Applied, ...] = ()
    for target in cast.targets:
        if not lookup.are_opponents(table.state, cast.caster, target):
            continue

        def make(state: MercenariesFight, target: str = target) -> Moment:
            return targets.moment(state, cast.caster, target, cast.spell, When.ATTACKED)

        brought += reactions.occur(table, make, window="MM-DW-14")
        brought += effects.work_all(table, make, rule="MM-MAG-18")
        if not lookup.on_field(table.state, cast.caster):
            return brought
    return brought


def pay(table: Table[MercenariesState], cast: Casting) -> None:
    """Power, also where it fails; a scroll is used up, rune and book are not.  [RUL-44, RUL-48]"""
    table.change(
        cast.caster,
        POWER,
        -cast.spell.power,
        rule="MM-MAG-01",
        because=because(change=(Part(cast.spell.id, -cast.spell.power, "MM-MAG-01"),)),
    )
    if cast.known.held_in is not None:
        known_spells.use_up(table, cast.caster, cast.known.held_in)


# -- the test
def plan_of(state: MercenariesFight, cast: Casting, reached: tuple[str, ...], more: tuple[Applied, ...] = ()) -> Plan:
    """T8(school + modifiers); it fails where magic resistance leaves nothing against anybody.  [MM-MAG-21, RUL-34]"""
    who, spell = cast.caster, cast.spell
    now = targets.moment(state, who, reached[0] if len(reached) == 1 else "", spell, When.ALWAYS)
    found = sums.figure(now, who, DICE, more=more)
    modifiers: Parts = active_cards.parts_of(found, who)

    def passes(faces: tuple[int, ...]) -> bool:
        successes = sum(face >= SUCCESS for face in faces)
        return successes > 0 and (
            not reached or any(resistance.left(state, who, combatant, spell, successes) > 0 for combatant in reached)
        )

    return Plan(
        tester=who,
        purpose=Purpose.SPELL,
        form=Form.SUCCESS,
        tested=spell.school,
        value=Part(spell.school, known_spells.pool(state, who, cast.known), "MM-SKILL-13", who=who),
        modifiers=modifiers,
        opponent=cast.named[0] if len(cast.named) == 1 and cast.named[0] != who else None,
        means=spell.id,
        passes=passes,
        rule=RULE,
    )


def _fails(table: Table[MercenariesState], cast: Casting, successes: int) -> None:
    """No effect; some spells say a bad one.  [MM-MAG-21]"""
    who, spell = cast.caster, cast.spell
    outcome = SpellOutcome.WEAKENED if successes else SpellOutcome.FAILED
    table.emit(SpellEnded(combatant=who, spell=spell.id, outcome=outcome), rule="MM-RES-03" if successes else RULE)
    now = targets.moment(table.state, who, "", spell, When.FAILED, 0)
    for effect in used(now, targets.source_of(spell), who, cast.targets):
        effects.carry_out(table, effect, now, rule=RULE, card=spell.abilities)
