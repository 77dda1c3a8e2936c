"""Events of an activation and its orders."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.dozen_die.commands import Manner


class ActivationBegan(Event, frozen=True, kw_only=True):
    """A figure is activated: two orders. activated: who carries them out, it alone or all miniatures of its pack.

    [DD-ACT-02, DD-ACT-05]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    activated: tuple[str, ...]


class MarchBegan(Event, frozen=True, kw_only=True):
    """A figure marches, before the activation.  [DD-MARCH-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class OrderBegan(Event, frozen=True, kw_only=True):
    """An activated figure begins an order, or its part of its pack's order. manner: the kind of order."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    manner: Manner


class OrderFinished(Event, frozen=True, kw_only=True):
    """An order is finished; its unused part is lost. orders_left: 1 or 0.  [DD-ACT-09]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    orders_left: int


class PartFinished(Event, frozen=True, kw_only=True):
    """A miniature of a pack has done its part of the present order; others have not."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str


class ContactHeld(Event, frozen=True, kw_only=True):
    """A miniature of a pack has come into contact; which of the pack fights is settled when its order is finished.

    defender: whom it touches. used: the skill that it would use instead of fighting.  [DD-GAP-22]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("used",)
    attacker: str
    defender: str
    used: str | None


class ActivationEnded(Event, frozen=True, kw_only=True):
    """The activation is over; unused orders are lost."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
