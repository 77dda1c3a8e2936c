"""What a bot would do: an order or an answer, chosen among what is offered, in any system.

`RANDOM` takes anything that is offered. `GREEDY` tries what is offered on copies of the state, with dice of its own,
and takes what leaves the other sides worst beside its own; where nothing is better than that it ends the turn, and
where nothing is better than the default it takes that. Of several who may act it begins with anybody. It judges by what
the kernel holds of everybody whom its seat sees: vitals, who is out, and how far off the nearest enemy is. Rulings
(`Question.ruling`) are never a bot's: they are left to the game master, and in a simulation take their default. It lets
be taken back what nobody has learnt by.

At a table (`next_move`) a bot knows what its seat knows: figures that are closed to it are supposed to be like its own,
and where it cannot know what an answer leads to, it answers as the preference `always` would. It types no dice. In a
simulation (`order`, `answer`) everything is known.

Nothing here appends: `next_move` gives a move that the rules have accepted in a trial, or None.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from engine.kernel.audience import strings_in
from engine.kernel.decide import Choice
from engine.kernel.decisions import Field, Offer, filled
from engine.kernel.dice import parse_dice
from engine.kernel.fight import ROLL, TAKE_BACK, Asked, Bot, Fight
from engine.kernel.messages import plain
from engine.kernel.position import Position
from engine.kernel.rulebook import Rulebook
from engine.kernel.takeback import NO, YES
from engine.service.knowing import knows_all, supposed
from engine.service.trials import Move, accepted, fallen, judged, tried

T = TypeVar("T")

CANDIDATES = 24
"""How many orders or answers a greedy bot looks at, of each kind some."""
WIN = 1e-6
"""What an order must promise above ending the turn, or an answer above the default."""


# -- at a table
def is_wanted(book: Rulebook[Any], fight: Fight) -> bool:
    """Whether anything waits for a bot: one of its seats' decisions, or one of its combatants may be ordered."""
    return bool(_asked(book, fight, fight.bots()) or _acting(fight, fight.bots()))


def next_move(book: Rulebook[Any], position: Position[Any], bots: Mapping[str, Bot], rng: random.Random) -> Move | None:
    """What one of these seats has to do now; None where nothing is theirs to do. bots: seat -> how it plays."""
    fight = position.state.fight
    for asked, seat in _asked(book, fight, bots):
        if asked.kind == TAKE_BACK:
            return Move(seat, decision=asked.decision, choice=consents(asked))
        if knows_all(book, position, seat):
            return answer(book, position, asked, seat, bots[seat], rng)
        return _willing(book, position, asked, seat, bots[seat], rng)
    for who, seat in in_any_order(_acting(fight, bots), rng):
        move = order(book, position, who, seat, bots[seat], rng, known=supposed(book, position, seat, who))
        if move is not None:
            return move
    return None


def _asked(book: Rulebook[Any], fight: Fight, bots: Mapping[str, Bot]) -> list[tuple[Asked, str]]:
    """The open decisions that are theirs; neither rulings nor dice, which are for people.

    While somebody asks to take back they do nothing but answer that: to go on would close the request.
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
    """Whom they may order now, each with the seat that does; nobody once the rules have called the fight decided.

    Somebody whom his own seat does not know of takes no orders from it.
    """
    idle = fight.open is None and fight.outcome is None and fight.taking_back is None
    if fight.status != "RUNNING" or not idle or not bots:
        return []
    people = fight.combatants
    pairs = (
        (who, next((s for s in fight.holders(who) if s in bots and fight.sees(s, people[who])), None))
        for who in fight.acting
    )
    return [(who, seat) for who, seat in pairs if seat is not None]


def in_any_order(things: Sequence[T], rng: random.Random) -> Sequence[T]:
    """Shuffled; of one alone no chance is taken."""
    return rng.sample(things, len(things)) if len(things) > 1 else things


def is_ruling(book: Rulebook[Any], asked: Asked) -> bool:
    """Whether a decision is the game master's as the judge."""
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
) -> Move | None:
    """What a combatant is ordered to do; None where nothing that is offered can be done.

    known: the fight as it is supposed to be, to try it on; None: as it is.
    """
    candidates = _candidates(_offers(book, position, who, seat), rng)
    moves = [Move(seat, order=filled(offer, _sent(picks))) for offer, picks in candidates]
    if bot == "RANDOM":
        return _any(book, position, moves, rng)
    fight = position.state.fight
    results = judged(book, known or position, moves, seat, _for_whom(fight, who, seat), rng)
    way_out = max((one for one in results if who not in one[2].acting), key=lambda one: one[0], default=None)
    acting = [one for one in results if who in one[2].acting]
    better = [one for one in acting if way_out is None or one[0] > way_out[0] + _reserve(fight, one[2])]
    ranked = sorted(better, key=lambda one: -one[0]) + ([way_out] if way_out else [])
    for _, move, _ in ranked:
        if known is None or known is position or accepted(book, position, move, rng):
            return move
    return None if known is None else _any(book, position, moves, rng)


def orders_by_chance(
    book: Rulebook[Any], position: Position[Any], who: str, seat: str, rng: random.Random
) -> Iterator[Move]:
    """What a random bot orders of a combatant; the others, untried as well, are for where one is refused."""
    for offer, picks in _shuffled(_candidates(_offers(book, position, who, seat), rng), rng):
        yield Move(seat, order=filled(offer, _sent(picks)))


def _offers(book: Rulebook[Any], position: Position[Any], who: str, seat: str) -> list[Offer[Any]]:
    return list(book.system.offers(book.seen(position.state, seat), who))


def _for_whom(fight: Fight, who: str, seat: str) -> tuple[str, ...]:
    """For which sides somebody acts: his own, or, where another has the command of him for a while, that one's.

    Then he himself is one of theirs, and nobody else of his side.
    """
    combatant = fight.combatants[who]
    lent = combatant.controller != combatant.owner
    held = dict.fromkeys(c.side for c in fight.combatants.values() if lent and c.owner == seat)
    return (*held, who) if held else (combatant.side,)


def _reserve(fight: Fight, behind: Fight) -> float:
    """What an order must promise above letting others act; one that only says who of several acts may promise less."""
    return -WIN if set(behind.acting) < set(fight.acting) else WIN


# -- answers
def answer(
    book: Rulebook[Any], position: Position[Any], asked: Asked, seat: str, bot: Bot, rng: random.Random
) -> Move | None:
    """What a seat answers: the default where nothing is better. Dice it rolls itself."""
    if asked.kind == ROLL:
        return Move(seat, decision=asked.decision, faces=fallen(parse_dice(asked.question["dice"]), rng))
    moves, default = _answers(asked, seat, rng)
    if bot == "RANDOM":
        return _any(book, position, [*moves, default], rng)
    sides = _sides(position.state.fight, asked, seat)
    if not moves or not sides:
        return default
    results = judged(book, position, [default, *moves], seat, sides, rng)
    if not results:
        return default
    best = max(results, key=lambda one: one[0])
    stay = next((value for value, move, _ in results if move is default), best[0])
    return best[1] if best[0] > stay + WIN else default


def answers_by_chance(asked: Asked, seat: str, rng: random.Random) -> list[Move]:
    """What a random bot answers where no dice are asked for; the others are for where one is refused, as of orders."""
    moves, default = _answers(asked, seat, rng)
    return _shuffled([*moves, default], rng)


def _answers(asked: Asked, seat: str, rng: random.Random) -> tuple[list[Move], Move]:
    """Some answers, and the default, which is none of them."""
    offers = [offer for offer in asked.offers if offer.key != asked.default]
    moves = [
        Move(seat, decision=asked.decision, choice=Choice(offer.key, _sent(picks)))
        for offer, picks in _candidates(offers, rng)
    ]
    return moves, Move(seat, decision=asked.decision, choice=Choice(asked.default))


def consents(asked: Asked) -> Choice:
    """Whether a bot lets something be taken back: yes, unless chance or a secret has come out since.

    Orders and answers that everybody saw may be given again; who has seen dice, or what was hidden, knows too much.
    """
    facts = {disclosure["what"] for disclosure in asked.question["known"]}
    return Choice(YES if facts <= {"ORDERED", "ANSWERED"} else NO)


def _willing(
    book: Rulebook[Any], position: Position[Any], asked: Asked, seat: str, bot: Bot, rng: random.Random
) -> Move:
    """An answer of a seat that cannot know what it leads to: yes, where that is accepted; of a random bot, any."""
    others = [o.key for o in asked.offers if o.key != asked.default and not _needs_words(o)]
    keys = rng.sample([*others, asked.default], len(others) + 1) if bot == "RANDOM" else [*others, asked.default]
    moves = [Move(seat, decision=asked.decision, choice=Choice(key)) for key in keys]
    return next((move for move in moves if accepted(book, position, move, rng)), moves[-1])


def _sides(fight: Fight, asked: Asked, seat: str) -> tuple[str, ...]:
    """For whom a seat answers: the side of whom the question is about, else all sides the seat holds somebody of."""
    held = [c.id for c in fight.combatants.values() if seat in fight.holders(c.id)]
    about = next((text for text in strings_in(list(asked.question.values())) if text in held), None)
    whom = [about] if about else held
    return tuple(dict.fromkeys(fight.combatants[who].side for who in whom))


# -- candidates
def _candidates(offers: Sequence[Offer[Any]], rng: random.Random) -> list[tuple[Offer[Any], dict[str, Any]]]:
    """Some of what is offered, of each kind in turn; unchanged, and with picks. Nothing that asks for a text."""
    kinds: dict[type, list[tuple[Offer[Any], list[Field]]]] = {}
    for offer in rng.sample(offers, len(offers)):
        if not _needs_words(offer):
            fields = [field for field in offer.fields if field.kind != "text"]
            kinds.setdefault(type(offer.body), []).append((offer, fields))
    found: list[tuple[Offer[Any], dict[str, Any]]] = [(some[0][0], {}) for some in kinds.values()]
    most = max(CANDIDATES, len(kinds))
    for turn in range(CANDIDATES):
        for some in kinds.values():
            if len(found) >= most:
                return found
            offer, fields = some[turn % len(some)]
            if turn < len(some) or fields:
                found.append((offer, {field.name: _pick(field, rng) for field in fields if rng.random() < 0.7}))
    return found


def _needs_words(offer: Offer[Any]) -> bool:
    return any(field.kind == "text" and field.least > 0 for field in offer.fields)


def _pick(field: Field, rng: random.Random) -> Any:
    """A pick as the offer has it; `_sent` makes JSON of those that are used."""
    among = field.among
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
        case "path":
            return [rng.choice(among) for _ in range(rng.randint(field.least, field.most))]
        case _:
            return rng.choice(among)


def _sent(picks: dict[str, Any]) -> dict[str, Any]:
    return plain(picks) if picks else picks


def _any(book: Rulebook[Any], position: Position[Any], moves: list[Move], rng: random.Random) -> Move | None:
    """One of them that can be made."""
    for move in _shuffled(moves, rng):
        if tried(book, position, move, rng) is not None:
            return move
    return None


def _shuffled(things: list[T], rng: random.Random) -> list[T]:
    return rng.sample(things, len(things))
