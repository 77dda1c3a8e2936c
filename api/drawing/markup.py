"""Elements of XML as text. Everything that people wrote stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape

# What XML 1.0 cannot hold at all, escaped or not.
_UNSPEAKABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Most text holds nothing that has to be changed: then it is only looked through.
_CHANGED = re.compile("[&<>\"'\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PLAIN = re.compile(r"[^A-Za-z0-9-]")

Value = str | int | float | bool | None


def safe(text: str) -> str:
    """Text for an element or an attribute in double quotes."""
    if _CHANGED.search(text) is None:
        return text
    return escape(_UNSPEAKABLE.sub("\ufffd", text), quote=True)


def number(value: float) -> str:
    """At most two decimals: `12`, `7.5`."""
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


@lru_cache(maxsize=1024)
def _begun(name: str) -> str:
    """An attribute up to its value: `data_key` -> ` data-key="`."""
    return f' {name.rstrip("_").replace("_", "-")}="'


def attributes(given: dict[str, Value]) -> str:
    """Attributes with a space before each; those without a value are left out. `data_key` -> `data-key`."""
    parts = []
    for name, value in given.items():
        # Asked most often first: a long replay has a million of them.
        if value is None or value is False:
            continue
        if isinstance(value, str):
            text = safe(value)
        elif isinstance(value, float):
            text = number(value)
        else:
            text = "true" if value is True else str(value)
        parts.append(f'{_begun(name)}{text}"')
    return "".join(parts)


def element(name: str, inside: Iterable[str] | str = "", /, **given: Value) -> str:
    """An element. inside: markup that is ready."""
    content = inside if isinstance(inside, str) else "".join(inside)
    head = f"<{name}{attributes(given)}"
    return f"{head}>{content}</{name}>" if content else f"{head}/>"


def titled(text: str) -> str:
    """A title, which browsers show when the pointer rests on its element."""
    return element("title", safe(text)) if text else ""


def id_part(key: str) -> str:
    """A key as a part of an id; different keys stay different."""
    return _PLAIN.sub(lambda match: f"_{ord(match[0]):x}_", key)


def text(x: float, y: float, words: str, size: float, kind: str = "", /, **given: Value) -> str:
    """A line of text. y: its baseline; kind: its classes. It is ink, unless it has a colour of its own."""
    kind = kind if "fill" in given else f"{kind} ink".lstrip()
    return element("text", safe(words), x=float(x), y=float(y), font_size=float(size), class_=kind or None, **given)
