"""Somebody who does what the guide says, to the letter."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import websockets
from graphql import OperationDefinitionNode, OperationType, parse

from tests.guide.blocks import Differs, Example, compare, fill, lines
from tests.support.amounts import PATIENCE


class Reader:
    """Sends the examples of one chapter in their order. names: what ENCOUNTER, GM_TOKEN and so on have come to be."""

    def __init__(self, base: str, admin: str) -> None:
        self.base = base
        self.names = {"ADMIN_TOKEN": admin}

    def _token(self, actor: str) -> str | None:
        return None if actor == "nobody" else self.names[f"{actor.upper()}_TOKEN"]

    def _headers(self, actor: str) -> dict[str, str]:
        token = self._token(actor)
        return {"authorization": f"Bearer {token}"} if token else {}

    async def follow(self, example: Example) -> None:
        """Send it, and compare what comes with what is shown. Differs if it is something else."""
        try:
            if example.shown is None:
                raise Differs("no answer is shown")
            if example.language == "http":
                await self._http(example)
            else:
                await self._graphql(example)
        except Differs as error:
            raise Differs(f"{example.request.place}: {error}") from None

    # -- GraphQL
    async def _graphql(self, example: Example) -> None:
        assert example.shown is not None
        variables = json.loads(fill(example.variables, self.names))
        operation = parse(example.request.text).definitions[0]
        assert isinstance(operation, OperationDefinitionNode)
        if operation.operation is OperationType.SUBSCRIPTION:
            body = await self._first_message(example, variables)
        else:
            async with httpx.AsyncClient(timeout=PATIENCE, verify=False) as client:
                wish = {"query": example.request.text, "variables": variables}
                answer = await client.post(f"{self.base}/graphql", json=wish, headers=self._headers(example.actor))
            body = answer.json()
        shown = json.loads(example.shown.text)
        if "errors" not in shown and "errors" in body:
            raise Differs(f"errors came: {json.dumps(body['errors'])}")
        compare(shown, body if "errors" in shown else body["data"], self.names)

    async def _first_message(self, example: Example, variables: dict[str, Any]) -> Any:
        address = self.base.replace("http", "ws", 1) + "/graphql"
        protocols = [websockets.Subprotocol("graphql-transport-ws")]
        async with asyncio.timeout(PATIENCE), websockets.connect(address, subprotocols=protocols) as socket:
            opening = {"type": "connection_init", "payload": {"token": self._token(example.actor)}}
            await socket.send(json.dumps(opening))
            assert json.loads(await socket.recv())["type"] == "connection_ack"
            payload = {"query": example.request.text, "variables": variables}
            await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": payload}))
            while (message := json.loads(await socket.recv()))["type"] == "ping":
                await socket.send(json.dumps({"type": "pong"}))
            return message["payload"] if message["type"] == "next" else {"errors": message["payload"]}

    # -- REST
    async def _http(self, example: Example) -> None:
        assert example.shown is not None
        head, _, body = fill(example.request.text, self.names).partition("\n\n")
        first, *more = head.strip().splitlines()
        method, address = first.split(" ", 1)
        headers = {**self._headers(example.actor), **dict(line.split(": ", 1) for line in more)}
        if body.strip() and not any(line.lower().startswith("content-type:") for line in more):
            headers["content-type"] = "application/json"
        media, status = example.shown.words
        async with (
            asyncio.timeout(PATIENCE),
            httpx.AsyncClient(base_url=self.base, timeout=PATIENCE, verify=False) as client,
            client.stream(method, address, content=body.strip(), headers=headers) as answer,
        ):
            if answer.status_code != int(status):
                raise Differs(f"status {answer.status_code} came: {(await answer.aread())[:500]!r}")
            if media == "json":
                compare(json.loads(example.shown.text), json.loads(await answer.aread()), self.names)
            elif media in ("svg", "html", "text"):
                compare(example.shown.text.strip(), (await answer.aread()).decode().strip(), self.names)
            else:
                await self._lines(example, answer)

    async def _lines(self, example: Example, answer: httpx.Response) -> None:
        """The shown lines, one after the other; what follows them is not awaited."""
        assert example.shown is not None
        wanted = list(lines(example.shown))
        async for line in answer.aiter_lines():
            text = line.removeprefix("data: ")
            if not text.startswith("{"):
                continue
            compare(wanted.pop(0), json.loads(text), self.names)
            if not wanted:
                return
        raise Differs(f"{len(wanted)} shown lines did not come")
