"""Events of spells."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight


class SpellCast(Event, frozen=True, kw_only=True):
    """A spell is cast; what it does follows.  [SA-ACT-10]  target: whom it is for; null: nobody in particular."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("spell",)
    combatant: str
    spell: str
    target: str | None = field(default=None, name="spellTarget")
