"""The films of the landing page, each in every language of it: made at the first request, and kept."""

from __future__ import annotations

import hashlib
import threading

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from api.drawing.drawing import SCOPE
from api.drawing.style import sheet
from api.pages.landing import LANGUAGES
from api.replay.showcase import read_recording, showcase
from engine.service.registry import Registry

SCENE = "scene.css"
"""The style of what all of them show."""


class Films:
    """Those of the games that have one."""

    def __init__(self, registry: Registry) -> None:
        self._books = {game: book for game, book in registry.books.items() if read_recording(game) is not None}
        self._made: dict[str, bytes] = {SCENE: sheet(f"{SCOPE}-auto", "auto").encode()}
        self._making = threading.Lock()

    @property
    def games(self) -> frozenset[str]:
        """Which games have one."""
        return frozenset(self._books)

    # Not async: the first request's wait does not block others.
    def answer(self, request: Request) -> Response:
        """A film, by its game and language, or their style."""
        name: str = request.path_params["name"]
        content = self._content(name)
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        headers = {"cache-control": "no-cache", "etag": tag, "x-content-type-options": "nosniff"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(content, media_type="text/css" if name == SCENE else "application/json", headers=headers)

    def _content(self, name: str) -> bytes:
        """What is answered at a name. HTTPException where there is nothing."""
        game, _, rest = name.partition(".")
        language = rest.removesuffix(".json")
        with self._making:
            if name not in self._made:
                book = self._books.get(game)
                made = showcase(book, language) if book is not None and language in LANGUAGES else None
                if made is None:
                    raise HTTPException(404)
                self._made[name] = made
            return self._made[name]
