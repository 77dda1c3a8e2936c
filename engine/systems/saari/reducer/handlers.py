"""What the reducer's handlers share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from engine.systems.saari.state import SaariState

Handler = Callable[[SaariState, Any], SaariState]


def with_fighter(own: SaariState, who: str, **changes: Any) -> SaariState:
    """The state with changes of one fighter."""
    return structs.replace(own, fighters={**own.fighters, who: structs.replace(own.fighters[who], **changes)})
