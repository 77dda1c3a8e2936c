"""A scene out of JSON, also one that a later version or another program wrote.

What is not known falls back as the guide says: a look by how it passes a step, a mark to its area and words, a space to
tokens by their sides. What is missing is empty.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import inspect

from engine.kernel.scene.scene import Scene
from engine.kernel.state.ground.ground import SceneLook

_LOOK_OF_STEP: dict[str, SceneLook] = {"FREE": "FLOOR", "HARD": "ROUGH", "SOME": "OBSTACLE", "NEVER": "WALL"}
_PLAIN_WORDS = ("OTHER", "PLAIN", "NONE", "FREE", "CIRCLE", "EUCLIDEAN", "SQUARE")
_SCENE = inspect.type_info(Scene)


def read_scene(given: Any) -> Scene:
    """The scene of a JSON value, as REST answers it. msgspec.ValidationError for what is no scene at all."""
    if isinstance(given, Scene):
        return given
    if not isinstance(given, dict):
        raise msgspec.ValidationError("a scene is a JSON object")
    return msgspec.convert(_known(given, _SCENE), Scene)


def _known(value: Any, kind: inspect.Type) -> Any:
    """The value without anything that this version does not know."""
    match kind:
        case inspect.StructType() if isinstance(value, dict):
            return _struct(value, kind)
        case inspect.UnionType():
            return _one_of(value, kind)
        case inspect.VarTupleType() if isinstance(value, (list, tuple)):
            return [_known(item, kind.item_type) for item in value]
        case inspect.LiteralType() if value not in kind.values:
            return next((word for word in _PLAIN_WORDS if word in kind.values), kind.values[-1])
        case _:
            return value


def _struct(value: dict[str, Any], kind: inspect.StructType) -> dict[str, Any]:
    if "look" in value and "step" in value and value["look"] not in SceneLook.__args__:  # type: ignore[attr-defined]
        value = {**value, "look": _LOOK_OF_STEP.get(value["step"], "OTHER")}
    found: dict[str, Any] = {}
    for field in kind.fields:
        if value.get(field.encode_name) is not None:
            found[field.encode_name] = _known(value[field.encode_name], field.type)
        elif field.required:
            found[field.encode_name] = _empty(field.type)
    if kind.tag_field is not None:
        found[kind.tag_field] = kind.tag
    return found


def _empty(kind: inspect.Type) -> Any:
    match kind:
        case inspect.StrType():
            return ""
        case inspect.IntType():
            return 0
        case inspect.BoolType():
            return False
        case inspect.VarTupleType():
            return []
        case inspect.LiteralType():
            return _known(None, kind)
        case inspect.StructType():
            return _struct({}, kind)
        case inspect.UnionType():
            return _one_of({}, kind)
        case _:
            return None


def _one_of(value: Any, kind: inspect.UnionType) -> Any:
    structs = [candidate for candidate in kind.types if isinstance(candidate, inspect.StructType)]
    if not isinstance(value, dict) or not structs:
        others = [candidate for candidate in kind.types if not isinstance(candidate, inspect.NoneType)]
        return _known(value, others[0]) if len(others) == 1 else value
    tagged = {struct.tag: struct for struct in structs if struct.tag is not None}
    # The last of the spaces has no places: tokens are shown by their sides.
    return _struct(value, tagged.get(str(value.get("kind")), structs[-1]) if tagged else structs[0])
