"""Correcting any field of the state by its path, checked by type: the GM overrules everything."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from engine.kernel.state.combatant import Combatant
from engine.kernel.state.fight import State
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain

Own = TypeVar("Own")
_S = TypeVar("_S", bound="State[Any] | _Part")

RULES = "rules"
CORRECTABLE = ("combatants", "round", "acting", "order", "figuresOpen", "name", "outcome", RULES)
"""Valid first names of a path: fields of the fight by JSON name, and `rules`, the system's part."""
_ONCE = "ground"
"""What was corrected so in old fights; today the ground has a tool of its own, which keeps its hidden parts hidden."""


_MISSING = object()


def _covers(given: Any, got: Any) -> bool:
    """Whether everything given was decoded; defaults may have been added."""
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

    RuleRefusal if the path does not exist, or the value is not of the field's type. A new key of an object is allowed
    where its type allows it; null removes a key whose type does not allow null, and an item of a list. Combatants can
    be neither added nor removed: the system would not notice.
    """
    if not path or path[0] not in (*CORRECTABLE, _ONCE):
        raise RuleRefusal(f"a path begins with one of {', '.join(CORRECTABLE)}", field="path")
    if path[0] == "combatants" and len(path) > 2 and path[1] in state.fight.combatants:
        return _with_one_corrected(state, path, value)
    return _corrected(state, path, value, kind)


class _People(Struct, frozen=True):
    combatants: dict[str, Combatant]


class _Part(Struct, frozen=True):
    """What of a state a correction of one combatant is made on: all else stays, however much there is of it."""

    fight: _People
    own: None = None


def _with_one_corrected(state: State[Own], path: tuple[str, ...], value: Any) -> State[Own]:
    combatants = state.fight.combatants
    part = _Part(_People({path[1]: combatants[path[1]]}))
    made = _corrected(part, path, value, _Part)
    people = {**combatants, **made.fight.combatants}
    return structs.replace(state, fight=structs.replace(state.fight, combatants=people))


def _corrected(state: _S, path: tuple[str, ...], value: Any, kind: Any) -> _S:
    tree = plain(state)
    removable = removed = dropped = False
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
                    dropped, node[index] = value is None, value
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
    if dropped:
        del node[int(names[-1])]
    try:
        result: _S = msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        what, wrong = explain_decode_error(error, tree, kind)
        full = (RULES, *wrong[1:]) if path[0] == RULES else wrong[1:]
        at = dotted_path(full if [str(name) for name in full[: len(path)]] == list(path) else path)
        refusal = RuleRefusal(f"{at}: {what}", field="value")
        if not removable:
            raise refusal from error
        del node[names[-1]]
        try:
            result, removed = msgspec.convert(tree, kind), True
        except msgspec.ValidationError:
            raise refusal from error
    if dropped:
        return _with_same_people(state, result)
    got: Any = plain(result)["own" if path[0] == RULES else "fight"]
    for name in names:
        got = got[int(name)] if isinstance(got, list) else got.get(name, _MISSING)
        if got is _MISSING:
            break
    if removed and got is not _MISSING:
        raise RuleRefusal(f"{'.'.join(path)} cannot be null", field="value")
    if not removed and not _covers(value, got):
        raise RuleRefusal(f"there is no field {'.'.join(path)}", field="path")
    return _with_same_people(state, result)


def _with_same_people(state: _S, result: _S) -> _S:
    """The corrected state. RuleRefusal where somebody has come or gone, or has another id."""
    if list(result.fight.combatants) != list(state.fight.combatants):
        raise RuleRefusal("nobody comes or goes by a correction: enter him, or set why he is out", field="path")
    for key, who in result.fight.combatants.items():
        if key != who.id:
            raise RuleRefusal("a combatant keeps its id", field="path")
    return result
