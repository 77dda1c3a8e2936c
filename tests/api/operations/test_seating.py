"""Seats that come, go and change their names in a running fight, and combatants that change hands."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.api.fights import Bridge, bridge_input, sheet
from tests.api.table import ADMIN, Table


class Seats:
    """A fight, with REST's ways to its table."""

    def __init__(self, fight: Bridge) -> None:
        self.fight, self.here = fight, f"/v1/encounters/{fight.id}"

    def ask(self, method: str, path: str, by: str, body: Any = None) -> httpx.Response:
        token = ADMIN if by == "admin" else self.fight.tokens[by]
        return self.fight.table.http.request(method, self.here + path, json=body, headers=Table.headers(token))

    def add(self, by: str = "gm", **more: Any) -> httpx.Response:
        return self.ask("POST", "/seats", by, {"id": "ben", "name": "Ben", **more})

    def token(self, seat: str) -> None:
        """A token for a seat that came later."""
        self.fight.tokens[seat] = self.ask("POST", "/tokens", "gm", {"seat": seat}).json()["token"]

    def look(self, by: str = "gm") -> dict[str, Any]:
        found: dict[str, Any] = self.ask("GET", "", by).json()
        return found

    def controller(self, who: str = "cloud") -> str | None:
        (found,) = [c["seat"] for c in self.look()["combatants"] if c["key"] == who]
        return found  # type: ignore[no-any-return]

    def give(self, by: str, to: str | None, who: str = "cloud") -> httpx.Response:
        return self.ask("PUT", f"/combatants/{who}/seat", by, {"seat": to})

    def reply(self, by: str, accept: bool, who: str = "cloud") -> httpx.Response:
        return self.ask("POST", f"/combatants/{who}/seat", by, {"accept": accept})

    def back(self, by: str, who: str = "cloud") -> httpx.Response:
        return self.ask("DELETE", f"/combatants/{who}/seat", by)


@pytest.fixture
def seats(fight: Bridge) -> Seats:
    return Seats(fight)


def told(answer: httpx.Response) -> tuple[str, str]:
    """Type and words of the event that was made, before what it lets seats know; or code and words of the refusal."""
    body = answer.json()
    if answer.status_code != 200:
        return body["code"], body["detail"]
    event, *known = body["events"]
    assert {one["type"] for one in known} <= {"FiguresOpened", "FiguresClosed", "Hidden"}
    return event["type"], event["text"]


def test_a_late_player_sits_down(seats: Seats) -> None:
    """The GM or the operator adds him; he reads what everybody may, and orders what he is given."""
    assert told(seats.add("ana")) == ("NOT_YOURS", "only the GM and the operator may do this")
    assert told(seats.add()) == ("SeatAdded", "Ben joins the table")
    assert told(seats.add())[0] == "NOT_LEGAL"
    assert told(seats.add("admin", id="zoe", name="Zoe", role="SPECTATOR"))[0] == "SeatAdded"
    seats.token("ben")
    assert [s["key"] for s in seats.look("ben")["seats"]] == ["gm", "ana", "eve", "ben", "zoe"]
    assert seats.look("ben")["offers"] == []
    assert told(seats.give("gm", "ben"))[0] == "ControlChanged"
    assert seats.look("ben")["offers"] or seats.look("ben")["acting"] == ["steiner"]


def test_seats_are_renamed_by_their_player_or_the_gm(seats: Seats) -> None:
    """A player names himself, the GM everybody; names are told so from then on."""
    assert told(seats.ask("PUT", "/seats/ana", "eve", {"name": "Anna"}))[0] == "NOT_YOURS"
    assert told(seats.ask("PUT", "/seats/ana", "ana", {"name": "Anna"})) == (
        "SeatRenamed",
        "A seat is called Anna from now on",
    )
    assert told(seats.ask("PUT", "/seats/ana", "gm", {"name": "Anna"}))[0] == "NOT_LEGAL"
    assert told(seats.ask("PUT", "/seats/eve", "admin", {"name": "Eva"}))[0] == "SeatRenamed"
    assert [s["name"] for s in seats.look()["seats"]] == ["GM", "Anna", "Eva"]
    assert told(seats.ask("PUT", "/seats/zoe", "gm", {"name": "Zoe"}))[0] == "UNKNOWN"


def test_who_leaves_reads_and_orders_nothing_more(seats: Seats) -> None:
    """His tokens end at once, old ones for ever; who obeyed him obeys the GM; a fight keeps a GM."""
    assert told(seats.ask("DELETE", "/seats/ana", "ana"))[0] == "NOT_YOURS"
    assert told(seats.ask("DELETE", "/seats/gm", "gm"))[0] == "NOT_LEGAL"
    assert told(seats.ask("DELETE", "/seats/ana", "gm")) == ("SeatRemoved", "Ana leaves the table")
    for path in ("", "/events", "/export"):
        assert seats.ask("GET", path, "ana").json()["code"] == "UNAUTHENTICATED"
    assert seats.look()["acting"], "the fight goes on"
    assert told(seats.ask("POST", "/tokens", "gm", {"seat": "ana"}))[0] == "UNKNOWN"
    assert told(seats.add("gm", id="ana", name="Ana"))[0] == "SeatAdded"
    assert seats.ask("GET", "", "ana").status_code == 401, "the old token stays dead"
    seats.token("ana")
    assert seats.controller() == "ana", "she has her seat again, with who is hers"
    assert seats.fight.act("gm", {"gm": {"revert": {"to": 2}}})["__typename"] == "Accepted"
    assert [s["key"] for s in seats.look()["seats"]] == ["gm", "eve", "ana"]


def test_what_is_shown_names_no_seat_that_has_left(table: Table) -> None:
    """Nobody's owner, reader or typist; and it is so again when the seat comes back."""
    wish = bridge_input(typedBy={"seats": ["ana"]})
    spy = {"id": "spy", "name": "Spy", "side": "heroes", "seat": "ana", "seenBy": ["ana"], "sheet": sheet()}
    wish["combatants"].append(spy)
    seats = Seats(Bridge(table, table.post("/v1/encounters", ADMIN, wish).json()))

    def readers() -> list[str]:
        listed = seats.ask("GET", "/corrections?combatant=spy", "gm").json()
        return next(one["now"] for one in listed if one["path"] == "combatants.spy.seenBy")  # type: ignore[no-any-return]

    assert (seats.look()["typedBy"]["seats"], readers()) == (["ana"], ["ana"])
    assert told(seats.ask("DELETE", "/seats/ana", "gm"))[0] == "SeatRemoved"
    for seat in ("gm", "eve"):
        shown = seats.look(seat)
        assert '"ana"' not in json.dumps({name: value for name, value in shown.items() if name != "events"})
    assert readers() == []
    assert told(seats.add("gm", id="ana", name="Ana"))[0] == "SeatAdded"
    assert (seats.look()["typedBy"]["seats"], readers()) == (["ana"], ["ana"])


def test_the_gm_hands_over_and_gives_back(seats: Seats) -> None:
    """At once, to whomever plays; a spectator gets nobody."""
    seats.add()
    assert told(seats.give("gm", "eve"))[0] == "NOT_LEGAL"
    assert told(seats.give("gm", "zoe"))[0] == "UNKNOWN"
    assert told(seats.give("gm", "ben", "nobody"))[0] == "UNKNOWN"
    assert told(seats.give("gm", "ana"))[0] == "NOT_LEGAL"
    assert told(seats.give("gm", "ben")) == ("ControlChanged", "Cloud takes orders from Ben")
    assert seats.controller() == "ben"
    assert told(seats.back("ana"))[0] == "NOT_LEGAL", "she did not lend him"
    assert told(seats.back("gm")) == ("ControlChanged", "Cloud takes orders from Ana")
    assert told(seats.give("admin", None))[0] == "ControlChanged"
    assert seats.controller() is None


def test_a_player_lends_to_a_willing_seat_and_takes_back(seats: Seats) -> None:
    """Offered, taken, taken back; nobody gets a combatant that he does not want, or that is not offered to him."""
    seats.add()
    seats.token("ben")
    assert told(seats.give("ana", "ben", "steiner"))[0] == "NOT_YOURS"
    assert told(seats.give("ben", "ben"))[0] == "NOT_YOURS"
    assert told(seats.give("ana", None))[0] == "NOT_LEGAL"
    assert told(seats.reply("ben", True))[0] == "UNKNOWN"
    assert told(seats.give("ana", "ben")) == ("ControlOffered", "Ana offers Cloud to Ben")
    offered = {"combatant": "cloud", "giver": "ana", "taker": "ben", "accepted": False}
    assert seats.look("eve")["handovers"] == [offered]
    assert seats.controller() == "ana"
    assert told(seats.reply("ana", True))[0] == "UNKNOWN"
    assert told(seats.reply("ben", False)) == ("ControlOfferEnded", "Cloud is not handed over")
    assert seats.look()["handovers"] == []
    seats.give("ana", "ben")
    assert told(seats.back("ana"))[0] == "ControlOfferEnded"
    seats.give("ana", "ben")
    assert told(seats.reply("ben", True)) == ("ControlChanged", "Cloud takes orders from Ben")
    assert seats.look()["handovers"] == [{**offered, "accepted": True}]
    assert told(seats.give("ben", "gm"))[0] == "NOT_YOURS", "he was lent to him, no more"
    assert told(seats.back("ben"))[0] == "NOT_LEGAL"
    assert told(seats.back("ana")) == ("ControlChanged", "Cloud takes orders from Ana")
    assert (seats.look()["handovers"], seats.controller()) == ([], "ana")


def test_what_the_rules_took_is_not_taken_back(seats: Seats) -> None:
    """Whoever lent him may not undo what has befallen him since."""
    seats.add()
    seats.token("ben")
    seats.give("ana", "ben")
    seats.reply("ben", True)
    assert told(seats.give("gm", None))[0] == "ControlChanged"  # stands for a charm: another seat's will
    assert told(seats.back("ana"))[0] == "NOT_LEGAL"


def test_somebody_hidden_is_not_named(table: Table) -> None:
    """Who does not know of a combatant is told that there is none, and is handed nobody he cannot see."""
    wish = bridge_input()
    wish["combatants"].append(
        {"id": "spy", "name": "Spy", "side": "foes", "seat": "gm", "seenBy": ["gm"], "sheet": sheet()}
    )
    made = table.post("/v1/encounters", ADMIN, wish).json()
    seats = Seats(Bridge(table, made))
    missing, hidden = seats.give("ana", "gm", "nobody").json(), seats.give("ana", "gm", "spy").json()
    assert hidden["detail"] == missing["detail"].replace("nobody", "spy")
    assert told(seats.give("gm", "ana", "spy"))[0] == "NOT_LEGAL"


def test_a_repeated_key_acts_once_and_a_stale_version_not_at_all(seats: Seats) -> None:
    """As with any change of a fight, by GraphQL too."""
    query = """mutation A($i: AddSeatInput!) { addSeat(input: $i) { __typename ... on Accepted { version again }
      ... on Conflict { actual } } }"""
    wish = {"encounter": seats.fight.id, "id": "ben", "name": "Ben", "idempotencyKey": "sit"}
    gm, table = seats.fight.tokens["gm"], seats.fight.table
    first = table.data(query, gm, i=wish)["addSeat"]
    again = table.data(query, gm, i=wish)["addSeat"]
    assert (first["again"], again["again"], again["version"]) == (False, True, first["version"])
    late = {**wish, "id": "zoe", "idempotencyKey": "late", "expectedVersion": first["version"] - 1}
    assert table.data(query, gm, i=late)["addSeat"] == {"__typename": "Conflict", "actual": first["version"]}
