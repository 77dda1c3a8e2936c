"""The npm packages whose files pages load: the table of them, and whether a file is the one of the table.

A released wheel and image carry these files; in a checkout `make run` and `make assets` fetch them into the same
folder. No page names another host: where a file is missing, the page says how to fetch it. A file is stored, and run,
only if it matches the hash in this table.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

VENDOR = Path(__file__).parent / "vendor"


class Bundle(Struct, frozen=True):
    """How files of a package are made that browsers cannot load as it publishes them.

    file: the one that is built. entry: the module that is bundled. needs: package -> its version, of everything that is
    installed for it, the bundler included: so every machine builds the same bytes. copied: file -> where it lies in
    `node_modules`.
    """

    file: str
    entry: str
    needs: Mapping[str, str]
    copied: Mapping[str, str]


class Package(Struct, frozen=True):
    """An npm package, at one version. licence: its SPDX expression. files: path in the package -> its SRI hash.

    bundle: how its files are made; null: they are its own.
    """

    name: str
    version: str
    licence: str
    files: Mapping[str, str]
    bundle: Bundle | None = None

    @property
    def folder(self) -> str:
        """The name of its folder, and of the package for npm."""
        return f"{self.name}@{self.version}"


# From npm, and not from PyPI: those with Swagger UI bring a framework or templates along, and none has GraphiQL.
# GraphiQL 5 and React 19 require a bundler: these are the last versions that a page can load directly.
# Licences are included because an image or a wheel built with the files redistributes them.
PACKAGES = (
    Package(
        "react",
        "18.3.1",
        "MIT",
        {
            "umd/react.production.min.js": "sha384-DGyLxAyjq0f9SPpVevD6IgztCFlnMF6oW/XQGmfe+IsZ8TqEiDrcHkMLKI6fiB/Z",
            "LICENSE": "sha384-dIN5gxuW3odCH42AKpxql36fRQlrVsjCi4EJgGC2Ty8Ihkcq9cdrChEZpKhSAfks",
        },
    ),
    Package(
        "react-dom",
        "18.3.1",
        "MIT",
        {
            "umd/react-dom.production.min.js": (
                "sha384-gTGxhz21lVGYNMcdJOyq01Edg0jhn/c22nsx0kyqP0TxaV5WVdsSH1fSDUf5YJj1"
            ),
            "LICENSE": "sha384-dIN5gxuW3odCH42AKpxql36fRQlrVsjCi4EJgGC2Ty8Ihkcq9cdrChEZpKhSAfks",
        },
    ),
    Package(
        "graphiql",
        "4.1.2",
        "MIT",
        {
            "graphiql.min.js": "sha384-9XdHu7ajgGJziD4J1zNBKQ842Q/+zZfDv+ib1eMhZWBH6hPAs806x+Jbcf0yNO6B",
            "graphiql.min.css": "sha384-1el1QShFBnnXTx9x/Cprg82hZWKt0ry29OAYIXt05swbi0KcZDFoj0CWguMpopJr",
            "LICENSE": "sha384-9JPX1agGTIUB7wtQt2kO3PUO7clmCJp+9e50VMjw1yd8briI77AZnMDBz5VcerBH",
        },
    ),
    Package(
        "swagger-ui-dist",
        "5.35.0",
        "Apache-2.0",
        {
            "swagger-ui-bundle.js": "sha384-gjRm0bEPMeTmMh5jT2cHccIwCUZSTd8YC+j0d0sXw0MdGEfScduGpSyF3ZSSLkX9",
            "swagger-ui.css": "sha384-WlYgdmXYOOBWL5apwjDEZwN+U3HmXSSu5R6V5aGxEcf7z+KuRNwBhoxKVN1i3D5I",
            "LICENSE": "sha384-II9e1ieUDl5AxyiVq3/FflTua1Sr0kMJ25e6imG7rXg7SiAsA2VemsvEqVsLqM7/",
            "NOTICE": "sha384-0WsY5RW2lVusdcWTnoCx5fP8TSnX2JZrr3m82bJxkn2hS3VYTh1Ar/IQSNtZJB3d",
            "swagger-ui-bundle.js.LICENSE.txt": (
                "sha384-9K6Bw0izPlkJhBYpUag02GZV9xD+b8m/SSHHt0Ye/VRiuhblAprOAYBo2KnqR/Mh"
            ),
        },
    ),
    # The typeface of the table's pages; where it is missing, they have that of the system.
    Package(
        "@fontsource-variable/figtree",
        "5.3.0",
        "OFL-1.1",
        {
            "files/figtree-latin-wght-normal.woff2": (
                "sha384-d6yvnpflv3m5EhqKK5tQtz0HGXMOiCO1F3+L6ha906VSjNeZv+OL3TCteJovhzem"
            ),
            "files/figtree-latin-ext-wght-normal.woff2": (
                "sha384-9KSE+iGQ6oJir2yKgmVPQ/gODeYwkECMhN0JLI++3ClZD+uwv045wTApXF0Xeydb"
            ),
            "LICENSE": "sha384-+9gZCYvIPerYWzyHkfe/9rFY4aXnuqUIxHXl7LXLVna5bl1WrFZ8eZlc+JVIrgG0",
        },
    ),
    # Its modules import each other without file endings, which no browser resolves.
    Package(
        "@owlbear-rodeo/sdk",
        "3.1.0",
        "MIT AND BSD-3-Clause",
        {
            "sdk.js": "sha384-UhsNo9ppFMzjBTDNGSiyuwQttERQUoFI0jHr6B2r3zBYaSwqlSbsJVbl/eDUu+wg",
            "LICENSE": "sha384-/cA5+dNi2zBunwKhcsu+t32SfUiSuLatZzfZwqipCPAJIrmWWEITWbSK7U/j2wZF",
            "events.LICENSE": "sha384-Mls3/LjaOc/JmouHiPICDTrhQny7wZqjytG3Mghn1XoGObv9h7234A7NlWMoHgas",
            "immer.LICENSE": "sha384-bI0zMi+dPpS46kB7+gBSdgELI71UroKW/7aspywShf6NXbM+qajOVuRdZ9CXKRSI",
            "js-base64.LICENSE": "sha384-9DgetFX4eG2iIka/vILj7kpmKQxu+fN4Z5YrlUEWAfJebxu3+xF/4Fvkgu4P+PtA",
            "uuid.LICENSE": "sha384-Lin6/pSP5rbArqzBqEH0stOehBlzYiXRcrtBw9de1gqJBKQSz2lG7stI3o0uv19q",
        },
        Bundle(
            "sdk.js",
            "export { default, buildLabel, buildPath, buildShape, buildWall } from '@owlbear-rodeo/sdk';\n",
            {
                "@owlbear-rodeo/sdk": "3.1.0",
                "esbuild": "0.28.2",
                "events": "3.3.0",
                "immer": "10.2.0",
                "js-base64": "3.7.8",
                "uuid": "9.0.1",
            },
            {
                "LICENSE": "@owlbear-rodeo/sdk/LICENSE",
                "events.LICENSE": "events/LICENSE",
                "immer.LICENSE": "immer/LICENSE",
                "js-base64.LICENSE": "js-base64/LICENSE.md",
                "uuid.LICENSE": "uuid/LICENSE.md",
            },
        ),
    ),
)


STAMP = ".fetched"
"""The file in that folder that is rewritten after every fetch, so that running servers notice."""


def fetched(vendor: Path) -> int:
    """The time of the last fetch into a folder, in nanoseconds of its file system; 0: never."""
    try:
        return (vendor / STAMP).stat().st_mtime_ns
    except OSError:
        return 0


def integrity_of(content: bytes) -> str:
    """The SRI hash of a file."""
    return "sha384-" + base64.b64encode(hashlib.sha384(content).digest()).decode()


def is_whole(file: Path, integrity: str) -> bool:
    """Whether a file exists and matches its hash."""
    return file.is_file() and integrity_of(file.read_bytes()) == integrity
