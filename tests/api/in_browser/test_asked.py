"""What the page to play says of questions: whom it waits for and until when, and which ones are not asked again."""

from __future__ import annotations

from typing import Any

from tests.api.fights import Bridge
from tests.api.in_browser.test_table import NO_LONGER, begun, sit
from tests.api.table import ADMIN, Table
from tests.end_to_end.games import game
from tests.support.browsers.browser import Tab, tab

WAITING = "document.querySelector('.card.waiting')?.innerText"
LEFT = "/: (\\d+):(\\d\\d)$/.exec(document.querySelector('.card.WHOSE .due').innerText).slice(1).map(Number)"
THESE = {"key": "these", "fields": {"minis": ["kord"]}}


def seconds_left(page: Tab, card: str) -> int:
    """What a card counts down."""
    minutes, seconds = page.js(LEFT.replace("WHOSE", card))
    return int(60 * minutes + seconds)


def test_a_page_says_for_whom_the_table_waits_and_until_when(page: Tab, table: Table, devtools: str) -> None:
    """Seat by seat, with a time that runs down, on the pages of those who wait and of whoever is waited for."""
    made = table.post("/v1/encounters", ADMIN, {**game("minis"), "dice": "OPEN", "seed": "a bridge"}).json()
    fight = Bridge(table, {"encounter": made["encounter"], "tokens": made["tokens"]})
    for order in ({"gm": {"setPolicy": {"kind": "DeclareWhom", "deadline": 600}}}, {"minis": {"begin": {"note": ""}}}):
        assert fight.act("gm", order)["__typename"] == "Accepted"
    with tab(devtools) as ana:
        sit(page, fight, "ben")
        sit(ana, fight, "ana")
        page.until(f"{WAITING}?.includes('Waiting for Ana')")
        ana.until("document.querySelector('.card.asked .due')")
        assert "until the usual answer is taken: " in page.js(WAITING)
        assert 500 < seconds_left(page, "waiting") <= 600
        assert 500 < seconds_left(ana, "asked") <= 600
        before = seconds_left(page, "waiting")
        page.until(f"(([minutes, seconds]) => 60 * minutes + seconds < {before})({LEFT.replace('WHOSE', 'waiting')})")
        fight.answer_as_usual("ana")
        page.until("!document.querySelector('.card.waiting')")
        ana.until(f"{WAITING}?.includes('Waiting for Ben')")
        assert ana.complaints == page.complaints == []


def test_only_where_there_is_a_choice_a_player_is_asked_who_wishes_it_so(page: Tab, table: Table) -> None:
    """Set from the question itself; where nobody of hers may act nothing is asked, and then she is asked again."""
    fight = begun(table, "minis", dice="OPEN", seed="a bridge", singleAnswers={"pace": 0})
    sit(page, fight, "ana")
    page.until("document.querySelector('.card.asked')?.innerText.includes('(possible: Kord)')")
    page.js("document.querySelector('.card.asked .preferences').open = true")
    choices = "[...document.querySelectorAll('.card.asked .preferences button')].map((one) => one.textContent)"
    assert page.js(choices)[:2] == ["Never: take the usual answer", "Ask only when I have a choice"]
    page.click(".card.asked .preferences button:nth-of-type(2)")
    page.until(f"!{NO_LONGER}.hidden")
    assert preferred(fight) == {"DeclareWhom": "choice"}
    page.js(f"{NO_LONGER}.open = true")
    assert "Ask only when I have a choice" in page.text(".unasked [data-kind=DeclareWhom]")
    acts(fight)
    page.until(f"document.querySelector('main').dataset.version === '{fight.open('ana')['version']}'")
    assert "Waiting for Ben" in page.js(WAITING)
    assert not page.js("document.querySelector('.card.asked')"), "there is nobody left who might act"
    fight.answer_as_usual("ben")
    page.until("document.querySelector('.card.asked')?.innerText.includes('(possible: Gorm)')")
    assert page.complaints == []


def preferred(fight: Bridge) -> dict[str, str]:
    """What Ana has said of kinds of questions."""
    told: Any = fight.table.get(f"/v1/encounters/{fight.id}/preferences", fight.tokens["ana"]).json()
    return {one["kind"]: one["preference"] for one in told if one["preference"] != "ask"}


def acts(fight: Bridge) -> None:
    """Kord alone acts in this initiative round, and is done."""
    (asked,) = [one for one in fight.open("ana")["decisions"] if one["offers"]]
    assert fight.reply("ana", asked["id"], THESE)["__typename"] == "Accepted"
    fight.answer_as_usual("ben")
    for key in ("move", "end-activation"):
        (offer,) = [one for one in fight.open("ana")["offers"] if one["key"] == key]
        assert fight.act("ana", offer["send"])["__typename"] == "Accepted"
