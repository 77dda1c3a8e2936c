"""A game of one order: whoever acts posts guards at several places and looks in any direction, and then thinks again.

For what no installed game has: a field of several places, and a free direction, in an order and in an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct, structs

from engine.kernel.scene.preview import Foreseen
from engine.kernel.state.combatant import Place, Point
from engine.kernel.state.decisions import Field, Offer, Question, Visibility
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.ground.areas import SceneArea, SceneSector
from engine.kernel.state.ground.ground import SpaceKind
from engine.kernel.state.ground.reach import area_of
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Audience, Event, Order
from tests.support.slices.common import must_act
from tests.support.toys.skirmish import SK, Own, Shown, go_on, reachable

MOST = 2
"""Guards that may be posted at once."""


class Post(Order, frozen=True, kw_only=True):
    """Post guards, and look in a direction. at: one or two places nearby."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    at: Annotated[tuple[Place, ...], msgspec.Meta(max_length=9)]
    towards: Point


class Posting(Struct, frozen=True, kw_only=True):
    """Other places, and another direction."""

    at: tuple[Place, ...]
    towards: Point


class Stay(Struct, frozen=True, kw_only=True):
    """As it was ordered."""


class Again(Question[Any], frozen=True, kw_only=True):
    """Is it to be otherwise after all?"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (Posting, Stay)
    combatant: str


class Posted(Event, frozen=True, kw_only=True):
    """Guards stand somewhere."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    at: tuple[Place, ...]
    towards: Point


def fields(near: tuple[Place, ...]) -> tuple[Field, Field]:
    """Several places, and any direction."""
    return Field("at", "places", near, least=1, most=MOST, reach=area_of(near)), Field("towards", "facing")


class Drill(Shown):
    """See the module."""

    orders: tuple[type[Order], ...] = (Post,)
    events: tuple[type[Event], ...] = (Posted,)
    questions: tuple[type[Any], ...] = (Again,)

    def __init__(self, kind: SpaceKind) -> None:
        super().__init__(kind)
        self.id = f"drill_{kind.lower()}"
        self.name = f"Drill {kind.lower()}"

    def play(self, order: Order, table: SK) -> None:
        """Refuse the order, or ask once more and do it."""
        if not isinstance(order, Post):
            super().play(order, table)
            return
        who = order.combatant
        must_act(table.state, who)
        near = reachable(table.seen(table.seat), who)
        if not 1 <= len(order.at) <= MOST or len(set(order.at)) < len(order.at):
            raise RuleRefusal(f"at: 1 to {MOST} places, each once", rule="SK-5", field="at")
        if not set(order.at) <= set(near):
            raise RuleRefusal("that is too far", rule="SK-5", field="at")
        if order.towards == Point(0, 0):
            raise RuleRefusal("towards: a direction, not 0, 0", rule="SK-5", field="towards")
        offers: tuple[Offer[Any], ...] = (
            Offer("stay", Stay(), "SK-5"),
            Offer("posting", Posting(at=order.at, towards=order.towards), "SK-5", fields(near)),
        )
        question = Again(offers=offers, default="stay", combatant=who)
        answer = table.ask(table.state.fight.holders(who), question, rule="SK-5")
        chosen = answer if isinstance(answer, Posting) else order
        table.emit(Posted(combatant=who, at=chosen.at, towards=chosen.towards), rule="SK-5")
        go_on(table, who)

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """Guards are no state; whoever posts them looks where it was ordered."""
        if isinstance(event, Posted):
            body = structs.replace(own.bodies[event.combatant], looks=event.towards)
            return structs.replace(own, bodies={**own.bodies, event.combatant: body})
        return super().evolve(own, event, fight)

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """Beginning, and posting."""
        if combatant is None:
            yield from super().offers(seen, combatant)
        elif combatant in seen.fight.acting and (near := reachable(seen, combatant)):
            yield Offer("post", Post(combatant=combatant, at=near[:1], towards=Point(3, -4)), "SK-5", fields(near))

    def preview(self, seen: State[Own], seat: str, thing: Struct, locale: str) -> Foreseen | None:
        """The places, and on a plane what lies ahead."""
        if not isinstance(thing, (Post, Posting)):
            return None
        areas = (area_of(thing.at),)
        who = thing.combatant if isinstance(thing, Post) else next(iter(seen.fight.acting))
        here = seen.fight.combatants[who].place
        if here is not None and here.point is not None:
            one, other = thing.towards, Point(-thing.towards.y, thing.towards.x)
            areas += (SceneArea(sector=SceneSector(centre=here.point, radius=600, from_=one, to=other)),)
        return Foreseen(areas=areas)


def drill(kind: SpaceKind) -> Drill:
    """The game in a kind of space."""
    return Drill(kind)
