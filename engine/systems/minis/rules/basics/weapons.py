"""Which weapons a mini has for melee and for shooting.  [MN-GAP-52]"""

from __future__ import annotations

from engine.systems.minis.content.catalogue import FISTS, WEAPONS
from engine.systems.minis.content.kinds import Weapon
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight


def melee(state: MinisFight, who: str) -> dict[str, Weapon]:
    """Its melee weapons, in the order of its sheet; its fists where it has none."""
    found = {name: weapon for name, weapon in lookup.mini(state, who).arms.items() if weapon.melee}
    return found or {FISTS: WEAPONS[FISTS]}


def missiles(state: MinisFight, who: str) -> dict[str, Weapon]:
    """Its missile weapons, in the order of its sheet."""
    return {name: weapon for name, weapon in lookup.mini(state, who).arms.items() if weapon.missile}
