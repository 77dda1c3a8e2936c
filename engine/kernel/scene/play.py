"""The order of play, in one shape for lists, sides, bags of dice, clocks and numbered rounds."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Tone = Literal["GOOD", "BAD", "WARNING", "PLAIN"]
BarShare = Literal["FULL", "MOST", "HALF", "FEW", "NONE"]
PlayStyle = Literal["LIST", "BAG", "CLOCK", "NUMBERED", "SIDES", "FREE"]
TurnState = Literal["ACTING", "NEXT", "WAITING", "HOLDING", "ASKED", "ANSWERED", "ACTED", "UNABLE", "NONE"]


class SceneBar(Struct, frozen=True, kw_only=True, rename="camel"):
    """A figure to show; exactly as much of it as you may know.

    now and max; or lost: how much all have seen it lose; or band: in words, where a rule or the table tells no more,
    with its share. All null: nothing is known. unit: of length, in hundredths of which the figures are; "": none.
    """

    key: str
    label: str
    now: int | None = None
    max: int | None = None
    lost: int | None = None
    band: str | None = None
    share: BarShare | None = None
    tone: Tone = "PLAIN"
    unit: str = ""


class PlaySlot(Struct, frozen=True, kw_only=True, rename="camel"):
    """A place in the order: a combatant, a side, a seat that is waited for, or `amount` equal dice.

    figure: what it is sorted by: initiative, actions left, score. left: what its turn still holds.
    """

    key: str
    label: str
    combatant: str | None = None
    side: str | None = None
    seat: str | None = None
    figure: int | None = None
    amount: int = 1
    state: TurnState = "NONE"
    left: tuple[SceneBar, ...] = ()


class ScenePlay(Struct, frozen=True, kw_only=True, rename="camel"):
    """The order of play. label: what it is; phase: where it stands; both in words. round: 0: not begun.

    count: the number it stands at (an initiative round, a count of the clock). cyclic: it begins again by itself.
    left: what the present turn still holds, where it is nobody's slot.
    """

    style: PlayStyle
    label: str
    phase: str = ""
    round: int = 0
    count: int | None = None
    cyclic: bool = False
    slots: tuple[PlaySlot, ...] = ()
    left: tuple[SceneBar, ...] = ()
