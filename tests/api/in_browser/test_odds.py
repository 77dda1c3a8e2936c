"""How a fight may end, on the pages."""

from __future__ import annotations

import os
from pathlib import Path

from tests.api.in_browser.test_host import add, play
from tests.support.browsers.browser import Tab

ALBUM = os.environ.get("SKALD_ALBUM")


def pictured(page: Tab, name: str, there: str) -> None:
    """Keep pictures of it as it is seen at a desk and on a telephone, by day and by lamp, where they are wanted."""
    if ALBUM:
        page.until(there, 120)
    for wide, dark in ((1280, False), (1280, True), (390, False), (390, True)) if ALBUM else ():
        page.emulate(wide, 844, dark=dark, touch=wide < 600)
        page.picture(Path(str(ALBUM)) / f"{name}-{wide}-{'dark' if dark else 'light'}.png")
    page.emulate()


def test_how_hard_a_new_fight_is_grows_until_it_is_another(host: Tab) -> None:
    """It is brought as it is wanted, says no more than runs can show, and goes with the fight that it was of."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    assert not [one for one in host.asked if "odds" in one], "brought before it is wanted"
    host.click(".new-fight .hard")
    host.until("document.querySelector('.odds .odds-head')")
    said = host.text(".odds").replace("\u00a0", " ")
    assert said.startswith("Heroes: ")
    assert "if bots play it" in said
    assert " 0 %" not in said
    assert "100 %" not in said
    assert host.js(
        "(one => one.right <= innerWidth && one.width > 200)(document.querySelector('.odds').getBoundingClientRect())"
    )
    pictured(host, "how-hard", "!document.querySelector('.odds').innerText.includes('…')")
    add(host, 1, "Goblin")
    host.until("!document.querySelector('.odds')")
    host.click(".new-fight .hard")
    host.until("document.querySelector('.odds')")
    host.click(".new-fight .back")
    host.until("!document.querySelector('.new-fight') && document.querySelector('main').dataset.screen === 'tonight'")
    assert host.complaints == []
