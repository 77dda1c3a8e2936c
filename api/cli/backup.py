"""`skald backup`: the data folder in another place, whole, while the service runs."""

from __future__ import annotations

import argparse

from api.cli.outcome import OK, Wrong
from api.config import Settings
from api.opening import copy_data


def backup(given: argparse.Namespace, settings: Settings) -> int:
    """Copy fights and secrets into a new folder, which then is a data folder."""
    if settings.redis_url:
        raise Wrong(
            "the fights are in the server that SKALD_REDIS_URL names: copy its append-only files; "
            "`skald export` writes single fights"
        )
    if given.folder.exists():
        raise Wrong(f"{given.folder} exists already: name a new folder")
    size, beside = copy_data(settings.data, given.folder)
    print(f"{given.folder}: {size:,} bytes of fights, and {', '.join(beside) or 'no secrets'}")
    return OK
