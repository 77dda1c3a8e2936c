"""CommandInput: GM tools, table talk and every system's orders, as one nested @oneOf built from their structs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from api.graphql.inputs import InputBuilder, convert
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook
from engine.service.writing.gm_tools import BESIDE_RULES
from schemas.wording import doc

_BESIDE = {
    "gm": ("GmCommandInput", "A tool of the GM: exactly one.", "Overrule the engine."),
    "table": ("TableCommandInput", "A table request: exactly one.", "Ask to take back, or answer."),
}
"""Commands outside any rule system: name of the input type, its description, the description of its field."""

Path = Sequence[str | int]


def command_input(inputs: InputBuilder, books: Iterable[Rulebook[Any]]) -> Any:
    """The input type of all commands."""
    members = {}
    for key, (name, said, field) in _BESIDE.items():
        tools = {tool: (inputs.struct(cls), doc(cls)) for tool, cls in BESIDE_RULES[key].items()}
        members[key] = (inputs.one_of(name, tools, said), field)
    for book in books:
        if book.key in _BESIDE:
            raise RegistrationError(f"no system may be called {book.key}: that word is for what no system plays")
        orders = {
            key: (inputs.struct(cls, name=f"{book.prefix}{cls.__name__}Input", prefix=book.home), doc(cls))
            for key, cls in book.orders.items()
        }
        name, said = f"{book.prefix}CommandInput", f"An order of {book.system.name}: exactly one."
        members[book.key] = (inputs.one_of(name, orders, said), f"Order something in {book.system.name}.")
    return inputs.one_of("CommandInput", members, "An order, a tool of the GM, or talk: exactly one.")


def part_input(inputs: InputBuilder, name: str, books: Iterable[Rulebook[Any]], kinds: Mapping[str, type]) -> Any:
    """`SheetInput` and `SetupInput`: one key per system. kinds: system's id -> struct. None if no struct has fields."""
    members = {
        book.key: (inputs.struct(kinds[book.system.id], prefix=book.home), doc(kinds[book.system.id]))
        for book in books
        if kinds[book.system.id].__struct_fields__  # type: ignore[attr-defined]  # every struct has them
    }
    return inputs.one_of(name, members, "Exactly one: that of the encounter's system.") if members else None


def check_command(books: Mapping[str, Rulebook[Any]], command: Mapping[str, Any], path: Path) -> None:
    """Raise BadInput, naming the field, if a command cannot be parsed. books: by their key."""
    ((key, body),) = command.items()
    ((name, fields),) = body.items()
    cls: type[Struct] = BESIDE_RULES[key][name] if key in BESIDE_RULES else books[key].orders[name]
    convert(fields, cls, [*path, key, name])
