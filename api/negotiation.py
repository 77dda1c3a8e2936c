"""Media types of GraphQL over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

GQL = "application/graphql-response+json"
JSON = "application/json"
STREAMS = ("text/event-stream", "multipart/mixed")


KEPT = 256
"""Headers of so many characters and less are kept, and as many of them: a client sends the same one every time."""


def accepted(header: str) -> Mapping[str, float]:
    """Parse an Accept header: media type -> its weight."""
    return _known(header) if len(header) <= KEPT else _parsed(header)


@lru_cache(maxsize=KEPT)
def _known(header: str) -> Mapping[str, float]:
    return _parsed(header)


def _parsed(header: str) -> Mapping[str, float]:
    weights: dict[str, float] = {}
    for part in header.split(","):
        media, *parameters = [p.strip() for p in part.split(";")]
        weight = 1.0
        for parameter in parameters:
            if parameter.lower().startswith("q="):
                try:
                    weight = float(parameter[2:])
                except ValueError:
                    weight = 0.0
        weights[media.lower()] = max(weight, weights.get(media.lower(), 0.0))
    return weights


def negotiate(header: str | None) -> str | None:
    """The media type of an answer that is not a stream; None if no supported type is accepted (406)."""
    if not header:
        return JSON
    weights = accepted(header)
    new = weights.get(GQL, 0.0)
    old = max(weights.get(media, 0.0) for media in (JSON, "application/*", "*/*"))
    if new and (new >= old or JSON not in weights):
        return GQL
    if old or any(weights.get(media) for media in (*STREAMS, "text/html")):
        return JSON
    return None


def prefers_html(header: str | None) -> bool:
    """Whether the client is a browser: it accepts HTML and prefers nothing else."""
    weights = accepted(header or "")
    html = weights.get("text/html", 0.0)
    wildcards = max(weights.get("*/*", 0.0), weights.get("application/*", 0.0))
    return html > max(weights.get(GQL, 0.0), weights.get(JSON, 0.0)) and html >= wildcards


def wants_stream(header: str | None) -> bool:
    """Whether the client accepts only streams: some list text/event-stream on every request, beside JSON."""
    media = set(accepted(header or ""))
    return bool(media & set(STREAMS)) and not media & {GQL, JSON}
