"""A bot's choice: an order or an answer from the offers, in any system.

`RANDOM` takes any kind of order, and of that kind any offer: the others are not even made. `GREEDY` tries some offers
of each kind (`candidates`) on copies of the state, with its own dice, and takes the one that is best for its side
relative to the others. If no order is better than ending the turn, it ends the turn. If no answer is better than the
default, it takes the default. Of several combatants that may act it starts with any. It judges by kernel data of all
combatants its seat sees (vitals, who is out, distance to the nearest enemy) and by the system's own hints (how ready
its combatant is to attack, and which of two orders to the same place is the simpler). It gives no order without effect,
except for choosing which of several acts, and for a blow that may hit. Bots never answer rulings (`Question.ruling`):
the game master does; a simulation takes the default. They accept a takeback if nobody has learnt anything. Where bots
alone play, that of the GM's seat begins the fight.

At a table (`next_move`) a bot knows what its seat knows. Hidden figures are assumed to be like its own. If it cannot
know what an answer leads to, it answers as the preference `always` would. It types no dice. In a simulation (`order`,
`answer`) everything is known.

Nothing here appends: `next_move` returns a move that the rules accepted in a trial, or None.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from engine.kernel.authoring.proposals import sparing
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.takeback import NO, YES
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import parse_dice
from engine.kernel.playing.position import Position
from engine.kernel.state.combatant import Place
from engine.kernel.state.decisions import Offer, filled
from engine.kernel.state.fight import ROLL, TAKE_BACK, Asked, Fight, State
from engine.kernel.state.orders import Begin
from engine.kernel.state.redaction.audience import strings_in
from engine.kernel.state.seat import Bot
from engine.kernel.structs.messages import OfferGroup, plain
from engine.service.bots.assumed_state import assumed_position, knows_all
from engine.service.bots.candidates import answers_to_try, drawn, needs_words, orders_to_try, sent, shuffled
from engine.service.bots.lookahead import Move, Weighed, accepted, evaluate_moves, play_out, random_faces, value_of
from engine.service.bots.run_policy import orders_of_run

T = TypeVar("T")

Search = Callable[
    [Rulebook[Any], Position[Any], Sequence[Move], Collection[str], Move | None, random.Random], list[Move]
]
"""Ranks moves by looking ahead, the best first: of a position as it is known, for some sides.

The move, if any, is what is usual: what to do where nothing is better beyond doubt. Nothing: no time to look.
"""

PLAIN = 0.2
"""How often a bot by chance takes an order without any choice when it comes upon it; else only after all others."""
WIN = 1e-6
"""How much better an order must be than ending the turn, or an answer than the default."""


# -- at a table
def has_bot_move(book: Rulebook[Any], state: State[Any]) -> bool:
    """Whether a bot has something to do: a decision of its seats, a combatant that may act, or a fight to begin."""
    return bool(movers(book, state))


def movers(book: Rulebook[Any], state: State[Any]) -> set[str]:
    """The seats whose bots have something to do."""
    fight, bots = state.fight, state.fight.bots()
    begins = _beginning(book, state, bots)
    found = {seat for _, seat in (*_asked(book, fight, bots), *_acting(fight, bots))}
    return found if begins is None else {*found, begins.seat}


def next_move(
    book: Rulebook[Any],
    position: Position[Any],
    bots: Mapping[str, Bot],
    rng: random.Random,
    search: Search | None = None,
) -> Move | None:
    """The next move of one of these seats; None if they have nothing to do. bots: seat -> how it plays.

    search: what a sharp bot looks ahead by; without it, it plays as a greedy one.
    """
    fight = position.state.fight
    for asked, seat in _asked(book, fight, bots):
        if asked.kind == TAKE_BACK:
            return Move(seat, decision=asked.decision, choice=consents(asked))
        advised = _advised(book, position, asked, seat, bots[seat], rng)
        if advised is not None:
            return advised
        if knows_all(book, position, seat):
            return answer(book, position, asked, seat, bots[seat], rng, search)
        return _willing(book, position, asked, seat, bots[seat], rng)
    for who, seat in in_any_order(_acting(fight, bots), rng):
        known = assumed_position(book, position, seat, who)
        move = order(book, position, who, seat, bots[seat], rng, known=known, search=search)
        if move is not None:
            return move
    return _beginning(book, position.state, bots)


def _beginning(book: Rulebook[Any], state: State[Any], bots: Mapping[str, Bot]) -> Move | None:
    """The order of the GM's bot that begins a fight which bots alone play; None if it cannot begin, or has begun.

    Where a person plays, people say when it begins: they may still prepare, or wait for somebody.
    """
    fight = state.fight
    if fight.round or fight.acting or not _idle(fight) or not bots:
        return None
    if any(seat.role != "SPECTATOR" and seat.seat not in bots for seat in fight.seats.values()):
        return None
    gm = fight.gms()[0]
    offers = book.system.offers(book.seen(state, gm), None)
    return next((Move(gm, order=offer.body) for offer in offers if isinstance(offer.body, Begin)), None)


def _idle(fight: Fight) -> bool:
    """Whether orders may be given: the fight runs and is not decided, and nobody is asked anything."""
    asks_nobody = fight.open is None and fight.taking_back is None
    return fight.status == "RUNNING" and fight.outcome is None and asks_nobody


def _asked(book: Rulebook[Any], fight: Fight, bots: Mapping[str, Bot]) -> list[tuple[Asked, str]]:
    """The bots' open decisions, except rulings and dice, which are for people.

    During a takeback request they only answer that: any other move would close the request.
    """
    if fight.status != "RUNNING" or not bots:
        return []
    waiting = fight.window.asked if fight.window else ()
    if fight.taking_back is not None:
        waiting = fight.taking_back.asked
    mine = []
    for asked in waiting:
        seat = next((s for s in asked.seats if s in bots), None)
        if seat is not None and not asked.answered and asked.kind != ROLL and not is_ruling(book, asked):
            mine.append((asked, seat))
    return mine


def _acting(fight: Fight, bots: Mapping[str, Bot]) -> list[tuple[str, str]]:
    """The combatants that bots may order now, each with its seat; none once the encounter is decided.

    A combatant that its own seat does not know of takes no orders from it.
    """
    if not _idle(fight) or not bots:
        return []
    people = fight.combatants
    pairs = (
        (who, next((s for s in fight.holders(who) if s in bots and fight.sees(s, people[who])), None))
        for who in fight.acting
    )
    return [(who, seat) for who, seat in pairs if seat is not None]


def in_any_order(things: Sequence[T], rng: random.Random) -> Sequence[T]:
    """Shuffled; a single item uses no randomness."""
    return rng.sample(things, len(things)) if len(things) > 1 else things


def is_ruling(book: Rulebook[Any], asked: Asked) -> bool:
    """Whether a decision is a ruling of the game master."""
    return any(cls.__name__ == asked.kind and cls.ruling for cls in book.system.questions)


# -- orders
def order(
    book: Rulebook[Any],
    position: Position[Any],
    who: str,
    seat: str,
    bot: Bot,
    rng: random.Random,
    *,
    known: Position[Any] | None = None,
    search: Search | None = None,
) -> Move | None:
    """The order for a combatant; None if no offer is possible.

    known: the assumed position to try orders on; None: the real one. search: see `next_move`.
    """
    if bot == "RANDOM":
        return _any(book, position, orders_by_chance(book, position, who, seat, rng), rng)
    offers, seen = _offers(book, position, who, seat), book.seen(position.state, seat)
    moves: list[Move] = []
    for offer, picks in orders_to_try(book.system, seen, offers, who, rng):
        move = Move(seat, order=filled(offer, sent(picks)))
        if move not in moves:  # picks may say what the offer says anyway
            moves.append(move)
    fight, tried_on, sides = position.state.fight, known or position, _for_whom(position.state.fight, who, seat)
    if len(moves) == 1 and accepted(book, position, moves[0], rng):
        return moves[0]
    if bot == "SHARP" and search is not None:
        usual = next(iter(orders_of_run(book, tried_on, who, seat)), None)
        moves = moves if usual is None or usual in moves else [usual, *moves]
        for move in search(book, tried_on, moves, sides, usual, rng):
            if known is None or known is position or accepted(book, position, move, rng):
                return move
    blow = [move for move in moves[:1] if move.order is not None and move.order.group is OfferGroup.STRIKE]
    results = evaluate_moves(book, tried_on, moves, seat, sides, rng, who=who, sure=blow)
    trouble = _trouble_of(book)
    rest = _rest(results, trouble, who)
    # If nothing is known to be idle, passing on may mean leaving the encounter: anything else is better then.
    idle = rest is not None and trouble(rest.move) < 0
    now = value_of(book, tried_on.state, seat, sides, who) if idle else float("-inf")
    better = [
        result for result in results if rest is None or (result is not rest and _pays(result, rest.value, now, fight))
    ]
    ranked = sorted(better, key=lambda option: (-option.value, trouble(option.move))) + ([rest] if rest else [])
    for _, move, behind, _ in ranked:
        if known is None or known is position or accepted(book, position, move, rng):
            return _plainer(book, position, tried_on, move, who, behind, rng) if trouble(move) > 0 else move
    return None if known is None else _any(book, position, shuffled(moves, rng), rng)


def _rest(results: Sequence[Weighed], trouble: Callable[[Move], int], who: str) -> Weighed | None:
    """The best way to do nothing more: an idle order according to the system, else one that lets others act, else None.

    A combatant that ends its turn may act next again, and one that does not may have left. So the system is asked
    first, and no rest may cost more than another order.
    """
    idle = [result for result in results if trouble(result.move) < 0] or [
        result for result in results if who not in result.behind.acting
    ]
    return max(idle, key=lambda option: option.value, default=None)


def _pays(weighed: Weighed, rest: float, now: float, fight: Fight) -> bool:
    """Whether an order is better than doing nothing more, and has an effect.

    An order that only chooses who acts needs no effect. A blow that does no harm but its own needs none either: in so
    few trials it may miss each time, and what never strikes never wins. now: the current value: if only the end of the
    turn costs something, an order without effect would just delay it.
    """
    if set(weighed.behind.acting) < set(fight.acting):
        return weighed.value > rest - WIN
    blow = weighed.chance and weighed.move.order is not None and weighed.move.order.group is OfferGroup.STRIKE
    return weighed.value > max(rest, now) + (-WIN if blow else WIN)


def _trouble_of(book: Rulebook[Any]) -> Callable[[Move], int]:
    """How much more than needed a move takes on, below 0 for idle moves; 0 if its system gives no hint."""
    return lambda move: book.system.trouble(move.order) if move.order is not None else 0


def _plainer(
    book: Rulebook[Any],
    position: Position[Any],
    tried_on: Position[Any],
    move: Move,
    who: str,
    behind: Fight,
    rng: random.Random,
) -> Move:
    """The order that leads to the same place with least trouble; the given one if there is none.

    tried_on: the assumed position. behind: where the order leads, unless it names the place itself.
    """
    to, trouble, best = getattr(move.order, "to", None) or behind.combatants[who].place, _trouble_of(book), move
    for offer in _offers(book, position, who, move.seat) if to is not None else ():
        field = next((f for f in offer.fields if f.kind == "place"), None)
        end = next((place for place in field.picks if _same_spot(place, to)), None) if field is not None else None
        if field is None or end is None:
            continue
        candidate = Move(move.seat, order=filled(offer, {field.name: plain(end)}))
        if trouble(candidate) >= trouble(best):
            continue
        led = play_out(book, tried_on, candidate, rng)
        there = led is not None and _same_spot(led.state.fight.combatants[who].place, to)
        if there and (tried_on is position or accepted(book, position, candidate, rng)):
            best = candidate
    return best


def _same_spot(place: Place | None, other: Place | None) -> bool:
    """Whether two places are the same, regardless of facing and of how the height is given."""
    if place is None or other is None:
        return False
    return (place.cell, place.point, place.zone, place.rank) == (other.cell, other.point, other.zone, other.rank)


def orders_by_chance(
    book: Rulebook[Any], position: Position[Any], who: str, seat: str, rng: random.Random
) -> Iterator[Move]:
    """A random bot's orders for a combatant, untried; later ones are used if one is refused.

    Any kind first, then any offer of that kind: the others are not made, nor any pick but those that are read. What
    leaves no choice, as ending the turn, stands for one order, a kind with choices for many: it is taken less often.
    """
    seen = book.seen(position.state, seat)
    later: list[list[Offer[Any]]] = []
    for some in shuffled(list(book.system.offers_by_kind(seen, who)), rng):
        offers = _allowed(book, position, who, seen, some)
        if not any(offer.fields for offer in offers) and rng.random() >= len(offers) * PLAIN:
            later.append(offers)
            continue
        for offer, picks in drawn(offers, rng):
            yield Move(seat, order=filled(offer, sent(picks)))
    for offers in later:
        for offer, picks in drawn(offers, rng):
            yield Move(seat, order=filled(offer, sent(picks)))


def _offers(book: Rulebook[Any], position: Position[Any], who: str, seat: str) -> list[Offer[Any]]:
    """All that a bot may order."""
    seen = book.seen(position.state, seat)
    return _allowed(book, position, who, seen, book.system.offers(seen, who))


def _allowed(
    book: Rulebook[Any], position: Position[Any], who: str, seen: State[Any], all_: Iterable[Offer[Any]]
) -> list[Offer[Any]]:
    """Those that a bot may order. It never gives up, and harms nobody of its own side where it could harm a foe.

    Of whoever is lent to it the side may be its foe's: there it tries everything. all_: each kind is there as a whole.
    """
    combatant = position.state.fight.combatants[who]
    offers = [offer for offer in all_ if not type(offer.body).concession]
    return offers if combatant.controller != combatant.owner else sparing(book.system, seen, offers)


def _for_whom(fight: Fight, who: str, seat: str) -> tuple[str, ...]:
    """The sides that a combatant acts for: its own, or that of its temporary commander.

    Then only the combatant itself counts as theirs, nobody else of its side.
    """
    combatant = fight.combatants[who]
    lent = combatant.controller != combatant.owner
    held = dict.fromkeys(c.side for c in fight.combatants.values() if lent and c.owner == seat)
    return (*held, who) if held else (combatant.side,)


# -- answers
def answer(
    book: Rulebook[Any],
    position: Position[Any],
    asked: Asked,
    seat: str,
    bot: Bot,
    rng: random.Random,
    search: Search | None = None,
) -> Move | None:
    """A seat's answer: the default if nothing is better. Requested dice are rolled here. search: see `next_move`."""
    if asked.kind == ROLL:
        return Move(seat, decision=asked.decision, faces=random_faces(parse_dice(asked.question["dice"]), rng))
    advised = _advised(book, position, asked, seat, bot, rng)
    if advised is not None:
        return advised
    if bot == "RANDOM":
        return _any(book, position, answers_by_chance(asked, seat, rng), rng)
    moves, default = _answers(asked, seat, rng)
    sides = _sides(position.state.fight, asked, seat)
    if not moves or not sides:
        return default
    if bot == "SHARP" and search is not None:
        found = search(book, position, [default, *moves], sides, default, rng)
        if found:
            return found[0]
    results = evaluate_moves(book, position, [default, *moves], seat, sides, rng, sure=(default,))
    if not results:
        return default
    best = max(results, key=lambda option: option.value)
    stay = next((result.value for result in results if result.move is default), best.value)
    return best.move if best.value > stay + WIN else default


def _advised(
    book: Rulebook[Any], position: Position[Any], asked: Asked, seat: str, bot: Bot, rng: random.Random
) -> Move | None:
    """One of the answers that the system advises a greedy bot to give, and that is accepted; None where it has none."""
    if bot == "RANDOM" or asked.kind in (ROLL, TAKE_BACK):
        return None
    told = list(book.system.advice(book.seen(position.state, seat), asked))
    moves = [Move(seat, decision=asked.decision, choice=Choice(key, picks)) for key, picks in told]
    return next((move for move in in_any_order(moves, rng) if accepted(book, position, move, rng)), None)


def answers_by_chance(asked: Asked, seat: str, rng: random.Random) -> Iterator[Move]:
    """A random bot's answers if no dice are requested; later ones are used if one is refused."""
    for offer, picks in drawn(asked.offers, rng):
        yield Move(seat, decision=asked.decision, choice=Choice(offer.key, sent(picks)))
    yield Move(seat, decision=asked.decision, choice=Choice(asked.default))


def _answers(asked: Asked, seat: str, rng: random.Random) -> tuple[list[Move], Move]:
    """Some answers, and separately the default."""
    offers = [offer for offer in asked.offers if offer.key != asked.default]
    moves = [
        Move(seat, decision=asked.decision, choice=Choice(offer.key, sent(picks)))
        for offer, picks in answers_to_try(offers, rng)
    ]
    return moves, Move(seat, decision=asked.decision, choice=Choice(asked.default))


def consents(asked: Asked) -> Choice:
    """Whether a bot accepts a takeback: yes, unless dice or a secret were revealed since.

    Orders and answers that everybody saw may be repeated; after seeing dice or hidden facts a seat knows too much.
    """
    facts = {disclosure["what"] for disclosure in asked.question["known"]}
    return Choice(YES if facts <= {"ORDERED", "ANSWERED"} else NO)


def _willing(
    book: Rulebook[Any], position: Position[Any], asked: Asked, seat: str, bot: Bot, rng: random.Random
) -> Move:
    """An answer of a seat that cannot know its effect: yes if accepted; a random bot gives any."""
    others = [o.key for o in asked.offers if o.key != asked.default and not needs_words(o)]
    keys = rng.sample([*others, asked.default], len(others) + 1) if bot == "RANDOM" else [*others, asked.default]
    moves = [Move(seat, decision=asked.decision, choice=Choice(key)) for key in keys]
    return next((move for move in moves if accepted(book, position, move, rng)), moves[-1])


def _sides(fight: Fight, asked: Asked, seat: str) -> tuple[str, ...]:
    """The sides that a seat answers for: that of the question's subject, else those of all its combatants."""
    held = [c.id for c in fight.combatants.values() if seat in fight.holders(c.id)]
    about = next((text for text in strings_in(list(asked.question.values())) if text in held), None)
    whom = [about] if about else held
    return tuple(dict.fromkeys(fight.combatants[who].side for who in whom))


def _any(book: Rulebook[Any], position: Position[Any], moves: Iterable[Move], rng: random.Random) -> Move | None:
    """The first of the moves that is accepted, or None."""
    for move in moves:
        if play_out(book, position, move, rng) is not None:
            return move
    return None
