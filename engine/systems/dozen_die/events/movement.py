"""Events of ways, terrain, jumps and falls. The kernel's `Moved` reports the position after each step."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.dozen_die.board.steps import Mode
from engine.systems.dozen_die.commands import Way
from engine.systems.dozen_die.content.kinds import Grade


class WayDeclared(Event, frozen=True, kw_only=True):
    """The whole way of a move, march or charge, before its first step; also the new one after a turn.  [DD-W07]

    way: its steps in order. charged: the target of a charge.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    schema: ClassVar[int] = 2
    combatant: str
    way: Way
    charged: str | None


class TerrainTested(Event, frozen=True, kw_only=True):
    """A figure is in hard ground, or about to enter it: a die against dexterity.  [DD-TERR-07]

    mode: how the figure crosses it. grade: how hard it is. needed: the highest face that passes. passed: it did.
    pays: squares of movement by this roll. allowance: squares that the whole order has now, by the hardest
    ground.  [DD-TERR-14]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    mode: Mode
    grade: Grade
    needed: int
    passed: bool
    pays: int
    allowance: int


class JumpTested(Event, frozen=True, kw_only=True):
    """A figure jumps further than half its movement: a die against dexterity.  [DD-JUMP-02]

    squares: from take-off to landing. needed: the highest face that passes. passed: it did, and the gap is cleared.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    squares: int
    needed: int
    passed: bool


class ChargeFellShort(Event, frozen=True, kw_only=True):
    """A charge does not reach its target: the order was only a move.  [DD-CHG-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str


class Fell(Event, frozen=True, kw_only=True):
    """A figure falls.  [DD-FALL-02]  levels: how deep."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    levels: int


class FallRolled(Event, frozen=True, kw_only=True):
    """One die per level of a fall: one above `needed` costs a hit point; nothing else protects.

    needed: the better of dexterity and constitution.  [DD-FALL-03, DD-FALL-04]  lost: dice above it.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    needed: int
    lost: int
