"""Whole fights by legal play, guided to what has not been used yet, under the laws that cost little.

A system's folder of tests holds `examples.py`: `make(rng, unused)` gives a fight that has not begun, whose dice depend
on the version alone, rather with content that is `unused`; `begin(arena)` begins it; each of `SCENES` gives one that
stands where chance seldom brings it; `WORN` and `UNUSED` say what of its content is used by entering, and what no fight
can use yet; `SECRETS` makes pairs of worlds that differ in what is hidden (see `worlds`).
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from engine.kernel import decide
from engine.kernel.decide import Choice
from engine.kernel.decisions import filled
from engine.kernel.dice import Dice, FaceSource, derive
from engine.kernel.errors import RuleRefusal
from engine.kernel.fight import ROLL, Asked, State
from engine.kernel.messages import Order
from engine.kernel.position import Step
from tests.support import laws
from tests.support.arena import Arena
from tests.support.usage import Usage

TRIES = 6
"""How many steps are tried where one is chosen by what comes of it."""

End = Literal["OUTCOME", "BOUND"]
SHUN = 0.15
"""How often the rarest offer is passed over for any other, so that fights do not all run alike."""


class Examples(Protocol):
    """What a system's `examples.py` holds."""

    WORN: tuple[str, ...]
    UNUSED: frozenset[str]
    SCENES: tuple[Callable[[random.Random], Arena], ...]
    SECRETS: Mapping[str, Callable[[random.Random], Any]]
    make: Callable[..., Arena]
    begin: Callable[[Arena], None]


def examples_of(system: str) -> Examples:
    """The examples of a system. AssertionError where its tests have none."""
    try:
        found: Examples = importlib.import_module(f"tests.systems.{system}.examples")
    except ModuleNotFoundError as error:
        raise AssertionError(f"tests/systems/{system}/examples.py is missing: the laws need fights of it") from error
    return found


class Loaded(Struct, frozen=True):
    """Dice that follow from the version, and in two rolls of five show nothing but ones, or nothing but their best."""

    dice: FaceSource

    def faces(self, version: int, dice: Dice, *, hidden: bool, entropy: Sequence[str]) -> tuple[int, ...] | None:
        """See FaceSource."""
        fair = self.dice.faces(version, dice, hidden=hidden, entropy=entropy)
        extreme = {0: 1, 1: dice.sides}.get(derive("00", "loaded", version, 0, 5) - 1)
        return fair if fair is None or extreme is None else (extreme,) * dice.count


class Play(Struct, frozen=True):
    """A step: an order of a seat, as JSON, or its answer to a decision."""

    seat: str
    order: dict[str, Any] | None = None
    decision: int = 0
    choice: Choice | None = None
    faces: tuple[int, ...] = ()


def chosen(arena: Arena, rng: random.Random, usage: Usage, *, fierce: bool = False) -> Play | None:
    """A legal step, rather with what was used least; None where nobody may do anything.

    One in two is chosen by trying a few: that which brings about what happened least; fierce: that which leaves the
    combatants with least.
    """
    tries = TRIES if rng.random() < 0.5 else 1
    plays = [play for _ in range(tries) if (play := _drawn(arena, rng, usage)) is not None]
    if len(plays) <= 1:
        return plays[0] if plays else None
    if fierce:
        return min(plays, key=lambda play: _left(_step(arena, play).position.state))
    return min(plays, key=lambda play: usage.novelty(_step(arena, play).new))


def _left(state: State[Any]) -> int:
    """What all combatants have left of everything."""
    return sum(vital.now for who in state.fight.combatants.values() if who.out is None for vital in who.vitals.values())


def _offers(arena: Arena) -> list[laws.Offered]:
    """All offers as the fight stands, made once."""
    kept = getattr(arena, "offers_made", None)
    if kept is None or kept[0] is not arena.position:
        kept = arena.offers_made = (arena.position, laws.offered(arena.book, arena.state))  # type: ignore[attr-defined]
    return list(kept[1])


def _drawn(arena: Arena, rng: random.Random, usage: Usage) -> Play | None:
    if arena.pending:
        return _answer(rng.choice(arena.pending), rng, usage)
    offers = _offers(arena)
    if not offers:
        return None
    offers = laws.mostly_acts(arena, rng, offers)
    rng.shuffle(offers)
    seat, offer = offers[0] if rng.random() < SHUN else min(offers, key=lambda one: usage.rarity(one[1]))
    order = filled(offer, {f.name: laws.pick(f, rng) for f in offer.fields if rng.random() < 0.7})
    return Play(seat, arena.book.encode_order(order))


def _answer(asked: Asked, rng: random.Random, usage: Usage) -> Play:
    if asked.kind == ROLL:
        return Play(asked.seats[0], decision=asked.decision, faces=laws.typed(asked, rng))
    offers = list(asked.offers)
    rng.shuffle(offers)
    offer = min(offers, key=lambda one: usage.rarity(one, asked.kind)) if rng.random() < 0.7 else offers[0]
    picks = {f.name: laws.pick(f, rng) for f in offer.fields if rng.random() < 0.7}
    return Play(asked.seats[0], decision=asked.decision, choice=Choice(offer.key, picks))


def _step(arena: Arena, play: Play) -> Step[Any]:
    """What a step would bring about."""
    around = arena._circumstances(play.seat, play.faces)
    if play.order is not None:
        return decide.submit(arena.book, arena.position, play.seat, arena.book.decode_order(play.order), around)
    return decide.answer(arena.book, arena.position, play.seat, play.decision, play.choice, around)


def perform(arena: Arena, play: Play) -> None:
    """Play a step in this fight."""
    if play.order is not None:
        arena.order(play.seat, arena.book.decode_order(play.order))
    elif play.choice is not None:
        arena.answer(play.seat, play.choice.key, play.choice.fields, decision=play.decision)
    else:
        arena.answer(play.seat, faces=play.faces, decision=play.decision)


def only_who_may_act_has_offers(arena: Arena) -> None:
    """Who is out, or not to act now, is offered nothing and is not among those who act.

    Before the first round there may be orders that prepare for it.
    """
    if arena.fight.open is not None:
        return
    assert len(set(arena.fight.acting)) == len(arena.fight.acting)
    for who, combatant in arena.fight.combatants.items():
        if who in arena.fight.acting:
            assert combatant.out is None, f"{who} is out ({combatant.out}) and is to act"
            continue
        if arena.fight.round == 0 and combatant.out is None:
            continue
        for seat in dict.fromkeys((*arena.fight.holders(who), *arena.fight.gms())):
            offers = [o.key for o in arena.book.system.offers(arena.book.seen(arena.state, seat), who)]
            assert not offers, f"{who} is not acting and is offered {offers}"


def goes_on(arena: Arena) -> None:
    """A fight is never stuck: somebody is asked, or somebody may order something."""
    assert arena.pending or _offers(arena), "nobody may do anything, and nobody is asked"


def who_may_not_act_is_refused(arena: Arena, past: list[tuple[str, Order]]) -> None:
    """Orders that were once legal are refused of those who are out or not acting."""
    if arena.fight.open is not None or arena.fight.round == 0:
        return
    for seat, order in past:
        actor = getattr(order, type(order).actor) if type(order).actor else None
        who = arena.fight.combatants.get(actor) if actor else None
        if who is None or (actor in arena.fight.acting and who.out is None):
            continue
        try:
            laws.order_step(arena, seat, order)
        except RuleRefusal:
            continue
        raise AssertionError(f"{actor} may not act, and did: {order}")


def by_chance(system: str, rng: random.Random, *, most: int) -> Arena:
    """A fight of a system after so many orders and answers, or at its end."""
    examples = examples_of(system)
    arena = examples.make(rng)
    examples.begin(arena)
    usage = Usage(arena.book, examples.WORN)
    for _ in range(most):
        if (play := chosen(arena, rng, usage)) is None:
            break
        perform(arena, play)
    return arena


def play_out(arena: Arena, rng: random.Random, usage: Usage, *, most: int) -> End:
    """With loaded dice, the fight till the rules call it decided, or for `most` steps; the cheap laws at every stop."""
    told, fierce = 0, rng.random() < 0.35
    arena.dice = Loaded(arena.dice)
    past: list[tuple[str, Order]] = []
    for number in range(most):
        goes_on(arena)
        only_who_may_act_has_offers(arena)
        laws.vitals_are_bounded(arena)
        if number % 8 == 0:
            who_may_not_act_is_refused(arena, past[-3:])
        if arena.fight.outcome is not None and rng.random() < 0.7:
            break
        if not arena.pending:
            once = rng.choice(_offers(arena))
            past.append((once[0], once[1].body))
        play = chosen(arena, rng, usage, fierce=fierce)
        assert play is not None
        perform(arena, play)
        usage.add(arena.stream[told:])
        told = len(arena.stream)
    laws.stands_as_folded(arena)
    laws.hidden_stay_hidden(arena)
    return "BOUND" if arena.fight.outcome is None else "OUTCOME"
