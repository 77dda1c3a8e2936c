"""What the system's README says is so: a fight to set up, its tables of folders, names and words of cards."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest

import engine.systems.mongolian_mercenaries as package
from engine.kernel.state.fight import State
from engine.kernel.state.orders import Begin
from engine.systems.mongolian_mercenaries.content import kinds
from engine.systems.mongolian_mercenaries.content.rulebook import RULES
from engine.systems.mongolian_mercenaries.sheet import Setup, Sheet
from engine.systems.mongolian_mercenaries.state import MercenariesState, Stage
from tests.support.fights.arena import Arena
from tests.support.slices.ready import seeded
from tests.systems.mongolian_mercenaries.bout import BOOK, SEATS

SYSTEM = Path(str(package.__file__)).parent
README = (SYSTEM / "README.md").read_text(encoding="utf-8")
(FIGHT,) = re.findall(r"^```json\n(.*?)^```$", README, re.M | re.S)
WINDOWS = {f"MM-DW-{number:02}" for number in range(1, 30)}


def part(heading: str) -> str:
    """The text below a heading of the second level."""
    return re.split(r"^## ", README.partition(f"## {heading}\n")[2], maxsplit=1, flags=re.M)[0]


def cells(first: str) -> str:
    """The second column of the row of the table of cards that begins so."""
    (row,) = [line for line in part("Cards").splitlines() if line.startswith(f"| {first}")]
    return row.split(" | ", 1)[1]


def test_the_fight_that_it_sets_up_is_played() -> None:
    """Ambushed, on the ridge, with a weapon of the table's own in hand; the enemies play themselves."""
    told = msgspec.json.decode(FIGHT)
    setup = told["setup"]["mongolianMercenaries"]
    assert msgspec.convert(setup, Setup).self_playing
    entries = []
    for one in told["combatants"]:
        sheet = msgspec.convert(one["sheet"]["mongolianMercenaries"], Sheet)
        entries.append(msgspec.convert({**one, "sheet": msgspec.to_builtins(sheet)}, BOOK.enter))
    arena = Arena(BOOK, entries, dice=seeded("readme"), setup=setup, seats=SEATS)
    arena.order("gm", Begin())
    while arena.pending:
        arena.answer(None)
    state: State[MercenariesState] = arena.state
    assert state.own.stage is Stage.CLASH
    assert state.own.fighters["temur"].held == ("saber_of_dust",)


def test_what_it_names_is_there() -> None:
    """Every folder; each name in a module or in the content."""
    named = set(re.findall(r"`([\w/]+)/`", part("Where things are")))
    assert {
        name for name in named if not (SYSTEM / name).is_dir() and not (SYSTEM / "content" / name).is_dir()
    } == set()
    files = set(re.findall(r"`(\w+(?:/\w+)+\.py)`", README))
    assert {path for path in files if not (SYSTEM / path).is_file()} == set()
    code = " ".join(path.read_text(encoding="utf-8") for end in ("py", "toml") for path in SYSTEM.rglob(f"*.{end}"))
    words = {word for name in re.findall(r"`([\w.]+)`", part("Names")) for word in name.split(".")}
    assert {word for word in words if not re.search(rf"\b{word}\b", code)} == set()


def test_the_rules_that_it_names_are_rules() -> None:
    """And the rulings; windows stand in the ledger."""
    ids = set(re.findall(r"\bMM-[A-Z]+-\d\d\b|\bRUL-\d\d\b", README))
    assert ids - RULES.keys() - WINDOWS == set()
    assert len(ids) > 60


@pytest.mark.parametrize(
    ("row", "enums"),
    [
        ("`when`", (kinds.When,)),
        ("`effects`", (kinds.Does,)),
        ("FIGURE", (kinds.Figure,)),
        ("`on`", (kinds.Whom,)),
        ("`lasts`", (kinds.Until,)),
    ],
)
def test_the_words_of_cards_are_those_of_the_code(row: str, enums: tuple[type[Enum], ...]) -> None:
    """None is missing, none is invented."""
    named = set(re.findall(r"\b[A-Z][A-Z_]+\b", cells(row)))
    assert named - {"N"} == {member.value for enum in enums for member in enum}


def test_the_conditions_of_cards_are_those_of_the_code() -> None:
    """Field by field."""
    named = set(re.findall(r"`(\w+)`", cells("`only`")))
    assert named == {field.encode_name for field in msgspec.structs.fields(kinds.Condition)}


def test_names_of_the_source_have_a_place_in_the_ledger() -> None:
    """Each row ends with its rule."""
    rows: list[Any] = [line for line in part("Names").splitlines() if line.startswith("| ") and "Source" not in line]
    assert len(rows) > 20
    assert [row for row in rows if not re.search(r"MM-[A-Z]+-\d\d[^|]*\|$", row)] == []
