"""CommandInput: the tools of the GM and every system's orders, as one nested @oneOf, built from their structs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from api.graphql.inputs import InputBuilder, convert
from api.graphql.wording import doc
from engine.kernel.gm import TOOLS, Tool
from engine.kernel.messages import camel
from engine.kernel.rulebook import RegistrationError, Rulebook

GM = "gm"

_TOOLS: dict[str, type[Tool]] = {camel(tool.__name__): tool for tool in TOOLS}

Path = Sequence[str | int]


def command_input(inputs: InputBuilder, books: Iterable[Rulebook[Any]]) -> Any:
    """The input type of all commands."""
    gm = {key: (inputs.struct(tool), doc(tool)) for key, tool in _TOOLS.items()}
    members = {GM: (inputs.one_of("GmCommandInput", gm, "A tool of the GM: exactly one."), "Overrule the engine.")}
    for book in books:
        if book.key == GM:
            raise RegistrationError("no system may be called gm: that word is the game master's")
        orders = {
            key: (inputs.struct(cls, name=f"{book.prefix}{cls.__name__}Input", prefix=book.prefix), doc(cls))
            for key, cls in book.orders.items()
        }
        name, said = f"{book.prefix}CommandInput", f"An order of {book.system.name}: exactly one."
        members[book.key] = (inputs.one_of(name, orders, said), f"Order something in {book.system.name}.")
    return inputs.one_of("CommandInput", members, "An order of a system, or a tool of the GM: exactly one.")


def part_input(inputs: InputBuilder, name: str, books: Iterable[Rulebook[Any]], kinds: Mapping[str, type]) -> Any:
    """`SheetInput` and `SetupInput`: one key per system. kinds: system's id -> struct. None where none has fields."""
    members = {
        book.key: (inputs.struct(kinds[book.system.id], prefix=book.prefix), doc(kinds[book.system.id]))
        for book in books
        if kinds[book.system.id].__struct_fields__  # type: ignore[attr-defined]  # every struct has them
    }
    return inputs.one_of(name, members, "Exactly one: that of the encounter's system.") if members else None


def check_command(books: Mapping[str, Rulebook[Any]], command: Mapping[str, Any], path: Path) -> None:
    """BadInput that names the field where a command cannot be read. books: by their key."""
    ((key, body),) = command.items()
    ((name, fields),) = body.items()
    cls: type[Struct] = _TOOLS[name] if key == GM else books[key].orders[name]
    convert(fields, cls, [*path, key, name])
