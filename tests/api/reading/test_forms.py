"""A page can build the form of every game's sheets and setups from what `systems` tells, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from api.reading.forms import CATALOGUES, ENTRIES, NAMED
from api.reading.systems import described, system_answer
from engine.kernel.structs.errors import RuleRefusal, SheetRefused
from engine.service.registry import Registry

BOOKS: dict[str, Any] = dict(Registry.installed().books)


def fields(shape: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """(Struct.field, its schema) of everything that a form asks for."""
    for name, part in shape["$defs"].items():
        for field, inside in part.get("properties", {}).items():
            yield f"{name}.{field}", inside


@pytest.mark.parametrize("system", BOOKS)
def test_every_field_says_what_it_is(system: str) -> None:
    """In sheet and setup, whatever they consist of."""
    told = described(BOOKS[system])
    for shape in (told.sheet, told.setup):
        assert [name for name, field in fields(shape) if not field.get("description")] == []


@pytest.mark.parametrize("system", BOOKS)
def test_the_schema_is_that_of_the_struct_with_more_words(system: str) -> None:
    """Without what was added it is what msgspec reads."""
    book = BOOKS[system]

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            added = ("description", CATALOGUES, ENTRIES, NAMED)
            return {key: bare(item) for key, item in value.items() if key not in added or isinstance(item, dict)}
        return [bare(item) for item in value] if isinstance(value, list) else value

    for cls, shape in ((book.system.sheet, described(book).sheet), (book.system.setup, described(book).setup)):
        (own,), parts = msgspec.json.schema_components([cls], ref_template="#/$defs/{name}")
        assert bare(shape) == bare({**own, "$defs": parts})


@pytest.mark.parametrize("system", BOOKS)
def test_catalogues_name_fields_and_content_that_there_are(system: str) -> None:
    book = BOOKS[system]
    told = described(book)
    all_of_them = [one for shape in (told.sheet, told.setup) for one in fields(shape)]
    named = {name: field[CATALOGUES] for name, field in all_of_them if CATALOGUES in field}
    assert named == {name: list(keys) for name, keys in book.system.catalogues.items()}
    assert {key for keys in named.values() for key in keys} <= {one.key for one in told.content}


def test_fields_say_whether_they_name_a_combatant_or_a_side() -> None:
    """In a list, too."""
    told = {name: field[NAMED] for name, field in fields(described(BOOKS["fantasia"]).setup) if NAMED in field}
    assert told == {"Setup.elementsExcept": "COMBATANT"}
    told = {name: field[NAMED] for name, field in fields(described(BOOKS["minis"]).setup) if NAMED in field}
    assert list(told.values()) == ["SIDE"]


@pytest.mark.parametrize("system", BOOKS)
def test_what_may_be_a_ref_is_what_its_catalogues_list(system: str) -> None:
    """Every entry that is told as one is taken as `ref`, and no other entry of the content is."""
    book = BOOKS[system]
    content = book.system.content
    ref = described(book).sheet["$defs"]["Sheet"]["properties"]["ref"]
    listed = set(ref[ENTRIES])
    assert listed <= {id for key in ref[CATALOGUES] for id in content[key]}
    assert listed
    taken = set()
    for id in {id for entries in content.values() for id in entries}:
        try:
            book.system.enter(msgspec.convert({"ref": id}, book.system.sheet), None)
        except SheetRefused as refusal:
            if refusal.field == "sheet.ref":
                continue
        except RuleRefusal:
            pass  # somebody of the catalogue, who needs more than that
        taken.add(id)
    assert taken == listed


@pytest.mark.parametrize("system", BOOKS)
def test_ids_of_lists_are_of_their_catalogues(system: str) -> None:
    """What the sheets of the catalogue itself name is among what a form offers."""
    book = BOOKS[system]
    content, catalogues = book.system.content, book.system.catalogues
    sheets = [entry for key in catalogues["Sheet.ref"] for entry in content[key].values()]
    for sheet in (msgspec.json.decode(msgspec.json.encode(one)) for one in sheets if type(one) is book.system.sheet):
        for field, keys in ((name, catalogues.get(f"Sheet.{name}")) for name in sheet):
            if not keys or field == "ref" or sheet[field] is None:
                continue
            named = set(sheet[field] if isinstance(sheet[field], (list, dict)) else [sheet[field]])
            own = {one["id"] for one in sheet.get(f"own{field[0].upper()}{field[1:]}") or ()}
            assert named - own <= {id for key in keys for id in content[key]}, (sheet, field)


def test_names_are_in_the_readers_language() -> None:
    """Of entries of the content: what a form offers for `ref` is told in words."""
    book = BOOKS["saari"]
    english, finnish = system_answer(book, "en"), system_answer(book, "fi")
    names = [{one.key: one.names for one in told.content}["weapons"] for told in (english, finnish)]
    assert names[0].keys() == names[1].keys()
    assert names[0] != names[1]
    assert all(names[0].values())
