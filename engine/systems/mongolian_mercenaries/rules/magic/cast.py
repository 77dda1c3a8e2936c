"""A declared spell.  [MM-DW-12]"""

from __future__ import annotations

from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds import Spell
from engine.systems.mongolian_mercenaries.rules.magic import targets
from engine.systems.mongolian_mercenaries.rules.magic.known_spells import Known


class Casting(Struct, frozen=True, kw_only=True):
    """A declared spell. targets: named, or standing in its area; of a spell for the caster alone itself."""

    caster: str
    known: Known
    targets: tuple[str, ...] = ()
    position: int | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """Those that its caster has named; who stands in an area may be hidden from it."""
        return self.targets if self.spell.choice in targets.CHOSEN else ()

    @property
    def spell(self) -> Spell:
        """Its card."""
        return self.known.spell
