"""Mistakes in how a game makes its structs and the kernel's, found in its source: before a fight is made."""

from __future__ import annotations

import ast
import difflib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.fields import fields_of, type_hints_of


def modules_of(system: object) -> list[ModuleType]:
    """The modules of the package that a game's class lies in, as far as they are imported."""
    package = type(system).__module__.split(".")
    top = ".".join(package[:3]) if package[:2] == ["engine", "systems"] else package[0]
    found = [m for name, m in sorted(sys.modules.items()) if name == top or name.startswith(f"{top}.")]
    return [m for m in found if getattr(m, "__file__", None)]


def wrong_calls(module: ModuleType) -> Iterator[str]:
    """What each struct of a module's source is made with and does not have, lacks, or has another type for."""
    path = Path(str(module.__file__))
    if path.suffix != ".py":
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            cls = _struct_of(node.func, module)
            if cls is not None and not _spread(node):
                for fault in _faults(cls, node):
                    yield f"{path.name}, line {node.lineno}: {fault}"


def wrong_defaults(cls: type[Struct]) -> Iterator[str]:
    """Defaults of a struct that its own types do not allow: every fight that uses one would stop."""
    hints = type_hints_of(cls)
    for field in fields_of(cls):
        default = field.default
        if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        if default is not msgspec.NODEFAULT:
            fault = _mismatch(msgspec.to_builtins(default), hints[field.name])
            if fault:
                yield f"{cls.__name__}.{field.name}: its default does not fit its type: {fault}"


def _spread(node: ast.Call) -> bool:
    """Whether some of its arguments come from elsewhere."""
    return any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords)


def _struct_of(func: ast.expr, module: ModuleType) -> type[Struct] | None:
    """The struct that is called by name, as the module knows it; None for anything else."""
    match func:
        case ast.Name(id=name):
            value = vars(module).get(name)
        case ast.Attribute(value=ast.Name(id=base), attr=name):
            value = getattr(vars(module).get(base), name, None)
        case _:
            return None
    plain = isinstance(value, type) and issubclass(value, Struct) and value.__init__ is Struct.__init__
    return value if plain else None


def _faults(cls: type[Struct], node: ast.Call) -> Iterator[str]:
    signature = inspect.signature(cls)
    names, said = list(signature.parameters), [keyword.arg or "" for keyword in node.keywords]
    for name in said:
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            meant = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(names) or 'none'}"
            yield f"{cls.__name__} has no field {name!r}: {meant}"
    by_position = [p for p in signature.parameters.values() if p.kind is not p.KEYWORD_ONLY]
    if len(node.args) > len(by_position):
        yield f"{cls.__name__} takes its fields by name: {', '.join(names)}"
        return
    given = {p.name: value for p, value in zip(by_position, node.args, strict=False)}
    given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg in names}
    for name, parameter in signature.parameters.items():
        if name not in given and parameter.default is parameter.empty:
            yield f"{cls.__name__} needs its field {name!r}"
    hints = type_hints_of(cls)
    for name, value in given.items():
        try:
            literal = ast.literal_eval(value)
        except (ValueError, TypeError, SyntaxError):
            continue
        fault = _mismatch(literal, hints.get(name, Any))
        if fault:
            yield f"{cls.__name__}.{name}: {fault}"


def _mismatch(value: object, hint: Any) -> str:
    """Why a plain value is not of a type; "" where it is, or nobody can say."""
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        what, where = explain_decode_error(error, value, hint)
        return f"{dotted_path(where)}: {what}" if where else what
    except (TypeError, NotImplementedError):
        return ""
    return ""
