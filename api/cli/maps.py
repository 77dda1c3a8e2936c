"""Maps of other programs on the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from api.cli.drawings import must_be_whole, unverified, viewing_seat, write_whole
from api.cli.fights import read_fight
from api.cli.outcome import OK, CommandFailed, Misread
from api.config import Settings
from api.maps.conversion import convert_map, takes_maps
from api.maps.picture_inside import picture_inside
from api.maps.report import lines_of
from api.maps.slimming import KEPT, STEP, Slimmer
from api.maps.written import MapFormat, write_map
from engine.kernel.scene.compose import scene_of
from engine.kernel.structs.errors import RuleRefusal
from engine.service.proof.folding import fold
from engine.service.registry import Registry


def convert_or_export(given: argparse.Namespace, settings: Settings) -> int:
    """`skald map FILE` and `skald map export ID|FILE`."""
    if given.file == "export" and given.fight is not None:
        return export_map(given, settings)
    if given.fight is not None or given.seat is not None or given.at is not None:
        raise Misread("a map is one file; `skald map export ID` writes one from a fight")
    if given.system is None:
        games = ", ".join(name for name, book in Registry.installed().books.items() if takes_maps(book))
        raise Misread(f"--system is wanted: the game that the ground is for, one of {games}")
    return make_ground(given, settings)


def export_map(given: argparse.Namespace, settings: Settings) -> int:
    """Write the ground of a fight as a map file, as the GM or a seat sees it. A file `.json` is a scene of Foundry."""
    if given.system is not None or given.crop is not None:
        raise Misread("--system and --crop are for reading a map, not for `skald map export`")
    book, recorded, whose = read_fight(given.fight, given.at, settings)
    must_be_whole(whose, "draw from; its server gives the map as /v1/encounters/ID/scene.uvtt")
    form: MapFormat = "foundry" if given.output is not None and given.output.suffix == ".json" else "uvtt"
    with unverified("has no map"):
        state = fold(book, recorded).state
        seat = viewing_seat(state.fight, given.seat)
        try:
            written = write_map(scene_of(book.system, book.seen(state, seat), seat, "en"), form, state.fight.name)
        except RuleRefusal as refusal:
            raise CommandFailed(refusal.reason) from refusal
    write_whole(written, given.output)
    return OK


def make_ground(given: argparse.Namespace, settings: Settings) -> int:
    """Write the ground of a map as JSON, its picture beside that, and say what became of its parts."""
    book = Registry.installed().book(given.system)
    data = _read(Path(given.file))
    try:
        found = convert_map(book, _slim(data), given.crop)
    except RuleRefusal as refusal:
        raise Misread(f"{given.file}: {refusal.field}: {refusal.reason}") from refusal
    told = {"system": found.system, "ground": found.ground, "backdrop": found.backdrop}
    written = msgspec.json.format(msgspec.json.encode(told), indent=1)
    if given.output is None:
        sys.stdout.write(written.decode() + "\n")
    else:
        given.output.write_bytes(written + b"\n")
    for line in (*lines_of(found.report), *_picture(data, given.output)):
        print(line, file=sys.stderr)
    return OK


def _picture(data: bytes, output: Path | None) -> Iterator[str]:
    """Writes the picture of a map beside its ground; says so, or why not."""
    picture = picture_inside(data)
    if picture is None:
        yield "no picture that can be read"
    elif output is None:
        yield "its picture is written beside the ground with -o FILE"
    else:
        ending, content = picture
        beside = output.with_suffix(ending)
        beside.write_bytes(content)
        yield f"{beside}: its picture; put it where everybody can fetch it, and its https address into backdrop.picture"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Misread(f"{path}: {error.strerror}") from error


def _slim(data: bytes) -> bytes:
    slimmer = Slimmer(KEPT)
    for at in range(0, len(data), STEP):
        slimmer.feed(data[at : at + STEP])
    return slimmer.rest()
