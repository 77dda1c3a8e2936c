"""The map's picture in a game master's hand: dragged, scaled at a corner, moved by keys; in a fight and before it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.api.fights import Bridge
from tests.api.in_browser.test_gm_panel import fight, gm, unfold
from tests.api.in_browser.test_host import made, play, upload
from tests.api.in_browser.test_pictures import MAP, backdrop, drop, file
from tests.api.table import Table
from tests.support.browsers.browser import Tab

__all__ = ["fight", "file", "gm"]

HANDLES = "document.querySelector('.picture-handles')"
CORNERS = f"[...{HANDLES}.querySelectorAll('.corner')]"
FIELDS = ("left", "top", "width", "height")
HELD = f"{HANDLES}?.contains(document.activeElement)"


def spot(page: Tab, what: str) -> tuple[float, float]:
    """The middle of what is seen of something, in the window. what: an expression of the page."""
    x, y = page.js(
        f"(() => {{ const b = {what}.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
    )
    return x, y


def pixels(page: Tab) -> float:
    """Pixels of the window for a hundredth of the board's unit."""
    found: float = page.js(f"{HANDLES}.getScreenCTM().a")
    return found


def lies(laid: dict[str, Any]) -> tuple[int, int, int, int]:
    return laid["at"]["x"], laid["at"]["y"], laid["width"], laid["height"]


def version(fight: Bridge) -> int:
    found: int = fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).json()["version"]
    return found


def until(page: Tab, fight: Bridge, wanted: str) -> tuple[int, int, int, int]:
    """Where the picture lies, once the fields beside the board say so. wanted: of `left`, `top`, `width`, `height`."""
    fields = "document.querySelector('[data-map=%s]').valueAsNumber"
    page.until(f"(([left, top, width, height]) => {wanted})([{', '.join(fields % one for one in FIELDS)}])")
    return lies(backdrop(fight))


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_the_picture_is_dragged_and_scaled_on_the_board(gm: Tab, fight: Bridge, file: Path, touch: bool) -> None:
    """Dropped, it can be taken hold of at once; a corner keeps its proportions; Escape takes back, and then lets go."""
    if touch:
        gm.emulate(390, 844, touch=True)
    hand = gm.touch if touch else gm.mouse
    unfold(gm, "map")
    upload(gm, "details[data-gm=map] input[type=file]", file)
    gm.until(f"{MAP} && {HELD}")
    gm.js("document.querySelector('skald-board').scrollIntoView({ block: 'center' })")
    px = pixels(gm)
    x, y = spot(gm, f"{HANDLES}.querySelector('.whole')")
    hand(x, y, (x + 50 * px, y), (x + 100 * px, y + 200 * px))
    assert until(gm, fight, "left > 0") == pytest.approx((100, 200, 800, 400), abs=6)
    x, y = spot(gm, f"{CORNERS}[0].querySelector('.seen')")
    hand(x, y, (x + 100 * px, y + 50 * px), (x + 200 * px, y + 100 * px))
    left, top, width, height = until(gm, fight, "width < 8")
    assert (left, top, width, height) == pytest.approx((300, 300, 600, 300), abs=8)
    assert (left + width, top + height) == pytest.approx((900, 600), abs=6), "the corner across stays"
    assert abs(width - 2 * height) <= 1
    gm.key("Escape")
    assert until(gm, fight, "width === 8") == (0, 0, 800, 400)
    gm.key("Escape")
    gm.until(f"!{HANDLES}")
    assert gm.complaints == []


def test_arrow_keys_move_the_picture_and_scale_it(gm: Tab, fight: Bridge, file: Path) -> None:
    """By a square, with Shift by a tenth of it; many steps are one change; what is dragged is taken back by Escape."""
    drop(gm, file, "document.querySelector('skald-board')")
    gm.until(f"{MAP} && {HELD}")
    before = version(fight)
    for key, modifiers in (("ArrowRight", 0), ("ArrowRight", 0), ("ArrowDown", 0), ("ArrowLeft", 8)):
        gm.key(key, modifiers)
    assert until(gm, fight, "left > 0") == (190, 100, 800, 400)
    assert version(fight) == before + 1
    gm.js(f"{CORNERS}[2].focus()")
    gm.key("ArrowLeft")
    gm.key("ArrowUp")
    gm.key("Enter")
    gm.until(f"!{HANDLES}")
    assert until(gm, fight, "width < 7") == (190, 100, 500, 250)
    assert gm.complaints == []


def test_the_picture_is_dragged_while_a_fight_is_set_up(host: Tab, table: Table, token: str, file: Path) -> None:
    """On the painted board, which is not painted meanwhile; where it lies is where it lies in the fight."""
    play(host, "La Fantasia Final")
    host.click(".step[data-step=ground]")
    drop(host, file, "document.querySelector('.paint')")
    image = "document.querySelector('.paint image')"
    host.until(f"{image} && {HELD}")
    px = pixels(host)
    x, y = spot(host, f"{HANDLES}.querySelector('.whole')")
    host.mouse(x, y, (x + 50 * px, y), (x + 100 * px, y + 200 * px))
    host.until(f"{image}.getAttribute('x') > 50")
    assert host.js(HELD), "the board was drawn anew, and it is held on"
    host.key("ArrowLeft", 8)
    host.click("[data-map=done]")
    host.until(f"!{HANDLES}")
    laid = made(host, table, token)["backdrop"]
    assert lies(laid) == pytest.approx((90, 200, 1800, 900), abs=8)
    assert host.complaints == []
