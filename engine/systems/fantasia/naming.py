"""Names of things, figures, sides and people in a language, from content/words/<locale>.toml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.kit import Place, Summaries, Wordbook, Words, format_hundredths, format_place, humanised_id, side
from engine.systems.fantasia.content.catalogue import CONTENT
from engine.systems.fantasia.events import SideBlock
from engine.systems.fantasia.rules.course.requests import ASKED
from engine.systems.fantasia.state import FantasiaState

_SHELVES = {
    "weapon": ("weapons",),
    "spell": ("spells",),
    "technique": ("techniques",),
    "ability": ("spells", "techniques"),
    "item": ("items",),
    "trap": ("traps",),
    "reaction": ("reactions",),
    "status": ("conditions",),
    "condition": ("conditions",),
    "kind": ("conditions",),
    "group": ("creatures", "characters"),
    "cause": ("conditions", "traps"),
}
"""Field -> the catalogue tables whose ids it holds."""

_CREATURES = {w.id: w.name for sheet in CONTENT["creatures"].values() for w in sheet.own_weapons or ()}  # type: ignore[attr-defined]  # they are sheets
"""Content names of the natural weapons of the sample creatures."""


def things_of(own: FantasiaState) -> dict[str, str]:
    """Names of things of this fight only: weapons, spells and the like of the sheets, as far as they are visible."""
    found: dict[str, str] = {}
    for fighter in own.fighters.values():
        tables: list[Mapping[str, Any]] = [{key: held.weapon for key, held in fighter.weapons.items()}]
        if fighter.figures is not None:
            tables.append({key: known.spell for key, known in fighter.figures.spells.items()})
            tables.append({key: known.technique for key, known in fighter.figures.techniques.items()})
            tables += [fighter.figures.reactions, fighter.figures.items]
        for table in tables:
            found |= {key: thing.name for key, thing in table.items() if key not in found}
    return {key: name for key, name in found.items() if _CREATURES.get(key) != name}


class FantasiaWords(Wordbook):
    """The Wordbook of La Fantasia Final."""

    def shown(self, field: str, value: Any, words: Words, names: Mapping[str, str]) -> str:
        """A field's value in words: the sides of a side block, metres for centimetres."""
        match value:
            case int() if field == "centimetres":
                return format_hundredths(value, words["values"]["POINT"])
            case SideBlock():
                return " / ".join(side(word, words, names) for word in value.sides)
            case (SideBlock(), *_):
                return ", ".join(self.shown(field, block, words, names) for block in value)
        return super().shown(field, value, words, names)

    def place(self, place: Place, words: Words) -> str:
        """The place, with the language's decimal point."""
        return format_place(place, point=words["values"]["POINT"])

    def text(self, field: str, value: str, words: Words, names: Mapping[str, str]) -> str:
        """An id by the tables of its field, or a player's own words."""
        if field == "purpose" and value == ASKED:
            return words["values"]["ASKED"]
        if field == "cause" and value in names:
            return names[value]
        if field in _SHELVES:
            return words["terms"].get(f"{field}.{value}") or self._thing(value, words, names, _SHELVES[field])
        if field in self.sides:
            return side(value, words, names)
        if field == "vital":
            return words["terms"].get(f"{field}.{value}") or words["terms"].get(value, value)
        return super().text(field, value, words, names)

    def _thing(self, id: str, words: Words, names: Mapping[str, str], tables: tuple[str, ...]) -> str:
        """The name of a thing. The name on a sheet takes precedence, except for natural weapons of the samples."""
        catalogued = next((self.content[table][id] for table in tables if id in self.content[table]), None)
        if catalogued is None and names.get(id) not in (None, _CREATURES.get(id)):
            return names[id]
        called = words["things"].get(id) or getattr(catalogued, "name", None) or _CREATURES.get(id)
        return str(called or humanised_id(id))

    def named(self, id: str) -> str:
        """The name of a thing in the content, including natural weapons of the samples."""
        return super().named(id) or _CREATURES.get(id, "")


WORDS = FantasiaWords(
    Path(__file__).parent / "content" / "words", CONTENT, sides=("side", "sides", "standing", "winner", "result")
)

SUMMARIES = Summaries(Path(__file__).parent / "content" / "summaries")
"""What each thing is, in one or two sentences."""
