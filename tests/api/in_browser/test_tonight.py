"""The first screen of a host in a real browser, and how few actions lead from nothing to a fight."""

from __future__ import annotations

import json
from typing import Any

from engine.service.registry import Registry
from tests.api.in_browser.test_host import put
from tests.api.table import Table
from tests.support.browsers.browser import Tab

MOST_ACTIONS = 25
"""From nothing to a fight of seven figures and five seats on painted ground; fifty before."""
CARDS = "[...document.querySelectorAll('.fight-card')].map((one) => one.dataset.ready)"


class Hand:
    """A person at the mouse and the keys, who counts what he does: a click, a stroke, or a field that is filled."""

    def __init__(self, page: Tab) -> None:
        self.page, self.actions = page, 0

    def click(self, selector: str) -> None:
        """A click in the middle of what is seen there; what is not seen cannot be clicked."""
        self.actions += 1
        seen = f"document.querySelector({json.dumps(selector)})?.checkVisibility()"
        self.page.until(f"document.fonts.status === 'loaded' && {seen}")
        x, y = self.page.js(f"""(() => {{ const one = document.querySelector({json.dumps(selector)});
            one.scrollIntoView({{ block: 'nearest' }}); const box = one.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")
        self.page.mouse(x, y)

    def fill(self, selector: str, text: str) -> None:
        self.actions += 1
        put(self.page, f"document.querySelector({json.dumps(selector)})", text)

    def stroke(self, *way: tuple[int, int]) -> None:
        """Over squares of the board, by a mouse that reports only these."""
        self.actions += 1
        left, top, side = self.page.js("""(() => { const board = document.querySelector('.paint');
            const { e, f, a } = board.getScreenCTM(); return [e, f, a * 100]; })()""")
        spots = [(left + (x + 0.5) * side, top + (y + 0.5) * side) for x, y in way]
        self.page.mouse(*spots[0], *spots)


def made(table: Table, token: str) -> Any:
    """The newest fight of a host, as its game master sees it."""
    (one, *_) = table.get("/v1/encounters?first=1", token).json()["encounters"]
    gm = table.post(f"/v1/encounters/{one['id']}/tokens", token, {"seat": "gm"}).json()["token"]
    return table.get(f"/v1/encounters/{one['id']}", gm).json()


def test_a_host_is_asked_what_to_play(host: Tab) -> None:
    """Every ready-made fight of every game is there as a picture; a game alone shows its own."""
    systems = Registry.installed().books
    assert host.text("h1") == "What shall we play tonight?"
    told = host.js(CARDS)
    assert {one.split("/")[0] for one in told[: len(systems)]} == set(systems), "the first of each game stand first"
    assert all(sum(one.startswith(f"{system}/") for one in told) >= 3 for system in systems)
    shown = "[...document.querySelectorAll('.fight-card img')].filter((one) => one.naturalWidth).length"
    host.js("document.querySelectorAll('.fight-card img').forEach((one) => { one.loading = 'eager'; })")
    host.until(f"{shown} === {len(told)}")
    host.click(".chips [data-game=saari]")
    assert {one.split("/")[0] for one in host.js(CARDS)} == {"saari"}
    assert host.js("[...document.querySelectorAll('[data-new]')].map((one) => one.dataset.new)") == ["saari"]
    assert host.complaints == []


def test_a_ready_made_fight_is_two_clicks_away(host: Tab, table: Table, token: str) -> None:
    """All its steps are done from the start; the browser's own ways lead to the first screen and back."""
    hand = Hand(host)
    hand.click("[data-ready='fantasia/bridge']")
    host.until("document.querySelectorAll('.paint .figure-token').length === 6")
    wide = host.js("document.querySelector('.paint').getBoundingClientRect().width / innerWidth")
    assert wide > 0.6, "the board is large from the first moment"
    assert host.js("[...document.querySelectorAll('.step')].map((one) => one.classList.contains('done'))") == [True] * 4
    for way, screen in (("back", "tonight"), ("forward", "new")):
        host.js(f"history.{way}()")
        host.until(f"document.querySelector('main').dataset.screen === '{screen}'")
    assert host.js("document.querySelectorAll('.paint .figure-token').length") == 6, "nothing of it is lost"
    hand.click(".make")
    host.until("document.querySelector('dialog[open]')")
    assert hand.actions == 2
    assert len(made(table, token)["combatants"]) == 6
    assert host.complaints == []


def test_a_fight_of_seven_figures_and_five_seats_takes_few_actions(host: Tab, table: Table, token: str) -> None:
    """From nothing: three players with their names and a bot that has the foes, four heroes, a river and a wall."""
    hand, names = Hand(host), ("Ana", "Ben", "Cai")
    hand.click("[data-new=fantasia]")
    for entry in ("soldier", "black_mage", "white_mage", "paladin"):
        hand.click(f"[data-act='more {entry}']")
    hand.click("[data-side-of=foes]")
    for entry in ("goblin", "goblin", "ogre"):
        hand.click(f"[data-act='more {entry}']")
    hand.click("[data-foes=bot]")
    hand.click("[data-step=seats]")
    hand.click(".add-seat")
    for number, name in enumerate(names, 1):
        hand.fill(f"[data-seat=player_{number}] input", name)
    hand.click("[data-step=ground]")
    hand.click("[data-brush='~']")
    hand.stroke((8, 0), (10, 11))
    hand.click("[data-brush='#']")
    hand.stroke((3, 0), (3, 4))
    hand.click(".make")
    host.until("document.querySelector('dialog[open]')")
    fight = made(table, token)
    assert hand.actions <= MOST_ACTIONS, hand.actions
    assert {seat["name"] for seat in fight["seats"]} == {"GM", *names, "The bot"}
    (bot,) = [seat["key"] for seat in fight["seats"] if seat["bot"]]
    people = {seat["key"] for seat in fight["seats"] if seat["role"] == "PLAYER"} - {bot}
    plays = {one["name"]: one["seat"] for one in fight["combatants"]}
    assert {plays[name] for name in ("Goblin", "Goblin 2", "Ogre")} == {bot}
    assert {plays[name] for name in ("Soldier", "Black mage", "White mage", "Paladin")} == people
    assert host.complaints == []


def test_ground_cannot_be_painted_wrong(host: Tab) -> None:
    """A quick stroke has no holes, one that leaves the board ends at its edge, and what is painted is wiped away."""
    hand = Hand(host)
    hand.click("[data-new=fantasia]")
    hand.click("[data-step=ground]")
    hand.click("[data-brush='~']")
    hand.stroke((8, 2), (8, 10), (-3, 10))
    water = "[...document.querySelectorAll('.paint rect.look-water')].map(({ dataset: { x, y } }) => [+x, +y])"
    column, row = {(8, y) for y in range(2, 11)}, {(x, 10) for x in range(9)}
    assert {tuple(one) for one in host.js(water)} == column | row
    hand.click("[data-brush=wipe]")
    hand.stroke((8, 0), (8, 9))
    assert {tuple(one) for one in host.js(water)} == row
    host.js("document.querySelector('.paint').focus()")
    host.key("1")
    assert host.js("document.querySelector('.swatch[aria-pressed=true]').dataset.brush") == "#"
    assert host.complaints == []


def test_the_bestiary_is_searched_and_shows_what_somebody_is(host: Tab) -> None:
    """By the beginning of a name and by a weapon; plus and minus say how many; the sheet is in the game's own words."""
    hand = Hand(host)
    hand.click("[data-new=minis]")
    hand.click("[data-side-of=foes]")
    found = "[...document.querySelectorAll('.entry strong')].map((one) => one.textContent)"
    hand.fill(".search", "gob")
    assert host.js(found) == ["Goblin"]
    hand.click(".entry-name")
    host.until("document.querySelector('.stat-block')")
    assert "Movement" in host.text(".stats")
    for act, count in (("more", "1"), ("more", "2"), ("less", "1")):
        hand.click(f"[data-act='{act} goblin']")
        assert host.text("[data-entry-of=goblin] output") == count
    assert host.js("document.querySelectorAll('.paint .figure-token').length") == 1
    hand.fill(".search", "long bow")
    assert "Archer" in host.js(found)
    assert "Goblin" not in host.js(found)
    assert host.complaints == []


def test_who_cannot_stand_where_he_is_is_marked_while_one_paints(host: Tab) -> None:
    """On the board and below it, by name, before anything is made; one click mends it."""
    hand = Hand(host)
    hand.click("[data-new=fantasia]")
    hand.click("[data-act='more soldier']")
    hand.click("[data-step=ground]")
    hand.click("[data-brush='#']")
    hand.stroke((2, 1), (2, 10))
    host.until("document.querySelectorAll('.paint .figure-token.fault').length === 1", 20)
    (said,) = host.js("[...document.querySelectorAll('.faults li')].map((one) => one.firstChild.textContent.trim())")
    assert said == "Soldier stands in a wall or off the board"
    assert "1 thing to mend" in host.text("[data-step=ground]")
    hand.click(".faults button")
    host.until("!document.querySelector('.faults li') && !document.querySelector('.figure-token.fault')", 20)
    assert host.complaints == []
