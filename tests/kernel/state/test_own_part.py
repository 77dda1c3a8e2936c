"""A game's own part of an entry of the ground."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from engine.kernel.state.ground.ground import GroundEntry
from engine.kernel.state.ground.own_part import own_part_of
from engine.kernel.structs.errors import RuleRefusal


class Own(Struct, frozen=True, forbid_unknown_fields=True):
    firm: bool = True


def entry(game: dict[str, Any] | None) -> GroundEntry:
    return GroundEntry(key="mud", sign="~", game=game)


def test_an_entry_has_a_part_or_none() -> None:
    assert own_part_of(entry(None), "toy", Own) is None
    assert own_part_of(entry({"toy": {"firm": False}}), "toy", Own) == Own(firm=False)


@pytest.mark.parametrize(
    ("game", "field"),
    [
        ({}, "game"),
        ({"other": {}}, "game"),
        ({"toy": {}, "other": {}}, "game"),
        ({"toy": {"firm": 3}}, "game.toy.firm"),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stands(game: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleRefusal) as refusal:
        own_part_of(entry(game), "toy", Own)
    assert refusal.value.field == field
