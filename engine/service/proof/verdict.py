"""A verdict of an audit."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Proof = Literal["PROVEN", "NOT_YET_REVEALED", "BROKEN", "NOT_PROVABLE"]


class Verdict(Struct, frozen=True):
    """version: the first broken or unprovable one; None if there is none. detail: text."""

    state: Proof
    version: int | None = None
    detail: str = ""


def broken(version: int | None, detail: str) -> Verdict:
    """Something is wrong, first at this version."""
    return Verdict("BROKEN", version, detail)
