"""Fights as pictures on the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import structs

from api.cli.fights import narrate_fight, read_events, read_fight
from api.cli.outcome import OK, CommandFailed, Misread, one_line
from api.config import Settings
from api.drawing.choices import LEAST_WIDTH, MOST_WIDTH
from api.drawing.drawing import draw
from api.drawing.options import Options
from api.replay.replay import file_of
from api.words import parse_locale
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.threats import threats_of
from engine.kernel.state.fight import Fight
from engine.service.proof.folding import fold
from engine.service.reading.views import decode_whole


def draw_fight(given: argparse.Namespace, settings: Settings) -> int:
    """Write the drawing of a fight, as the GM or a seat sees it."""
    if not LEAST_WIDTH <= given.width <= MOST_WIDTH:
        raise Misread(f"--width is {LEAST_WIDTH} to {MOST_WIDTH} pixels")
    book, recorded, whose = read_fight(given.fight, given.at, settings)
    must_be_whole(whose, "draw from; its server draws it as /v1/encounters/ID/scene.svg")
    with unverified("cannot be drawn"):
        state = fold(book, recorded).state
        seat = viewing_seat(state.fight, given.seat)
        locale = parse_locale(given.locale)
        seen = book.seen(state, seat)
        scene = scene_of(book.system, seen, seat, locale)
        if given.threats is not None:
            if given.threats not in seen.fight.combatants:
                raise CommandFailed(f"there is no combatant {given.threats!r}: {', '.join(seen.fight.combatants)}")
            threats = threats_of(book.system, seen, given.threats, locale)
            scene = structs.replace(scene, marks=(*scene.marks, *threats))
        options = Options(width=given.width, theme=given.theme, title=state.fight.name, locale=locale)
        written = draw(scene, options).encode()
    write_whole(written, given.output)
    return OK


def replay(given: argparse.Namespace, settings: Settings) -> int:
    """Print a fight as text; with an output write it as a page that plays it, as the GM or a seat sees it."""
    if given.output is None:
        if given.seat is not None:
            raise Misread("--seat is for a page: give -o FILE.html as well, or export the fight for the seat")
        return narrate_fight(given, settings)
    if given.headlines:
        raise Misread("--headlines is for the text: a page shows them, with all that is folded in below")
    if given.output.suffix != ".html":
        raise Misread("-o writes a page: name it FILE.html; the text is printed to the terminal")
    book, events, whose = read_events(given.fight, given.at, settings)
    must_be_whole(whose, "show its board; its server makes the page as /v1/encounters/ID/replay.html")
    with unverified("cannot be shown"):
        entries = [event.entry() for event in events]
        recorded = [decode_whole(book, entry) for entry in entries]
        seat = viewing_seat(fold(book, recorded).state.fight, given.seat)
        written = file_of(book, entries, seat, parse_locale(given.locale))
    write_whole(written, given.output)
    return OK


def must_be_whole(whose: str | None, instead: str) -> None:
    """CommandFailed for a file that holds what a seat sees (`whose`). instead: what it is too little for, and where to
    get that."""
    if whose is not None:
        raise CommandFailed(f"this file holds what the seat {whose} sees: too little to {instead}")


@contextmanager
def unverified(fault: str) -> Iterator[None]:
    """Around reading a file that nobody has verified: whatever is wrong with it is told in one line."""
    try:
        yield
    except CommandFailed:
        raise
    except Exception as error:
        raise CommandFailed(one_line(f"this fight {fault}, `skald verify` says where it breaks: {error}")) from error


def viewing_seat(fight: Fight, named: str | None) -> str | None:
    """The seat whose view is shown: the one that is named, else a GM's; None: what everybody sees."""
    if named is not None and named not in fight.seats:
        raise CommandFailed(f"there is no seat {named!r} at this table: {', '.join(fight.seats)}")
    return named or next((seat for seat in fight.seats if fight.is_gm(seat)), None)


def write_whole(content: bytes, output: Path | None) -> None:
    """Write to a file, which is never incomplete, or to the terminal."""
    if output is None:
        sys.stdout.buffer.write(content + b"\n")
        sys.stdout.buffer.flush()
        return
    beside = output.with_name(f"{output.name}.part")
    beside.write_bytes(content + b"\n")
    beside.replace(output)
