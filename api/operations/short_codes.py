"""Short codes: six letters and digits that stand for an invitation, to be read aloud and typed into a telephone.

They cannot be guessed: each is one of nearly a billion, stands for its invitation twenty minutes only, and those that
are tried are counted, per address and of all.
"""

from __future__ import annotations

import re

from api.access.auth import LETTERS, SHORT

TRIES_PER_HOUR, TRIES_OF_ALL = 30, 1000
"""Short codes that may be tried within an hour: from one address, and of all."""
_WRITTEN = re.compile(rf"[{LETTERS}]{{{SHORT}}}")


def written_short(text: str) -> str | None:
    """A short code as people write it, small or with a blank or a hyphen between; None for anything else."""
    plain = text.upper().replace(" ", "").replace("-", "")
    return plain if _WRITTEN.fullmatch(plain) else None
