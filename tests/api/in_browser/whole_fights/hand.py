"""A hand at a page: a mouse with its keys, or a finger; it counts what it does."""

from __future__ import annotations

import json
from typing import Any

from tests.support.browsers.browser import Tab

Spot = tuple[float, float]

SHOWN = """(() => {{ const one = {element};
    if (!one || one.disabled || !one.checkVisibility()) return null;
    one.scrollIntoView({{ block: 'nearest', inline: 'nearest' }});
    if (one.closest('[data-fresh]')) return null;
    const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const over = document.elementFromPoint(x, y);
    return {{ x, y, under: over && !one.contains(over) && !over.contains(one) ? over.outerHTML.slice(0, 160) : '' }};
}})()"""


class Hand:
    """touches: clicks, taps and keys so far. finger: whether it is one, on a telephone."""

    def __init__(self, page: Tab, *, finger: bool = False) -> None:
        self.page, self.finger, self.touches = page, finger, 0

    def hit(self, spot: Spot) -> None:
        """Click or tap a spot of the window."""
        self.touches += 1
        (self.page.touch if self.finger else self.page.mouse)(*spot)

    def press(self, element: str) -> None:
        """Click or tap an element, an expression of the page, once it can be seen.

        AssertionError where something lies over it.
        """
        found: dict[str, Any] = self.page.until(SHOWN.format(element=element))
        assert not found["under"], f"{element} lies under {found['under']}"
        self.hit((found["x"], found["y"]))

    def key(self, key: str) -> None:
        self.touches += 1
        self.page.key(key)

    def write(self, text: str) -> None:
        """Type into what has the focus: one act, as a number or a name is."""
        self.touches += 1
        self.page.call("Input.insertText", text=text)


def one(selector: str) -> str:
    """The expression of the first element that a selector matches."""
    return f"document.querySelector({json.dumps(selector)})"
