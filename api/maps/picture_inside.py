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


BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""What some programs put before a text. No part of JSON."""


class _Pictured(Struct, frozen=True):
    image: str = ""


def looks_like_json(data: bytes) -> bool:
    """Whether a file is an object of JSON, as a map's file is, and no picture."""
    return data[:1024].removeprefix(BYTE_ORDER_MARK).lstrip().startswith(b"{")


def picture_inside(data: bytes) -> tuple[str, bytes] | None:
    """The ending of the picture's name, and its bytes; None where the file has none that can be read."""
    try:
        text = msgspec.json.decode(data.removeprefix(BYTE_ORDER_MARK), type=_Pictured).image
        picture = b64decode(text.removeprefix("data:").rpartition(",")[2], validate=True)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, binascii.Error):
        return None
    return next(((ending, picture) for start, ending in ENDINGS.items() if picture.startswith(start)), None)
