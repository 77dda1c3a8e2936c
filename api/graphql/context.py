"""What resolvers get: one per request, or one per socket."""

from __future__ import annotations

from typing import Any, cast

from strawberry.types import Info

from api.session import Session


class Context:
    """session: who asks. connection_params: what a socket sent in connection_init."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.connection_params: dict[str, Any] = {}


def session_of(info: Info[Any, Any]) -> Session:
    """Who asks."""
    return cast(Context, info.context).session
