"""Numbers and names that the catalogue and the sheets share."""

from __future__ import annotations

from typing import Annotated

import msgspec

Name = Annotated[str, msgspec.Meta(max_length=80)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Score = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""An attribute.  [SA-ATTR-02]"""
Difficulty = Annotated[int, msgspec.Meta(ge=-20, le=20)]
"""A target number, or a change of one: how many successes are needed; below 0 counts as 0.  [SA-DICE-12]"""
