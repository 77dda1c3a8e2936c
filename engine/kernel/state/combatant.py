"""What the kernel knows of a combatant, in every system."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from engine.kernel.space.plane.points import Point
from engine.kernel.state.looks import Looks
from engine.kernel.structs.ids import Id
from engine.kernel.structs.named import SIDE
from engine.kernel.structs.numbers import Amount, Level, Rank, Square, Turns

REMOVED = "removed"
"""Why a combatant is out that the game master has taken off the table."""


class Cell(Struct, frozen=True, rename="camel"):
    """A square of a board."""

    x: Square
    y: Square


class Place(Struct, frozen=True, rename="camel", omit_defaults=False):
    """A position: one of zone, cell, point or rank; height in the system's unit, facing in its words.

    A figure of several cells stands on the one of least x and y. side: whose positions a rank is counted on.
    """

    zone: str | None = None
    cell: Cell | None = None
    point: Point | None = None
    rank: Rank | None = None
    height: Level = 0
    facing: str | None = None
    side: Annotated[Id, SIDE] | None = None


class Vital(Struct, frozen=True, rename="camel"):
    """A figure that damage and healing change. now: present value; max: upper limit, None where there is none."""

    now: int
    max: int | None = None

    def moved(self, by: int, *, least: int = 0) -> int:
        """The value after a change: within `least` and the maximum; a value already beyond them goes no further."""
        now = max(self.now + by, min(least, self.now))
        if self.max is not None and by > 0:
            now = min(now, max(self.max, self.now))
        return now


class Condition(Struct, frozen=True, rename="camel"):
    """A condition of a combatant.

    key: unique on its bearer; kind: the system's word (`stunned`); source: who or what caused it; amount: its strength;
    left: how many more turns of the bearer it lasts, where a game counts rounds so many rounds, None: not counted;
    until: another end, in the system's words.
    """

    key: str
    kind: str
    source: str | None = None
    amount: Amount | None = None
    left: Turns | None = None
    until: str = ""


class Combatant(Struct, frozen=True, rename="camel"):
    """A participant of the fight.

    owner: the seat it belongs to; controller: the seat that gives its orders now (charm changes it); None: the GM.
    vitals: empty in the view of a seat that may not know its figures.
    out: why it is out of the fight, None while it is in. seen_by: the seats that know of it; None: everybody.
    looks: how it is shown; None: plain. number: of several of the same name, 1 of the first; 0: none (`namesakes`).
    """

    id: str
    name: str
    side: str
    owner: str | None = None
    controller: str | None = None
    kind: str = ""
    vitals: dict[str, Vital] = {}
    conditions: tuple[Condition, ...] = ()
    place: Place | None = None
    out: str | None = None
    seen_by: tuple[str, ...] | None = None
    looks: Looks | None = None
    number: int = 0

    def has(self, kind: str) -> bool:
        """Whether it has a condition of this kind."""
        # The most frequent query, and mostly there are no conditions: no generator is made then.
        return bool(self.conditions) and any(c.kind == kind for c in self.conditions)

    def condition(self, key: str) -> Condition | None:
        """The condition with this key."""
        for condition in self.conditions:
            if condition.key == key:
                return condition
        return None


__all__ = ["Cell", "Combatant", "Condition", "Place", "Point", "Vital"]
