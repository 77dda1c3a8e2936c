"""Figures are as large as they are while they are placed on a host's page, and where one does not fit is marked."""

from __future__ import annotations

from tests.api.in_browser.test_host import add, made, play
from tests.api.in_browser.test_new_fight import spots
from tests.api.table import Table
from tests.support.browsers.browser import Tab

TOKEN = "document.querySelector('.paint .figure-token[data-figure=%s] :is(rect, circle)')"
GHOST = "document.querySelector('.paint .ghost')"
SAID = "document.querySelector('.misfit-said').textContent"


JUDGED = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/v1/encounters/check'))"
LEFT = {"button": "left", "buttons": 1, "clickCount": 1}


def hold(page: Tab, x: float, y: float) -> None:
    """Press the button at a spot."""
    page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **LEFT)


def pull(page: Tab, x: float, y: float) -> None:
    """Drag to a spot, without letting go."""
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, **LEFT)


def release(page: Tab, x: float, y: float) -> None:
    page.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)


def test_a_big_figure_is_placed_in_its_size(host: Tab, table: Table, token: str) -> None:
    """It is dragged by any of its squares, never off the ground; on a wall it is marked, before it is let go."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Ogre", "Ogre")
    host.until(f"{TOKEN % 'ogre'}.getAttribute('width') > 150 && {TOKEN % 'ogre_2'}.getAttribute('width') > 150")
    assert host.js("document.querySelectorAll('.paint .fault').length") == 0, "the page has put them where they fit"
    host.click(".swatch.look-wall")
    host.mouse(*spots(host, 18, (8.5, 1.5))[0])
    box = "(({ x, y, width }) => [x, y, width].map((one) => one.baseVal.value))(" + TOKEN % "ogre" + ")"
    x, y, side = host.js(box)
    corner = (round((x - (200 - side) / 2) / 100), round((y - (200 - side) / 2) / 100))
    grip, wall, free = spots(host, 18, (corner[0] + 1.5, corner[1] + 1.5), (8.5, 1.5), (17.9, 2.5))
    hold(host, *grip)
    pull(host, *wall)
    host.until(f"{GHOST}?.classList.contains('misfit')")
    assert host.js(f"['x', 'y', 'width', 'height'].map((one) => +{GHOST}.getAttribute(one))") == [700, 0, 200, 200]
    assert "Ogre" in host.js(SAID)
    pull(host, *free)
    host.until(f"!{GHOST}.classList.contains('misfit') && !{SAID}")
    release(host, *free)
    host.until(f"!{GHOST}")
    placed = {one["id"]: one["place"]["cell"] for one in made(host, table, token)["combatants"]}
    assert placed["ogre"] == {"x": 16, "y": 1}
    assert host.complaints == []


def test_figures_of_an_open_table_keep_their_bases_apart(host: Tab) -> None:
    """Where one would stand on another's base is marked."""
    play(host, "Minis")
    add(host, 0, "Knight")
    add(host, 1, "Goblin")
    centre = "(({ cx, cy }) => [cx.baseVal.value, cy.baseVal.value])(" + TOKEN % "knight" + ")"
    x, y = (one / 100 for one in host.js(centre))
    host.until(f"{JUDGED} && {TOKEN % 'goblin'}")
    host.js("new Promise(requestAnimationFrame)")
    box = "(({ x, y, width }) => [x, y, width].map((one) => one.baseVal.value))(" + TOKEN % "goblin" + ")"
    left, top, wide = (one / 100 for one in host.js(box))
    grip, near, far = spots(host, 36, (left + wide / 2, top + wide / 2), (x, y), (x, y + 2))
    hold(host, *grip)
    pull(host, *near)
    host.until(f"{GHOST}?.classList.contains('misfit')")
    pull(host, *far)
    host.until(f"{GHOST} && !{GHOST}.classList.contains('misfit')")
    release(host, *far)
    assert host.complaints == []
