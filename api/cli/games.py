"""For the author of a game: a package to begin with, and what keeps a game from working, in words."""

from __future__ import annotations

import argparse
import keyword
import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

import schemas
from api.access.request_limits import parse_json
from api.cli import recordings
from api.cli.creations import creation_of
from api.cli.outcome import BROKEN, OK, Misread, one_line
from api.config import Settings
from api.errors.decoding import read, whole_numbers
from api.errors.request_errors import BadRequest
from api.operations.orders import new_encounter
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook, prefix_of
from engine.kernel.playing.facts import Creation
from engine.kernel.words.phrases import DEFAULT
from engine.kernel.words.ready_fights import ready_fights_of
from engine.kit.testing import LAWS, Finding, check_game
from engine.service.encounters import NewEncounter
from engine.service.registry import GROUP
from schemas.requests import CreateEncounterRequest

PATTERN = Path(schemas.__file__).parent / "examples" / "new_game"
"""The package that a new game begins as; its names are put in place of the new one's."""
_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*\Z")


# -- a new game
def new_game(given: argparse.Namespace, settings: Settings) -> int:
    """Write the package of a game that already plays."""
    name, folder = given.name, given.folder or Path(given.name)
    if not _NAME.match(name) or len(name) > 40 or keyword.iskeyword(name):
        raise Misread(f"{name}: a game's name has small letters, digits and single _, as in river_war")
    if find_spec(name) is not None:
        raise Misread(f"{name}: there is a module of this name already; choose another")
    if folder.exists():
        raise Misread(f"{folder} is there already; name one that does not exist yet: --folder")
    for file in sorted(path for path in PATTERN.rglob("*") if path.suffix in (".py", ".toml", ".md", ".json")):
        written = folder / _renamed(file.relative_to(PATTERN).as_posix(), name)
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(_renamed(file.read_text(encoding="utf-8"), name), encoding="utf-8")
    print(f"{folder} holds a game that plays. Next:\n")
    print(f"    cd {folder}\n    skald check-game {name}:system\n    pip install -e .\n    skald serve\n")
    return OK


def _renamed(text: str, name: str) -> str:
    """A text of the pattern with the new game's names."""
    prefix, words = prefix_of(name), name.split("_")
    title = " ".join(word.capitalize() for word in words)
    rules = "".join(word[0] for word in words).upper()
    camel = prefix[:1].lower() + prefix[1:]
    for old, new in (
        ("my_game", name),
        ("MyGame", prefix),
        ("myGame", camel),
        ("My Game", title),
        ("MG-", f"{rules}-"),
    ):
        text = text.replace(old, new)
    return text


# -- a check
def check(given: argparse.Namespace, settings: Settings) -> int:
    """Check a game by its laws; exit code 1 where one is broken."""
    if given.fights < 1:
        raise Misread("--fights is 1 or more")
    try:
        system = _system(given.package)
        if given.record:
            return _record(system, given.record)
        findings = check_game(system, list(_creations(system, given.fight or [])), fights=given.fights)
        found = recordings.judged(system) if not findings[0].faults else None
        findings += [found] if found is not None else []
    except _Unusable as error:
        findings = [
            Finding(law, (str(error),) if key == "registered" else (), key == "registered") for key, law in LAWS.items()
        ]
    for line in _report(given.package, findings):
        print(line)
    return BROKEN if any(finding.faults for finding in findings) else OK


def _record(system: RuleSystem[Any], files: list[Path]) -> int:
    """Keep a recording of each of these fights."""
    for name, new in _wishes(system, files):
        print(f"{recordings.record(system, new, Path(name).stem)}: what later versions of the rules are compared with")
    return OK


class _Unusable(Exception):
    """What is there is no game; the message says why."""


def _system(package: str) -> RuleSystem[Any]:
    """The game of an installed id, or of `module:name`. Misread where nothing of this name is there."""
    point = next((entry_point for entry_point in entry_points(group=GROUP) if entry_point.name == package), None)
    module, _, name = (point.value if point else package).partition(":")
    sys.path.insert(0, os.getcwd())
    try:
        if find_spec(module) is None:
            raise Misread(f"{package}: there is no module {module!r} here, and no installed game of this id")
    except (ImportError, ValueError) as error:
        raise Misread(f"{package}: {error}") from error
    try:
        found: RuleSystem[Any] = getattr(import_module(module), name or "system")
    except Exception as error:
        raise _Unusable(f"{module} does not load: {type(error).__name__}: {error}") from error
    return found


def _creations(system: RuleSystem[Any], files: list[Path]) -> Iterator[Creation]:
    """The fights of some files, and the game's ready-made ones. Misread where one of them creates no fight."""
    try:
        book: Rulebook[Any] = Rulebook(system)
    except RegistrationError:
        return  # the check says so
    for name, new in _wishes(system, files, ready=True):
        try:
            yield creation_of(new, book)
        except (msgspec.MsgspecError, BadRequest) as error:
            raise Misread(f"{name} creates no fight: {error}") from error


def _wishes(system: RuleSystem[Any], files: list[Path], *, ready: bool = False) -> Iterator[tuple[str, NewEncounter]]:
    """What is asked for in files, each with its name. ready: in the game's ready-made fights as well."""
    book: Rulebook[Any] = Rulebook(system)
    try:
        requests = [(str(path), parse_json(path.read_bytes())) for path in files]
        requests += (
            [(ready_fight.key, ready_fight.request) for ready_fight in ready_fights_of(system, DEFAULT)]
            if ready
            else []
        )
    except (OSError, BadRequest) as error:
        raise Misread(str(error)) from error
    for name, raw in requests:
        if not isinstance(raw, dict):
            raise Misread(f"{name}: the file holds one JSON object, as POST /v1/encounters takes it")
        try:
            wish = read(whole_numbers({"name": name, "seats": [], **raw}), CreateEncounterRequest)
            yield name, new_encounter(book, wish)
        except (msgspec.MsgspecError, BadRequest) as error:
            raise Misread(f"{name} creates no fight: {error}") from error


def _report(package: str, findings: list[Finding]) -> Iterator[str]:
    """A line for each law; below one that is broken, by what, and what to do."""
    for finding in findings:
        state = "BROKEN" if finding.faults else "kept" if finding.tried else "-"
        yield f"{state:<8}{finding.law.key:<12}{finding.law.demand}"
        yield from (f"{'':<20}{one_line(fault)}" for fault in finding.faults)
        if finding.faults or finding.note:
            yield f"{'':<20}{finding.law.advice if finding.faults else finding.note}"
    broken = sum(bool(finding.faults) for finding in findings)
    untried = sum(not finding.tried for finding in findings)
    yield ""
    count = f"breaks {broken} of {len(findings)} laws" if broken else f"keeps {len(findings) - untried} laws"
    yield f"{package} {count}" + (f"; {untried} not tried" if untried else "")
