"""The guide: a folder of Markdown and the examples beside it, rendered to pages once."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import pairwise
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

from api.pages.assets import Assets
from api.pages.page import Page, filled, page

INDEX = "README"
ROOT_FILES = ("schema.graphql", "openapi.json", "asyncapi.json", "events.schema.json", "possible-types.json")
"""Published files that are served at the site's root; the other schemas are in /schemas/."""

# Raw HTML is shown as text: all HTML of the guide is written by this module.
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


class Chapter(Struct, frozen=True):
    """A chapter, or a list of examples. name: its path below /guide/, empty for the index.

    parts: its sections, (anchor, title); links: their targets.
    """

    name: str
    title: str
    parts: tuple[tuple[str, str], ...]
    links: tuple[str, ...]
    html: str

    @property
    def up(self) -> str:
        """The relative path from it to /guide/."""
        return "../" * self.name.count("/")


_MISSING = Chapter(
    "",
    "There is no guide here",
    (),
    (),
    "<h1>There is no guide here</h1>\n<p>This Skald was installed without it. What the API speaks is in "
    '<a href="../graphql">GraphiQL</a> and on the <a href="../docs">REST page</a>.</p>',
)


class Guide(Struct, frozen=True):
    """Everything below /guide/, by path. pages: chapters, and folders of examples; examples: the files."""

    pages: Mapping[str, Page]
    examples: Mapping[str, Path]


def read_guide(assets: Assets, folder: Path, examples: Path) -> Guide:
    """The guide of these folders. If they are missing, its first page says so."""
    chapters = {"": _MISSING} | {(c := read_chapter(path)).name: c for path in sorted(folder.glob("*.md"))}
    files = {f"examples/{name}": path for name, path in _examples(examples)}
    listings = list(_listings(files))
    contents = [*_in_order(chapters), *listings[:1]]
    pages = {
        chapter.name: page(
            assets,
            title=f"{chapter.title} – Skald",
            kind="guide",
            here="guide",
            root=f"../{chapter.up}",
            body=filled("guide", chapters=_contents(contents, chapter), text=chapter.html),
        )
        for chapter in (*chapters.values(), *listings)
    }
    return Guide(pages, files)


def _listings(files: Iterable[str]) -> Iterator[Chapter]:
    """A page for each folder of examples, listing everything below it; the root folder comes first."""
    for folder in sorted({f"{parent}/" for name in files for parent in list(PurePosixPath(name).parents)[:-1]}):
        names = [name.removeprefix(folder) for name in files if name.startswith(folder)]
        items = "\n".join(f'<li><a href="{quote(name)}">{escape(name)}</a></li>' for name in names)
        title = folder.rstrip("/").replace("/", ": ").capitalize()
        yield Chapter(folder, title, (), (), f"<h1>{escape(title)}</h1>\n<ul>\n{items}\n</ul>")


def _examples(folder: Path) -> Iterator[tuple[str, Path]]:
    """Our own example files: without npm's, and without names that begin with a dot."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith((".", "node_modules", "__pycache__")) for part in parts):
            yield "/".join(parts), path


def _in_order(chapters: dict[str, Chapter]) -> list[Chapter]:
    """In the order of the index; chapters that it does not name come last."""
    named = [name for link in chapters[""].links if (name := urlsplit(link).path) in chapters]
    return [chapters[name] for name in dict.fromkeys(["", *named, *chapters])]


def _contents(chapters: Iterable[Chapter], here: Chapter) -> str:
    """The list of chapters, with the sections of the open one."""
    lines = ["<ul>"]
    for chapter in chapters:
        current = ' aria-current="page"' if chapter is here else ""
        href = here.up + quote(chapter.name) or "./"
        lines.append(f'<li><a href="{href}"{current}>{escape(chapter.title)}</a>')
        if chapter is here and chapter.parts:
            items = "".join(f'<li><a href="#{escape(id)}">{escape(title)}</a></li>' for id, title in chapter.parts)
            lines.append(f"<ul>{items}</ul>")
        lines.append("</li>")
    return "\n".join([*lines, "</ul>"])


def read_chapter(path: Path) -> Chapter:
    """The chapter of a Markdown file: headings get anchors, and links point to this server's pages."""
    tokens = _markdown.parse(path.read_text(encoding="utf-8"))
    links = [_redirect(link) for token in tokens for link in token.children or () if link.type == "link_open"]
    headings = list(_anchored(tokens))
    for token in tokens:
        _labelled(token)
    return Chapter(
        name="" if path.stem == INDEX else path.stem,
        title=next((title for _, _, title in headings), path.stem),
        parts=tuple((id, title) for tag, id, title in headings if tag == "h2"),
        links=tuple(links),
        html=_markdown.renderer.render(tokens, _markdown.options, {}),
    )


def _anchored(tokens: list[Token]) -> Iterator[tuple[str, str, str]]:
    """Give each heading the anchor that repository viewers give it; yields (tag, anchor, title)."""
    taken: set[str] = set()
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        title = "".join(t.content for t in inline.children or () if t.type in ("text", "code_inline"))
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        anchor = next(a for a in (slug, *(f"{slug}-{n}" for n in range(1, len(taken) + 2))) if a not in taken)
        taken.add(anchor)
        opening.attrSet("id", anchor)
        link = {"href": f"#{anchor}", "class": "anchor", "aria-label": "link to this section"}
        mark = Token("text", "", 0, content="#")
        inline.children = [
            *(inline.children or ()),
            Token("link_open", "a", 1, attrs=dict(link)),
            mark,
            Token("link_close", "a", -1),
        ]
        yield opening.tag, anchor, title


def _labelled(token: Token) -> None:
    """Show the label behind a code block's language: whose request it is, or what kind of answer."""
    language, *more = token.info.split() if token.type == "fence" else [""]
    if more:
        token.info = language
        token.attrSet("data-label", " ".join(more))


def _redirect(link: Token) -> str:
    """Turn a link between files into one between pages; returns the new target."""
    address = str(link.attrs.get("href", ""))
    link.attrs["href"] = address = served_address(address)
    return address


def served_address(link: str) -> str:
    """The path on this server of a chapter's link to a file: `errors.md#codes` -> `errors#codes`."""
    split = urlsplit(link)
    if split.scheme or split.netloc or not split.path or split.path.startswith("/"):
        return link
    # By the file layout: the guide and the examples are folders beside the published files.
    target = posixpath.normpath(posixpath.join("guide", unquote(split.path)))
    folder, _, name = target.partition("/")
    if folder == "guide" and name.endswith(".md"):
        name = name.removesuffix(".md")
        path = "./" if name == INDEX else quote(name)
    elif folder == "examples":
        path = quote(target) + ("/" if split.path.endswith("/") or not name else "")
    elif target in ROOT_FILES:
        path = f"../{target}"
    elif not name and target.endswith(".graphql"):
        path = f"../schemas/{quote(target)}"
    else:
        return link
    return path + (f"#{split.fragment}" if split.fragment else "")
