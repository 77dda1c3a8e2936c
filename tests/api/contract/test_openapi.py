"""What /openapi.json says besides shapes: tags, servers, tags of unions, and limits that only code knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from api.access.origins import origin_fault
from api.operations import shelving
from api.rest.openapi import openapi
from api.rest.routes import IN_PATHS, ROUTES
from api.rest.tags import TAGS, tag_of
from api.webhooks.address import read_address
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.structs.errors import RuleRefusal
from engine.store.ids import new_id

DOCUMENT = openapi(ROUTES)
SCHEMAS = DOCUMENT["components"]["schemas"]


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object of the document."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(inner)


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in DOCUMENT["paths"].items():
        for operation in methods.values():
            yield path, operation


def limits(path: str, method: str, name: str) -> dict[str, Any]:
    """The schema of a parameter."""
    found = DOCUMENT["paths"][path][method]["parameters"]
    return next(one["schema"] for one in found if one["name"] == name)


def test_every_operation_has_one_tag_that_is_described() -> None:
    """And every tag has operations; a path that nobody has thought of is told when Skald starts."""
    described = {tag["name"] for tag in DOCUMENT["tags"]}
    used = {path: operation["tags"] for path, operation in operations()}
    assert all(len(tags) == 1 for tags in used.values())
    assert {tags[0] for tags in used.values()} == described == {tag.name for tag in TAGS}
    assert tag_of("/v1/encounters/{id}/seats/{seat}/bot") == "seats"
    with pytest.raises(RegistrationError, match="has no tag"):
        tag_of("/v1/unheard/of")


def test_it_names_the_server_that_it_is_read_from() -> None:
    assert [server["url"] for server in DOCUMENT["servers"]] == ["/"]


def test_unions_name_their_members_by_reference() -> None:
    """By the tag of each, as `#/components/schemas/...`, which leads to one of the members."""
    unions = [part for part in parts(DOCUMENT) if "discriminator" in part]
    assert unions
    for union in unions:
        members = {member["$ref"] for member in union["anyOf"]}
        assert set(union["discriminator"]["mapping"].values()) == members
    assert SCHEMAS["Scene"]["properties"]["space"]["discriminator"]["mapping"]["GRID"] == (
        "#/components/schemas/SceneGrid"
    )


def test_no_default_is_forbidden_by_its_own_limits() -> None:
    """What is absent by default has none."""
    assert "default" not in SCHEMAS["GroundEdge"]["properties"]["key"]
    for part in parts(DOCUMENT):
        default = part.get("default")
        if isinstance(default, str):
            assert part.get("minLength", 0) <= len(default) <= part.get("maxLength", len(default)), part
            assert re.search(part.get("pattern", ""), default), part
            assert default in part.get("enum", [default]), part
        elif isinstance(default, int) and not isinstance(default, bool):
            assert part.get("minimum", default) <= default <= part.get("maximum", default), part
        elif isinstance(default, list):
            assert part.get("minItems", 0) <= len(default) <= part.get("maxItems", len(default)), part


def test_shelves_hosts_fights_and_cursors_have_the_form_that_is_taken() -> None:
    assert limits("/v1/shelf/{kind}/{key}", "get", "kind") == {"type": "string", "enum": list(shelving.KINDS)}
    assert limits("/v1/shelf", "get", "kind")["enum"] == list(shelving.KINDS)
    for text, good in (
        ("MAP/ford", True),
        ("MAP/-ford", False),
        ("map/ford", False),
        ("MAP/", False),
        ("MAP/a\n", False),
    ):
        assert (re.search(limits("/v1/shelf", "get", "after")["pattern"], text) is not None) is good
    for text, good in (("MAP/ford,SHEET/wolf", True), ("MAP/ford,", False), ("", False), ("MAP/ford SHEET/w", False)):
        assert (re.search(limits("/v1/shelf/file", "get", "items")["pattern"], text) is not None) is good
    for path, method, name in (
        ("/v1/hosts", "get", "after"),
        ("/v1/encounters", "get", "host"),
        ("/v1/hosts/{host}/tokens", "delete", "host"),
        ("/v1/encounters/{id}/seats/{seat}", "put", "seat"),
    ):
        form = limits(path, method, name)["pattern"]
        assert re.search(form, "ana-1")
        assert not re.search(form, "an a")
    assert re.search(IN_PATHS["id"]["pattern"], new_id(1_700_000_000_000, b"skald!"))


ORIGINS = (
    "https://vtt.example", "http://localhost:8080", "https://[::1]:3000", "chrome-extension://abcdef", "https://Vtt.example",
    "https://vtt.example/", "vtt.example", "https://", "https://*.example", "https://u@vtt.example", "HTTPS://vtt.example",
    "https://vtt.exämple",
)  # fmt: skip


@pytest.mark.parametrize("text", ORIGINS)
def test_the_form_of_an_origin_leaves_out_none_that_is_taken(text: str) -> None:
    """What it lets through may still be refused in words: a port that no machine has."""
    form = SCHEMAS["OriginBody"]["properties"]["origin"]["pattern"]
    assert origin_fault(text) or re.search(form, text)
    assert (re.search(form, text) is None) is (ORIGINS.index(text) >= 4)


ADDRESSES = (
    "https://hooks.example/a?b=c", "http://127.0.0.1:8000", "https://[2001:db8::1]/x", "https://u@hooks.example", "ftp://hooks.example",
    "https://hooks.example/a#b", "https://hooks.example/a b", "https://", "https://hooks.example\n",
)  # fmt: skip


@pytest.mark.parametrize("text", ADDRESSES)
def test_the_form_of_a_webhook_s_address_is_the_one_that_is_read(text: str) -> None:
    form = SCHEMAS["WebhookBody"]["properties"]["address"]["pattern"]
    good = ADDRESSES.index(text) < 3
    assert (re.search(form, text) is not None) is good
    if good:
        read_address(text)
    else:
        with pytest.raises(RuleRefusal):
            read_address(text)
