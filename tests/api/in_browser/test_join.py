"""The page that a telephone opens, in a real browser: six letters lead to a seat."""

from __future__ import annotations

from typing import Any

from tests.api.fights import Bridge
from tests.api.table import Table
from tests.support.browsers.browser import Tab

READY = "document.getElementById('app').dataset.ready"


def invited(fight: Bridge, seat: str, **more: Any) -> str:
    """The six letters that let somebody in."""
    body = {"seat": seat, **more}
    made = fight.table.post(f"/v1/encounters/{fight.id}/invitations", fight.tokens["gm"], body)
    return str(made.json()["short"])


def opened(page: Tab, table: Table) -> None:
    """As a telephone shows it."""
    page.emulate(390, 844, touch=True)
    page.open(f"{table.url}/join")
    page.until(READY)
    assert page.js("document.activeElement.name") == "letters", "one types at once"


def test_six_letters_lead_to_the_table(page: Tab, table: Table, fight: Bridge) -> None:
    """Small ones too; nothing is pressed after the last; wrong ones are said to be wrong, and may be typed again."""
    short = invited(fight, "ana")
    opened(page, table)
    page.call("Input.insertText", text="AAAAAA")
    page.until("document.querySelector('.refusal').textContent.includes('ask the GM')")
    page.call("Input.insertText", text=short.lower())
    page.until(f"location.pathname === '/play' && {READY}")
    page.until("document.querySelector('.offer-list button')")
    assert short not in page.js("location.href")


def test_whoever_only_watches_comes_to_the_page_to_watch(page: Tab, table: Table, fight: Bridge) -> None:
    """Its letters serve any number of readers."""
    short = invited(fight, "eve", many=True)
    for _ in range(2):
        page.call("Page.navigate", url="about:blank")
        opened(page, table)
        page.call("Input.insertText", text=short)
        page.until(f"location.pathname === '/watch' && {READY}")
        page.js("sessionStorage.clear()")
    assert page.complaints == []


def test_letters_are_read_where_a_link_is_pasted(page: Tab, table: Table, fight: Bridge) -> None:
    """At the door of the page to play."""
    short = invited(fight, "ana")
    page.open(f"{table.url}/play")
    page.until("document.querySelector('.entrance input')")
    page.type(".entrance input", f"{short[:3]}-{short[3:]}")
    page.click(".entrance button")
    page.until("document.querySelector('.offer-list button')")
    assert page.complaints == []
