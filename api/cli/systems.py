"""The installed rule systems on the command line."""

from __future__ import annotations

import argparse

from api.cli.outcome import OK
from api.config import Settings
from engine.service.registry import Registry


def systems(given: argparse.Namespace, settings: Settings) -> int:
    """List the installed rule systems."""
    for id, book in Registry.installed().books.items():
        system = book.system
        print(f"{id}  {system.name}  rules {system.version}, {len(book.orders)} orders, {len(system.rules)} rule ids")
    return OK
