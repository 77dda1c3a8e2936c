"""`skald try-client`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
from pathlib import Path

from api.cli.outcome import BROKEN, OK, Misread
from api.config import Settings

PATIENCE, PATIENCE_OF_PEOPLE = 15.0, 600.0
"""Seconds for each thing that a client has to do: by a program, by somebody who sits before one."""


def try_client(given: argparse.Namespace, settings: Settings) -> int:
    """Play troubles at a client, and print what it mastered. BROKEN if not all of it."""
    from api.conformance.sandbox import Sandbox, Trial, scenarios

    try:
        wanted = scenarios(tuple(key for key in (given.only or "").split(",") if key))
    except KeyError as error:
        raise Misread(f"there is no trouble {error.args[0]!r}: `skald try-client --check` lists them") from None
    if given.check:
        width = max(len(scenario.key) for scenario in wanted)
        print("\n".join(f"{scenario.key:{width}}  {scenario.what}" for scenario in wanted))
        return OK
    command = given.client[1:] if given.client[:1] == ["--"] else given.client
    patience = given.patience or (PATIENCE if command else PATIENCE_OF_PEOPLE)

    async def run(folder: Path) -> int:
        sandbox = Sandbox(folder, host=given.host or "127.0.0.1", port=given.port or 0)
        async with sandbox.serving():
            print(f"A sandbox at {sandbox.address}; what was seen: {sandbox.address}/try, /try/report", flush=True)
            trial = Trial(sandbox, wanted, command=command, patience=patience, say=lambda text: print(text, flush=True))
            report = await trial.run()
        if given.json:
            given.json.write_bytes(report.json() + b"\n")
        print(report.text().splitlines()[-1])
        return OK if report.mastered else BROKEN

    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # it complains of every connection that is cut
    with tempfile.TemporaryDirectory(prefix="skald-try-") as name:
        return asyncio.run(run(Path(name)))
