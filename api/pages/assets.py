"""The files that pages load: ours, and those of npm packages.

`make assets` fetches the packages' files into a folder, from which they are then served, offline too. A file that is
not there is loaded by the browser from a CDN. Either way it runs only if it is the very file of this table.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

HERE = Path(__file__).parent
OWN = HERE / "own"
VENDOR = HERE / "vendor"
CDN = "https://unpkg.com/"


class Package(Struct, frozen=True):
    """An npm package, at one version. files: path in the package -> its SRI hash."""

    name: str
    version: str
    files: Mapping[str, str]

    @property
    def folder(self) -> str:
        """As the CDN names it; ours has the same name."""
        return f"{self.name}@{self.version}"


# GraphiQL 5 can be loaded by a bundler only, React 19 likewise: these are the last that a page can load as they are.
# Licences lie here because an image or a wheel that is built with the files passes them on.
PACKAGES = (
    Package(
        "react",
        "18.3.1",
        {
            "umd/react.production.min.js": "sha384-DGyLxAyjq0f9SPpVevD6IgztCFlnMF6oW/XQGmfe+IsZ8TqEiDrcHkMLKI6fiB/Z",
            "LICENSE": "sha384-dIN5gxuW3odCH42AKpxql36fRQlrVsjCi4EJgGC2Ty8Ihkcq9cdrChEZpKhSAfks",
        },
    ),
    Package(
        "react-dom",
        "18.3.1",
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
        {
            "graphiql.min.js": "sha384-9XdHu7ajgGJziD4J1zNBKQ842Q/+zZfDv+ib1eMhZWBH6hPAs806x+Jbcf0yNO6B",
            "graphiql.min.css": "sha384-1el1QShFBnnXTx9x/Cprg82hZWKt0ry29OAYIXt05swbi0KcZDFoj0CWguMpopJr",
            "LICENSE": "sha384-9JPX1agGTIUB7wtQt2kO3PUO7clmCJp+9e50VMjw1yd8briI77AZnMDBz5VcerBH",
        },
    ),
    Package(
        "swagger-ui-dist",
        "5.35.0",
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
)


def integrity_of(content: bytes) -> str:
    """The SRI hash of a file."""
    return "sha384-" + base64.b64encode(hashlib.sha384(content).digest()).decode()


def is_whole(file: Path, integrity: str) -> bool:
    """Whether a file is there, and is the one meant."""
    return file.is_file() and integrity_of(file.read_bytes()) == integrity


class Asset(Struct, frozen=True):
    """A file that pages load. address: relative to the site's root, or the CDN's; integrity: its SRI hash."""

    address: str
    integrity: str

    @property
    def ours(self) -> bool:
        """Whether this server has it."""
        return not self.address.startswith(CDN)

    def href(self, root: str) -> str:
        """The address as a page writes it. root: the way from the page to the site's root."""
        return root + self.address if self.ours else self.address

    def tag(self, root: str, *, module: bool = False) -> str:
        """The element that loads it."""
        common = f'integrity="{self.integrity}"' + ("" if self.ours else ' crossorigin="anonymous"')
        if self.address.endswith(".css"):
            return f'<link rel="stylesheet" href="{self.href(root)}" {common}>'
        return f'<script src="{self.href(root)}" {common} {"type=module" if module else "defer"}></script>'


class Assets:
    """All files that pages load, by name: `skald.css` is ours, `graphiql/graphiql.min.js` is of the package.

    vendor: where `make assets` put the packages' files. What is there is looked at once, at the start.
    """

    def __init__(self, vendor: Path = VENDOR) -> None:
        self._named: dict[str, Asset] = {}
        self.files: dict[str, Path] = {}
        """What can be had below /assets/. Nothing else can: no path of a request ever reaches the disk."""
        own = {path.name: path.read_bytes() for path in sorted(OWN.iterdir())}
        stamp = hashlib.sha256(b"".join(own.values())).hexdigest()[:12]
        for name, content in own.items():
            self._add(name, f"skald@{stamp}/{name}", OWN / name, integrity_of(content))
        for package in PACKAGES:
            for path, integrity in package.files.items():
                name, file = f"{package.folder}/{path}", vendor / package.folder / path
                if is_whole(file, integrity):
                    self._add(f"{package.name}/{path}", name, file, integrity)
                else:
                    self._named[f"{package.name}/{path}"] = Asset(CDN + name, integrity)

    def _add(self, name: str, address: str, file: Path, integrity: str) -> None:
        self._named[name] = Asset(f"assets/{address}", integrity)
        self.files[address] = file

    def __getitem__(self, name: str) -> Asset:
        return self._named[name]

    def away(self, names: Iterable[str]) -> Iterator[str]:
        """The addresses of those of these files that are loaded from the CDN."""
        return (asset.address for asset in map(self.__getitem__, names) if not asset.ours)
