"""A fight that its seats play through GraphQL, each with a token of its own: what they see, order and answer."""

from __future__ import annotations

import random
from typing import Any

import httpx

from tests.support.amounts import PATIENCE
from tests.support.contract.client import CREATE, GraphQLFailed

Shown = dict[str, Any]

OFFERS = "offers { key combatant send fields { path kind among { value } least most } }"
LOOK = f"""query Look($id: ID!) {{ encounter(id: $id) {{ version outcome acting {OFFERS}
  combatants {{ key side seat out place {{ point {{ x y }} zone }} vitals {{ key now max }} }}
  decisions {{ id key seats kind question default {OFFERS} }} }} }}"""
DONE = "__typename ... on Accepted { version events { type data } } ... on Problem { code message }"
ACT = f"mutation Act($input: SubmitInput!) {{ submit(input: $input) {{ {DONE} }} }}"
REPLY = f"mutation Reply($input: AnswerInput!) {{ answer(input: $input) {{ {DONE} }} }}"


class Seated:
    """A fight and its clients; every die is typed.

    told: the types of events that were accepted, in order. steps: how many orders and answers each seat has given.
    typed: how many dice were typed. table: the input that sets the fight up.
    """

    def __init__(self, base: str, admin: str, rng: random.Random, table: Shown) -> None:
        self.id = ""
        self.tokens: dict[str, str] = {}
        self.told: list[str] = []
        self.steps: dict[str, int] = {}
        self.typed = 0
        self._base, self._admin, self._rng, self._table = base, admin, rng, table
        self._client = httpx.AsyncClient(base_url=base, timeout=PATIENCE, verify=False)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def sit_down(self) -> None:
        """The fight is set up, and every seat has its token."""
        made = (await self._gql(self._admin, CREATE, input=self._table))["createEncounter"]
        assert made["__typename"] == "Created", made
        self.id, self.tokens = made["encounter"]["id"], {one["seat"]: one["token"] for one in made["tokens"]}

    async def look(self, seat: str) -> Shown:
        """The fight as a seat sees it."""
        found: Shown = (await self._gql(self.tokens[seat], LOOK, id=self.id))["encounter"]
        return found

    async def act(self, seat: str, command: Shown) -> None:
        """An order, which is accepted."""
        await self._done(seat, ACT, "submit", command=command)

    async def reply(self, seat: str, asked: Shown, choice: Shown) -> None:
        """An answer, which is accepted."""
        await self._done(seat, REPLY, "answer", decision=asked["id"], choice=choice)

    async def roll(self, seat: str, asked: Shown, faces: list[int]) -> None:
        """Dice are typed."""
        self.typed += len(faces)
        await self._done(seat, REPLY, "answer", decision=asked["id"], faces=faces)

    def thrown(self, asked: Shown) -> list[int]:
        """Faces for a decision that asks for dice, by chance."""
        count, sides = (int(part) for part in asked["question"]["dice"].split("d"))
        return [self._rng.randint(1, sides) for _ in range(count)]

    def heard(self, kind: str, data: Shown) -> None:
        """An event was told to whoever ordered or answered. kind: its type."""

    async def exported(self) -> bytes:
        """The whole fight as a file, for the operator."""
        headers = {"authorization": f"Bearer {self._admin}"}
        answer = await self._client.get(f"/v1/encounters/{self.id}/export", headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.content

    async def _gql(self, token: str, query: str, **variables: Any) -> Shown:
        headers = {"authorization": f"Bearer {token}"}
        answer = await self._client.post("/graphql", json={"query": query, "variables": variables}, headers=headers)
        body: Shown = answer.json()
        if body.get("errors"):
            raise GraphQLFailed(body["errors"])
        data: Shown = body["data"]
        return data

    async def _done(self, seat: str, query: str, field: str, **given: Any) -> None:
        got = (await self._gql(self.tokens[seat], query, input={"encounter": self.id, **given}))[field]
        assert got["__typename"] == "Accepted", (seat, given, got)
        self.steps[seat] = self.steps.get(seat, 0) + 1
        for event in got["events"]:
            self.told.append(event["type"])
            self.heard(event["type"], event["data"])


def among(offer: Shown, name: str) -> list[Any]:
    """What can be picked for a field of an offer."""
    return [pick["value"] for field in offer["fields"] if field["path"][-1] == name for pick in field["among"]]
