"""An attack as it was declared: what its rolls and its consequences need to know of it."""

from __future__ import annotations

from msgspec import Struct

from engine.systems.saari.content.kinds import Attack, Defense, EffectPrice, HazardKind, Tag
from engine.systems.saari.types import Factor


class Assault(Struct, frozen=True, kw_only=True):
    """A declared attack on one target.

    means: the weapon, spell, attack or hazard. kn: successes that a defence needs; of a character's attack it is the
    target's. damage: of a hit, without extras.  [G-20]  reach: zones away; 0: the same zone alone.  [SA-SHOOT-01]
    effects: of every hit; bought: that extras may buy.
    parried_as: like what it is parried; null: not at all.  [SA-PARRY-06, SA-PARRY-07, G-35]
    free: a free strike. surprise: nobody can parry it.  [SA-PARRY-09]  area: one of several targets. hazard: it is
    no combatant that strikes; how it is parried.  [G-53]
    instead: whom it strikes instead of the target, who defends it: a mount, a linked ally.  [SA-MOUNT-04, G-40]
    edges: factors of whoever rolls, known when it is declared.  [SA-EDGE-12]
    """

    attacker: str
    target: str
    means: str
    kind: Attack
    kn: int
    damage: int
    reach: int = 0
    defense: Defense = Defense.BASIC
    effects: tuple[str, ...] = ()
    bought: tuple[EffectPrice, ...] = ()
    tags: tuple[Tag, ...] = ()
    free: bool = False
    surprise: bool = False
    area: bool = False
    hazard: HazardKind | None = None
    edges: tuple[Factor, ...] = ()
    instead: str | None = None

    @property
    def struck(self) -> str:
        """Who takes the harm."""
        return self.target if self.instead is None else self.instead

    @property
    def parried_as(self) -> Attack | None:
        """Endurance and will are not parried, nor is a surprise."""
        if self.surprise or self.defense in (Defense.ENDURANCE, Defense.WILL):
            return None
        if self.hazard is not None:
            return {HazardKind.MELEE: Attack.MELEE, HazardKind.RANGED: Attack.RANGED}.get(self.hazard)
        return Attack.MELEE if self.kind is Attack.MELEE else Attack.RANGED
