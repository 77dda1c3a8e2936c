"""How a host makes a fight of figures that he takes from the bestiary, and whom its six letters let in."""

from __future__ import annotations

from tests.api.in_browser.whole_fights.album import Album
from tests.api.in_browser.whole_fights.hand import Hand, one
from tests.api.in_browser.whole_fights.parties import Party
from tests.api.table import Table

READY = "document.getElementById('app')?.dataset.ready"
LETTERS = "[...document.querySelectorAll('dialog code')].map((code) => code.innerText.replaceAll(' ', ''))"


def make(host: Hand, party: Party, album: Album) -> list[str]:
    """From the first screen of a host to his place at the table: the letters of the players' invitations."""
    page = host.page
    album.take(page, "host-tonight")
    host.press(one(f".chips [data-game={party.system}]"))
    host.press(one(f"[data-new={party.system}]"))
    page.until(one(".new-fight .entry"))
    for side, entries in enumerate((party.heroes, party.foes)):
        if side:
            host.press("document.querySelectorAll('.new-fight [data-side-of]')[1]")
        for entry in entries:
            host.press(one(f"[data-act='more {entry}']"))
    album.take(page, "host-figures")
    for step in ("seats", "ground", "rare"):
        if page.js(f"Boolean({one(f'[data-step={step}]')})"):
            host.press(one(f"[data-step={step}]"))
            album.take(page, f"host-{step}")
    page.until("document.querySelector('.faults') && !document.querySelector('.faults li')")
    host.press(one(".make"))
    page.until(f"{LETTERS}.length === 2")
    album.take(page, "host-invitations")
    letters: list[str] = page.js(LETTERS)
    page.js("window.open = () => window, 0")  # the table comes into this tab, not into another
    host.press("[...document.querySelectorAll('dialog p button')].at(-1)")
    page.until(f"location.pathname === '/play' && {READY}")
    return letters


def come_in(player: Hand, table: Table, letters: str, album: Album, name: str) -> None:
    """Six letters, typed on the page that lets people in."""
    player.page.open(f"{table.url}/join")
    player.page.until(READY)
    album.take(player.page, f"join-{name}")
    player.write(letters)
    player.page.until(f"location.pathname === '/play' && {READY}")
