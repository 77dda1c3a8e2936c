"""GraphQL over HTTP streams: server-sent events, framed so that every tested client can read them, and multipart."""

from __future__ import annotations

from graphql import GraphQLError
from strawberry.http.streaming import JSONEncoder, MultipartSubscriptionTransport, SSETransport

from api.negotiation import wants_stream


class EventStream(SSETransport):
    """Server-sent events with LF line ends, only for requests that accept nothing else."""

    def accepts(self, accept: str) -> bool:
        return wants_stream(accept) and "text/event-stream" in accept.lower()

    def encode_event(self, event: str, data: str | None = None) -> str:
        return f"event: {event}\ndata: {data or ''}\n\n"

    def encode_comment(self, comment: str) -> str:
        return f": {comment}\n\n"

    def encode_stopping(self, error: GraphQLError, encode_json: JSONEncoder) -> str:
        """A comment for human readers. No `complete` follows, so graphql-sse reconnects by itself."""
        return self.encode_comment(error.message)


class MultipartStream(MultipartSubscriptionTransport):
    """Multipart, by the protocol of Apollo's clients."""

    def encode_stopping(self, error: GraphQLError, encode_json: JSONEncoder) -> str:
        """A transport error of that protocol; the fight is not over."""
        payload = {"payload": None, "errors": [error.formatted]}
        return self.encode_multipart_data(payload, encode_json) + self.encode_complete()
