"""Tonight's fight of each installed game, in a real browser: made on the page for hosts, joined by link, played."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import pytest

from engine.service.registry import Registry
from tests.api.conftest import devtools
from tests.end_to_end.rounds import HANDS, READY, Sitting
from tests.support.amounts import LONG, groups
from tests.support.browsers.browser import Tab, tab
from tests.support.processes.serving import ADMIN, Service

__all__ = ["devtools"]

WHOLE = LONG or os.environ.get("SKALD_PAGES") == "all"
"""Whether each fight is played to its end."""
STEPS, PATIENCE = 12, 1200.0
"""So many things are done in each fight that is not played to its end; seconds for one that is."""
LABELS = "[...document.querySelectorAll('dialog .copyable input')].map((one) => one.value)"
SPOKEN = "[...document.querySelectorAll('.unseen[role=log] p')].map((one) => one.textContent)"


class Evening(NamedTuple):
    """What is chosen from the shelves of a game: heroes for two players, foes, and a kind of ground ("": none)."""

    heroes: tuple[str, ...]
    foes: tuple[str, ...]
    ground: str


EVENINGS = {
    "fantasia": Evening(("Soldier", "Paladin"), ("Goblin", "Ogre"), "GRID"),
    "dozen_die": Evening(("Templar", "Archer"), ("Zombie", "Rat"), "GRID"),
    "minis": Evening(("Knight", "Archer"), ("Goblin", "Ogre"), "PLANE"),
    "mongolian_mercenaries": Evening(("Swordsman", "Gunner"), ("Bandit", "Wolf"), ""),
    "saari": Evening(("Tuisku", "Karhu"), ("Goblin", "Bandit"), "ZONES"),
}


def choose(page: Tab, field: str, label: str) -> None:
    """Choose an entry of a list by what it says. field: an expression of the page."""
    page.js(f"""(() => {{
        const field = {field}, found = [...field.options].find((one) => one.textContent === {json.dumps(label)});
        if (!found) throw new Error({json.dumps(label)} + ' is not in ' + field.textContent);
        field.value = found.value;
        field.dispatchEvent(new Event('change', {{ bubbles: true }}));
    }})()""")


def make(page: Tab, system: str) -> None:
    """Game, ground, figures from the bestiary; the second foe is hidden."""
    evening = EVENINGS[system]
    page.click(f"[data-new={system}]")
    page.until("document.querySelector('.new-fight .entry')")
    if evening.ground:
        kind = {"GRID": "squares", "PLANE": "open table", "ZONES": "zones"}[evening.ground]
        choose(page, "document.querySelector('.ground-editor [aria-label=Ground]')", kind)
    for side, who in ((0, evening.heroes), (1, evening.foes)):
        page.js(f"document.querySelectorAll('.new-fight [data-side-of]')[{side}].click()")
        for one in who:
            named = f"one.querySelector('strong').textContent === {json.dumps(one)}"
            page.js(
                f"[...document.querySelectorAll('.new-fight .entry')].find((one) => {named})"
                ".querySelector('[data-act^=more]').click()"
            )
    page.js("[...document.querySelectorAll('.new-fight .figure [type=checkbox][name=hidden]')].at(-1).click()")
    page.until("document.querySelectorAll('.new-fight .figure').length === 4")


def spot_of(page: Tab, number: int) -> tuple[float, float]:
    """The middle of a figure on the ground of the new fight, in the window."""
    x, y = page.js(f"""(() => {{ const one = document.querySelectorAll('.paint .figure-token')[{number}];
        one.scrollIntoView({{ block: 'center' }});
        const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")
    return x, y


def drag_by_touch(page: Tab) -> None:
    """The first hero is dragged to another square, by a finger."""
    page.emulate(1280, 900, touch=True)
    x, y = spot_of(page, 0)
    width = page.js("document.querySelector('.paint').getBoundingClientRect().width") / 18
    page.touch(x, y, (x + width, y + width), (x + 2 * width, y + 2 * width), (x + 3 * width, y + 2 * width))
    assert spot_of(page, 0)[0] > x + 2 * width, "it stays where it was"
    page.emulate(1280, 900)


def gather(page: Tab) -> None:
    """Both sides are dragged to the middle of the open table, some inches apart: else they would walk for an hour."""
    page.emulate(1280, 900, touch=True)
    for number, (across, down) in enumerate(((0.46, 0.42), (0.46, 0.58), (0.54, 0.42), (0.54, 0.58))):
        x, y = spot_of(page, number)
        left, top, width, height = page.js("""(() => {
            const box = document.querySelector('.paint').getBoundingClientRect();
            return [box.x, box.y, box.width, box.height]; })()""")
        to = (left + across * width, top + down * height)
        page.touch(x, y, ((x + to[0]) / 2, (y + to[1]) / 2), to)
        now = spot_of(page, number)
        assert abs(now[0] - to[0]) + abs(now[1] - to[1]) < width / 18, "it does not lie where it was dropped"
    page.emulate(1280, 900)


@contextmanager
def joined(service: Service, devtools: str, page: Tab) -> Iterator[Sitting]:
    """Made, opened as its game master, and joined by the two links that the page shows."""
    page.js("window.open = () => null; 0")  # as a browser that lets no tab be opened
    page.until(
        "document.querySelector('.new-fight .faults') && !document.querySelector('.new-fight .refusal:not(:empty)')"
    )
    page.click(".new-fight button[type=submit]")
    page.until(f"({LABELS}).length === 2")
    links = page.js(LABELS)
    page.js(
        "[...document.querySelectorAll('dialog button')].find((one) => /game master/.test(one.textContent)).click()"
    )
    token = page.until(f"({LABELS}).find((one) => one.includes('#token='))").split("#token=")[1]
    page.js("[...document.querySelectorAll('dialog .primary')].reverse().forEach((one) => one.click())")
    with ExitStack() as stack:
        pages = {seat: stack.enter_context(tab(devtools)) for seat in HANDS}
        for seat, link in zip(HANDS, (f"{service.base}/play#token={token}", *links), strict=True):
            if HANDS[seat] == "touch":
                pages[seat].emulate(400, 800, touch=True)
            pages[seat].call("Page.navigate", url=link)
            pages[seat].until(READY)
        id = page_id(pages["gm"])
        table = Sitting(service, id, {"gm": token}, rng=3)
        seats = [one["key"] for one in table.now["seats"] if one["role"] == "PLAYER"]
        for seat, key in zip(HANDS, ("gm", *seats), strict=True):
            table.person(pages[seat], key, HANDS[seat])
        yield table


def page_id(page: Tab) -> str:
    found: str = page.js("location.hash.split('fight=')[1]")
    return found


def named(name: str) -> str:
    """Whether there is a card of a figure of this name."""
    return f"[...document.querySelectorAll('.figure strong')].some((one) => one.textContent === {json.dumps(name)})"


def test_every_installed_game_is_hosted() -> None:
    """A game that is installed has an evening here."""
    assert set(EVENINGS) == set(Registry.installed().books)


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("system", EVENINGS)
async def test_a_fight_is_hosted_and_played(service: Service, devtools: str, system: str) -> None:
    """From shelves alone; two players come by link; a hidden foe is revealed on all pages, which tell what happens.

    A part of it is played, or all: see `WHOLE`.
    """
    hidden = EVENINGS[system].foes[-1]

    def play() -> None:
        with tab(devtools) as host:
            host.call("Page.navigate", url=f"{service.base}/host#token={ADMIN}")
            host.until("document.getElementById('app').dataset.ready")
            make(host, system)
            if EVENINGS[system].ground == "GRID":
                drag_by_touch(host)
            elif EVENINGS[system].ground == "PLANE":
                gather(host)
            with joined(service, devtools, host) as table:
                gm, *players = table.people.values()
                assert all(not one.page.js(named(hidden)) for one in players)
                gm.page.js("document.querySelector('details[data-gm=figure]').open = true")
                gm.page.until("document.querySelector('details[data-gm=figure] > .fold-body > .line select option')")
                choose(gm.page, "document.querySelector('details[data-gm=figure] > .fold-body > .line select')", hidden)
                gm.page.click("button[data-gm=reveal]")
                for one in players:
                    one.page.until(named(hidden))
                    one.page.until(
                        f"document.querySelector('.unseen[role=log]').textContent.includes({json.dumps(hidden)})"
                    )
                over = table.play(100_000, PATIENCE) if WHOLE else table.play(STEPS)
                assert over or not WHOLE, "it does not end"
                table.all_see_the_same()
                assert table.now["round"] or table.now["outcome"] or gm.done, "nothing has begun"
                for one in table.people.values():
                    spoken = one.page.js(SPOKEN)
                    assert spoken, f"a screen reader is told nothing on the page of {one.name}"
                    assert all(spoken), spoken
                assert table.complaints() == []
            assert host.complaints == []

    await asyncio.to_thread(play)
