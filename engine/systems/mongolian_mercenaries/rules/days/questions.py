"""Questions of the company's day, and the bodies of their answers."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility


class Meal(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether the party eats now."""

    eaten: bool = False


class AskMeal(Question[Meal], frozen=True, kw_only=True):
    """To the party, before the first action of a day and before the last: does it eat?  [MM-OUT-07]  Default: yes.

    units: of provisions that it takes. who: of the party needs them.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    units: int
    who: tuple[str, ...]


class Leaving(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a pet or an ally is left behind, and lost."""

    lost: bool = False


class AskLeaving(Question[Leaving], frozen=True, kw_only=True):
    """To the owner of a pet or ally: is it left outside a camp?  [MM-PET-05]  Default: it is taken along."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
