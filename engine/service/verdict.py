"""What an audit says of one thing."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Proof = Literal["PROVEN", "NOT_YET_REVEALED", "BROKEN", "NOT_PROVABLE"]


class Verdict(Struct, frozen=True):
    """version: the first that is broken, or that cannot be proven; None where there is none. detail: in words."""

    state: Proof
    version: int | None = None
    detail: str = ""


def broken(version: int | None, detail: str) -> Verdict:
    """Something is wrong, first at this version."""
    return Verdict("BROKEN", version, detail)
