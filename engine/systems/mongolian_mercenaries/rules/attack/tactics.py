"""What enemies that play themselves do on the field: close in, draw away, hide, stand before others.  [MM-ENM-13]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Order
from engine.systems.mongolian_mercenaries.rules.attack import behaviour
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, MercenariesFight
from engine.systems.mongolian_mercenaries.rules.field import screens
from engine.systems.mongolian_mercenaries.rules.field.orders import (
    Block,
    ChangeDistance,
    Crouch,
    Heading,
    Screen,
    UseCover,
)


def _towards(state: MercenariesFight, who: str, heading: Heading) -> list[ChangeDistance]:
    """On the preferred prey first."""
    key = behaviour.prey_first(state, who)
    found = [order for order in behaviour.of(state, who, ChangeDistance) if order.heading is heading]
    return sorted(found, key=lambda order: key(order.target))


def close_in(state: MercenariesFight, who: str) -> Iterator[Order]:
    """Nearer to an opponent that no attack reaches yet.  [RUL-75]"""
    yield from _towards(state, who, Heading.NEARER)


def back_off(state: MercenariesFight, who: str) -> Iterator[Order]:
    """Away from the nearest."""
    found = _towards(state, who, Heading.FARTHER)
    yield from sorted(found, key=lambda order: distances.between(state, who, order.target).level)


def take_cover(state: MercenariesFight, who: str) -> Iterator[Order]:
    """Behind the cover of its position."""
    yield from (order for order in behaviour.of(state, who, UseCover) if not order.leave)


def crouch(state: MercenariesFight, who: str) -> Iterator[Order]:
    """In heavy cover."""
    yield from behaviour.of(state, who, Crouch)


def screen(state: MercenariesFight, who: str) -> Iterator[Order]:
    """Before the ally with the least Health; whoever screens already stays where it is."""
    if not any(screening.by == who for screening in screens.holding(state)):
        yield from sorted(behaviour.of(state, who, Screen), key=lambda order: lookup.vital(state, order.target, HEALTH))


def block(state: MercenariesFight, who: str) -> Iterator[Order]:
    """In the way of the preferred prey; whoever blocks already stays where it is."""
    if not any(screening.by == who for screening in screens.holding(state)):
        key = behaviour.prey_first(state, who)
        yield from sorted(behaviour.of(state, who, Block), key=lambda block: key(block.target))
