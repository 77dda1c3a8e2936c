"""Random games over the slices, by `tests.support.fights.acts`.

A slow reference fold, written here once more and without jumps along a live path, judges every version; finished
orders are run again along their trails; every seat proves its own redacted view; nobody reads who is hidden from him.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.kernel.playing.dice import PhysicalDice, TypedFaces
from engine.kernel.playing.position import with_dice_seen
from engine.kernel.playing.step import Circumstances, play_on
from engine.kernel.state import events as k
from engine.kernel.state.fight import State
from engine.kernel.state.stored.history import live_versions
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded
from tests.support.amounts import amount
from tests.support.fights.acts import ACTS, WEIGHTS, drawn
from tests.support.fights.arena import Arena
from tests.support.fights.exports import export, proven, sealed
from tests.support.laws import laws
from tests.support.slices.ready import FIGHTS

GAMES = amount("SKALD_FUZZ", 40, 2000)
"""Games in all; set SKALD_FUZZ for a longer run."""
BATCH = 10


def reference(arena: Arena) -> list[State[Any]]:
    """The state at every version, index 0 unused: a revert takes the state that stood there, then what it kept."""
    states: list[Any] = [None]
    for recorded in arena.stream:
        event = recorded.event
        if isinstance(event, k.Reverted):
            state = states[event.to_version]
            for kept in event.kept:
                state = arena.book.evolve(state, arena.stream[kept - 1])
            state = with_dice_seen(state)
        else:
            state = arena.book.evolve(states[-1], recorded)
        states.append(state)
    return states


def finished(arena: Arena, states: list[State[Any]]) -> list[tuple[State[Any], list[Recorded]]]:
    """Base and trail of every finished order that still counts."""
    found, trail, base = [], [], states[1]
    previous = 0
    for version in live_versions(arena.jumps, len(arena.stream)):
        recorded = arena.stream[version - 1]
        if isinstance(recorded.event, k.Reverted):
            continue
        if isinstance(recorded.event, k.CommandAccepted):
            base, trail = arena.at(version - 1).state, []
        trail.append(recorded)
        if isinstance(recorded.event, k.CommandEnded):
            found.append((base, list(trail)))
        assert version > previous
        previous = version
    return found


def run_again(arena: Arena, base: State[Any], trail: list[Recorded]) -> None:
    """A finished order, along its trail, makes what is recorded and ends where it ended. No die falls."""
    nothing = Circumstances("gm", PhysicalDice(), TypedFaces((), None), {}, lambda: trail[-1].time)
    made = play_on(arena.book, base, trail[:-1], nothing, head=trail[-1].version - 1).new
    assert [(r.version, r.event) for r in made] == [(trail[-1].version, trail[-1].event)]


def judge(arena: Arena, rng: random.Random) -> None:
    """All that must be true of a stream, however it came about."""
    states = reference(arena)
    assert arena.state == states[-1]
    for version in {1, len(arena.stream), *(rng.randint(1, len(arena.stream)) for _ in range(12))}:
        assert arena.at(version).state == states[version], f"version {version}"
    again = arena.at(len(arena.stream))
    assert (again.base, again.trail) == (arena.position.base, arena.position.trail)
    for base, trail in finished(arena, states):
        run_again(arena, base, trail)
    entries = sealed(arena)
    exports = {seat: export(entries, seat) for seat in ("gm", "ana", "ben", "eve", None)}
    assert all(proven(lines) for lines in exports.values())
    for recorded, before in zip(arena.stream[1:], states[1:-1], strict=True):
        event = recorded.event
        if isinstance(event, k.VitalChanged):
            was = before.fight.combatants[event.combatant].vitals[event.vital].now
            assert was + event.change == event.now
        if isinstance(event, k.DecisionAnswered) and recorded.draft.to is not None:
            assert recorded.draft.to
        for seat, lines in exports.items():
            for who in before.fight.combatants.values():
                if not before.fight.sees(seat, who):
                    assert f'"{who.id}"'.encode() not in lines[recorded.version - 1].read, f"{seat} reads {who.id}"


def play(seed: int) -> tuple[Arena, random.Random]:
    """One game of forty acts; the state stands as the slow fold has it behind each of them."""
    rng = random.Random(seed)
    name = sorted(FIGHTS)[seed % 4]
    more: dict[str, Any] = {"secret": str(seed), "physical": seed // 4 % 2 == 0, "life": rng.choice([9, 60])}
    if name == "fantasia":
        more |= {"lurker": True, "magic": 60}
    arena = FIGHTS[name](**more)
    for _ in range(40):
        before, state = len(arena.stream), arena.state
        try:
            arena = drawn(arena, rng.choices(ACTS, WEIGHTS)[0], rng)(arena)
        except RuleRefusal:
            assert (len(arena.stream), arena.state) == (before, state), "refused, and yet something happened"
        laws.views_name_nobody(arena)
    return arena, rng


@pytest.mark.parametrize("batch", range(max(1, GAMES // BATCH)))
def test_random_games_stand_as_the_slow_fold_has_them(batch: int) -> None:
    """Ten games a batch, each with a seed of its own."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        arena, rng = play(seed)
        try:
            judge(arena, rng)
        except AssertionError as error:
            error.add_note(f"seed {seed}")
            raise


def test_the_games_reach_everything_worth_reaching() -> None:
    """Over the first eighty games every kind of jump, answer and question comes up, or they judge nothing."""
    kinds: set[str] = set()
    hows: set[str] = set()
    for seed in range(80):
        arena, _ = play(seed)
        kinds |= {type(r.event).__name__ for r in arena.stream}
        kinds |= {e.kind for e in arena.events(k.DecisionOpened)}
        kinds |= {"kept" for e in arena.events(k.Reverted) if e.kept}
        hows |= {str(e.how) for e in arena.events(k.DecisionAnswered)}
    wanted = {"Reverted", "kept", "Corrected", "EncounterForked", "Drawn", "AnswersRevealed", "SightChanged", "Roll"}
    wanted |= {"React", "Stance", "Declare", "FreeStrike", "Parry", "FireNow", "Cover"}
    assert wanted <= kinds
    assert {"HAND", "GM", "PREFERENCE"} <= hows


def test_a_game_is_the_same_again() -> None:
    """Nothing but the seed decides: the same bytes, twice."""
    once, again = (msgspec.json.encode([r.event for r in play(3)[0].stream]) for _ in range(2))
    assert once == again
