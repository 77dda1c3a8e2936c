"""Plain-language decoding errors with their location, for people who write clients.

msgspec says "Expected `int`, got `str` - at `$.faces[0]`"; here that becomes the path ("faces", 0) and "expected a
whole number, got a text".
"""

from __future__ import annotations

import difflib
import re
import types
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from engine.kernel.structs import ids
from engine.kernel.structs.fields import fields_of, type_hints_of

Path = tuple[str | int, ...]

_AT = re.compile(r" - at (?P<key>`key` in )?`\$\.?(?P<path>[^`]*)`\Z")
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_SOME = "..."
"""Where msgspec names no key: one of an object's values."""
_WORDS = {
    "int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false", "array": "a list",
    "object": "an object", "null": "null",
}  # fmt: skip
_UNITS = {"str": "characters", "array": "items", "object": "keys"}
LONGEST = 80
"""Maximum characters of the input that a message quotes."""
_LIMITS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than", "": "exactly"}


class DecodeProblem(NamedTuple):
    """where: the path in the decoded value, by JSON names; what: one sentence that does not repeat the path."""

    what: str
    where: Path


def dotted_path(path: Iterable[str | int]) -> str:
    """("faces", 0) -> `faces.0`."""
    return ".".join(map(str, path))


def quoted(value: object) -> str:
    """A rejected value as a message quotes it; long texts are cut."""
    return repr(value[:LONGEST] + "..." if isinstance(value, str) and len(value) > LONGEST else value)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`: did you mean 'faces'?` for a word close to a known one, else ""; very long words are never matched."""
    if len(word) > LONGEST:
        return ""
    among = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word.lower(), among, 1)
    return f": did you mean {among[near[0]]!r}?" if near else ""


def explain_decode_error(error: msgspec.ValidationError, value: Any, kind: Any) -> DecodeProblem:
    """Explain the error of decoding the JSON value `value` as a `kind`."""
    text = str(error)
    found = _AT.search(text)
    steps: list[str | int] = []
    for name, index in _STEP.findall(found["path"]) if found else ():
        steps.append(name or (int(index) if index.isdigit() else index))
    in_key = bool(found and found["key"])
    if in_key and steps and steps[-1] == _SOME:
        steps.pop()
    text = text[: found.start()] if found else text
    path, value, kind = _follow(value, kind, steps)
    if in_key:
        bad = next((key for key in value if not _reads(key, _value_kinds(kind)[0])), "")
        return DecodeProblem(f"{quoted(bad)} cannot be a key here: {_plain(text, bad, str)}", (*path, bad))
    missing = re.match(r"Object missing required field `(.*)`\Z", text)
    if missing:
        return DecodeProblem(f"{missing[1]!r} is missing", (*path, missing[1]))
    unknown = re.match(r"Object contains unknown field `(.*)`\Z", text)
    if unknown:
        there = _names(kind)
        hint = did_you_mean(unknown[1], there)
        also = f": there are {', '.join(there)}" if there and not hint else hint
        return DecodeProblem(f"there is no field {quoted(unknown[1])} here{also}", (*path, unknown[1]))
    return DecodeProblem(_plain(text, value, kind), path)


# -- where
def _follow(value: Any, kind: Any, steps: Iterable[str | int]) -> tuple[Path, Any, Any]:
    """The whole path, the value at its end, and the type expected there."""
    path: list[str | int] = []
    for step in steps:
        kind = _bare(kind)
        if isinstance(step, int):
            kind = _item_kind(kind, step)
            value = value[step] if isinstance(value, list) and step < len(value) else None
        elif step == _SOME:
            inner = _value_kinds(kind)[1]
            items = value.items() if isinstance(value, dict) else ()
            bad = next((key for key, item in items if not _reads(item, inner)), None)
            if bad is None:
                break
            step, kind, value = bad, inner, value[bad]
        else:
            kind = _fields(kind).get(step, Any) if _is_struct(kind) else Any
            value = value.get(step) if isinstance(value, Mapping) else None
        path.append(step)
    return tuple(path), value, kind


def _bare(kind: Any) -> Any:
    """The type without constraints and null; Any where several types remain."""
    if get_origin(kind) is Annotated:
        return _bare(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        rest = [item for item in get_args(kind) if item is not type(None)]
        return _bare(rest[0]) if len(rest) == 1 else Any
    return kind


def _is_struct(kind: Any) -> bool:
    kind = get_origin(kind) or kind
    return isinstance(kind, type) and issubclass(kind, Struct)


@cache
def _fields(kind: Any) -> dict[str, Any]:
    """A struct's fields: JSON name -> type."""
    cls: Any = get_origin(kind) or kind
    type_hints = type_hints_of(cls)
    filled = dict(zip(getattr(cls, "__parameters__", ()), get_args(kind), strict=False))
    return {f.encode_name: filled.get(type_hints[f.name], type_hints[f.name]) for f in fields_of(cls)}


def _names(kind: Any) -> list[str]:
    kind = _bare(kind)
    return list(_fields(kind)) if _is_struct(kind) else []


def _item_kind(kind: Any, index: int) -> Any:
    args = get_args(kind)
    if get_origin(kind) is tuple and Ellipsis not in args:
        return args[index] if index < len(args) else Any
    return args[0] if get_origin(kind) in (list, tuple) and args else Any


def _value_kinds(kind: Any) -> tuple[Any, Any]:
    args = get_args(_bare(kind))
    return (args[0], args[1]) if len(args) == 2 else (Any, Any)


def _reads(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


# -- what
def _plain(text: str, value: Any, kind: Any) -> str:
    """A msgspec message in plain words."""
    listed = _values(kind)
    if listed and not (text.startswith("Expected") and value is None):
        shown = quoted(value)[:LONGEST] if isinstance(value, (str, int)) else _got(value)
        hint = did_you_mean(value, listed) if isinstance(value, str) else ""
        return f"{shown} is none of {', '.join(listed)}{hint}"
    if found := re.match(r"Expected `(.+?)`, got `(.+?)`\Z", text):
        wanted = f"one of {', '.join(listed)}" if listed else _kinds(found[1])
        return f"expected {wanted}, got {_WORDS.get(found[2], found[2])}"
    if found := re.match(r"Expected `(.+?)` of (?:at least |at most )?length (>=|<=|)\s*(\d+)", text):
        unit = _UNITS.get(_main(found[1]), "items")
        unit = unit.removesuffix("s") if found[3] == "1" else unit
        return f"expected {_kinds(found[1])} of {_LIMITS[found[2]]} {found[3]} {unit}"
    if found := re.match(r"Expected `(.+?)` (>=|<=|>|<) (-?\d+)\Z", text):
        return f"expected {_kinds(found[1])} of {_LIMITS[found[2]]} {found[3]}"
    if found := re.match(r"Expected `(.+?)` matching regex '(.*)'\Z", text, re.DOTALL):
        if found[2] == repr(ids.PATTERN)[1:-1]:
            return "expected an id: letters, digits, - and _, with a letter or a digit first"
        return f"expected {_described(kind) or f'a text that matches {found[2]}'}"
    return text[:1].lower() + text[1:].replace("`", "")


def _described(kind: Any) -> str:
    """What a type with a pattern says of itself; "" where it says nothing."""
    metas = [meta for item in (kind, *get_args(kind)) for meta in getattr(item, "__metadata__", ())]
    return next((m.description for m in metas if isinstance(m, msgspec.Meta) and m.pattern and m.description), "")


def _main(kinds: str) -> str:
    return next((name for name in kinds.split(" | ") if name != "null"), kinds)


def _kinds(kinds: str) -> str:
    """`int | null` -> a whole number or null."""
    return " or ".join(_WORDS.get(name, name) for name in kinds.split(" | "))


def _got(value: Any) -> str:
    names: dict[type, str] = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}
    return _WORDS[names.get(type(value), "null")]


def _values(kind: Any) -> list[str]:
    """The values of an enum."""
    kind = _bare(kind)
    if get_origin(kind) is Literal:
        return [str(item) for item in get_args(kind)]
    return [str(enum.value) for enum in kind] if isinstance(kind, type) and issubclass(kind, Enum) else []
