"""JSON Schema of structs, under names that a program can bear: plain words, each once, its title the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.kernel.rulebook import RegistrationError

Shape = dict[str, Any]

PLAIN = re.compile(r"[A-Z][A-Za-z0-9]*\Z")
"""A name of a component: generated clients make classes and files of it."""
_OURS = "schemas."


def components_of(types: Iterable[Any], template: str, prefix: str = "") -> tuple[list[Shape], dict[str, Shape]]:
    """(the shape of each type, the components they refer to). template: of references, with `{name}`.

    prefix: before every name. Of two structs of one name, what is answered keeps it, and what is sent is a Request;
    RegistrationError where that does not tell them apart.
    """
    shapes, components = msgspec.json.schema_components(list(types), ref_template="{name}")
    names: dict[str, str] = {}
    for old, shape in components.items():
        title = str(shape.get("title", old))
        full = title.partition("[")[0] if "[" in title else old  # a generic struct has its arguments in its name
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
    """A shape, its references by the new names."""
    if isinstance(value, dict):
        return {
            key: template.format(name=names[item]) if key == "$ref" else _renamed(item, names, template)
            for key, item in value.items()
        }
    return [_renamed(item, names, template) for item in value] if isinstance(value, list) else value
