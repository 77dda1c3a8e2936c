"""Parts of a fight that an answer has only for whoever asks for them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, get_args

from api.errors.request_errors import BadRequest
from engine.kernel.structs.decode_errors import did_you_mean

Part = Literal["encounter", "decisions", "offers", "scene", "unavailable"]
"""encounter: the fight, with its open decisions. The last three are members of it and bring it along; with `offers`
come those that are omitted. decisions: those alone."""

PARTS: tuple[Part, ...] = get_args(Part)
INSIDE: frozenset[Part] = frozenset({"encounter", "offers", "scene", "unavailable"})
"""Those that an answer has in its `encounter`."""


def parse_parts(text: str | None, usual: Collection[Part]) -> frozenset[Part]:
    """The parts that a list names, `offers,scene`; None: the usual ones. BadRequest for a name that is none's."""
    if text is None:
        return frozenset(usual)
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in PARTS:
            there = f"{', '.join(PARTS)}{did_you_mean(name, PARTS)}"
            raise BadRequest(f"{name[:80]!r} cannot be included, but {there}", "include")
    return frozenset(part for part in PARTS if part in names)
