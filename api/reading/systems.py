"""The installed games, as a frontend reads them."""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from api.words.rules import rules_in
from engine.kernel.rulebook import Rulebook
from schemas import answers


def json_schema(cls: type[Struct]) -> Any:
    """JSON Schema 2020-12 of a struct."""
    (shape,), components = msgspec.json.schema_components([cls], ref_template="#/$defs/{name}")
    return {**shape, "$defs": components}


def system_answer(book: Rulebook[Any], locale: str) -> answers.RuleSystem:
    """One game, its rules in a reader's language as far as it has them."""
    rules = rules_in(book.system, locale)
    told = tuple(answers.Rule(id=r.id, title=r.title, statement=r.statement) for r in rules.values())
    return structs.replace(_described(book), rules=told)


@lru_cache(maxsize=64)
def _described(book: Rulebook[Any]) -> answers.RuleSystem:
    system = book.system
    return answers.RuleSystem(
        id=system.id,
        key=book.key,
        name=system.name,
        language=system.language,
        rules_version=system.version,
        commands=tuple(
            answers.OrderKind(
                key=key,
                description=inspect.cleandoc(cls.__doc__ or ""),
                actor=_camel_field(cls, cls.actor),
                fields=json_schema(cls),
            )
            for key, cls in book.orders.items()
        ),
        questions=tuple(q.__name__ for q in system.questions),
        sheet=json_schema(system.sheet),
        setup=json_schema(system.setup),
        content=tuple(
            answers.Catalogue(key=key, entries=msgspec.to_builtins(dict(entries)))
            for key, entries in system.content.items()
        ),
        rules=(),
    )


def _camel_field(cls: type[Struct], name: str) -> str | None:
    return dict(zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True)).get(name)
