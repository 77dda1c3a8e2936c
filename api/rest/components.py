"""JSON Schema of structs, under names usable in programs: plain words, unique, and equal to the title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.kernel.authoring.registration import RegistrationError

Shape = dict[str, Any]

PLAIN = re.compile(r"[A-Z][A-Za-z0-9]*\Z")
"""A component's name: generated clients make classes and files of it."""
_OURS = "schemas."


def components_of(types: Iterable[Any], template: str, prefix: str = "") -> tuple[list[Shape], dict[str, Shape]]:
    """(the schema of each type, the components they refer to). template: of references, with `{name}`.

    prefix: before every name. Of two structs of one name, the answer keeps it and the input gets the suffix Request;
    RegistrationError if that does not distinguish them.
    """
    shapes, components = msgspec.json.schema_components(list(types), ref_template="{name}")
    names: dict[str, str] = {}
    for old, shape in components.items():
        title = str(shape.get("title", old))
        full = title.partition("[")[0] if "[" in title else old  # a generic struct's name includes its arguments
        module, _, bare = full.rpartition(".")
        name = f"{prefix}{bare}"
        if module and not module.startswith(_OURS):
            name += "Request"
        if name in names.values():
            raise RegistrationError(f"two structs would be called {name}: rename one of them")
        names[old] = name
    made = {names[old]: {**_renamed(shape, names, template), "title": names[old]} for old, shape in components.items()}
    return [_renamed(shape, names, template) for shape in shapes], made


def _renamed(value: Any, names: Mapping[str, str], template: str) -> Any:
    """A schema, with its references renamed. A default that its own limits forbid stands for "absent", and goes."""
    if isinstance(value, dict):
        made: Shape = {}
        for key, item in value.items():
            if key == "$ref":
                made[key] = template.format(name=names[item])
            elif key == "mapping" and "propertyName" in value:
                made[key] = {tag: template.format(name=names[name]) for tag, name in item.items()}
            elif key != "default" or len(item if isinstance(item, str) else "") >= value.get("minLength", 0):
                made[key] = _renamed(item, names, template)
        return made
    return [_renamed(item, names, template) for item in value] if isinstance(value, list) else value
