"""graphql-transport-ws, by its protocol: a bad operation gets its error and does not affect the others."""

from __future__ import annotations

from types import NoneType
from typing import Any, cast

import msgspec
from graphql import GraphQLError
from starlette.websockets import WebSocketDisconnected
from strawberry.http.exceptions import WebSocketDisconnected as Left
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler, Operation

from api.access.request_limits import UnacceptableJson
from api.errors.request_errors import RateLimited
from api.graphql.context import Context
from api.graphql.document_bounds import too_large
from api.graphql.schema import Schema
from api.graphql.stream_errors import failure
from api.operations.session import BYTE


def _whole(payload: Any) -> bool:
    """Whether the payload of a subscribe message has the form that the protocol requires."""
    return (
        isinstance(payload, dict)
        and isinstance(payload.get("query"), str)
        and isinstance(payload.get("operationName"), (str, NoneType))
        and isinstance(payload.get("variables"), (dict, NoneType))
        and isinstance(payload.get("extensions"), (dict, NoneType))
    )


class TransportSocket(BaseGraphQLTransportWSHandler[Context, None]):
    """One socket of graphql-transport-ws."""

    async def handle_message(self, message: Any) -> None:
        """Anything that is no message of the protocol closes the socket with 4400, never with an internal error."""
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            await self.handle_invalid_message("a message is an object with a type")
            return
        if message.get("payload", ...) is None:  # null counts as absent
            message = {key: value for key, value in message.items() if key != "payload"}
        if message["type"] == "subscribe":
            id, payload = message.get("id"), message.get("payload")
            if isinstance(id, str) and isinstance(payload, UnacceptableJson):
                await self._refuse(id, str(payload), {"code": "BAD_USER_INPUT"})
                return
            if not isinstance(id, str) or not _whole(payload):
                await self.handle_invalid_message("subscribe needs an id and a payload with a query")
                return
            if self.connection_acknowledged and id not in self.operations and self._full():
                why = f"{len(self.operations)} operations run on this socket: end one"
                await self._refuse(id, why, {"code": "RATE_LIMITED"})
                return
            if reason := too_large(payload["query"], cast(Schema, self.schema).limits):
                await self._refuse(id, reason, {"code": "BAD_USER_INPUT"})
                return
            try:
                await self.context.session.count()
                await self.context.session.count_cost(len(msgspec.json.encode(payload)) * BYTE)
            except RateLimited as error:
                more = {} if error.again is None else {"retryAfter": error.again}
                await self._refuse(id, str(error), {"code": "RATE_LIMITED", **more})
                return
        await super().handle_message(message)

    def _full(self) -> bool:
        most = self.max_subscriptions_per_connection
        return most is not None and len(self.operations) >= most

    async def _refuse(self, id: str, why: str, extensions: dict[str, Any]) -> None:
        """Answer an operation that is refused unread."""
        error = GraphQLError(why, extensions=extensions)
        await self.send_message({"id": id, "type": "error", "payload": [error.formatted]})

    async def _send_result_stream(self, operation: Operation[Context, None], result_source: Any) -> None:
        """A stream that fails ends with `error`: `complete` would mean that nothing more follows.

        When the process stops, nothing is sent: the connection closes with the versions to resume from.
        """
        async for result in result_source:
            if failure(result) is not None:
                await operation.send_initial_errors(result.errors)
                return
            await operation.send_next(result)

    async def handle_task_exception(self, error: Exception) -> None:
        """A client that left, is too slow, or was closed during a send is no internal error."""
        if not isinstance(error, Left | WebSocketDisconnected):
            await super().handle_task_exception(error)

    @staticmethod
    def _get_pre_execution_close_reason(error: Any) -> None:
        """A document with a syntax error gets an `error` message; the socket stays open."""
        return
