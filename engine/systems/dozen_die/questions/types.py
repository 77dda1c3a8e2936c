"""Answers shared by several questions."""

from __future__ import annotations

from msgspec import Struct

from engine.kit import Place


class Picked(Struct, frozen=True, kw_only=True, rename="camel"):
    """One figure."""

    target: str


class Going(Struct, frozen=True, kw_only=True, rename="camel"):
    """Where a figure goes."""

    to: Place
