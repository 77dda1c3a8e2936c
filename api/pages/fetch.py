"""`make assets`: fetch, or build, the files of npm packages that pages load, so that browsers need no other host."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

from api.pages.packages import PACKAGES, STAMP, VENDOR, Bundle, Package, integrity_of, is_whole

CDN = "https://unpkg.com/"
"""Serves single files of npm packages: asked by this program where npm is missing, and never by a browser."""

PATIENCE = 300.0
"""Seconds within which everything has to be here."""

_SILENCE = 10.0
"""Seconds without a byte after which the CDN counts as unreachable."""

_LARGEST = 16 * 1024 * 1024
"""Bytes of a file, at most: whatever answers, it does not fill the memory."""


class FetchError(Exception):
    """The files cannot be fetched here: nobody who has them can be reached. The message says what to do."""


class WrongFile(Exception):
    """A fetched file does not match the table's hash."""


def fetch(vendor: Path = VENDOR, packages: Sequence[Package] = PACKAGES, *, patience: float = PATIENCE) -> int:
    """Fetch missing files into the folder; returns the number of packages fetched. FetchError, WrongFile, OSError.

    By npm, so that its configured registry is used; without npm each file from the CDN, except what is built: that
    comes last, and fails without npm. patience: seconds for all of it. Files are written atomically, so that several
    processes may fetch into one folder. Running servers notice.
    """
    missing = [
        package
        for package in packages
        if not all(is_whole(vendor / package.folder / path, integrity) for path, integrity in package.files.items())
    ]
    npm, end = shutil.which("npm"), time.monotonic() + patience
    plain = [package for package in missing if package.bundle is None]
    if plain and npm is not None:
        with tempfile.TemporaryDirectory() as folder:
            _pack(npm, plain, Path(folder), patience)
            for package in plain:
                _unpack(package, Path(folder), vendor)
    elif plain:
        _download(plain, vendor, end)
    if plain:
        _write(vendor / STAMP, b"")  # what is fetched serves, also if something cannot be built
    for package in missing:
        if package.bundle is not None:
            _build(npm, package, package.bundle, vendor, end)
    with suppress(OSError):  # a read-only folder in which nothing was missing
        _write(vendor / STAMP, b"")
    return len(missing)


def _pack(npm: str, packages: Sequence[Package], folder: Path, patience: float) -> None:
    specs = [package.folder for package in packages]
    command = [npm, "pack", "--ignore-scripts", "--loglevel=error", f"--pack-destination={folder}", *specs]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        raise FetchError(f"npm did not come back within {patience:g} s: is this machine offline?") from None
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
            _keep(package, path, content, integrity, vendor)


def _build(npm: str | None, package: Package, bundle: Bundle, vendor: Path, end: float) -> None:
    """Install what a bundle needs into a folder of its own, bundle it, and keep the files of the package."""
    if npm is None:
        raise FetchError(f"npm is not on the PATH, and {package.folder} is built with it: install Node with npm")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": dict(bundle.needs)}))
        (folder / "entry.js").write_text(bundle.entry)
        install = [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        _run(install, folder, end, f"npm cannot install what {package.folder} is built of")
        esbuild = [
            str(folder / "node_modules" / ".bin" / "esbuild"),
            "entry.js",
            "--bundle",
            "--minify",
            "--format=esm",
        ]
        esbuild += ["--target=es2022", "--legal-comments=none", "--log-level=error", "--outfile=built.js"]
        _run(esbuild, folder, end, f"esbuild cannot build {package.folder}")
        made = {bundle.file: folder / "built.js"}
        made |= {file: folder / "node_modules" / path for file, path in bundle.copied.items()}
        for path, integrity in package.files.items():
            _keep(package, path, made[path].read_bytes(), integrity, vendor)


def _run(command: Sequence[str], folder: Path, end: float, fault: str) -> None:
    """Run a program in a folder. FetchError, with its first words, if it fails or is not done in time."""
    try:
        left = max(1.0, end - time.monotonic())
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=left)
    except subprocess.TimeoutExpired:
        raise FetchError(f"{fault} in time: is this machine offline?") from None
    if done.returncode:
        said = [line.removeprefix("npm error").strip() for line in done.stderr.splitlines() if line.strip()]
        raise FetchError(f"{fault} ({said[0] if said else 'it says nothing'}): is this machine offline?")


def _download(packages: Sequence[Package], vendor: Path, end: float) -> None:
    for package in packages:
        for path, integrity in package.files.items():
            if is_whole(vendor / package.folder / path, integrity):
                continue
            _keep(package, path, _downloaded(f"{CDN}{package.folder}/{path}", end), integrity, vendor)


def _downloaded(address: str, end: float) -> bytes:
    content = b""
    try:
        with urlopen(address, timeout=max(0.1, min(_SILENCE, end - time.monotonic()))) as answer:
            while part := answer.read1(1 << 16):
                content += part
                if len(content) > _LARGEST or time.monotonic() > end:
                    raise TimeoutError("it takes too long")
    except (OSError, HTTPException) as error:
        raise FetchError(
            f"npm is not on the PATH, and {address} cannot be fetched without it ({error}): is this machine offline?"
        ) from None
    return content


def _keep(package: Package, path: str, content: bytes, integrity: str, vendor: Path) -> None:
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


def main(vendor: Path = VENDOR, *, patience: float = PATIENCE, quiet: bool = False) -> int:
    """Fetch, and print the result; returns the exit code. quiet: say nothing if nothing was missing."""
    try:
        number = fetch(vendor, patience=patience)
    except (FetchError, WrongFile, OSError) as error:
        print(f"assets: {error}", file=sys.stderr)
        return 1
    if number or not quiet:
        what = f"fetched {number} packages into" if number else "all there already, in"
        print(f"assets: {what} {vendor}; a running server has them at once")
    return 0


def _given() -> argparse.Namespace:
    given = argparse.ArgumentParser(prog="python -m api.pages.fetch", description=__doc__)
    given.add_argument("--patience", type=float, default=PATIENCE, help="seconds after which it gives up")
    given.add_argument("--quiet", action="store_true", help="say nothing if nothing is missing")
    return given.parse_args()


if __name__ == "__main__":
    chosen = _given()
    sys.exit(main(patience=chosen.patience, quiet=chosen.quiet))
