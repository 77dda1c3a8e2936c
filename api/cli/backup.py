"""`skald backup`: the data folder in another place, whole, while the service runs."""

from __future__ import annotations

import argparse
import shutil

from api.cli.outcome import OK, Wrong
from api.config import Settings
from api.wiring import STORE
from engine.store.server import copy_files


def backup(given: argparse.Namespace, settings: Settings) -> int:
    """Copy fights and secrets into a new folder, which then is a data folder."""
    if settings.redis_url:
        raise Wrong(
            "the fights are in the server that SKALD_REDIS_URL names: copy its append-only files; "
            "`skald export` writes single fights"
        )
    if given.folder.exists():
        raise Wrong(f"{given.folder} exists already: name a new folder")
    given.folder.mkdir(mode=0o700, parents=True)
    try:
        # The fights first: a secret that was made meanwhile is older than any token it has signed.
        size = copy_files(settings.data / STORE, given.folder / STORE)
        kept = [file for file in settings.data.iterdir() if file.is_file()]
        for file in kept:
            shutil.copy2(file, given.folder / file.name)
    except BaseException:
        shutil.rmtree(given.folder)
        raise
    print(
        f"{given.folder}: {size:,} bytes of fights, and {', '.join(sorted(file.name for file in kept)) or 'no secrets'}"
    )
    return OK
