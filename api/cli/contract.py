"""`skald schema`: prints, writes, checks, releases and compares the published contract."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from http.client import HTTPException
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from api.cli.authors import authored
from api.cli.outcome import BROKEN, OK, CommandFailed, Misread
from api.config import Settings
from api.shape import findings
from api.shape.published import contract
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook
from engine.service.registry import Registry
from schemas.changes import ASYNCAPI, EVENTS, GRAPHQL, OPENAPI, Change, Unreadable, breaks, changes, changes_of, kind_of
from schemas.files import FOLDER, Contract, drift, kept, text_of, texts, write
from schemas.releases import ReleaseRefused, last_release, release

SECONDS = 10
LARGEST = 1 << 24
"""Limits in seconds and bytes for fetching another server's schema."""


def schema(given: argparse.Namespace, settings: Settings) -> int:
    """Print, write, check, release or compare the contract."""
    games = _authored(given)
    if games and given.check and given.folder is None:
        return _check_games(games)
    folder: Path = given.folder or FOLDER
    registry = Registry.installed()
    whole = contract(registry)
    name = _file_of(given, registry)
    if given.write:
        for path in write(whole, folder):
            print(path)
        return OK
    if given.check:
        return _check(registry, drift(whole, folder), texts(whole), folder)
    if given.release:
        return _release(texts(whole), folder)
    if given.diff:
        return _diff_with(given.diff, name, whole)
    if given.diff is not None:
        return _diff(name if given.system else None, whole, folder)
    sys.stdout.write(text_of(whole[name]))
    return OK


def _authored(given: argparse.Namespace) -> list[Rulebook[Any]]:
    """The games of the author who runs the command. Misread where Skald's own files would be meant, which are not his.

    With a folder that he names, all is about that folder.
    """
    about_files = given.write or given.release or given.diff == ""
    if given.folder is not None or not (given.check or about_files):
        return []
    try:
        games = authored()
    except RegistrationError as error:
        raise CommandFailed(str(error)) from error
    if games and about_files:
        names = ", ".join(book.system.id for book in games)
        raise Misread(f"name the folder that keeps the contract with {names}: --folder contract")
    return games


def _check_games(games: list[Rulebook[Any]]) -> int:
    """Print what is wrong with the shape of an author's games, and of nothing else."""
    wrong = [f"{book.system.id}: {finding}" for book in games for finding in findings([book])]
    for line in wrong:
        print(line)
    if wrong:
        return BROKEN
    for book in games:
        print(f"{book.system.id} keeps the laws of the published shape; with --folder DIR its kept files are compared")
    return OK


def _file_of(given: argparse.Namespace, registry: Registry) -> str:
    """The file of the contract that the options select."""
    if given.system is None:
        return (
            OPENAPI if given.openapi else ASYNCAPI if given.asyncapi else EVENTS if given.events else "schema.graphql"
        )
    if given.openapi or given.asyncapi or given.events or given.write or given.check or given.release:
        raise Misread("--system goes with the printed schema and with --diff: the rest is of all systems")
    if given.system not in registry.books:
        raise Misread(f"there is no rule system {given.system!r}; installed: {', '.join(registry.books) or 'none'}")
    return f"{given.system}.graphql"


def _check(registry: Registry, changed: Iterable[str], made: Mapping[str, str], folder: Path) -> int:
    """Print the faults of the contract: drift, broken shape rules, broken clients."""
    again = "skald schema --write" + ("" if folder == FOLDER else f" --folder {folder}")
    wrong = [f"{folder / name} is not what the code makes: run `{again}`" for name in changed]
    wrong += [str(finding) for finding in findings(registry.books.values())]
    last = last_release(folder / "released")
    if last is not None:
        wrong += [f"breaks clients of {last.name}: {what}" for what in breaks(changes(kept(last), made))]
    for line in wrong:
        print(line)
    if wrong:
        return BROKEN
    since = f"it breaks no client of {last.name}" if last else "no release yet whose clients it could break"
    print(f"the published contract is what the code makes, and keeps the laws of its shape; {since}")
    return OK


def _release(made: Mapping[str, str], folder: Path) -> int:
    try:
        print(release(made, version("skald"), folder / "released"))
    except ReleaseRefused as error:
        raise CommandFailed(str(error)) from error
    return OK


# -- comparing
def _diff(name: str | None, whole: Contract, folder: Path) -> int:
    """Compare with the last release, else with the files in the folder. name: only this file."""
    last = last_release(folder / "released")
    old = kept(last or folder)
    if not old:
        raise Misread(f"there is no contract in {folder} to compare with")
    if name is None:
        made = texts(whole)
    else:
        old, made = {name: old[name]} if name in old else {}, {name: text_of(whole[name])}
    return _print_changes(changes(old, made), str(last or folder))


def _diff_with(source: str, name: str, whole: Contract) -> int:
    """Compare with a file or a server's answer. name: the file to compare if the source is SDL."""
    old = _fetched(source) if source.startswith(("http://", "https://")) else _read(source)
    try:
        kind = kind_of(old)
        name = name if kind == GRAPHQL else kind
        found = changes_of(name, old, text_of(whole[name]))
    except Unreadable as error:
        raise Misread(f"{source}: {error}") from error
    return _print_changes({name: found} if found else {}, source)


def _print_changes(changes: Mapping[str, Iterable[Change]], source: str) -> int:
    for name, changed in changes.items():
        print(name)
        for change in changed:
            print(f"  {change.weight:<9}  {change.what}")
    if not changes:
        print(f"nothing has changed since {source}")
    return BROKEN if breaks(changes) else OK


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise Misread(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise Misread(f"{path} cannot be read: it is no text in UTF-8") from error


def _fetched(url: str) -> str:
    """The body that a server returns; for a URL without path, its schema."""
    try:
        if urlsplit(url).path in ("", "/"):
            url = url.rstrip("/") + "/schema.graphql"
        with urlopen(url, timeout=SECONDS) as answer:
            body: bytes = answer.read(LARGEST + 1)
        if len(body) > LARGEST:
            raise Misread(f"{url} answers with more than {LARGEST >> 20} MiB: that is no schema")
        return body.decode()
    except HTTPError as error:
        raise Misread(f"{url} answers {error.code}: is it a server of Skald?") from error
    except URLError as error:
        raise Misread(f"{url} cannot be reached: {error.reason}") from error
    except (OSError, HTTPException, ValueError) as error:
        raise Misread(f"{url} cannot be read: {str(error) or type(error).__name__}") from error
