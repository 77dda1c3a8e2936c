"""The generic clients play whole fights, and know no game."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest

from engine.service.registry import Registry
from tests.api.fights import CREATE, Bridge, bridge_input
from tests.api.table import ADMIN, Table

EXAMPLES = Path(__file__).parents[2] / "schemas" / "examples"
GENERIC = [EXAMPLES / "generic.mjs", EXAMPLES / "generic.py"]
PATIENCE = 90
"""Seconds for a whole fight that is played by chance."""


async def play(table: Table, *program: str | Path) -> tuple[Bridge, dict[str, str]]:
    """A fight of two seats, each played by a process of the program; (the fight, what each printed)."""
    wish = bridge_input(dice="SEEDED", seed="")
    fight = Bridge(table, table.data(CREATE, ADMIN, input=wish)["createEncounter"])
    seats = ("gm", "ana")
    running = [
        await asyncio.create_subprocess_exec(
            *program,
            table.url,
            fight.id,
            fight.tokens[seat],
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        for seat in seats
    ]
    try:
        said = await asyncio.wait_for(asyncio.gather(*(one.communicate() for one in running)), PATIENCE)
    finally:
        for one in running:
            if one.returncode is None:
                one.kill()
    for one, (_, errors) in zip(running, said, strict=True):
        assert one.returncode == 0, errors.decode()
    return fight, {seat: out.decode() for seat, (out, _) in zip(seats, said, strict=True)}


def check(fight: Bridge, told: dict[str, str]) -> None:
    """It has ended with an outcome, and both have seen every event of it once, in order."""
    found = fight.table.data(
        "query Q($id: ID!) { encounter(id: $id) { status outcome version } }", fight.tokens["gm"], id=fight.id
    )["encounter"]
    assert found["status"] == "ENDED"
    assert found["outcome"]
    for lines in told.values():
        versions = [int(line.split(" ", 1)[0]) for line in lines.splitlines()]
        assert versions == list(range(1, found["version"] + 1))


async def test_a_generic_client_plays_a_whole_fight_through_rest(table: Table) -> None:
    """It needs nothing but Python."""
    check(*await play(table, sys.executable, EXAMPLES / "generic.py"))


@pytest.mark.parametrize("file", GENERIC, ids=lambda f: f.name)
def test_a_generic_client_is_small_and_knows_no_word_of_any_game(file: Path) -> None:
    """Under 60 lines; no name of a system, an order, an event, a figure or a thing of its content."""
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    words = {word.lower() for word in re.findall(r"\w+", text)}
    for book in Registry.installed().books.values():
        system = book.system
        own = {system.id, system.name, book.prefix, *(book.codec.names[event] for event in system.events)}
        own |= set(book.orders) - {"begin", "enter"}
        own |= {entry for catalogue in system.content.values() for entry in catalogue}
        assert not {name.lower() for name in own} & words
