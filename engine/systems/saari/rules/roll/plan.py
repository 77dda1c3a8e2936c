"""A roll before it is opened."""

from __future__ import annotations

from msgspec import Struct

from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.sums import Part
from engine.systems.saari.rules.roll.pools import DEFENSES
from engine.systems.saari.types import Factor


class Plan(Struct, frozen=True, kw_only=True):
    """What is to be rolled. Each window before the dice may change it.

    parts: of the pool. zero: the attribute is 0: two dice of which the lower counts.  [SA-DICE-15]
    kn: null: there is no target number. assault: the attack that it belongs to.
    assistants: who helps it, settled before the dice; null: comrades are asked afterwards.  [SA-GROUP-06]
    """

    purpose: Purpose
    roller: str
    attribute: Attribute | None = None
    parts: tuple[Part, ...] = ()
    zero: bool = False
    kn: int | None = None
    opponent: str | None = None
    means: str = ""
    factors: tuple[Factor, ...] = ()
    assault: Assault | None = None
    assistants: tuple[str, ...] | None = None

    @property
    def defends(self) -> bool:
        """Whether it is a defence; the area of an attack may catch the attacker itself.  [SA-COMP-09]"""
        return self.assault is not None and self.purpose in DEFENSES.values()

    @property
    def attacks(self) -> bool:
        """Whether it is the roll of who attacks."""
        return self.assault is not None and not self.defends
