"""Names of things, figures, sides and answers in a language, from content/words/<locale>.toml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.kit import Place, Summaries, Wordbook, Words, format_place, humanised_id, joined_list, side
from engine.kit.ground import Ground, GroundEdge
from engine.systems.dozen_die.board.ground import CELL, doors_of, own_terrain
from engine.systems.dozen_die.content.catalogue import CONTENT
from engine.systems.dozen_die.content.kinds import Armor, Skill, Talent, Weapon
from engine.systems.dozen_die.orders import Step, Way
from engine.systems.dozen_die.state import DozenDieState, Pool

_WEAPONS = ("weapon", "attack_weapon", "defense_weapon")
_THINGS = (*_WEAPONS, "skill", "used", "means", "resistance", "wanderer", "special", "load", "door")
"""Fields that hold ids of the content, or of things of this fight only."""


def things_of(own: DozenDieState, ground: Ground | None) -> dict[str, str]:
    """Names of things of this fight only: special actions, wanderers, own terrain, and things from sheets."""
    found = {special.key: special.name for special in own.adventure.specials}
    found |= {wanderer.key: wanderer.name for wanderer in own.adventure.wanderers}
    for figure in own.figures.values():
        worn: tuple[Weapon | Skill | Talent | Armor, ...] = (
            *figure.arms.values(),
            *figure.skills.values(),
            *figure.talents,
            *((figure.armor,) if figure.armor is not None else ()),
        )
        found |= {thing.id: thing.name for thing in worn if thing.id not in found}
    if ground is None:
        return found
    found |= {door.key: _door(door) for door in doors_of(ground)}
    return found | {terrain.id: terrain.name for terrain in own_terrain(ground).values()}


def _door(door: GroundEdge) -> str:
    """The table's name of a door between squares, else where it is."""
    first = min(door.line, key=lambda at: (at.y, at.x))
    return door.label or f"({first.x // CELL}, {first.y // CELL})"


class DozenDieWords(Wordbook):
    """The Wordbook of Dozen Die."""

    def is_own(self, field: str, value: object, figure: str) -> bool:
        """Always false: sides and ids begin a sentence with a capital."""
        return False

    def shown(self, field: str, value: Any, words: Words, names: Mapping[str, str]) -> str:
        """A field's value in words: a step with its jump, the dice of a pool, what each side has."""
        match value:
            case Step():
                there = self.place(Place(cell=value.cell, height=value.height or 0), words)
                return f"{there} ({words['values']['JUMP']})" if value.jump else there
            case Pool():
                return str(value.dice + value.extra)
            case dict():
                told = [
                    f"{side(str(key), words, names)} {self.shown(field, item, words, names)}"
                    for key, item in value.items()
                ]
                return joined_list(told, words["values"]["AND"])
        return super().shown(field, value, words, names)

    def place(self, place: Place, words: Words) -> str:
        """`(3, 1)`, with its height where it is not 0."""
        where = format_place(place)
        return f"{where}{words['values']['HEIGHT']} {place.height}" if where and place.height else where

    def text(self, field: str, value: str, words: Words, names: Mapping[str, str]) -> str:
        """A side, a thing, or an id; the winner of a melee is a figure."""
        if field in self.sides and value not in names:
            return side(value, words, names)
        if field in _THINGS:
            return self._thing(value, words, names)
        return super().text(field, value, words, names)

    def _thing(self, id: str, words: Words, names: Mapping[str, str]) -> str:
        """The name of a thing: as written on a sheet; a catalogue weapon is a common noun."""
        listed_as = next((table[id] for table in self.content.values() if id in table), None)
        if listed_as is None:
            return names.get(id) or words["terms"].get(id) or humanised_id(id)
        written = getattr(listed_as, "name", id)
        if names.get(id, written) != written:
            return names[id]
        return self._common(id, words["things"].get(id) or str(written))

    def _common(self, id: str, called: str) -> str:
        """A weapon of the catalogue is a common noun."""
        return called[:1].lower() + called[1:] if id in self.content["weapons"] else called

    def _in_sentence(self, id: str, words: Words) -> str:
        return self._common(id, super()._in_sentence(id, words))

    def pick(self, field: str, value: object, locale: str) -> str:
        """The name of a pick that is a place or a way, as JSON; "" for any other."""
        words = self.words_of(locale)
        match value:
            case {"cell": {}}:
                return self.shown(field, msgspec.convert(value, Place), words, {})
            case [{"cell": {}}, *_]:
                return self.shown("path", msgspec.convert(value, Way), words, {})
            case {"side": str(id), "color": str(color)}:
                return f"{words['values'][color]} ({side(id, words, {})})"
            case []:
                return words["values"]["HERE"] if field == "path" else ""
            case _:
                return ""


WORDS = DozenDieWords(
    Path(__file__).parent / "content" / "words",
    CONTENT,
    sides=("side", "sides", "winner", "result"),
    ways=("path", "way"),
)

SUMMARIES = Summaries(Path(__file__).parent / "content" / "summaries")
"""What each thing is, in one or two sentences."""
