"""The programs of others that pages load, on the command line."""

from __future__ import annotations

import argparse

from api.cli.outcome import OK, CommandFailed
from api.config import Settings
from api.pages.fetch import FetchError, WrongFile, fetch


def fetch_assets(given: argparse.Namespace, settings: Settings) -> int:
    """Fetch what is missing of them into the installation. CommandFailed."""
    try:
        number = fetch()
    except (FetchError, WrongFile, OSError) as error:
        raise CommandFailed(str(error)) from error
    print(f"fetched {number} packages; a running server has them at once" if number else "nothing is missing")
    return OK
