"""Wrong values of the right type, in every kind of path of every game: refused in words, or harmless.

Each is tried. Of those that a fight takes one for each kind of path goes on, some in one fight: where one does harm, it
is found by halves.

SKALD_CORRECTED=1 pytest tests/systems/test_correction_values.py    all that are taken, each alone to the end of a fight
"""

from __future__ import annotations

import random
import typing
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from api.reading.corrections import corrections_of
from engine.kernel.state.correction import CORRECTABLE
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.takes import bare, leaves
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.fields import fields_of, type_hints_of
from engine.kernel.structs.messages import plain
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.laws import laws

TOGETHER = amount("SKALD_CORRECTED", 8, 1)
"""How many values are in a fight that goes on."""
ON = 6 if TOGETHER > 1 else 300
"""How many orders and answers it goes on for."""
REGISTRY = Registry.installed()

Wrong = tuple[str, Any]
"""A path, and a value of its type."""


def wrong_values(hint: Any, now: Any, people: list[str]) -> Iterator[Any]:
    """Values of a type that a fight may well not hold."""
    kind = bare(hint)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind is bool:
        yield not now
    elif kind is int:
        yield from (-1, 0, 10**6, *((7, 10**9) if TOGETHER == 1 else ()))
    elif kind is str:
        yield from ("nobody", "", "x" * 400, people[-1])
    elif isinstance(kind, type) and hasattr(kind, "__members__"):
        yield from (one.value for one in kind.__members__.values())
    elif origin in (tuple, list):
        yield []
        if now:
            yield [*plain(now), plain(now[0])]
        if bare(args[0]) is str:
            yield from (["nobody"], [people[-1]], people)
    elif origin is dict:
        yield {}
        values = [plain(one) for one in now.values()] if now else [3] if bare(args[1]) is int else []
        if values:
            yield {**plain(now or {}), "nobody": values[0]}


class At(NamedTuple):
    """A path that may be corrected, its type and the present value. shape: the path, without keys and numbers."""

    path: tuple[str, ...]
    shape: tuple[str, ...]
    hint: Any
    now: Any


def paths(arena: Arena) -> Iterator[At]:
    """Every path that may be corrected, and what is the rules' own as a whole."""
    kept = {where for where, takes in arena.book.system.takes.items() if takes.kept}
    return (at for at in _all(arena.state) if not any(".".join(pair) in kept for pair in pairwise(at.shape[:-1])))


def _all(state: State[Any]) -> Iterator[At]:
    hints = type_hints_of(Fight)
    for field in fields_of(Fight):
        if field.encode_name in CORRECTABLE:
            at = (field.encode_name,)
            yield from _below(At(at, at, hints[field.name], getattr(state.fight, field.name)))
    yield from _below(At(("rules",), ("rules",), type(state.own), state.own))


def _below(at: At) -> Iterator[At]:
    if at.path != ("rules",):
        yield at
    args, now = typing.get_args(bare(at.hint)), at.now
    if isinstance(now, Struct):
        hints = type_hints_of(type(now))
        for field in fields_of(type(now)):
            name, shape = field.encode_name, (*at.shape, type(now).__name__, field.encode_name)
            yield from _below(At((*at.path, name), shape, hints[field.name], getattr(now, field.name)))
    elif isinstance(now, dict):
        for key, one in now.items():
            yield from _below(At((*at.path, str(key)), (*at.shape, "*"), args[1], one))
    elif isinstance(now, (tuple, list)):
        for number, one in enumerate(now):
            yield from _below(At((*at.path, str(number)), (*at.shape, "*"), args[0], one))


def kind_of(shape: tuple[str, ...]) -> tuple[str, ...]:
    """The kind of a path: the struct that it ends in, and its field. Where that stands makes no other kind."""
    structs = [number for number, name in enumerate(shape) if name[0].isupper()]
    return shape[structs[-1] :] if structs else shape


def wrongs(arena: Arena) -> dict[tuple[str, ...], list[Wrong]]:
    """All of it: of each kind of path one of each value."""
    people = list(arena.fight.combatants)
    found: dict[tuple[str, ...], dict[int, Wrong]] = {}
    for at in paths(arena):
        values = list(wrong_values(at.hint, at.now, people))
        if at.now is not None:
            values.append(None)
        for number, value in enumerate(values):
            found.setdefault(kind_of(at.shape), {}).setdefault(number, (".".join(at.path), value))
    return {kind: list(of_kind.values()) for kind, of_kind in found.items()}


def begun(system: str, seed: str) -> Arena:
    """A fight of the game that is on, with a little done in it."""
    for number in range(50):
        rng = random.Random(f"{seed} {number}")
        examples = playing.examples_of(system)
        arena = examples.make(rng)
        arena.robbed = True
        examples.begin(arena)
        for _ in range(rng.randint(0, 12)):
            on(arena, rng)
        if arena.fight.outcome is None and arena.fight.round and arena.fight.status == "RUNNING":
            return arena
    raise AssertionError("no fight of this game lasts")


def on(arena: Arena, rng: random.Random) -> bool:
    """One more order or answer. False where the fight is over."""
    if arena.fight.status == "ENDED" or arena.fight.outcome is not None:
        return False
    if arena.pending:
        laws.answer_somehow(arena, rng)
        return True
    choice = laws.some_order(arena, rng)
    assert choice is not None, "nobody is offered anything"
    arena.order(*choice)
    return True


def takes(arena: Arena, wrong: Wrong) -> Arena | None:
    """A fight with a value, read by everybody; None where it is refused in words."""
    other = laws.branch(arena)
    other.robbed = True
    try:
        other.correct(*wrong)
    except RuleRefusal:
        return None
    for seat in (*other.fight.seats, None):
        other.book.seen(other.state, seat)
    return other


def goes_on(arena: Arena, values: Sequence[Wrong]) -> None:
    """A fight with all these values but those that no longer fit goes on for a while."""
    for wrong in values:
        arena = takes(arena, wrong) or arena
    arena, rng = laws.branch(arena), random.Random(repr(values))
    arena.robbed = True
    for _ in range(ON):
        if not on(arena, rng):
            break


def harm(arena: Arena, values: Sequence[Wrong]) -> list[str]:
    """Which of these values do harm, and what; several where none of them does alone."""
    try:
        goes_on(arena, values)
    except Exception as fault:
        half = len(values) // 2
        found = [*harm(arena, values[:half]), *harm(arena, values[half:])] if half else []
        return found or [f"{'; '.join(map(repr, values))}: {type(fault).__name__} {fault}"]
    return []


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_a_wrong_value_is_refused_in_words_or_harmless(system: str) -> None:
    """Each kind of path with each wrong value, in a fight that is on."""
    arena, rng = begun(system, f"corrections {system} 0"), random.Random(f"wrong {system}")
    going, broken, refused = list[Wrong](), list[str](), 0
    for values in wrongs(arena).values():
        taken: list[Wrong] = []
        for wrong in values:
            try:
                other = takes(arena, wrong)
            except Exception as fault:  # all of them are told together
                broken.append(f"{wrong!r}: {type(fault).__name__} {fault}")
                continue
            refused += other is None
            if other is not None and other.fight.outcome is None:  # one that ends the fight would stop the others
                taken.append(wrong)
        going += taken if TOGETHER == 1 else rng.sample(taken, min(1, len(taken)))
    rng.shuffle(going)
    for first in range(0, len(going), TOGETHER):
        broken += harm(arena, going[first : first + TOGETHER])
    assert not broken, "\n".join(broken)
    assert going
    assert refused


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_all_that_may_be_corrected_is_listed(system: str) -> None:
    """Itself, or what it is a part of; and nothing that the rules keep for themselves."""
    arena = begun(system, f"listed {system}")
    book, state = arena.book, arena.state
    people = [None, *state.fight.combatants]
    listed = {one.path for who in people for one in corrections_of(book, state, "gm", "en", who)}
    unlisted = []
    for at in paths(arena):
        above = [".".join(at.path[:number]) for number in range(1, len(at.path) + 1)]
        if listed.isdisjoint(above) and not any(one.startswith(above[-1] + ".") for one in listed):
            unlisted += [(above[-1], value) for value in wrong_values(at.hint, at.now, list(state.fight.combatants))]
    taken = {wrong[0] for wrong in unlisted if wrong[1] != value_at(state, wrong[0]) and takes(arena, wrong)}
    assert taken == set()


def value_at(state: State[Any], path: str) -> Any:
    """The present value at a path, as JSON."""
    fight = {"figuresOpen": state.fight.figures_open, **plain(state.fight), "rules": plain(state.own)}
    value: Any = fight
    for name in path.split("."):
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_the_order_of_play_names_those_who_are_there(system: str) -> None:
    """Nobody who is not, nobody twice, nobody who is out, and somebody where somebody has the turn."""
    arena = begun(system, f"order {system}")
    while not arena.fight.acting:
        on(arena, random.Random(1))
    people, acting = list(arena.fight.combatants), list(arena.fight.acting)
    for path, value, said in (
        ("order", ["nobody"], "'nobody' is not among"),
        ("order", [people[0], people[0]], "the same choice twice"),
        ("acting", ["nobody"], "'nobody' is not among"),
        ("acting", [acting[0], acting[0]], "the same choice twice"),
        ("acting", [], "somebody has to be named"),
        ("round", -1, "round: 0 to 1000000"),
        ("round", 0, "1 or more from then on"),
    ):
        with pytest.raises(RuleRefusal, match=said):
            arena.correct(path, value)
    arena.correct(f"combatants.{people[-1]}.out", "left")
    if arena.fight.acting:
        with pytest.raises(RuleRefusal, match="is not among"):
            arena.correct("acting", [people[-1]])


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_each_path_says_what_it_takes(system: str) -> None:
    """Each word and each number of a game's part of the state is declared, or bounded by its type; nothing else is."""
    book = REGISTRY.book(system)
    found = dict(leaves(book.system.own, book.system.takes))
    missing = sorted(where for where, bounded in found.items() if not bounded)
    assert not missing, missing
    unknown = sorted(set(book.system.takes) - set(found))
    assert not unknown, unknown
