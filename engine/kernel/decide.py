"""What an order, an answer or a deadline brings about: the events of one step.

Pure: nothing here reads a clock or a store. Each function gives the new events and the position behind them; appending
them, all or none, is the service's part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from msgspec import Struct

from engine.kernel import events as e
from engine.kernel.audience import audience_of, hidden_with, names_any, strings_in
from engine.kernel.decisions import check_picks
from engine.kernel.dice import PhysicalDice, TypedFaces
from engine.kernel.errors import FacesRefused, Fault, ReplayDiverged, RuleRefusal
from engine.kernel.evolve import is_roll
from engine.kernel.facts import must_be_gm, must_run, overtaken
from engine.kernel.fight import Asked, Fight, Window
from engine.kernel.messages import Draft, Order, Recorded, plain
from engine.kernel.misread import dotted
from engine.kernel.overruling import cancel
from engine.kernel.position import Clock, Position, Step, advanced
from engine.kernel.rulebook import Rulebook
from engine.kernel.step import Circumstances, Played, accepted, played_on
from engine.kernel.table import answer_audience

Own = TypeVar("Own", bound=Struct)


class Choice(Struct, frozen=True):
    """An answer: the key of an offer, and picks for its fields."""

    key: str
    fields: dict[str, Any] = {}


def _check_actor(fight: Fight, seat: str, order: Order) -> None:
    """Whose order this is; somebody whom the seat does not see is not there."""
    if not type(order).actor:
        must_be_gm(fight, seat)
        return
    actor = getattr(order, type(order).actor)
    who = fight.combatants.get(actor)
    if who is None or not fight.sees(seat, who):
        raise RuleRefusal(f"there is no combatant {actor!r}", code="UNKNOWN", field=type(order).actor)
    if seat not in fight.holders(actor) and not fight.is_gm(seat):
        raise RuleRefusal(f"{actor} is not yours to order", code="NOT_YOURS", field=type(order).actor)


def _check_unseen(book: Rulebook[Own], position: Position[Own], seat: str, order: Order, clock: Clock) -> None:
    """An order that names somebody hidden is tried where he is missing, and refused as the rules refuse it there."""
    fight = position.state.fight
    unseen = fight.unseen(seat)
    if not names_any(order, unseen):
        return
    seen, version = book.seen(position.state, seat), position.version + 1
    first = accepted(book, seen, seat, book.encode_order(order), version, clock)
    # Dice that nobody types: the trial stops at the first roll, which no refusal may follow.
    trial = Circumstances(seat, PhysicalDice(), TypedFaces((), None), {}, clock)
    try:
        played_on(book, seen, [first], trial, tentative=1, head=version)
    except Fault:
        named = min(unseen.intersection(strings_in(plain(order))))
        raise RuleRefusal(f"there is no combatant {named!r}", code="UNKNOWN") from None


def submit(
    book: Rulebook[Own], position: Position[Own], seat: str, order: Order, circumstances: Circumstances
) -> Step[Own]:
    """A seat orders something. RuleRefusal: not allowed now. Fault: the rules failed, nothing happened."""
    fight = position.state.fight
    must_run(fight)
    if fight.open is not None:
        awaited = _awaited(book, fight, seat)
        told = f"a decision is open, and comes first; key and who answers: {awaited}"
        raise RuleRefusal(
            told if awaited else "a decision is open that is not for you to know of, and comes first",
            code="DECISION_OPEN",
        )
    _check_actor(fight, seat, order)
    closed, position = overtaken(book, position, circumstances.clock)
    try:
        _check_unseen(book, position, seat, order, circumstances.clock)
        encoded = book.encode_order(order)
        first = accepted(book, position.state, seat, encoded, position.version + 1, circumstances.clock)
        played = played_on(book, position.state, [first], circumstances, tentative=1, head=first.version)
    except RuleRefusal as refusal:
        if refusal.code == "UNKNOWN" and not refusal.field:
            refusal.field = next((dotted(p) for p, text in _texts(plain(order)) if repr(text) in refusal.reason), "")
        raise
    return _stepped(position, played, closed)


def _awaited(book: Rulebook[Own], fight: Fight, seat: str) -> str:
    """`12 (ana, gm)`, of every decision without an answer that the seat knows of; "" where it knows of none."""
    asked = [a for a in (fight.window.asked if fight.window else ()) if book.sees_asked(fight, a, seat)]
    return ", ".join(f"{a.decision} ({', '.join(a.seats)})" for a in asked if not a.answered)


def _texts(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The texts of a JSON value, and where they lie."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(item, (*path, key))


def _stepped(position: Position[Own], played: Played[Own], before: tuple[Recorded, ...] = ()) -> Step[Own]:
    """What was played, and where it leads: the table has folded it. before: of the same step, folded already."""
    return Step((*before, *played.new), advanced(position, played.new, played.state))


def find_asked(fight: Fight, decision: int) -> tuple[Window, Asked]:
    """The open decision with this id. RuleRefusal (DECISION_CLOSED) if it is answered or was never open."""
    window = fight.window
    for asked in window.asked if window else ():
        if asked.decision == decision and not asked.answered and window is not None:
            return window, asked
    raise _not_open(decision)


def _not_open(decision: int) -> RuleRefusal:
    return RuleRefusal(f"decision {decision} is not open", code="DECISION_CLOSED", field="decision")


def answer(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str | None,
    decision: int,
    choice: Choice | None,
    circumstances: Circumstances,
) -> Step[Own]:
    """A seat answers, or (None) the deadline takes the default. choice: None where typed dice are the answer.

    RuleRefusal: not this seat's, not among the options, or not possible; the decision stays open. Where a correction
    has taken away what the order needs, so that it cannot be played on, the order is taken back, and says so.
    """
    try:
        return _answered(book, position, seat, decision, choice, circumstances)
    except ReplayDiverged:
        raise
    except Fault as fault:
        correction = next((r for r in reversed(position.trail) if isinstance(r.event, e.Corrected)), None)
        if correction is None:
            raise
        note = f"after the correction at version {correction.version} this order cannot be played on"
        step = cancel(book, position, correction.draft.seat or "", note, clock=circumstances.clock)
        return Step(step.new, step.position, fault)


def _answered(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str | None,
    decision: int,
    choice: Choice | None,
    circumstances: Circumstances,
) -> Step[Own]:
    fight = position.state.fight
    must_run(fight)
    window, asked = find_asked(fight, decision)
    if seat is not None and not book.sees_asked(fight, asked, seat):
        raise _not_open(decision)
    if seat is not None and seat not in asked.seats and not fight.is_gm(seat):
        raise RuleRefusal("this decision is another seat's", code="NOT_YOURS", field="decision")
    base = position.base
    if base is None:
        raise Fault("a decision is open without a command")
    closed, position = overtaken(book, position, circumstances.clock)
    if is_roll(asked):
        _check_faces(asked, choice, circumstances.typed)
        played = played_on(book, base, position.trail, circumstances, head=position.version)
        if not played.new:
            raise FacesRefused(f"{len(circumstances.typed.left)} faces do not make {asked.question['dice']}")
        return _stepped(position, played, closed)
    how: e.How = "DEADLINE" if seat is None else "HAND" if seat in asked.seats else "GM"
    if seat is None:
        choice = Choice(asked.default)
    if choice is None:
        raise RuleRefusal("choose one of the offers", rule=asked.rule, field="choice")
    offer = next((o for o in asked.offers if o.key == choice.key), None)
    if offer is None:
        keys = ", ".join(o.key for o in asked.offers)
        raise RuleRefusal(f"{choice.key!r} is not among the offers: {keys}", rule=asked.rule, field="choice.key")
    try:
        check_picks(offer.fields, choice.fields)
    except RuleRefusal as refusal:
        refusal.rule, refusal.field = asked.rule, f"choice.fields.{refusal.field}"
        raise
    event = e.DecisionAnswered(decision=decision, choice=choice.key, picks=choice.fields, how=how)
    to, sealed = answer_audience(asked.visibility, asked.seats)
    opened = next((r.draft for r in position.trail if r.version == decision), None)
    seats, whole = hidden_with(opened, *audience_of(event, fight, to, sealed=sealed))
    command = fight.open.command if fight.open else None
    recorded = Recorded(
        position.version + 1, circumstances.clock(), Draft(event, asked.rule, seat, command, seats, whole)
    )
    if circumstances.typed.left and sum(not a.answered for a in window.asked) > 1:
        raise RuleRefusal("no dice fall before all answers are in", code="FACES", field="faces")
    played = played_on(
        book,
        base,
        [*position.trail, recorded],
        circumstances,
        tentative=1,
        head=recorded.version,
        in_window=window.of,
    )
    return _stepped(position, played, closed)


def _check_faces(asked: Asked, choice: Choice | None, typed: TypedFaces) -> None:
    """RuleRefusal unless a decision that asks for dice gets faces, and nothing else."""
    dice = asked.question["dice"]
    if choice is not None and typed.left:
        raise RuleRefusal(f"leave `choice` out: this asks for the faces of {dice} only", code="FACES", field="choice")
    if choice is not None or not typed.left:
        also = "; leave `choice` out" if choice is not None else ""
        raise RuleRefusal(
            f"type the faces of {dice} as `faces`, in order of falling{also}", code="FACES", field="faces"
        )
