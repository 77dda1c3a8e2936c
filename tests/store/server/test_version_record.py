"""Which server can go on with a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store.server import Binary, UnreadableData
from engine.store.server.binary import Kind, Version
from engine.store.server.version_record import VersionRecord, can_read, choose, read_record, write_record


def server(kind: Kind, *version: int) -> Binary:
    major, minor, patch = version
    whole: Version = (major, minor, patch)
    return Binary(Path("/somewhere"), kind, whole)


@pytest.mark.parametrize(
    ("binary", "written", "readable"),
    [
        (server("redis", 7, 0, 15), ("redis", "7.0.15"), True),
        (server("redis", 7, 0, 1), ("redis", "7.0.15"), True),  # patch releases share a format
        (server("redis", 7, 2, 0), ("redis", "7.0.15"), True),
        (server("redis", 7, 0, 15), ("redis", "7.2.0"), False),
        (server("redis", 7, 0, 15), ("redis", "8.0.0"), False),
        (server("valkey", 9, 1, 2), ("valkey", "9.1.2"), True),
        (server("valkey", 9, 1, 2), ("valkey", "8.0.0"), True),
        (server("valkey", 8, 1, 0), ("valkey", "9.1.2"), False),
        (server("valkey", 9, 1, 2), ("redis", "7.0.15"), True),
        (server("valkey", 9, 1, 2), ("redis", "7.2.9"), True),
        (server("valkey", 9, 1, 2), ("redis", "7.4.0"), False),  # after the two parted
        (server("valkey", 9, 1, 2), ("redis", "8.2.0"), False),
        (server("redis", 7, 0, 15), ("valkey", "9.1.2"), False),
        (server("redis", 8, 2, 0), ("valkey", "7.2.5"), False),
    ],
)
def test_newer_reads_older_never_the_other_way_round(binary: Binary, written: tuple[Kind, str], readable: bool) -> None:
    assert can_read(binary, VersionRecord(written[0], written[1], "/s")) is readable


def test_a_folder_remembers_its_writer(tmp_path: Path) -> None:
    assert read_record(tmp_path) is None
    write_record(tmp_path, VersionRecord("redis", "7.0.15", "/tmp/s"))
    write_record(tmp_path, VersionRecord("valkey", "9.1.2", "/tmp/s"))
    assert read_record(tmp_path) == VersionRecord("valkey", "9.1.2", "/tmp/s")
    assert [path.name for path in tmp_path.iterdir()] == ["server.json"]


@pytest.mark.parametrize("note", ["", "{", '{"kind":"redis","version":"new","socket":""}', '{"kind":"mysql"}'])
def test_a_note_that_cannot_be_read_is_no_licence(tmp_path: Path, note: str) -> None:
    (tmp_path / "server.json").write_text(note)
    with pytest.raises(UnreadableData, match="does not say which server wrote this folder"):
        choose(tmp_path)


def test_the_first_server_that_can_read_the_folder_is_chosen(tmp_path: Path) -> None:
    redis, valkey = server("redis", 7, 0, 15), server("valkey", 9, 1, 2)
    assert choose(tmp_path, [redis, valkey]) == redis
    write_record(tmp_path, VersionRecord("valkey", "9.1.2", "/s"))
    assert choose(tmp_path, [redis, valkey]) == valkey
    with pytest.raises(UnreadableData, match=r"written by valkey 9\.1\.2; .*found: redis 7\.0\.15.* or newer"):
        choose(tmp_path, [redis])
