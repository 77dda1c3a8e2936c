"""Laws that every rule system keeps: given fights, they play them and check every stop.

A fight comes from a maker, `Callable[[random.Random], Arena]`. Its dice must depend on the version alone, as those
of `slices.ready.seeded` do, so that steps can be tried and discarded. `walk` plays random offers; the laws below
check the fight at a stop and leave it unchanged.

        judge(maker, seed, steps)       walks, and checks every law at every stop
        two_worlds(one, other, seat)    two fights that differ only in what is secret from a seat look the same to it
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.takeback import default_target
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import Dice, parse_dice
from engine.kernel.playing.position import Position, advance_all, with_dice_seen
from engine.kernel.state.decisions import filled
from engine.kernel.state.fight import Asked, Fight, State
from engine.kernel.structs.errors import RuleRefusal, SkaldError
from engine.kernel.structs.messages import Order
from engine.kit.testing.accepting import answers_are_accepted, nothing_else_is_accepted, offers_are_accepted
from engine.kit.testing.laws import views_name_nobody
from engine.kit.testing.picks import Offered, offered, pick, some_choice
from tests.support.fights.arena import Arena
from tests.support.fights.exports import reads

Maker = Callable[[random.Random], Arena]
MEDDLE = 0.003
"""How often an order of the game master is among those chosen from, while somebody may act."""


# -- what is offered
def mostly_acts(arena: Arena, rng: random.Random, offers: Sequence[Offered]) -> list[Offered]:
    """Mostly offers of acting combatants; only rarely the GM's orders and concessions too.

    The GM may end the fight or remove a combatant at any time, and players may give up; too often, and nothing else
    would happen.
    """
    acts = [one for one in offers if type(one[1].body).actor and not type(one[1].body).concession]
    return acts if arena.fight.acting and acts and rng.random() > MEDDLE else list(offers)


def some_order(arena: Arena, rng: random.Random, *, among: Sequence[Offered] | None = None) -> tuple[str, Order] | None:
    """A legal order, picked at random; None if none is offered."""
    offers = mostly_acts(arena, rng, offered(arena.book, arena.state)) if among is None else among
    if not offers:
        return None
    seat, offer = rng.choice(offers)
    return seat, filled(offer, {f.name: pick(f, rng) for f in offer.fields if rng.random() < 0.8})


def typed(asked: Asked, rng: random.Random) -> tuple[int, ...]:
    """Possible faces of a roll."""
    dice: Dice = parse_dice(asked.question["dice"])
    return tuple(rng.randint(1, dice.sides) for _ in range(dice.count))


def answer_somehow(arena: Arena, rng: random.Random, *, default: bool = False) -> None:
    """Answer one open decision: typed faces, the default, or a random legal choice."""
    asked = rng.choice(arena.pending)
    if asked.kind == "Roll":
        arena.answer(asked.seats[0], faces=typed(asked, rng), decision=asked.decision)
        return
    choice = Choice(asked.default) if default else some_choice(asked, rng)
    arena.answer(asked.seats[0], choice.key, choice.fields, decision=asked.decision)


def branch(arena: Arena) -> Arena:
    """A copy of the fight; changes to it do not affect this one."""
    assert arena.fed is None, "dice fed by hand cannot be thrown twice"
    other = copy.copy(arena)
    other.stream = list(arena.stream)
    other.preferences = dict(arena.preferences)
    return other


# -- the laws, at a stop
def belongs(fight: Fight) -> None:
    """Ownership carried over to this version equals what a bare copy computes."""

    def told(fight: Fight) -> list[object]:
        people, seats = fight.combatants.values(), (*fight.seats, None)
        return [
            fight.gms(),
            [c.id for c in fight.hidden],
            [fight.side_seats(side) for side in (*(c.side for c in people), "nobodys")],
            [fight.recipients_of(c) for c in people],
            [(seat, fight.unseen(seat)) for seat in seats],
        ]

    assert told(fight) == told(structs.replace(fight))


def shown_to_the_gm(arena: Arena) -> None:
    """The GM's view is the state itself: redacting it for the GM removes nothing."""
    for seat in arena.fight.gms():
        assert arena.book.seen(arena.state, seat).fight == arena.book.withheld(arena.fight, seat)


def stands_as_folded(arena: Arena) -> None:
    """The fold of the stream equals the live state, and the state survives a round trip through its bytes."""
    belongs(arena.fight)
    shown_to_the_gm(arena)
    again = arena.at(len(arena.stream))
    assert again.state == arena.state
    assert (again.base, again.trail) == (arena.position.base, arena.position.trail)
    data = msgspec.json.encode(arena.state)
    assert msgspec.json.decode(data, type=arena.book.state_type) == arena.state
    for recorded in arena.stream[-12:]:
        public, secret = arena.book.codec.encode(recorded.version, recorded.time, recorded.draft)
        draft = recorded.draft
        assert arena.book.codec.decode(secret or public, to=draft.to, whole=draft.whole) == structs.replace(
            recorded, hash=""
        )
        arena.book.codec.decode(public)


def resumes_elsewhere(arena: Arena, rng: random.Random) -> None:
    """Another process, with its own rulebook and only the bytes, continues with exactly the same events."""
    other = branch(arena)
    other.book = Rulebook(type(arena.book.system)())
    base = None
    if arena.position.base is not None:
        data = msgspec.json.encode(arena.position.base)
        base = Position(arena.position.trail[0].version - 1, msgspec.json.decode(data, type=other.book.state_type))
    trail = [other.book.codec.decode(msgspec.json.encode(_whole(arena, r))) for r in arena.position.trail]
    drafts = [structs.replace(r, draft=old.draft) for r, old in zip(trail, arena.position.trail, strict=True)]
    rebuilt = advance_all(other.book, base, drafts) if base is not None else None
    if rebuilt is not None:
        assert rebuilt.state == arena.state
        other.position = structs.replace(rebuilt, version=arena.position.version)
    here = branch(arena)
    seed = rng.random()
    for one in (here, other):
        going = random.Random(seed)
        while one.pending:
            answer_somehow(one, going)
    assert here.stream == other.stream
    assert here.state == other.state


def _whole(arena: Arena, recorded: Any) -> msgspec.Raw:
    public, secret = arena.book.codec.encode(recorded.version, recorded.time, recorded.draft)
    return msgspec.Raw(secret or public)


def correctable(arena: Arena, rng: random.Random) -> tuple[str, Any] | None:
    """A vital of some combatant, and another value for it."""
    having = [c for c in arena.fight.combatants.values() if c.vitals]
    if not having:
        return None
    who = rng.choice(having)
    name = rng.choice(sorted(who.vitals))
    top = who.vitals[name].max
    return f"combatants.{who.id}.vitals.{name}.now", rng.randint(0, 9 if top is None else top)


def corrections_fall_in_place(arena: Arena, rng: random.Random) -> None:
    """After a correction at this stop, the open order still runs to its end by defaults and folds to the live state."""
    other = branch(arena)
    correction = correctable(other, rng)
    if correction is None:
        return
    other.correct(*correction)
    while other.pending:
        answer_somehow(other, rng, default=True)
    stands_as_folded(other)


def reverts_give_back(arena: Arena, rng: random.Random) -> None:
    """A revert to an allowed version restores that state; if it lies inside a step, the order is played on."""
    other = branch(arena)
    version = rng.randint(1, len(arena.stream))
    stood = arena.at(version).state
    other.revert(version)
    if stood.fight.resting:
        assert other.state.own == stood.own
        lasting = {name: getattr(other.fight, name) for name in ("seats", "entropy", "entropy_by", "id")}
        assert other.state.fight == structs.replace(stood.fight, **lasting, rolled=True)
    else:
        assert other.fight.resting
    stands_as_folded(other)


def cancel_goes_back(arena: Arena) -> None:
    """Taking back the open order restores the state at its base."""
    if arena.position.base is None:
        return
    other = branch(arena)
    base = arena.at(arena.fight.open.base).state
    kept = [r for r in arena.position.trail if r.foreign]
    other.cancel()
    if not kept:
        assert other.state == with_dice_seen(base)
    stands_as_folded(other)


def ask_back(arena: Arena, rng: random.Random, *, silence: bool = True) -> None:
    """A player requests a take-back, and it ends somehow: granted, refused, forced, withdrawn, timed out, or left open.

    silence: it may time out, though no deadline is set here: an audit finds that.
    """
    may = [s for s in arena.fight.seats if default_target(arena.fight, s, len(arena.stream)) is not None]
    if not may:
        return
    arena.take_back(rng.choice(may))
    talk = arena.fight.taking_back
    if talk is None:
        return
    match rng.choice(["yes", "no", "force", "withdraw", "leave", *(["silence"] if silence else [])]):
        case "yes":
            while arena.asked_back:
                arena.consent(arena.asked_back[0].seats[0])
        case "no":
            arena.consent(rng.choice(arena.asked_back).seats[0], "no")
        case "force":
            arena.revert(talk.to)
        case "withdraw":
            arena.withdraw(talk.by)
        case "silence":
            arena.consent(None)


def takes_back_what_is_offered(arena: Arena) -> None:
    """Taking back one's last act is refused exactly when it is not offered."""
    for seat in arena.fight.seats:
        other, to = branch(arena), default_target(arena.fight, seat, len(arena.stream))
        refused = ""
        try:
            other.take_back(seat)
        except RuleRefusal as refusal:
            refused = refusal.reason
        assert (to is None) is bool(refused), f"{seat} is offered {to}, and is refused for: {refused}"


def what_is_taken_back_folds(arena: Arena, rng: random.Random) -> None:
    """Every offered take-back is accepted, whatever its outcome; the stream folds to the state, and play continues."""
    other = branch(arena)
    ask_back(other, rng)
    stands_as_folded(other)
    views_name_nobody(other)
    views_are_whole(other)
    while other.pending:
        answer_somehow(other, rng, default=True)
    stands_as_folded(other)


def vitals_are_bounded(arena: Arena, least: int = 0) -> None:
    """No vital is below `least` nor above its maximum."""
    for who in arena.fight.combatants.values():
        for name, vital in who.vitals.items():
            assert least <= vital.now, f"{who.id} {name} is {vital.now}"
            assert vital.max is None or vital.now <= vital.max, f"{who.id} {name} is {vital.now} of {vital.max}"


def views_are_whole(arena: Arena) -> None:
    """Every seat's view can be encoded, decoded, and asked for offers of its own combatants."""
    for seat in (*arena.fight.seats, None):
        seen = arena.book.seen(arena.state, seat)
        assert msgspec.json.decode(msgspec.json.encode(seen), type=arena.book.state_type) == seen
        if seat is not None and not arena.fight.is_gm(seat):
            again = arena.book.seen(State(fight=arena.fight, own=arena.own), seat)
            assert again == seen


def two_worlds(one: Arena, other: Arena, seat: str | None, *, after: int = 0) -> None:
    """Two fights that differ in what this seat may not know: it reads and sees the same in both."""
    assert reads(one, seat)[after:] == reads(other, seat)[after:]
    assert one.book.seen(one.state, seat) == other.book.seen(other.state, seat)


# -- playing
def walk(maker: Maker, rng: random.Random, steps: int) -> Iterator[tuple[Arena, list[tuple[str, Order]]]]:
    """Random legal play: the fight at every stop, and orders that were legal at earlier stops."""
    arena = maker(rng)
    past: list[tuple[str, Order]] = []
    yield arena, past
    for _ in range(steps):
        if arena.pending:
            answer_somehow(arena, rng)
        else:
            choice = some_order(arena, rng)
            if choice is None:
                return
            past.append(choice)
            arena.order(*choice)
        yield arena, past


def judge(maker: Maker, seed: int, steps: int, *, least: int = 0) -> int:
    """Walk once, and check every law at every stop. Returns the number of stops; AssertionError names the law."""
    rng = random.Random(seed)
    stops = 0
    for arena, past in walk(maker, rng, steps):
        stops += 1
        stands_as_folded(arena)
        vitals_are_bounded(arena, least)
        views_name_nobody(arena)
        views_are_whole(arena)
        offers_are_accepted(arena, rng)
        answers_are_accepted(arena, rng)
        nothing_else_is_accepted(arena, rng, past[-20:])
        resumes_elsewhere(arena, rng)
        corrections_fall_in_place(arena, rng)
        cancel_goes_back(arena)
        reverts_give_back(arena, rng)
        takes_back_what_is_offered(arena)
        what_is_taken_back_folds(arena, rng)
    return stops


def judge_all(maker: Maker, seeds: Iterable[int], steps: int, *, least: int = 0) -> int:
    """`judge` over several fights; a failure names the seed of its fight."""
    stops = 0
    for seed in seeds:
        try:
            stops += judge(maker, seed, steps, least=least)
        except (AssertionError, SkaldError) as error:
            error.add_note(f"seed {seed}")
            raise
    return stops
