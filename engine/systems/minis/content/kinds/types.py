"""Types shared by the entries of the catalogue."""

from __future__ import annotations

from typing import Annotated

import msgspec

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
"""What a thing is called."""
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
"""How many: attacks, points, levels."""
Inches = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
"""A length in hundredths of an inch."""
