"""The sheet of a combatant: what a game that says nothing of it holds; conditions in words; never without end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Struct, structs

from engine.kernel.scene.stat_block import stat_block_of
from engine.kernel.state.combatant import Condition
from engine.kernel.structs.errors import TooCostly
from tests.support.slices.ready import fight
from tests.support.toys.fights import entries
from tests.support.toys.skirmish import Body, Own, Plain


class Blade(Struct, frozen=True, rename="camel"):
    """A weapon of the content."""

    id: str
    name: str
    edge: int = 1
    old: bool = False


class Armed(Body, frozen=True, rename="camel"):
    """A part with weapons by id and in full, and a number without a word."""

    weapon: str = "pike"
    spare: tuple[Blade, ...] = (Blade(id="own", name="Grandfather's", edge=4),)
    cursed: int = 7


class Worded(Plain):
    """A game with words and content, and without a sheet of its own."""

    content: Mapping[str, Mapping[str, Struct]] = {"weapons": {"pike": Blade("pike", "Pike", 2)}}

    def word(self, word: str, locale: str) -> str:
        return {"sheet.size": "reach", "sheet.edge": "edge"}.get(word, "")

    def summary(self, kind: str, id: str, locale: str) -> str:
        return {("weapons", "pike"): "Long.", ("conditions", "dizzy"): "All turns."}.get((kind, id), "")


def told(system: Plain, part: Body, conditions: tuple[Condition, ...] = ()) -> Any:
    """What the game master reads of the first combatant, with this part and these conditions."""
    arena = fight(system, entries("GRID", lurker=False))
    who = next(iter(arena.fight.combatants))
    bearer = structs.replace(arena.fight.combatants[who], conditions=conditions)
    people = {**arena.fight.combatants, who: bearer}
    state = structs.replace(
        arena.state, own=Own(bodies={who: part}), fight=structs.replace(arena.fight, combatants=people)
    )
    return stat_block_of(arena.book.system, state, "gm", who, "en")


def test_a_game_that_says_nothing_of_it_is_read_by_its_words() -> None:
    """Numbers that it has a word for, and what it names of its content; what is written on a sheet has its own name."""
    block = told(Worded("GRID"), Armed(size=2)).block
    assert [(one.label, one.value) for one in block.values] == [("Reach", "2")]
    (group,) = block.groups
    assert (group.key, group.label) == ("weapons", "Weapons")
    assert [(one.label, one.facts, one.text, one.icon) for one in group.things] == [
        ("Pike", ("Edge 2",), "Long.", "sword"),
        ("Grandfather's", ("Edge 4",), "", "sword"),
    ]
    assert block.whole
    assert told(Plain("GRID"), Body()).block.values == ()


def test_conditions_say_what_they_do_and_how_long() -> None:
    """In the game's sentence, and the kernel's words for the turns that are left."""
    (one,) = told(Worded("GRID"), Body(), (Condition(key="d1", kind="dizzy", left=2),)).conditions
    assert (one.label, one.until, one.text) == ("Dizzy", "2 more turns", "All turns.")


def test_of_whoever_is_not_seen_nothing_is_told() -> None:
    """As of somebody who is not there."""
    arena = fight(Worded("GRID"), entries("GRID"))
    seen = arena.book.seen(arena.state, "ana")
    assert "lurker" in arena.fight.combatants
    unseen, missing = (stat_block_of(arena.book.system, seen, "ana", who, "en") for who in ("lurker", "nobody"))
    assert unseen == missing
    assert (unseen.block.values, unseen.block.groups, unseen.block.whole, unseen.conditions) == ((), (), False, ())


def test_of_one_that_comes_to_no_end_conditions_alone_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is marked as a part."""

    def endless(*_: Any) -> Any:
        raise TooCostly

    monkeypatch.setattr(Worded, "stat_block", endless)
    found = told(Worded("GRID"), Armed(), (Condition(key="d1", kind="dizzy"),))
    assert (found.block.values, found.block.whole) == ((), False)
    assert [one.label for one in found.conditions] == ["Dizzy"]
