"""What of a setup is told to whom, and that its strings say whom they name."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Struct

from engine.kernel.state.redaction.redaction import (
    Coming,
    Undeclared,
    check_declared,
    check_removable,
    check_sides,
    divided,
    picker,
    sides_named,
)
from engine.kernel.structs.ids import Id
from engine.kernel.structs.named import COMBATANT, GM_ONLY, NOBODY, SIDE, Names


class Share(Struct, frozen=True, kw_only=True, rename="camel"):
    """What a side has."""

    side: Annotated[Id, SIDE]
    gold: int = 0


class Plan(Struct, frozen=True, kw_only=True, rename="camel"):
    """A setup with a name of every kind."""

    title: Annotated[str, NOBODY] = ""
    spared: tuple[Annotated[Id, COMBATANT], ...] = ()
    shares: tuple[Share, ...] = ()
    leader: Annotated[Id, COMBATANT] | None = None
    by_side: dict[Annotated[Id, SIDE], int] = {}
    password: Annotated[str, GM_ONLY] | None = None


PLAN = Plan(
    title="foe",
    spared=("ana", "foe", "later"),
    shares=(Share(side="foes", gold=3), Share(side="heroes", gold=1)),
    leader="foe",
    by_side={"foes": 1, "heroes": 2},
    password="rose",
)
PEOPLE = (Coming("ana", "heroes", hidden=False), Coming("foe", "foes", hidden=True))


def knows(names: Names, word: str) -> bool:
    """Of Ana and her side."""
    return {Names.COMBATANT: "ana", Names.SIDE: "heroes"}.get(names) == word


def test_what_names_somebody_unknown_is_left_out_with_the_least_around_it() -> None:
    """An item of a list, an entry of a dictionary, a field that may be null; a name nobody bears yet is unknown."""
    told = picker(Plan)
    assert told is not None
    assert told(PLAN, knows) == Plan(
        title="foe", spared=("ana",), shares=(Share(side="heroes", gold=1),), by_side={"heroes": 2}
    )


def test_what_a_reader_may_know_whole_is_the_value_itself() -> None:
    """Nothing is copied where nothing is left out."""
    told, open_one = picker(Plan), Plan(spared=("ana",), by_side={"heroes": 1})
    assert told is not None
    assert told(open_one, knows) is open_one
    assert picker(Annotated[Id, NOBODY]) is None


RAW: dict[str, Any] = {"title": "foe", "spared": ["ana", "foe"], "leader": "foe"}


def test_a_setup_is_divided_by_who_is_there() -> None:
    """The fields that are not for everybody are the game master's, as they were sent."""
    public, withheld = divided(RAW, Plan(title="foe", spared=("ana", "foe"), leader="foe"), PEOPLE)
    assert public == {"title": "foe", "spared": ["ana"]}
    assert withheld == {"spared": ["ana", "foe"], "leader": "foe"}


@pytest.mark.parametrize("spared", [None, [], ["foe"], ["later"]])
def test_that_somebody_hidden_is_named_does_not_show(spared: list[str] | None) -> None:
    """Everybody reads the same whether he is named, nobody is, or there is no list; a second part is always there."""
    raw = {} if spared is None else {"spared": spared}
    public, withheld = divided(raw, Plan(spared=tuple(spared or ())), PEOPLE)
    assert public == {}
    assert withheld == raw


def test_where_nobody_is_hidden_and_all_are_known_there_is_no_second_part() -> None:
    """It is told as it was sent."""
    assert divided({"spared": ["ana"]}, Plan(spared=("ana",)), PEOPLE[:1]) == ({"spared": ["ana"]}, None)
    assert divided({"spared": []}, Plan(), PEOPLE[:1]) == ({"spared": []}, None)


def test_sides_are_found_by_type() -> None:
    """In fields, lists, dictionaries and structs; those of narrowed fields apart."""
    assert sides_named(PLAN) == ({"foes", "heroes"}, frozenset())
    assert sides_named(PLAN, ("shares", "by_side")) == (frozenset(), {"foes", "heroes"})


class Silent(Struct, frozen=True):
    """A string that does not say whom it names."""

    except_for: tuple[Id, ...] = ()


class Inside(Struct, frozen=True):
    """One further down."""

    parts: tuple[Silent, ...] = ()


class Fixed(Struct, frozen=True):
    """A name that cannot be left out."""

    boss: Annotated[Id, COMBATANT]


class Sided(Struct, frozen=True):
    """A side that is not marked."""

    side: str


def test_a_string_that_does_not_say_whom_it_names_is_found() -> None:
    """With where it stands, and what to write."""
    for cls in (Silent, Inside):
        with pytest.raises(Undeclared, match=r"Silent\.except_for does not say whom it names"):
            check_declared(cls, Fixed)
    check_declared(Plan, Fixed)
    with pytest.raises(Undeclared, match=r"Fixed\.boss may be withheld"):
        check_removable(Fixed)
    check_removable(Plan)
    with pytest.raises(Undeclared, match=r"Sided\.side names a side"):
        check_sides(Sided)
