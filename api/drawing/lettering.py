"""How wide text is, guessed on the wide side: a drawing is made without knowing the reader's fonts."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LEAST = 9.0
"""The smallest text of a drawing, in pixels."""

_NARROW = frozenset("iljtfrI.,:;'|!()[]{} -")
_BROAD = frozenset("mwMWQ%@—…")


@lru_cache(4096)
def _em(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in _NARROW:
        return 0.4
    if letter in _BROAD:
        return 1.0
    return 0.74 if letter.isupper() else 0.62


@lru_cache(4096)
def _ems(text: str) -> float:
    return sum(map(_em, text))


def width_of(text: str, size: float) -> float:
    """The width of a line of text in pixels; size: of its font."""
    return size * _ems(text)


def fitting(text: str, size: float, room: float) -> str:
    """The text, cut with an ellipsis if it is wider than `room`; "" if not even a letter fits."""
    if width_of(text, size) <= room:
        return text
    used, kept = width_of("…", size), 0
    for letter in text:
        used += size * _em(letter)
        if used > room:
            break
        kept += 1
    return text[:kept].rstrip() + "…" if kept else ""


def wrapped(text: str, size: float, room: float, most: int) -> list[str]:
    """At most `most` lines, broken between words; the last is cut if there is more."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if not lines:
            lines.append(word)
        elif width_of(longer, size) <= room or len(lines) == most:
            lines[-1] = longer
        else:
            lines.append(word)
    return [fitting(line, size, room) for line in lines]
