"""What the house forbids, read from the source: who imports whom, and what rules may never touch."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

MAY_IMPORT = {
    "engine.kernel": ("engine.kernel",),
    "engine.systems": ("engine.kernel",),  # and its own folder
    "engine.store": ("engine.kernel", "engine.store"),
    "engine.service": ("engine.kernel", "engine.store", "engine.service"),
    "engine": (),
    "schemas": ("engine.kernel", "engine.store", "engine.service", "schemas"),
    "api": ("engine.kernel", "engine.store", "engine.service", "schemas", "api"),
}
"""Package -> what its modules may import of the house; the longest package that fits counts."""

ADAPTERS = ("engine.store.redis", "engine.store.server")
WIRING = ("api.app", "api.wiring", "api.opening", "api.serve", "api.cli")
"""The application and the two modules it is opened with: nobody else names an adapter of the store."""

IMPURE = ("random", "secrets", "time", "datetime", "uuid", "asyncio", "threading", "redis", "importlib", "os", "socket")
"""What rules may not import: chance, clocks, ids from nowhere, and the world outside."""

SYSTEM_FILES = ("sheet", "state", "commands", "events", "questions")
KERNEL_FILES = ("events", "orders", "fight", "combatant", "messages", "decisions", "gm")
EXAMPLES = ("schemas", "examples")
"""Programs for users to copy: they lie in the house, and are no part of it."""

STORED = (*SYSTEM_FILES, *KERNEL_FILES)
"""Modules, or folders of them, of kernel and systems whose structs are states, events, orders and questions."""

UNREPEATABLE = ("__import__", "hash", "id")
UNORDERED = ("set", "frozenset", "Set", "FrozenSet", "AbstractSet", "MutableSet")


def module_of(root: Path, file: Path) -> str:
    """`engine/kernel/dice.py` -> `engine.kernel.dice`; a package's own file -> the package."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def inside(module: str, package: str) -> bool:
    """Whether a module is a package, or lies in it."""
    return module == package or module.startswith(package + ".")


def imports(tree: ast.Module, module: str, *, package: bool) -> Iterator[tuple[int, str]]:
    """(line, full name) of everything imported, anywhere in the module; names out of a package count as modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = module.split(".")
                here = here[: len(here) - node.level + package]
                base = ".".join([*here, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def _home(module: str) -> str:
    return max((p for p in MAY_IMPORT if inside(module, p)), key=len, default="")


def directions(tree: ast.Module, module: str, *, package: bool) -> Iterator[tuple[int, str]]:
    """Imports against the direction of the house."""
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


def impurities(tree: ast.Module, module: str, *, package: bool) -> Iterator[tuple[int, str]]:
    """Chance, clocks and swallowed pauses, in kernel and systems."""
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
    """Floats, and fields that hold sets, where states, events, orders and questions are declared."""
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


def _snake(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower())


def named_systems(tree: ast.Module, module: str, systems: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Names and texts in which a system is named. Docstrings may give one as an example."""
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
    """Everything in `root` that the house forbids, as `file:line: what`."""
    folder = root / "engine" / "systems"
    systems = sorted(p.name for p in folder.iterdir() if (p / "__init__.py").exists()) if folder.exists() else []
    found: list[str] = []
    for file in sorted(f for top in ("engine", "schemas", "api") for f in (root / top).rglob("*.py")):
        if file.relative_to(root).parts[:2] == EXAMPLES:
            continue
        module, package = module_of(root, file), file.name == "__init__.py"
        tree = ast.parse(file.read_text(encoding="utf-8"))
        told = list(directions(tree, module, package=package))
        if inside(module, "engine.kernel") or inside(module, "engine.systems"):
            told += impurities(tree, module, package=package)
            if file.stem in STORED or file.parent.name in STORED:
                told += unstable(tree, module)
        if not inside(module, "engine.systems"):
            told += named_systems(tree, module, systems)
        found += [f"{file.relative_to(root)}:{line}: {what}" for line, what in told]
    return found
