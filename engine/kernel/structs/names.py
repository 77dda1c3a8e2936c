"""Names that people give: written one way, visible, told apart, and isolated in a line that runs the other way."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from engine.kernel.structs.errors import RuleRefusal

_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the line round."""
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\s]+")
_UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff\U0001d173-\U0001d17a]"
)
"""What leaves no trace on paper."""
_NEEDLESS = re.compile("[\u200b\u2060\ufeff\u00ad]")
"""Of these what nobody needs inside a name; joiners and variation selectors make letters and pictures."""
_LOOK = str.maketrans(
    "\u0430\u0432\u0433\u0435\u0437\u0456\u0458\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0501\u0475"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "abre3ijkmhopctyxsdvabezhikmnoptyx",
)
"""Cyrillic and Greek letters, small ones, that look like Latin ones as capitals or as they are."""

_TURNING = frozenset({"R", "AL", "AN"})
FIRST_STRONG, POP = "\u2068", "\u2069"


def cleaned(name: str) -> str:
    """A name as it is kept: composed (NFC), without blanks at its ends, line breaks, and marks of direction."""
    name = _NEEDLESS.sub("", _DIRECTION.sub("", unicodedata.normalize("NFC", name)))
    return _BREAKS.sub(" ", name).strip()


def require_visible(name: str, *, field: str = "name") -> str:
    """The cleaned name. RuleRefusal where nothing of it can be seen."""
    found = cleaned(name)
    if not _UNSEEN.sub("", found).strip():
        raise RuleRefusal("a name needs something that can be seen", field=field)
    return found


def look_of(name: str) -> str:
    """What a name looks like: two names that may be taken for each other have the same."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cleaned(name)).casefold())
    return "".join(_UNSEEN.sub("", plain).translate(_LOOK).split())


@lru_cache(maxsize=4096)
def isolated(name: str) -> str:
    """A name inside a text: one that runs from right to left does not turn round what stands behind it."""
    if name.isascii():
        return name
    bare = _DIRECTION.sub("", name)
    turns = any(unicodedata.bidirectional(letter) in _TURNING for letter in bare)
    return f"{FIRST_STRONG}{bare}{POP}" if turns else bare
