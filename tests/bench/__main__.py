"""`make bench`: the whole table, in one run on one machine. `python -m tests.bench --help` lists the options."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from pathlib import Path

import uvloop

from tests.bench import files
from tests.bench.run import GROUPS, run
from tests.bench.table import lines_of, table


def say(word: str) -> None:
    """Print progress to stderr; only the table goes to the standard output."""
    print(word, file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    """The parsed options."""
    parser = argparse.ArgumentParser(prog="make bench", description="What things cost, against limits and peers.")
    parser.add_argument("--rows", default="", help=f"some of {','.join(GROUPS)}; by default all")
    parser.add_argument("--size", default="usual", choices=["least", "quick", "usual", "full"])
    parser.add_argument("--out", type=Path, default=Path("build/bench"), help="the folder of bench.json and bench.svg")
    parser.add_argument("--no-node", action="store_true", help="leave out peers that npm has to fetch")
    chosen = parser.parse_args()
    chosen.groups = [name for name in chosen.rows.split(",") if name] or list(GROUPS)
    if unknown := [name for name in chosen.groups if name not in GROUPS]:
        parser.error(f"there are no rows {', '.join(unknown)}; there are {', '.join(GROUPS)}")
    return chosen


async def main(chosen: argparse.Namespace) -> None:
    """Measure, print and save, also what was measured before something failed.

    On SIGTERM it ends the servers it has started.
    """
    if (task := asyncio.current_task()) is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    start, before = time.monotonic(), files.load()
    found = []
    try:
        async for row in run(chosen.groups, chosen.size, node=not chosen.no_node, say=say):
            found.append(row)
            say("\n".join(lines_of(row)))
    finally:
        kept = files.Run(chosen.size, files.machine(), (before, files.load()), time.monotonic() - start, found)
        print(table(found))
        print(f"\n{kept.machine}; load {kept.load[0]:.1f} to {kept.load[1]:.1f}; {kept.seconds:.0f} s, {kept.size}")
        for file in files.write(chosen.out, kept):
            print(file)


if __name__ == "__main__":
    uvloop.run(main(arguments()))
