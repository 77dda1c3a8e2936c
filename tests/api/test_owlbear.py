"""The extension for Owlbear Rodeo over HTTP: who may frame and read it, what it loads, what it says without its SDK."""

from __future__ import annotations

import json
import logging
import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from api.pages.assets import OWN
from api.pages.packages import PACKAGES, VENDOR
from api.pages.site import Folders
from api.vtt.owlbear import HOSTS, PAGES
from engine.store.server import PrivateServer
from tests.api.table import Table, serving
from tests.api.test_table_page import loaded_by
from tests.support.browsers.pages import BROWSER
from tests.support.processes.terminal import ROOT

WORDS = OWN / "vtt" / "owlbear" / "words"
(SDK,) = [package for package in PACKAGES if package.name == "@owlbear-rodeo/sdk"]
MOST = 240_000
"""Bytes of the popover's own modules, which are those of a whole table; the SDK is apart."""


@pytest.fixture(scope="module")
def bare(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service for which nothing was built."""
    folder = tmp_path_factory.mktemp("bare")
    with serving(server.url, folder, folders=Folders(vendor=folder)) as running:
        yield running


@pytest.fixture(scope="module")
def built(server: PrivateServer, vendor: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service that has the SDK."""
    if not (vendor / SDK.folder / "sdk.js").is_file():
        pytest.skip("the SDK of Owlbear Rodeo is missing: npm builds it")
    with serving(server.url, tmp_path_factory.mktemp("built"), folders=Folders(vendor=vendor)) as running:
        yield running


@pytest.mark.parametrize("origin", HOSTS)
def test_owlbear_reads_the_manifest(built: Table, origin: str, caplog: pytest.LogCaptureFixture) -> None:
    """From its own site; all addresses are whole, of the name by which the server was called, and are there."""
    with caplog.at_level(logging.WARNING):
        answer = built.get("/vtt/owlbear/manifest.json", origin=origin)
    assert answer.headers["access-control-allow-origin"] == origin
    assert "was refused" not in caplog.text
    told = answer.json()
    assert (told["manifest_version"], told["version"]) == (1, version("skald"))
    assert {
        "name",
        "version",
        "author",
        "description",
        "icon",
        "homepage_url",
        "action",
        "background_url",
    } <= told.keys()
    addresses = [
        told["background_url"],
        told["icon"],
        told["action"]["icon"],
        told["action"]["popover"],
        told["homepage_url"],
    ]
    for address in addresses:
        assert address.startswith(f"{built.url}/")
        assert built.get(address.removeprefix(built.url), accept="*/*").status_code == 200, address
    named = built.get("/vtt/owlbear/manifest.json", host="table.example:99").json()
    assert named["background_url"] == "http://table.example:99/vtt/owlbear/background"


def test_no_other_site_reads_it(built: Table, caplog: pytest.LogCaptureFixture) -> None:
    """Nor does Owlbear's site read anything else."""
    with caplog.at_level(logging.WARNING):
        answer = built.get("/vtt/owlbear/manifest.json", origin="https://www.owlbear.rodeo.example")
    assert "access-control-allow-origin" not in answer.headers
    assert "www.owlbear.rodeo.example was refused" in caplog.text
    for path in ("/", "/v1/systems", "/play", "/graphql?query={__typename}"):
        assert "access-control-allow-origin" not in built.get(path, origin=HOSTS[0]).headers


@pytest.mark.parametrize("name", PAGES)
def test_only_owlbear_frames_the_pages_of_the_extension(built: Table, name: str) -> None:
    """They load our own files and the SDK, and ask nobody but this server."""
    policy = built.get(f"/vtt/owlbear/{name}", accept=BROWSER).headers["content-security-policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["frame-ancestors"] == "https://www.owlbear.rodeo https://owlbear.rodeo"
    assert rules["default-src"] == "'none'"
    assert rules["connect-src"] == "'self'"
    assert re.fullmatch(r"'self' 'sha256-[A-Za-z0-9+/=]+'", rules["script-src"])
    assert "unsafe" not in policy


@pytest.mark.parametrize("name", PAGES)
def test_all_that_a_page_loads_is_there(built: Table, name: str) -> None:
    """Each module that it imports, and the SDK where the import map says."""
    page = built.get(f"/vtt/owlbear/{name}", accept=BROWSER).text
    (module,) = re.findall(r'<script src="\.\./\.\./([^"]+)"', page)
    root = module.removesuffix(f"vtt/owlbear/{name}.js")
    files = loaded_by(OWN / "vtt" / "owlbear" / f"{name}.js")
    for file in files:
        assert built.get(f"/{root}{file.relative_to(OWN).as_posix()}").status_code == 200, file
    assert sum(len(file.read_bytes()) for file in files) < MOST
    (linked,) = re.findall(r'<script type="importmap">([^<]+)</script>', page)
    (sdk,) = json.loads(linked)["imports"].values()
    assert built.get(sdk.removeprefix("../..")).headers["content-type"].startswith("text/javascript")


def test_git_ignores_the_sdk() -> None:
    """What is fetched and built is in no checkout: it is others', and `make assets` makes it anew."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no checkout, or git is missing")
    sdk = (VENDOR / SDK.folder / "sdk.js").relative_to(ROOT).as_posix()
    asked = subprocess.run(["git", "check-ignore", "--no-index", sdk], cwd=ROOT, capture_output=True, text=True)
    assert (asked.returncode, asked.stdout) == (0, f"{sdk}\n"), asked.stderr
    kept = ["git", "ls-files", "--", VENDOR.relative_to(ROOT).as_posix()]
    assert subprocess.run(kept, cwd=ROOT, capture_output=True, text=True, check=True).stdout == ""


def test_the_sdk_is_about_as_large_as_it_has_to_be(vendor: Path) -> None:
    """One file of some 60 kB, with the licences of all that is in it."""
    if not (vendor / SDK.folder / "sdk.js").is_file():
        pytest.skip("the SDK of Owlbear Rodeo is missing: npm builds it")
    assert 40_000 < len((vendor / SDK.folder / "sdk.js").read_bytes()) < 70_000
    assert SDK.bundle is not None
    inside = {name.rpartition("/")[2] for name in SDK.bundle.needs} - {"esbuild", "sdk"}
    assert {file.removesuffix(".LICENSE") for file in SDK.files if file.endswith(".LICENSE")} == inside


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Node with npm is needed"),
        ("es", "hace falta"),
        ("fi-FI", "Ylläpitäjä"),
        ("pl", "prowadzącego"),
        ("de", "builds it"),
    ],
)
@pytest.mark.parametrize("path", ["manifest.json", *PAGES])
def test_without_the_sdk_it_says_what_to_do(bare: Table, path: str, language: str, words: str) -> None:
    """To people as a page, to programs as a problem, in their language; Owlbear's site may read it."""
    headers = {"accept-language": language, "origin": HOSTS[0]}
    program = bare.get(f"/vtt/owlbear/{path}", accept="application/json", **headers)
    person = bare.get(f"/vtt/owlbear/{path}", accept=BROWSER, **headers)
    assert (program.status_code, person.status_code) == (503, 503)
    assert words in program.json()["detail"]
    assert "make assets" in program.json()["detail"]
    assert words in person.text
    assert program.headers["access-control-allow-origin"] == HOSTS[0]


def test_every_language_has_every_word_and_no_module_asks_for_another() -> None:
    """Beside the words of the table, which the popover loads too."""
    words = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in WORDS.iterdir()}
    assert set(words) == {"en", "es", "fi", "pl"}
    assert all(own.keys() == words["en"].keys() for own in words.values())
    assert all(own[key] != words["en"][key] for language, own in words.items() for key in own if language != "en")
    of_table: dict[str, Any] = json.loads((OWN / "table" / "words" / "en.json").read_text(encoding="utf-8"))
    asked = set[str]()
    for file in (OWN / "vtt" / "owlbear").glob("*.js"):
        asked |= set(re.findall(r"'(owlbear\.\w+)'", file.read_text(encoding="utf-8")))
        asked |= set(re.findall(r"\bt\('([\w.]+)'", file.read_text(encoding="utf-8")))
    assert asked - of_table.keys() <= words["en"].keys()
    assert words["en"].keys() - asked == {"owlbear.x", "owlbear.y"}  # by a name made of parts
