"""`skald report`: what a fight taught, as a page that opens from a disk, with its figures beside it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import msgspec

from api.cli.drawings import must_be_whole, unverified, write_whole
from api.cli.fights import read_fight
from api.cli.outcome import OK, Misread, progress
from api.config import Settings
from api.reading.analysis_told import analysis_in_words
from api.reading.log_lines import headlines
from api.replay.log import rendered_from
from api.replay.report import report_of, rolls_csv
from api.words import parse_locale
from api.words.renderer import Renderer
from engine.service.analysis.analysis import analyse_recorded
from engine.service.analysis.curve import Share, Task, curve_of, made
from engine.service.pool.rules import Rules, book_of, rules_of
from engine.service.proof.folding import fold
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
        told = analysis_in_words(analyse_recorded(book, recorded, recorded, None, whole=True), fight.id, renderer)
        curve = None
        if given.runs:
            make = partial(_shares, rules_of(book), given.jobs)
            curve = curve_of(book, recorded, make, first=given.runs, more=3 * given.runs)
        words = Renderer(book, locale, state, fight.combatants)
        seen = [SeenEvent(one, "", "") for one in recorded]
        lines = {one.version: one.text for one in headlines(rendered_from(book, seen, words, names=True))}
        sides = {
            side: renderer.option("side", side) for side in dict.fromkeys(c.side for c in fight.combatants.values())
        }
        page = report_of(fight.name, told, curve, locale, sides=sides, told=lines)
    write_whole(page.encode(), given.output)
    figures = msgspec.json.format(msgspec.json.encode({"analysis": told, "curve": curve}), indent=1)
    write_whole(figures, given.output.with_suffix(".json"))
    write_whole(rolls_csv(told).encode(), given.output.with_suffix(".csv"))
    return OK


def _shares(rules: Rules, jobs: int, tasks: Sequence[Task]) -> Iterable[Share]:
    """The runs of tasks, in so many processes."""
    with ProcessPoolExecutor(jobs) as pool, progress(len(tasks), "playing on", unit="moments") as more:
        for share in pool.map(partial(_share, rules), tasks):
            more(1)
            yield share


def _share(rules: Rules, task: Task) -> Share:
    return made(book_of(rules), task)
