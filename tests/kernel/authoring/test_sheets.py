"""Sheets laid over the catalogue, and what they collect from it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from engine.kernel.authoring.sheets import collected, completed
from engine.kernel.structs.errors import SheetRefused


class Thing(Struct, frozen=True):
    """Something to have."""

    id: str
    weight: int = 1


class Sheet(Struct, frozen=True, kw_only=True, rename="camel"):
    """Somebody."""

    ref: str | None = None
    strength: int | None = None
    own_things: tuple[Thing, ...] | None = None


KNOWN = {"guard": Sheet(strength=3, own_things=(Thing("pike"),)), "rat": Sheet(strength=0)}
THINGS = {thing.id: thing for thing in (Thing("sword"), Thing("bow"))}


@pytest.mark.parametrize(
    ("given", "made"),
    [
        (Sheet(strength=9), Sheet(strength=9)),
        (Sheet(ref="guard"), Sheet(ref="guard", strength=3, own_things=(Thing("pike"),))),
        (Sheet(ref="guard", strength=0), Sheet(ref="guard", strength=0, own_things=(Thing("pike"),))),
        (Sheet(ref="guard", own_things=()), Sheet(ref="guard", strength=3, own_things=())),
    ],
)
def test_a_sheet_changes_what_it_gives(given: Sheet, made: Sheet) -> None:
    """All else is as with whom it names; nothing of something is something too."""
    assert completed(given, given.ref, KNOWN, rule="X-01") == made


def test_a_sheet_that_names_nobody_is_refused() -> None:
    with pytest.raises(SheetRefused) as caught:
        completed(Sheet(ref="cat"), "cat", KNOWN, rule="X-01")
    refused = caught.value
    assert (refused.reason, refused.field, refused.rule) == ("ref: the catalogue has no 'cat'", "sheet.ref", "X-01")


def test_things_are_collected_in_their_order() -> None:
    """Those of the catalogue first, then what is brought in full; neither need be there."""
    mine = Thing("stone", weight=4)
    assert collected("things", THINGS, ["bow", "sword"], [mine], rule="") == {
        "bow": THINGS["bow"],
        "sword": THINGS["sword"],
        "stone": mine,
    }
    assert list(collected("things", THINGS, ["bow", "sword"], [mine], rule="")) == ["bow", "sword", "stone"]
    assert collected("things", THINGS, None, None, rule="") == {}


@pytest.mark.parametrize(
    ("ids", "own", "reason"),
    [
        (["axe"], [], "smallThings: the catalogue has no 'axe'"),
        (["bow", "bow"], [], "smallThings: 'bow' twice: write the second one in full, with an id of its own"),
        (["bow"], [Thing("bow")], "smallThings: 'bow' twice: give each an id of its own"),
        ([], [Thing("a"), Thing("a")], "smallThings: 'a' twice: give each an id of its own"),
    ],
)
def test_what_cannot_be_collected_names_its_field_as_it_is_sent(ids: Any, own: Any, reason: str) -> None:
    with pytest.raises(SheetRefused) as caught:
        collected("small_things", THINGS, ids, own, rule="X-02")
    assert (caught.value.reason, caught.value.field, caught.value.rule) == (reason, "sheet.smallThings", "X-02")
