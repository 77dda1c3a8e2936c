"""What a game master corrects in the middle of a fight, and how many touches each correction takes."""

from __future__ import annotations

from tests.api.in_browser.whole_fights.album import Album
from tests.api.in_browser.whole_fights.hand import one
from tests.api.in_browser.whole_fights.player import APART, GONE_ON, Player

SPOT = """(() => {{ const token = document.querySelector('skald-board [data-part=token][data-combatant="{}"]');
  const {{ x, y, width, height }} = token.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }})()"""
HEROES = """[...document.querySelectorAll('.side:first-of-type .figure:not(.down)')]
  .map((figure) => figure.dataset.combatant)"""
LESS = '.pop [data-by="−1"]'
CONDITION = ".pop [data-act=condition]"
CHOSEN = """(() => { const list = document.querySelector('.pop [data-act=condition]'); list.selectedIndex = 1;
  list.dispatchEvent(new Event('change', { bubbles: true })); })()"""


def correct(master: Player, album: Album) -> None:
    """A point less, a condition, and that condition taken back, each at a hero; counted like acts."""
    page, hand = master.page, master.hand
    (hero, *_) = page.js(HEROES)
    for kind in ("points", "condition", "take back"):
        before, version = hand.touches, master.see()["version"]
        if kind == "take back":
            hand.press(one("[data-gm=undo]"))
        else:
            page.until(APART)
            page.js("window.apart = undefined, 0")
            hand.hit(tuple(page.js(SPOT.format(hero))))
            page.until(one(LESS if kind == "points" else CONDITION))
            album.take(page, f"gm-corrects-{kind}")
            if kind == "points":
                hand.press(one(LESS))
            else:
                hand.touches += 1
                page.js(CHOSEN)
        page.until(GONE_ON.format(version))
        master.counts[kind].append(hand.touches - before)
        master.catch_up(version + 1)
    album.take(page, "gm-corrected")
