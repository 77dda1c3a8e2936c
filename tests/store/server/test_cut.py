"""The file cut at every byte of its last step, again and again with play between: only what nobody was told is gone.

SIGKILL alone does not show this: what a process has written is in the kernel, and outlives it. In the long form every
byte is tried: SKALD_CUTS=all .venv/bin/pytest tests/store/server/test_cut.py
"""

from __future__ import annotations

import logging
import os
import random
import re
from pathlib import Path

import pytest

from engine.store import chain, port
from engine.store.redis import RedisStore
from engine.store.server import Binary, PrivateServer
from engine.store.server.repair import newest
from tests.store.server.test_repair import command
from tests.store.test_contract import put
from tests.support.amounts import LONG, groups
from tests.support.fights.streams import head_of, step
from tests.support.processes.outages import kill

EVERY = LONG or os.environ.get("SKALD_CUTS") == "all"
SAMPLED = 6
"""How many bytes are tried in the short form beside the ends of lines, where a number, a word or a command ends."""
CUT = re.compile(r"ended inside an unfinished step: cut (\d+) bytes after byte (\d+)")


def places(written: bytes, seed: str) -> list[int]:
    """How much of a step the file keeps, each in turn; in an order that makes no neighbours follow each other."""
    rng = random.Random(seed)
    found = [*range(len(written))]
    if not EVERY:
        commands = [match.start() for match in re.finditer(rb"\*\d+\r\n\$", written)]
        around = {place + near for place in commands for near in (-1, 0, 1, 3, 4)} | {1, len(written) - 1}
        found = sorted({place for place in around if 0 <= place < len(written)} | set(rng.sample(found, SAMPLED)))
    rng.shuffle(found)
    return found


class Folder:
    """A private server on a folder, and what its last file holds."""

    def __init__(self, data: Path, binary: Binary) -> None:
        self.server = PrivateServer.start(data, among=[binary])
        self.file = newest(self.server.data)

    @property
    def size(self) -> int:
        assert self.file is not None
        return self.file.stat().st_size

    def cut(self, kept: int) -> None:
        """The plug is pulled, the disk has so many bytes, and the server comes back."""
        assert self.file is not None
        kill(self.server)
        os.truncate(self.file, kept)
        assert self.server.ensure()


@pytest.mark.sampled(groups(2))
@pytest.mark.parametrize("first", [False, True], ids=["later", "first"])
async def test_a_cut_at_any_byte_costs_the_unfinished_step_only(
    binary: Binary, tmp_path: Path, caplog: pytest.LogCaptureFixture, first: bool
) -> None:
    """Of a fight that goes on in between, and of one that has only begun."""
    folder = Folder(tmp_path / "data", binary)
    caplog.set_level(logging.WARNING)
    try:
        store = RedisStore(folder.server.url)
        head = port.NOTHING
        if not first:
            made = step(count=1000)  # so that all steps are of one length: versions have four digits
            await put(store, "a", made)
            head = head_of(made)
        before = folder.size
        await put(store, "a", step(head, 3), expected=head)
        assert folder.file is not None
        written = folder.file.read_bytes()[before:]
        lead = written.index(command(b"MULTI"))  # a new file selects its database first
        for kept in places(written, str(binary)):
            caplog.clear()
            folder.cut(before + kept)
            whole = lead if kept >= lead else 0
            said = [(str(kept - whole), str(before + whole))] if kept > whole else []
            assert CUT.findall(caplog.text) == said, kept
            await store.close()
            store = RedisStore(folder.server.url)
            entries = await store.read("a", 1, 10**6)
            assert chain.first_break(entries) is None
            assert await store.head("a") == head
            if not first:
                made = step(head, 1)
                assert await put(store, "a", made, expected=head) == port.Appended(head.version + 1, head.version + 1)
                head = head_of(made)
            before = folder.size
            assert (await put(store, "a", step(head, 3), expected=head)).last == head.version + 3
            assert first or folder.size - before == len(written)
        await store.close()
    finally:
        folder.server.stop()
