"""Changes of a JSON Schema as msgspec writes it, for clients that read the described values or send them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from schemas.changes.change import ADDITIVE, BREAKING, DANGEROUS, Change

Shape = Mapping[str, Any]

_LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")


class Shapes:
    """Compares the shapes of two documents.

    old, new: the documents that `$ref` points into. sent: clients write the compared values; else they read them. A
    reader breaks on fewer fields or another type; a writer on more required fields or fewer accepted values.
    """

    def __init__(self, old: Shape, new: Shape, *, sent: bool) -> None:
        self._old, self._new, self._sent = old, new, sent
        self._compared: set[tuple[str, str]] = set()

    def changes(self, old: Shape, new: Shape, where: str) -> Iterator[Change]:
        """From one shape to the other. A named shape is compared once, at its first occurrence."""
        if "$ref" in old and "$ref" in new:
            pair = old["$ref"], new["$ref"]
            if pair in self._compared:
                return
            self._compared.add(pair)
            where = _name(pair[0])
        befores, afters = _variants(self._old, old), _variants(self._new, new)
        yield from self._kinds(befores, afters, where)
        for kind, before in befores.items():
            after = afters.get(kind)
            if after is None:
                continue
            if "$ref" in before and "$ref" in after:
                yield from self.changes(before, after, where)
            else:
                yield from self._inside(resolved(self._old, before), resolved(self._new, after), where)

    def _kinds(self, befores: Mapping[str, Shape], afters: Mapping[str, Shape], where: str) -> Iterator[Change]:
        """Compare the possible types: a reader must not get new ones, and a writer must be accepted as before."""
        anything = "anything"
        gone = [] if anything in afters else sorted(befores.keys() - afters.keys())
        come = [] if anything in befores else sorted(afters.keys() - befores.keys())
        if not gone and not come:
            return
        broken = gone if self._sent else come
        was, now = (" or ".join(sorted(kinds)) for kinds in (befores, afters))
        yield Change(BREAKING if broken else ADDITIVE, f"{where} was {was}, and is {now}")

    def _inside(self, old: Shape, new: Shape, where: str) -> Iterator[Change]:
        yield from self._properties(old, new, where)
        yield from self._values(old, new, where)
        if self._sent:
            yield from _bounds(old, new, where)
        for word, mark in (("items", "[]"), ("additionalProperties", "{}")):
            if isinstance(old.get(word), Mapping) and isinstance(new.get(word), Mapping):
                yield from self.changes(old[word], new[word], where + mark)
        befores, afters = old.get("prefixItems", ()), new.get("prefixItems", ())
        if len(befores) != len(afters):
            yield Change(BREAKING, f"{where} was {len(befores)} values in a row, and is {len(afters)}")
        for number, (before, after) in enumerate(zip(befores, afters, strict=False)):
            yield from self.changes(before, after, f"{where}[{number}]")

    def _properties(self, old: Shape, new: Shape, where: str) -> Iterator[Change]:
        befores, afters = old.get("properties", {}), new.get("properties", {})
        needed, needs = set(old.get("required", ())), set(new.get("required", ()))
        for name in befores:
            if name not in afters:
                yield Change(BREAKING, f"{where}.{name} is gone")
                continue
            if self._sent and name in needs - needed:
                yield Change(BREAKING, f"{where}.{name} must be sent now")
            if not self._sent and name in needed - needs:
                yield Change(BREAKING, f"{where}.{name} may be absent now")
            if afters[name].get("deprecated") and not befores[name].get("deprecated"):
                yield Change(ADDITIVE, f"{where}.{name} is deprecated")
            yield from self.changes(befores[name], afters[name], f"{where}.{name}")
        for name in sorted(afters.keys() - befores.keys()):
            asked = self._sent and name in needs
            yield Change(
                BREAKING if asked else ADDITIVE, f"{where}.{name} is new{', and must be sent' if asked else ''}"
            )
        if self._sent and old.get("additionalProperties") is not False and new.get("additionalProperties") is False:
            yield Change(BREAKING, f"{where} takes no other fields any more")

    def _values(self, old: Shape, new: Shape, where: str) -> Iterator[Change]:
        befores, afters = _allowed(old), _allowed(new)
        if befores is None or afters is None:
            if befores != afters:
                narrower = befores is None
                known = self._sent == narrower
                was, now = (f"one of {values}" if values is not None else "any value" for values in (befores, afters))
                yield Change(BREAKING if known else ADDITIVE, f"{where} was {was}, and is {now}")
            return
        for value in befores:
            if value not in afters:
                yield Change(BREAKING, f"{where}: the value {value!r} is gone")
        for value in afters:
            if value not in befores:
                yield Change(ADDITIVE if self._sent else DANGEROUS, f"{where}: the value {value!r} is new")


def _bounds(old: Shape, new: Shape, where: str) -> Iterator[Change]:
    for words, worse in ((_LEAST, 1), (_MOST, -1)):
        for word in words:
            before, after = old.get(word), new.get(word)
            if after is not None and (before is None or (after - before) * worse > 0):
                was = "nothing" if before is None else before
                yield Change(BREAKING, f"{where}: {word} was {was}, and is {after}")
    if new.get("pattern") is not None and new.get("pattern") != old.get("pattern"):
        yield Change(BREAKING, f"{where}: its text must look like {new['pattern']} now")


def _allowed(shape: Shape) -> Sequence[Any] | None:
    if "const" in shape:
        return [shape["const"]]
    found: Sequence[Any] | None = shape.get("enum")
    return found


def _variants(document: Shape, shape: Shape) -> dict[str, Shape]:
    """A value's variants: its type, or a name if another has that type -> its shape, or the `$ref` to it."""
    shape = resolved(document, shape)
    parts = shape.get("anyOf") or shape.get("oneOf")
    if parts:
        found: dict[str, Shape] = {}
        for part in parts:
            for kind, variant in _variants(document, part).items():
                named = "$ref" in part
                found[_name(part["$ref"]) if named and kind in found else kind] = part if named else variant
        return found
    said = shape.get("type")
    if said is None:
        values = _allowed(shape)
        if values is None:
            return {"anything": shape}
        return {_TYPES.get(type(value), "null"): shape for value in values}
    return dict.fromkeys(said if isinstance(said, list) else [said], shape)


_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", dict: "object", list: "array"}


def resolved(document: Shape, shape: Shape) -> Shape:
    """The target of a `$ref`."""
    while "$ref" in shape:
        found: Any = document
        for part in shape["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        shape = found
    return shape


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]
