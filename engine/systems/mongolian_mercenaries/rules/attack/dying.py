"""Dying characters: brought back in the fight, saved or lost after it.  [MM-ST-04, RUL-56]"""

from __future__ import annotations

from engine.kit import CombatantOut, CombatantReturned, Table
from engine.systems.mongolian_mercenaries.content.kinds import Wound
from engine.systems.mongolian_mercenaries.rules.attack.events import Survived
from engine.systems.mongolian_mercenaries.rules.basics import captives, lookup, positions
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, because
from engine.systems.mongolian_mercenaries.rules.blows import harm, wound_table
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Ending

RULE = "RUL-56"
ALIVE = 1
"""The least Health of who lives on."""


def is_dying(state: MercenariesFight, who: str) -> bool:
    """Whether a character is out by its wounds or for lack of Health."""
    return state.fight.combatants[who].out == lookup.DYING


def heal_back(table: Table[MercenariesState], who: str) -> None:
    """Who was out for lack of Health alone and has some again waits in reserve, and enters with the next round."""
    healed = lookup.vital(table.state, who, HEALTH) > 0 and not harm.at_limit(table.state, who)
    if healed and table.state.fight.combatants[who].out in (lookup.DYING, lookup.KILLED):
        table.emit(CombatantReturned(combatant=who), rule="MM-WND-05")
        positions.put(table, who, None, rule=RULE)


def after(table: Table[MercenariesState], winner: str) -> None:
    """The end of the fight for all who are Dying.

    Won or broken off: they live. Lost: captured if an enemy on the field takes captives, otherwise dead.
    """
    for who in tuple(table.state.own.fighters):
        if is_dying(table.state, who):
            if _saved(table.state, who, winner):
                _live(table, who)
            else:
                taken = any(
                    captives.takes(table.state, active_opponent)
                    for active_opponent in lookup.active_opponents(table.state, who)
                )
                table.emit(CombatantOut(combatant=who, reason=lookup.CAPTURED if taken else lookup.DEAD), rule=RULE)


def _saved(state: MercenariesFight, who: str, winner: str) -> bool:
    if state.own.ending in (Ending.BROKEN_OFF, Ending.ROUND_LIMIT):
        return True
    called_off = state.own.ending is Ending.CALLED_OFF and not winner
    return called_off or winner == lookup.side_of(state, who)


def _live(table: Table[MercenariesState], who: str) -> None:
    """At least 1 Health; every kind of wound at its limit falls to one less, or it would fall again at once."""
    missing = max(0, ALIVE - lookup.vital(table.state, who, HEALTH))
    if missing:
        table.change(who, HEALTH, missing, rule=RULE, because=because(change=(Part(lookup.DYING, missing, RULE),)))
    wounds = lookup.fighter(table.state, who).wounds
    row = wound_table.row(lookup.attribute(table.state, who, "toughness"))
    light, heavy, severe = (min(harm.count(wounds, wound), row.limit(wound) - 1) for wound in Wound)
    table.emit(Survived(combatant=who, light=light, heavy=heavy, severe=severe), rule=RULE)
    table.emit(CombatantReturned(combatant=who), rule=RULE)
    positions.put(table, who, None, rule=RULE)
