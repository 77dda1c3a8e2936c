"""Answers shared by several questions."""

from __future__ import annotations

from msgspec import Struct

from engine.systems.fantasia.content.kinds import Attribute


class Hold(Struct, frozen=True, kw_only=True, rename="camel"):
    """Do not do it; a readied action stays readied."""


class Picked(Struct, frozen=True, kw_only=True, rename="camel"):
    """One combatant."""

    target: str


class Chosen(Struct, frozen=True, kw_only=True, rename="camel"):
    """An attribute."""

    attribute: Attribute


class Judgement(Struct, frozen=True, kw_only=True, rename="camel"):
    """The game master's ruling on a request."""

    allowed: bool
