"""What the kernel knows of a combatant, in every system."""

from __future__ import annotations

from msgspec import Struct


class Cell(Struct, frozen=True, rename="camel"):
    """A square of a board."""

    x: int
    y: int


class Point(Struct, frozen=True, rename="camel"):
    """A spot on an open table, in hundredths of the system's unit of length (metre, inch)."""

    x: int
    y: int


class Place(Struct, frozen=True, rename="camel", omit_defaults=False):
    """Where somebody is: one of zone, cell, point or rank; height in the system's unit, facing in its words."""

    zone: str | None = None
    cell: Cell | None = None
    point: Point | None = None
    rank: int | None = None
    height: int = 0
    facing: str | None = None


class Vital(Struct, frozen=True, rename="camel"):
    """A figure that damage and healing change. now: present value; max: upper limit, None where there is none."""

    now: int
    max: int | None = None


class Condition(Struct, frozen=True, rename="camel"):
    """A state somebody is in.

    key: unique on its bearer; kind: the system's word (`stunned`); source: who or what caused it; amount: its strength;
    left: how many more turns of the bearer it lasts, None: not counted; until: another end, in the system's words.
    """

    key: str
    kind: str
    source: str | None = None
    amount: int | None = None
    left: int | None = None
    until: str = ""


class Combatant(Struct, frozen=True, rename="camel"):
    """Somebody in the fight.

    owner: the seat he belongs to; controller: the seat that gives his orders now (charm changes it); None: the GM.
    vitals: empty in what a seat sees of somebody whose figures are closed to it.
    out: why he is out of the fight, None while he is in. seen_by: the seats that know of him; None: everybody.
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

    def has(self, kind: str) -> bool:
        """Whether a condition of this kind lies on him."""
        # Mostly there is none, and nothing of a fight is asked more often: then no generator is made.
        return bool(self.conditions) and any(c.kind == kind for c in self.conditions)

    def condition(self, key: str) -> Condition | None:
        """The condition with this key."""
        for condition in self.conditions:
            if condition.key == key:
                return condition
        return None
