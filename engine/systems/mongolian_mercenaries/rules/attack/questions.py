"""The question of an attack, and the body of its answer."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct, field

from engine.kit import Question, Visibility
from engine.systems.mongolian_mercenaries.content.kinds import When


class Reaction(Struct, frozen=True, kw_only=True, rename="camel"):
    """A reaction, or none. card: null: none. index: of the ability on it.  [MM-TAL-04]"""

    card: str | None = field(default=None, name="reactionCard")
    index: int = field(default=0, name="abilityIndex")


class AskReaction(Question[Reaction], frozen=True, kw_only=True):
    """To whoever a trigger gives a reaction: is it used?  [MM-DW-14, MM-DW-16, MM-DW-17, MM-DW-22]  Default: no.

    combatant: who may react. trigger: to what. other: who attacks, is attacked or has fallen; null: nobody.
    """

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatant: str
    trigger: When
    other: str | None = None
