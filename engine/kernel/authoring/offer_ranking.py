"""Offers with the usual ones first: a definition for all games, into which each puts its own ranking.

It orders what is shown, never what a rule or a bot chooses from: a fight goes on the same whatever is usual in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from msgspec import structs

from engine.kernel.authoring.proposals import Aim, aim_of, in_order
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.tiles import tile_of
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.state.fight import State
from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import OfferGroup, Order, actor_of

_PLACES = {group: number for number, group in enumerate(OfferGroup)}
_AT_SOMEBODY = (OfferGroup.STRIKE, OfferGroup.CAST)

Apart = Callable[[State[Any], str, str], int]


def usual_first(system: RuleSystem[Any], seen: State[Any], offers: Iterable[Offer[Order]]) -> list[Offer[Order]]:
    """The offers of one combatant, or of the game master: by group, in a group as the game ranks them, else as listed.

    To begin the fight comes first, and what gives up or ends something for good, or harms one's own side, is the last
    of its group. Where combatants are picked to strike or cast at, the nearest of a side come first, and foes before
    friends if it does harm, friends before foes if it helps; the first of them is what is sent if nobody picks.
    seen: as the seat sees the fight; nothing else counts.
    """
    found = []
    for offer in offers:
        aim = aim_of(seen, offer.body, tile_of(system, seen, offer.body))
        aimed = _aimed(_nearest_first(seen, offer, system.apart), aim)
        found.append((_place(seen, aimed, system.rank, aim), aimed))
    return [offer for _, offer in sorted(found, key=lambda pair: pair[0])]


def _aimed(offer: Offer[Order], aim: Aim) -> Offer[Order]:
    """The offer with those first for whom it is meant; the same offer where nothing changes."""
    body, fields = in_order(offer.body, offer.fields, aim)
    same = body is offer.body and all(a is b for a, b in zip(fields, offer.fields, strict=True))
    return offer if same else structs.replace(offer, body=body, fields=fields)


def _place(
    seen: State[Any], offer: Offer[Order], rank: Callable[[State[Any], Offer[Order]], tuple[int, ...]], aim: Aim
) -> tuple[Any, ...]:
    body = offer.body
    last = (body.ending() is not None, aim.harmful(body))
    return (not isinstance(body, Begin), _PLACES[body.group], *last, rank(seen, offer))


def _nearest_first(seen: State[Any], offer: Offer[Order], apart: Apart) -> Offer[Order]:
    """The offer with the picks of its target in order; the same offer where nothing changes."""
    here, who = seen.fight.combatants, actor_of(offer.body)
    if offer.body.group not in _AT_SOMEBODY or who not in here:
        return offer
    body, fields = offer.body, list(offer.fields)
    for number, field in enumerate(fields):
        found = _sorted_picks(field, here, lambda other: apart(seen, who, other))
        if found == field.among:
            continue
        fields[number] = structs.replace(field, among=found)
        for first, now in ((field.among[0], found[0]), ((field.among[0],), (found[0],))):
            if getattr(body, field.name, None) == first:
                body = structs.replace(body, **{field.name: now})
    return offer if fields == list(offer.fields) else structs.replace(offer, body=body, fields=tuple(fields))


def _sorted_picks(field: Field, here: Mapping[str, Combatant], apart: Callable[[str], int]) -> tuple[Any, ...]:
    """The game's own order of sides stays: whom it lists first may be whom this is meant for."""
    among = field.among
    if field.kind not in ("one", "some") or not field.exact or field.towards or len(among) < 2:
        return among
    if not all(isinstance(item, str) and item in here for item in among):
        return among
    return tuple(
        item for _, side in groupby(among, key=lambda item: here[item].side) for item in sorted(side, key=apart)
    )
