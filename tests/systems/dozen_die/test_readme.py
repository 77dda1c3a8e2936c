"""What the system's README says is so: its boards, its tables of files and names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

import engine.systems.dozen_die as package
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.ground.ground_change import finished
from engine.kernel.state.orders import Begin
from engine.systems.dozen_die import system
from engine.systems.dozen_die.board.ground import Square
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from engine.systems.dozen_die.content.catalogue import RULES
from engine.systems.dozen_die.sheet import Sheet
from tests.support.fights.arena import Arena
from tests.systems.dozen_die.bout import BOOK, FOES, HEROES, SEATS, at

SYSTEM = Path(package.__file__).parent
README = (SYSTEM / "README.md").read_text(encoding="utf-8")
DRAWN, IN_PIECES, FIGURE = re.findall(r"^```json\n(.*?)^```$", README, re.M | re.S)


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a request for a fight."""

    ground: Ground
    setup: dict[str, Any] = {}


def like(square: Square | None) -> dict[str, object]:
    """What a square is like, however it was set up."""
    return {name: getattr(square, name) for name in Square.__struct_fields__}


def test_the_board_is_the_same_drawn_and_in_pieces() -> None:
    """Square by square."""
    grounds = [finished(msgspec.json.decode(text, type=Written).ground) for text in (DRAWN, IN_PIECES)]
    for ground in grounds:
        BOOK.require_ground(ground, ())
    drawn, laid = map(TerrainMap, grounds)
    assert (drawn.width, drawn.depth) == (laid.width, laid.depth) == (11, 5)
    squares = [(x, y) for x in range(11) for y in range(5)]
    assert [like(drawn.square(here)) for here in squares] == [like(laid.square(here)) for here in squares]


def test_a_fight_begins_there() -> None:
    """With the figure that the README has, on the roof, and dice as they are set up."""
    written, sheet = msgspec.json.decode(DRAWN, type=Written), msgspec.json.decode(FIGURE, type=Sheet)
    assert '`{"cell": {"x": 9, "y": 1}, "height": 2}`' in README
    entries = [
        BOOK.enter(id="ilse", name="Ilse", side=HEROES, seat="ana", place=at(9, 1, 2), sheet=sheet),  # type: ignore[call-arg]
        BOOK.enter(id="otso", name="Otso", side=FOES, seat="ben", place=at(0), sheet=Sheet(ref="thief")),  # type: ignore[call-arg]
    ]
    arena = Arena(BOOK, entries, dice=(1,), setup=written.setup["dozenDie"], ground=written.ground, seats=SEATS)
    arena.order("gm", Begin())
    own = arena.state.own
    assert (own.pools[HEROES].dice, own.draw.side, own.draw.color.value) == (8, HEROES, "GREEN")
    assert list(own.figures["ilse"].arms) == ["spear", "crossbow"]
    assert [wanderer.key for wanderer in own.wanderers] == ["kalle"]
    assert any(offer.key.startswith("bring-in") for offer in system.offers(arena.state, "ilse"))


def test_every_module_is_in_the_table_of_files() -> None:
    """And every one that it names is there."""
    table = README.partition("## Where things are")[2]
    named = set(re.findall(r"\b(\w+)\.py`", table))
    there = {
        path.stem
        for files in (SYSTEM.glob("*.py"), (SYSTEM / "rules").rglob("*.py"), (SYSTEM / "board").glob("*.py"))
        for path in files
    }
    assert named - {"__init__"} == there - {"__init__"}


def test_the_names_are_those_of_the_code() -> None:
    """Each stands in a module or in the content, and each rule in the catalogue."""
    table = README.partition("## Names")[2].partition("## Where things are")[0]
    code = " ".join(
        path.read_text(encoding="utf-8") for suffix in ("py", "toml") for path in SYSTEM.rglob(f"*.{suffix}")
    )
    words = {word for name in re.findall(r"`([\w.]+)`", table) for word in name.split(".")}
    assert {word for word in words if not re.search(rf"\b{word}\b", code)} == set()
    assert set(re.findall(r"DD-[A-Z]+-\d\d", table)) - RULES.keys() == set()
