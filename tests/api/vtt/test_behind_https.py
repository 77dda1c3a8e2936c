"""Plugins behind a proxy of https: virtual tables are pages of https, and load nothing by plain http."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.pages.site import Folders
from api.vtt.owlbear import SDK
from engine.store.server import PrivateServer
from tests.api.table import Table, serving

SAID = {"host": "skald.example", "x-forwarded-proto": "https"}
"""What the proxies of the guide send on."""


@pytest.fixture(scope="module")
def behind(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service that trusts its proxy."""
    folder = tmp_path_factory.mktemp("behind")
    with serving(server.url, folder, {"trusted_proxies": ("127.0.0.1",)}) as running:
        yield running


def addresses(told: Any) -> set[str]:
    """Every address in a manifest."""
    if isinstance(told, str):
        return {told} if told.startswith("http") and "://*" not in told else set()
    inside = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    return {found for one in inside for found in addresses(one)}


def manifests(get: Callable[[str], httpx.Response]) -> list[Any]:
    """The manifest of Foundry, which its zip has too, and that of the extension for Roll20, without Roll20's pages."""
    module = get("/vtt/foundry/module.json").json()
    with zipfile.ZipFile(io.BytesIO(get("/vtt/foundry/skald.zip").content)) as file:
        assert json.loads(file.read("module.json")) == module
    with zipfile.ZipFile(io.BytesIO(get("/vtt/roll20/extension.zip").content)) as file:
        extension = json.loads(file.read("manifest.json"))
    return [module, {**extension, "content_scripts": []}]


def test_every_address_of_a_manifest_is_of_https(behind: Table) -> None:
    """That of Foundry and its zip, and that of the extension for Roll20, which may ask that server."""
    module, extension = manifests(lambda path: behind.get(path, **SAID))
    assert extension["host_permissions"] == ["https://skald.example/*"]
    for told in (module, extension):
        assert addresses(told)
        assert all(one.startswith("https://skald.example/") for one in addresses(told)), addresses(told)


def test_so_is_that_of_owlbear(server: PrivateServer, vendor: Path, tmp_path: Path) -> None:
    """Where the SDK is there."""
    if not any((vendor / SDK.partition("/")[0]).glob("sdk@*/sdk.js")):
        pytest.skip("the SDK of Owlbear Rodeo is missing: npm builds it")
    with serving(server.url, tmp_path, {"trusted_proxies": ("127.0.0.1",)}, folders=Folders(vendor=vendor)) as table:
        told = table.get("/vtt/owlbear/manifest.json", **SAID).json()
    assert len(addresses(told)) > 3
    assert all(one.startswith("https://skald.example/") for one in addresses(told)), addresses(told)


def test_whoever_is_no_trusted_proxy_is_not_believed(table: Table) -> None:
    """The scheme is that of the connection."""
    told = table.get("/vtt/foundry/module.json", **SAID).json()
    assert told["manifest"] == "http://skald.example/vtt/foundry/module.json"
