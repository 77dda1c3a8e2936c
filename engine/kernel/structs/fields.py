"""Fields and types of structs, cached: reflection is slow and the schema uses it often."""

from __future__ import annotations

import sys
import typing
from collections.abc import Mapping
from functools import cache
from types import CodeType
from typing import Any

from msgspec import Struct, structs


@cache
def fields_of(cls: type[Struct]) -> tuple[structs.FieldInfo, ...]:
    """The fields of a struct, in their order."""
    settle(cls)
    return structs.fields(cls)


@cache
def type_hints_of(cls: type) -> Mapping[str, Any]:
    """Field or constant -> its annotated type, including annotation metadata."""
    settle(cls)
    return typing.get_type_hints(cls, include_extras=True)


@cache
def settle(cls: type) -> None:
    """Put types where a class and its bases have them as text, as every module of ours leaves them.

    msgspec, its inspection and `typing` each compile every text of a class and of all its bases whenever they are asked
    for it: a seventh of a server's start. What cannot be read yet stays as it is, and they say what is wrong.
    """
    for base in cls.__mro__:
        texts = {name: text for name, text in vars(base).get("__annotations__", {}).items() if isinstance(text, str)}
        if not texts:
            continue
        around = vars(sys.modules[base.__module__]) if base.__module__ in sys.modules else {}
        try:
            # The module's names come first, as they do for `typing`: a field may be called as a type is.
            found = {name: eval(_compiled(text), dict(vars(base)), around) for name, text in texts.items()}
        except (NameError, AttributeError, SyntaxError, TypeError):
            continue
        base.__annotations__ = {**base.__annotations__, **found}


@cache
def _compiled(text: str) -> CodeType:
    return compile(text, "<annotation>", "eval")
