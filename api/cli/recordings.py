"""Recordings of a game's package: fights that bots have played, by which every later version of its rules is judged."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs

from api.cli.narration import words_of
from api.cli.outcome import Misread
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.messages import Recorded
from engine.kit.testing import Finding, Law
from engine.service.bots.policy import next_move
from engine.service.encounters import Encounters, NewEncounter
from engine.service.odds.planned import seated
from engine.service.proof.audit import decoded, judge_chain
from engine.service.proof.audit_replay import replay
from engine.service.proof.export import ExportUnreadable, read_export
from engine.service.proof.rules_difference import NotComparable, first_difference
from engine.service.registry import Registry
from engine.store.memory import MemoryStore

FOLDER = "recordings"
MOVES = 400
"""Most orders and answers of a recording."""
RECORDED = Law(
    "recorded",
    f"the fights in {FOLDER}/ play again as they were",
    "Mend the rule. Or raise `version`, and let `outdated` give the game with the rules as they were (games.md).",
)


# -- where they lie
def folders(system: RuleSystem[Any]) -> Sequence[Path]:
    """Where a game's recordings lie: beside its package, or in it; the first is where new ones go."""
    file = Path(sys.modules[type(system).__module__].__file__ or ".").resolve()
    beside = file.parent.parent if file.name == "__init__.py" else file.parent
    return tuple(dict.fromkeys((beside / FOLDER, file.parent / FOLDER)))


def recordings_of(system: RuleSystem[Any]) -> list[Path]:
    """All of them."""
    return [path for folder in folders(system) for path in sorted(folder.glob("*.ndjson"))]


# -- making
def record(system: RuleSystem[Any], new: NewEncounter, name: str) -> Path:
    """Let bots play a fight, and keep it. Misread where there is one of this name and version already."""
    folder = folders(system)[0]
    path = folder / f"{name}-{system.version}.ndjson"
    if path.exists():
        raise Misread(f"{path} is there already: keep it, or delete it if nobody has played that version")
    folder.mkdir(exist_ok=True)
    path.write_bytes(asyncio.run(_played(system, new)))
    return path


async def _played(system: RuleSystem[Any], new: NewEncounter) -> bytes:
    """The file of a fight in which bots give every order, by chance."""
    service = Encounters(MemoryStore(), Registry([Rulebook(system)]))
    new = seated(structs.replace(new, dice="SEEDED"))
    made = await service.create(new)
    gm, chance = next(seat.seat for seat in new.seats if seat.role == "GM"), random.Random(new.name)
    for _ in range(MOVES):
        view = await service.view(made.id, gm)
        fight = view.position.state.fight
        move = next_move(view.book, view.position, dict.fromkeys(fight.seats, "RANDOM"), chance)
        if move is None:
            break
        if move.order is not None:
            await service.submit(made.id, move.seat, view.book.encode_order(move.order))
        else:
            await service.answer(made.id, move.seat, move.decision, move.choice)
    if (await service.view(made.id, gm)).position.state.fight.status != "ENDED":
        await service.submit(made.id, gm, {"gm": {"end": {"reason": "recorded"}}})
    return b"".join([chunk async for chunk in service.export(made.id, None)])


# -- judging
def judged(system: RuleSystem[Any]) -> Finding | None:
    """What the recordings of a game say of its rules; None where there are none."""
    paths = recordings_of(system)
    if not paths:
        return None
    registry, faults, gone = Registry([Rulebook(system)]), list[str](), list[str]()
    for path in paths:
        for fault, unplayed in _faults(registry, system, path):
            (gone if unplayed else faults).append(f"{path.name}: {fault}")
    note = f"not played any more: {'; '.join(gone)}" if gone else ""
    return Finding(RECORDED, tuple(faults[:5]), len(gone) < len(paths), note)


def _faults(registry: Registry, system: RuleSystem[Any], path: Path) -> Iterator[tuple[str, bool]]:
    """What is wrong with a recording, at most one thing, and whether it is only that its rules are not played."""
    try:
        with path.open("rb") as file:
            export = read_export(file)
    except (OSError, ExportUnreadable) as error:
        yield f"it cannot be read: {error}", False
        return
    if export.header.system != system.id:
        yield f"it is of another game, {export.header.system}", False
        return
    book = registry.playing(system.id, (event.public for event in export.events))
    recorded, fault = decoded(book, export.events, explain=True)
    chain = judge_chain(export.events, export.header)
    broken = chain if chain.state == "BROKEN" else fault
    if broken is not None:
        yield f"version {broken.version}: {broken.detail}", False
        return
    verdict = replay(book, recorded, explain=True, progress=lambda events: None).verdict
    if verdict.state == "BROKEN":
        yield _told(book, recorded, f"version {verdict.version}: {verdict.detail}"), False
    elif verdict.state != "PROVEN":
        yield verdict.detail, True


def _told(book: Rulebook[Any], recorded: Sequence[Recorded], otherwise: str) -> str:
    """The first event that comes out another way, in words; the version of the rules was not raised, or not kept."""
    try:
        found = first_difference(book, recorded)
    except NotComparable:
        return otherwise
    if found is None or found.recorded is None:
        return otherwise
    before = recorded[: found.version - 1]
    was = words_of(book, before, found.recorded, "en")
    now = words_of(book, before, found.made, "en") if found.made is not None else f"nothing ({found.reason})"
    return f"version {found.version} was {was!r}, and is {now!r}, still by version {book.rules} of the rules"
