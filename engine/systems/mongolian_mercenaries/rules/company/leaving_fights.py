"""What a fight leaves of a member: figures, wounds, states, things and what goes on.  [CA-01, CA-03, MM-OUT-29]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import structs

from engine.kit import Condition, Standing
from engine.systems.mongolian_mercenaries.cards.deck import Deck, deck_of
from engine.systems.mongolian_mercenaries.cards.forces import lasting, over_after_fight
from engine.systems.mongolian_mercenaries.content.kinds import Ability, Lasts, Until, Uses, Wound
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import harm, wound_table
from engine.systems.mongolian_mercenaries.rules.company.writing_sheets import (
    Gear,
    gear_of,
    same_gear,
    with_fields,
)
from engine.systems.mongolian_mercenaries.rules.gear.carrying import things
from engine.systems.mongolian_mercenaries.rules.gear.entering import combatant_of, fighter_of
from engine.systems.mongolian_mercenaries.rules.gear.figures import card_of, completed
from engine.systems.mongolian_mercenaries.sheet import InForce, Sheet, UsedToday, Wounds
from engine.systems.mongolian_mercenaries.state import Fighter, Figures

SHORT = (Until.ROUND_END.value, Until.NEXT_TEST.value, Until.FIGHT.value)
"""What ends with a fight at the latest."""
LEAST = 1
"""Health of who lives on.  [MM-OUT-29, RUL-56]"""

LINES = {
    "vitals": "MM-END-01",
    "conditions": "MM-ROUND-02",
    "death": "RUL-56",
    "sheet.woundsTaken": "MM-WND-01",
    "sheet.woundElements": "MM-WND-06",
    "sheet.damagedThings": "MM-ST-05",
    "sheet.poisonedWeapons": "MM-ST-05",
    "sheet.ammunitionLeft": "MM-AMMO-06",
    "sheet.prayed": "RUL-91",
    "sheet.luckyBreakUsed": "MM-LUCK-06",
    "sheet.xp": "MM-END-02",
    "sheet.level": "MM-ATTR-13",
    "sheet.devPointsLeft": "MM-ATTR-14",
    "sheet.backpack": "MM-END-05",
    "sheet.items": "MM-POT-01",
    "sheet.inForce": "MM-OUT-31",
    "sheet.usedToday": "RUL-89",
    "sheet.lastPosition": "MM-PREP-03",
}
"""By which rule something stays; by CA-01 otherwise."""


def left_of(entered: Standing, end: MercenariesFight, combatant: str) -> Standing:
    """What a fight leaves. Marks that are Sharpened, and whatever lasts no longer than a fight, are left behind.

    Whoever is Dying as a fight is broken off lives on, as after one that is won.  [MM-OUT-29, RUL-56]
    """
    bearer, fighter = end.fight.combatants[combatant], lookup.fighter(end, combatant)
    sheet = _sheet(entered.sheet, end, combatant, fighter)
    fresh = combatant_of(msgspec.convert(sheet, Sheet), None)
    vitals = {}
    for name, vital in bearer.vitals.items():
        most = fresh.vitals[name].max
        vitals[name] = vital.now if most is None else min(vital.now, most)
    dead = bearer.out in (lookup.DEAD, lookup.KILLED)
    if not dead:
        vitals[HEALTH] = max(LEAST, vitals[HEALTH])
    return structs.replace(
        entered,
        sheet=sheet,
        vitals=vitals,
        conditions=tuple(_lasting(bearer.conditions)),
        dead=dead,
    )


def _lasting(conditions: tuple[Condition, ...]) -> Iterator[Condition]:
    """States that go on after a fight; who has brought them is forgotten.  [MM-ROUND-02]"""
    for condition in conditions:
        if condition.left is None and condition.until not in SHORT:
            yield structs.replace(condition, source=None)


def _sheet(sheet: dict[str, Any], end: MercenariesFight, who: str, fighter: Fighter) -> dict[str, Any]:
    """The sheet with what the fight has changed."""
    figures, setup = lookup.figures(end, who), end.own.setup
    deck, read = deck_of(setup.cards), completed(msgspec.convert(sheet, Sheet))
    fresh = fighter_of(read, setup)
    fields: dict[str, Any] = {
        "wounds": _wounds(end, who, fighter),
        "wound_labels": fighter.wound_labels,
        "prayed": fighter.prayed,
        "lucky_break_used": fighter.lucky_break_day == setup.day,
        "xp": fighter.xp,
        "dev_points": fighter.dev_points,
        "last_position": fighter.last_position,
        "mount": fighter.mount,
        "in_force": tuple(_in_force(end, who, deck)),
    }
    gear = gear_of(fighter, figures, deck)
    if not same_gear(fighter, fresh):
        fields |= _things(deck, fighter, figures, gear)
    fields["used_today"] = tuple(_used(end, who, deck, figures, gear))
    if card_of(read) is None:
        fields |= _learned(read, fresh.figures or Figures(), figures)
    return with_fields(sheet, fields)


def _things(deck: Deck, fighter: Fighter, figures: Figures, gear: Gear) -> dict[str, Any]:
    """What somebody has, as its sheet says it."""
    there = {key for key, weapon in figures.weapons.items() if not weapon.natural} | set(figures.items)
    marks = {
        name: tuple(gear.keys[key] for key in marked if key in gear.keys)
        for name, marked in (("damaged", fighter.damaged), ("poisoned", fighter.venomed))
    }
    units = {
        gear.keys.get(key, key): count
        for key, count in fighter.ammunition.items()
        if key in gear.keys or key in deck.ammunition
    }
    held = tuple(gear.keys[key] for key in fighter.held if key in there and key in gear.keys)
    return {**gear.lists(), **marks, "ammunition": units, "held": held}


def _wounds(state: MercenariesFight, who: str, fighter: Fighter) -> Wounds:
    """Each kind; of who is Dying one less than its limit, or it would fall again at once.  [MM-OUT-29, RUL-56]"""
    if state.fight.combatants[who].out != lookup.DYING:
        return fighter.wounds
    row = wound_table.row(lookup.attribute(state, who, "toughness"))
    light, heavy, severe = (min(harm.count(fighter.wounds, kind), row.limit(kind) - 1) for kind in Wound)
    return Wounds(light=light, heavy=heavy, severe=severe)


def _in_force(state: MercenariesFight, who: str, deck: Deck) -> Iterator[InForce]:
    """What cards have brought for phases, for days, or until something ends it.  [MM-OUT-31, MM-POT-01]"""
    for force in state.own.forces:
        if force.bearer == who and not over_after_fight(force.lasts):
            stated = _stated(deck, force.source, force.abilities, force.lasts)
            if stated is not None:
                yield stated


def _stated(deck: Deck, card: str, abilities: tuple[Ability, ...], lasts: Lasts) -> InForce | None:
    """The effect of the card that this is; None where no card of the table has it."""
    said = deck.said_by(card)
    for index, ability in enumerate(said):
        for place, effect in enumerate(ability.effects):
            tried = structs.replace(effect, lasts=lasts)
            if lasting(tried, said, source=card, bearer="", by="", round=0).abilities == abilities:
                return InForce(card=card, ability=index, effect=place, lasts=lasts)
    return None


def _used(state: MercenariesFight, who: str, deck: Deck, figures: Figures, gear: Gear) -> Iterator[UsedToday]:
    """Abilities that work once a day, and have.  [RUL-89]"""
    own = {**things(figures), **figures.worn}
    seen: list[UsedToday] = []
    for use in state.own.uses:
        if use.bearer != who or use.day != state.own.setup.day:
            continue
        if use.source in own:
            said: tuple[Ability, ...] = own[use.source].abilities
        else:
            said = deck.said_by(use.source)
        if use.index < len(said) and said[use.index].uses is Uses.ONCE_PER_DAY:
            used = UsedToday(card=gear.keys.get(use.source, use.source), ability=use.index)
            if used not in seen:
                seen.append(used)
                yield used


def _learned(read: Sheet, fresh: Figures, figures: Figures) -> dict[str, Any]:
    """Level, attributes, skills and cards of a character, where they have changed."""
    fields: dict[str, Any] = {}
    if figures.level != fresh.level:
        fields["level"] = figures.level
    if figures.attributes != fresh.attributes:
        fields["attributes"] = dict(figures.attributes)
    if figures.skills != fresh.skills:
        fields["skills"] = dict(figures.skills)
    for name in ("talents", "spells", "companions", "prayers"):
        if getattr(figures, name) != getattr(fresh, name):
            fields[name] = getattr(figures, name)
    return fields
