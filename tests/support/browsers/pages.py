"""HTML pages as tests read them: their links, and the packages' files that they load."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from api.pages.packages import PACKAGES

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
"""What a browser accepts when a person opens an address."""

FETCHED = Path(__file__).resolve().parents[3] / "build" / "vendor"
"""Where tests fetch the packages' files, once for all runs."""

FETCHABLE = [package for package in PACKAGES if package.bundle is None]
"""The packages whose files are their own: all machines can fetch them, also those without npm."""


EXAMPLE = Path(__file__).resolve().parents[3] / "schemas" / "examples" / "page"
"""The example page, as it is copied from the guide."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder as its own site until the block ends; its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Elements(HTMLParser):
    """The elements of a page: links (href and src, by element), and all ids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[tuple[str, dict[str, str | None]]] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if "id" in found:
            self.ids.add(found["id"] or "")
        if "href" in found or "src" in found:
            self.links.append((tag, found))

    def addresses(self) -> list[str]:
        """The targets of all links."""
        return [str(found.get("href") or found.get("src")) for _, found in self.links]
