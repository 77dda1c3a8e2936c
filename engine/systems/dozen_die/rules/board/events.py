"""Events of the board: specials, ways and what is tested on them."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import SIDE, Audience, Event, Place, Weight
from engine.systems.dozen_die.board.steps import Mode
from engine.systems.dozen_die.content.kinds import Grade


class SpecialTriggered(Event, frozen=True, kw_only=True):
    """The active side does not march with this die. special: the action of the adventure that it triggers.

    [DD-ACT-12, DD-ACT-17]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("side", "special")
    side: Annotated[str, SIDE]
    special: str


class DoorOpened(Event, frozen=True, kw_only=True):
    """A door or gate is opened, and can be passed.

    at: its square; of a door between squares one that it is a side of. beyond: of such a door the square on its other
    side; null: the door is a square.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    at: Place
    beyond: Place | None = None


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
