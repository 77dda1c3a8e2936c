"""Battlefields.  [MM-FIELD-01]"""

from __future__ import annotations

from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds.types import (
    Card,
    Cover,
    Distance,
    FieldSize,
    FieldType,
    Lighting,
    Name,
    Obstacle,
    Rank,
)


class Position(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A position with something on it. side: `party` or `enemies`.  [MM-FIELD-06]

    trap, special: of the catalogue; null: none.  [MM-FIELD-07]
    """

    side: Card
    rank: Rank
    cover: Cover = Cover.NONE
    obstacle: Obstacle = Obstacle.NONE
    trap: Card | None = None
    special: Card | None = None


class Battlefield(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A battlefield card. landscape: what other cards refer to.  [MM-FIELD-03]

    start: the distance at which fights on it begin; null: the largest that its size allows.  [MM-DIST-01]
    positions: with something on them; the others are bare.
    """

    id: Card
    name: Name
    type: FieldType = FieldType.OPEN
    landscape: Card = "plain"
    size: FieldSize = FieldSize.LARGE
    lighting: Lighting = Lighting.FULL
    start: Distance | None = None
    positions: tuple[Position, ...] = ()

    @property
    def farthest(self) -> Distance:
        """The largest distance.  [MM-FIELD-04, MM-DIST-02]"""
        return Distance.at(1 + tuple(FieldSize).index(self.size))

    def at(self, side: str, rank: int) -> Position:
        """What is on a position."""
        for position in self.positions:
            if (position.side, position.rank) == (side, rank):
                return position
        return Position(side=side, rank=rank)
