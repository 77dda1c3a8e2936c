"""From an order, an answer or a deadline to the events of one step.

Pure: nothing here reads a clock or a store. Each function returns the new events and the position behind them; the
service appends them, all or none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import TypedFaces, parse_dice
from engine.kernel.playing.dry_run import UNSEEN, check_faces, dry_run, sees_all
from engine.kernel.playing.facts import close_take_back, must_be_gm, must_run
from engine.kernel.playing.going_on import gone_on
from engine.kernel.playing.jumps import cancel
from engine.kernel.playing.position import Position, Step, advanced
from engine.kernel.playing.preferences import Itself, given_by_itself
from engine.kernel.playing.step import Circumstances, Played, accepted, play_on
from engine.kernel.playing.table import answer_audience
from engine.kernel.playing.trials import Opening
from engine.kernel.state import events as e
from engine.kernel.state.decisions import Offer, Visibility, check_picks
from engine.kernel.state.fight import Asked, Fight, State, Window
from engine.kernel.state.redaction.audience import recipients_of, recipients_of_related
from engine.kernel.state.reducer import is_roll
from engine.kernel.structs.budget import STEP, bounded
from engine.kernel.structs.decode_errors import dotted_path
from engine.kernel.structs.errors import Fault, Gone, ReplayDiverged, RuleRefusal, TooCostly
from engine.kernel.structs.messages import Draft, Order, Recorded, plain

Own = TypeVar("Own", bound=Struct)


class Choice(Struct, frozen=True):
    """An answer: the key of an offer, and picks for its fields."""

    key: str
    fields: dict[str, Any] = {}


def check_actor(fight: Fight, seat: str, order: Order) -> None:
    """Check that the order's actor is this seat's; a combatant that the seat does not see counts as missing."""
    if not type(order).actor:
        must_be_gm(fight, seat)
        return
    actor = getattr(order, type(order).actor)
    who = fight.combatants.get(actor)
    if who is None or not fight.sees(seat, who):
        raise RuleRefusal(f"there is no combatant {actor!r}", code="UNKNOWN", field=type(order).actor)
    if seat not in fight.givers(type(order), actor) and not fight.is_gm(seat):
        raise RuleRefusal(f"{actor} is not yours to order", code="NOT_YOURS", field=type(order).actor)


def _check_seen(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str,
    order: Order,
    encoded: dict[str, Any],
    circumstances: Circumstances,
) -> tuple[bool, State[Own] | None]:
    """RuleRefusal where an order is refused on its sender's view.

    (whether the sender sees all that rules use, its view of the fight once the order is accepted if that is known).
    """
    fight, typed, clock = position.state.fight, circumstances.typed, circumstances.clock
    everything = sees_all(book, position.state, seat)
    rolls = bool(typed.left)
    opened: State[Own] | None = None
    if rolls or not everything:
        outcome = dry_run(book, position, seat, order, clock, to_roll=rolls, encoded=encoded)
        if rolls:
            check_faces(outcome, typed, seat, gm=fight.is_gm(seat))
        opened = outcome.opened
    return everything, opened


def submit(
    book: Rulebook[Own], position: Position[Own], seat: str, order: Order, circumstances: Circumstances
) -> Step[Own]:
    """A seat orders something. RuleRefusal: not allowed now. Fault: the rules failed, nothing happened."""
    with bounded(STEP, circumstances.timer):
        return _submitted(book, position, seat, order, circumstances)


def _submitted(
    book: Rulebook[Own], position: Position[Own], seat: str, order: Order, circumstances: Circumstances
) -> Step[Own]:
    fight = position.state.fight
    must_run(fight)
    if fight.open is not None:
        raise awaited(book, fight, seat)
    check_actor(fight, seat, order)
    _require_typing(book, position, seat, circumstances)
    closed, position = close_take_back(book, position, circumstances.clock)
    try:
        first, known, opened = _opening(book, position, seat, order, circumstances)
        try:
            played = play_on(book, position.state, [first], circumstances, tentative=1, head=first.version, seen=opened)
        except TooCostly:
            raise
        except RuleRefusal:
            if known:
                raise
            raise RuleRefusal(UNSEEN) from None
    except RuleRefusal as refusal:
        locate(refusal, order)
        raise
    return _stepped(position, played, closed)


def _opening(
    book: Rulebook[Own], position: Position[Own], seat: str, order: Order, circumstances: Circumstances
) -> Opening:
    """How an order begins. RuleRefusal where it is refused on its sender's view."""

    def made() -> Opening:
        encoded = book.encode_order(order)
        known, opened = _check_seen(book, position, seat, order, encoded, circumstances)
        first = accepted(book, position.state, seat, encoded, position.version + 1, circumstances.clock)
        return first, known, opened

    trials = circumstances.trials
    # Faces are judged by the dry run, and are no part of what trials share.
    return made() if trials is None or circumstances.typed.left else trials.opening(order, seat, made)


def _require_typing(
    book: Rulebook[Own], position: Position[Own], seat: str | None, circumstances: Circumstances
) -> None:
    """FacesRefused for faces in a fight where nobody types, as far as their sender knows."""
    circumstances.typed.require_typing(lambda: book.seen(position.state, seat).fight)


def locate(refusal: RuleRefusal, order: Order) -> None:
    """Find the field of an order that names somebody unknown, where its refusal does not say."""
    if refusal.code == "UNKNOWN" and not refusal.field:
        refusal.field = next((dotted_path(p) for p, text in _texts(plain(order)) if repr(text) in refusal.reason), "")


def awaited(book: Rulebook[Own], fight: Fight, seat: str) -> RuleRefusal:
    """The refusal of an order while a decision is open. It names who has to answer those that the seat knows of."""
    asked = [a for a in (fight.window.asked if fight.window else ()) if book.sees_asked(fight, a, seat)]
    known = ", ".join(dict.fromkeys(fight.seats[seat].name for a in asked if not a.answered for seat in a.seats))
    reason = f"a decision is open, and comes first; who answers: {known}"
    return RuleRefusal(
        reason if known else "a decision is open that is not for you to know of, and comes first", code="DECISION_OPEN"
    )


def _texts(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The texts of a JSON value, with their paths."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(item, (*path, key))


def _stepped(position: Position[Own], played: Played[Own], before: tuple[Recorded, ...] = ()) -> Step[Own]:
    """The step of what was played; the table has folded it already. before: of the same step, folded already."""
    return Step((*before, *played.new), advanced(position, played.new, played.state))


def find_asked(fight: Fight, decision: int, seat: str | None = None) -> tuple[Window, Asked]:
    """The open decision with this id. RuleRefusal (DECISION_CLOSED) if it is answered or was never open.

    seat: who answers; one who has committed a sealed answer is told so.
    """
    window = fight.window
    for asked in window.asked if window else ():
        if asked.decision == decision and window is not None:
            if not asked.answered:
                return window, asked
            if asked.visibility is Visibility.SEALED and seat in asked.seats:
                raise RuleRefusal(
                    "this choice is committed already", rule=asked.rule, code="DECISION_CLOSED", field="decision"
                )
    raise _not_open(decision)


def require_offered(book: Rulebook[Own], asked: Asked, choice: Choice) -> Offer[dict[str, Any]]:
    """The offer that an answer takes. RuleRefusal where there is none, or its picks are not allowed.

    The question may say why in the game's words: `Question.explain`.
    """
    offer = next((o for o in asked.offers if o.key == choice.key), None)
    if offer is None:
        keys = ", ".join(o.key for o in asked.offers)
        raise RuleRefusal(f"{choice.key!r} is not among the offers: {keys}", rule=asked.rule, field="choice.key")
    try:
        check_picks(offer.fields, choice.fields, offer.body)
    except RuleRefusal as refusal:
        kind = next((kind for kind in book.system.questions if kind.__name__ == asked.kind), None)
        told = (kind.explain(asked.question, choice.fields) if kind is not None else None) or refusal
        told.rule, told.field = told.rule or asked.rule, f"choice.fields.{told.field}"
        raise told from None
    return offer


def _not_open(decision: int) -> RuleRefusal:
    return RuleRefusal(f"decision {decision} is not open", code="DECISION_CLOSED", field="decision")


def answer(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str | None,
    decision: int,
    choice: Choice | None,
    circumstances: Circumstances,
    *,
    itself: Itself | None = None,
    faces: tuple[int, ...] | None = None,
) -> Step[Own]:
    """A seat answers, or (None) the deadline takes the default. choice: None where typed dice are the answer.

    itself: what answers for the seat once the question's pace has passed; None: a hand, or the deadline.
    faces: the answer to one of several rolls; None: they are those that the circumstances have.
    RuleRefusal: not this seat's, not among the options, or not possible; the decision stays open. If a correction has
    removed what the open order needs, so that it cannot be played on, the order is taken back and the step says so.
    """
    try:
        with bounded(STEP, circumstances.timer):
            return _answered(book, position, seat, decision, choice, circumstances, itself=itself, faces=faces)
    except ReplayDiverged:
        raise
    except Fault as fault:
        correction = next((r for r in reversed(position.trail) if isinstance(r.event, e.Corrected)), None)
        if correction is None:
            raise
        note = f"after the correction at version {correction.version} this order cannot be played on"
        step = cancel(book, position, correction.draft.seat or "", note, clock=circumstances.clock)
        with bounded(STEP, circumstances.timer):
            played, landed = gone_on(book, step.position, circumstances)
        return Step((*step.new, *played), landed, None if isinstance(fault, Gone) else fault)


def _answered(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str | None,
    decision: int,
    choice: Choice | None,
    circumstances: Circumstances,
    *,
    itself: Itself | None,
    faces: tuple[int, ...] | None,
) -> Step[Own]:
    fight = position.state.fight
    must_run(fight)
    window, asked = find_asked(fight, decision, seat)
    if seat is not None and not book.sees_asked(fight, asked, seat):
        raise _not_open(decision)
    if seat is not None and seat not in asked.seats and not fight.is_gm(seat):
        raise RuleRefusal("this decision is another seat's", code="NOT_YOURS", field="decision")
    base = position.base
    if base is None:
        raise Fault("a decision is open without a command")
    closed, position = close_take_back(book, position, circumstances.clock)
    typed = circumstances.typed if faces is None else TypedFaces(faces, None)
    if is_roll(asked):
        _check_faces(asked, choice, typed)
    if is_roll(asked) and window.of == 1:
        played = play_on(book, base, position.trail, circumstances, head=position.version)
        return _gone_on(book, _stepped(position, played, closed), position, circumstances)
    how: e.How = "DEADLINE" if seat is None else "HAND" if seat in asked.seats else "GM"
    if seat is None:
        choice = Choice(asked.default)
    if is_roll(asked):
        choice, faces, typed.left = Choice(""), tuple(typed.left), []
    if itself is not None:
        if seat != asked.seats[0] or choice not in [Choice(key) for key in given_by_itself(fight, asked, itself)]:
            raise RuleRefusal("this decision is not answered by itself", rule=asked.rule, field="choice")
        how = itself
    if choice is None:
        raise RuleRefusal("choose one of the offers", rule=asked.rule, field="choice")
    if faces is None:
        require_offered(book, asked if seat is None else book.seen_asked(fight, asked, seat), choice)
    event = e.DecisionAnswered(decision=decision, choice=choice.key, picks=choice.fields, how=how, typed_faces=faces)
    to, sealed = answer_audience(asked.visibility, asked.seats)
    opened = next((r.draft for r in position.trail if r.version == decision), None)
    seats, whole = recipients_of_related(opened, *recipients_of(event, fight, to, sealed=sealed))
    command = fight.open.command if fight.open else None
    recorded = Recorded(
        position.version + 1, circumstances.clock(), Draft(event, asked.rule, seat, command, seats, whole)
    )
    _require_typing(book, position, seat, circumstances)
    known = [a for a in window.asked if not a.answered and (seat is None or book.sees_asked(fight, a, seat))]
    if circumstances.typed.left and len(known) > 1:
        raise RuleRefusal("no dice fall before all answers are in", code="FACES", field="faces")
    played = play_on(
        book,
        base,
        [*position.trail, recorded],
        circumstances,
        tentative=1,
        head=recorded.version,
        in_window=window.of,
    )
    return _gone_on(book, _stepped(position, played, closed), position, circumstances)


def _gone_on(book: Rulebook[Own], step: Step[Own], before: Position[Own], circumstances: Circumstances) -> Step[Own]:
    """A step; where a ruling fell into the order that it ends, also what lets the fight go on: that had to wait."""
    if step.position.state.fight.open is not None or not any(r.foreign for r in before.trail):
        return step
    played, position = gone_on(book, step.position, circumstances)
    return Step((*step.new, *played), position, step.undone)


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
    typed.require(parse_dice(dice), exactly=True)
