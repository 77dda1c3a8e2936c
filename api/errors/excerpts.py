"""Limits on how much of a request its errors quote: a message names what is wrong, it does not repeat the request."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST_MESSAGE = 600
"""Characters of an error's message."""

LONGEST_FIELD = 300
"""Characters of an error's field path."""

LONGEST_STEP = 80
"""Characters of one name in such a path."""

MOST_ERRORS = 10
"""Most errors of one request that are collected and reported."""

MORE = f"more than {MOST_ERRORS} errors: mend these first, the others are not looked for"
"""Follows the last error that is reported."""


def short_path(path: Iterable[str | int]) -> list[str | int]:
    """The path with overlong names shortened."""
    return [shortened(step, LONGEST_STEP) if isinstance(step, str) else step for step in path]


def shortened(text: str, most: int = LONGEST_MESSAGE) -> str:
    """The text, cut in its middle if it is longer than `most` characters: the end says what to do."""
    if len(text) <= most:
        return text
    half = (most - 3) // 2
    return f"{text[:half]}...{text[len(text) - half :]}"
