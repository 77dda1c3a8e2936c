"""`skald scrub`: checks that the database still holds what was written to it."""

from __future__ import annotations

import argparse
import asyncio

from api.cli.outcome import BROKEN, OK, progress
from api.config import Settings
from api.hosting.store_access import opened
from engine.service.reading.checked_store import CheckedStore, checked, what_to_do
from engine.service.reading.scrub import fights, read_again
from engine.store.port import Damaged


def scrub(given: argparse.Namespace, settings: Settings) -> int:
    """Re-read every fight, and print which are damaged and what to do."""
    found, count = asyncio.run(_scrubbed(settings))
    for error in found:
        print(f"{error.encounter} is damaged at version {error.version}: {what_to_do(error)}")
    print(f"{count} fights, {len(found)} damaged")
    return BROKEN if found else OK


async def _scrubbed(settings: Settings) -> tuple[list[Damaged], int]:
    found: list[Damaged] = []
    count = 0

    async def at_once() -> bool:
        return False

    async with opened(settings) as store:
        reading = CheckedStore(store)
        with progress(0, "reading", unit="fights") as more:
            async for encounter in fights(checked(store)):
                try:
                    await read_again(reading, encounter, at_once)
                except Damaged as error:
                    found.append(error)
                count += 1
                more(1)
    return found, count
