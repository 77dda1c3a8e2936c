"""What a bridge writes into a room's chat, and what it reads there. Everybody in the room reads all of it.

The chat of PlanarAlly is Markdown: whatever comes from the fight is escaped, or a name could make every reader's
browser fetch a picture.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

AUTHOR = "Skald"
PREFIX = "!skald"
LOCALES = ("en", "es", "fi", "pl")
HELP = ("help", "ayuda", "apua", "pomoc")
"""What asks how to speak with Skald: its answer tells nothing of a fight."""
MOST_LINES = 40
"""Of one message."""
MOST_LENGTH = 4000
"""Characters of one message."""
MOST_SAID = 500
"""Characters of a message that is read: a longer one is none for Skald."""
_WEIGHTS = ("HEADLINE", "DETAIL")
_SENT = ("CommandAccepted", "DecisionAnswered")
_MARKS = re.compile(r"([!-/:-@\[-`{-~])")
_BREAKS = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]+")


def escaped(text: str) -> str:
    """A text as Markdown that shows just it, in one line."""
    return _MARKS.sub(r"\\\1", _BREAKS.sub(" ", text))


def messages(lines: Iterable[str]) -> list[str]:
    """Lines of Markdown as messages that are not too long; nothing is left out but the end of an endless line."""
    found: list[list[str]] = [[]]
    length = 0
    for line in lines:
        kept = line if len(line) <= MOST_LENGTH else line[:MOST_LENGTH].rstrip("\\") + "…"
        length += len(kept) + 3
        if found[-1] and (len(found[-1]) == MOST_LINES or length > MOST_LENGTH):
            found.append([])
            length = len(kept)
        found[-1].append(kept)
    return ["  \n".join(item) for item in found if item]


class Words:
    """A bridge's own sentences in one language."""

    def __init__(self, locale: str) -> None:
        self._words: dict[str, str] = json.loads(files("api.bridge").joinpath(f"{locale}.json").read_bytes())

    def __call__(self, key: str, **named: object) -> str:
        """A sentence as Markdown; what is named in it is escaped."""
        return self._words[key].format(**{name: escaped(str(value)) for name, value in named.items()})


def lines_of(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each act of these events: its headline, of several the last; an act without one by its weightiest
    event. None for bookkeeping, and for what was sent and came to nothing.
    """
    acts: dict[int, list[Mapping[str, Any]]] = {}
    for event in events:
        if event["text"]:
            acts.setdefault(event["act"], []).append(event)
    return [escaped(line) for act in acts.values() if (line := _line(act))]


def _line(act: Sequence[Mapping[str, Any]]) -> str:
    headlines = [event["headline"]["text"] for event in act if event["headline"]]
    if headlines:
        return str(headlines[-1])
    told = [] if any(event["type"] in _SENT for event in act) else act
    heads = (event["text"] for weight in _WEIGHTS for event in told if event["weight"] == weight)
    return str(next(heads, ""))


def line_of(parts: Sequence[object]) -> str | None:
    """What a message says to Skald: what stands behind its word, which may be nothing; None: it is not for Skald."""
    text = "".join(str(part) for part in parts[:MOST_SAID])
    word, _, rest = text.strip().partition(" ")
    return rest.strip() if len(text) <= MOST_SAID and word.lower() == PREFIX else None
