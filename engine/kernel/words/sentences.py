"""Sentence templates with figures, from the word files of the kernel and of the systems.

`{figure}` is replaced by a word, `{figure|lower}` by it without its capital, `{figure|signed}` by a number with its
sign, and `{figure|form}` by a word in a form of the language's file: `the.dagger = "la daga"`, `with.* = "aseella {}"`.
A part in square brackets is left out where one of its figures is missing: `{who} moves[ to {place}]`. Conditions behind
a name select among several sentences: `Moved.to.none`, `Jump.high.true.to.open`; the matching one with most conditions
is taken, of equals the first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from msgspec import Struct

from engine.kernel.state.combatant import Place

_PART = re.compile(r"\[([^\[\]]*)\]")
_FIGURE = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


Forms = Mapping[str, Mapping[str, str]]
"""Form -> word -> the word in that form; `*` stands for every other word, `{}` in it for the word itself."""

NO_FORMS: Forms = MappingProxyType({})

_SWALLOWS = {"e": r"h?[ií](?![aeo])", "u": r"h?[oó]"}
"""Spanish: `y` becomes `e` before a spoken i, `o` becomes `u` before an o."""


@lru_cache(maxsize=1024)
def language_of(locale: str) -> str:
    """`es-CO` -> `es`: word files are per language."""
    return locale.partition("-")[0].lower()


class _Part(Struct, frozen=True):
    """A part within square brackets, or between them. needed: figures without which it is left out.

    pieces: text, and the figure behind it ("" for none) with its format.
    """

    needed: tuple[str, ...]
    pieces: tuple[tuple[str, str, str | None], ...]


@lru_cache(maxsize=4096)
def _parts(sentence: str) -> tuple[_Part, ...]:
    """A parsed sentence, cached: those of the word files are rendered again and again."""
    made = []
    for number, text in enumerate(_PART.split(sentence)):
        cut = _FIGURE.split(text)
        names = tuple(cut[1::3])
        pieces = zip(cut[::3], (*names, ""), (*cut[2::3], None), strict=True)
        made.append(_Part(names if number % 2 else (), tuple(pieces)))
    return tuple(made)


def render_sentence(
    sentence: str, figures: Mapping[str, str], forms: Forms = NO_FORMS, own: Collection[str] = ()
) -> str:
    """Render a sentence with its figures. KeyError for a missing one.

    forms: of the language. A word without the form is used unchanged. own: names that people gave, which keep their
    capitals.
    """
    line = []
    for part in _parts(sentence):
        if all(figures[name] for name in part.needed):
            for text, name, how in part.pieces:
                line.append(text)
                if name:
                    line.append(_written(figures[name], how, forms, own))
    return "".join(line)


def _written(figure: str, how: str | None, forms: Forms, own: Collection[str]) -> str:
    if how is not None and how in forms and figure:
        listed = forms[how]
        return listed.get(figure) or listed.get("*", "{}").replace("{}", figure)
    if how == "lower":
        return figure if figure in own else figure[:1].lower() + figure[1:]
    return f"+{figure}" if how == "signed" and not figure.startswith("-") else figure


def figures_in(sentence: str) -> list[str]:
    """The figures that a sentence names, in order."""
    return [name for part in _parts(sentence) for _, name, _ in part.pieces if name]


@lru_cache(maxsize=4096)
def fields_in(sentence: str) -> frozenset[str]:
    """The fields that a sentence's figures show: `to` for `{to}` and for `{sent_to}`. Kept, as `_parts` is."""
    names = figures_in(sentence)
    return frozenset(name.removeprefix("sent_") for name in names).union(names)


def gaps_in(sentence: str) -> set[str]:
    """The figures that leave a gap where they are missing: those outside square brackets."""
    return {name for part in _parts(sentence) if not part.needed for _, name, _ in part.pieces if name}


class Sentences:
    """The sentences of a language, by the names of what they describe; ValueError for a condition without a value."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self._plain = sentences
        self._conditioned: dict[str, list[tuple[tuple[tuple[str, str], ...], str]]] = {}
        for key, sentence in sentences.items():
            name, *words = key.split(".")
            if len(words) > 1:
                conditions = tuple(zip(words[::2], words[1::2], strict=True))
                self._conditioned.setdefault(name, []).append((conditions, sentence))

    def sentence_for(self, name: str, fields: Mapping[str, object], open: Iterable[str] = ()) -> str:
        """The sentence for a thing of this name and these fields; "" where there is none. open: as for `values_of`."""
        return self.chosen(name, values_of(fields, open) if name in self._conditioned else {})

    def chosen(self, name: str, values: Mapping[str, Sequence[str]]) -> str:
        """The sentence for a thing of this name; "" where there is none. values: field -> the conditions it meets."""
        best, most = self._plain.get(name, ""), 0
        for conditions, sentence in self._conditioned.get(name, ()):
            if len(conditions) > most and all(value in values.get(field, ()) for field, value in conditions):
                best, most = sentence, len(conditions)
        return best


def counted(forms: str, number: int) -> str:
    """The form for a number, filled in: of `{n} turn|{n} turns` the first for 1, the second for any other.

    The language places the number: `quedan {n} turnos`. Of three forms, as in Polish (`{n} tura|{n} tury|{n} tur`), the
    second is for numbers that end in 2 to 4, but not in 12 to 14, and the third for any other.
    """
    name, *more = forms.split("|")
    size = abs(number)
    few = 2 <= size % 10 <= 4 and not 12 <= size % 100 <= 14
    return (name if number == 1 or not more else more[0 if few else -1]).replace("{n}", str(number))


def joined_list(items: Sequence[str], last: str) -> str:
    """`a, b and c`. last: the word before the last item; of `y|e` and `o|u` the second before a like vowel."""
    if len(items) < 2:
        return "".join(items)
    plain, _, other = last.partition("|")
    word = other if other and re.match(_SWALLOWS[other], items[-1], re.IGNORECASE) else plain
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def capitalised(text: str) -> str:
    """The text with an initial capital."""
    return text[:1].upper() + text[1:]


_DICE = re.compile(r"(?<=[0-9])d(?=[0-9])")


def format_dice(notation: str, sign: str) -> str:
    """Dice as a language writes them: `2d8` is `2k8` with the Polish sign."""
    return _DICE.sub(sign, notation)


def format_hundredths(number: int, point: str = ".") -> str:
    """Hundredths in decimal notation: 150 -> `1.5`, -200 -> `-2`."""
    whole, rest = divmod(abs(number), 100)
    shown = f"{whole}{point}{rest:02d}".rstrip("0") if rest else str(whole)
    return f"-{shown}" if number < 0 else shown


def format_place(place: Place, unit: str = "m", point: str = ".") -> str:
    """A place in words: a zone's name, `(3, 1)` on a board, `(1.5 m, -2 m)` on an open table; "" for nowhere."""
    if place.zone is not None:
        return place.zone
    if place.cell is not None:
        return f"({place.cell.x}, {place.cell.y})"
    if place.point is not None:
        return "({}; {})".format(*(f"{format_hundredths(n, point)} {unit}" for n in (place.point.x, place.point.y)))
    return str(place.rank) if place.rank is not None else ""


def values_of(fields: Mapping[str, object], open: Iterable[str] = ()) -> dict[str, tuple[str, ...]]:
    """Field -> the conditions it meets: its value (`true`, `3`, `none` for nothing, `some` for a word and for several),
    `same` where a field before it names the same; for an open choice `open` alone."""
    found: dict[str, tuple[str, ...]] = {}
    before: list[str] = []
    for name, value in fields.items():
        alone = value[0] if isinstance(value, (tuple, list)) and len(value) == 1 else value
        met = ["open" if name in open else _value(value)]
        if isinstance(alone, str) and alone:
            met += ["some"] if alone == value else []
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
