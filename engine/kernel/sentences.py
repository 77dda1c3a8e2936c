"""Sentences with figures in them, as the word files of the kernel and of the systems hold them.

`{figure}` stands for a word, `{figure|lower}` for it without its capital, `{figure|signed}` for a number with its sign.
A part in square brackets is left out where a figure in it has none:
`{who} moves[ to {place}]`. Which of several sentences tells a thing is said by conditions behind its name:
`Moved.to.none`, `Jump.high.true.to.open`; the one with most conditions is taken, of equals the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from engine.kernel.combatant import Place

_PART = re.compile(r"\[([^\[\]]*)\]")
_FIGURE = re.compile(r"\{(\w+)(?:\|(lower|signed))?\}")


_SWALLOWS = {"e": r"h?[ií](?![aeo])", "u": r"h?[oó]"}
"""Spanish: `y` becomes `e` before a spoken i, `o` becomes `u` before an o."""


@lru_cache(maxsize=1024)
def language_of(locale: str) -> str:
    """`es-CO` -> `es`: files of words are of languages."""
    return locale.partition("-")[0].lower()


class _Part(Struct, frozen=True):
    """What stands within square brackets, or between them. needed: figures without which it falls away.

    pieces: text, and the figure behind it ("" for none) with how it is written.
    """

    needed: tuple[str, ...]
    pieces: tuple[tuple[str, str, str | None], ...]


@lru_cache(maxsize=4096)
def _parts(sentence: str) -> tuple[_Part, ...]:
    """A sentence taken apart: those of the word files are told again and again."""
    made = []
    for number, text in enumerate(_PART.split(sentence)):
        cut = _FIGURE.split(text)
        names = tuple(cut[1::3])
        pieces = zip(cut[::3], (*names, ""), (*cut[2::3], None), strict=True)
        made.append(_Part(names if number % 2 else (), tuple(pieces)))
    return tuple(made)


def told(sentence: str, figures: Mapping[str, str]) -> str:
    """A sentence with its figures. KeyError for one that is not there."""
    line = []
    for part in _parts(sentence):
        if all(figures[name] for name in part.needed):
            for text, name, how in part.pieces:
                line.append(text)
                if name:
                    line.append(_written(figures[name], how))
    return "".join(line)


def _written(figure: str, how: str | None) -> str:
    if how == "lower":
        return figure[:1].lower() + figure[1:]
    return f"+{figure}" if how == "signed" and not figure.startswith("-") else figure


def figures_in(sentence: str) -> list[str]:
    """The figures that a sentence names, in order."""
    return [name for part in _parts(sentence) for _, name, _ in part.pieces if name]


class Sentences:
    """The sentences of a language, by the names of the things they tell; ValueError for a condition without a value."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self._plain = sentences
        self._conditioned: dict[str, list[tuple[tuple[tuple[str, str], ...], str]]] = {}
        for key, sentence in sentences.items():
            name, *words = key.split(".")
            if len(words) > 1:
                conditions = tuple(zip(words[::2], words[1::2], strict=True))
                self._conditioned.setdefault(name, []).append((conditions, sentence))

    def has_conditions(self, name: str) -> bool:
        """Whether it depends on its fields which sentence tells a thing of this name."""
        return name in self._conditioned

    def chosen(self, name: str, values: Mapping[str, Sequence[str]]) -> str:
        """The sentence for a thing of this name; "" where there is none. values: field -> the conditions it meets."""
        best, most = self._plain.get(name, ""), 0
        for conditions, sentence in self._conditioned.get(name, ()):
            if len(conditions) > most and all(value in values.get(field, ()) for field, value in conditions):
                best, most = sentence, len(conditions)
        return best


def listed(items: Sequence[str], last: str) -> str:
    """`a, b and c`. last: the word before the last one; of `y|e` and `o|u` the second where the first is swallowed."""
    if len(items) < 2:
        return "".join(items)
    plain, _, other = last.partition("|")
    word = other if other and re.match(_SWALLOWS[other], items[-1], re.IGNORECASE) else plain
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def capital(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


def format_hundredths(number: int, point: str = ".") -> str:
    """Hundredths as people write them: 150 -> `1.5`, -200 -> `-2`."""
    whole, rest = divmod(abs(number), 100)
    shown = f"{whole}{point}{rest:02d}".rstrip("0") if rest else str(whole)
    return f"-{shown}" if number < 0 else shown


def format_place(place: Place, unit: str = "m", point: str = ".") -> str:
    """Where that is: a zone's name, `(3, 1)` on a board, `(1.5 m, -2 m)` on an open table; "" for nowhere."""
    if place.zone is not None:
        return place.zone
    if place.cell is not None:
        return f"({place.cell.x}, {place.cell.y})"
    if place.point is not None:
        return "({}; {})".format(*(f"{format_hundredths(n, point)} {unit}" for n in (place.point.x, place.point.y)))
    return str(place.rank) if place.rank is not None else ""


def values_of(fields: Mapping[str, object], open: Iterable[str] = ()) -> dict[str, tuple[str, ...]]:
    """Field -> the conditions it meets: its value (`true`, `3`, `none` for nothing, `some` for several things), `same`
    where a field before it names the same; for an open choice `open` alone."""
    found: dict[str, tuple[str, ...]] = {}
    before: list[str] = []
    for name, value in fields.items():
        alone = value[0] if isinstance(value, (tuple, list)) and len(value) == 1 else value
        met = ["open" if name in open else _value(value)]
        if isinstance(alone, str) and alone:
            met += ["same"] if alone in before else []
            before.append(alone)
        found[name] = tuple(met)
    return found


def _value(value: object) -> str:
    if value is None or value == "" or value == () or value == []:
        return "none"
    if isinstance(value, (tuple, list, dict)):
        return "some"
    return str(getattr(value, "value", value)).lower()
