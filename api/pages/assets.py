"""The files that pages load: our own, and those of npm packages.

Our own modules, styles and words are served without comments and without blanks that mean nothing, which are two fifths
of them: a page stays small, and nothing has to be built. The package of the client library and the one-file pages are
as they are written.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath

import rcssmin
import rjsmin
from msgspec import Struct, json

from api.pages.packages import PACKAGES, VENDOR, integrity_of, is_whole

HERE = Path(__file__).parent
OWN = HERE / "own"


_DOCUMENT = re.compile(r"/\* GraphQL \*/ `[^`#\"]*`")
_BLANKS = re.compile(r"\s*([{}():!,]|\.\.\.)\s*|\s+")


def _script(text: str) -> str:
    """A module without comments and blanks, and its GraphQL documents, which are templates, without blanks too.

    The semicolon before a closing brace goes as well: no statement and no text of ours has one there that counts.
    """
    compact: str = rjsmin.jsmin(
        _DOCUMENT.sub(lambda document: _BLANKS.sub(lambda blank: blank[1] or " ", document[0]), text)
    )
    return compact.replace(";}", "}")


_COMPACT: Mapping[str, Callable[[str], str]] = {
    ".js": _script,
    ".css": rcssmin.cssmin,
    ".json": lambda text: json.format(text, indent=-1),
}


def served(name: str, content: bytes) -> bytes:
    """One of our own files as browsers get it; a test compares the programs that a compiler reads in both.

    Blanks in a template literal that stands inside another are lost: there our modules join strings by `+`.
    """
    compact = _COMPACT.get(PurePosixPath(name).suffix)
    return content if compact is None else compact(content.decode()).encode()


class Asset(Struct, frozen=True):
    """A file that pages load. address: relative to the site's root; integrity: its SRI hash."""

    address: str
    integrity: str

    def href(self, root: str) -> str:
        """Its URL in a page. root: the relative path from the page to the site's root."""
        return root + self.address

    def tag(self, root: str, *, module: bool = False) -> str:
        """The element that loads it."""
        if self.address.endswith(".css"):
            return f'<link rel="stylesheet" href="{self.href(root)}" integrity="{self.integrity}">'
        how = "type=module" if module else "defer"
        return f'<script src="{self.href(root)}" integrity="{self.integrity}" {how}></script>'


class Assets:
    """All files that pages load, by name: ours `skald.css` and `table/play.js`, a package's `graphiql/graphiql.min.js`.

    vendor: the folder of the packages' files; what is missing there has no name here. The folder is read once;
    `fetched` shows whether to read it again.
    """

    def __init__(self, vendor: Path = VENDOR) -> None:
        self._named: dict[str, Asset] = {}
        self.files: dict[str, Path | bytes] = {}
        """The files served below /assets/, and no others: no path of a request ever reaches the disk. Ours are kept."""
        whole = {path.relative_to(OWN).as_posix(): path for path in sorted(OWN.rglob("*")) if path.is_file()}
        own = {name: served(name, path.read_bytes()) for name, path in whole.items()}
        stamp = hashlib.sha256(b"".join(own.values())).hexdigest()[:12]
        for name, content in own.items():
            self._add(name, f"skald@{stamp}/{name}", content, integrity_of(content))
        for package in PACKAGES:
            for path, integrity in package.files.items():
                name, file = f"{package.folder}/{path}", vendor / package.folder / path
                if is_whole(file, integrity):
                    self._add(f"{package.name}/{path}", name, file, integrity)

    def _add(self, name: str, address: str, file: Path | bytes, integrity: str) -> None:
        self._named[name] = Asset(f"assets/{address}", integrity)
        self.files[address] = file

    def __getitem__(self, name: str) -> Asset:
        return self._named[name]

    def __contains__(self, name: str) -> bool:
        return name in self._named
