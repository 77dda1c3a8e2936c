"""What a bot would do: an order or an answer, chosen among what is offered, in any system.

`random` takes anything that is offered. `greedy` tries what is offered on copies of the state, with dice of its own,
and takes what leaves the other sides worst beside its own; where nothing is better than that it ends the turn, and
where nothing is better than the default it takes that. It judges by what the kernel holds of everybody whom its seat
sees: vitals, who is out, and how far off the nearest enemy is. What a trial meets behind the screen (an armour class
that the seat does not know) counts in it as it does in the fight. Rulings (`Question.ruling`) are never a bot's: they
are left to the game master, and in a simulation take their default.

Nothing here appends: `next_move` gives a move that the rules have accepted in a trial, or None.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from engine.kernel import decide
from engine.kernel.audience import strings_in
from engine.kernel.decide import Choice, Step
from engine.kernel.decisions import Field, Offer, filled
from engine.kernel.dice import Dice, TypedFaces, parse_dice
from engine.kernel.errors import SkaldError
from engine.kernel.fight import ROLL, Asked, Fight
from engine.kernel.messages import Order, plain
from engine.kernel.position import Position
from engine.kernel.rulebook import Rulebook
from engine.kernel.step import Circumstances
from engine.service.worth import worth

Bot = Literal["random", "greedy"]

CANDIDATES = 24
"""How many orders or answers a greedy bot looks at, of each kind some."""
TRIALS = 2
"""How often it tries each; the best few are tried as often again twice."""
BEST = 4
FOLLOWING = 24
"""How many questions of a trial are answered by default before it is left."""
WIN = 1e-6
"""What an order must promise above ending the turn, or an answer above the default."""


class Move(Struct, frozen=True):
    """What a seat does: an order, or its answer to a decision."""

    seat: str
    order: Order | None = None
    decision: int = 0
    choice: Choice | None = None
    faces: tuple[int, ...] = ()


class _Chance(Struct, frozen=True):
    """Dice of a trial: they tell nothing of those that will fall."""

    rng: random.Random

    def faces(self, version: int, dice: Dice, *, hidden: bool, entropy: Sequence[str]) -> tuple[int, ...]:
        """See FaceSource."""
        return tuple(self.rng.randint(1, dice.sides) for _ in range(dice.count))


def next_move(book: Rulebook[Any], position: Position[Any], bots: Mapping[str, Bot], rng: random.Random) -> Move | None:
    """What one of these seats has to do now; None where nothing is theirs to do. bots: seat -> how it plays."""
    fight = position.state.fight
    if fight.status != "RUNNING":
        return None
    if fight.window is not None:
        for asked in fight.window.asked:
            seat = next((s for s in asked.seats if s in bots), None)
            if seat is not None and not asked.answered and not is_ruling(book, asked):
                return answer(book, position, asked, seat, bots[seat], rng)
        return None
    if fight.open is not None or fight.outcome is not None:
        return None
    for who in fight.acting:
        seat = next((s for s in fight.holders(who) if s in bots), None)
        move = order(book, position, who, seat, bots[seat], rng) if seat is not None else None
        if move is not None:
            return move
    return None


def is_ruling(book: Rulebook[Any], asked: Asked) -> bool:
    """Whether a decision is the game master's as the judge."""
    return any(cls.__name__ == asked.kind and cls.ruling for cls in book.system.questions)


# -- orders
def order(
    book: Rulebook[Any], position: Position[Any], who: str, seat: str, bot: Bot, rng: random.Random
) -> Move | None:
    """What a combatant is ordered to do; None where nothing that is offered can be done."""
    offers = list(book.system.offers(book.seen(position.state, seat), who))
    moves = [Move(seat, order=filled(offer, picks)) for offer, picks in _candidates(offers, rng)]
    if bot == "random":
        return _any(book, position, moves, rng)
    side = position.state.fight.combatants[who].side
    judged = _judged(book, position, moves, seat, (side,), rng)
    passing = [(value, move) for value, move, behind in judged if who not in behind.acting]
    acting = [(value, move) for value, move, behind in judged if who in behind.acting]
    best = max(acting, key=lambda one: one[0], default=None)
    way_out = max(passing, key=lambda one: one[0], default=None)
    if best is None or (way_out is not None and way_out[0] + WIN >= best[0]):
        best = way_out
    return best[1] if best else None


# -- answers
def answer(
    book: Rulebook[Any], position: Position[Any], asked: Asked, seat: str, bot: Bot, rng: random.Random
) -> Move | None:
    """What a seat answers: the default where nothing is better. Dice it rolls itself."""
    if asked.kind == ROLL:
        dice = parse_dice(asked.question["dice"])
        faces = tuple(rng.randint(1, dice.sides) for _ in range(dice.count))
        return Move(seat, decision=asked.decision, faces=faces)
    default = Move(seat, decision=asked.decision, choice=Choice(asked.default))
    offers = [offer for offer in asked.offers if offer.key != asked.default]
    moves = [
        Move(seat, decision=asked.decision, choice=Choice(offer.key, picks))
        for offer, picks in _candidates(offers, rng)
    ]
    if bot == "random":
        return _any(book, position, [*moves, default], rng)
    sides = _sides(position.state.fight, asked, seat)
    if not moves or not sides:
        return default
    judged = _judged(book, position, [default, *moves], seat, sides, rng)
    if not judged:
        return default
    best = max(judged, key=lambda one: one[0])
    stay = next((value for value, move, _ in judged if move is default), best[0])
    return best[1] if best[0] > stay + WIN else default


def _sides(fight: Fight, asked: Asked, seat: str) -> tuple[str, ...]:
    """For whom a seat answers: the side of whom the question is about, else all sides the seat holds somebody of."""
    held = [c.id for c in fight.combatants.values() if seat in fight.holders(c.id)]
    about = next((text for text in strings_in(list(asked.question.values())) if text in held), None)
    whom = [about] if about else held
    return tuple(dict.fromkeys(fight.combatants[who].side for who in whom))


# -- candidates
def _candidates(offers: Sequence[Offer[Any]], rng: random.Random) -> list[tuple[Offer[Any], dict[str, Any]]]:
    """Some of what is offered, of each kind in turn; unchanged, and with picks. Nothing that asks for a text."""
    kinds: dict[type, list[Offer[Any]]] = {}
    for offer in rng.sample(list(offers), len(offers)):
        if not any(field.kind == "text" and field.least > 0 for field in offer.fields):
            kinds.setdefault(type(offer.body), []).append(offer)
    found: list[tuple[Offer[Any], dict[str, Any]]] = [(some[0], {}) for some in kinds.values()]
    for turn in range(CANDIDATES):
        for some in kinds.values():
            if len(found) >= max(CANDIDATES, len(kinds)):
                return found
            offer = some[turn % len(some)]
            fields = [field for field in offer.fields if field.kind != "text"]
            if turn < len(some) or fields:
                found.append((offer, {field.name: _pick(field, rng) for field in fields if rng.random() < 0.7}))
    return found


def _pick(field: Field, rng: random.Random) -> Any:
    among = plain(field.among)
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


# -- trials
def _around(position: Position[Any], seat: str, move: Move, rng: random.Random) -> Circumstances:
    time = position.trail[-1].time if position.trail else "2000-01-01T00:00:00.000Z"
    gm = position.state.fight.is_gm(seat)
    return Circumstances(seat, _Chance(rng), TypedFaces(move.faces, None if gm else seat), {}, lambda: time)


def step_of(book: Rulebook[Any], position: Position[Any], move: Move, around: Circumstances) -> Step[Any]:
    """What a move brings about. RuleRefusal, Fault."""
    if move.order is not None:
        return decide.submit(book, position, move.seat, move.order, around)
    return decide.answer(book, position, move.seat, move.decision, move.choice, around)


def _tried(book: Rulebook[Any], position: Position[Any], move: Move, rng: random.Random) -> Position[Any] | None:
    """Where a move might lead, all further questions answered by default; None where it cannot be made."""
    try:
        position = step_of(book, position, move, _around(position, move.seat, move, rng)).position
        for _ in range(FOLLOWING):
            window = position.state.fight.window
            asked = next((a for a in window.asked if not a.answered), None) if window else None
            if asked is None:
                break
            seat = asked.seats[0]
            follow = Move(seat, decision=asked.decision, choice=Choice(asked.default))
            if asked.kind == ROLL:
                dice = parse_dice(asked.question["dice"])
                faces = tuple(rng.randint(1, dice.sides) for _ in range(dice.count))
                follow = Move(seat, decision=asked.decision, faces=faces)
            position = step_of(book, position, follow, _around(position, seat, follow, rng)).position
    except SkaldError:
        return None
    return position


def _any(book: Rulebook[Any], position: Position[Any], moves: list[Move], rng: random.Random) -> Move | None:
    """One of them that can be made."""
    for move in rng.sample(moves, len(moves)):
        if _tried(book, position, move, rng) is not None:
            return move
    return None


def _judged(
    book: Rulebook[Any],
    position: Position[Any],
    moves: Sequence[Move],
    seat: str,
    sides: Collection[str],
    rng: random.Random,
) -> list[tuple[float, Move, Fight]]:
    """What each move is worth on the average, and a fight that may stand behind it; those that cannot be made go."""
    seeds = [rng.random() for _ in range(3 * TRIALS)]
    found: list[tuple[list[float], Move, Fight]] = []

    def tried(move: Move, tries: Sequence[float]) -> tuple[list[float], Fight | None]:
        values, behind = [], None
        for seed in tries:
            there = _tried(book, position, move, random.Random(seed))
            if there is not None:
                behind = there.state.fight
                values.append(worth(behind, seat, sides))
        return values, behind

    for move in moves:
        values, behind = tried(move, seeds[:TRIALS])
        if behind is not None:
            found.append((values, move, behind))
    found.sort(key=lambda one: -sum(one[0]) / len(one[0]))
    for values, move, _ in found[:BEST]:
        values += tried(move, seeds[TRIALS:])[0]
    return [(sum(values) / len(values), move, behind) for values, move, behind in found]
