"""AsyncAPI 3.1: what Skald sends by itself: webhooks, the event stream of REST, and the socket of GraphQL."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from msgspec import Struct

from api.rest.components import components_of
from schemas.answers import Told
from schemas.webhooks import TYPES, CloudEvent

_REF = "#/components/schemas/{name}"
_MEDIA = "application/cloudevents+json"
_SAID = {
    "EVENTS": "A step: all that came of one order or answer.",
    "ASKED": "You are asked: a decision waits.",
    "YOUR_TURN": "It is your turn.",
    "ENDED": "The fight has ended.",
    "TEST": "Nothing: somebody asked for it.",
}


class SocketMessage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A message of graphql-transport-ws. id: of the operation; payload: of `subscribe` the operation, of `next` its
    result, of `connection_init` the token and the locale."""

    type: str
    id: str = ""
    payload: Any = None


def asyncapi() -> dict[str, Any]:
    """The document."""
    datas = [cls for _, cls in TYPES.values()]
    (envelope, told, socket, *shapes), components = components_of([CloudEvent, Told, SocketMessage, *datas], _REF)
    messages: dict[str, Any] = {}
    for (kind, (type, cls)), shape in zip(TYPES.items(), shapes, strict=True):
        messages[cls.__name__] = {
            "name": type,
            "title": kind,
            "summary": _SAID[kind],
            "contentType": _MEDIA,
            "headers": {"$ref": "#/components/schemas/SignatureHeaders"},
            "payload": {
                "allOf": [envelope],
                "type": "object",
                "properties": {"type": {"const": type}, "data": shape},
                "required": ["type", "data"],
            },
        }
    messages["Step"] = {
        "name": "event",
        "title": "Event",
        "summary": "An event as its reader may see it; `events.schema.json` has the data of each type.",
        "contentType": "application/json",
        "payload": told,
    }
    messages["Socket"] = {
        "name": "socket",
        "title": "GraphQL over a socket",
        "summary": "A message of graphql-transport-ws; `schema.graphql` has the operations.",
        "contentType": "application/json",
        "payload": socket,
    }
    hooks = [cls.__name__ for cls in datas]
    return {
        "asyncapi": "3.1.0",
        "id": "urn:skald",
        "info": {
            "title": "Skald",
            "version": version("skald"),
            "description": "Tabletop fights as streams of events: what is sent as it happens.",
            "license": {"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"},
            "contact": {"name": "Whoever runs this server", "url": "https://example.org"},
            "tags": [{"name": "webhooks"}, {"name": "streams"}],
        },
        "defaultContentType": "application/json",
        "servers": {
            "http": _server("http", "The server: pages, REST and streams."),
            "socket": _server("ws", "The same, for sockets."),
        },
        "channels": {
            "webhook": {
                "address": None,
                "title": "Webhook",
                "description": "The address that somebody registered for a fight (`createWebhook`): POST, signed by "
                "Standard Webhooks.",
                "messages": _messages(hooks),
            },
            "events": {
                "address": "/v1/encounters/{id}/events?follow=true",
                "title": "Events",
                "description": "Every event of a fight, as server-sent events or lines of JSON.",
                "servers": [{"$ref": "#/servers/http"}],
                "parameters": {"id": {"description": "The fight."}},
                "messages": _messages(["Step"]),
            },
            "graphql": {
                "address": "/graphql",
                "title": "GraphQL",
                "description": "Operations and subscriptions over one socket (graphql-transport-ws).",
                "servers": [{"$ref": "#/servers/socket"}],
                "messages": _messages(["Socket"]),
            },
        },
        "operations": {
            "tell": _operation("send", "webhook", "Tells an address what happens in a fight.", hooks, "webhooks"),
            "stream": _operation("send", "events", "Tells a reader every event.", ["Step"], "streams"),
            "answerSocket": _operation("send", "graphql", "Results of a socket's operations.", ["Socket"], "streams"),
            "readSocket": _operation("receive", "graphql", "Operations on a socket.", ["Socket"], "streams"),
        },
        "components": {
            "messages": messages,
            "schemas": {
                **components,
                "SignatureHeaders": {
                    "title": "SignatureHeaders",
                    "description": "Of Standard Webhooks.",
                    "type": "object",
                    "properties": {
                        "webhook-id": {"type": "string", "description": "The same for each try."},
                        "webhook-timestamp": {"type": "string", "description": "Of this try, in seconds."},
                        "webhook-signature": {
                            "type": "string",
                            "description": "v1, and HMAC-SHA256 of id.timestamp.body in base64.",
                        },
                    },
                    "required": ["webhook-id", "webhook-timestamp", "webhook-signature"],
                },
            },
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A seat's token, or the operator's."}
            },
        },
    }


def _server(protocol: str, description: str) -> dict[str, Any]:
    return {
        "host": "127.0.0.1:8765",
        "protocol": protocol,
        "description": description,
        "security": [{"$ref": "#/components/securitySchemes/token"}],
    }


def _messages(names: list[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/messages/{name}"} for name in names}


def _operation(action: str, channel: str, description: str, messages: list[str], tag: str) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "title": description,
        "summary": description,
        "messages": [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in messages],
        "tags": [{"name": tag}],
    }
