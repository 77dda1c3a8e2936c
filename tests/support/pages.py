"""Pages as tests read them: their links, and the packages' files that they load."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
"""What a browser accepts when a person goes to an address."""

FETCHED = Path(__file__).resolve().parents[2] / "build" / "vendor"
"""Where tests fetch the packages' files, once for all runs."""


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
        """Where all the links lead."""
        return [str(found.get("href") or found.get("src")) for _, found in self.links]
