"""Hostile files on the command line, with little memory to waste: an exit code, one line of words, nothing stored."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.store.redis import RedisStore
from tests.support.amounts import PATIENCE
from tests.support.contract.hostile import TIMES
from tests.support.contract.mutations import FIGHTS, Line, other_rules, recording, sealed
from tests.support.processes.terminal import ROOT, environment

MEMORY = 256 << 20
"""Bytes that reading a file may take, beyond what a running Skald has."""

RUN = """
import contextlib, io, json, resource, sys
from api.cli import main
from engine.service.registry import Registry
Registry.installed()
has = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (has + int(sys.argv[1]), has + int(sys.argv[1])))
for file in sys.argv[2:]:
    for word in ("verify", "import", "replay"):
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
            code = main([word, file])
        print(json.dumps([file, word, code, out.getvalue(), err.getvalue()]))
"""


def run(files: list[Path], url: str, memory: int) -> list[tuple[str, str, int, str, str]]:
    """What `verify`, `import` and `replay` say of each file: file, word, exit code, stdout, stderr."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(memory), *map(str, files)],
        cwd=files[0].parent,
        env=environment(SKALD_REDIS_URL=url, SKALD_DURABILITY="relaxed", PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def sparse(path: Path, head: bytes, size: int) -> None:
    """A file of zeros behind some bytes, that takes no room on the disk."""
    with path.open("wb") as file:
        file.write(head)
        file.truncate(size)


def changed(do: Callable[[list[Line]], Any]) -> bytes:
    """A recording under other rules, changed, its chain made anew."""
    lines = recording("broken_off")
    other_rules(lines)
    do(lines)
    return sealed(lines)


HEADER = sealed(recording("broken_off")).splitlines(keepends=True)[0]
EVENT = b'{"version":1,"hash":"","public":%s}\n'
FILES: dict[str, bytes] = {
    "empty": b"",
    "zipped": gzip.compress((FIGHTS / "fled.ndjson").read_bytes()),
    "bomb zipped": gzip.compress(bytes(50 << 20)),
    "noise": bytes(range(256)) * 40,
    "no header": EVENT % b"{}",
    "header alone": HEADER,
    "nested header": b"[" * 100_000 + b"\n",
    "nested signature": HEADER.replace(b'"seat":null', b'"seat":null,"signature":' + b'{"a":' * 100_000),
    "nested event": HEADER + EVENT % (b"[" * 100_000 + b"]" * 100_000),
    "many small values": HEADER + (EVENT % (b'{"a":[' + b"[]," * 1_300_000 + b"1]}")) * 2,
    "a number of a million digits": HEADER + EVENT % (b'{"version":' + b"9" * 1_000_000 + b"}"),
    "its version has a million digits": HEADER + b'{"version":%s,"hash":"","public":{}}\n' % (b"9" * 1_000_000),
    "another type": b"\x89PNG\r\n\x1a\n" + bytes(1000),
    "utf-16": (FIGHTS / "fled.ndjson").read_text("utf-8").encode("utf-16"),
    "a chain over nobody's table": changed(lambda lines: lines[1]["public"]["data"].update(table=[])),
    "a key in the id": changed(lambda lines: lines[1]["public"]["data"].update(encounter="a}:events\n")),
    "commands to the terminal": changed(
        lambda lines: lines[1]["public"]["data"].update(
            name="\x1b[2J\nSIGNED by me\n\u202e", encounter="\x1b[2J\nSIGNED by me\n"
        )
    ),
}


def judge(said: list[tuple[str, str, int, str, str]]) -> None:
    """Each was refused in words, that do nothing to a terminal and claim nothing."""
    for file, word, code, out, err in said:
        where = f"{word} {file}: {code} {out[-500:]} {err[-500:]}"
        assert "Traceback" not in out + err, where
        assert all(line.isprintable() or not line for line in (out + err).split("\n")), where
        assert not re.search(r"^(SIGNED|MATCHES|CONSISTENT)", out, re.M), where
        if word == "import":
            assert code in (1, 2), where
            assert err.startswith("skald: "), where
            assert err.count("\n") == 1, where
            assert len(err) < 2100, where
        if word == "verify":
            assert code in (1, 2), where


async def listed(url: str) -> list[Any]:
    """What the store has."""
    store = RedisStore(url)
    try:
        return [await store.page(before=None, limit=5), await store._command("KEYS", "*")]
    finally:
        await store.close()


def test_hostile_files_cost_little_and_leave_nothing(redis_url: str, tmp_path: Path) -> None:
    """Every kind of them, one after the other in one process that may not grow, and a line of a gigabyte."""
    for name, data in FILES.items():
        (tmp_path / f"{name}.ndjson").write_bytes(data)
    sparse(tmp_path / "one long line.ndjson", b"", 1 << 30)
    sparse(tmp_path / "one long event.ndjson", HEADER, 1 << 30)
    files = sorted(tmp_path.iterdir())
    said = run(files, redis_url, MEMORY)
    assert len(said) == 3 * len(files)
    judge(said)
    assert asyncio.run(listed(redis_url)) == [[], []]


def test_a_stream_without_end_is_not_waited_for(tmp_path: Path) -> None:
    """`skald verify -` reads no more than it would of a file."""
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            [sys.executable, "-m", "api.cli", "verify", "-"],
            cwd=tmp_path,
            env=environment(PYTHONPATH=str(ROOT)),
            stdin=endless,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 2
    assert "longer than" in done.stderr


@pytest.mark.skipif(TIMES == 1, reason="writes a quarter of a gigabyte: set SKALD_HOSTILE=2 or more")
def test_the_largest_file_that_is_read(redis_url: str, tmp_path: Path) -> None:
    """As many bytes as are read at all, in long texts and in small values: some times its size in memory, no more."""
    text = {"type": "Nothing", "data": {"a": "x" * 4_000_000}}
    small = {"type": "Nothing", "data": {"a": [[]] * 180_000}}
    for name, one, count in (("texts", text, 60), ("values", small, 25)):
        lines = recording("broken_off")[:2]
        other_rules(lines)
        envelope = {name: lines[1]["public"][name] for name in ("time", "rule", "schema", "seat", "command")}
        lines += [{"version": n, "public": {**envelope, **one, "version": n}} for n in range(2, count)]
        (tmp_path / f"{name}.ndjson").write_bytes(sealed(lines))
    said = run(sorted(tmp_path.iterdir()), redis_url, 2 << 30)
    assert len(said) == 6
    judge(said)
