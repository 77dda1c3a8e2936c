"""The guide tells the truth: every request in it is sent, and every operation there is has one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from graphql import FieldNode, OperationDefinitionNode, build_schema, parse
from msgspec import structs

import api
from api.config import PREFIX, Settings
from api.errors.problems import TABLE
from api.graphql.schema import build_schema as build
from api.rest.routes import ROUTES
from engine.kernel.overruling.gm_tools import TOOLS
from engine.kernel.scene.scene import Scene
from engine.kernel.state.events import KERNEL_EVENTS
from engine.kernel.state.ground.ground import SpaceKind
from engine.kernel.structs.errors import RefusalCode
from engine.kernel.structs.messages import camel
from engine.service.registry import Registry
from tests.api.table import ADMIN, Table
from tests.guide.blocks import GUIDE, Differs, Example, blocks, compare, examples
from tests.guide.reader import Reader

API = Path(api.__file__).parent
CHAPTERS = sorted(GUIDE.glob("*.md"))
FOLLOWED = [chapter for chapter in CHAPTERS if examples(chapter)]
ALL = [example for chapter in FOLLOWED for example in examples(chapter)]


@pytest.mark.parametrize("chapter", FOLLOWED, ids=lambda c: c.stem)
async def test_every_request_is_answered_as_shown(table: Table, chapter: Any) -> None:
    """From the top of a chapter to its end, with nothing but what stands in it."""
    reader = Reader(table.url, ADMIN)
    for example in examples(chapter):
        await reader.follow(example)


def asked(example: Example) -> set[tuple[str, str]]:
    """(operation, field) of the roots that a GraphQL example selects."""
    found = set()
    for node in parse(example.request.text).definitions:
        if isinstance(node, OperationDefinitionNode):
            for field in node.selection_set.selections:
                assert isinstance(field, FieldNode)
                found.add((node.operation.value, field.name.value))
    return found


def test_every_operation_of_graphql_has_an_example() -> None:
    """Queries, mutations and subscriptions."""
    schema = build_schema(build(list(Registry.installed().books.values())).as_str())
    roots = {"query": schema.query_type, "mutation": schema.mutation_type, "subscription": schema.subscription_type}
    there = {(kind, name) for kind, root in roots.items() if root for name in root.fields}
    shown = {root for example in ALL if example.language == "graphql" for root in asked(example)}
    assert there - shown == set()


def test_every_route_has_an_example() -> None:
    """Method and path of each route of REST."""
    shown = [example.request.text.splitlines()[0].split(" ", 1) for example in ALL if example.language == "http"]
    for route in ROUTES:
        address = re.compile(re.sub(r"{\w+}", "[^/?]+", re.escape(route.path).replace(r"\{", "{").replace(r"\}", "}")))
        assert any(m == route.method and address.fullmatch(path.split("?")[0]) for m, path in shown), route.path


def test_the_chapter_on_drawing_names_every_space_and_part_and_what_a_client_does_not_know() -> None:
    """And says of the backdrop that it hides nothing."""
    text = (GUIDE / "drawing.md").read_text(encoding="utf-8")
    for kind in get_args(SpaceKind):
        assert f"| `{kind}` |" in text, kind
    for part in (field.name for field in structs.fields(Scene)):
        assert part in text, part
    unknown = text.partition("## What you do not know\n")[2]
    for what in ("an unknown `look`", "an unknown mark", "an unknown space", "an unknown `state`"):
        assert what in unknown, what
    assert "shows to everybody, and it hides nothing" in text


def test_the_chapter_on_setting_up_has_every_game_and_space() -> None:
    """Each game is created and begun; each space has its place and its ground."""
    chapter = GUIDE / "setting-up.md"
    text, sent = chapter.read_text(encoding="utf-8"), " ".join(one.request.text for one in examples(chapter))
    for id, book in Registry.installed().books.items():
        assert f"## {book.system.name}\n" in text
        assert f'"system": "{id}"' in sent
        assert f'{{"{book.key}": {{"begin": {{}}}}}}' in sent
    for kind in get_args(SpaceKind):
        assert f"| `{kind}` |" in text, kind


def test_every_tool_of_the_gm_has_an_example() -> None:
    """Each as a command that is sent."""
    sent = " ".join(example.variables + example.request.text for example in ALL)
    for tool in TOOLS:
        assert f'{{"gm": {{"{camel(tool.__name__)}"' in sent, tool.__name__


def test_every_code_is_explained() -> None:
    """What a client can meet stands in the table of errors, and nothing else does."""
    text = (GUIDE / "errors.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `([A-Z_]+)`", text, re.M))
    written = {
        code for path in API.rglob("*.py") for code in re.findall(r'"code": "([A-Z_]+)"', path.read_text("utf-8"))
    }
    assert listed == {row.code for row in TABLE if row.code} | set(get_args(RefusalCode)) | written


def test_every_event_that_games_share_is_explained() -> None:
    """In the table of events."""
    text = (GUIDE / "events.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`([A-Z]\w+)`", "".join(re.findall(r"^\| (`[A-Z].*?) \|", text, re.M))))
    assert listed == {event.__name__ for event in KERNEL_EVENTS}


def test_every_setting_that_limits_is_named() -> None:
    """With its default."""
    text = (GUIDE / "limits.md").read_text(encoding="utf-8")
    for field in structs.fields(Settings):
        if field.name.startswith("max_") or field.name in ("heartbeat", "slow_seconds", "token_hours"):
            assert f"`{PREFIX}{field.name.upper()}`" in text, field.name


def test_links_lead_somewhere() -> None:
    """To a chapter and a heading that are there, or to a file."""
    for chapter in CHAPTERS:
        text = chapter.read_text(encoding="utf-8")
        for target, heading in re.findall(r"\]\((?!https?:|/)([^)#]*)#?([^)]*)\)", text):
            file = (chapter.parent / target).resolve() if target else chapter
            assert file.exists(), f"{chapter.name}: {target}"
            if heading:
                slugs = {
                    re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).replace(" ", "-")
                    for line in file.read_text(encoding="utf-8").splitlines()
                    if line.startswith("#")
                }
                assert heading in slugs, f"{chapter.name}: {target}#{heading}"


def test_blocks_are_of_kinds_that_are_checked() -> None:
    """A request without a sender would not be sent."""
    for chapter in CHAPTERS:
        for block in blocks(chapter):
            assert block.words, block.place
            if block.words[0] in ("graphql", "http"):
                assert len(block.words) == 2, f"{block.place}: who sends it?"
            if block.words[0] == "json":
                json.loads(block.text)


@pytest.mark.parametrize(
    ("shown", "came"),
    [
        ({"a": 1}, {}),
        ({"a": 1}, {"a": 2}),
        ({"a": 1}, {"a": True}),
        ({"version": 1}, {"version": "1"}),
        ({"a": [1]}, {"a": [1, 2]}),
        ({"a": [1, 2, "…"]}, {"a": [1]}),
        ({"a": "x…z"}, {"a": "xy"}),
        ({"a": None}, {"a": 0}),
        ([{"id": "ENCOUNTER"}, {"id": "ENCOUNTER"}], [{"id": "a"}, {"id": "b"}]),
    ],
)
def test_a_difference_is_noticed(shown: Any, came: Any) -> None:
    """The comparison can fail."""
    with pytest.raises(Differs):
        compare(shown, came, {})


def test_an_answer_like_its_example_passes() -> None:
    """Anything, the rest of a list, numbers that move, and names that are learnt."""
    names: dict[str, str] = {}
    shown = {"id": "ENCOUNTER", "version": 3, "text": "rolls …: …", "more": ["a", "…"], "any": "…"}
    came = {"id": "e1", "version": 9, "text": "rolls 2d6: 3, 4", "more": ["a", "b"], "any": [1], "not": "shown"}
    compare(shown, came, names)
    assert names == {"ENCOUNTER": "e1"}
