"""Refusals in a reader's language. Rules refuse in English; a catalogue of those texts holds the translations.

A text that no catalogue has stays in English. A placeholder's value may itself be translatable text
(`expected {0}, got {1}`), and a refusal may name its field first (`faces: a whole number from 1 to 6`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.words.sentences import language_of


class Text(NamedTuple):
    """One text. size: how many literal characters it has; literal: the longest run of them; said: the translation."""

    size: int
    literal: str
    english: str
    said: str


class Texts(NamedTuple):
    """The texts of a catalogue, those with most literal characters first: a bare placeholder matches anything.

    words: those that a text without blanks may be. Most placeholders hold such a text, an id, and few texts are one.
    """

    every: tuple[Text, ...]
    words: tuple[Text, ...]

    def that_may_be(self, reason: str) -> tuple[Text, ...]:
        """Those that this text may match."""
        return self.every if " " in reason else self.words


DEEPEST = 5
"""Most levels of nested texts in a refusal."""
LONGEST_LIST = 30
"""Most items of a list that are looked up."""


class Shown(NamedTuple):
    """Looks up the name of an id, if any. name: of a participant of the fight; thing: of the system's content."""

    name: Callable[[str], str | None]
    thing: Callable[[str], str]


def worded(
    reason: str,
    locale: str,
    systems: Iterable[RuleSystem[Any]],
    names: Mapping[str, str] | None = None,
    content: Any = None,
) -> str:
    """A refusal in that language if the systems or the kernel have it, else in English.

    names: of ids among the placeholders' values; content: the system that names the other values.
    """

    def shown_in(language: str) -> Shown:
        def thing(figure: str) -> str:
            return content.word(figure, language) if content is not None and _ID.fullmatch(figure) else ""

        return Shown((names or {}).get, thing)

    systems = tuple(systems)
    # A sentence that only English has names the content in English too.
    return (
        _in(language_of(locale), reason, systems, shown_in(locale))
        or _in("en", reason, systems, shown_in("en"))
        or reason
    )


_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_PLACEHOLDER = re.compile(r"{\d+}")


def _in(language: str, reason: str, systems: tuple[Any, ...], shown: Shown) -> str:
    """A refusal in exactly one language; "" without a translation.

    A system text that exists only in its source language is left untranslated: a kernel sentence that matches its ends
    would leave its middle unchanged.
    """
    whole, parts = _catalogue(language, systems)
    return _translation(reason, whole, parts, shown, DEEPEST)[1]


@lru_cache(maxsize=64)
def _catalogue(language: str, systems: tuple[Any, ...]) -> tuple[Texts, Texts]:
    """(whole refusals, texts that may occur inside one) of the kernel and these systems."""
    whole, parts = _kernel(language)
    for system in systems:
        unsaid = dict.fromkeys(_of_system(system, system.language), "")
        own = {text: text for text in unsaid} if language == "en" else _of_system(system, language)
        whole = {**unsaid, **whole, **own}
    texts = tuple(whole.items())
    return _sorted(texts), _sorted((*parts.items(), *texts))


def _sorted(texts: tuple[tuple[str, str], ...]) -> Texts:
    made = []
    for english, said in texts:
        literals = _PLACEHOLDER.split(english)
        made.append(Text(sum(map(len, literals)), max(literals, key=len), english, said))
    every = tuple(sorted(made, key=lambda text: -text.size))
    return Texts(every, tuple(text for text in every if " " not in text.english))


@cache
def _pattern(english: str) -> re.Pattern[str]:
    """Compiled when it may match: all of a catalogue at once would take the loop a tenth of a second.

    A value ends as early as it can: a text that contains what separates two values is the last of them.
    """
    return re.compile("(.+?)".join(map(re.escape, _PLACEHOLDER.split(english))))


def _of_system(system: RuleSystem[Any], language: str) -> Mapping[str, str]:
    found: Mapping[str, str] = system.refusals(language)
    return found


def _kernel(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """(whole refusals, texts that occur only inside one). In English they are the keys of any catalogue."""
    read = _read(language if language != "en" else "es")
    whole, parts = read.get("whole", {}), read.get("parts", {})
    if language == "en":
        return {text: text for text in whole}, {text: text for text in parts}
    return dict(whole), parts


@cache
def _read(language: str) -> dict[str, dict[str, str]]:
    file = files(__package__) / f"refusals.{language}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _translation(reason: str, texts: Texts, parts: Texts, shown: Shown, levels: int) -> tuple[int, str]:
    """The number of matched characters, and the translation; (0, "") without a match.

    Matches the whole text, or the text after its field's name, whichever matches more: `ref: the catalogue has no 'x'`
    is not `{0} has no {1}`, though that fits. levels: of nested texts; anything deeper was written by the sender.
    """
    if not levels:
        return 0, ""
    field, colon, rest = reason.partition(": ")
    # Text with blanks is not a field: a sentence may contain a colon too.
    known, translated = _translation(rest, texts, parts, shown, levels - 1) if colon and " " not in field else (0, "")
    for size, literal, english, said in texts.that_may_be(reason):
        if size <= known:
            break
        if literal in reason and (match := _pattern(english).fullmatch(reason)):
            return size, said and said.format(*(_part(group, parts, shown, levels - 1) for group in match.groups()))
    return known, f"{field}: {translated}" if translated else ""


def _part(words: str, parts: Texts, shown: Shown, levels: int) -> str:
    """A placeholder's value, by name or translated; in a list, each of the first `LONGEST_LIST` items.

    An id in quotation marks is what the sender wrote: it loses them where the content has a name for it.
    """

    def translated(figure: str) -> str:
        known = shown.name(figure) or _translation(figure, parts, parts, shown, levels)[1]
        return known or shown.thing(figure.removeprefix("'").removesuffix("'"))

    return translated(words) or ", ".join(translated(figure) or figure for figure in words.split(", ", LONGEST_LIST))
