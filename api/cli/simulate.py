"""Simulates a fight many times with bots: odds, length, damage dealt and taken."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, cast, get_args

import msgspec

from api.access.request_limits import parse_json
from api.cli.outcome import OK, Misread, progress
from api.config import Settings
from api.errors.decoding import read, whole_numbers
from api.errors.request_errors import BadRequest
from api.operations.orders import new_encounter
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.facts import Creation
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.words.phrases import DEFAULT
from engine.kernel.words.ready_fights import ready_fights_of
from engine.service.bots.sharp import by_runs
from engine.service.bots.simulation import ROUNDS, Interval, Policy, SimulatedFight, mean, simulate_fight, wilson
from engine.service.encounters import NewEncounter
from engine.service.pool.rules import installed
from schemas.requests import CreateEncounterRequest

GM = SeatEntry("gm", "GM", "GM")
LOOKING_AHEAD = 60
"""Runs of each choice of a sharp bot: by the clock the same seed would not give the same fight."""


def simulate(given: argparse.Namespace, settings: Settings) -> int:
    """Simulate a setup many times and print a report."""
    setup, bots = _read(given.file), _bots(given.bot or ["greedy"])
    rounds = ROUNDS if given.rounds is None else given.rounds
    if given.n < 1 or given.jobs < 1 or rounds < 1:
        raise Misread("-n, --jobs and --rounds are 1 or more")
    creation = creation_of(setup)
    unknown = bots.keys() - {"", *(c.side for c in creation.combatants)}
    if unknown:
        raise Misread(f"--bot: nobody fights for {', '.join(sorted(unknown))}")
    one = partial(_one, setup, bots, rounds)
    seeds = [f"{given.seed}-{number}" for number in range(given.n)]
    with progress(given.n, "fighting", unit="fights") as more:
        results = list(_played(one, seeds, min(given.jobs, given.n), more))
    for line in report(results, {c.id: c.side for c in creation.combatants}):
        print(line)
    return OK


def _played(one: Any, seeds: Sequence[str], jobs: int, more: Any) -> Iterator[SimulatedFight]:
    """Results in the order of the seeds, so that the report does not depend on the number of processes."""
    if jobs == 1:
        for seed in seeds:
            yield one(seed)
            more(1)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for result in pool.map(one, seeds, chunksize=max(1, min(8, len(seeds) // (4 * jobs)))):
            yield result
            more(1)


def _one(setup: NewEncounter, bots: Mapping[str, Policy], rounds: int, seed: str) -> SimulatedFight:
    book = installed().book(setup.system)
    return simulate_fight(book, creation_of(setup, book), bots, seed, rounds=rounds, search=by_runs(LOOKING_AHEAD))


def _read(path: Path) -> NewEncounter:
    """The body of a request that creates a fight; it may lack name and seats. Or a ready-made fight: `fantasia/bridge`.

    Nobody sits at a simulation: whatever is said there of dice, all fall alike.
    """
    try:
        raw = _ready(path) or parse_json(path.read_bytes())
        if not isinstance(raw, dict):
            raise BadRequest("the file holds one JSON object, as POST /v1/encounters takes it")
        wish = read(whole_numbers({"name": "a simulation", "seats": [], **raw}), CreateEncounterRequest)
        return new_encounter(installed().book(wish.system), wish)
    except OSError as error:
        raise Misread(f"{path}: {error.strerror}") from error
    except (msgspec.MsgspecError, BadRequest) as error:
        raise Misread(f"{path} creates no fight: {error}") from error


def _ready(name: Path) -> dict[str, Any] | None:
    """The request of a ready-made fight that is named by its game and key; a file of that name comes first."""
    game, _, key = name.as_posix().partition("/")
    book = installed().books.get(game)
    if book is None or name.exists():
        return None
    return next((one.request for one in ready_fights_of(book.system, DEFAULT) if one.key == key), None)


def creation_of(setup: NewEncounter, book: Rulebook[Any] | None = None) -> Creation:
    """The `Creation` that the fight begins with; missing seats are added. RuleRefusal names the field at fault.

    book: of the game where it is not an installed one.
    """
    book = book or installed().book(setup.system)
    entries = []
    for number, raw in enumerate(setup.combatants):
        try:
            entries.append(msgspec.convert(raw, book.enter))
        except msgspec.ValidationError as error:
            raise RuleRefusal(f"combatants.{number}: {error}") from error
    seats = setup.seats if any(seat.role == "GM" for seat in setup.seats) else (GM, *setup.seats)
    there = [seat.seat for seat in seats]
    missing = dict.fromkeys(e.seat for e in entries if e.seat and e.seat not in there)
    seats = (*seats, *(SeatEntry(seat, seat, "PLAYER") for seat in missing))
    return Creation(
        encounter="simulation",
        name=setup.name,
        dice="OPEN",
        seats=seats,
        combatants=tuple(entries),
        setup=setup.setup,
        chain="none",
        figures_open=setup.figures_open,
        ground=setup.ground,
        single_answers=setup.single_answers,
        house_rules=setup.house_rules,
    )


def _bots(wishes: Sequence[str]) -> dict[str, Policy]:
    """`greedy` or `heroes=random`: the bot of each side, "" for all sides not named."""
    bots: dict[str, Policy] = {}
    for wish in wishes:
        side, _, bot = wish.rpartition("=")
        if bot.upper() not in get_args(Policy):
            there = ", ".join(get_args(Policy)).lower()
            raise Misread(f"--bot {wish}: a bot is one of {there}, as in greedy or heroes=random")
        bots[side] = cast(Policy, bot.upper())
    return bots


# -- report
def report(results: Sequence[SimulatedFight], sides: Mapping[str, str]) -> Iterator[str]:
    """The lines of the report. sides: of the combatants, by id."""
    count = len(results)
    yield f"{count} fights; intervals hold with 95 per cent confidence"
    ends = Counter(result.outcome for result in results)
    for outcome in dict.fromkeys((*sides.values(), *ends)):
        name = "undecided" if outcome is None else f"outcome {outcome}" if outcome else "nobody stands"
        yield f"{name:<24}{_share(wilson(ends[outcome], count))}"
    yield f"{'rounds':<24}{_figure(mean([result.rounds for result in results]))}"
    yield f"{'':<24}{'deals':>8}{'':<19}{'takes':>8}{'':<19}{'falls':>8}"
    for who, side in sides.items():
        dealt = mean([result.dealt.get(who, 0) for result in results])
        taken = mean([result.taken.get(who, 0) for result in results])
        fell = wilson(sum(result.left.get(who, 0) <= 0 for result in results), count)
        yield f"{f'{who} ({side})':<24}{_figure(dealt)}{_figure(taken)}{_share(fell)}"


def _share(interval: Interval) -> str:
    return f"{interval.value:>8.1%}" + f"  ({interval.low:.1%} to {interval.high:.1%})".ljust(21)


def _figure(interval: Interval) -> str:
    return f"{interval.value:>8.1f}" + f"  ({interval.low:.1f} to {interval.high:.1f})".ljust(19)
