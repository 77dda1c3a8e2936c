"""A frontend as a third party would write it: GraphQL over HTTP and graphql-transport-ws, nothing of ours imported."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import websockets

from tests.support.amounts import PATIENCE

OFFER = (
    "fragment Button on Offer { key label combatant send fields { label path kind among { value label } least most } }"
)
EVENT = "version time type seat command rule weight act text data hash digest"
OUTCOME = f"""
fragment Outcome on SubmitResult {{ __typename
  ... on Accepted {{ version events {{ {EVENT} }} }}
  ... on Problem {{ code message }} ... on Refused {{ rule field }} ... on Conflict {{ actual }} }}
"""
CREATE = """mutation Create($input: CreateEncounterInput!) { createEncounter(input: $input) { __typename
  ... on Created { encounter { id version } tokens { seat token } } ... on Problem { code message } } }"""
OPEN = (
    """query Open($id: ID!, $at: Int) { encounter(id: $id, at: $at) { id version status round acting headHash
  combatants { id key name side seat out vitals { key now max } conditions { key kind left } }
  offers { combatant ...Button }
  decisions { id key seats kind question text deadline default offers { ...Button } } } }"""
    + OFFER
)
ACT = "mutation Act($input: SubmitInput!) { submit(input: $input) { ...Outcome } }" + OUTCOME
REPLY = "mutation Reply($input: AnswerInput!) { answer(input: $input) { ...Outcome } }" + OUTCOME
WATCH = f"subscription Watch($id: ID!, $after: Int!) {{ events(encounter: $id, after: $after) {{ {EVENT} }} }}"
AUDIT = """query Audit($id: ID!) { audit(encounter: $id) {
  chain { state version detail } dice { state version detail } replay { state version detail } } }"""


class GraphQLFailed(Exception):
    """The document or its variables were refused, or the service failed."""


class Frontend:
    """One person at the table."""

    def __init__(self, base: str, token: str | None) -> None:
        self.base, self.token = base, token

    async def gql(self, query: str, **variables: Any) -> dict[str, Any]:
        """The data of one operation; GraphQLFailed with its errors."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        # Without certificates: loading them takes longer than the request, and there is no TLS on the loopback.
        async with httpx.AsyncClient(timeout=PATIENCE, verify=False) as client:
            response = await client.post(
                f"{self.base}/graphql", json={"query": query, "variables": variables}, headers=headers
            )
        body = response.json()
        if body.get("errors"):
            raise GraphQLFailed(body["errors"])
        data: dict[str, Any] = body["data"]
        return data

    async def look(self, id: str, at: int | None = None) -> dict[str, Any]:
        """The fight with its offers and decisions."""
        found: dict[str, Any] = (await self.gql(OPEN, id=id, at=at))["encounter"]
        return found

    async def act(self, id: str, command: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Submit a command; the outcome, accepted or not. more: expectedVersion, idempotencyKey, faces."""
        got: dict[str, Any] = (await self.gql(ACT, input={"encounter": id, "command": command, **more}))["submit"]
        return got

    async def reply(self, id: str, decision: str, choice: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
        """Answer a decision; the outcome, accepted or not."""
        given = {"choice": choice} if choice is not None else {}
        got: dict[str, Any] = (await self.gql(REPLY, input={"encounter": id, "decision": decision, **given, **more}))[
            "answer"
        ]
        return got

    async def watch(self, id: str, after: int = 0) -> AsyncGenerator[list[dict[str, Any]], None]:
        """Steps, without end; stops or raises when the socket does."""
        url = self.base.replace("http", "ws", 1) + "/graphql"
        async with websockets.connect(url, subprotocols=["graphql-transport-ws"]) as socket:  # type: ignore[list-item]
            await socket.send(json.dumps({"type": "connection_init", "payload": {"token": self.token}}))
            assert json.loads(await socket.recv())["type"] == "connection_ack"
            payload = {"query": WATCH, "variables": {"id": id, "after": after}}
            await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
            async for raw in socket:
                message = json.loads(raw)
                match message["type"]:
                    case "next":
                        if message["payload"].get("errors"):
                            raise GraphQLFailed(message["payload"]["errors"])
                        yield message["payload"]["data"]["events"]
                    case "ping":
                        await socket.send(json.dumps({"type": "pong"}))
                    case "error":
                        raise GraphQLFailed(message["payload"])
                    case "complete":
                        return


def fill(offer: dict[str, Any], picks: dict[str, Any]) -> dict[str, Any]:
    """The value to send for an offer, with picks (by field name, the last name of its path) filled in."""
    send: dict[str, Any] = json.loads(json.dumps(offer["send"]))
    for field in offer["fields"]:
        *path, last = field["path"]
        if last in picks:
            place = send
            for name in path:
                place = place[name]
            place[last] = picks[last]
    return send
