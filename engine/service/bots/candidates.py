"""Which of the offers a bot tries or takes: some of each kind, the usual first, and what it picks in them.

A greedy bot judges kinds before instances: of each kind a few, as they are usually given and towards the nearest enemy,
and some by chance, so that nothing is left out for ever. No offer that requires text is ever taken.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from engine.kernel.authoring.offer_ranking import usual_first
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.state.combatant import Place, Point
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.state.fight import State
from engine.kernel.state.ground.reach import count_in, place_at
from engine.kernel.structs.messages import OfferGroup, Order, plain
from engine.service.bots.evaluation import length

T = TypeVar("T")
Picked = tuple[Offer[Any], dict[str, Any]]
"""An offer, and what is picked in it."""

TRIED = {OfferGroup.STRIKE: 6, OfferGroup.CAST: 5, OfferGroup.MOVE: 2, OfferGroup.OTHER: 2, OfferGroup.END: 1}
"""How many orders of a kind a greedy bot tries."""
ANSWERS = 5
"""How many answers a greedy bot tries, beside the default."""
DRAWN = 24
"""How many offers with picks are drawn by chance, at most."""
LOOKED_AT = 60
"""Places of a move that are compared by how near they are to an enemy; of more some by chance."""
DIRECTIONS = tuple(Point(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
"""Directions that are tried where any may be picked."""


# -- orders
def orders_to_try(
    system: RuleSystem[Any], seen: State[Any], offers: Sequence[Offer[Order]], who: str, rng: random.Random
) -> list[Picked]:
    """The orders of a combatant that are worth a trial, those first that are usually given."""
    kinds: dict[type, list[Offer[Order]]] = {}
    for offer in usual_first(system, seen, offers):
        if not needs_words(offer):
            kinds.setdefault(type(offer.body), []).append(offer)
    found: list[Picked] = []
    for some in kinds.values():
        group = some[0].body.group
        match group:
            case OfferGroup.MOVE:
                ways = _ways(seen, some, who, rng)
            case OfferGroup.STRIKE:
                ways = _blows(seen, some, rng)
            case _:
                ways = _instances(some, TRIED[group], rng)
        found += distinct(ways, TRIED[group])
    return found


def _instances(offers: Sequence[Offer[Any]], most: int, rng: random.Random) -> Iterator[Picked]:
    """The usual ones as they stand, and others, with picks, by chance."""
    usual = (most + 1) // 2
    yield from ((offer, {}) for offer in offers[:usual])
    for turn in range(most):
        offer = rng.choice(offers[usual:]) if len(offers) > usual and turn < most // 2 else rng.choice(offers)
        if offer.fields:
            yield offer, {field.name: picked(field, rng) for field in _open(offer)}
        else:
            yield offer, {}


def _blows(seen: State[Any], offers: Sequence[Offer[Any]], rng: random.Random) -> Iterator[Picked]:
    """The usual blow at everybody whom it may hit, then others: who is hit matters as much as with what."""
    first, here = offers[0], seen.fight.combatants
    yield first, {}
    for field in _open(first)[:1]:
        if field.kind not in ("one", "some") or field.least > 1 or not all(pick in here for pick in field.among):
            continue
        for pick in shuffled(list(field.among), rng)[: TRIED[OfferGroup.STRIKE] // 2]:
            yield first, {field.name: [pick] if field.kind == "some" else pick}
    yield from _instances(offers, TRIED[OfferGroup.STRIKE], rng)


def _ways(seen: State[Any], offers: Sequence[Offer[Any]], who: str, rng: random.Random) -> Iterator[Picked]:
    """Moves: those that lead nearest to an enemy, then others."""
    foes = _foes(seen, who)
    for offer in offers:
        field = next((candidate for candidate in _open(offer) if candidate.kind in ("place", "path")), None)
        if field is None or not foes:
            yield offer, {}
        else:
            yield offer, {field.name: _nearest(field, foes, rng)}
    yield from _instances(offers, TRIED[OfferGroup.MOVE], rng)


def _foes(seen: State[Any], who: str) -> list[Place]:
    """Where the enemies stand whom one may know of."""
    side = seen.fight.combatants[who].side
    return [c.place for c in seen.fight.combatants.values() if c.side != side and c.out is None and c.place is not None]


def _nearest(field: Field, foes: Sequence[Place], rng: random.Random) -> Any:
    """The pick that leads nearest to an enemy; any where none is nearer."""
    count = count_in(field.reach) if field.kind == "place" and field.exact and field.reach is not None else 0
    if count > LOOKED_AT:
        assert field.reach is not None
        among: Sequence[Any] = [place_at(field.reach, number) for number in rng.sample(range(count), LOOKED_AT)]
    else:
        among = field.picks
    if not among:
        return picked(field, rng)

    def far(pick: Any) -> float:
        end = _end_of(pick)
        ways = [way for foe in foes if (way := length(end, foe)) is not None]
        return min(ways, default=0.0)

    return min(among, key=far)


def _end_of(pick: Any) -> Place | None:
    """Where a pick leads: the place itself, or the last step of a way."""
    if isinstance(pick, Place):
        return pick
    last = pick[-1] if isinstance(pick, (list, tuple)) and pick else None
    if isinstance(last, Place) or last is None:
        return last
    return Place(cell=getattr(last, "cell", None), point=getattr(last, "point", None))


# -- answers
def answers_to_try(offers: Sequence[Offer[Any]], rng: random.Random) -> list[Picked]:
    """The answers that are worth a trial: each as it stands, and with picks."""
    all_ = shuffled([offer for offer in offers if not needs_words(offer)], rng)

    def ways() -> Iterator[Picked]:
        yield from ((offer, {}) for offer in all_)
        for turn in range(ANSWERS if all_ else 0):
            offer = all_[turn % len(all_)]
            yield offer, {field.name: picked(field, rng) for field in _open(offer) if rng.random() < 0.7}

    return distinct(ways(), ANSWERS)


# -- by chance
def drawn(offers: Sequence[Offer[Any]], rng: random.Random) -> Iterator[Picked]:
    """Some offers by chance, with picks, one after the other as they are read; the last one as it stands."""
    all_ = shuffled([offer for offer in offers if not needs_words(offer)], rng)
    for turn in range(DRAWN if all_ else 0):
        offer = all_[turn % len(all_)]
        fields = [field for field in offer.fields if field.kind != "text"]
        if turn < len(all_) or fields:
            yield offer, {field.name: picked(field, rng) for field in fields if rng.random() < 0.7}
    yield from ((offer, {}) for offer in all_[:1])


def shuffled(things: list[T], rng: random.Random) -> list[T]:
    """In any order; a single thing uses no randomness."""
    return rng.sample(things, len(things)) if len(things) > 1 else things


# -- picks
def distinct(ways: Iterator[Picked], most: int) -> list[Picked]:
    """The first of them that differ."""
    found: list[Picked] = []
    for offer, picks in ways:
        if len(found) == most:
            break
        if not any(offer is other and picks == those for other, those in found):
            found.append((offer, picks))
    return found


def needs_words(offer: Offer[Any]) -> bool:
    """Whether it cannot be given without text."""
    return any(field.kind == "text" and field.least > 0 for field in offer.fields)


def _open(offer: Offer[Any]) -> list[Field]:
    return [field for field in offer.fields if field.kind != "text"]


def picked(field: Field, rng: random.Random) -> Any:
    """A pick by chance, as in the offer; `sent` converts the used ones to JSON."""
    if field.kind == "place" and field.exact and field.reach is not None and (count := count_in(field.reach)):
        return place_at(field.reach, rng.randrange(count))
    among = field.picks
    match field.kind:
        case "some":
            return rng.sample(among, rng.randint(field.least, min(field.most, len(among))))
        case "amount":
            return rng.randint(field.least, field.most)
        case "split":
            shares = dict.fromkeys(among, 0)
            for _ in range(rng.randint(field.least, field.most)):
                shares[rng.choice(among)] += 1
            return shares
        case "path" if field.exact:
            return [rng.choice(among) for _ in range(rng.randint(field.least, field.most))]
        case "places":
            return rng.sample(among, rng.randint(field.least, min(field.most, len(among))))
        case "facing" if not among:
            return rng.choice(DIRECTIONS)
        case _:
            return rng.choice(among)


def sent(picks: dict[str, Any]) -> dict[str, Any]:
    """Picks as JSON."""
    return plain(picks) if picks else picks
