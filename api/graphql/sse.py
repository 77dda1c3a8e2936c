"""GraphQL over server-sent events, framed so that every client tried can read it."""

from __future__ import annotations

from strawberry.http.streaming import SSETransport

from api.graphql.negotiation import wants_stream


class EventStream(SSETransport):
    """Lines end in LF; and only who asks for nothing but a stream gets one."""

    def accepts(self, accept: str) -> bool:
        return wants_stream(accept) and "text/event-stream" in accept.lower()

    def encode_event(self, event: str, data: str | None = None) -> str:
        return f"event: {event}\ndata: {data or ''}\n\n"

    def encode_comment(self, comment: str) -> str:
        return f": {comment}\n\n"
