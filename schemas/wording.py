"""Descriptions of fields and values in the schema; GraphiQL shows people nothing else.

The nearest source wins: `Meta(description=...)` at a field, the docstring of its struct ("left: how many turns it
lasts."), the system's word list (`RuleSystem.glossary`), then ours (`schemas.glossary`).
"""

from __future__ import annotations

import enum
import inspect
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from msgspec import Meta, Struct

from engine.kernel.structs.fields import fields_of, type_hints_of

_JSON = {"None": "null", "True": "true", "False": "false"}
_WORD = re.compile(r"\b\w+\b")
_SPELLED_ANEW = re.compile(r"\b(?:\w*_\w*|None|True|False)\b")
"""Words that may be written in another way in the schema: few of a text, and each that is found costs a call."""
_CONSTANT = re.compile(r"(null|true|false)\b")
_NAMED = r"(?: \([^()]*\))?"
_LISTED = re.compile(rf"(\w+){_NAMED}")
_LEAD = re.compile(rf"(?:^|(?<=[.;,:\]]\s)|(?<=[.;\]]\s\s)|(?<=\n))(\w+{_NAMED}(?:,\s+\w+{_NAMED})*):\s+")
"""What may explain names: `left, until (turns): `. One pattern for all: each takes a millisecond to compile."""
_END = re.compile(r"(?<=\.)\s|\n\n|  \[")


def doc(cls: type) -> str | None:
    """A class's own docstring, with the schema's names of its fields and constants."""
    text = cls.__dict__.get("__doc__")
    if not text:
        return None
    return _spelled(_clean(text), cls)


_clean = cache(inspect.cleandoc)


@cache
def _spellings(cls: type) -> Mapping[str, str]:
    """What is written in another way in the schema: fields of a struct, and constants."""
    fields = zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True) if issubclass(cls, Struct) else ()
    return {name: spelling for name, spelling in (*_JSON.items(), *fields) if name != spelling}


def _spelled(text: str, cls: type) -> str:
    changed = {name: spelling for name, spelling in _spellings(cls).items() if name in text}
    if not changed:
        return text
    words = _SPELLED_ANEW if all("_" in name or name in _JSON for name in changed) else _WORD
    return words.sub(lambda match: changed.get(match[0], match[0]), text)


def said(text: str | None, names: Iterable[str]) -> dict[str, str]:
    """The names that a docstring explains, each with its first sentence: `left, until: when it ends.`"""
    text = text or ""
    known = {name for name in names if name in text}
    if not known:
        return {}
    leads = [lead for found in _leads(text) if (lead := _known_lead(found, known)) is not None]
    explained: dict[str, str] = {}
    for (_, begin, listed), end in zip(leads, [*(start for start, *_ in leads[1:]), len(text)], strict=False):
        words = _sentence(_END.split(text[begin:end], maxsplit=1)[0])
        explained.update(dict.fromkeys(listed, words))
    return explained


@cache
def _leads(text: str) -> tuple[tuple[int, tuple[tuple[int, str], ...]], ...]:
    """What may explain names: where the explanation begins; where each listed word stands, and the word.

    Kept: the text of a base is read again for each struct that is derived from it.
    """
    return tuple(
        (found.end(), tuple((found.start(1) + word.start(), word[1]) for word in _LISTED.finditer(found[1])))
        for found in _LEAD.finditer(text)
    )


def _known_lead(
    lead: tuple[int, tuple[tuple[int, str], ...]], known: Collection[str]
) -> tuple[int, int, list[str]] | None:
    """Where a lead and its explanation begin, and the names that it lists: the last of its words that are known.

    None: it lists nothing that is.
    """
    end, words = lead
    start, listed = 0, list[str]()
    for place, word in reversed(words):
        if word not in known:
            break
        start = place
        listed.insert(0, word)
    return (start, end, listed) if listed else None


def _sentence(words: str) -> str:
    words = " ".join(words.split()).rstrip(";., ")
    begin = words[:1] if _CONSTANT.match(words) else words[:1].upper()
    return f"{begin}{words[1:]}."


def metas(hint: Any) -> Iterator[Meta]:
    """The `Meta` constraints and notes of a type hint, including one that may be absent."""
    if get_origin(hint) is Annotated:
        yield from (meta for meta in get_args(hint)[1:] if isinstance(meta, Meta))
        hint = get_args(hint)[0]
    if get_origin(hint) not in (tuple, list, dict):
        for part in get_args(hint):
            if get_origin(part) is Annotated:
                yield from metas(part)


def deprecation(hint: Any) -> str | None:
    """Why a field is deprecated, if it is (`engine.kernel.structs.deprecation.deprecated`)."""
    return next((str(m.extra["deprecated"]) for m in metas(hint) if m.extra and "deprecated" in m.extra), None)


class Wording:
    """The word lists of one schema. lists: prefix of a system, "" for ours -> word -> its meaning."""

    def __init__(self, lists: Mapping[str, Mapping[str, str]]) -> None:
        self._lists = lists

    def listed(self, word: str, prefix: str) -> str | None:
        """The entry of the word lists: first the system's, then ours."""
        own = self._lists.get(prefix, {}).get(word)
        return own if own is not None else self._lists.get("", {}).get(word)

    def fields(self, cls: type[Struct], prefix: str) -> dict[str, str | None]:
        """Field -> its description."""
        type_hints = type_hints_of(cls)
        fields = fields_of(cls)
        names = {spelling: f.name for f in fields for spelling in (f.name, f.encode_name)}
        known: dict[str, str] = {}
        for base in reversed([base for base in cls.__mro__ if "__doc__" in base.__dict__ and base is not Struct]):
            text = _spelled(_clean(base.__doc__ or ""), cls)
            known.update((names[name], words) for name, words in said(text, names).items())
        bare = cls.__name__
        return {
            f.name: next((m.description for m in metas(type_hints[f.name]) if m.description), None)
            or self.listed(f"{bare}.{f.encode_name}", prefix)
            or known.get(f.name)
            or self.listed(f.encode_name, prefix)
            for f in fields
        }

    def values(self, name: str, values: Iterable[str], prefix: str, text: str | None = None) -> dict[str, str | None]:
        """Value of an enum -> its description. name: the enum's, without prefix; text: its docstring."""
        known = said(text, values := list(values))
        return {value: known.get(value) or self.listed(f"{name}.{value}", prefix) for value in values}


def enum_doc(cls: type[enum.Enum]) -> str | None:
    """An enum's own docstring; None for Python's default one."""
    return doc(cls) if cls.__doc__ != enum.Enum.__doc__ else None
