"""`skald backup`: a complete copy of the data folder, made while the service runs."""

from __future__ import annotations

import argparse

from api.cli.outcome import OK, CommandFailed
from api.config import Settings
from api.hosting.store_access import copy_data


def backup(given: argparse.Namespace, settings: Settings) -> int:
    """Copy fights and secrets into a new data folder."""
    if settings.redis_url:
        raise CommandFailed(
            "the fights are in the server that SKALD_REDIS_URL names: copy its append-only files; "
            "`skald export` writes single fights"
        )
    if given.folder.exists():
        raise CommandFailed(f"{given.folder} exists already: name a new folder")
    size, beside = copy_data(settings.data, given.folder)
    print(f"{given.folder}: {size:,} bytes of fights, and {', '.join(beside) or 'no secrets'}")
    return OK
