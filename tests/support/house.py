"""Architecture rules checked on the source: allowed imports, and what rules may never use."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

MAY_IMPORT = {
    "engine.kernel": ("engine.kernel",),
    "engine.kit": ("engine.kernel", "engine.kit"),
    "engine.systems": ("engine.kit",),  # and its own folder
    "engine.store": ("engine.kernel", "engine.store"),
    "engine.service": ("engine.kernel", "engine.store", "engine.service"),
    "engine": (),
    "schemas": ("engine.kernel", "engine.store", "engine.service", "schemas"),
    "api": ("engine.kernel", "engine.kit", "engine.store", "engine.service", "schemas", "api"),
}
"""Package -> what its modules may import of the project; the longest matching package counts."""

ROOMS = {
    "engine.kernel": (
        "structs",
        "space",
        "state",
        "authoring",
        "words",
        "scene",
        "playing",
        "seating",
        "overruling",
        "campaign",
    ),
    "engine.service": ("pool", "proof", "reading", "writing", "bots", "odds", "analysis"),
    "api": (
        "bridge",
        "errors",
        "words",
        "maps",
        "pictures",
        "drawing",
        "pages",
        "vtt",
        "access",
        "reading",
        "replay",
        "streaming",
        "webhooks",
        "operations",
        "graphql",
        "rest",
        "shape",
        "hosting",
        "workers",
        "conformance",
        "cli",
    ),
}
"""Package -> its rooms, in the order in which they may import each other: a room imports only those before it."""

CHAPTERS = {
    "engine.systems.dozen_die.rules": ("basics", "board", "conflict", "actions", "turns", "between"),
    "engine.systems.fantasia.rules": (
        "basics",
        "board",
        "statuses",
        "equipment",
        "attacks",
        "movement",
        "magic",
        "turns",
        "course",
    ),
    "engine.systems.minis.rules": ("basics", "ground", "movement", "combat", "magic", "turns", "between"),
    "engine.systems.mongolian_mercenaries.rules": (
        "basics",
        "gear",
        "blows",
        "roll",
        "field",
        "attack",
        "magic",
        "items",
        "summary",
        "course",
        "company",
        "days",
        "market",
        "roads",
    ),
    "engine.systems.saari.rules": (
        "basics",
        "roll",
        "harm",
        "resolution",
        "attacks",
        "actions",
        "magic",
        "turns",
        "between",
    ),
}
"""The rules of a game -> the chapters of its book, in the order in which they may import each other."""

MOST = 15
"""How many modules a chapter may have."""

LOOSE = {
    "engine.service": ("clock", "shared_clock", "randomness", "registry", "encounters"),
    "api": ("config", "logs", "negotiation"),
}
"""Package -> modules outside its rooms."""

ADAPTERS = ("engine.store.redis", "engine.store.server")
WIRING = ("api.hosting.app", "api.hosting.wiring", "api.hosting.store_access", "api.hosting.serve", "api.cli")
"""The application and the two modules it is opened with: no other names a store adapter."""

IMPURE = ("random", "secrets", "time", "datetime", "uuid", "asyncio", "threading", "redis", "importlib", "os", "socket")
"""What rules may not import: randomness, clocks, random ids, and I/O."""

SYSTEM_FILES = ("sheet", "state", "types", "orders", "events", "questions")
KERNEL_FILES = ("events", "orders", "fight", "combatant", "messages", "decisions", "gm_tools")
EXAMPLES = ("schemas", "examples")
"""Programs for users to copy: they are in the repository, but not part of the project."""

STORED = (*SYSTEM_FILES, *KERNEL_FILES)
"""Modules, or folders of them, of kernel and systems whose structs are states, events, orders and questions."""

UNREPEATABLE = ("__import__", "hash", "id")
UNORDERED = ("set", "frozenset", "Set", "FrozenSet", "AbstractSet", "MutableSet")


def module_of(root: Path, file: Path) -> str:
    """`engine/kernel/playing/dice.py` -> `engine.kernel.playing.dice`; a package's own file -> the package."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def inside(module: str, package: str) -> bool:
    """Whether a module is a package or lies inside it."""
    return module == package or module.startswith(package + ".")


def imports(tree: ast.Module, module: str, *, package: bool, types: bool = True) -> Iterator[tuple[int, str]]:
    """(line, full name) of everything imported, anywhere in the module; names out of a package count as modules.

    types: also of what is only imported for type checkers, and never while the program runs.
    """
    left = set() if types else {id(node) for one in ast.walk(tree) if _is_for_types(one) for node in ast.walk(one)}
    for node in ast.walk(tree):
        if id(node) in left:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = module.split(".")
                here = here[: len(here) - node.level + package]
                base = ".".join([*here, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _home(module: str) -> str:
    return max((p for p in MAY_IMPORT if inside(module, p)), key=len, default="")


def directions(tree: ast.Module, module: str, *, package: bool) -> Iterator[tuple[int, str]]:
    """Imports against the allowed direction between packages."""
    home = _home(module)
    allowed = MAY_IMPORT.get(home, ())
    own = ".".join(module.split(".")[:3]) if home == "engine.systems" and module.count(".") >= 2 else ""
    for line, name in imports(tree, module, package=package):
        if name.split(".")[0] not in ("engine", "schemas", "api"):
            continue
        if not any(inside(name, a) for a in (*allowed, *([own] if own else []))):
            yield line, f"{module} may not import {name}"
        elif any(inside(name, a) for a in ADAPTERS) and not inside(module, "engine.store") and module not in WIRING:
            yield line, f"{module} names an adapter: only {', '.join(WIRING)} wire"


def _room(package: str, module: str) -> str | None:
    """The room (layer) of a package in which a module lies; "" outside the rooms, None for another package's."""
    if not inside(module, package):
        return None
    first = module.removeprefix(package).lstrip(".").split(".")[0]
    return first if first in {**ROOMS, **CHAPTERS}[package] else ""


def rooms(tree: ast.Module, module: str, *, package: bool) -> Iterator[tuple[int, str]]:
    """Imports against the order of a package's rooms (layers), and modules that lie in none."""
    for home, order in {**ROOMS, **CHAPTERS}.items():
        here = _room(home, module)
        if here is None or module == home:
            continue
        if not here and module.removeprefix(home + ".").split(".")[0] not in LOOSE.get(home, ()):
            yield 1, f"{module} lies in no room of {home}: {', '.join(order)}"
        for line, name in imports(tree, module, package=package, types=False):
            there = _room(home, name)
            if here and there and order.index(there) > order.index(here):
                yield line, f"{module} may not import {name}: {here} comes before {there}"


def climbs(known: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Modules in the chapters of a game that import one which itself imports chapters, such as the list of all orders.

    Chapters stand on what a game has below them, its sheet, state and content, which know no chapter.
    known: module -> the modules that it imports.
    """
    for package in CHAPTERS:
        game = package.rpartition(".")[0]
        above = {module for module in known if inside(module, game) and _room(package, module)}
        chapters, size = frozenset(above), 0
        while len(above) > size:
            size = len(above)
            above |= {module for module in known if inside(module, game) and not above.isdisjoint(known[module])}
        for module in sorted(chapters):
            climbed = sorted((above - chapters).intersection(known[module]))
            yield from (f"{module} may not import {name}, which imports chapters" for name in climbed)


def circles(known: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Import cycles, direct or indirect. known: module -> the modules that it imports."""
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> Iterator[str]:
        if module in path:
            yield " -> ".join((*path[path.index(module) :], module))
        elif module not in done:
            for other in sorted(known.get(module, ())):
                yield from visit(other, (*path, module))
            done.add(module)

    for module in sorted(known):
        yield from visit(module, ())


def impurities(tree: ast.Module, module: str, *, package: bool) -> Iterator[tuple[int, str]]:
    """Randomness, clocks and swallowed pauses in kernel and systems."""
    for line, name in imports(tree, module, package=package):
        if name.split(".")[0] in IMPURE:
            yield line, f"{module} imports {name}: rules take nothing from outside"
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and (node.type is None or "BaseException" in ast.unparse(node.type)):
            yield node.lineno, f"{module} catches everything, also the pause of a question"
        if isinstance(node, ast.Try):
            for inner in (i for part in node.finalbody for i in ast.walk(part)):
                if isinstance(inner, (ast.Return, ast.Break, ast.Continue)):
                    yield inner.lineno, f"{module} leaves a finally: that swallows the pause of a question"
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("__import__", "hash", "id")
        ):
            yield node.lineno, f"{module} calls {node.func.id}(): another process gets another answer"


def unstable(tree: ast.Module, module: str) -> Iterator[tuple[int, str]]:
    """Floats, and set-typed fields, in the declarations of states, events, orders and questions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "float":
            yield node.lineno, f"{module} names float"
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield node.lineno, f"{module} holds the float {node.value}"
        if isinstance(node, ast.ClassDef):
            for field in (f for f in node.body if isinstance(f, ast.AnnAssign)):
                for part in ast.walk(field):
                    name = (
                        part.id if isinstance(part, ast.Name) else part.attr if isinstance(part, ast.Attribute) else ""
                    )
                    if name in UNORDERED or isinstance(part, (ast.Set, ast.SetComp)):
                        yield field.lineno, f"{module}.{node.name} has a field with a set"


def registries(tree: ast.Module, module: str) -> Iterator[tuple[int, str]]:
    """Tables of a module that begin empty: something far away fills them. They are built whole, and frozen.

    What is kept for a while says so by its name, `..._CACHE`: nothing but speed depends on what is in it.
    """
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                continue
        if _begins_empty(value) and not name.endswith("_CACHE"):
            yield node.lineno, f"{module}.{name} begins empty: build it whole, and frozen (tuple, MappingProxyType)"


def _begins_empty(value: ast.expr) -> bool:
    match value:
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call(func=ast.Name(id="list" | "dict" | "set"), args=[], keywords=[]):
            return True
        case ast.Call(func=ast.Name(id="defaultdict" | "deque" | "OrderedDict" | "Counter")):
            return True
    return False


def _snake(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower())


def named_systems(tree: ast.Module, module: str, systems: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Names and texts that name a system. Docstrings may use one as an example."""
    said = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.keyword(arg=str(word)):
                pass
            case ast.ClassDef(name=word) | ast.FunctionDef(name=word) | ast.AsyncFunctionDef(name=word):
                pass
            case ast.Constant(value=str(word)) if id(node) not in said:
                pass
            case _:
                continue
        for system in systems:
            if f"_{system}_" in f"_{_snake(word)}_":
                yield getattr(node, "lineno", 0), f"{module} names the system {system}"


def violations(root: Path) -> list[str]:
    """Every violation in `root`, as `file:line: what`."""
    folder = root / "engine" / "systems"
    systems = sorted(p.name for p in folder.iterdir() if (p / "__init__.py").exists()) if folder.exists() else []
    found: list[str] = []
    trees: dict[str, tuple[ast.Module, bool]] = {}
    for file in sorted(f for top in ("engine", "schemas", "api") for f in (root / top).rglob("*.py")):
        if file.relative_to(root).parts[:2] == EXAMPLES:
            continue
        module, package = module_of(root, file), file.name == "__init__.py"
        tree = ast.parse(file.read_text(encoding="utf-8"))
        told = [*directions(tree, module, package=package), *rooms(tree, module, package=package)]
        trees[module] = (tree, package)
        if inside(module, "engine.kernel") or inside(module, "engine.systems"):
            told += impurities(tree, module, package=package)
            if file.stem in STORED or file.parent.name in STORED:
                told += unstable(tree, module)
        if inside(module, "engine"):
            told += registries(tree, module)
        if not inside(module, "engine.systems"):
            told += named_systems(tree, module, systems)
        found += [f"{file.relative_to(root)}:{line}: {what}" for line, what in told]
    known: dict[str, set[str]] = {}
    for module, (tree, package) in trees.items():
        named = {name for _, name in imports(tree, module, package=package, types=False)}
        there = {name if name in trees else name.rpartition(".")[0] for name in named}
        known[module] = {name for name in there if name in trees and name != module}
    return found + [f"modules import each other: {path}" for path in circles(known)] + [*climbs(known)]
