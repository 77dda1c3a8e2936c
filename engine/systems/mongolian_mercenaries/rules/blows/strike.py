"""A declared attack.  [MM-ATK-01]"""

from __future__ import annotations

from msgspec import Struct

from engine.systems.mongolian_mercenaries.cards.moments import Applied
from engine.systems.mongolian_mercenaries.content.kinds import Ammunition, DamageKind, Weapon
from engine.systems.mongolian_mercenaries.rules.blows.chain import NO_CHAIN, Chain


class Strike(Struct, frozen=True, kw_only=True):
    """Who attacks whom with what. Never kept across a question or a roll for what may change: read the state anew.

    means: the id of the weapon. weapon: as its ammunition makes it. ammunition: special one.  [MM-AMMO-02]
    reaction: a counter-attack: it costs nothing.  [MM-ACT-05]
    brought: effects of reactions that count in this attack alone, each with the target against which.
    """

    attacker: str
    targets: tuple[str, ...]
    means: str
    weapon: Weapon
    kind: DamageKind
    reaction: bool = False
    ammunition: Ammunition | None = None
    brought: tuple[tuple[str, Applied], ...] = ()
    chain: Chain = NO_CHAIN

    @property
    def melee(self) -> bool:
        """Whether it is a melee attack."""
        return self.weapon.reach is None

    def against(self, target: str) -> tuple[Applied, ...]:
        """What reactions have brought into its test and its value against a target."""
        return tuple(effect for who, effect in self.brought if who == target)
