"""The wound table. Its last range is open: "7+" is 7 and more.  [MM-WND-01, MM-GEN-07]"""

from __future__ import annotations

from typing import NamedTuple

from engine.systems.mongolian_mercenaries.content.kinds import Wound


class Row(NamedTuple):
    """Of a Toughness: the least net value of each kind of wound, and how many of the kind eliminate."""

    light: int
    light_limit: int
    heavy: int
    heavy_limit: int
    severe: int
    severe_limit: int

    def wound(self, net: int) -> Wound | None:
        """The wound whose range holds a net value; None: it is below them all.  [MM-WND-02]"""
        if net >= self.severe:
            return Wound.SEVERE
        if net >= self.heavy:
            return Wound.HEAVY
        return Wound.LIGHT if net >= self.light else None

    def limit(self, wound: Wound) -> int:
        """How many of a kind eliminate.  [MM-WND-03]"""
        return {Wound.LIGHT: self.light_limit, Wound.HEAVY: self.heavy_limit, Wound.SEVERE: self.severe_limit}[wound]


ROWS: tuple[Row, ...] = (
    Row(0, 1, 1, 1, 2, 1),
    Row(1, 1, 2, 1, 3, 1),
    Row(1, 2, 3, 1, 5, 1),
    Row(2, 3, 4, 2, 6, 1),
    Row(3, 4, 5, 2, 7, 1),
    Row(3, 5, 5, 2, 7, 1),
    Row(3, 5, 7, 3, 9, 1),
    Row(4, 6, 7, 3, 9, 1),
    Row(5, 7, 7, 4, 9, 2),
    Row(6, 7, 9, 5, 11, 2),
    Row(7, 7, 9, 6, 11, 2),
    Row(7, 8, 10, 6, 12, 3),
)
"""Toughness below 0, 0 to 9, 10 and above."""


def row(toughness: int) -> Row:
    """The row of a Toughness."""
    return ROWS[max(-1, min(toughness, 10)) + 1]
