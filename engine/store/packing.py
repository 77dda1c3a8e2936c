"""Entries as bytes for another process, page by page, so that packing a long stream does not block the event loop."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.store.port import Entry

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[list[Entry]] = msgspec.msgpack.Decoder(list[Entry])


def pack_page(entries: Sequence[Entry]) -> bytes:
    """Pack the entries of a page."""
    return _encoder.encode(entries)


def unpack_page(page: bytes) -> list[Entry]:
    """The reverse of `pack_page`."""
    return _decoder.decode(page)
