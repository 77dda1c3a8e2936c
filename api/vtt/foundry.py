"""The module for Foundry: its manifest, and the zip that Foundry installs."""

from __future__ import annotations

import io
import json
import zipfile
from functools import cache, lru_cache
from importlib.metadata import version
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from api.vtt.modules import files_of, modules_of

ID = "skald"
FOLDER = "vtt/foundry"
ENTRY = f"{FOLDER}/module.js"
WORDS = ("table/words",)
"""Folders of words that the modules of the pages fetch beside themselves."""
LANGUAGES = {"en": "English", "es": "Español", "fi": "Suomi", "pl": "Polski"}
OLDEST = "13"
"""The oldest version of Foundry whose documented API the module uses. None is called verified: nobody ran it in one."""

MANIFEST, ARCHIVE = "vtt/foundry/module.json", "vtt/foundry/skald.zip"
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of each file in the zip: the same files make the same zip."""
_CACHE = {"cache-control": "public, max-age=300"}


def routes() -> list[BaseRoute]:
    """The addresses of manifest and zip."""
    return [Route(f"/{MANIFEST}", _answer_manifest), Route(f"/{ARCHIVE}", _answer_archive)]


def manifest(root: str) -> dict[str, Any]:
    """`module.json`. root: the server's address with a slash at its end, at which Foundry looks for newer versions."""
    return {
        "id": ID,
        "title": "Skald",
        "description": "Fights of a Skald server: figures on the map, combat tracker, questions and rolls in the chat.",
        "version": version("skald"),
        "compatibility": {"minimum": OLDEST},
        "authors": [{"name": "The Skald maintainers"}],
        "url": root,
        "readme": f"{root}guide/foundry",
        "manifest": f"{root}{MANIFEST}",
        "download": f"{root}{ARCHIVE}",
        "esmodules": [ENTRY],
        "styles": [f"{FOLDER}/foundry.css"],
        "languages": [
            {"lang": lang, "name": name, "path": f"{FOLDER}/lang/{lang}.json"} for lang, name in LANGUAGES.items()
        ],
    }


@cache
def _files() -> dict[str, bytes]:
    return {
        **modules_of(ENTRY),
        **files_of((FOLDER,), (".css",)),
        **files_of((f"{FOLDER}/lang", *WORDS), (".json",)),
    }


@lru_cache(maxsize=16)
def archive(root: str) -> bytes:
    """The zip: the manifest in its root, and all files below the folders that they have here."""
    written = io.BytesIO()
    told = json.dumps(manifest(root), ensure_ascii=False, indent=1).encode()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, content in sorted({"module.json": told, **_files()}.items()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            file.writestr(entry, content)
    return written.getvalue()


# Not async: the first request's wait does not block others.
def _answer_manifest(request: Request) -> Response:
    told = json.dumps(manifest(str(request.base_url)), ensure_ascii=False, indent=1)
    return Response(told, media_type="application/json", headers=_CACHE)


def _answer_archive(request: Request) -> Response:
    return Response(archive(str(request.base_url)), media_type="application/zip", headers=_CACHE)
