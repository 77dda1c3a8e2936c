"""The usual tests as plans. value: of a skill or attribute as it is now."""

from __future__ import annotations

from engine.systems.mongolian_mercenaries.content.kinds import ATTRIBUTES
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.roll.plan import Plan
from engine.systems.mongolian_mercenaries.types import Form, Purpose


def value_of(state: MercenariesFight, who: str, tested: str, rule: str) -> Part:
    """An attribute or a skill, as the part of a number."""
    found = lookup.attribute(state, who, tested) if tested in ATTRIBUTES else lookup.skill(state, who, tested)
    return Part(tested, found, rule, who=who)


def standard(
    state: MercenariesFight,
    who: str,
    tested: str,
    purpose: Purpose,
    *,
    rule: str,
    modifiers: Parts = (),
    divisor: int = 1,
) -> Plan:
    """TS(X): the value above a d10.  [MM-TEST-02]"""
    return Plan(
        tester=who,
        purpose=purpose,
        form=Form.STANDARD,
        tested=tested,
        value=value_of(state, who, tested, rule),
        modifiers=modifiers,
        divisor=divisor,
        skill=tested not in ATTRIBUTES,
        rule=rule,
    )


def success(
    state: MercenariesFight, who: str, tested: str, purpose: Purpose, *, rule: str, modifiers: Parts = ()
) -> Plan:
    """T8(X): a pool of d8, with the dice that cards add to every such test.  [MM-TEST-04]"""
    return Plan(
        tester=who,
        purpose=purpose,
        form=Form.SUCCESS,
        tested=tested,
        value=value_of(state, who, tested, rule),
        modifiers=modifiers + active_cards.test_dice(state, who),
        skill=tested not in ATTRIBUTES,
        rule=rule,
    )
