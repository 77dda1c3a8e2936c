"""Events of items, talents, prayers, states and traps in use."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight


class CardUse(Enum):
    """What kind of card is used."""

    ITEM = "ITEM"
    TALENT = "TALENT"
    PRAYER = "PRAYER"


class CardUsed(Event, frozen=True, kw_only=True):
    """An item, talent or prayer is used.  [MM-DW-13]  card: its id. targets: on whom; none: on nobody in particular.

    weapon: the one it is used on.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("card", "weapon")
    combatant: str
    use: CardUse = field(name="cardUse")
    card: str
    targets: tuple[str, ...] = ()
    weapon: str | None = None


class PreparationKnown(Event, frozen=True, kw_only=True):
    """It turns out what an unidentified preparation is. card: that was drawn.  [MM-POT-04, RUL-79]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("item", "card")
    combatant: str
    item: str
    card: str


class TrapSprung(Event, frozen=True, kw_only=True):
    """Somebody has come to stand on a trap.  [MM-FIELD-07, MM-DW-23]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("trap",)
    combatant: str
    trap: str
