"""A TCP relay to a service that can be cut: open connections break, later ones go through."""

from __future__ import annotations

import asyncio
import socket
import struct


class Cable:
    """Listens on a free port of the loopback and relays everything to `port`."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self._target = port
        self._server: asyncio.Server | None = None
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def __aenter__(self) -> Cable:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        await asyncio.gather(*self._open, return_exceptions=True)

    def cut(self) -> int:
        """Break all open connections without a closing handshake; returns how many there were."""
        for task, writer in self._open.items():
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            task.cancel()
        return len(self._open)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connect(reader, writer))
        self._open[task] = writer
        task.add_done_callback(self._open.pop)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", self._target)
        except BaseException as error:
            writer.transport.abort()
            if isinstance(error, OSError):
                return  # nobody listens: this end breaks too
            raise
        try:
            await asyncio.gather(_pass(reader, forth), _pass(back, writer))
        except ConnectionError:
            pass  # one end has closed: close the other
        finally:
            writer.transport.abort()
            forth.transport.abort()


async def _pass(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while data := await source.read(1 << 16):
        sink.write(data)
        await sink.drain()
    if sink.can_write_eof():
        sink.write_eof()
