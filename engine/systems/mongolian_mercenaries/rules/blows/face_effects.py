"""What the faces of a hit test do beside hitting, once for the whole roll.  [MM-MULTI-04, MM-WDM-01, MM-AMMO-06]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.mongolian_mercenaries.content.kinds import UNARMED, AmmoMode
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.blows.events import AmmunitionSpent, ItemDamaged
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.state import MercenariesState

FLAW = 1
"""The face that damages the weapon."""


def damage_weapon(table: Table[MercenariesState], strike: Strike, faces: tuple[int, ...]) -> None:
    """A 1 damages the weapon used, hit or miss, from the next attack on; bare hands and natural weapons never.

    That of a card is no natural one where its type has equipment. What is thrown away cannot be damaged any more.
    [MM-WDM-01, MM-WDM-02, RUL-36, RUL-89]
    """
    who = strike.attacker
    gone = strike.weapon.ammo is not None and strike.weapon.ammo.mode is AmmoMode.SELF
    natural = strike.weapon.natural and (strike.means == UNARMED or not lookup.figures(table.state, who).equipped)
    if FLAW in faces and not natural and not gone and strike.means not in lookup.fighter(table.state, who).damaged:
        table.emit(ItemDamaged(combatant=who, item=strike.means), rule="MM-WDM-01")


def spend_ammunition(table: Table[MercenariesState], strike: Strike, faces: tuple[int, ...]) -> None:
    """One unit at most: of a packet by the faces, of special ammunition and grenades always, hit or miss.

    [MM-AMMO-02, MM-AMMO-03, MM-AMMO-06, MM-AMMO-07, RUL-38]
    """
    who, ammo = strike.attacker, strike.weapon.ammo
    if strike.ammunition is not None:
        table.emit(AmmunitionSpent(combatant=who, item=strike.ammunition.id), rule="MM-AMMO-02")
    elif ammo is not None and ammo.mode is AmmoMode.SELF:
        table.emit(AmmunitionSpent(combatant=who, item=strike.means), rule="MM-AMMO-03")
    elif ammo is not None and ammo.type is not None and any(face <= ammo.use.highest_face for face in faces):
        table.emit(AmmunitionSpent(combatant=who, item=ammo.type), rule="MM-AMMO-06")
