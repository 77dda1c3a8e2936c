"""Ids of encounters: sortable by the time of their creation, safe in a URL, lower-case letters and digits only.

20 characters: 10 for the Unix time in milliseconds, 10 for 48 random bits, each in Crockford's base 32 (no i, l, o, u).
"""

from __future__ import annotations

import re

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_WIDTH = 10
FORM = f"^[0-7][{_ALPHABET}]{{{2 * _WIDTH - 1}}}$"
"""The format of an id, as a regular expression."""
_FORM = re.compile(FORM)


def new_id(now_ms: int, random: bytes) -> str:
    """An id for an encounter created at `now_ms`, Unix time in milliseconds (48 bits), with 6 random bytes.

    Raises ValueError for a time out of range or another number of bytes.
    """
    if not 0 <= now_ms < 1 << 48:
        raise ValueError(f"{now_ms} is not a Unix time in milliseconds of 48 bits")
    if len(random) != 6:
        raise ValueError(f"6 random bytes are needed, {len(random)} were given")
    return _format(now_ms) + _format(int.from_bytes(random, "big"))


def created_ms(id: str) -> int | None:
    """When an encounter was created, Unix time in milliseconds; None for an id of another format."""
    if not _FORM.fullmatch(id):
        return None
    number = 0
    for character in id[:_WIDTH]:
        number = number * 32 + _ALPHABET.index(character)
    return number


def _format(number: int) -> str:
    """A number below 2**50 as ten characters."""
    return "".join(_ALPHABET[number >> shift & 31] for shift in range(5 * (_WIDTH - 1), -1, -5))
