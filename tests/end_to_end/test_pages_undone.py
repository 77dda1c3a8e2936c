"""Taking back on the pages of the table, in a real browser: asked for in words, agreed to, refused, and ruled."""

from __future__ import annotations

import asyncio
import time

from tests.api.conftest import devtools
from tests.end_to_end.rounds import Round
from tests.support.browsers.browser import Tab
from tests.support.browsers.hands import Person
from tests.support.processes.serving import Service

__all__ = ["devtools"]

BACKS = "[...document.querySelectorAll('.take-backs button')].map((one) => one.textContent)"
ASK = "Ask to take back: "
ASKED_BACK = "[...document.querySelectorAll('.card.asked')].some((one) => one.textContent.includes('This takes back'))"
SEND = "document.querySelector('form.draft .primary')"


def has_answered(table: Round, seat: str, of: str) -> str:
    """Play until somebody's last act names a figure of another; what she may ask for."""
    who = table.people[seat]
    theirs = [one["name"] for one in table.now["combatants"] if one["seat"] == of]

    def asks_for(page: Tab) -> list[str]:
        backs = [what for what in page.js(BACKS) if what.startswith(ASK)]
        return [what for what in backs if any(name in what for name in theirs)]

    for _ in range(600):
        did = table.step()
        if asks_for(who.page) and not table.now["decisions"]:
            table.all_see_the_same()
            if found := asks_for(who.page):
                return found[0]
        if not did:
            time.sleep(0.05)
    raise AssertionError("nobody was concerned")


def asks(who: Person, label: str, offer: str = "takeBack") -> None:
    """Unfold what may be taken back, choose it, and send it. offer: its key."""
    who.page.until("document.querySelector('.take-backs summary')")
    who.press("document.querySelector('.take-backs details:not([open]) summary')")
    who.press(f"document.querySelector('.take-backs details[open] [data-offer={offer}]')")
    who.page.until(f"{SEND}?.disabled === false")
    assert who.see()["draft"]["title"] == label
    who.press(SEND)


def answers(who: Person, undone: str, key: str) -> None:
    """It is told what would be undone, and says yes or no."""
    who.page.until(f"document.querySelector('.card.asked [data-offer={key}]')")
    assert f"This takes back: {undone}." in who.page.text(".card.asked")
    who.press(f"document.querySelector('.card.asked [data-offer={key}]')")


def who_is_asked(table: Round) -> set[str]:
    """Whose pages ask about taking back, once all of them show what has happened."""
    table.all_see_the_same()
    return {name for name, one in table.people.items() if one.page.js(ASKED_BACK)}


def requests(table: Round, seat: str, of: str) -> str:
    """Play until a seat's last act concerns another, and let it ask; what it asks for.

    The dice decide whom an act concerns: where the other is not asked the GM refuses, and they play on.
    """
    for _ in range(40):
        label = has_answered(table, seat, of)
        asks(table.people[seat], label)
        table.people["gm"].page.until(ASKED_BACK)  # a player's request always asks the GM too
        asked = who_is_asked(table)
        if of in asked:
            return label
        answers(table.people["gm"], label.removeprefix(ASK), "no")
        logged(table, "It is refused: nothing is taken back")
    raise AssertionError(f"nothing ever concerned {of}")


def logged(table: Round, words: str) -> None:
    """Everybody's log says so, on a page that shows the same version as all others."""
    for one in table.people.values():
        one.page.until(f"document.querySelector('skald-log').textContent.includes({words!r})")
    table.all_see_the_same()


async def test_taking_back_is_asked_for_agreed_to_refused_and_ruled(service: Service, devtools: str) -> None:
    """Ana asks by keys alone: Ben refuses, then he and the GM agree; at last the GM goes back without them."""
    table = Round(service, "dozen_die", rng=4)

    def play() -> None:
        with table.sitting(devtools):
            ana, ben, gm = (table.people[seat] for seat in ("ana", "ben", "gm"))
            label = requests(table, "ana", of="ben")
            undone, before = label.removeprefix(ASK), table.now["version"]
            answers(ben, undone, "no")
            logged(table, "It is refused: nothing is taken back")
            assert table.now["version"] > before
            assert not who_is_asked(table), "nobody is asked any more"
            asks(ana, label)
            answers(ben, undone, "yes")
            gm.page.until("document.querySelectorAll('.card.asked').length === 1")
            answers(gm, undone, "yes")
            logged(table, "is taken back")
            for one in table.people.values():
                one.gone_back()
            assert not any(undone in what for what in ana.page.js(BACKS)), "it is undone"
            label = requests(table, "ana", of="ben")
            undone, version = label.removeprefix(ASK), table.now["version"]
            ruled = gm.page.js("document.querySelector('.take-backs [data-offer=revert]').textContent")
            assert ruled == f"Take back without asking: {undone}"
            asks(gm, ruled, "revert")
            # What was answered then may be asked anew; of taking back nobody is asked any more.
            for one in (ana, ben, gm):
                one.page.until(f"!{ASKED_BACK}")
                one.gone_back()
            table.all_see_the_same()
            assert table.now["version"] > version
            assert not any(undone in what for what in ana.page.js(BACKS)), "it is undone"
            assert table.complaints() == []

    await asyncio.to_thread(play)
