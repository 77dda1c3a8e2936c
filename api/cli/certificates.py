"""`skald certify`: an operator's signed word that a fight plays again to its head."""

from __future__ import annotations

import argparse
import asyncio
import sys
from importlib.metadata import version
from pathlib import Path

import msgspec

from api.cli.fights import read_file, stored_entries
from api.cli.outcome import OK, CommandFailed, progress
from api.config import Settings
from api.hosting.wiring import known_signer
from engine.service import clock
from engine.service.proof import verification
from engine.service.proof.certificate import certified
from engine.service.proof.export import Export, header_for, whole_event
from engine.service.registry import Registry


def certify(given: argparse.Namespace, settings: Settings) -> int:
    """Play a whole fight again, and sign that it plays again to its head."""
    signer = known_signer(settings)
    if signer is None:
        raise CommandFailed(f"there is no key in {settings.data} to sign with: name the data folder, or set one")
    registry = Registry.installed()
    if Path(given.fight).exists():
        export = read_file(Path(given.fight))
    else:
        entries, book = asyncio.run(stored_entries(given.fight, settings, registry))
        export = Export(header_for(entries, book, None), tuple(map(whole_event, entries)))
    with progress(len(export.events), "playing") as more:
        found = verification.verify(registry, export, progress=more)
    made = certified(export, found, signer, version("skald"), clock.format_ms(clock.now_ms()))
    text = msgspec.json.encode(made) + b"\n"
    if given.output is None:
        sys.stdout.buffer.write(text)
    else:
        given.output.write_bytes(text)
        print(f"{given.output}: version {made.version} plays again, signed by {made.signature.key}", file=sys.stderr)
    return OK
