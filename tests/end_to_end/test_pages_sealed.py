"""A sealed choice on the pages of the table, in a real browser: it shows nothing until everybody has chosen."""

from __future__ import annotations

import asyncio
import difflib
from contextlib import ExitStack

from tests.api.conftest import devtools
from tests.end_to_end.rounds import Round
from tests.support.browsers.hands import Person
from tests.support.processes.serving import Service

__all__ = ["devtools"]

SHOWN = """[document.querySelector('main.table').innerText.replace(/Here now:.*/, ''),
  document.querySelector('.unseen[role=log]').textContent, document.querySelector('skald-board').innerHTML]"""
DICE = {"dice": "OPEN", "seed": "two minds", "singleAnswers": {"pace": 0}}


async def test_nothing_shows_of_a_sealed_choice_until_all_have_chosen(service: Service, devtools: str) -> None:
    """In two fights that differ in what Ana declares alone, Ben's pages are the same to the letter."""
    some, nobody = (Round(service, "minis", rng=1, **DICE) for _ in range(2))

    def play() -> None:
        with ExitStack() as stack:
            for table in (some, nobody):
                table.order("gm", {"minis": {"begin": {"note": ""}}})
            ana, _ = (stack.enter_context(table.seated(devtools, "ana", "keys")) for table in (some, nobody))
            ben, other = (stack.enter_context(table.seated(devtools, "ben", "mouse")) for table in (some, nobody))
            for who in (ana, ben, other):
                who.page.until(
                    "document.querySelector('.card.asked')?.innerText.includes('Secret until all have answered')"
                )
            assert differences(ben, other) == [], "the two fights begin alike"

            ana.press("document.querySelector('.card.asked [data-offer=these]')")
            (asked,) = [one for one in nobody.look("ana")["decisions"] if one["yours"]]
            nobody.answer("ana", asked, {"key": asked["default"]})
            for who in (ben, other):
                who.page.until("!document.querySelector('.card.waiting')")
            ana.page.until("!document.querySelector('.card.asked')")
            assert differences(ben, other) == [], "what Ana has declared shows"
            assert not any("Kord" in line for line in told(ben)), told(ben)

            for who in (ben, other):
                who.press(f"document.querySelector('.card.asked [data-offer={asked['default']}]')")
                who.page.until("!document.querySelector('.card.asked')?.innerText.includes('initiative round 5')")
            for who in (ana, ben):
                who.page.until("document.querySelector('.wait').textContent.includes('Kord')")
            some.all_see_the_same()
            assert "Kord" not in other.page.text(".wait")
            assert some.complaints() == []

    await asyncio.to_thread(play)


def differences(one: Person, other: Person) -> list[str]:
    """Lines of two pages that are not the same."""
    here, there = ("\n".join(who.page.js(SHOWN)).splitlines() for who in (one, other))
    return [line for line in difflib.ndiff(here, there) if not line.startswith(" ")]


def told(who: Person) -> list[str]:
    """The newest lines of the log: the acts since the fight was begun."""
    lines: list[str] = who.page.js("[...document.querySelectorAll('skald-log li')].map((line) => line.textContent)")
    return lines[-3:]
