"""The schema that clients get of this system."""

from __future__ import annotations

from api.shape import findings
from api.shape.published import schema_of
from engine.systems.mongolian_mercenaries.glossary import GLOSSARY
from tests.systems.mongolian_mercenaries.bout import BOOK


def test_the_schema_keeps_every_law() -> None:
    """A name means one thing over the events of the kernel and of this system, and everything is described."""
    assert [str(finding) for finding in findings([BOOK])] == []


def test_every_word_of_the_glossary_is_in_the_schema() -> None:
    """What nobody can read is not kept."""
    shown = " ".join(schema_of([BOOK]).split())
    assert [word for word, said in GLOSSARY.items() if said not in shown] == []
