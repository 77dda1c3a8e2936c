"""JSON Patch (RFC 6902) as a client applies it."""

from __future__ import annotations

import copy
from typing import Any


def patched(value: Any, operations: list[dict[str, Any]]) -> Any:
    """The value after `add`, `remove` and `replace`, strictly: what is removed or replaced has to be there."""
    value = copy.deepcopy(value)
    for operation in operations:
        *path, last = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")]
        if not path:  # the whole document
            assert operation["op"] == "replace"
            value = operation["value"]
            continue
        parent = value
        for part in path[1:]:
            parent = parent[int(part) if isinstance(parent, list) else part]
        at = int(last) if isinstance(parent, list) else last
        if operation["op"] != "add":
            parent[at]  # it is there
        if operation["op"] == "remove":
            del parent[at]
        elif operation["op"] == "add" and isinstance(parent, list):
            assert 0 <= at <= len(parent)
            parent.insert(at, operation["value"])
        else:
            assert operation["op"] in ("add", "replace")
            parent[at] = operation["value"]
    return value
