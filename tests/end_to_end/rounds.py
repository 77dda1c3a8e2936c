"""Three people at the pages of the table, each in a browser of one's own: what the tests of the pages share."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx

from tests.end_to_end.games import game
from tests.support.browsers.browser import Tab, tab
from tests.support.browsers.hands import Hand, Person
from tests.support.processes.serving import ADMIN, Service

PATIENCE = 240.0
"""Seconds for a whole fight."""
HANDS: dict[str, Hand] = {"gm": "mouse", "ana": "keys", "ben": "touch"}
READY = "document.getElementById('app').dataset.ready && document.querySelector('skald-board svg')"
LOG = """[...document.querySelectorAll('skald-log > ol > li')].map((line) =>
  [line.value, 1 + Number(/\\d+/.exec(line.querySelector('summary')?.textContent) ?? 0)])"""
"""Each act that the log of a page shows, and how much is told of it."""


def asked(service: Service, method: str, path: str, body: Any = None, token: str = ADMIN) -> Any:
    """What REST answers. AssertionError where it refuses."""
    headers = {"authorization": f"Bearer {token}"}
    answer = httpx.request(method, service.base + path, json=body, headers=headers, timeout=PATIENCE)
    assert answer.is_success, answer.text
    return answer.json()


class Sitting:
    """People at the pages of a fight. tokens: by seat, the GM's among them. people: whoever has sat down."""

    def __init__(self, service: Service, id: str, tokens: dict[str, str], rng: int) -> None:
        self.service, self.id, self.tokens, self._rng = service, id, tokens, random.Random(rng)
        self.people: dict[str, Person] = {}

    def _asked(self, method: str, path: str, body: Any = None, token: str = ADMIN) -> Any:
        return asked(self.service, method, path, body, token)

    @contextmanager
    def sitting(self, devtools: str) -> Iterator[None]:
        """All sit down: the GM by his token, the players by invitations."""
        with ExitStack() as stack:
            for seat, hand in HANDS.items():
                stack.enter_context(self.seated(devtools, seat, hand))
            yield

    @contextmanager
    def seated(self, devtools: str, seat: str, hand: Hand) -> Iterator[Person]:
        """One sits down."""
        with tab(devtools) as page:
            if hand == "touch":
                page.emulate(400, 800, touch=True)
            said = f"token={self.tokens[seat]}" if seat == "gm" else f"invitation={self._invited(seat)}"
            page.call("Page.navigate", url=f"{self.service.base}/play#{said}")
            page.until(READY)
            assert page.js("location.hash") == f"#fight={self.id}", "a secret stays in the address"
            yield self.person(page, seat, hand)

    def person(self, page: Tab, seat: str, hand: Hand) -> Person:
        """Somebody at an open page, who leaves the figures of others alone."""
        whose = {one["name"]: one["seat"] or "gm" for one in self.now["combatants"]}
        made = Person(page, seat, hand, self._rng, [name for name, other in whose.items() if other != seat])
        self.people[seat] = made
        return made

    def _invited(self, seat: str) -> str:
        made = self._asked("POST", f"/v1/encounters/{self.id}/invitations", {"seat": seat}, self.tokens["gm"])
        code: str = made["code"]
        return code

    @property
    def now(self) -> dict[str, Any]:
        """The fight, as the GM sees it."""
        return self.look("gm")

    def look(self, seat: str) -> dict[str, Any]:
        """The fight, as a seat sees it, beside its page."""
        found: dict[str, Any] = self._asked("GET", f"/v1/encounters/{self.id}", token=self.tokens[seat])
        return found

    def order(self, seat: str, command: Any) -> None:
        """An order that is given beside the page."""
        self._asked("POST", f"/v1/encounters/{self.id}/commands", {"command": command}, self.tokens[seat])

    def answer(self, seat: str, decision: dict[str, Any], choice: Any) -> None:
        """An answer that is given beside the page."""
        path = f"/v1/encounters/{self.id}/decisions/{decision['key']}"
        self._asked("POST", path, {"choice": choice}, self.tokens[seat])

    def step(self) -> int:
        """Everybody does one thing, if there is one; how many did."""
        return sum(1 for one in self.people.values() if one.step())

    def play(self, steps: int, patience: float = PATIENCE) -> bool:
        """So many things are done, or all until it is over; whether it is. AssertionError if all are at a loss.

        patience: seconds, after which it is left as it stands.
        """
        done, end, quiet = 0, time.monotonic() + patience, time.monotonic()
        while done < steps and time.monotonic() < end:
            did = self.step()
            done += did
            if did:
                quiet = time.monotonic()
            elif self.people["gm"].see()["over"]:
                return True
            else:
                time.sleep(0.05)
            assert time.monotonic() < quiet + PATIENCE, [one.page.text(".acts") for one in self.people.values()]
        return False

    def all_see_the_same(self) -> None:
        """Every page shows the newest version, and its log all that its seat may read: nothing less, nothing twice.

        What somebody has just sent may still be on its way: then they are looked at again.
        """
        end = time.monotonic() + PATIENCE
        while True:
            version = self.now["version"]
            try:
                for one in self.people.values():
                    self._sees_all(one, version)
                return
            except AssertionError:
                if self.now["version"] == version or time.monotonic() > end:
                    raise

    def _sees_all(self, one: Person, version: int) -> None:
        one.page.until(f"Number(document.querySelector('main.table').dataset.version) >= {version}")
        told = self.told(one.name)
        one.page.until(f"`${{({LOG}).at(-1)}}` === '{told[-1][0]},{told[-1][1]}'")  # what has happened is heard apart
        shown = one.page.js(LOG)
        if one.page.js("!document.querySelector('skald-log > button').hidden"):  # the log begins later, in an act
            shown, told = shown[1:], [act for act in told if act[0] > shown[0][0]]
        assert shown, f"the log of {one.name} is empty"
        assert shown == told, f"{one.name}: {[act for act in told if act not in shown]} are missing"

    def told(self, seat: str) -> list[list[int]]:
        """Each act that a seat may read of in words, and how many events it tells, beside its page."""
        acts: Counter[int] = Counter()
        after, eyes = 0, "" if seat == "gm" else f"&as={seat}"
        while True:
            path = f"/v1/encounters/{self.id}/events?first=500&after={after}{eyes}"
            page = self._asked("GET", path, token=self.tokens["gm"])
            if not page["events"]:
                return [list(one) for one in acts.items()]
            acts.update(event["act"] for event in page["events"] if event["text"])
            after = page["after"]

    def complaints(self) -> list[str]:
        """What the consoles say."""
        return [f"{one.name}: {what}" for one in self.people.values() for what in one.page.complaints]

    def forgive_the_outage(self) -> None:
        """The server was away: that its pages could not reach it is no fault of theirs."""
        for one in self.people.values():
            one.page.js("0")  # what is said already is heard
            said = one.page.complaints
            said[:] = [what for what in said if "net::ERR_" not in what and "WebSocket" not in what]


class Round(Sitting):
    """Three people at a table: the GM by mouse, Ana by keys alone, Ben by touch on a telephone."""

    def __init__(self, service: Service, system: str, /, rng: int, **more: Any) -> None:
        """more: of the input that sets the fight up, beside or in place of what `games` has."""
        made = asked(service, "POST", "/v1/encounters", {**game(system), **more})
        super().__init__(service, made["encounter"]["id"], {one["seat"]: one["token"] for one in made["tokens"]}, rng)
