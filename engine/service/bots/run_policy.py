"""The policy of runs: it tries nothing out, so that a fight is played on hundreds of times in seconds.

It takes what is usual: the first blow, as it stands, at whoever is nearest; where there is none, the move that comes
nearest to an enemy (`RuleSystem.nearer`); else it does nothing more. It answers as its game advises, else by default.
What is made lazily is read no further than to the first blow. Like the greedy bot it gives up nothing, and harms nobody
of its own side where it could harm a foe.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.authoring.offer_ranking import usual_first
from engine.kernel.authoring.proposals import sparing
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.position import Position
from engine.kernel.state.combatant import Place
from engine.kernel.state.decisions import Field, Offer, filled
from engine.kernel.state.fight import Asked, State
from engine.kernel.state.ground.reach import places_in
from engine.kernel.structs.messages import OfferGroup, plain
from engine.service.bots.candidates import needs_words
from engine.service.bots.evaluation import length
from engine.service.bots.lookahead import Move

SHORTER = 1e-6
"""How much nearer a way must lead than where one stands."""


def orders_of_run(book: Rulebook[Any], position: Position[Any], who: str, seat: str) -> Iterator[Move]:
    """The orders of a combatant, the first of which is meant; later ones are used if it is refused."""
    seen, system = book.seen(position.state, seat), book.system
    own = position.state.fight.combatants[who]
    rest: list[Offer[Any]] = []
    for part in system.offers_by_kind(seen, who):
        offers = [one for one in part if not type(one.body).concession and not needs_words(one)]
        blows: list[Offer[Any]] = []
        for offer in offers:
            (blows if _is_blow(system, seen, who, offer) else rest).append(offer)
        if blows:
            left = blows if own.controller != own.owner else sparing(system, seen, blows)
            for offer in usual_first(system, seen, left):
                yield Move(seat, order=filled(offer, {}))
    ways = [way for one in rest if (way := _way(book, seen, who, one)) is not None]
    for _, offer, picks in sorted(ways, key=lambda one: -one[0]):
        yield Move(seat, order=filled(offer, picks))
    idle = [one for one in rest if system.trouble(one.body) < 0]
    ending = [one for one in rest if one.body.group is OfferGroup.END and one not in idle]
    for offer in (*idle, *ending, *usual_first(system, seen, rest)):
        yield Move(seat, order=filled(offer, {}))


def answers_of_run(book: Rulebook[Any], position: Position[Any], asked: Asked, seat: str) -> Iterator[Move]:
    """The answers to a question that asks for no dice, the first of which is meant."""
    for key, picks in book.system.advice(book.seen(position.state, seat), asked):
        yield Move(seat, decision=asked.decision, choice=Choice(key, picks))
    yield Move(seat, decision=asked.decision, choice=Choice(asked.default))


def _is_blow(system: RuleSystem[Any], seen: State[Any], who: str, offer: Offer[Any]) -> bool:
    """Whether an offer strikes somebody. Where a game groups none of its orders so, those do that name an enemy."""
    if any(order.group is OfferGroup.STRIKE for order in system.orders):
        return offer.body.group is OfferGroup.STRIKE
    if offer.body.group is not OfferGroup.OTHER:
        return False
    here = seen.fight.combatants
    values = [getattr(offer.body, name) for name in offer.body.__struct_fields__]
    named = [one for value in values for one in (value if isinstance(value, (list, tuple)) else (value,))]
    return any(isinstance(one, str) and one in here and here[one].side != here[who].side for one in named)


def _way(
    book: Rulebook[Any], seen: State[Any], who: str, offer: Offer[Any]
) -> tuple[float, Offer[Any], dict[str, Any]] | None:
    """How much nearer an offer leads, the offer and what is picked in it; None where it leads no nearer."""
    field = next((one for one in offer.fields if one.kind in ("place", "path", "facing")), None)
    told = book.system.nearer(seen, offer.body)
    if told is not None:
        best: tuple[float, dict[str, Any]] = (told, {})
        for pick in field.among if field is not None else ():
            picks = {field.name: plain(pick)} if field is not None else {}
            more = book.system.nearer(seen, filled(offer, picks)) or 0.0
            best = max(best, (more, picks), key=lambda one: one[0])
        return (best[0], offer, best[1]) if best[0] > SHORTER else None
    now = _far(seen, who, seen.fight.combatants[who].place)
    if field is None or field.kind == "facing" or now is None:
        return None
    far, pick = min(
        ((far, pick) for pick in _picks(field) if (far := _far(seen, who, end_of(pick))) is not None),
        key=lambda one: one[0],
        default=(now, None),
    )
    return (now - far, offer, {field.name: plain(pick)}) if far < now - SHORTER else None


def _picks(field: Field) -> tuple[Any, ...]:
    return places_in(field.reach) if field.kind == "place" and field.exact and field.reach is not None else field.among


def end_of(pick: Any) -> Place | None:
    """Where a pick leads: the place itself, or the last step of a way."""
    last = pick[-1] if isinstance(pick, (list, tuple)) and pick else pick
    if isinstance(last, Place) or not last:
        return last or None
    return Place(cell=getattr(last, "cell", None), point=getattr(last, "point", None))


def _far(seen: State[Any], who: str, place: Place | None) -> float | None:
    """How far a place is from the nearest enemy that is known; None where that cannot be told."""
    side = seen.fight.combatants[who].side
    foes = [c.place for c in seen.fight.combatants.values() if c.side != side and c.out is None]
    ways = [way for foe in foes if (way := length(place, foe)) is not None]
    return min(ways, default=None)
