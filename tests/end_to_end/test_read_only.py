"""A data folder that is not writable is reported in one line, without a traceback, before anything is served."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes.terminal import environment

MOUNT = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
WITHIN = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", MOUNT)


def served(folder: Path, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """`skald serve` with a data folder that it sees as read-only."""
    return subprocess.run(
        [*WITHIN, str(data), sys.executable, "-m", "api.cli", "serve", "--port", "0", "--no-demo"],
        cwd=folder,
        env=environment(SKALD_DATA=str(data), **settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("used", [False, True])
def test_a_read_only_data_folder_is_told_in_a_line(tmp_path: Path, used: bool, workers: str) -> None:
    """A new folder and one that was served from; also for several processes."""
    data = tmp_path / "data"
    (data / "store").mkdir(parents=True) if used else data.mkdir()
    try:
        allowed = subprocess.run([*WITHIN, str(data), "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        allowed = False
    if not allowed:
        pytest.skip("this machine lets nobody mount a folder of his own")
    done = served(tmp_path, data, SKALD_WORKERS=workers)
    assert done.returncode == 1
    assert done.stderr.startswith(f"skald: the data folder {data} cannot be written to (Read-only file system)")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stdout + done.stderr
