"""The same JSON in other bytes: ways to rewrite a line so that a parser reads the same, or nearly the same, value."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

Members = list[tuple[str, Any]]
"""An object's members in order, possibly with duplicates."""
Form = Callable[[Any, random.Random], str]


class Raw(str):
    """Text inserted verbatim."""

    __slots__ = ()


def parsed(text: bytes) -> Any:
    """A value whose objects are lists of pairs, wrapped in a one-element list; arrays are tuples."""
    return _marked(json.loads(text, object_pairs_hook=lambda pairs: {"members": pairs}))


def _marked(value: Any) -> Any:
    if isinstance(value, dict):
        return [(name, _marked(one)) for name, one in value["members"]]
    return tuple(map(_marked, value)) if isinstance(value, list) else value


def written(value: Any) -> str:
    """Compact, in the order of the members."""
    if isinstance(value, Raw):
        return value
    if isinstance(value, list):
        return "{" + ",".join(f"{_text(name)}:{written(one)}" for name, one in value) + "}"
    return "[" + ",".join(map(written, value)) + "]" if isinstance(value, tuple) else _text(value)


def _text(value: Any) -> str:
    return value if isinstance(value, Raw) else json.dumps(value, ensure_ascii=False)


def _nodes(value: Any) -> list[Any]:
    inner = [one for _, one in value] if isinstance(value, list) else list(value) if isinstance(value, tuple) else []
    return [value, *(node for one in inner for node in _nodes(one))]


def _replaced(value: Any, old: Any, new: Any) -> Any:
    """The value with one node (by identity) replaced."""
    if value is old:
        return new
    if isinstance(value, list):
        return [(name, _replaced(one, old, new)) for name, one in value]
    return tuple(_replaced(one, old, new) for one in value) if isinstance(value, tuple) else value


def _objects(value: Any) -> list[Members]:
    return [node for node in _nodes(value) if isinstance(node, list) and node]


# -- the ways
def blanks(value: Any, chance: random.Random) -> str:
    """Insert white space where JSON allows it."""
    node, blank = chance.choice(_objects(value)), chance.choice([" ", "\t", "\r", "  "])
    text = written(node)
    name = json.dumps(node[0][0])
    other = chance.choice(
        [blank + text, "{" + blank + text[1:], text[:-1] + blank + "}", text.replace(f"{name}:", f"{name}{blank}:", 1),
         text.replace(f"{name}:", f"{name}:{blank}", 1), text + blank]
    )  # fmt: skip
    return written(_replaced(value, node, Raw(other)))


def doubled(value: Any, chance: random.Random) -> str:
    """Duplicate a member, with the same or a false value before or behind it."""
    node = chance.choice(_objects(value))
    at = chance.randrange(len(node))
    name, true = node[at]
    lie = chance.choice([true, None, 0, "a lie", (), [("lie", 1)]])
    twin = chance.choice([[(name, lie), (name, true)], [(name, true), (name, lie)]])
    return written(_replaced(value, node, [*node[:at], *twin, *node[at + 1 :]]))


def more(value: Any, chance: random.Random) -> str:
    """Add an unknown member where it does not belong."""
    node = chance.choice(_objects(value))
    return written(_replaced(value, node, [*node, ("", chance.choice([None, 1, "x"]))]))


def reordered(value: Any, chance: random.Random) -> str:
    """Reorder an object's members."""
    node = chance.choice([one for one in _objects(value) if len(one) > 1])
    at = chance.randrange(len(node) - 1)
    return written(_replaced(value, node, [*node[:at], node[at + 1], node[at], *node[at + 2 :]]))


def escaped(value: Any, chance: random.Random) -> str:
    """Write a character of a name or text as an unnecessary escape."""
    node = chance.choice(_objects(value))
    at = chance.randrange(len(node))
    name, one = node[at]
    text = one if isinstance(one, str) and one and chance.random() < 0.5 else name
    place = chance.randrange(len(text))
    code = f"\\u{ord(text[place]):04{chance.choice('xX')}}" if ord(text[place]) < 0x10000 else text[place]
    new = Raw(_text(text[:place])[:-1] + code + _text(text[place + 1 :])[1:])
    pair = (new, one) if text is name else (name, new)
    return written(_replaced(value, node, [*node[:at], pair, *node[at + 1 :]]))


def numbers(value: Any, chance: random.Random) -> str:
    """Write a number in another form."""
    found = [(node, at) for node in _objects(value) for at, (_, one) in enumerate(node) if type(one) is int]
    node, at = chance.choice(found)
    name, number = node[at]
    forms = [f"{number}.0", f"{number}e0", f"{number}E+0", f"{number}0e-1", f"{number}.00"]
    pair = (name, Raw(chance.choice([*forms, "-0"] if number == 0 else forms)))
    return written(_replaced(value, node, [*node[:at], pair, *node[at + 1 :]]))


FORMS: dict[str, Form] = {form.__name__: form for form in (blanks, doubled, more, reordered, escaped, numbers)}
"""By name."""
EDGES: dict[str, Callable[[bytes], bytes]] = {
    "a byte order mark": lambda line: b"\xef\xbb\xbf" + line,
    "CR LF": lambda line: line[:-1] + b"\r\n",
    "a blank at its end": lambda line: line[:-1] + b" \n",
    "an empty line behind it": lambda line: line + b"\n",
    "a NUL behind it": lambda line: line + b"\x00",
    "no line feed": lambda line: line[:-1],
    "another line end": lambda line: line[:-1] + b"\r",
    "a comment behind it": lambda line: line + b"// here\n",
}
"""Changes to the ends of a line."""
