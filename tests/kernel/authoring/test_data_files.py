"""Data files of a system: read by their ids, in the words of the code, and refused where they are wrong."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from engine.kernel.authoring.data_files import DataFiles, entries


class Edge(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a blade does."""

    least_damage: int = 0


class Blade(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An entry."""

    id: str = ""
    two_hands: bool = False
    edges: tuple[Edge, ...] = ()


@pytest.fixture
def tables(tmp_path: Path) -> DataFiles:
    """A folder of three files."""
    sword = '[[blade]]\nid = "long_sword"\ntwo_hands = true\nedges = [{ least_damage = 2 }]\n'
    (tmp_path / "blades.toml").write_text(sword, encoding="utf-8")
    (tmp_path / "people.toml").write_text("[foot_soldier]\ntwo_hands = true\n[pike]\n", encoding="utf-8")
    for name, title in (("rules", "Hit"), ("rules_fi", "Osuma"), ("rules_es", "Impacto")):
        rule = f'[[rule]]\nid = "XX-01"\ntitle = "{title}"\nstatement = "."\n'
        (tmp_path / f"{name}.toml").write_text(rule, encoding="utf-8")
    return DataFiles(tmp_path)


def test_a_list_is_read_by_its_ids(tables: DataFiles) -> None:
    """Names of fields become those of the wire at every depth; ids stay as they are."""
    blades = tables.listed("blades", "blade", Blade)
    assert dict(blades) == {"long_sword": Blade(id="long_sword", two_hands=True, edges=(Edge(least_damage=2),))}


def test_a_file_is_read_by_its_titles(tables: DataFiles) -> None:
    """In their order."""
    assert list(tables.titled("people", Blade).items()) == [("foot_soldier", Blade(two_hands=True)), ("pike", Blade())]


def test_what_is_read_stays_as_it_is(tables: DataFiles) -> None:
    """Nobody changes content in play."""
    for table in (tables.listed("blades", "blade", Blade), tables.titled("people", Blade)):
        with pytest.raises(TypeError):
            table["x"] = Blade()  # type: ignore[index]  # what is tried here


def test_an_id_that_comes_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match="axe twice"):
        entries([{"id": "axe"}, {"id": "axe", "two_hands": True}], Blade)


def test_a_field_that_no_entry_has_is_an_error() -> None:
    with pytest.raises(msgspec.ValidationError, match="threeHands"):
        entries([{"id": "axe", "three_hands": True}], Blade)


def test_rules_are_found_in_every_language_that_has_a_file(tables: DataFiles) -> None:
    """English is the system's own; the others by their languages."""
    assert tables.rules()["XX-01"].title == "Hit"
    assert {language: book["XX-01"].title for language, book in tables.rules_by_language().items()} == {
        "es": "Impacto",
        "fi": "Osuma",
    }
