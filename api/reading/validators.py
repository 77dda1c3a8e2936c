"""Validators of answers: an ETag begins with a version, and names everything else that the answer depends on.

A client may send the whole of it as If-None-Match, to be told that its answer still holds, or as If-Match, where only
the version counts: what somebody orders does not depend on the language that he reads.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import version

from starlette.requests import Request

from api.errors.request_errors import BadRequest
from api.reading.encounter_node import EncounterNode

PRIVATE = {"cache-control": "private", "vary": "Authorization, Accept, Accept-Language"}
"""Headers of an answer that differs by seat, form and language."""

_RELEASE = version("skald")
_VERSION = re.compile(r'(?:W/)?"?(\d{1,9})(?:-[0-9a-f]+)?"?\Z')
_ELSEWHERE = frozenset({"locale", "token", "id"})
"""Parameters that count by what they lead to: a language, a seat, a fight."""


def plain_tag(version: int) -> str:
    """An ETag for If-Match only: it says which version there is, and nothing of an answer."""
    return f'"{version}"'


def tag_of(version: int, *names: object) -> str:
    """The ETag of an answer. names: what it depends on beside the version."""
    digest = hashlib.blake2b(repr((_RELEASE, *names)).encode(), digest_size=8).hexdigest()
    return f'"{version}-{digest}"'


def digest_tag(body: bytes) -> str:
    """The ETag of an answer that has no version: of its bytes."""
    return f'"{hashlib.blake2b(body, digest_size=8).hexdigest()}"'


def fight_tag(node: EncounterNode, form: str, more: Iterable[tuple[str, str]] = ()) -> str:
    """The ETag of an answer about a fight: its head, game, seat, the eyes it is seen through, and the language.

    form: as what it is told; more: what else was asked for (`asked_for`).
    """
    system = node.book.system
    names = (node.head.hash, system.id, system.version, node.seat, node.through, node.pinned, node.locale)
    return tag_of(node.version, *names, form, *sorted(more))


def asked_for(request: Request) -> list[tuple[str, str]]:
    """What a request names in its address beside fight, seat and language."""
    given = [*request.path_params.items(), *request.query_params.multi_items()]
    return [(name, str(value)) for name, value in given if name not in _ELSEWHERE]


def tagged(tag: str) -> Mapping[str, str]:
    """The headers of a private answer with this ETag."""
    return {**PRIVATE, "etag": tag}


def holds(request: Request, tag: str) -> bool:
    """Whether If-None-Match names this ETag: then the client has the answer."""
    header = request.headers.get("if-none-match", "")
    return any(name.strip().removeprefix("W/") == tag for name in header.split(","))


def expected_version(request: Request) -> int | None:
    """The version of If-Match; None without one, or for "*"."""
    header = request.headers.get("if-match", "").strip()
    if header in ("", "*"):
        return None
    found = _VERSION.match(header)
    if found is None:
        raise BadRequest('If-Match is the ETag you last saw, or its version, as in "17"', "If-Match")
    return int(found[1])
