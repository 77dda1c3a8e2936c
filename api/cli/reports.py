"""`skald report`: what a fight taught, as a page that opens from a disk, with its figures beside it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import msgspec

from api.cli.drawings import must_be_whole, unverified, write_whole
from api.cli.fights import read_fight
from api.cli.outcome import OK, Misread, progress
from api.config import Settings
from api.reading.analysis_in_words import analysis_in_words
from api.reading.log_lines import headlines
from api.replay.log import rendered_from
from api.replay.report import report_of, rolls_csv
from api.words import parse_locale
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.structs.messages import Recorded
from engine.service.analysis.analysis import Analysis, analyse_recorded
from engine.service.analysis.curve import ROUNDS, Share, Task, made
from engine.service.analysis.curve_growth import curve_of
from engine.service.analysis.luck import SEED, ranks_of, surplus_of, surplus_of_run
from engine.service.analysis.outline import acts_of
from engine.service.odds.run import begun, seed_of
from engine.service.pool.rules import Rules, book_of, rules_of
from engine.service.proof.folding import fold, positions
from engine.service.reading.views import SeenEvent


def report(given: argparse.Namespace, settings: Settings) -> int:
    """Write the report of a fight, and beside it FILE.json with all figures and FILE.csv with the rolls."""
    if given.output.suffix != ".html":
        raise Misread("-o writes a page: name it FILE.html; its figures are written beside it, as .json and .csv")
    if given.runs < 0 or given.jobs < 1:
        raise Misread("--runs is 0 or more, --jobs 1 or more")
    book, recorded, whose = read_fight(given.fight, None, settings)
    must_be_whole(whose, "make a report of: its server tells it as /v1/encounters/ID/analysis")
    locale = parse_locale(given.locale)
    with unverified("cannot be analysed"):
        state = fold(book, recorded).state
        fight = state.fight
        renderer = Renderer(book, locale, state, fight.combatants)
        analysed = analyse_recorded(book, recorded, recorded, None, whole=True)
        told = analysis_in_words(analysed, fight.id, renderer)
        curve, luck = None, dict[str, float]()
        if given.runs:
            make = partial(_shares, rules_of(book), given.jobs)
            curve = curve_of(book, recorded, make, first=given.runs, more=3 * given.runs)
            luck = _luck(book, recorded, analysed, given.runs, given.jobs)
        seen = [SeenEvent(record, "", "") for record in recorded]
        lines = {
            headline.version: headline.text for headline in headlines(rendered_from(book, seen, renderer, names=True))
        }
        sides = {
            side: renderer.option("side", side) for side in dict.fromkeys(c.side for c in fight.combatants.values())
        }
        page = report_of(fight.name, told, curve, locale, sides=sides, headlines=lines, luck=luck, runs=given.runs)
    write_whole(page.encode(), given.output)
    figures = msgspec.json.format(msgspec.json.encode({"analysis": told, "curve": curve, "luck": luck}), indent=1)
    write_whole(figures, given.output.with_suffix(".json"))
    write_whole(rolls_csv(told).encode(), given.output.with_suffix(".csv"))
    return OK


def _shares(rules: Rules, jobs: int, tasks: Sequence[Task]) -> Iterable[Share]:
    """The runs of tasks, in so many processes."""
    with ProcessPoolExecutor(jobs) as pool, progress(len(tasks), "playing on", unit="moments") as more:
        for share in pool.map(partial(_share, rules), tasks):
            more(1)
            yield share


def _luck(
    book: Rulebook[Any], recorded: Sequence[Recorded], analysis: Analysis, runs: int, jobs: int
) -> dict[str, float]:
    """The percentile of each side among so many runs from the fight's start; of a fight without an order none."""
    acts = acts_of(book, recorded, list(positions(book, recorded)))
    if not acts:
        return {}
    start = begun(acts[0].before)
    own = surplus_of(analysis.rolls, {fighter.combatant: fighter.side for fighter in analysis.fighters})
    surplus = partial(_surplus, rules_of(book), start)
    with ProcessPoolExecutor(jobs) as pool, progress(runs, "comparing", unit="fights") as more:
        others = []
        for of_run in pool.map(surplus, [seed_of(SEED, number) for number in range(runs)]):
            more(1)
            others.append(of_run)
    return ranks_of(own, others, recorded[0].hash)


def _surplus(rules: Rules, start: Position[Any], seed: str) -> dict[str, float]:
    return surplus_of_run(book_of(rules), start, seed, ROUNDS)


def _share(rules: Rules, task: Task) -> Share:
    return made(book_of(rules), task)
