"""Whole fights by legal play, steered towards unused content, under the cheap laws.

Each system's tests have an `examples.py`: `make(rng, unused)` gives a fight that has not begun, whose dice depend
on the version alone, preferably with content that is `unused`; `begin(arena)` begins it; each of `SCENES` gives one
in a situation that random play seldom reaches; `WORN` and `UNUSED` list the content that is used by entering and the
content that no fight can use yet; `SECRETS` makes pairs of worlds that differ in what is hidden (see `worlds`).
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from engine.kernel.playing import decide
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import Dice, FaceSource, derive
from engine.kernel.playing.position import Step
from engine.kernel.state.decisions import filled
from engine.kernel.state.fight import ROLL, Asked, State
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.kit.testing.picks import Offered, offered, pick
from tests.support.fights.arena import Arena
from tests.support.fights.usage import Usage
from tests.support.laws import laws

TRIES = 6
"""How many steps are tried when one is chosen by its consequences."""

End = Literal["OUTCOME", "BOUND"]
SHUN = 0.15
"""How often the rarest offer is skipped for any other, so that fights vary."""


class Examples(Protocol):
    """The contents of a system's `examples.py`.

    It may say `TAKES_GROUND = False`, of a game that is played on no ground of the kernel's, and `FREE_SIDES = False`,
    of one whose sides are given. `VARIED` names fields (`setup.cards`) that one of its SECRETS varies, because a value
    by chance would be refused.
    """

    WORN: tuple[str, ...]
    UNUSED: frozenset[str]
    SCENES: tuple[Callable[[random.Random], Arena], ...]
    SECRETS: Mapping[str, Callable[[random.Random], Any]]
    make: Callable[..., Arena]
    begin: Callable[[Arena], None]


def examples_of(system: str) -> Examples:
    """The examples of a system. AssertionError if its tests have none."""
    try:
        found: Examples = importlib.import_module(f"tests.systems.{system}.examples")
    except ModuleNotFoundError as error:
        raise AssertionError(f"tests/systems/{system}/examples.py is missing: the laws need fights of it") from error
    return found


def takes_ground(examples: Examples) -> bool:
    """Whether fights of this game are laid on a ground."""
    return bool(getattr(examples, "TAKES_GROUND", True))


def has_free_sides(examples: Examples) -> bool:
    """Whether a combatant may be of any side, also of one that nobody else is of."""
    return bool(getattr(examples, "FREE_SIDES", True))


def is_variable(examples: Examples, field: str, alone: bool) -> bool:
    """Whether a field of somebody hidden can be anything. alone: in a fight in which he is his whole side."""
    free = has_free_sides(examples) or not (alone or field == "side")
    return free and field not in getattr(examples, "VARIED", ())


class Loaded(Struct, frozen=True):
    """Dice that follow from the version; two rolls in five show only ones, or only the highest face."""

    dice: FaceSource

    def faces(
        self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]
    ) -> tuple[int, ...] | None:
        """See FaceSource."""
        fair = self.dice.faces(version, dice, hidden=hidden, typed=typed, entropy=entropy)
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
    """A legal step, preferring what was used least; None if nobody may act.

    Every second choice tries a few steps and takes the one with the rarest consequences; fierce: the one that leaves
    the combatants with the least vitals.
    """
    tries = TRIES if rng.random() < 0.5 else 1
    plays = [play for _ in range(tries) if (play := _drawn(arena, rng, usage)) is not None]
    if len(plays) <= 1:
        return plays[0] if plays else None
    if fierce:
        return min(plays, key=lambda play: _left(_step(arena, play).position.state))
    return min(plays, key=lambda play: usage.novelty(_step(arena, play).new))


def _left(state: State[Any]) -> int:
    """The sum of all combatants' vitals."""
    return sum(vital.now for who in state.fight.combatants.values() if who.out is None for vital in who.vitals.values())


def _offers(arena: Arena) -> list[Offered]:
    """All current offers, computed once."""
    kept = getattr(arena, "offers_made", None)
    if kept is None or kept[0] is not arena.position:
        kept = arena.offers_made = (arena.position, offered(arena.book, arena.state))  # type: ignore[attr-defined]
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
    order = filled(offer, {f.name: pick(f, rng) for f in offer.fields if rng.random() < 0.7})
    return Play(seat, arena.book.encode_order(order))


def _answer(asked: Asked, rng: random.Random, usage: Usage) -> Play:
    if asked.kind == ROLL:
        return Play(asked.seats[0], decision=asked.decision, faces=laws.typed(asked, rng))
    offers = list(asked.offers)
    rng.shuffle(offers)
    offer = min(offers, key=lambda one: usage.rarity(one, asked.kind)) if rng.random() < 0.7 else offers[0]
    picks = {f.name: pick(f, rng) for f in offer.fields if rng.random() < 0.7}
    return Play(asked.seats[0], decision=asked.decision, choice=Choice(offer.key, picks))


def _step(arena: Arena, play: Play) -> Step[Any]:
    """The step that a play would make; made once."""
    kept: dict[int, tuple[Play, Step[Any]]]
    at, kept = getattr(arena, "steps_made", (None, {}))
    if at is not arena.position:
        at, kept = arena.steps_made = (arena.position, {})  # type: ignore[attr-defined]
    if id(play) not in kept:
        kept[id(play)] = play, _made(arena, play)
    return kept[id(play)][1]


def _made(arena: Arena, play: Play) -> Step[Any]:
    around = arena._circumstances(play.seat, play.faces)
    if play.order is not None:
        return decide.submit(arena.book, arena.position, play.seat, arena.book.decode_order(play.order), around)
    return decide.answer(arena.book, arena.position, play.seat, play.decision, play.choice, around)


def perform(arena: Arena, play: Play) -> None:
    """Play a step in this fight. One that was made to look at it is kept, and not made again."""
    at, kept = getattr(arena, "steps_made", (None, {}))
    if at is arena.position and id(play) in kept and arena.continuations is None:
        arena.keep(kept[id(play)][1])
    elif play.order is not None:
        arena.order(play.seat, arena.book.decode_order(play.order))
    elif play.choice is not None:
        arena.answer(play.seat, play.choice.key, play.choice.fields, decision=play.decision)
    else:
        arena.answer(play.seat, faces=play.faces, decision=play.decision)


def only_who_may_act_has_offers(arena: Arena) -> None:
    """Combatants that are out, or not acting now, have no offers and are not listed as acting.

    Before the first round, orders that prepare for it are allowed, and after the outcome what the game allows outside
    a fight; giving up always is.
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
            found = list(arena.book.system.offers(arena.book.seen(arena.state, seat), who))
            offers = [o.key for o in found if combatant.out is not None or not type(o.body).concession]
            if arena.fight.outcome is not None and combatant.out is None:
                offers = [o.key for o in found if type(o.body) not in outside_of(arena) and o.key in offers]
            assert not offers, f"{who} is not acting and is offered {offers}"


def outside_of(arena: Arena) -> tuple[type[Order], ...]:
    """The orders that a game allows when a fight has its outcome."""
    found: tuple[type[Order], ...] = getattr(examples_of(arena.book.system.id), "OUTSIDE", ())
    return found


def goes_on(arena: Arena) -> None:
    """A fight is never stuck: a decision is open, or somebody may order something."""
    assert arena.pending or _offers(arena), "nobody may do anything, and nobody is asked"


def who_may_not_act_is_refused(arena: Arena, past: list[tuple[str, Order]]) -> None:
    """Orders that were legal earlier are refused for combatants that are out or not acting."""
    if arena.fight.open is not None or arena.fight.round == 0:
        return
    for seat, order in past:
        actor = getattr(order, type(order).actor) if type(order).actor else None
        who = arena.fight.combatants.get(actor) if actor else None
        if who is None or (actor in arena.fight.acting and who.out is None):
            continue
        if type(order).concession and who.out is None:
            continue
        if arena.fight.outcome is not None and type(order) in outside_of(arena):
            continue
        try:
            arena.order_step(order, seat)
        except RuleRefusal:
            continue
        raise AssertionError(f"{actor} may not act, and did: {order}")


def by_chance(system: str, rng: random.Random, *, most: int) -> Arena:
    """A fight of a system after `most` orders and answers, or at its end."""
    examples = examples_of(system)
    arena = examples.make(rng)
    examples.begin(arena)
    usage = Usage(arena.book, examples.WORN)
    for _ in range(most):
        if (play := chosen(arena, rng, usage)) is None:
            break
        perform(arena, play)
    return arena


def play_out(arena: Arena, rng: random.Random, usage: Usage, *, most: int, judged: bool = True) -> End:
    """With loaded dice: play until the rules declare an outcome, or `most` steps.

    judged: the cheap laws are tried at every stop; else only that the fight goes on, and how it stands at its end.
    """
    told, fierce = 0, rng.random() < 0.35
    arena.dice = Loaded(arena.dice)
    past: list[tuple[str, Order]] = []
    for number in range(most):
        if judged:
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
    laws.views_name_nobody(arena)
    return "BOUND" if arena.fight.outcome is None else "OUTCOME"
