"""Events of ways, terrain, jumps and falls. Where somebody is says the kernel's `Moved`, once for each step."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.messages import Audience, Event
from engine.systems.dozen_die.board.steps import Mode
from engine.systems.dozen_die.commands import Way
from engine.systems.dozen_die.content.kinds import Grade


class WayDeclared(Event, frozen=True, kw_only=True):
    """The whole way of a move, march or charge, before its first step; also the new one of who turns.  [DD-W07]

    way: its steps, one after the other. charged: whom a charge is against.
    """

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    way: Way
    charged: str | None


class TerrainTested(Event, frozen=True, kw_only=True):
    """Somebody is in hard ground, or about to go into it: a die against dexterity.  [DD-TERR-07]

    mode: how he gets on. grade: how hard it is. needed: what the die must not exceed. passed: it does not.
    pays: squares of movement by this roll. allowance: squares that the whole order has now, the hardest ground
    deciding.  [DD-TERR-14]
    """

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    mode: Mode
    grade: Grade
    needed: int
    passed: bool
    pays: int
    allowance: int


class JumpTested(Event, frozen=True, kw_only=True):
    """Somebody jumps further than half his movement: a die against dexterity.  [DD-JUMP-02]

    squares: from take-off to landing. needed: what the die must not exceed. passed: it does not, and he clears the gap.
    """

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    squares: int
    needed: int
    passed: bool


class ChargeFellShort(Event, frozen=True, kw_only=True):
    """A charge does not reach whom it was against: the order was only a move.  [DD-CHG-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    target: str


class Fell(Event, frozen=True, kw_only=True):
    """Somebody falls.  [DD-FALL-02]  levels: how deep."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    levels: int


class FallRolled(Event, frozen=True, kw_only=True):
    """A die for each level of a fall: one above `needed` costs a hit point; nothing else protects.

    needed: the better of dexterity and constitution.  [DD-FALL-03, DD-FALL-04]  lost: dice above it.
    """

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    needed: int
    lost: int
