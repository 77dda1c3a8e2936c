"""A proxy before a real server that passes a call on and loses the reply: the caller cannot know what happened."""

from __future__ import annotations

import asyncio
from pathlib import Path


class Proxy:
    """Listens on a Unix socket `path` and talks to the server's socket `target`.

    `lose(word)`: of the next call that contains `word` the reply is dropped and the connection closed. `lost` counts.
    """

    def __init__(self, path: Path, target: Path) -> None:
        self.path = path
        self.target = target
        self.lost = 0
        self._word: bytes | None = None
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"unix://{self.path}"

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_unix_server(self._accept, self.path)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def lose(self, word: bytes) -> None:
        """Lose the reply of the next call that contains `word`."""
        self._word = word

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, forth = await asyncio.open_unix_connection(self.target)
        losing = asyncio.Event()

        async def calls() -> None:
            while data := await reader.read(1 << 16):
                if self._word is not None and self._word in data:
                    self._word = None
                    losing.set()
                forth.write(data)

        async def replies() -> None:
            while data := await back.read(1 << 16):
                if losing.is_set():
                    self.lost += 1
                    return
                writer.write(data)

        tasks = [asyncio.create_task(calls()), asyncio.create_task(replies())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Nothing here waits: leaving the proxy may cancel this very moment.
            for end in (writer, forth):
                end.close()
            for task in tasks:
                task.cancel()
