"""The two locks of a data folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.store.server import FolderInUse
from engine.store.server.folder import Folder


def test_a_folder_is_made_for_our_user_alone(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "new" / "data")
    assert folder.path.stat().st_mode & 0o777 == 0o700
    folder.release()
    folder.release()


def test_a_second_one_is_refused_by_name_of_the_first(tmp_path: Path) -> None:
    first = Folder(tmp_path)
    with pytest.raises(FolderInUse, match=rf"another Skald \(process {os.getpid()}\)") as refused:
        Folder(tmp_path)
    assert refused.value.pid == os.getpid()
    first.release()
    Folder(tmp_path).release()


def test_a_child_does_not_inherit_our_lock(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with subprocess.Popen(["sleep", "60"], close_fds=False) as child:
        folder.release()
        Folder(tmp_path).release()
        child.kill()


def test_the_servers_lock_lives_as_long_as_the_process_that_got_it(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert not folder.has_server()
    lock = folder.lend(0)
    assert lock is not None
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=(lock,)) as child:
        os.close(lock)
        assert folder.has_server()
        assert folder.lend(0.05) is None
        assert not folder.is_free(0.05)
        child.kill()
        assert folder.is_free(5.0)
    folder.release()
