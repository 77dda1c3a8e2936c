"""Facts of the company between fights."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.kit import Audience, Event, Weight


class SheetWritten(Event, frozen=True, kw_only=True):
    """What an order between fights has made of a member's sheet.  [CA-08]

    fields: the names of its fields that are others now. written: what stands there, for who may know its figures.
    """

    audience: ClassVar[Audience] = Audience.FIGURES
    weight: ClassVar[Weight] = "BOOKKEEPING"
    narrowed: ClassVar[tuple[str, ...]] = ("fields", "written")
    words: ClassVar[tuple[str, ...]] = ("fields", "written")
    combatant: str
    fields: tuple[str, ...] | None = None
    written: dict[str, Any] | None = None
