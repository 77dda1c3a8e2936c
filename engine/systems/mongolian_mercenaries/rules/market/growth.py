"""Growth: levels by the campaign's own table, training.  [MM-OUT-19, MM-OUT-30]"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kit import CampaignState, RuleRefusal, Table, VitalLimitChanged
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.content.kinds import ATTRIBUTES
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.company.as_fight import (
    Company,
    fight_of,
    journey_of,
    played,
    settings_of,
    write,
)
from engine.systems.mongolian_mercenaries.rules.days import calendar
from engine.systems.mongolian_mercenaries.rules.gear import development
from engine.systems.mongolian_mercenaries.rules.gear.entering import combatant_of
from engine.systems.mongolian_mercenaries.rules.gear.events import ExperienceKept
from engine.systems.mongolian_mercenaries.rules.gear.sheets import judge
from engine.systems.mongolian_mercenaries.rules.market.events import MemberTrained
from engine.systems.mongolian_mercenaries.rules.market.orders import RiseLevel, TrainMember
from engine.systems.mongolian_mercenaries.rules.market.trade import missing
from engine.systems.mongolian_mercenaries.sheet import Sheet

RISING, TRAINING = "MM-OUT-30", "MM-OUT-19"


def rises(table: tuple[int, ...], level: int, xp: int) -> int:
    """How many levels experience is enough for. table: from level 1, from level 2 and so on.  [MM-OUT-30]"""
    count = 0
    while level + count <= len(table) and xp >= table[level + count - 1]:
        xp -= table[level + count - 1]
        count += 1
    return count


def rise(table: Table[CampaignState], order: RiseLevel) -> None:
    """Health and Power are full; 2, 4 or 6 development points for each level.  [MM-OUT-30, MM-ATTR-14]"""
    needed = settings_of(table.state).xp_table
    if needed is None:
        raise missing("xpTable")
    who, there = order.combatant, fight_of(table.state)
    require_character(table.state, who)
    level, xp = lookup.figures(there, who).level, lookup.fighter(there, who).xp
    count = rises(needed, level, xp)
    if not count:
        raise RuleRefusal("its experience is not enough", rule=RISING, field="combatant")

    def play(board: Any) -> None:
        for number in range(count):
            development.rise(board, who, level + number + 1)
        spent = sum(needed[level - 1 : level - 1 + count])
        board.emit(ExperienceKept(combatant=who, xp=xp - spent), rule=RISING)

    played(table, play, rule=RISING)


def require_character(state: Company, who: str) -> None:
    """RuleRefusal for who fights by a card."""
    if not lookup.is_pc(fight_of(state), who):
        raise RuleRefusal("combatant: a character", rule=RISING, field="combatant")


def train(table: Table[CampaignState], order: TrainMember) -> None:
    """By day, once a day for each character. What it does not possess it does not train.  [MM-OUT-19, MM-SKILL-04]"""
    state, who = table.state, order.combatant
    require_character(state, who)
    calendar.require_day(state, TRAINING)
    if who in journey_of(state).trained:
        raise RuleRefusal("combatant: it has trained today", rule=TRAINING, field="combatant")
    figures, sheet = lookup.figures(fight_of(state), who), dict(state.own.members[who].sheet or {})
    learned = order.school is not None or order.spell is not None
    cost, changed = _learned(state, order, figures) if learned else _trained(state, order, figures)
    points = lookup.fighter(fight_of(state), who).dev_points
    if not cost:
        raise RuleRefusal("a skill, an attribute, both, or a talent", rule=TRAINING)
    if cost > points:
        raise RuleRefusal(f"it takes {cost} development points, it has {points}", rule=TRAINING)
    trained = MemberTrained(
        combatant=who,
        skill=order.skill,
        attribute=order.attribute,
        talent=order.talent,
        spell=order.spell,
        points=points - cost,
    )
    table.emit(trained, rule=TRAINING)
    write(table, who, {**sheet, **changed, "devPointsLeft": points - cost}, rule=TRAINING)
    fresh = combatant_of(msgspec.convert(table.state.own.members[who].sheet, Sheet), None)
    for name, vital in fresh.vitals.items():
        if vital.max is not None and table.state.fight.combatants[who].vitals[name].max != vital.max:
            table.emit(VitalLimitChanged(combatant=who, vital=name, limit=vital.max), rule=TRAINING)


def _learned(state: Company, order: TrainMember, figures: Any) -> tuple[int, dict[str, Any]]:
    """In a school: a skill, a spell or both that it has not, as far as its sheet can be played then.  [MM-OUT-19]"""
    schools = settings_of(state).schools
    school = (schools or {}).get(order.school or "")
    if school is None:
        raise missing("schools")
    if order.attribute is not None or order.talent is not None:
        raise RuleRefusal("school: a skill or a spell", rule=TRAINING, field="school")
    changed: dict[str, Any] = {}
    cost = 0
    if order.skill is not None:
        if order.skill not in school.skills or figures.skill(order.skill) > 0:
            raise RuleRefusal("skill: one of the school, that it has not", rule=TRAINING, field="skill")
        cost += max(1, school.skills[order.skill])
        changed["skills"] = {**figures.skills, order.skill: 1}
    if order.spell is not None:
        if order.spell not in school.spells or order.spell in figures.spells:
            raise RuleRefusal("spell: one of the school, that it has not", rule=TRAINING, field="spell")
        cost += max(1, school.spells[order.spell])
        changed["spells"] = [*figures.spells, order.spell]
    sheet = {**(state.own.members[order.combatant].sheet or {}), **changed}
    judge(fight_of(state).own, msgspec.convert(sheet, Sheet))
    return cost, changed


def _trained(state: Company, order: TrainMember, figures: Any) -> tuple[int, dict[str, Any]]:
    """What it costs, and the parts of the sheet that it changes."""
    changed: dict[str, Any] = {}
    cost, settings = 0, settings_of(state)
    if order.talent is not None:
        if order.skill is not None or order.attribute is not None:
            raise RuleRefusal("talent: a talent, or a skill and an attribute", rule=TRAINING, field="talent")
        if order.talent not in deck_of(settings.cards).talents or order.talent in figures.talents:
            raise RuleRefusal("talent: one of the cards, that it has not", rule=TRAINING, field="talent")
        if settings.talent_prices is None or order.talent not in settings.talent_prices:
            raise missing("talentPrices")
        cost += max(1, settings.talent_prices[order.talent])
        changed["talents"] = [*figures.talents, order.talent]
    if order.skill is not None:
        level = figures.skill(order.skill)
        if not development.can_raise(level):
            raise RuleRefusal("skill: one that it has, below 5", rule=TRAINING, field="skill")
        cost += development.SKILL_COSTS
        changed["skills"] = {**figures.skills, order.skill: level + 1}
    if order.attribute is not None:
        if order.attribute not in ATTRIBUTES:
            raise RuleRefusal(f"attribute: one of {', '.join(ATTRIBUTES)}", rule=TRAINING, field="attribute")
        cost += development.ATTRIBUTE_COSTS
        changed["attributes"] = {**figures.attributes, order.attribute: figures.attribute(order.attribute) + 1}
    return cost, changed
