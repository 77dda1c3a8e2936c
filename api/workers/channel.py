"""Messages between supervisor and worker, one JSON line each, over a socket pair.

End of file on the pair is a message too: it tells the worker that the supervisor is gone, for whatever reason.
"""

from __future__ import annotations

import socket

import msgspec
from msgspec import Struct

from api.config import Settings, read_path
from api.hosting.greeting import Demo
from api.hosting.wiring import KeptServer


class StartOrders(Struct, frozen=True, kw_only=True):
    """The first line, sent to a worker.

    number: 1 for the first. settings: with every secret set. kept: the server with the fights.
    sockets: bound descriptors. address: for people; demo: whether there is a demo fight; makes_demo: whether this
    worker makes it and reports it.
    """

    number: int
    settings: Settings
    kept: KeptServer
    sockets: tuple[int, ...] = ()
    address: str
    demo: bool = False
    makes_demo: bool = False


class Ready(Struct, frozen=True, tag="ready"):
    """The worker listens. demo: the greeting's lines on the demo fight, from the one worker that makes it."""

    demo: Demo = Demo()


class Failed(Struct, frozen=True, tag="failed"):
    """The worker cannot serve. reason: one sentence."""

    reason: str


class Heartbeat(Struct, frozen=True, tag="beat"):
    """The worker's event loop still runs."""


Report = Ready | Failed | Heartbeat
"""A line from a worker."""

_report: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report)


def format_orders(orders: StartOrders) -> bytes:
    """The orders as a line."""
    return msgspec.json.encode(orders, enc_hook=str) + b"\n"


def read_orders(channel: socket.socket) -> StartOrders | None:
    """Read the first line; None if the supervisor is gone before it arrives."""
    line = b""
    while not line.endswith(b"\n"):
        if not (more := channel.recv(65536)):
            return None
        line += more
    return msgspec.json.decode(line, type=StartOrders, dec_hook=read_path)


def format_report(report: Report) -> bytes:
    """The report as a line."""
    return msgspec.json.encode(report) + b"\n"


def parse_report(line: bytes) -> Report:
    """The report of a complete line."""
    return _report.decode(line)
