"""The picture inside a map's file, as a file of its own."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Mapping

import msgspec
from msgspec import Struct

ENDINGS: Mapping[bytes, str] = {
    b"\x89PNG\r\n\x1a\n": ".png",
    b"\xff\xd8\xff": ".jpg",
    b"RIFF": ".webp",
    b"GIF8": ".gif",
}
"""How a picture's file begins, and what its name ends with."""


class _Pictured(Struct, frozen=True):
    image: str = ""


def picture_inside(data: bytes) -> tuple[str, bytes] | None:
    """The ending of the picture's name, and its bytes; None where the file has none that can be read."""
    try:
        text = msgspec.json.decode(data, type=_Pictured).image
        picture = b64decode(text.removeprefix("data:").rpartition(",")[2], validate=True)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, binascii.Error):
        return None
    return next(((ending, picture) for start, ending in ENDINGS.items() if picture.startswith(start)), None)
