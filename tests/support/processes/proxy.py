"""A proxy before a real server that loses replies, cuts connections and delays: the caller cannot know the outcome."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.amounts import PATIENCE


class Proxy:
    """Listens on a Unix socket `path` and talks to the server's socket `target`.

    `lose(word)`: the reply of the next call that contains `word` is dropped and the connection closed. `tear(word)`:
    only half of that call is passed on. `lost` counts both. `cut` breaks all open connections. New connections go
    to `target`. `delay`: seconds before anything is passed on, in either direction.
    """

    def __init__(self, path: Path, target: Path) -> None:
        self.path = path
        self.target = target
        self.lost = 0
        self.delay = 0.0
        self._word: bytes | None = None
        self._torn = False
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
        """Drop the reply of the next call that contains `word`."""
        self._word, self._torn = word, False

    def tear(self, word: bytes) -> None:
        """Pass on half of the next call that contains `word`."""
        self._word, self._torn = word, True

    def cut(self) -> None:
        """Break all open connections; may be called from any thread."""
        assert self._server is not None
        self._server.get_loop().call_soon_threadsafe(lambda: [task.cancel() for task in self._serving])

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back, forth = await asyncio.open_unix_connection(self.target)
        except BaseException as error:
            writer.close()
            if isinstance(error, OSError):
                return  # no server: close this connection too
            raise
        losing = asyncio.Event()

        async def calls() -> None:
            while data := await reader.read(1 << 16):
                if self._word is not None and self._word in data:
                    self._word = None
                    losing.set()
                    if self._torn:
                        forth.write(data[: len(data) // 2])
                        self.lost += 1
                        return
                await asyncio.sleep(self.delay)
                forth.write(data)

        async def replies() -> None:
            while data := await back.read(1 << 16):
                if losing.is_set():
                    self.lost += 1
                    return
                await asyncio.sleep(self.delay)
                writer.write(data)

        tasks = [asyncio.create_task(calls()), asyncio.create_task(replies())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Nothing here awaits: the task may be cancelled while the proxy is being left.
            for end in (writer, forth):
                end.close()
            for task in tasks:
                task.cancel()


@contextmanager
def beside(proxy: Proxy) -> Iterator[Proxy]:
    """The proxy in a thread of its own, for tests that block on replies."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(proxy.__aenter__(), loop).result(PATIENCE)
    try:
        yield proxy
    finally:
        asyncio.run_coroutine_threadsafe(proxy.__aexit__(), loop).result(PATIENCE)
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0.01), loop).result(PATIENCE)  # lets closed connections finish
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
