"""Changes of the OpenAPI document: routes, requests and responses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from schemas.changes.change import ADDITIVE, BREAKING, Change
from schemas.changes.shapes import Shape, Shapes

_METHODS = ("get", "put", "post", "delete", "patch", "head", "options")


def changes(old: Shape, new: Shape) -> Iterator[Change]:
    """From one document to another."""
    sent, read = Shapes(old, new, sent=True), Shapes(old, new, sent=False)
    befores, afters = _operations(old), _operations(new)
    for name, before in befores.items():
        if name not in afters:
            yield Change(BREAKING, f"{name} is gone")
            continue
        after = afters[name]
        yield from _parameters(before, after, name, sent)
        yield from _body(before, after, name, sent)
        yield from _answers(before, after, name, read)
        if before.get("security") == [] and after.get("security") != []:
            yield Change(BREAKING, f"{name} needs a token now")
    yield from (Change(ADDITIVE, f"{name} is new") for name in sorted(afters.keys() - befores.keys()))


def _operations(document: Shape) -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": operation
        for path, methods in document.get("paths", {}).items()
        for method, operation in methods.items()
        if method in _METHODS
    }


def _parameters(old: Shape, new: Shape, name: str, sent: Shapes) -> Iterator[Change]:
    befores, afters = ({(p["in"], p["name"]): p for p in operation.get("parameters", ())} for operation in (old, new))
    for key, before in befores.items():
        where = f"{name}: the {key[0]} parameter {key[1]}"
        if key not in afters:
            yield Change(BREAKING, f"{where} is gone")
            continue
        if afters[key].get("required") and not before.get("required"):
            yield Change(BREAKING, f"{where} must be sent now")
        yield from sent.changes(before.get("schema", {}), afters[key].get("schema", {}), where)
    for key in sorted(afters.keys() - befores.keys()):
        asked = bool(afters[key].get("required"))
        more = ", and must be sent" if asked else ""
        yield Change(BREAKING if asked else ADDITIVE, f"{name}: the {key[0]} parameter {key[1]} is new{more}")


def _body(old: Shape, new: Shape, name: str, sent: Shapes) -> Iterator[Change]:
    before, after = old.get("requestBody"), new.get("requestBody")
    if before is None:
        if after is not None:
            asked = bool(after.get("required"))
            yield Change(BREAKING if asked else ADDITIVE, f"{name} takes a body{' that must be sent' if asked else ''}")
        return
    if after is None:
        yield Change(BREAKING, f"{name} takes no body any more")
        return
    if after.get("required") and not before.get("required"):
        yield Change(BREAKING, f"{name}: its body must be sent now")
    yield from _media(before, after, f"{name}: its body", sent)


def _answers(old: Shape, new: Shape, name: str, read: Shapes) -> Iterator[Change]:
    befores, afters = old.get("responses", {}), new.get("responses", {})
    for status, before in befores.items():
        if status not in afters:
            yield Change(BREAKING, f"{name} does not answer {status} any more")
        else:
            yield from _media(before, afters[status], f"{name}: its answer {status}", read)
    yield from (Change(ADDITIVE, f"{name} may answer {status}") for status in sorted(afters.keys() - befores.keys()))


def _media(old: Mapping[str, Any], new: Mapping[str, Any], where: str, shapes: Shapes) -> Iterator[Change]:
    befores, afters = old.get("content", {}), new.get("content", {})
    for media, before in befores.items():
        if media not in afters:
            yield Change(BREAKING, f"{where} is not {media} any more")
        else:
            yield from shapes.changes(before.get("schema", {}), afters[media].get("schema", {}), where)
    yield from (Change(ADDITIVE, f"{where} may be {media}") for media in sorted(afters.keys() - befores.keys()))
