"""Turns of a condition count down in every game, for every condition that takes them; the others refuse them."""

from __future__ import annotations

import random

import pytest

from engine.kernel.overruling.gm_tools import SetCondition
from engine.kernel.playing.entering import conditions_of
from engine.kernel.structs.errors import RuleRefusal
from engine.kit.testing import picks
from engine.service.registry import Registry
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.laws import laws

REGISTRY = Registry.installed()
PASSING = ("EndTurn", "EndActivation", "EndOrder", "Pass", "Hold", "Wait", "TakeTurn", "Activate")
"""Orders that let turns go by; what else is offered only where none of these is."""
KINDS = [
    (system, kind) for system, book in sorted(REGISTRY.books.items()) for kind in conditions_of(book.system)
]  # fmt: skip
NEVER_COUNTED = {
    ("fantasia", kind)
    for kind in (
        "defending", "off_balance", "prone", "readied", "unconscious", "dead", "grappled", "statue",
    )
} | {("dozen_die", kind) for kind in ("injured", "taunted", "hidden")}  # fmt: skip
"""What ends by itself, or only by something that happens."""


def passing(arena: Arena, rng: random.Random) -> None:
    """One step by which as little as possible happens."""
    if arena.pending:
        laws.answer_somehow(arena, rng, default=rng.random() < 0.5)
        return
    offered = [one for one in picks.offered(arena.book, arena.state) if one[1].body.ends is None]
    named = [one for one in offered if type(one[1].body).__name__ in PASSING]
    rank = {name: number for number, name in enumerate(PASSING)}
    named.sort(key=lambda one: rank[type(one[1].body).__name__])
    choice = laws.some_order(arena, rng, among=named[:1] or offered)
    assert choice is not None
    arena.order(*choice)


def rounds_go_by(arena: Arena, rng: random.Random, number: int) -> None:
    """Play on until so many rounds have ended, or the fight has."""
    until = arena.fight.round + number
    for _ in range(300):
        if arena.fight.outcome is not None or arena.fight.round >= until:
            return
        passing(arena, rng)


def a_bearer(arena: Arena) -> str:
    """Somebody who plays, has no condition, and has not the turn."""
    standing = [who.id for who in arena.fight.combatants.values() if who.out is None and not who.conditions]
    return next(who for who in reversed(standing) if who not in arena.fight.acting)


def begun(system: str, seed: int) -> Arena | None:
    """A fight in its first round, between orders."""
    rng, examples = random.Random(f"counted {seed}"), playing.examples_of(system)
    arena = examples.make(rng)
    examples.begin(arena)
    arena.robbed = True
    for _ in range(60):
        if arena.fight.open is None and arena.fight.acting and arena.fight.outcome is None:
            return arena
        if arena.fight.outcome is not None:
            return None
        passing(arena, rng)
    return None


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_turns_of_a_condition_count_or_are_refused(system: str, kind: str) -> None:
    """Of two turns one is left after a round, and after two rounds none."""
    for seed in range(12):
        arena, rng = begun(system, seed), random.Random(seed)
        if arena is None:
            continue
        try:
            who = a_bearer(arena)
        except StopIteration:
            continue
        tool = SetCondition(combatant=who, kind=kind, left=2)
        if (system, kind) in NEVER_COUNTED:
            with pytest.raises(RuleRefusal, match=f"no turns of '{kind}' are counted"):
                arena.rule(tool)
            arena.rule(SetCondition(combatant=who, kind=kind))
            return
        arena.rule(tool)
        rounds_go_by(arena, rng, 1)
        bearer = arena.fight.combatants[who]
        after_one = [one.left for one in bearer.conditions if one.kind == kind]
        if arena.fight.outcome is not None or bearer.out is not None or after_one != [1]:
            continue  # something else has ended it: another fight shows it
        rounds_go_by(arena, rng, 1)
        if arena.fight.combatants[who].has(kind) and arena.fight.outcome is not None:
            continue
        assert not arena.fight.combatants[who].has(kind)
        return
    pytest.fail("its turns are not counted in any fight")


@pytest.mark.parametrize("system", ["fantasia", "dozen_die"])
def test_whoever_enters_brings_no_turns_that_nobody_counts(system: str) -> None:
    """Refused as in the game master's tools, and in a correction."""
    arena = begun(system, 0) or begun(system, 1)
    assert arena is not None
    kind = next(kind for found, kind in sorted(NEVER_COUNTED) if found == system)
    who = a_bearer(arena)
    with pytest.raises(RuleRefusal, match="are counted"):
        arena.correct(f"combatants.{who}.conditions", [{"key": kind, "kind": kind, "left": 1}])
