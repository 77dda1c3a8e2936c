"""The guide's examples, read from its Markdown.

A block of `graphql` or `http` is a request; the word after the language says who sends it (```` ```http ana ````).
`json` right behind `graphql` holds the variables. `json answer`, `json 201`, `ndjson 200` and `sse 200` show what comes
back. In what is shown `"…"` stands for anything, also inside a text, and at the end of a list for the rest of it; an
object shows as many members as the reader needs. Words in capitals (`ENCOUNTER`) stand for what this run has got.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from msgspec import Struct

GUIDE = Path(__file__).parents[2] / "schemas" / "guide"

NAMES = (
    "ENCOUNTER",
    "OTHER",
    "FORK",
    "DECISION",
    "CURSOR",
    "CAMPAIGN",
    "FIRST_FIGHT",
    "NEXT_FIGHT",
    "THIRD_FIGHT",
    "DIGEST",
    "INVITED",
    "INVITATION",
    "SECOND",
    "WEBHOOK",
    "FOR_READERS",
    "READERS",
    "NEW_TOKEN",
    "BEN_TOKEN",
    "KEY",
    "COMMAND",
    "ADMIN_TOKEN",
    "HANNA_TOKEN",
    "GM_TOKEN",
    "ANA_TOKEN",
    "EVE_TOKEN",
    *(f"{fight}{what}" for fight in ("FANTASIA", "DOZEN", "MINIS", "SAARI", "MERCENARIES") for what in ("", "_TOKEN")),
)
"""What stands for something that differs from run to run."""

_MOVING = frozenset({"version", "from", "after", "head", "actual", "expected", "window", "cursor", "milliseconds"})
"""Members whose numbers grow when a rule says one thing more: only their type is compared."""


class Block(Struct, frozen=True):
    """A fenced block. words: its language and what is written behind it."""

    chapter: str
    line: int
    words: tuple[str, ...]
    text: str

    @property
    def place(self) -> str:
        return f"{self.chapter}:{self.line}"


class Example(Struct, frozen=True, kw_only=True):
    """A request of the guide and what it shows as its answer. variables: of a GraphQL operation."""

    request: Block
    variables: str = "{}"
    shown: Block | None = None

    @property
    def language(self) -> str:
        return self.request.words[0]

    @property
    def actor(self) -> str:
        return self.request.words[1]


def blocks(path: Path) -> list[Block]:
    """All fenced blocks of a file, in order."""
    tokens = MarkdownIt("commonmark").parse(path.read_text(encoding="utf-8"))
    return [
        Block(path.name, (token.map or [0])[0] + 1, tuple(token.info.split()), token.content)
        for token in tokens
        if token.type == "fence"
    ]


def examples(path: Path) -> list[Example]:
    """The requests of a chapter with what belongs to each."""
    found: list[dict[str, Any]] = []
    before: Block | None = None
    for block in blocks(path):
        match block.words:
            case ("graphql" | "http", _):
                found.append({"request": block})
            case ("json",) if before is not None and before.words[0] == "graphql":
                found[-1]["variables"] = block.text
            case ("json", "vectors" | "example"):
                pass  # of no request: a test of their own tries them
            case ("json" | "ndjson" | "sse" | "svg" | "html" | "text", _):
                found[-1]["shown"] = block
        before = block
    return [Example(**one) for one in found]


# -- what is shown, and what came
class Differs(AssertionError):
    """What came is not what the guide shows."""


def compare(shown: Any, came: Any, names: dict[str, str], at: str = "") -> None:
    """Raise Differs where `came` lacks something that is shown. names: filled in as they are met."""
    match shown:
        case "…":
            return
        case dict():
            if not isinstance(came, dict):
                raise Differs(f"{at}: an object is shown, {came!r} came")
            for key, value in shown.items():
                if key not in came:
                    raise Differs(f"{at}.{key} is shown, but there is none in {json.dumps(came)[:300]}")
                moving = key in _MOVING and isinstance(value, int) and not isinstance(value, bool)
                if moving and type(came[key]) is not int:
                    raise Differs(f"{at}.{key}: a number is shown, {came[key]!r} came")
                if not moving:
                    compare(value, came[key], names, f"{at}.{key}")
        case list():
            rest = bool(shown) and shown[-1] == "…"
            wanted = shown[:-1] if rest else shown
            if not isinstance(came, list) or len(came) < len(wanted) or (not rest and len(came) != len(wanted)):
                raise Differs(f"{at}: {len(wanted)} items are shown, {json.dumps(came)[:600]} came")
            for number, value in enumerate(wanted):
                compare(value, came[number], names, f"{at}[{number}]")
        case str() if isinstance(came, str) and shown in NAMES:
            if names.setdefault(shown, came) != came:
                raise Differs(f"{at}: {shown} was {names[shown]!r}, {came!r} came")
        case str() if isinstance(came, str):
            if not re.fullmatch(".*".join(map(re.escape, fill(shown, names).split("…"))), came, re.S):
                raise Differs(f"{at}: {shown!r} is shown, {came!r} came")
        case _:
            if shown != came or type(shown) is not type(came):
                raise Differs(f"{at}: {shown!r} is shown, {came!r} came")


def fill(text: str, names: dict[str, str]) -> str:
    """A text with the names that are known put in."""
    for name, value in names.items():
        text = re.sub(rf"\b{name}\b", lambda _, value=value: value, text)  # type: ignore[misc]
    return text


def lines(shown: Block) -> Iterator[Any]:
    """The objects of a shown stream: lines of NDJSON, or the data of server-sent events."""
    for line in shown.text.splitlines():
        text = line.removeprefix("data: ") if shown.words[0] == "sse" else line
        if text.startswith("{"):
            yield json.loads(text)
