"""Types shared by orders: free text, and which action of a turn pays."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


Remark = Annotated[str, msgspec.Meta(max_length=500)]


class Pay(Enum):
    """Which action of a turn pays: normal, movement, or the extra one that haste gives.  [FF-TURN-01, FF-ST-26]"""

    NORMAL = "NORMAL"
    MOVEMENT = "MOVEMENT"
    EXTRA = "EXTRA"
