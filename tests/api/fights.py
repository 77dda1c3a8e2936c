"""The small fight that frontend authors meet first, with its documents as they would write them."""

from __future__ import annotations

import copy
from typing import Any

from tests.api.table import ADMIN, Table

CREATE = """
mutation Create($input: CreateEncounterInput!) { createEncounter(input: $input) {
  ... on Created { encounter { id version } tokens { seat token } } ... on Problem { code message }
  ... on Refused { field } } }
"""
OPEN = """
query Open($id: ID!) { encounter(id: $id) { id version status
  combatants { id name side seat vitals { id now max } conditions { id } place { zone cell { x y } } }
  offers { combatant ...Button } decisions { id seats text deadline default offers { ...Button } } } }
fragment Button on Offer { key label send fields { label path kind among { value label } least most } }
"""
WATCH = """
subscription Watch($id: ID!, $after: Int!) { events(encounter: $id, after: $after) { version type text data } }
"""
_OUTCOME = """
fragment Outcome on SubmitResult { __typename ... on Accepted { version } ... on Problem { code message }
  ... on Refused { rule field } ... on Conflict { actual } }
"""
ACT = "mutation Act($input: SubmitInput!) { submit(input: $input) { ...Outcome } }" + _OUTCOME
REPLY = "mutation Reply($input: AnswerInput!) { answer(input: $input) { ...Outcome } }" + _OUTCOME
TOLD = """
query Told($id: ID!) { encounter(id: $id) { events(first: 500) { nodes { ...Told } } } }
fragment Told on Event { __typename version text seat rule
  ... on Moved { combatant from { ...Spot } to { ...Spot } }    ... on VitalChanged { combatant vital change now }
  ... on FantasiaAttackRolled { attacker target weapon total against outcome } }
fragment Spot on Place { zone cell { x y } point { x y } rank }
"""


def sheet(**more: Any) -> dict[str, Any]:
    """A sheet of Fantasia with a sword."""
    return {"fantasia": {"ref": "soldier", **more}}


def bridge_input(**more: Any) -> dict[str, Any]:
    """Cloud of Ana against Steiner of the GM. Given dice, so that every run is the same."""
    return {
        "system": "fantasia",
        "name": "Bridge",
        "seats": [
            {"id": "gm", "name": "GM", "role": "GM"},
            {"id": "ana", "name": "Ana", "role": "PLAYER"},
            {"id": "eve", "name": "Eve", "role": "SPECTATOR"},
        ],
        "combatants": [
            {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", "sheet": sheet()},
            {"id": "steiner", "name": "Steiner", "side": "foes", "seat": "gm", "sheet": sheet()},
        ],
        "dice": "OPEN",
        "seed": "a bridge",
        "singleAnswers": {"pace": 0},
        **more,
    }


LAST = ("end", "call-off", "surrender", "leave")
"""Keys of offers after which little or nothing can happen any more."""


class Bridge:
    """A fight, with its tokens by seat."""

    def __init__(self, table: Table, made: dict[str, Any]) -> None:
        self.table, self.id = table, made["encounter"]["id"]
        self.tokens = {token["seat"]: token["token"] for token in made["tokens"]}

    def open(self, seat: str) -> dict[str, Any]:
        found: dict[str, Any] = self.table.data(OPEN, self.tokens[seat], id=self.id)["encounter"]
        return found

    def act(self, seat: str, command: Any, **more: Any) -> dict[str, Any]:
        wish = {"encounter": self.id, "command": command, **more}
        done: dict[str, Any] = self.table.data(ACT, self.tokens[seat], input=wish)["submit"]
        return done

    def reply(self, seat: str, decision: str, choice: Any, **more: Any) -> dict[str, Any]:
        wish = {"encounter": self.id, "decision": decision, "choice": choice, **more}
        done: dict[str, Any] = self.table.data(REPLY, self.tokens[seat], input=wish)["answer"]
        return done

    def answer_as_usual(self, seat: str) -> None:
        """The only question that a seat may answer gets its default."""
        (asked,) = [one for one in self.open(seat)["decisions"] if one["offers"]]
        assert self.reply(seat, asked["id"], {"key": asked["default"]})["__typename"] == "Accepted"

    def step(self, pick: int = 0) -> str:
        """One order or answer by whoever may: the `pick`-th offer, sent as a client that knows no rules sends it."""
        for seat in ("gm", "ana"):
            seen = self.open(seat)
            mine = [d for d in seen["decisions"] if d["offers"]]
            if mine:
                offer = mine[0]["offers"][pick % len(mine[0]["offers"])]
                return str(self.reply(seat, mine[0]["id"], fill(offer))["__typename"])
        for seat in ("ana", "gm"):
            seen = self.open(seat)
            # A client that ended the fight, or sent everybody away, would have nothing more to try.
            offers = [offer for offer in seen["offers"] if offer["key"] not in LAST]
            if offers:
                offer = offers[pick % len(offers)]
                return str(self.act(seat, fill(offer))["__typename"])
        return "NOTHING"


def fill(offer: dict[str, Any], picks: dict[int, Any] | None = None) -> Any:
    """The only thing to be done with an offer."""
    send = copy.deepcopy(offer["send"])
    for number, field in enumerate(offer["fields"]):
        if picks and number in picks:
            *path, last = field["path"]
            place = send
            for name in path:
                place = place[name]
            place[last] = picks[number]
    return send


def bridge(table: Table, *, begin: bool = True, token: str = ADMIN, **more: Any) -> Bridge:
    """A new fight, begun unless it shall not be. token: of who creates it."""
    made = table.data(CREATE, token, input=bridge_input(**more))["createEncounter"]
    assert "encounter" in made, made
    fight = Bridge(table, made)
    if begin:
        assert fight.act("gm", {"fantasia": {"begin": {"note": ""}}})["__typename"] == "Accepted"
    return fight
