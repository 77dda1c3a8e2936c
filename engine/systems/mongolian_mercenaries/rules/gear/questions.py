"""Questions, and the bodies of their answers, of gear that is moved, handed over or gained, and of levels."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility


class HandOverReply(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether an ally gets what it asks for."""

    agreed: bool


class AskHandOver(Question[HandOverReply], frozen=True, kw_only=True):
    """To an ally's partner: does it get what it asks for?  [MM-DW-25]  Default: no.

    combatant: who is asked. other: who asks. items: ids of what is asked for.
    """

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    words: ClassVar[tuple[str, ...]] = ("items",)
    combatant: str
    other: str
    items: tuple[str, ...]


class Equipment(Struct, frozen=True, kw_only=True, rename="camel"):
    """What is chosen as active equipment. hold, wear, ready, pack: as in SearchEquipment."""

    hold: tuple[str, ...] = ()
    wear: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    pack: tuple[str, ...] = ()


class AskEquipment(Question[Equipment], frozen=True, kw_only=True):
    """To who is Prepared: which weapon and active equipment?  [MM-DW-03, MM-PREP-02]  Default: as they are.

    Asked again after each swap, about what was not swapped yet.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str


class Drop(Struct, frozen=True, kw_only=True, rename="camel"):
    """What is dropped."""

    item: str


class AskDrop(Question[Drop], frozen=True, kw_only=True):
    """To who carries too much: what is dropped? Asked until there is room.  [MM-DW-28, MM-EQ-07]  Default: the newest.

    Nothing cursed as long as anything else can be dropped.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
