"""Roll20: a Mod script to paste into a game, and a browser extension that carries what is said to this server."""

from __future__ import annotations

import io
import json
import re
import zipfile
from functools import lru_cache
from importlib.metadata import version
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from api.pages.assets import OWN
from api.vtt.modules import modules_of

FOLDER = OWN / "vtt" / "roll20"
MOD, ARCHIVE = "vtt/roll20/skald-mod.js", "vtt/roll20/extension.zip"
CLIENT = ("client/acts.js", "client/links.js", "client/random.js", "client/refusal.js", "client/server.js")
"""The modules of the client library that it names; it carries what these load too, as it may load nothing else."""
GAMES = ("https://app.roll20.net/editor*",)
"""The pages of games."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of each file in the zip: the same files make the same zip."""
_CACHE = {"cache-control": "public, max-age=300"}
_MODULE = "text/javascript; charset=utf-8"


def routes() -> list[BaseRoute]:
    """The addresses of the script and of the extension."""
    return [Route(f"/{MOD}", _answer_mod), Route(f"/{ARCHIVE}", _answer_archive)]


def manifest(root: str) -> dict[str, Any]:
    """The extension's manifest. root: this server's address: the only one that it may ask without being allowed to."""
    numbers = re.match(r"\d+(\.\d+){0,3}", version("skald"))
    return {
        "manifest_version": 3,
        "name": "Skald for Roll20",
        "version": numbers[0] if numbers else "0",
        "version_name": version("skald"),
        "description": "Fights whose rules a Skald server keeps, in the chat and on the map of Roll20.",
        "homepage_url": f"{root}guide/roll20",
        "minimum_chrome_version": "110",
        "permissions": ["storage"],
        "host_permissions": [f"{root}*"],
        "optional_host_permissions": ["https://*/*", "http://*/*"],
        "background": {"service_worker": "background.js", "type": "module"},
        "content_scripts": [{"matches": list(GAMES), "js": ["content.js"], "run_at": "document_idle"}],
        "action": {"default_popup": "popup.html", "default_title": "Skald"},
    }


@lru_cache(maxsize=16)
def archive(root: str) -> bytes:
    """The extension as a zip, to be unpacked and loaded."""
    files = {path.name: path.read_bytes() for path in sorted((FOLDER / "extension").iterdir())}
    files |= modules_of(*CLIENT)
    files["manifest.json"] = json.dumps(manifest(root), ensure_ascii=False, indent=1).encode()
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            file.writestr(entry, content)
    return written.getvalue()


# Not async: the first request's wait does not block others.
def _answer_mod(request: Request) -> Response:
    return Response((FOLDER / "skald-mod.js").read_bytes(), media_type=_MODULE, headers=_CACHE)


def _answer_archive(request: Request) -> Response:
    return Response(archive(str(request.base_url)), media_type="application/zip", headers=_CACHE)
