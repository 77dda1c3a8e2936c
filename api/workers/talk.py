"""What supervisor and worker tell each other, a JSON line each, over a pair of sockets.

The pair says one thing without words: when the supervisor is gone, however it went, a worker reads its end.
"""

from __future__ import annotations

import socket

import msgspec
from msgspec import Struct

from api.config import Settings, read_path
from api.wiring import Kept


class Orders(Struct, frozen=True, kw_only=True):
    """The first line, to a worker.

    number: 1 for the first. settings: with every secret named. kept: the server with the fights.
    sockets: descriptors, bound. address: for people; demo: whether to make the demo fight there, and tell of it.
    """

    number: int
    settings: Settings
    kept: Kept
    sockets: tuple[int, ...] = ()
    address: str
    demo: bool = False


class Ready(Struct, frozen=True, tag="ready"):
    """It listens. demo: lines for a person, about the demo fight."""

    demo: list[str] = []


class Failed(Struct, frozen=True, tag="failed"):
    """It cannot serve; why, in one sentence."""

    reason: str


class Beat(Struct, frozen=True, tag="beat"):
    """Its loop still turns."""


Report = Ready | Failed | Beat
"""A line of a worker's."""

_report: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report)


def format_orders(orders: Orders) -> bytes:
    """As a line."""
    return msgspec.json.encode(orders, enc_hook=str) + b"\n"


def read_orders(channel: socket.socket) -> Orders | None:
    """The first line; None where the supervisor is gone before it came."""
    line = b""
    while not line.endswith(b"\n"):
        if not (more := channel.recv(65536)):
            return None
        line += more
    return msgspec.json.decode(line, type=Orders, dec_hook=read_path)


def format_report(report: Report) -> bytes:
    """As a line."""
    return msgspec.json.encode(report) + b"\n"


def parse_report(line: bytes) -> Report:
    """A whole line."""
    return _report.decode(line)
