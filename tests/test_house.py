"""One direction of imports, and rules that touch nothing but their table: read from the source."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.support.house import CHAPTERS, MOST, ROOMS, violations

ROOT = Path(__file__).resolve().parent.parent
DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def test_the_house_keeps_its_law() -> None:
    """kernel <- systems, store <- service <- schemas <- api; no chance, clock or float where rules decide."""
    assert violations(ROOT) == []


def test_the_house_is_drawn_as_it_stands() -> None:
    """In CONTRIBUTING.md: each package with its rooms, from those that import most to those that import nothing."""
    drawing = (ROOT / "CONTRIBUTING.md").read_text().partition("## The house\n")[2].partition("\n\nWithin a package")[0]
    drawn: dict[str, list[str]] = {}
    package = ""
    for line in drawing.strip("\n").splitlines():
        indent = len(line) - len(line.lstrip())
        names = re.split(r" {3,}", line.strip())[0].split()
        if indent == 4:
            package = names[0].replace("/", ".")
        elif package in ROOMS:
            drawn.setdefault(package, []).extend(names)
    assert drawn == {package: [*reversed(rooms)] for package, rooms in ROOMS.items()}


def test_a_chapter_of_rules_has_few_modules() -> None:
    """And every one of the law is a folder that says what it is about."""
    for package, chapters in CHAPTERS.items():
        for chapter in chapters:
            folder = ROOT.joinpath(*package.split("."), chapter)
            assert len([*folder.glob("*.py")]) <= MOST + 1, folder
            assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text())), folder


MESSAGES = {"Order": "orders", "Event": "events", "Question": "questions"}


def test_a_message_lies_in_its_chapter() -> None:
    """Every order, event and question of a game, in the chapter's module of that name."""
    misplaced = []
    for package in CHAPTERS:
        rules = ROOT.joinpath(*package.split("."))
        for file in rules.parent.rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                bases = {re.match(r"\w*", ast.unparse(base))[0] for base in getattr(node, "bases", ())}  # type: ignore[index]
                stems = {MESSAGES[base] for base in bases & {*MESSAGES}}
                if stems and (file.stem not in stems or file.parent.parent != rules):
                    misplaced.append(f"{file}: {node.name}")  # type: ignore[attr-defined]
    assert misplaced == []


def test_entries_of_the_changelog_are_short() -> None:
    """One line each; who wants to know more reads the guide."""
    lines = (ROOT / "CHANGELOG.md").read_text().partition("## [Unreleased]\n")[2].splitlines()
    assert [line for line in lines if line.startswith("  ") or len(line) > 120] == []


IMAGES = re.compile(r"(?:^|_)(?:crowds?|vaults?|voices?|crews?|spoken|saying|told|telling|knowing|worths?)(?:_|$)")
"""No terms of the field: it says fan-out, store of secrets, renderer, supervisor, audience.

The contract's names, such as looks and shelf, stay.
"""
PUBLISHED = frozenset({"Told"})
"""Of such names, those that the contract has published."""


def test_names_are_terms_and_no_images() -> None:
    """Of every module, class and public function."""
    found = []
    for file in (path for package in ("engine", "api", "schemas") for path in (ROOT / package).rglob("*.py")):
        named = [one for one in ast.walk(ast.parse(file.read_text())) if isinstance(one, DEFINITIONS)]
        names = {file.stem, *(one.name for one in named if not one.name.startswith("_"))} - PUBLISHED
        found += [
            f"{file}: {name}" for name in names if IMAGES.search(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower())
        ]
    assert found == []


def test_no_member_of_a_game_is_looked_up_by_name() -> None:
    """`RuleSystem` has a default of each, so a misspelt one is found by the type checker, or refused."""
    found = []
    rooms = ("engine/kernel", "engine/kit", "engine/service", "api")
    for file in (path for room in rooms for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Call(func=ast.Name("getattr" | "hasattr"), args=[of, ast.Constant(), *_]):
                    if re.search(r"(^|[._])(system|game|book)$", ast.unparse(of)):
                        found.append(f"{file}:{node.lineno}: {ast.unparse(node)}")
    assert found == []


def test_a_variable_is_named_by_what_it_is() -> None:
    """No parameter and no variable is called `one`; fields that are stored keep their name."""
    found = []
    for file in (path for package in ("engine", "api", "schemas") for path in (ROOT / package).rglob("*.py")):
        tree = ast.parse(file.read_text())
        fields = {id(node.target) for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)}
        for node in ast.walk(tree):
            name = node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else ""
            if name == "one" and id(node) not in fields:
                found.append(f"{file}:{node.lineno}")  # type: ignore[attr-defined]
    assert found == []


GOOD = {
    "engine/systems/tiny/__init__.py": "from engine.systems.tiny.state import Own\n",
    "engine/systems/tiny/state.py": "from engine.kit import Event\nclass Own:\n    n: int = 0\n",
    "engine/kit/__init__.py": "from engine.kernel.structs.messages import Event\n",
    "engine/systems/other/__init__.py": "",
    "engine/kernel/state/game.py": "if TYPE_CHECKING:\n    from engine.kernel.scene.scene import Scene\n",
    "engine/kernel/scene/scene.py": "from engine.kernel.state.game import Game\nclass Scene: ...\n",
    "engine/kernel/structs/messages.py": "class Event: ...\nWORDS = frozenset({'a'})\n",
    "engine/store/cache.py": "_CACHE: dict[str, int] = {}\nKINDS = {'a': 1}\ndef f():\n    found = []\n",
    "engine/store/port.py": "import time\nimport asyncio\nfrom engine.kernel.structs.messages import Event\n",
    "engine/service/reading/load.py": '"""Loads a tiny, say."""\nimport random\nfrom engine.store.port import Event\n',
    "schemas/types.py": "from engine.service.reading.load import Event\n",
    "api/hosting/app.py": "from engine.store.redis import RedisStore\nfrom schemas import words\nfrom . import other\n",
    "api/hosting/other.py": "def administer(destiny: int) -> int:\n    return destiny\n",
    "engine/store/redis/__init__.py": "from ..port import Event as RedisStore\n",
}


def house(root: Path) -> Path:
    """A small house that keeps the law."""
    for name, text in GOOD.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_a_small_house_that_keeps_the_law_has_no_violation(tmp_path: Path) -> None:
    """What is allowed is not complained of."""
    assert violations(house(tmp_path)) == []


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("engine/kernel/state/x.py", "from engine.store.port import Entry", "may not import engine.store.port"),
        ("engine/kernel/state/x.py", "import engine.systems.tiny", "may not import engine.systems.tiny"),
        ("engine/kernel/state/x.py", "if TYPE_CHECKING:\n    import engine.store", "may not import engine.store"),
        ("engine/kernel/state/x.py", "from ...service import load", "may not import engine.service.load"),
        ("engine/kernel/state/x.py", "def f():\n    from api import app", "may not import api.app"),
        ("engine/systems/tiny/x.py", "from engine.systems.other import y", "may not import engine.systems.other"),
        ("engine/systems/tiny/x.py", "from engine.kernel import structs", "may not import engine.kernel.structs"),
        ("engine/kernel/state/x.py", "from engine.kit import Event", "may not import engine.kit.Event"),
        ("engine/systems/tiny/x.py", "from ..other import y", "may not import engine.systems.other"),
        ("engine/systems/tiny/x.py", "from engine.store import chain", "may not import engine.store"),
        ("engine/systems/tiny/rules/x.py", "from ...other import y", "may not import engine.systems.other"),
        ("engine/store/x.py", "from engine.service.reading import load", "may not import engine.service"),
        ("engine/store/x.py", "from engine.systems.tiny import Own", "may not import engine.systems.tiny"),
        ("engine/service/reading/x.py", "from schemas import words", "may not import schemas"),
        ("engine/service/reading/x.py", "from engine.systems import tiny", "may not import engine.systems.tiny"),
        ("engine/service/reading/x.py", "from engine.store.redis import RedisStore", "names an adapter"),
        ("engine/x.py", "from engine.kernel import dice", "may not import engine.kernel"),
        ("schemas/x.py", "import api.hosting.app", "may not import api.hosting.app"),
        ("schemas/x.py", "from engine.systems.tiny import system", "may not import engine.systems.tiny"),
        ("api/rest/x.py", "from engine.systems.tiny import system", "may not import engine.systems.tiny"),
        ("api/rest/x.py", "from engine.store.server import PrivateServer", "names an adapter"),
        ("api/rest/x.py", "from engine.store import redis", "names an adapter"),
        ("engine/kernel/state/x.py", "import random", "imports random"),
        ("engine/kernel/state/x.py", "from time import time", "imports time.time"),
        ("engine/systems/tiny/x.py", "from datetime import datetime", "imports datetime"),
        ("engine/systems/tiny/x.py", "from uuid import uuid4", "imports uuid"),
        ("engine/systems/tiny/x.py", "import asyncio", "imports asyncio"),
        ("engine/systems/tiny/x.py", "import redis.asyncio", "imports redis"),
        ("engine/systems/tiny/x.py", "import secrets", "imports secrets"),
        ("engine/systems/tiny/x.py", "try:\n    f()\nexcept:\n    pass", "catches everything"),
        (
            "engine/systems/tiny/x.py",
            "try:\n    f()\nexcept (KeyError, BaseException):\n    pass",
            "catches everything",
        ),
        (
            "engine/systems/tiny/x.py",
            "def g():\n    try:\n        f()\n    finally:\n        return 1",
            "leaves a finally",
        ),
        ("engine/systems/tiny/x.py", "n = hash('a')", "calls hash"),
        ("engine/systems/tiny/x.py", "HOOKS: list[int] = []", "HOOKS begins empty"),
        ("engine/kernel/state/x.py", "KINDS = {}", "KINDS begins empty"),
        ("engine/store/x.py", "seen: set[str] = set()", "seen begins empty"),
        ("engine/service/reading/x.py", "left = defaultdict(list)", "left begins empty"),
        ("engine/systems/tiny/state.py", "class S:\n    x: float", "names float"),
        ("engine/systems/tiny/state.py", "Metres = float", "names float"),
        ("engine/systems/tiny/events.py", "class E:\n    x: int = 1.5", "float 1.5"),
        ("engine/systems/tiny/orders.py", "class O:\n    x: frozenset[str]", "field with a set"),
        ("engine/systems/tiny/questions.py", "class Q:\n    x: dict[str, set[str]]", "field with a set"),
        ("engine/systems/tiny/events/attacks.py", "class E:\n    x: int = 1.5", "float 1.5"),
        ("engine/systems/tiny/sheet.py", "import typing\nclass Q:\n    x: typing.AbstractSet[str]", "field with a set"),
        ("engine/systems/tiny/sheet.py", "class Q:\n    x: tuple = {1, 2}", "field with a set"),
        ("engine/kernel/state/fight.py", "class F:\n    x: set[str] = set()", "field with a set"),
        ("api/rest/x.py", "if system == 'tiny':\n    pass", "names the system tiny"),
        ("api/rest/x.py", "class TinyInput: ...", "names the system tiny"),
        ("schemas/x.py", "def for_tiny(): ...", "names the system tiny"),
        ("engine/service/reading/x.py", "f(tiny=1)", "names the system tiny"),
        ("engine/kernel/state/x.py", "a.tiny_only", "names the system tiny"),
        ("engine/store/x.py", "def f(other): ...", "names the system other"),
        ("engine/kernel/x.py", "", "lies in no room of engine.kernel"),
        ("api/x.py", "", "lies in no room of api"),
        ("engine/kernel/state/x.py", "from engine.kernel.playing import table", "state comes before playing"),
        ("engine/service/proof/x.py", "from engine.service.reading.load import Event", "proof comes before reading"),
        ("api/errors/x.py", "from api.hosting.other import administer", "errors comes before hosting"),
    ],
)
def test_a_planted_violation_is_found(tmp_path: Path, file: str, text: str, words: str) -> None:
    """With its file; everything else in the house is still in order."""
    root = house(tmp_path)
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(text + "\n")
    found = violations(root)
    assert found
    assert all(told.startswith(f"{file}:") for told in found)
    assert any(words in told for told in found)


def test_modules_that_import_each_other_are_found(tmp_path: Path) -> None:
    """Also by way of a third, and inside a function."""
    root = house(tmp_path)
    (root / "engine/systems/tiny/state.py").write_text("def f():\n    from engine.systems.tiny import Own\n")
    assert violations(root) == [
        "modules import each other: engine.systems.tiny -> engine.systems.tiny.state -> engine.systems.tiny"
    ]
