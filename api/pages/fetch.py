"""`make assets`: fetch the npm packages' files that pages load, so that the pages need no other host."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from api.pages.assets import PACKAGES, VENDOR, Package, integrity_of, is_whole

PATIENCE = 300
"""Seconds that npm may take."""


class FetchError(Exception):
    """The files cannot be fetched here: npm is missing, or cannot reach its registry. The message says what to do."""


class WrongFile(Exception):
    """A fetched file is not the one of the table."""


def fetch(vendor: Path = VENDOR, packages: Sequence[Package] = PACKAGES) -> int:
    """Fetch what is missing into the folder; how many packages that were. FetchError, WrongFile.

    A file appears whole or not at all, so that several may fetch into one folder at once.
    """
    missing = [
        package
        for package in packages
        if not all(is_whole(vendor / package.folder / path, integrity) for path, integrity in package.files.items())
    ]
    if missing:
        with tempfile.TemporaryDirectory() as folder:
            _pack(missing, Path(folder))
            for package in missing:
                _unpack(package, Path(folder), vendor)
    return len(missing)


def _pack(packages: Sequence[Package], folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise FetchError("npm is not on the PATH: install Node.js; until then browsers load these files from a CDN")
    specs = [package.folder for package in packages]
    command = [npm, "pack", "--ignore-scripts", "--loglevel=error", f"--pack-destination={folder}", *specs]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise FetchError(f"npm did not come back within {PATIENCE} s: is this machine offline?") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("npm error")] or [done.stderr]
        reason = said[0].removeprefix("npm error").strip()
        raise FetchError(f"npm cannot fetch {', '.join(specs)} ({reason}): is this machine offline?")


def _unpack(package: Package, folder: Path, vendor: Path) -> None:
    # npm writes @scope/name as scope-name.
    archive = folder / f"{package.name.removeprefix('@').replace('/', '-')}-{package.version}.tgz"
    with tarfile.open(archive) as packed:
        for path, integrity in package.files.items():
            try:
                file = packed.extractfile(f"package/{path}")
            except KeyError:
                raise WrongFile(f"{package.folder} has no {path}") from None
            content = file.read() if file is not None else b""
            if integrity_of(content) != integrity:
                raise WrongFile(f"{package.folder}/{path} is {integrity_of(content)}, and should be {integrity}")
            _write(vendor / package.folder / path, content)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.chmod(name, 0o644)
    os.replace(name, path)


def main(vendor: Path = VENDOR) -> int:
    """Fetch, and say what happened; the exit code."""
    try:
        number = fetch(vendor)
    except (FetchError, WrongFile) as error:
        print(f"assets: {error}", file=sys.stderr)
        return 1
    print(f"assets: {f'fetched {number} packages into' if number else 'all there already, in'} {vendor}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
