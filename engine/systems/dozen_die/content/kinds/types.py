"""Names, counts and bonuses. All figures are whole numbers."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.kit import NOBODY

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]

Bonus = Annotated[int, msgspec.Meta(ge=-12, le=12)]
"""What a weapon, armour or grade adds to an ability."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80), NOBODY]
