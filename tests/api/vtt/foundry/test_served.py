"""What the server hands out to Foundry: a manifest of its own address, and a zip that is always the same."""

from __future__ import annotations

import io
import json
import posixpath
import re
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from api.pages.assets import OWN, served
from api.vtt.foundry import LANGUAGES, archive
from api.vtt.modules import modules_of
from tests.api.table import Table

IMPORT = re.compile(r"""(?:from|^import) '([^']+)'""", re.MULTILINE)
WORD = re.compile(r"(?:host\.)?text\('([\w.]+)'")
FOUNDRY = OWN / "vtt" / "foundry"


def test_the_manifest_leads_back_to_where_it_came_from(table: Table) -> None:
    """By whatever name the server is called; it claims no version of Foundry that nobody ran it in."""
    found = table.get("/vtt/foundry/module.json").json()
    assert (found["id"], found["version"]) == ("skald", version("skald"))
    assert found["manifest"] == f"{table.url}/vtt/foundry/module.json"
    assert found["download"] == f"{table.url}/vtt/foundry/skald.zip"
    assert found["compatibility"] == {"minimum": "13"}
    other = table.get("/vtt/foundry/module.json", host="skald.example:8000").json()
    assert other["manifest"] == "http://skald.example:8000/vtt/foundry/module.json"


def test_the_zip_holds_all_that_is_loaded(table: Table) -> None:
    """The manifest in its root, as Foundry wants it, and every file that it or a module names."""
    answer = table.get("/vtt/foundry/skald.zip")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.content == archive(f"{table.url}/")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        names = set(file.namelist())
        told = json.loads(file.read("module.json"))
        assert told == table.get("/vtt/foundry/module.json").json()
        wanted = {*told["esmodules"], *told["styles"], *(one["path"] for one in told["languages"])}
        for name in (name for name in names if name.endswith(".js")):
            text = file.read(name).decode()
            folder = posixpath.dirname(name)
            wanted |= {posixpath.normpath(f"{folder}/{to}") for to in IMPORT.findall(text) if to[0] == "."}
    assert wanted - {"client/contract.js"} <= names
    assert {f"table/words/{lang}.json" for lang in LANGUAGES} <= names


def test_the_same_files_make_the_same_zip() -> None:
    archive.cache_clear()
    first = archive("http://one/")
    archive.cache_clear()
    assert archive("http://one/") == first
    assert archive("http://other/") != first


def _keys(part: object, before: str = "") -> set[str]:
    if not isinstance(part, dict):
        return {before}
    return {key for name, inside in part.items() for key in _keys(inside, f"{before}.{name}".strip("."))}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_that_is_said_is_there_in_every_language(lang: str) -> None:
    """And none that is said nowhere."""
    found = _keys(json.loads((FOUNDRY / "lang" / f"{lang}.json").read_text(encoding="utf-8"))["SKALD"])
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(FOUNDRY.glob("*.js")))
    desk = {f"desk.{name}" for name in re.findall(r"button\('(\w+)'", code)}
    chosen = {"turn.none", "drag.unpaired", "drag.asked", "drag.none"}
    assert set(WORD.findall(code)) | desk | chosen | {"title"} == found


def test_no_module_but_one_names_foundry() -> None:
    """What is asked of Foundry stands in `host.js`, which the types of its version 13 are held against."""
    named = re.compile(r"\b(?:game|ui|canvas|Hooks|ChatMessage|Combat|Scene|Roll|CONFIG|CONST)\.")
    for path in sorted(FOUNDRY.glob("*.js")):
        lines = [line for line in Path(path).read_text(encoding="utf-8").splitlines() if named.search(line)]
        if path.name == "module.js":
            assert all("Hooks.o" in line for line in lines)
        elif path.name != "host.js":
            assert lines == [], path.name


def test_whatever_a_module_loads_is_there_however_it_loads_it() -> None:
    """Also what is brought when it is wanted: in the code without comments, whose types name modules as well."""
    modules = modules_of(*(f"vtt/foundry/{name}" for name in ("module.js", "tracker.js", "scene.js", "cards.js")))
    for name, content in modules.items():
        code = served(name, content).decode()
        for to in re.findall(r"\bimport\('(\.[^']+)'\)", code):
            assert posixpath.normpath(f"{posixpath.dirname(name)}/{to}") in modules, name
    assert "client/documents-seldom.js" in modules
    assert "client/patch.js" in modules
