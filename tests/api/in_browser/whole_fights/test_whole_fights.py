"""A fight of each game: made on the page of a host, played to its end by two people and a game master, and proven.

Pictures of its moments go into the folder that `SKALD_ALBUM` names.
"""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from statistics import median_high

import pytest

from tests.api.in_browser.whole_fights.album import Album
from tests.api.in_browser.whole_fights.hand import Hand, one
from tests.api.in_browser.whole_fights.making import READY, come_in, make
from tests.api.in_browser.whole_fights.master import correct
from tests.api.in_browser.whole_fights.parties import PARTIES, Party
from tests.api.in_browser.whole_fights.player import GONE_ON, Player
from tests.api.table import ADMIN, Table
from tests.support.amounts import long_form
from tests.support.browsers.browser import Tab, tab

MOST_ACTS = 500
CORRECTED_AFTER = 6
"""Acts, before the game master corrects something."""
MOST = {"begin": 1, "declaration": 1, "move": 2, "blow": 2, "points": 2, "condition": 2, "take back": 1}
"""Touches of a usual act of each kind."""
PLAYED = pytest.mark.parametrize("party", PARTIES, ids=lambda one: one.system)
FIRST_BLOW = 12
"""Touches from the landing page to the first own blow, whatever the dice are."""
ONES_OWN = "document.querySelector('.wait.you, .asked:not(.for-others)')"
BROKEN = "document.querySelectorAll('.broken').length"


def play(players: dict[str, Player], album: Album) -> None:
    """To its end; each act by whoever may."""
    everybody = players.values()
    for number in range(MOST_ACTS):
        version = max(player.see()["version"] for player in everybody)
        for player in everybody:
            player.catch_up(version)
        asked = any(seen["asked"] or seen["pad"] for seen in map(Player.see, everybody))
        if number >= CORRECTED_AFTER and not asked and not players["gm"].counts["points"]:
            correct(players["gm"], album)
        elif not any(player.act() for player in sorted(everybody, key=lambda one: len(one.done))):
            break
    seen = {who: player.see() for who, player in players.items()}
    for who, player in players.items():
        album.take(player.page, f"{who}-end" if seen[who]["over"] else f"{who}-nobody")
    assert all(one["over"] for one in seen.values()), json.dumps(seen, indent=1)


def watch(hand: Hand, album: Album) -> None:
    """From the end to the page to watch: back, forth, and proven."""
    hand.page.until(one(".ending a[href*='at=1']"))
    hand.press(one(".ending a[href*='at=1']"))
    hand.page.until(f"location.pathname === '/watch' && {READY} && document.querySelector('skald-film-log li')")
    for key, moment in (("PageDown", "round"), ("End", "end"), ("ArrowUp", "turn")):
        hand.key(key)
        hand.page.until("document.querySelector('.where').textContent")
        album.take(hand.page, f"watch-{moment}")
    hand.press(one(".proof-badge"))
    hand.page.until("document.querySelector('.proof-badge[data-state=proven]')")
    album.take(hand.page, "watch-proven")


@long_form
@PLAYED
def test_a_fight_is_played_from_its_making_to_its_proof(table: Table, devtools: str, party: Party) -> None:
    """Ana with a mouse, Ben with a finger on a telephone; no fault on any page, and no usual act of many touches."""
    album = Album(party.system)
    token = table.post("/v1/hosts", ADMIN, {"host": f"h{party.system.replace('_', '')}"}).json()["token"]
    with ExitStack() as stack:
        pages: dict[str, Tab] = {who: stack.enter_context(tab(devtools)) for who in ("gm", "ana", "ben")}
        for who, page in pages.items():
            page.emulate(*((390, 844) if who == "ben" else (1280, 900)), touch=who == "ben", still=True)
        hands = {who: Hand(page, finger=who == "ben") for who, page in pages.items()}
        pages["gm"].call("Page.navigate", url=f"{table.url}/host#token={token}")
        pages["gm"].until(READY)
        for who, six in zip(("ana", "ben"), make(hands["gm"], party, album), strict=True):
            come_in(hands[who], table, six, album, who)
        players = {who: Player(who, hand, album) for who, hand in hands.items()}
        for who, player in players.items():
            player.page.until("document.querySelector('skald-board svg')")
            album.take(player.page, f"{who}-before")
        play(players, album)
        for who, player in players.items():
            player.page.until(one(".ending"))
            album.take(player.page, f"{who}-ending")
            assert player.page.js(BROKEN) == 0
        watch(hands["ana"], album)
        counts = {
            who: {kind: median_high(all) for kind, all in player.counts.items() if all}
            for who, player in players.items()
        }
        print(party.system, counts)
        for page in pages.values():
            assert page.complaints == []
        for who, kinds in counts.items():
            assert {kind: most for kind, most in kinds.items() if most > MOST.get(kind, most)} == {}, who
        assert set(MOST) - {"declaration", "move"} <= {kind for kinds in counts.values() for kind in kinds}


@long_form
@PLAYED
def test_from_the_landing_page_to_the_first_blow(table: Table, page: Tab, party: Party) -> None:
    """A seat by one click, and whatever it takes until somebody is struck; seconds and touches are printed."""
    album, hand = Album(f"first-{party.system}"), Hand(page)
    page.emulate(1280, 900, still=True)
    began = time.monotonic()
    page.open(f"{table.url}/")
    hand.press(one(f".try [data-system={party.system}]"))
    page.until(f"location.pathname === '/play' && {READY} && document.querySelector('skald-board svg')")
    newcomer = Player("newcomer", hand, album)
    for _ in range(MOST_ACTS):
        seen = newcomer.see()
        newcomer.catch_up(seen["version"])
        what = newcomer.act()
        assert not newcomer.see()["over"], "it is over without a blow"
        if what == "blow":
            break
        if not what:
            page.until(f"{GONE_ON.format(seen['version'])} || {ONES_OWN}")
    seconds = time.monotonic() - began
    album.take(page, "after-the-first-blow")
    print(party.system, f"{seconds:.1f} s", hand.touches, newcomer.done)
    assert newcomer.counts["blow"] == [2]
    assert hand.touches <= FIRST_BLOW, newcomer.done
    assert page.complaints == []
