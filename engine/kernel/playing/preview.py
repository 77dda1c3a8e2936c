"""What an order or an answer would do, told to its seat before it is sent.

Everything is worked out from what the seat sees: an order is played on that view by a dry run, up to its first roll or
question, and the rule system adds what a dry run cannot tell. Nothing is kept and no dice are rolled, so that a preview
tells the same however often it is asked for, whatever is hidden from the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice, awaited, check_actor, find_asked, locate, require_offered
from engine.kernel.playing.dice import format_dice
from engine.kernel.playing.dry_run import Outcome, Roll, dry_run
from engine.kernel.playing.facts import must_run
from engine.kernel.playing.position import Position
from engine.kernel.playing.rule_faults import errors_as_faults
from engine.kernel.scene.preview import Foreseen, Preview, PreviewTarget, PreviewTest, PreviewWay, chance_of
from engine.kernel.scene.preview_text import text
from engine.kernel.scene.wording import Wording
from engine.kernel.state import events as e
from engine.kernel.state.combatant import Place
from engine.kernel.state.fight import State
from engine.kernel.state.reducer import is_roll
from engine.kernel.structs.budget import STEP, Timer, bounded
from engine.kernel.structs.errors import RuleRefusal, SkaldError, TooCostly
from engine.kernel.structs.messages import Order, actor_of

Own = TypeVar("Own", bound=Struct)

Reads = Callable[[Rulebook[Any], str, str, Mapping[str, Any]], Struct | None]
"""The body of a chosen offer, of its question's kind, its key and JSON; None where it cannot be told."""

CONCERNED = (e.VitalChanged, e.ConditionGained, e.ConditionLost, e.CombatantOut, e.CombatantReturned)
"""Facts about somebody that a preview names."""

WAY = "path"
"""The field of an order that holds a way, step by step."""

PARTS = 64
"""Into how many parts a step is divided, to find how far along it one can go."""

TIME = "1970-01-01T00:00:00.000Z"
"""A dry run's events have no time of their own, and are never stored."""


def preview_order(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str,
    order: Order,
    locale: str,
    *,
    timer: Timer | None = None,
) -> Preview:
    """What this order of a seat would do now. RuleRefusal as `submit` refuses it, as far as the seat can know.

    A way that is only begun, and may not end where it ends so far, is no refusal: see `Preview.unfinished`. The refusal
    of one that is blocked has its `ways`.
    timer: of the service, for the guard of the budget.
    """
    try:
        with bounded(STEP, timer):
            return _order_previewed(book, position, seat, order, locale)
    except RuleRefusal as refusal:
        if refusal.field == WAY:
            with suppress(TooCostly), bounded(STEP, timer):  # a budget of its own: the reason is told in any case
                refusal.ways = _up_to_block(book, position, seat, order, locale)
        raise


def _up_to_block(
    book: Rulebook[Own], position: Position[Own], seat: str, order: Order, locale: str
) -> tuple[PreviewWay, ...]:
    """The longest beginning of an order's way that can be gone; () where its first step is refused.

    A step that leads straight to a point of an open table is gone as far as can be.
    """
    path: tuple[Any, ...] = getattr(order, WAY, ())
    found: tuple[PreviewWay, ...] = ()
    good, bad = 0, len(path)  # whatever begins a way that can be gone can be gone
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            told = _order_previewed(book, position, seat, structs.replace(order, **{WAY: path[:middle]}), locale)
        except RuleRefusal:
            bad = middle
        else:
            good, found = middle, told.ways
    return _along(book, position, seat, order, locale, path[: good + 1]) or found


def _along(
    book: Rulebook[Own], position: Position[Own], seat: str, order: Order, locale: str, path: tuple[Any, ...]
) -> tuple[PreviewWay, ...]:
    """A way whose last step is refused, as far along that step as can be gone; () where it leads to no point."""
    mover = book.seen(position.state, seat).fight.combatants.get(actor_of(order))
    begin = path[-2] if len(path) > 1 else mover and mover.place
    start, end = getattr(begin, "point", None), getattr(path[-1], "point", None) if path else None
    if start is None or end is None:
        return ()
    found: tuple[PreviewWay, ...] = ()
    good, bad = 0, PARTS
    while bad - good > 1:
        middle = (good + bad) // 2
        x, y = (item + (other - item) * middle // PARTS for item, other in ((start.x, end.x), (start.y, end.y)))
        step = structs.replace(path[-1], point=structs.replace(end, x=x, y=y))
        try:
            told = _order_previewed(book, position, seat, structs.replace(order, **{WAY: (*path[:-1], step)}), locale)
        except RuleRefusal:
            bad = middle
        else:
            good, found = middle, told.ways
    return found


def _order_previewed(book: Rulebook[Own], position: Position[Own], seat: str, order: Order, locale: str) -> Preview:
    fight = position.state.fight
    must_run(fight)
    seen = book.seen(position.state, seat)
    if fight.open is not None:
        if not _is_given_meanwhile(book, position.state, seat, order):
            raise awaited(book, fight, seat)
        return _told(Wording(book.system, seen, locale), Foreseen(), certain=True, unfinished="")
    check_actor(fight, seat, order)
    refused, outcome = None, Outcome()
    try:
        outcome = dry_run(book, position, seat, order, lambda: TIME, to_roll=True)
    except RuleRefusal as refusal:
        locate(refusal, order)
        if not refusal.field or refusal.code != "NOT_LEGAL":
            raise
        refused = refusal
    try:
        foreseen = _foreseen(book, seen, seat, order, locale)
    except SkaldError:
        if refused is None:
            raise
        raise refused from None  # it is asked of an order that the rules refuse, and need not understand it
    if refused is not None and (foreseen is None or foreseen.unfinished != refused.field):
        raise refused
    words = Wording(book.system, seen, locale)
    found = Foreseen(unfinished="") if foreseen is None else foreseen
    certain = refused is None and outcome.ended
    return _told(words, _completed(words, order, outcome, found), certain, refused.reason if refused else "")


def _is_given_meanwhile(book: Rulebook[Own], state: State[Own], seat: str, order: Order) -> bool:
    """Whether an order may be given while a decision is open. RuleRefusal where the game says why not."""
    return state.fight.is_gm(seat) and book.system.meanwhile(state, order) is not None


def preview_answer(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str,
    decision: int,
    choice: Choice,
    locale: str,
    reads: Reads,
    *,
    timer: Timer | None = None,
) -> Preview:
    """What this answer of a seat would do now, as far as the rule system foresees it.

    RuleRefusal as `answer` refuses it. What follows from an answer is not played: an order that waits for it may depend
    on what is hidden from the seat, so `certain` is never true. timer: of the service, for the guard of the budget.
    """
    with bounded(STEP, timer):
        return _answer_previewed(book, position, seat, decision, choice, locale, reads)


def _answer_previewed(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str,
    decision: int,
    choice: Choice,
    locale: str,
    reads: Reads,
) -> Preview:
    must_run(position.state.fight)
    seen = book.seen(position.state, seat)
    _, asked = find_asked(seen.fight, decision, seat)
    if seat not in asked.seats and not seen.fight.is_gm(seat):
        raise RuleRefusal("this decision is another seat's", code="NOT_YOURS", field="decision")
    if is_roll(asked):
        raise RuleRefusal("dice are typed: there is nothing to foresee", rule=asked.rule, field="decision")
    offer = require_offered(book, asked, choice)
    body = reads(book, asked.kind, offer.key, {**offer.body, **choice.fields})
    foreseen = None if body is None else _foreseen(book, seen, seat, body, locale)
    return _told(Wording(book.system, seen, locale), foreseen or Foreseen(), certain=False, unfinished="")


def _foreseen(book: Rulebook[Own], seen: State[Own], seat: str, thing: Struct, locale: str) -> Foreseen | None:
    """What the rule system foresees of an order or of an answer's body; None where it says nothing."""
    with errors_as_faults():
        return book.system.preview(seen, seat, thing, locale)


def _completed(words: Wording, order: Order, outcome: Outcome, foreseen: Foreseen) -> Foreseen:
    """What the rule system leaves out, taken from the dry run."""
    actor = getattr(order, type(order).actor, "") if type(order).actor else ""
    return structs.replace(
        foreseen,
        ways=tuple(way.labelled for way in foreseen.ways or _ways(outcome)),
        affected=foreseen.affected or _affected(words, outcome, actor),
        tests=foreseen.tests or ((_test(words, outcome.roll),) if outcome.roll is not None else ()),
    )


def _ways(outcome: Outcome) -> tuple[PreviewWay, ...]:
    steps: dict[str, list[Place]] = {}
    for event in outcome.made:
        if isinstance(event, e.Moved) and event.stands is not None:
            steps.setdefault(event.combatant, []).append(event.stands)
    return tuple(PreviewWay(combatant=who, steps=tuple(places)) for who, places in steps.items())


def _affected(words: Wording, outcome: Outcome, actor: str) -> tuple[PreviewTarget, ...]:
    whom = dict.fromkeys(event.combatant for event in outcome.made if isinstance(event, CONCERNED))
    return tuple(PreviewTarget(combatant=who, label=words.say("preview_named")) for who in whom if who != actor)


def _test(words: Wording, roll: Roll) -> PreviewTest:
    label = words.called(f"why.{roll.why}", roll.why) or words.say("preview_roll")
    who = roll.by if roll.by in words.seen.fight.combatants else None
    odds = roll.odds
    return PreviewTest(
        label=label,
        combatant=who,
        dice=format_dice(roll.dice),
        against=odds.against if odds is not None else None,
        chance=chance_of(odds.good, odds.of) if odds is not None else None,
        terms=roll.terms or (odds.terms if odds is not None else ()),
        rule=roll.rule,
    )


def _told(words: Wording, foreseen: Foreseen, certain: bool, unfinished: str) -> Preview:
    return Preview(
        certain=certain,
        text=text(words, foreseen, certain=certain),
        ways=tuple(way.labelled for way in foreseen.ways),
        next=tuple(preview_next for preview_next in foreseen.next if not preview_next.area.empty),
        areas=foreseen.areas,
        affected=foreseen.affected,
        tests=foreseen.tests,
        unfinished=unfinished,
    )
