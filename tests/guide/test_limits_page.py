"""The page of limits says what the server refuses: every number of its table is that of the code."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import structs

from api.access.request_limits import MOST_VALUES
from api.config import PREFIX, Settings
from api.errors.excerpts import LONGEST_MESSAGE, MOST_ERRORS
from api.graphql.document_bounds import SCHEMAS, TYPES, Limits
from api.maps import slimming
from api.operations import shelving
from api.reading.pagination import MOST
from api.replay import filed
from engine.kernel.state.orders import MOST_IN_A_FIGHT
from tests.guide.blocks import GUIDE

UNITS = {"KiB": 1024, "MiB": 1024**2, "MB": 1_000_000, "days": 24, "s": 1}
"""What a number is worth; days in hours, as the setting has them."""
USUAL, BOUNDS = Settings(), Limits()

FROM_CODE: dict[str, set[float]] = {
    "Characters, lines of a document": {BOUNDS.characters},
    "Fields and fragments that a document selects": {BOUNDS.fields},
    "Fields of one name in a document": {BOUNDS.comparisons, int(BOUNDS.comparisons**0.5)},
    "`__schema`, `__type` in a document": {SCHEMAS, TYPES},
    "Values in a JSON text": {MOST_VALUES},
    "Errors of one document": {MOST_ERRORS},
    "Characters of an error's message": {LONGEST_MESSAGE, LONGEST_MESSAGE // 2},
    "A map's file; an exported file": {slimming.LARGEST_FILE, filed.LARGEST_FILE},
    "A file of shelves": {shelving.LARGEST_FILE, USUAL.max_body},
    "A page of events, fights or items": {MOST},
    "Combatants of a fight": {MOST_IN_A_FIGHT},
}
"""Rows, by how they begin, whose numbers no setting has."""


def rows() -> list[tuple[str, str, str]]:
    """What is limited, to what, and by which settings."""
    text = (GUIDE / "limits.md").read_text(encoding="utf-8")
    cells = [line.strip().strip("|").split("|") for line in text.splitlines() if line.startswith("| ")]
    return [(one[0].strip(), one[1].strip(), one[2].strip() if len(one) > 2 else "") for one in cells]


def numbers(cell: str) -> set[float]:
    """The numbers of a cell, in bytes, seconds or hours."""
    found = re.findall(r"(\d[\d,]*(?:\.\d+)?)(?:\s+([A-Za-z]+))?", cell)
    return {float(number.replace(",", "")) * UNITS.get(unit, 1) for number, unit in found}


@pytest.mark.parametrize("what", FROM_CODE)
def test_a_limit_of_the_page_is_that_of_the_code(what: str) -> None:
    ((_, said, _),) = [row for row in rows() if row[0].startswith(what)]
    assert numbers(said) >= FROM_CODE[what]
    if "one that says" not in said:
        assert numbers(said) == FROM_CODE[what]


def test_every_setting_of_the_page_has_the_default_that_is_said() -> None:
    defaults: dict[str, Any] = {f"{PREFIX}{field.name.upper()}": field.default for field in structs.fields(Settings)}
    told = []
    for _, said, settings in rows():
        for name in re.findall(rf"`({PREFIX}\w+)`", settings):
            worth = defaults[name] / 1000 if "milliseconds" in settings else defaults[name]
            assert worth in numbers(said), name
            told.append(name)
    assert len(told) > 15
