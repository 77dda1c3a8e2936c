"""A rule system that is only a shape: enough to build a schema, with one thing in it that a test is about."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.messages import Audience, Event, Order
from tests.support.slices.bare import BareGame


class Cheer(Event, frozen=True, kw_only=True):
    """Somebody is glad."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


class Clap(Order, frozen=True, kw_only=True):
    """Be glad."""

    actor: ClassVar[str] = "combatant"
    combatant: str


class Figures(Struct, frozen=True, rename="camel"):
    """What somebody is entered with. joy: from 0."""

    joy: int = 0


class Mood(Struct, frozen=True, rename="camel"):
    """What is kept of somebody. joy: from 0."""

    joy: int = 0


class Own(Struct, frozen=True, rename="camel"):
    """What the system keeps. loud: whether anybody cheers."""

    loud: bool = False
    moods: dict[str, Mood] = {}


class Toy(BareGame):
    """The system `toy`, or another of its kind."""

    questions: tuple[type, ...] = ()

    def __init__(
        self,
        id: str = "toy",
        *,
        events: tuple[type[Event], ...] = (),
        orders: tuple[type[Order], ...] = (),
        sheet: type[Struct] = Figures,
        own: type[Struct] = Own,
        glossary: Mapping[str, str] | None = None,
        ids: Collection[str] = (),
    ) -> None:
        self.id, self.name = id, id.title()
        self.events, self.orders = (Cheer, *events), (Clap, *orders)
        self.sheet, self.own = sheet, own
        self.glossary, self.ids = glossary or {}, ids


class Unchecked(Rulebook[Any]):
    """A system that is registered without the house looking at it."""

    def _check(self) -> None:
        pass


def toy(id: str = "toy", *, unchecked: bool = False, **parts: Any) -> Rulebook[Any]:
    """The rulebook of a toy."""
    system: Any = Toy(id, **parts)
    return Unchecked(system) if unchecked else Rulebook(system)
