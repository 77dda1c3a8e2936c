"""`skald odds`: how a fight may end, from any version of it or before it is made, as it grows on the terminal."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, cast, get_args

import msgspec
from msgspec import Struct, structs

from api.access.request_limits import parse_json
from api.cli.drawings import must_be_whole, unverified
from api.cli.fights import read_fight
from api.cli.outcome import OK, Misread, one_line
from api.config import Settings
from api.errors.decoding import read, whole_numbers
from api.errors.request_errors import BadRequest
from api.operations.odds import answer_of, proposals_of
from api.operations.orders import new_encounter
from api.words.renderer import Renderer
from api.words.reports import ReportWords
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.rules_versions import require_played
from engine.kernel.playing.position import Position
from engine.kernel.words.phrases import DEFAULT
from engine.kernel.words.ready_fights import ready_fight_of
from engine.service.bots.simulation import Policy
from engine.service.encounters import NewEncounter
from engine.service.odds.aiming import Aim, Proposals, aimed, side_of
from engine.service.odds.chance import Chance, Quartiles
from engine.service.odds.intervals import Interval
from engine.service.odds.look_ahead import LookAhead
from engine.service.odds.planned import first_position
from engine.service.odds.tally import Odds
from engine.service.odds.wanted import Wanted, require_sides
from engine.service.pool.owner import OPERATOR
from engine.service.pool.process_pool import Pool
from engine.service.pool.rules import installed
from engine.service.proof.folding import fold
from schemas.requests import CreateEncounterRequest

BATCH_SECONDS = 60.0
"""Seconds that a batch may take longer than all runs together are given."""
LIMITS = "--within is 1 to 50, --runs 1 to 2000, --seconds 1 to 600, --rounds 1 to 200"
MOST_TRIED = 9
"""Numbers of opponents that are tried, at most."""
GAP = 2
"""Blanks between two columns."""


class Start(Struct, frozen=True):
    """Where runs begin. encounter, version: None of a fight that is not made."""

    book: Rulebook[Any]
    position: Position[Any]
    encounter: str | None = None
    version: int | None = None


def odds(given: argparse.Namespace, settings: Settings) -> int:
    """Work out how a fight may end, and print it."""
    wanted = _wanted(given)
    if not 1 <= given.jobs <= 256:
        raise Misread("--jobs is 1 to 256")
    if given.aim is not None:
        return _aim(given, wanted)
    start = _start(given.fight, given.at, settings)
    fight = start.position.state.fight
    require_sides(fight, wanted)
    names = Renderer(start.book, given.locale, start.position.state, fight.combatants)
    words = OddsWords(given.locale, names)
    found = asyncio.run(_worked_out(start, wanted, given.jobs, words))
    if given.json:
        answer = structs.replace(answer_of(found, fight), encounter=start.encounter, version=start.version)
        print(one_line(msgspec.json.encode(answer).decode()))
        return OK
    for line in words.lines(found, start, wanted):
        print(one_line(line))
    return OK


def _aim(given: argparse.Namespace, wanted: Wanted) -> int:
    """Numbers of opponents with which a fight that is not made is about as hard as is wanted."""
    request = _planned(Path(given.fight))
    if request is None or given.at is not None:
        raise Misread(
            "--aim is of a fight that is not made: give a file with the body of POST /v1/encounters, or GAME/KEY"
        )
    fight = _raw(given.fight, request)
    new = _new(given.fight, fight)
    book = installed().book(new.system)
    if not 1 <= given.aim <= 99:
        raise Misread("--aim is 1 to 99")
    aim = Aim(side=given.side or side_of(new), chance=given.aim / 100, wanted=wanted)
    position = first_position(book, new)
    require_sides(position.state.fight, wanted)
    renderer = Renderer(book, given.locale, position.state, position.state.fight.combatants)
    words = OddsWords(given.locale, renderer)
    last = asyncio.run(_aimed(new, book, aim, given.jobs, words))
    if given.json:
        print(one_line(msgspec.json.encode(proposals_of(last, aim, fight)).decode()))
        return OK
    for line in words.proposals(last, aim):
        print(one_line(line))
    return OK


async def _aimed(new: NewEncounter, book: Rulebook[Any], aim: Aim, jobs: int, words: OddsWords) -> Proposals:
    """The complete proposals; what is tried meanwhile is shown on a terminal."""
    async with Pool(jobs + 1, seconds=aim.wanted.seconds + BATCH_SECONDS) as pool:
        ahead = LookAhead(pool, side_by_side=jobs)
        last: Proposals | None = None
        with _shown(MOST_TRIED) as show:
            async with aclosing(aimed(ahead, OPERATOR, book, new, aim)) as growing:
                async for last in growing:
                    show(len(last.proposals), words.nearest(last))
    assert last is not None
    return last


def _wanted(given: argparse.Namespace) -> Wanted:
    """What is asked for. Misread where it cannot be had."""
    plain = {"runs": given.runs, "seconds": given.seconds, "rounds": given.rounds, "seed": given.seed}
    bots = _bots(given.bots)
    try:
        wanted = msgspec.convert({**plain, "within": given.within / 100, "bots": bots}, Wanted)
    except msgspec.ValidationError as error:
        raise Misread(LIMITS) from error
    if not given.within >= 1:  # what is no number is neither more nor less
        raise Misread(LIMITS)
    return wanted


def _bots(wishes: Sequence[str]) -> dict[str, Policy]:
    """`greedy` or `heroes=random`: the bot of each side, "" for all sides not named."""
    bots: dict[str, Policy] = {}
    for wish in wishes:
        side, _, bot = wish.rpartition("=")
        if bot.upper() not in get_args(Policy):
            there = ", ".join(get_args(Policy)).lower()
            raise Misread(f"--bots {wish}: a bot is one of {there}, as in greedy or heroes=random")
        bots[side] = cast(Policy, bot.upper())
    return bots


# -- where it begins
def _start(named: str, at: int | None, settings: Settings) -> Start:
    """A fight that is not made, from a file or ready-made; a fight from an export; a stored one by its id."""
    planned = _planned(Path(named))
    if planned is None:
        book, recorded, whose = read_fight(named, at, settings)
        must_be_whole(whose, "play it on: its server tells what that seat may ask as /v1/encounters/ID/odds")
        require_played(book)
        with unverified("cannot be played on"):
            position = fold(book, recorded)
        return Start(book, position, position.state.fight.id, position.version)
    if at is not None:
        raise Misread("--at is of a fight: one that is not made has no versions")
    new = _new(named, _raw(named, planned))
    book = installed().book(new.system)
    return Start(book, first_position(book, new))


def _planned(path: Path) -> bytes | dict[str, Any] | None:
    """The request of a fight that is not made: a file that is no export, or of a ready-made fight, as
    `fantasia/bridge`; a file comes first. None: it is neither."""
    if path.is_file():
        first, _, rest = path.read_bytes().partition(b"\n")
        return None if rest.strip() and _is_json(first) else path.read_bytes()
    game, _, key = path.as_posix().partition("/")
    book = installed().books.get(game)
    if book is None:
        return None
    ready = ready_fight_of(book.system, DEFAULT, key)
    return None if ready is None else ready.request


def _is_json(line: bytes) -> bool:
    """Whether a line is whole by itself, as each of an export is."""
    try:
        parse_json(line)
    except (msgspec.MsgspecError, BadRequest):
        return False
    return True


def _raw(named: str, planned: bytes | dict[str, Any]) -> dict[str, Any]:
    """The body of a request that creates a fight, as it was written."""
    try:
        raw = parse_json(planned) if isinstance(planned, bytes) else planned
    except (msgspec.MsgspecError, BadRequest) as error:
        raise Misread(f"{named} creates no fight: {error}") from error
    if not isinstance(raw, dict):
        raise Misread(f"{named} creates no fight: it holds one JSON object, as POST /v1/encounters takes it")
    return raw


def _new(named: str, raw: dict[str, Any]) -> NewEncounter:
    """What such a request creates; it may lack name and seats."""
    try:
        wish = read(whole_numbers({"name": Path(named).stem, "seats": [], **raw}), CreateEncounterRequest)
        return new_encounter(installed().book(wish.system), wish)
    except (msgspec.MsgspecError, BadRequest) as error:
        raise Misread(f"{named} creates no fight: {error}") from error


# -- as it grows
async def _worked_out(start: Start, wanted: Wanted, jobs: int, words: OddsWords) -> Odds:
    """The complete answer; what there is of it meanwhile is shown on a terminal, at least once a second."""
    # Of all places of a pool one owner leaves one to others, who are not there.
    async with Pool(jobs + 1, seconds=wanted.seconds + BATCH_SECONDS) as pool:
        ahead = LookAhead(pool, side_by_side=jobs)
        following = ahead.follow(OPERATOR, start.book, start.position, wanted, known="EXACT")
        last: Odds | None = None
        with _growing(wanted.runs, words) as show:
            async with aclosing(following) as answers:
                async for last in answers:
                    show(last)
    assert last is not None
    return last


@contextmanager
def _growing(runs: int, words: OddsWords) -> Iterator[Callable[[Odds], object]]:
    """Shows an answer in place of the one before it."""
    with _shown(runs) as show:
        yield lambda odds: show(odds.runs, words.short(odds))


@contextmanager
def _shown(most: int) -> Iterator[Callable[[int, str], object]]:
    """Shows how much there is, and what it says so far, on standard error; nothing if that is not a terminal."""
    from tqdm import tqdm

    with tqdm(total=most, unit="", leave=False, disable=None, file=sys.stderr) as bar:

        def show(done: int, text: str) -> None:
            bar.n = done
            bar.set_postfix_str(one_line(text))

        yield show


# -- as it is told
class OddsWords:
    """Odds in the words of a language. names: of those in the fight."""

    def __init__(self, locale: str, names: Renderer) -> None:
        self._say, self._names = ReportWords(locale), names

    def short(self, odds: Odds) -> str:
        """In one line."""
        return ", ".join(f"{self._names.option('side', side.side)} {self._chance(side.won)}" for side in odds.sides)

    def lines(self, odds: Odds, start: Start, wanted: Wanted) -> Iterator[str]:
        """In whole."""
        say, fight = self._say, start.position.state.fight
        yield say("odds.title", name=fight.name)
        if start.version is not None:
            yield say("odds.at", version=start.version)
        yield say("odds.if")
        yield ""
        yield from _table(self._sides(odds, wanted))
        if odds.combatants:
            yield ""
            yield from _table(
                self._combatants(odds, {who: combatant.name for who, combatant in fight.combatants.items()})
            )
        yield ""
        yield say("odds.how", runs=odds.runs, seed=odds.seed)
        if odds.stopped in ("WITHIN", "RUNS", "SECONDS"):
            yield say(f"odds.{odds.stopped}")

    def proposals(self, found: Proposals, aim: Aim) -> Iterator[str]:
        """Numbers of opponents, the nearest first."""
        say = self._say
        yield say("odds.aim", side=self._names.option("side", aim.side), chance=round(aim.chance * 100))
        yield say("odds.if")
        yield ""
        if found.proposals:
            yield from _table(self._numbers(found))
        else:
            yield say("odds.noProposals")

    def nearest(self, found: Proposals) -> str:
        """The nearest so far, in one line."""
        return ", ".join(next(islice(self._numbers(found), 1, None))) if found.proposals else ""

    def _numbers(self, found: Proposals) -> Iterator[Sequence[str]]:
        yield self._say("odds.opponents"), self._say("odds.won")
        for proposal in found.proposals:
            sizes = zip(found.kinds, proposal.plan.sizes, strict=True)
            yield ", ".join(f"{size} × {kind.name}" for kind, size in sizes if size), self._chance(proposal.chance)

    def _sides(self, odds: Odds, wanted: Wanted) -> Iterator[Sequence[str]]:
        say = self._say
        yield say("odds.side"), say("odds.won"), say("odds.bot")
        for side in odds.sides:
            yield self._names.option("side", side.side), self._chance(side.won), odds.bots[side.side].lower()
        yield say("odds.nobody"), self._chance(odds.nobody)
        yield say("odds.undecided", rounds=wanted.rounds), self._chance(odds.undecided)
        if odds.rounds is not None:
            yield say("odds.rounds"), self._quartiles(odds.rounds)

    def _combatants(self, odds: Odds, called: Mapping[str, str]) -> Iterator[Sequence[str]]:
        say = self._say
        vitals = list(dict.fromkeys(key for combatant in odds.combatants for key in combatant.vitals))
        left = (say("odds.left", vital=self._names.option("vital", key)) for key in vitals)
        yield say("name"), say("odds.side"), say("odds.stands"), say("dealt"), say("taken"), *left
        for combatant in odds.combatants:
            yield (
                called.get(combatant.id, combatant.id),
                self._names.option("side", combatant.side),
                self._chance(combatant.stands),
                self._average(combatant.dealt),
                self._average(combatant.taken),
                *(self._quartiles(combatant.vitals[key]) if key in combatant.vitals else "" for key in vitals),
            )

    # -- figures
    def _chance(self, chance: Chance) -> str:
        if chance.low == chance.high:
            return f"{chance.value:.0%}".replace("%", " %")
        shown = f"{round(chance.value * 100)} %"
        if chance.value < 0.01 or chance.value > 0.99:
            shown = self._say("odds.under" if chance.value < 0.01 else "odds.over")
        return self._say("odds.between", value=shown, low=round(chance.low * 100), high=round(chance.high * 100))

    def _average(self, interval: Interval) -> str:
        value, low, high = (self._number(max(figure, 0.0)) for figure in (interval.value, interval.low, interval.high))
        return self._say("odds.between", value=value, low=low, high=high)

    def _quartiles(self, quartiles: Quartiles) -> str:
        return self._say("odds.between", value=quartiles.median, low=quartiles.q1, high=quartiles.q3)

    def _number(self, figure: float) -> str:
        shown = f"{figure:.1f}"
        return shown if self._say.language == "en" else shown.replace(".", ",")


def _table(rows: Iterator[Sequence[str]]) -> Iterator[str]:
    """Rows in columns that are as wide as what stands in them."""
    told = list(rows)
    count = max(map(len, told))
    widths = [max(len(row[n]) for row in told if n < len(row)) + GAP for n in range(count)]
    for row in told:
        yield "".join(text.ljust(width) for text, width in zip(row, widths, strict=False)).rstrip()
