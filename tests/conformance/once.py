"""Installing what other people made: once, and again only when what is wanted has changed."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path


def once(folder: Path, wanted: str, install: Callable[[], None]) -> None:
    """Run `install`, which fills `folder`, unless it was run for the very text `wanted`.

    Whoever comes meanwhile, also from another process, waits. An installation that failed is tried again next time.
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
