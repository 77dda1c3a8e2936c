"""The GraphQL documents of the client library, as its pages send them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import api.pages

MODULE = Path(api.pages.__file__).parent / "own" / "client" / "documents.js"
_CONSTANT = re.compile(r"export const (\w+) = (?:/\* GraphQL \*/ )?`(.*?)`;", re.DOTALL)


@cache
def page_document(name: str) -> str:
    """A document by the name of its constant, with the fragments that it brings along."""
    written: dict[str, str] = dict(_CONSTANT.findall(MODULE.read_text(encoding="utf-8")))
    return re.sub(r"\$\{(\w+)\}", lambda found: page_document(found[1]), written[name])
