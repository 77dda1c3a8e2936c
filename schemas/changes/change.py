"""A change of the contract, and its severity."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Weight = Literal["breaking", "dangerous", "additive"]
BREAKING: Weight = "breaking"
DANGEROUS: Weight = "dangerous"
ADDITIVE: Weight = "additive"


class Change(Struct, frozen=True):
    """A change, in words."""

    weight: Weight
    what: str


class Unreadable(ValueError):
    """A text is not the contract it should be."""
