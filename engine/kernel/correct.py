"""Correcting any field of the state by its path: the GM's last word, checked by type."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from engine.kernel.errors import RuleRefusal
from engine.kernel.fight import State
from engine.kernel.messages import plain
from engine.kernel.misread import dotted, misread

Own = TypeVar("Own")

RULES = "rules"
CORRECTABLE = ("combatants", "round", "acting", "order", "board", "figuresOpen", "name", "outcome", RULES)
"""Where a path may begin: fields of the fight as they are written in JSON, and `rules`, the system's part."""


_MISSING = object()


def _covers(given: Any, got: Any) -> bool:
    """Whether all that was given has found a place; defaults may have been added."""
    if isinstance(given, dict):
        return isinstance(got, dict) and all(k in got and _covers(v, got[k]) for k, v in given.items())
    if isinstance(given, list):
        return isinstance(got, list) and len(given) == len(got) and all(map(_covers, given, got))
    return bool(given == got)


def parse_path(path: str) -> tuple[str, ...]:
    """`combatants.cloud.vitals.hp.now` -> its names; list items by number."""
    return tuple(path.split("."))


def corrected(state: State[Own], path: tuple[str, ...], value: Any, kind: Any) -> State[Own]:
    """The state with the field at `path` set to `value` (JSON). kind: the state's full type.

    RuleRefusal if the path does not exist, or the value is not of the field's type. A new key of an object is
    allowed where its type allows it; null removes a key whose type does not allow null. Nobody comes or goes: the
    system would not know of it.
    """
    if not path or path[0] not in CORRECTABLE:
        raise RuleRefusal(f"a path begins with one of {', '.join(CORRECTABLE)}", field="path")
    tree = plain(state)
    removable = removed = False
    node: Any = tree["own"] if path[0] == RULES else tree["fight"]
    names = path[1:] if path[0] == RULES else path
    if not names:
        raise RuleRefusal("name a field below rules", field="path")
    for depth, name in enumerate(names):
        last = depth == len(names) - 1
        try:
            if isinstance(node, list):
                index = int(name) if name.isdecimal() else len(node) + 1
                if last and index == len(node):
                    node.append(value)
                elif last:
                    node[index] = value
                else:
                    node = node[index]
            elif isinstance(node, dict):
                if last:
                    removable = value is None and name in node
                    node[name] = value
                else:
                    node = node[name]
            else:
                raise KeyError(name)
        except (KeyError, IndexError, ValueError):
            where = ".".join(path[: len(path) - len(names) + depth]) or "the state"
            raise RuleRefusal(f"{where} has no {name}", field="path") from None
    try:
        result: State[Own] = msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        what, wrong = misread(error, tree, kind)
        full = (RULES, *wrong[1:]) if path[0] == RULES else wrong[1:]
        at = dotted(full if [str(name) for name in full[: len(path)]] == list(path) else path)
        refusal = RuleRefusal(f"{at}: {what}", field="value")
        if not removable:
            raise refusal from error
        del node[names[-1]]
        try:
            result, removed = msgspec.convert(tree, kind), True
        except msgspec.ValidationError:
            raise refusal from error
    got: Any = plain(result)["own" if path[0] == RULES else "fight"]
    for name in names:
        got = got[int(name)] if isinstance(got, list) else got.get(name, _MISSING)
        if got is _MISSING:
            break
    if removed and got is not _MISSING:
        raise RuleRefusal(f"{'.'.join(path)} cannot be null", field="value")
    if not removed and not _covers(value, got):
        raise RuleRefusal(f"there is no field {'.'.join(path)}", field="path")
    if list(result.fight.combatants) != list(state.fight.combatants):
        raise RuleRefusal("nobody comes or goes by a correction: enter him, or set why he is out", field="path")
    for key, who in result.fight.combatants.items():
        if key != who.id:
            raise RuleRefusal("a combatant keeps its id", field="path")
    return result
