"""Names of things, sides and answers in a language, from content/words/<locale>.toml."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.kit import (
    Offer,
    Place,
    Point,
    Summaries,
    Wordbook,
    Words,
    format_hundredths,
    format_place,
    plain_words,
    side,
)
from engine.systems.minis.content.catalogue import CONTENT
from engine.systems.minis.content.kinds import Armor, Weapon
from engine.systems.minis.rules.movement.orders import Stop
from engine.systems.minis.state import MinisState

IN_VAIN = "-in-vain"
"""How the key of an offer ends whose spell would last no turn.  [MN-GAP-39]"""

_THINGS = ("weapon", "attack_weapon", "defense_weapon", "means", "spell", "kind")
"""Fields that hold ids of the content, or of things written on sheets."""


def things_of(own: MinisState) -> dict[str, str]:
    """Names of things from sheets."""
    found: dict[str, str] = {}
    for mini in own.minis.values():
        things: tuple[Weapon | Armor, ...] = (*mini.arms.values(), *mini.worn)
        found |= {thing.id: thing.name for thing in things if thing.id not in found}
    return found


class MinisWords(Wordbook):
    """The Wordbook of Minis."""

    def is_own(self, field: str, value: object, figure: str) -> bool:
        """Always false: sides and ids begin a sentence with a capital."""
        return False

    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """As usual; an offer of a spell at those on whom it would last no turn says so.  [MN-GAP-39]"""
        told = super().describe(thing, locale, names)
        vain = isinstance(thing, Offer) and thing.key.endswith(IN_VAIN)
        return f"{told} ({self.word('in_vain', locale)})" if told and vain else told

    def shown(self, field: str, value: Any, words: Words, names: Mapping[str, str]) -> str:
        """A field's value in words: points in inches, directions by the compass, lengths in inches."""
        match value:
            case Stop():
                return self.place(Place(point=value.point), words)
            case Point() if field == "facing":
                return words["values"][compass(value)]
            case Point():
                return self.place(Place(point=value), words)
            case int() if field == "thousandths" and not isinstance(value, bool):
                return f"{format_hundredths((value + 5) // 10)} in"
            case int() if field in ("strip", "movement", "max_range") and not isinstance(value, bool):
                return f"{format_hundredths(value)} in"
        return super().shown(field, value, words, names)

    def place(self, place: Place, words: Words) -> str:
        """`(3.5 in; 1 in)`."""
        return format_place(place, "in")

    def text(self, field: str, value: str, words: Words, names: Mapping[str, str]) -> str:
        """A side, a thing, or an id."""
        if field in self.sides and value not in names:
            return side(value, words, names)
        if field in _THINGS:
            return self._thing(value, words, names)
        return super().text(field, value, words, names)

    def _thing(self, id: str, words: Words, names: Mapping[str, str]) -> str:
        """The name of a thing: as written on a sheet, else a common noun of the catalogue."""
        listed = next((str(getattr(t[id], "name", "")) for t in self.content.values() if id in t), "")
        written = names.get(id, listed)
        if written and written != listed:
            return written
        called = words["things"].get(id) or listed or words["terms"].get(id)
        return called[:1].lower() + called[1:] if called else plain_words(id)

    def _in_sentence(self, id: str, words: Words) -> str:
        called = super()._in_sentence(id, words)
        return called[:1].lower() + called[1:]

    def pick(self, field: str, value: object, locale: str, names: Mapping[str, str]) -> str:
        """The name of a pick that is a point, a way, a direction or an order, as JSON; "" for any other."""
        words = self.words_of(locale)
        match value:
            case {"point": {} as point}:
                return self.shown(field, Place(point=msgspec.convert(point, Point)), words, {})
            case [{"point": {}}, *_]:
                return " → ".join(self.pick(field, step, locale, names) for step in value)
            case {"verb": str() as verb, **rest}:
                target = str(rest.get("target") or "")
                about = names.get(target, target) or self.pick(field, rest.get("place"), locale, names)
                return f"{words['values'][verb]} {about}".strip()
            case {"x": int(), "y": int()} if field == "facing":
                direction = msgspec.convert(value, Point)
                return f"{self.shown(field, direction, words, {})} ({bearing(direction)}°)"
            case _:
                return ""


def compass(direction: Point) -> str:
    """The nearest of eight directions; y grows to the south."""
    x, y = abs(direction.x), abs(direction.y)
    # tan 22.5 degrees is 0.41421: whoever is nearer to an axis than that is called by it.
    part = "" if 100_000 * y < 41_421 * x else "axis" if 100_000 * x < 41_421 * y else "both"
    east, south = ("E" if direction.x > 0 else "W"), ("S" if direction.y > 0 else "N")
    return east if part == "" else south if part == "axis" else south + east


def bearing(direction: Point) -> str:
    """Degrees from the north, clockwise, in tenths: several directions to pick from have the same word."""
    return f"{math.degrees(math.atan2(direction.x, -direction.y)) % 360:.1f}".removesuffix(".0")


WORDS = MinisWords(
    Path(__file__).parent / "content" / "words",
    CONTENT,
    sides=("side", "sides", "winner", "result"),
    ways=("path",),
)

SUMMARIES = Summaries(Path(__file__).parent / "content" / "summaries")
"""What each thing is, in one or two sentences."""
