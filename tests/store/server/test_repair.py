"""What counts as a cut tail."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store.server.repair import is_unfinished, newest


def command(*words: bytes) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


STEP = b"".join(
    [
        command(b"MULTI"),
        b"#TS:1795206971\r\n",
        command(b"XADD", b"stream", b"1-0", b"event", b"a\r\nb\0c"),
        command(b"XADD", b"stream", b"2-0", b"event", b""),
        command(b"EXEC"),
    ]
)


def test_every_beginning_of_a_step_is_unfinished() -> None:
    for length in range(len(STEP)):
        assert is_unfinished(STEP[:length]), STEP[:length]


def test_a_whole_step_is_not() -> None:
    assert not is_unfinished(STEP)
    assert not is_unfinished(STEP + STEP)


def test_content_that_never_reached_the_disk_counts_as_missing() -> None:
    for length in range(len(STEP)):
        assert is_unfinished(STEP[:length] + bytes(100))


def test_a_file_damaged_before_whole_steps_is_not_truncated() -> None:
    for length in range(len(command(b"MULTI")), len(STEP) - 1, 7):
        assert not is_unfinished(STEP[:length] + STEP)
        assert not is_unfinished(STEP[:length] + bytes(3) + STEP)


@pytest.mark.parametrize(
    "garbage", [b"garbage", b"*x\r\n", b"*-1\r\n", b"*1\r\n*1\r\n", b"*1\r\n$3\r\nabcd\r\n", b"*1\r\n$-1\r\n", b"*\r\n"]
)
def test_garbage_is_not_an_unfinished_step(garbage: bytes) -> None:
    assert not is_unfinished(garbage)
    assert not is_unfinished(command(b"MULTI") + garbage)


def test_the_newest_file_is_the_last_increment_of_the_manifest(tmp_path: Path) -> None:
    assert newest(tmp_path) is None
    files = tmp_path / "appendonlydir"
    files.mkdir()
    manifest = files / "appendonly.aof.manifest"
    manifest.write_text("file appendonly.aof.1.base.rdb seq 1 type b\n")
    assert newest(tmp_path) is None
    with manifest.open("a") as lines:
        lines.write(
            "file appendonly.aof.1.incr.aof seq 1 type i\nfile appendonly.aof.2.incr.aof seq 2 type i startoffset 0\n"
        )
    (files / "appendonly.aof.2.incr.aof").touch()
    assert newest(tmp_path) == files / "appendonly.aof.2.incr.aof"
