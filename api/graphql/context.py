"""The context of resolvers: one per request, or one per socket."""

from __future__ import annotations

from typing import Any, cast

from strawberry.types import Info

from api.operations.session import Session


class Context:
    """session: the caller's. connection_params: the payload of a socket's connection_init.

    game: whose schema introspection describes, by `?game=` of the address; None: all games'.
    """

    def __init__(self, session: Session, game: str | None = None) -> None:
        self.session, self.game = session, game
        self.connection_params: dict[str, Any] = {}


def session_of(info: Info[Any, Any]) -> Session:
    """The caller's session."""
    return cast(Context, info.context).session
