"""Names and counts. All figures are whole numbers."""

from __future__ import annotations

from typing import Annotated

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]


Bonus = Annotated[int, msgspec.Meta(ge=0, le=3)]
"""The accuracy bonus of a weapon, 0 to 3.  [FF-ATK-12]"""


Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
