"""The policy of runs: it tries nothing out, so that a fight is played on hundreds of times in seconds.

It takes what is usual: the first blow, as it stands, at whoever is nearest; where there is none, the move that comes
nearest to an enemy (`RuleSystem.nearer`); else it does nothing more. It answers as its game advises, else by default.
What is made lazily is read no further than to the first blow, and moves not at all beside an enemy; a kind of move that
leads nearer is taken before the next kind is looked at. Like the greedy bot it gives up nothing, and harms nobody
of its own side where it could harm a foe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
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
    turn = _Turn(book, position, who, seat)
    others: list[Offer[Any]] = []
    moves: list[Iterator[Offer[Any]]] = []
    for part in book.system.offers_by_kind(turn.seen, who):
        offers = iter(part)
        first = next(offers, None)
        if first is None:
            continue
        if first.body.group is OfferGroup.MOVE:  # where one can move to is searched for only if nobody can be struck
            moves.append(chain((first,), offers))
            continue
        blows, left = turn.parted(chain((first,), offers))
        others += left
        yield from blows
    near, rest = turn.is_beside(), list[Offer[Any]]()
    for offers in () if near else moves:
        blows, left = turn.parted(offers)
        yield from blows
        yield from turn.nearer(left)
        rest += left
    if not near:
        yield from turn.nearer(others)
    yield from turn.nothing_more((*rest, *others))
    for offers in moves if near else ():
        blows, left = turn.parted(offers)
        yield from blows
        yield from turn.nothing_more(left)


class _Turn:
    """What a combatant may order, as its seat sees it."""

    def __init__(self, book: Rulebook[Any], position: Position[Any], who: str, seat: str) -> None:
        self.seen = book.seen(position.state, seat)
        self._system, self._who, self._seat = book.system, who, seat
        own, people = position.state.fight.combatants[who], self.seen.fight.combatants
        self._lent = own.controller != own.owner
        self._here = people[who].place
        self._foes = [c.place for c in people.values() if c.side != people[who].side and c.out is None and c.place]

    def parted(self, offers: Iterable[Offer[Any]]) -> tuple[Iterator[Move], list[Offer[Any]]]:
        """The blows among some offers, the usual first, and all others."""
        blows, others = list[Offer[Any]](), list[Offer[Any]]()
        for offer in offers:
            if not type(offer.body).concession and not needs_words(offer):
                (blows if _is_blow(self._system, self.seen, self._who, offer) else others).append(offer)
        if blows and not self._lent:
            blows = sparing(self._system, self.seen, blows)
        return self._plain(usual_first(self._system, self.seen, blows)), others

    def _plain(self, offers: Iterable[Offer[Any]]) -> Iterator[Move]:
        return (Move(self._seat, order=filled(offer, {})) for offer in offers)

    def is_beside(self) -> bool:
        """Whether it stands on the cell beside an enemy, as near as one can come; not where the game says what is."""
        far = _far(self._foes, self._here)
        on_cells = self._here is not None and self._here.cell is not None
        return on_cells and far is not None and far <= 1 and type(self._system).nearer is RuleSystem.nearer

    def nearer(self, offers: Iterable[Offer[Any]]) -> Iterator[Move]:
        """Those that lead nearer to an enemy, the nearest first."""
        ways = [way for candidate in offers if (way := self._way(candidate)) is not None]
        for _, offer, picks in sorted(ways, key=lambda pair: -pair[0]):
            yield Move(self._seat, order=filled(offer, picks))

    def nothing_more(self, offers: Sequence[Offer[Any]]) -> Iterator[Move]:
        """Those that do nothing first, then those that end the turn, then all."""
        idle = [offer for offer in offers if self._system.trouble(offer.body) < 0]
        ending = [offer for offer in offers if offer.body.group is OfferGroup.END and offer not in idle]
        yield from self._plain((*idle, *ending))
        yield from self._plain(usual_first(self._system, self.seen, offers))

    def _way(self, offer: Offer[Any]) -> tuple[float, Offer[Any], dict[str, Any]] | None:
        """How much nearer an offer leads, the offer and what is picked in it; None where it leads no nearer."""
        field = next((candidate for candidate in offer.fields if candidate.kind in ("place", "path", "facing")), None)
        told = self._system.nearer(self.seen, offer.body)
        if told is not None:
            best: tuple[float, dict[str, Any]] = (told, {})
            for pick in field.among if field is not None else ():
                picks = {field.name: plain(pick)} if field is not None else {}
                more = self._system.nearer(self.seen, filled(offer, picks)) or 0.0
                best = max(best, (more, picks), key=lambda pair: pair[0])
            return (best[0], offer, best[1]) if best[0] > SHORTER else None
        now = _far(self._foes, self._here)
        if field is None or field.kind == "facing" or now is None:
            return None
        far, pick = min(
            ((far, pick) for pick in _picks(field) if (far := _far(self._foes, end_of(pick))) is not None),
            key=lambda pair: pair[0],
            default=(now, None),
        )
        return (now - far, offer, {field.name: plain(pick)}) if far < now - SHORTER else None


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
    named = [item for value in values for item in (value if isinstance(value, (list, tuple)) else (value,))]
    return any(isinstance(item, str) and item in here and here[item].side != here[who].side for item in named)


def _picks(field: Field) -> tuple[Any, ...]:
    return places_in(field.reach) if field.kind == "place" and field.exact and field.reach is not None else field.among


def end_of(pick: Any) -> Place | None:
    """Where a pick leads: the place itself, or the last step of a way."""
    last = pick[-1] if isinstance(pick, (list, tuple)) and pick else pick
    if isinstance(last, Place) or not last:
        return last or None
    return Place(cell=getattr(last, "cell", None), point=getattr(last, "point", None))


def _far(foes: Sequence[Place], place: Place | None) -> float | None:
    """How far a place is from the nearest of these enemies; None where that cannot be told."""
    ways = [way for foe in foes if (way := length(place, foe)) is not None]
    return min(ways, default=None)
