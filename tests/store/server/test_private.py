"""The private server's life: started, stopped, killed, left over, cut."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
import redis

from engine.store.server import (
    Binary,
    DamagedData,
    FolderInUse,
    Fsync,
    PrivateServer,
    StartFailed,
    UnreadableData,
    keep_alive,
    private,
)
from engine.store.server.folder import Folder
from engine.store.server.probe import names_socket
from engine.store.server.repair import newest
from engine.store.server.socket_path import LONGEST, socket_for
from engine.store.server.version_record import VersionRecord, write_record
from tests.store.server.steps import append, versions
from tests.support.amounts import PATIENCE
from tests.support.processes.servers import servers_here

SKALD = """
import sys, time
from pathlib import Path
from engine.store.server import PrivateServer
from engine.store.server.binary import identify
server = PrivateServer.start(Path(sys.argv[1]), appendfsync=sys.argv[3], among=[identify(Path(sys.argv[2]))])
print(server.pid, server.url, flush=True)
time.sleep(60)
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def left_over(binary: Binary, data: Path) -> Iterator[int]:
    """The pid of a server whose Skald was killed, with four events in it."""
    yield from abandon(binary, data, "always")


def abandon(binary: Binary, data: Path, appendfsync: Fsync) -> Iterator[int]:
    command = [sys.executable, "-c", SKALD, str(data), str(binary.path), appendfsync]
    try:
        # Out of reach of Ctrl-C, or it would end its server in order.
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as skald:
            assert skald.stdout is not None
            try:
                pid, url = skald.stdout.readline().split()
                append(url, 1)
            finally:
                skald.kill()
        yield int(pid)
    finally:
        with suppress(FileNotFoundError):
            left = int((data / "server.pid").read_text())
            if names_socket(left, socket_for(data.resolve())):
                os.kill(left, signal.SIGKILL)


def lives(pid: int) -> bool:
    """Whether a process runs; one that ended but was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kill(server: PrivateServer) -> None:
    """As kill -9 does, or the out-of-memory killer; returns when the process is gone."""
    os.kill(server.pid, signal.SIGKILL)
    limit = time.monotonic() + PATIENCE
    while server.runs():
        assert time.monotonic() < limit
        time.sleep(0.005)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - what is waited for is another process
            await asyncio.sleep(0.01)


def has_come_back(server: PrivateServer, died: int) -> bool:
    return server.pid != died and server.alive()


# -- start and stop
def test_what_was_stored_is_there_after_a_stop_and_a_start(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        append(server.url, 1)
        first, socket = server.pid, server.socket
        assert server.alive()
        assert not server.adopted
    assert not lives(first)
    assert not socket.parent.exists()
    with PrivateServer.start(data, among=[binary]) as server:
        assert versions(server.url) == [1, 2, 3, 4]
        assert server.pid != first
        assert server.socket == socket


def test_nothing_is_lost_by_a_stop_whatever_the_setting(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, appendfsync="no", among=[binary]) as server:
        append(server.url, 1, 100)
    with PrivateServer.start(data, appendfsync="no", among=[binary]) as server:
        assert len(versions(server.url)) == 100


def test_it_runs_in_a_session_of_its_own_and_opens_no_port(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        assert os.getsid(server.pid) == server.pid != os.getsid(0)
        assert server.socket.parent.stat().st_mode & 0o777 == 0o700
        with redis.Redis.from_url(server.url) as client:
            assert client.config_get("port") in ({"port": "0"}, {b"port": b"0"})


def test_a_stopped_server_stays_stopped(binary: Binary, data: Path) -> None:
    server = PrivateServer.start(data, among=[binary])
    server.stop()
    server.stop()
    assert not server.alive()
    with pytest.raises(StartFailed, match="was stopped"):
        server.ensure()


def test_a_second_start_on_the_same_folder_is_refused(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        with pytest.raises(FolderInUse, match=rf"process {os.getpid()}"):
            PrivateServer.start(data, among=[binary])
        assert server.alive()


def test_a_folder_may_have_any_name_of_any_length(binary: Binary, tmp_path: Path) -> None:
    data = tmp_path / ("very long " * 10) / 'odd "quotes" \\n ’ $x #é' / "data"
    with PrivateServer.start(data, among=[binary]) as server:
        append(server.url, 1)
        assert len(os.fsencode(server.data)) > 108
        assert len(os.fsencode(server.socket)) <= LONGEST
        kill(server)
        assert server.ensure()
        assert versions(server.url) == [1, 2, 3, 4]


def test_a_long_temporary_directory_is_passed_over(
    binary: Binary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("t" * 90)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with PrivateServer.start(tmp_path / "data", among=[binary]) as server:
        assert server.alive()
        assert server.socket.parent.parent == Path("/tmp")


def test_a_socket_directory_of_somebody_else_is_not_used(
    binary: Binary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PrivateServer.start(tmp_path / "data", among=[binary]) as server:
        room = server.socket.parent
    room.mkdir(mode=0o755)
    try:
        with pytest.raises(StartFailed, match="not a directory of our own"):
            PrivateServer.start(tmp_path / "data", among=[binary])
    finally:
        room.rmdir()


def test_a_server_that_does_not_start_is_quoted(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]):
        pass
    (data / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    with pytest.raises(StartFailed, match=r"(?s)did not start on .*manifest"):
        PrivateServer.start(data, among=[binary])
    assert not socket_for(data.resolve()).parent.exists()


# -- who wrote it
def test_data_of_a_newer_server_is_refused_before_anything_starts(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        append(server.url, 1)
    major, minor, _ = binary.version
    write_record(data, VersionRecord(binary.kind, f"{major}.{minor + 1}.0", ""))
    log = (data / "server.log").read_bytes()
    with pytest.raises(UnreadableData, match=rf"written by {binary.kind} {major}\.{minor + 1}\.0"):
        PrivateServer.start(data, among=[binary])
    assert (data / "server.log").read_bytes() == log


def test_an_older_servers_data_is_read(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        append(server.url, 1)
    write_record(data, VersionRecord("redis", "7.0.0", ""))
    with PrivateServer.start(data, among=[binary]) as server:
        assert versions(server.url) == [1, 2, 3, 4]


def test_valkey_goes_on_where_redis_stopped_but_not_back(data: Path) -> None:
    servers = {found.kind: found for found in servers_here()}
    if len(servers) < 2 or servers["redis"].version >= (7, 4, 0):
        pytest.skip("needs a redis-server from 7.0 to 7.2 on PATH beside the wheel's Valkey")
    with PrivateServer.start(data, among=[servers["redis"]]) as server:
        append(server.url, 1)
    with PrivateServer.start(data, among=[servers["valkey"]]) as server:
        append(server.url, 5)
        assert versions(server.url) == [1, 2, 3, 4, 5, 6, 7, 8]
    with pytest.raises(UnreadableData, match="written by valkey"):
        PrivateServer.start(data, among=[servers["redis"]])
    with PrivateServer.start(data, among=[servers["redis"], servers["valkey"]]) as server:
        assert len(versions(server.url)) == 8


# -- it dies, we live
def test_it_is_started_again_on_the_same_socket(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        append(server.url, 1)
        first, url = server.pid, server.url
        assert not server.ensure()
        kill(server)
        assert not server.alive()
        assert server.ensure()
        assert server.pid != first
        assert server.url == url
        assert versions(url) == [1, 2, 3, 4]


def test_one_that_lost_its_socket_is_replaced(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        append(server.url, 1)
        first = server.pid
        shutil.rmtree(server.socket.parent)
        assert server.ensure()
        assert not lives(first)
        assert versions(server.url) == [1, 2, 3, 4]


def test_a_server_that_hangs_is_replaced(binary: Binary, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private, "_TERM", 0.1)
    with PrivateServer.start(data, among=[binary], patience=0.5) as server:
        append(server.url, 1)
        first = server.pid
        os.kill(first, signal.SIGSTOP)
        assert server.runs()
        assert server.ensure()
        assert not lives(first)
        assert versions(server.url) == [1, 2, 3, 4]


async def test_the_keeper_restarts_a_killed_server(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        keeper = asyncio.create_task(keep_alive(server, 0.01))
        for round_ in range(3):
            append(server.url, 1 + 4 * round_)
            first = server.pid
            kill(server)
            await until(partial(has_come_back, server, first))
        assert len(versions(server.url)) == 12
        keeper.cancel()
        with suppress(asyncio.CancelledError):
            await keeper


async def test_the_keeper_restarts_a_server_without_its_socket(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        append(server.url, 1)
        first = server.pid
        keeper = asyncio.create_task(keep_alive(server, 0.01))
        shutil.rmtree(server.socket.parent)
        await until(partial(has_come_back, server, first))
        assert versions(server.url) == [1, 2, 3, 4]
        keeper.cancel()
        with suppress(asyncio.CancelledError):
            await keeper


async def test_the_keeper_tries_again_after_a_failed_start(
    binary: Binary, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        append(server.url, 1)
        away = data / "appendonlydir" / "away"
        manifest = data / "appendonlydir" / "appendonly.aof.manifest"
        shutil.copy(manifest, away)
        manifest.write_text("nonsense\n")
        keeper = asyncio.create_task(keep_alive(server, 0.01))
        kill(server)
        await until(lambda: "could not be started again" in caplog.text)
        away.replace(manifest)
        await until(server.alive)
        assert versions(server.url) == [1, 2, 3, 4]
        keeper.cancel()
        with suppress(asyncio.CancelledError):
            await keeper


# -- we die, it lives
def test_a_server_left_over_is_found_and_used(left_over: int, binary: Binary, data: Path) -> None:
    assert lives(left_over)
    with PrivateServer.start(data, among=[binary]) as server:
        assert server.adopted
        assert server.pid == left_over
        assert versions(server.url) == [1, 2, 3, 4]
        append(server.url, 5)
        with pytest.raises(FolderInUse):
            PrivateServer.start(data, among=[binary])
    assert not lives(left_over)
    with PrivateServer.start(data, among=[binary]) as server:
        assert not server.adopted
        assert len(versions(server.url)) == 8


def test_one_taken_over_is_started_again_too(left_over: int, binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        kill(server)
        assert server.ensure()
        assert not server.adopted
        assert versions(server.url) == [1, 2, 3, 4]


def test_one_with_other_settings_is_replaced(binary: Binary, data: Path) -> None:
    for pid in abandon(binary, data, "everysec"):
        with PrivateServer.start(data, appendfsync="always", among=[binary]) as server:
            assert not server.adopted
            assert not lives(pid)
            assert versions(server.url) == [1, 2, 3, 4]


def test_one_started_under_another_temporary_directory_is_found(
    left_over: int, binary: Binary, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "t"
    other.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(other))
    with PrivateServer.start(data, among=[binary]) as server:
        assert server.pid == left_over
        assert versions(server.url) == [1, 2, 3, 4]


def test_one_that_cannot_be_reached_is_ended_first(left_over: int, binary: Binary, data: Path) -> None:
    shutil.rmtree(Path(socket_for(data.resolve())).parent)
    with PrivateServer.start(data, among=[binary], patience=0.5) as server:
        assert not server.adopted
        assert not lives(left_over)
        assert versions(server.url) == [1, 2, 3, 4]


def test_files_held_by_a_process_we_do_not_know_are_left_alone(
    binary: Binary, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private, "_ORPHANS", 0.1)
    folder = Folder(data)
    lock = folder.lend(0)
    assert lock is not None
    folder.release()
    with subprocess.Popen(["sleep", "60"], pass_fds=(lock,)) as stranger:
        os.close(lock)
        (data / "server.pid").write_text(f"{stranger.pid}\n")
        with pytest.raises(FolderInUse, match=rf"cannot be reached holds the files .*pid {stranger.pid}"):
            PrivateServer.start(data, among=[binary], patience=0.5)
        assert lives(stranger.pid)
        stranger.kill()
    PrivateServer.start(data, among=[binary]).stop()


# -- a crash cuts the file
@pytest.mark.parametrize("lost_bytes", [1, 5, 15, 60, 150, 300])
def test_a_cut_tail_costs_the_unfinished_step_and_nothing_else(
    binary: Binary, data: Path, lost_bytes: int, caplog: pytest.LogCaptureFixture
) -> None:
    server = PrivateServer.start(data, among=[binary])
    for first in (1, 5, 9):
        append(server.url, first)
    aof = newest(server.data)
    assert aof is not None
    before = aof.stat().st_size
    append(server.url, 13)  # the step that nobody heard of any more
    after = aof.stat().st_size
    assert lost_bytes < after - before
    kill(server)
    os.truncate(aof, after - lost_bytes)

    with caplog.at_level(logging.WARNING):
        assert server.ensure()
    cut = re.search(r"cut (\d+) bytes after byte (\d+) \(kept in (.*)\)", caplog.text)
    assert cut is not None
    assert (int(cut[1]), int(cut[2])) == (after - lost_bytes - before, before)
    assert (server.data / cut[3]).stat().st_size == int(cut[1])
    assert versions(server.url) == [*range(1, 13)]

    append(server.url, 13, 2)  # somebody else's step, acknowledged
    kill(server)
    caplog.clear()
    assert server.ensure()
    assert "cut" not in caplog.text
    assert versions(server.url) == [*range(1, 15)]
    server.stop()


def test_damage_inside_is_not_mended_away(binary: Binary, data: Path) -> None:
    with PrivateServer.start(data, among=[binary]) as server:
        for first in (1, 5, 9):
            append(server.url, first)
        aof = newest(server.data)
        assert aof is not None
    whole = aof.read_bytes()
    place = whole.index(b"XADD", len(whole) // 2) - 6
    aof.write_bytes(whole[:place] + b"??" + whole[place + 2 :])
    broken = aof.read_bytes()
    with pytest.raises(DamagedData, match=r"damaged at byte .* not mended"):
        PrivateServer.start(data, among=[binary])
    assert aof.read_bytes() == broken
    aof.write_bytes(whole)
    with PrivateServer.start(data, among=[binary]) as server:
        assert len(versions(server.url)) == 12


# -- what is promised
@pytest.mark.parametrize("appendfsync", ["always", "everysec", "no"])
def test_the_setting_is_what_the_server_says(binary: Binary, data: Path, appendfsync: Fsync) -> None:
    with (
        PrivateServer.start(data, appendfsync=appendfsync, among=[binary]) as server,
        redis.Redis.from_url(server.url, decode_responses=True) as client,
    ):
        wanted = {
            "appendfsync": appendfsync,
            "appendonly": "yes",
            "aof-load-truncated": "no",
            "no-appendfsync-on-rewrite": "no",
            "maxmemory-policy": "noeviction",
        }
        assert client.config_get(*wanted) == wanted


@pytest.mark.skipif(shutil.which("strace") is None, reason="fsyncs are counted with strace")
@pytest.mark.parametrize(("appendfsync", "least", "most"), [("always", 50, 200), ("no", 0, 5)])
def test_every_acknowledged_step_is_synced(
    binary: Binary, data: Path, tmp_path: Path, appendfsync: Fsync, least: int, most: int
) -> None:
    trace = tmp_path / "trace"
    with PrivateServer.start(data, appendfsync=appendfsync, among=[binary]) as server:
        calls = "trace=fsync,fdatasync"
        command = ["strace", "-f", "-p", str(server.pid), "-e", calls, "-o", str(trace)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
            assert strace.stderr is not None
            if "attached" not in strace.stderr.readline():
                pytest.skip("strace may not watch other processes here")
            for step in range(50):
                append(server.url, 1 + 4 * step)
            strace.terminate()
            strace.stderr.read()
        synced = len(re.findall(r"f(?:data)?sync\(\d+\)?", trace.read_text()))
        assert least <= synced <= most
