"""Drops long texts from JSON while it is read: a map file is nearly all picture, in base64, and a ground has none."""

from __future__ import annotations

from engine.kernel.structs.errors import RuleRefusal

LARGEST_FILE = 20_000_000
"""Bytes of a map's file."""
KEPT = 5_000_000
"""Bytes of it that may be left without its long texts."""
STEP = 16_384
"""Bytes to read at a time: a server answers others between two steps."""
LONGEST_TEXT = 2000
"""Characters of a text that are kept; a longer one is emptied."""


class Slimmer:
    """Cuts the long texts out of a JSON file that comes in pieces. most: bytes of what is kept, else RuleRefusal.

    Time is linear in the bytes fed, and memory is bounded by `most`.
    """

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._kept: list[bytes] = []
        self._text: list[bytes] | None = None
        """The present text as far as it is kept; None outside of a text."""
        self._length = 0
        """Bytes of the present text, kept or not."""
        self._escaped = False
        """Whether the next byte follows a backslash in a text."""

    def feed(self, piece: bytes) -> None:
        """The next bytes of the file."""
        at = 0
        while at < len(piece):
            at = self._outside(piece, at) if self._text is None else self._inside(piece, at, self._text)

    def rest(self) -> bytes:
        """What is left of the file."""
        return b"".join([*self._kept, *(self._text or ())])

    def _outside(self, piece: bytes, at: int) -> int:
        quote = piece.find(b'"', at)
        end = len(piece) if quote < 0 else quote + 1
        self._keep(piece[at:end])
        if quote >= 0:
            self._text, self._length = [], 0
        return end

    def _inside(self, piece: bytes, at: int, text: list[bytes]) -> int:
        if self._escaped:
            self._escaped = False
            self._add(text, piece[at : at + 1])
            return at + 1
        quote = piece.find(b'"', at)
        end = len(piece) if quote < 0 else quote
        escape = piece.find(b"\\", at, end)
        if escape >= 0:
            self._escaped = True
            self._add(text, piece[at : escape + 1])
            return escape + 1
        self._add(text, piece[at:end])
        if quote < 0:
            return end
        self._keep(b"".join(text) + b'"')
        self._text = None
        return quote + 1

    def _add(self, text: list[bytes], part: bytes) -> None:
        """A part of the present text; one that grows too long is emptied."""
        self._length += len(part)
        if self._length > LONGEST_TEXT:
            text.clear()
        else:
            text.append(part)

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._most:
            raise RuleRefusal(
                f"beside its picture this map has more than {self._most} bytes: cut a part of it out", field="map"
            )
        self._kept.append(part)
