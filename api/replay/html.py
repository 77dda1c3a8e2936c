"""The HTML of a replay: one file with its style, script and data, which asks nobody for anything."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from functools import cache
from importlib.resources import files
from string import Template

import msgspec
from msgspec import structs

from api.drawing.drawing import SCOPE
from api.drawing.markup import safe
from api.pages.assets import OWN
from schemas.replays import Replay

MODULES = ("client/acts.js", "player.js")
"""The modules of the pages that play a film and tell its acts, what is imported first; the file holds them too."""


@cache
def _part(name: str) -> str:
    return files(__package__).joinpath("page").joinpath(name).read_text(encoding="utf-8")


def modules() -> str:
    """The modules as a script that is no module has them: it imports and exports nothing."""
    whole = "\n".join((OWN / name).read_text(encoding="utf-8") for name in MODULES)
    return re.sub(r"^export |^import .*\n", "", whole, flags=re.M)


@cache
def script() -> str:
    """The one script of the file: the player, and the page."""
    return f'"use strict";\n{modules()}\n{_part("replay.js")}'


@cache
def policy() -> str:
    """What the file may do: run its own script and apply its own styles; it can ask nobody for anything."""
    digest = base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; base-uri 'none'; "
        "form-action 'none'"
    )


def page_of(film: Replay, locale: str) -> bytes:
    """The file. It may hold any text: packed, nothing of it is taken for markup."""
    data = msgspec.json.encode(structs.replace(film, style=""))  # it stands in the page
    packed = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
    template = Template(_part("replay.html"))
    return template.substitute(
        title=safe(film.name),
        locale=safe(locale),
        policy=policy(),
        scope=f"{SCOPE}-auto",
        style=film.style + _part("replay.css"),
        script=script(),
        data=packed,
        **{name: safe(text) for name, text in film.words.items()},
    ).encode()
