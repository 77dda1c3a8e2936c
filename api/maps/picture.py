"""A plain picture of a ground, as PNG: other programs do not open a map without one."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Mapping

from api.maps.plan import Box
from engine.kernel.state.ground.ground import SceneLook

MOST_PIXELS = 2_000_000
LARGEST_CELL = 50
"""Pixels of a cell's side, where there is room for it."""

FLOOR = "efe9dd"
LINE = "d8d0c0"
COLOURS: Mapping[SceneLook, str] = {
    "WALL": "5b5149", "DOOR": "a9793f", "WINDOW": "a9cfe3", "WATER": "9cc4dd", "ROUGH": "d9c9a3", "ROAD": "cfc4b2",
    "BRIDGE": "b98f5c", "WOOD": "a9c48f", "HEIGHT": "c9b48f", "STAIRS": "c4bdb0", "PIT": "6f665c", "OBSTACLE": "a0917f",
    "COVER": "b7ab90", "HAZARD": "d9a3b4", "FIRE": "e8a05c", "SMOKE": "b9b9b9", "DARK": "7f7a86", "OTHER": "cbbfd4",
}  # fmt: skip


def pixels_of(box: Box) -> int:
    """Pixels of a cell's side in the picture of a ground of this size."""
    cells = max(1.0, box[2] * box[3])
    return max(1, min(LARGEST_CELL, math.isqrt(int(MOST_PIXELS / cells))))


def picture_of(box: Box, looks: Mapping[tuple[int, int], SceneLook]) -> bytes:
    """The cells of a ground in their colours, with the lines of the grid, `pixels_of` to a cell."""
    side = pixels_of(box)
    left, top, width, height = (math.floor(box[0]), math.floor(box[1]), math.ceil(box[2]), math.ceil(box[3]))
    palette = [FLOOR, LINE, *COLOURS.values()]
    numbers = {look: number for number, look in enumerate(COLOURS, start=2)}
    grid = side > 3
    rows = bytearray()
    ruled = b"\0" + b"\1" * (width * side)
    for y in range(top, top + height):
        row = bytearray(b"\0")
        for x in range(left, left + width):
            look = looks.get((x, y))
            number = bytes([0 if look is None else numbers.get(look, 0)])
            row += b"\1" + number * (side - 1) if grid else number * side
        rows += (ruled + bytes(row) * (side - 1)) if grid else bytes(row) * side
    head = struct.pack(">IIBBBBB", width * side, height * side, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", head),
        (b"PLTE", bytes.fromhex("".join(palette))),
        (b"IDAT", zlib.compress(rows, 6)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
