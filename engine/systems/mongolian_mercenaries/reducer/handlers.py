"""What the reducer's handlers share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from engine.systems.mongolian_mercenaries.state import MercenariesState

Handler = Callable[[MercenariesState, Any], MercenariesState]


def with_fighter(own: MercenariesState, who: str, **changes: Any) -> MercenariesState:
    """The state with changes of one fighter."""
    return structs.replace(own, fighters={**own.fighters, who: structs.replace(own.fighters[who], **changes)})
