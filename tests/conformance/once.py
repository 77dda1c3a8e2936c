"""Installing third-party packages: once, and again only when the requirements change."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path


def once(folder: Path, wanted: str, install: Callable[[], None]) -> None:
    """Run `install`, which fills `folder`, unless it already ran for the same text `wanted`.

    Concurrent callers, also from other processes, wait. A failed installation is tried again next time.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    stamp = folder / ".installed"
    with folder.with_name(f".{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
            return
        stamp.unlink(missing_ok=True)
        install()
        stamp.write_text(wanted, encoding="utf-8")
