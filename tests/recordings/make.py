"""Makes recordings again: `python -m tests.recordings.make NAME ...`, or `--all`. CONTRIBUTING says when that is right.

A recipe is played until what it is for has happened, with fresh dice each time.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.proof.audit import audit
from engine.service.proof.export import export_lines, read_export
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from engine.store.port import Entry
from tests.recordings.recipes import RECIPES
from tests.recordings.scripts import Recipe, Served
from tests.support.fights.played import forged, types

FOLDER = Path(__file__).parent / "fights"
TRIES = 400
MUST_FAIL = "must_fail"
"""A recording with one figure changed, all hashes made anew: the chain holds, and the rules make something else."""


def path_of(name: str) -> Path:
    """Where a recording lies."""
    return FOLDER / f"{name}.ndjson"


async def _tried(recipe: Recipe | Served, seed: int) -> list[Entry] | None:
    if isinstance(recipe, Served):
        file = BytesIO(await recipe.play(random.Random(seed)))
        entries = [event.entry() for event in read_export(file).events]
        prefix = Registry.installed().book(recipe.system).prefix
        return entries if _has(entries, prefix, recipe.happened) else None
    service = Encounters(MemoryStore(), Registry.installed())
    made = await service.create(recipe.new)
    try:
        recorded = await recipe.script(service, made.id, random.Random(seed))
    except RuleRefusal:
        return None
    entries = (await service.entries(recorded))[1]
    outcome = (await service.view(recorded, "gm")).position.state.fight.outcome
    if not _has(entries, made.book.prefix, recipe.happened) or recipe.outcome not in (None, outcome):
        return None
    return entries


def _has(entries: Sequence[Entry], prefix: str, wanted: Sequence[str]) -> bool:
    """Whether there are events of all these types; prefix: of the types of the game."""
    return {name.removeprefix(prefix) for name in types(entries)}.issuperset(wanted)


def make(name: str) -> int:
    """Plays a recipe till it comes out, and writes its file; the number of its events."""
    recipe = RECIPES[name]
    for seed in range(TRIES):
        entries = asyncio.run(_tried(recipe, seed))
        if entries is not None:
            _write(name, recipe, entries)
            return len(entries)
    raise SystemExit(f"{name}: in {TRIES} fights what it is for has not happened")


def make_must_fail() -> int:
    """The forged one."""
    recipe = RECIPES["broken_off"]
    found = (asyncio.run(_tried(recipe, seed)) for seed in range(TRIES))
    entries = next(e for e in found if e is not None and "VitalChanged" in types(e))
    version = broken_version(entries)

    def milder(event: dict[str, Any]) -> None:
        if event["data"].get("now") is not None:
            event["data"]["now"] += 1

    entries = forged(entries, version, milder)
    _write(MUST_FAIL, recipe, entries)
    return len(entries)


def broken_version(entries: Sequence[Entry]) -> int:
    """The version at which the forged one differs: the first wound."""
    return next(version for version, name in enumerate(types(entries), 1) if name == "VitalChanged")


def _write(name: str, recipe: Recipe | Served, entries: list[Entry]) -> None:
    book = Registry.installed().book(recipe.system)
    report = audit(book, entries, explain=True)
    if report.broken and name != MUST_FAIL:
        raise SystemExit(f"{name}: {report}")
    FOLDER.mkdir(exist_ok=True)
    path_of(name).write_bytes(b"".join(export_lines(entries, book, None)))


def main(names: Sequence[str]) -> None:
    """Make what is named."""
    known = (*RECIPES, MUST_FAIL)
    wanted = known if list(names) == ["--all"] else names
    if not wanted or any(name not in known for name in wanted):
        raise SystemExit(f"name recordings, or --all: {', '.join(known)}")
    for name in wanted:
        count = make_must_fail() if name == MUST_FAIL else make(name)
        print(f"{path_of(name).name}: {count} events")


if __name__ == "__main__":
    main(sys.argv[1:])
