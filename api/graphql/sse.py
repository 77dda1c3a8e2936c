"""GraphQL over HTTP streams: server-sent events, framed so that every client tried can read them, and multipart."""

from __future__ import annotations

from graphql import GraphQLError
from strawberry.http.streaming import JSONEncoder, MultipartSubscriptionTransport, SSETransport

from api.graphql.negotiation import wants_stream


class EventStream(SSETransport):
    """Lines end in LF; and only who asks for nothing but a stream gets one."""

    def accepts(self, accept: str) -> bool:
        return wants_stream(accept) and "text/event-stream" in accept.lower()

    def encode_event(self, event: str, data: str | None = None) -> str:
        return f"event: {event}\ndata: {data or ''}\n\n"

    def encode_comment(self, comment: str) -> str:
        return f": {comment}\n\n"

    def encode_stopping(self, error: GraphQLError, encode_json: JSONEncoder) -> str:
        """A word for people. No `complete` follows: graphql-sse then comes back by itself."""
        return self.encode_comment(error.message)


class MultipartStream(MultipartSubscriptionTransport):
    """Parts, by the protocol of Apollo's clients."""

    def encode_stopping(self, error: GraphQLError, encode_json: JSONEncoder) -> str:
        """An error of the transport, as that protocol has it; the fight is not over."""
        told = {"payload": None, "errors": [error.formatted]}
        return self.encode_multipart_data(told, encode_json) + self.encode_complete()
