"""The typed parts of the systems: their state, and their data per combatant."""

from __future__ import annotations

import typing
from collections.abc import Iterable
from typing import Any

import strawberry

from api.graphql.builder import Builder
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook, per_combatant


def system_parts(builder: Builder, books: Iterable[Rulebook[Any]]) -> tuple[Any, Any, list[Any]]:
    """(interface SystemState, interface SystemCombatant, the types of all systems)."""
    word = [builder.plain("system", strawberry.ID, description="The rule system's id.")]
    state = builder.interface("SystemState", word, "What a rule system adds to the fight.", lambda part: part.type)
    combatant = builder.interface(
        "SystemCombatant", word, "What a rule system adds to a combatant.", lambda part: part.type
    )
    made: list[Any] = []
    for book in books:
        own = book.system.own
        field = per_combatant(book)
        if "system" in own.__struct_fields__:
            raise RegistrationError(f"{own.__name__}.system: that name is taken by the system's id")
        made.append(
            builder.struct(
                own,
                name=f"{book.prefix}State",
                prefix=book.home,
                interfaces=[state],
                without=[field] if field else [],
            )
        )
        if field is not None:
            cls = typing.get_args(typing.get_type_hints(own)[field])[1]
            name = f"{book.prefix}Combatant"
            made.append(builder.struct(cls, name=name, prefix=book.home, interfaces=[combatant]))
    return state, combatant, made
