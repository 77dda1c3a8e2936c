"""Sharpened and Poisoned weapons.  [MM-ST-05, RUL-72]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.mongolian_mercenaries.content.kinds import ItemMark
from engine.systems.mongolian_mercenaries.house_rules import TREATED
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts
from engine.systems.mongolian_mercenaries.rules.blows import states
from engine.systems.mongolian_mercenaries.rules.blows.events import WeaponTreated
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.blows.taken import Harm, Taken
from engine.systems.mongolian_mercenaries.state import MercenariesState

POISONING = "poisoned"
"""The state that a Poisoned weapon brings."""


def damage(state: MercenariesFight, strike: Strike) -> Parts:
    """One more Damage for each, or as the table has it."""
    fighter = lookup.fighter(state, strike.attacker)
    return tuple(
        Part(mark, TREATED.of(state.fight), "RUL-72", who=strike.attacker)
        for mark, treated in (("sharpened", fighter.sharpened), ("venomed", fighter.venomed))
        if strike.means in treated
    )


def after_wound(table: Table[MercenariesState], who: str, harm: Harm, taken: Taken) -> None:
    """A wound dealt with a Poisoned weapon poisons, and with that the poison is gone."""
    by = table.state.own.fighters.get(harm.by)
    if taken.wound is None or by is None or harm.weapon not in by.venomed:
        return
    wiped = WeaponTreated(combatant=harm.by, item=harm.weapon, mark=ItemMark.POISONED, ended=True)
    table.emit(wiped, rule="RUL-72")
    states.gain(table, who, POISONING, by=harm.by, rule="RUL-72")


def at_end(table: Table[MercenariesState], winner: str) -> None:
    """What was Sharpened is so until the fight ends."""
    for who in table.state.own.fighters:
        for key in lookup.fighter(table.state, who).sharpened:
            table.emit(WeaponTreated(combatant=who, item=key, mark=ItemMark.SHARPENED, ended=True), rule="RUL-72")
