"""The client library as an npm package, on the command line."""

from __future__ import annotations

import argparse
import sys

from api.cli.outcome import OK, CommandFailed
from api.config import Settings
from api.pages.client_package import NoTypes, make_types, manifest, package_files


def write_client(given: argparse.Namespace, settings: Settings) -> int:
    """Write the package into a new folder. Without types where they cannot be made, which is said. CommandFailed."""
    if given.out.exists():
        raise CommandFailed(f"{given.out} exists already: name a new folder")
    if not given.no_types:
        try:
            make_types(tools=given.tools)
        except (NoTypes, OSError) as error:
            print(f"skald: without types: {error}", file=sys.stderr)
    files = package_files()
    for name, content in files.items():
        (given.out / name).parent.mkdir(parents=True, exist_ok=True)
        (given.out / name).write_bytes(content)
    told = manifest()
    print(f"{given.out}: {told['name']} {told['version']}, {len(files)} files; `npm pack` makes the archive")
    return OK
