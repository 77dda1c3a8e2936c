"""The GraphQL endpoint, conforming to GraphQL over HTTP: queries, sockets and streams at one URL."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator
from contextlib import suppress
from datetime import timedelta
from typing import Any, cast

import msgspec
import strawberry
from cross_web import AsyncHTTPRequestAdapter, HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError, MissingQueryError
from strawberry.http import GraphQLRequestData
from strawberry.http.streaming import AsyncTextStream, merge_stream_with_heartbeat
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType

from api.access.at_home import at_home
from api.access.auth import NOBODY, bearer
from api.access.cross_origin import FOREIGN
from api.access.origins import log_refused
from api.access.request_limits import UnacceptableJson, parse_json, read_json
from api.errors.excerpts import shortened
from api.errors.problems import Problem, problem_of
from api.errors.request_errors import BadRequest, RateLimited, Unauthenticated
from api.graphql.context import Context
from api.graphql.document_bounds import too_large
from api.graphql.schema import Schema
from api.graphql.socket import TransportSocket
from api.graphql.sse import EventStream, MultipartStream
from api.graphql.stream_errors import cut_short, failure, stopping
from api.logs import REQUEST_ID
from api.negotiation import GQL, JSON, negotiate
from api.operations.session import BYTE, Services, Session, address_of
from api.words import parse_locale

log = logging.getLogger(__name__)

TRY_AGAIN_LATER = 1013
"""The close code of a rate-limited socket: clients of graphql-transport-ws reconnect after a while."""


class GraphQLView(GraphQL[Context, None]):
    """services: shared by all sessions. Error statuses: `draft` follows the specification's draft, `audit` audits."""

    graphql_transport_ws_handler_class = TransportSocket
    stream_transport_classes_by_protocol = {  # noqa: RUF012 (strawberry's own attribute)
        "graphql-sse": EventStream,
        "multipart-subscription": MultipartStream,
    }

    def __init__(self, schema: Schema, services: Services) -> None:
        super().__init__(
            schema,
            graphql_ide=None,
            allowed_origins=services.settings.origins,
            max_subscriptions_per_connection=services.settings.max_subscriptions,
            connection_init_wait_timeout=timedelta(seconds=10),
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, "graphql-sse", "multipart-subscription"),
        )
        self._services, self._limits, self._games = services, schema.limits, schema.games
        for transport in self._stream_transport_map.values():
            transport.heartbeat_interval = float(services.settings.heartbeat)
        draft = services.settings.statuses == "draft"
        self._request_error, self._partial = (422, 294) if draft else (400, 200)

    # -- caller
    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """The context of the caller, by the Authorization header; a socket may send the token in connection_init
        instead."""
        locale, address = parse_locale(request.headers.get("accept-language")), address_of(request)
        try:
            who = self._services.authority.read(bearer(request.headers.get("authorization")))
        except Unauthenticated:
            await self._services.rates.count(NOBODY, address)
            raise
        session = Session(self._services, locale, who, address, at_home=at_home(request))
        await session.count()
        return Context(session, self._game(request))

    def _game(self, request: Request | WebSocket) -> str | None:
        """The game whose schema introspection describes. BadRequest where it is not installed."""
        game = request.query_params.get("game")
        if game is not None and self._games is not None:
            self._games.check(game)
        return game

    async def on_ws_connect(self, context: Context) -> Any:
        """Read `{token, locale}` of connection_init; an invalid token closes the socket with 4403."""
        parameters = context.connection_params
        token, locale = parameters.get("token"), parameters.get("locale")
        session = context.session
        try:
            who = self._services.authority.read(token) if isinstance(token, str) else session.who
        except Unauthenticated as error:
            with suppress(RateLimited):  # the socket closes either way
                await session.count()
            raise ConnectionRejectionError({"message": str(error)}) from error
        foreign, origins = FOREIGN.get(), self._services.allowed_origins
        if foreign is not None and (origins is None or not await origins.allows(foreign.origin, who)):
            log_refused(foreign.origin, "a fight")
            raise ConnectionRejectionError(
                {"message": "pages of this origin may not call for this fight: its GM or its host may allow it"}
            )
        words = parse_locale(locale) if isinstance(locale, str) else session.locale
        context.session = Session(self._services, words, who, session.address, at_home=session.at_home)
        return strawberry.UNSET

    def is_websocket_origin_allowed(self, request: Any, origin: str) -> bool:
        """Whether a page of another origin may open a socket. Browsers do not show it the reason; the log says what to
        set."""
        foreign = FOREIGN.get()
        allowed = super().is_websocket_origin_allowed(request, origin) or (foreign is not None and foreign.known)
        if not allowed:
            log_refused(origin, "a socket")
        return allowed

    # -- JSON
    def decode_json(self, data: str | bytes) -> object:
        """Decode a socket message. One that is refused fails only its own operation, if it names one; the others go
        on."""
        try:
            return read_json(data)
        except UnacceptableJson as error:
            with suppress(UnacceptableJson):  # nested too deeply even to read its type
                message = parse_json(data)
                if isinstance(message, dict) and message.get("type") == "subscribe":
                    return {**message, "payload": error}
            raise json.JSONDecodeError(str(error), "", 0) from error
        except msgspec.DecodeError as error:
            raise json.JSONDecodeError(str(error), "", 0) from error

    def parse_json(self, data: str | bytes) -> Any:
        """Parse a body, or a part of a query string."""
        try:
            value = read_json(data)
        except msgspec.DecodeError as error:
            raise HTTPException(400, f"the request cannot be read as JSON: {error}") from error
        if isinstance(data, bytes) and not isinstance(value, (dict, list)):
            raise HTTPException(400, "the body is one JSON object with a query")
        return value

    def encode_json(self, data: object) -> str:
        """Encode as text: bytes would be a binary frame on a socket."""
        return msgspec.json.encode(data).decode()

    async def parse_http_body(self, request: AsyncHTTPRequestAdapter) -> GraphQLRequestData | list[GraphQLRequestData]:
        """Read the request. A document that is too large is not even parsed."""
        data = await super().parse_http_body(request)
        reason = too_large(data.query or "", self._limits) if isinstance(data, GraphQLRequestData) else ""
        if reason:
            raise HTTPException(400, reason)
        return data

    # -- answers
    async def execute_operation(self, request: Request, *given: Any, **more: Any) -> Any:
        """Execute the operation. Its bytes are charged too, since they were read before its content was known."""
        context = more["context"] if "context" in more else given[2]
        await context.session.count_cost(len(await request.body()) * BYTE)
        return await super().execute_operation(request, *given, **more)

    async def execute_single(
        self,
        request: Request,
        request_adapter: AsyncHTTPRequestAdapter,
        sub_response: Response,
        context: Context,
        root_value: None,
        request_data: GraphQLRequestData,
    ) -> ExecutionResult:
        """Execute for a single answer. A subscription is refused with a hint where it can be streamed."""
        allowed = OperationType.from_http(request_adapter.method) - {OperationType.SUBSCRIPTION}
        try:
            result = await self.schema.execute(
                request_data.query,
                variable_values=request_data.variables,
                context_value=context,
                operation_name=request_data.operation_name,
                allowed_operation_types=allowed,
                operation_extensions=request_data.extensions,
            )
        except CannotGetOperationTypeError as error:
            raise HTTPException(400, error.as_http_error_reason()) from error
        except InvalidOperationTypeError as error:
            if error.operation_type is OperationType.SUBSCRIPTION:
                ways = "over a socket (graphql-transport-ws), or with Accept: text/event-stream"
                raise HTTPException(400, f"a subscription streams: send it {ways}") from error
            raise HTTPException(405, error.as_http_error_reason(request_adapter.method)) from error
        except MissingQueryError as error:
            raise HTTPException(400, "the request holds no query") from error
        for candidate in result.errors or () if result.data is None else ():
            extensions = candidate.extensions or {}
            if extensions.get("code") == "RATE_LIMITED":
                raise RateLimited(candidate.message, extensions.get("retryAfter"))
        return result

    async def get_sub_response(self, request: Request | WebSocket) -> Response:
        sub = await super().get_sub_response(request)
        media = negotiate(request.headers.get("accept"))
        if media is None:
            raise HTTPException(406, f"this endpoint speaks {GQL} and {JSON}")
        cast(Any, sub).media = media
        return sub

    async def process_result(self, request: Request, result: Any, *args: Any, **kwargs: Any) -> Any:
        """An error of the request itself leaves no `data`."""
        out = await super().process_result(request, result, *args, **kwargs)
        if result.data is None and result.errors and all(error.path is None for error in result.errors):
            cast(Any, out).pop("data", None)
        return out

    def _stream_result(self, request: Request, result: Any, transport: Any) -> AsyncTextStream:
        """A stream cut short by the server ends without `complete`, which would mean that the fight is over."""

        async def stream() -> AsyncGenerator[str, None]:
            async for value in result:
                error = failure(value)
                if error is not None and stopping(error):
                    yield transport.encode_stopping(error, self.encode_json_string)
                    return
                yield transport.encode_next(await self.process_result(request, value), self.encode_json_string)
                if error is not None and cut_short(error):
                    return
            yield transport.encode_complete()

        return merge_stream_with_heartbeat(
            stream,
            lambda: transport.heartbeat_message(self.encode_json_string),
            interval=transport.heartbeat_interval,
            send_initial_heartbeat=transport.send_initial_heartbeat,
        )

    def create_response(self, response_data: Any, sub_response: Response) -> Response:
        """Choose body and status by the media type: older clients expect 200 and `data` in every answer."""
        media = cast(Any, sub_response).media
        status = 200
        if isinstance(response_data, dict) and "data" not in response_data:
            if media == JSON:
                response_data = {"data": None, **response_data}
            else:
                status = self._request_error
        elif media == GQL and isinstance(response_data, dict) and response_data.get("errors"):
            status = self._partial
        response = Response(
            self.encode_json(response_data),
            status_code=sub_response.status_code or status,
            headers={"content-type": f"{media}; charset=utf-8", "vary": "accept", "cache-control": "private"},
        )
        response.headers.raw.extend(h for h in sub_response.headers.raw if h[0] != b"content-length")
        response.background = sub_response.background
        return response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._socket(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            response: Any = await self.run(request)
        except HTTPException as error:
            response = self._refused(request, error.status_code, error.reason or "")
        except ClientDisconnect:
            raise
        except Exception as error:
            problem = problem_of(error)
            if problem.ours:
                log.error("a request failed: %s", error, exc_info=error)
            response = self._failed(request, problem)
        await response(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive=receive, send=send)
        try:
            await self.run(socket)
        except Unauthenticated:
            await socket.close(code=4403, reason="Forbidden")
        except RateLimited as error:
            await socket.close(code=TRY_AGAIN_LATER, reason=str(error))
        except BadRequest as error:
            await socket.close(code=4400, reason=shortened(str(error)))

    def _refused(self, request: Request, status: int, reason: str) -> Response:
        headers: dict[str, str] = {}
        if reason == "Unsupported content type":
            status, reason = 415, "send a body of application/json"
        if status == 405 or (request.method == "GET" and "not allowed" in reason.lower()):
            status, headers = 405, {"allow": "POST" if request.method == "GET" else "GET, POST"}
        code = "BAD_USER_INPUT" if status < 500 else "INTERNAL"
        return self._failed(request, Problem(status=status, code=code, title="", detail=shortened(reason)), headers)

    def _failed(self, request: Request, problem: Problem, headers: dict[str, str] | None = None) -> Response:
        """The answer to a request without a readable operation. headers: replace the problem's own."""
        media = negotiate(request.headers.get("accept")) or JSON
        extensions = {"code": problem.code, **problem.more}
        if problem.code == "INTERNAL":
            extensions["request"] = REQUEST_ID.get()
        body = {"errors": [{"message": problem.detail, "extensions": extensions}]}
        typed = {**(problem.headers if headers is None else headers), "content-type": f"{media}; charset=utf-8"}
        return Response(self.encode_json(body), status_code=problem.status, headers=typed)
