"""Compiles a selection to Python: one function per object type in it.

`{ version because { causes } }` on an event becomes

    def f1(o):
     if type(o) not in THINGS: look(o)
     v0 = o.version
     v1 = o.because
     return {'version': v0 if type(v0) is int and -2147483648 <= v0 <= 2147483647 else k1(v0),
      'because': None if v1 is None or v1 is UNSET else f2(v1)}

For interfaces and unions, above all events, functions are compiled per concrete type on first use: a document selects
from a hundred event types, and a page holds ten. Names in the source come from a validated document and from our own
attributes; everything else is passed in as a variable.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable
from typing import Any

from graphql import (
    FieldNode,
    FragmentSpreadNode,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    SelectionSetNode,
    is_abstract_type,
    is_leaf_type,
)
from graphql.execution.collect_fields import collect_subfields
from msgspec import UNSET
from strawberry.types.field import StrawberryField

from api.graphql.compiled.values import THINGS, Odd, leaf, look, quick
from api.graphql.reading import always, reader_of
from api.reading.rendered_event import RenderedEvent

_BACKREF = "strawberry-definition"


class NotPlain(Exception):
    """A selection that cannot be compiled."""


def compile_function(executor: Any, plan: Any, kind: Any, details: Any) -> Callable[[Any], Any]:
    """The function that completes values of a list, object or abstract type. NotPlain if it cannot be compiled.

    executor: of an operation with this selection; plan: counts the compiled fields.
    """
    if any(detail.defer_usage or detail.fragment_variable_values or _directed(executor, detail) for detail in details):
        raise NotPlain("the selection depends on more than the document")
    return _Source(executor, plan).function(kind, details)


def _directed(executor: Any, detail: Any) -> bool:
    """Whether a field, or anything in its selection, has a directive."""
    met: set[str] = set()

    def within(selected: SelectionSetNode | None) -> bool:
        return selected is not None and any(at(node) for node in selected.selections)

    def at(node: Any) -> bool:
        if node.directives:
            return True
        if not isinstance(node, FragmentSpreadNode):
            return within(node.selection_set)
        if node.name.value in met:
            return False
        met.add(node.name.value)
        definition = executor.fragment_definitions[node.name.value]
        return bool(definition.directives) or within(definition.selection_set)

    node: FieldNode = detail.node
    return at(node)


class _Source:
    """The source of one compiled function, and the objects that it refers to."""

    def __init__(self, executor: Any, plan: Any) -> None:
        self._executor, self._plan = executor, plan
        self._lines: list[str] = []
        self._names: dict[str, Any] = {"UNSET": UNSET, "THINGS": THINGS, "look": look, "LISTS": (list, tuple)}
        self._fields = 0

    def function(self, kind: Any, details: Any) -> Callable[[Any], Any]:
        body = self._value(GraphQLNonNull(kind), details, "x")
        self._lines.append(f"def function(x):\n return {body}")
        self._plan.spend(self._fields)
        exec("\n".join(self._lines), self._names)  # the source is our own; see the module's docstring
        made: Callable[[Any], Any] = self._names["function"]
        return made

    def _named(self, thing: Any) -> str:
        name = f"k{len(self._names)}"
        self._names[name] = thing
        return name

    # -- values
    def _value(self, kind: Any, details: Any, x: str) -> str:
        """An expression that completes the value of variable x; x is used in no other expression."""
        required = isinstance(kind, GraphQLNonNull)
        inner = kind.of_type if required else kind
        if is_leaf_type(inner):
            check, value = quick(inner, x, self._named)
            return f"({value} if {check} else {self._named(leaf(inner, required))}({x}))"
        if isinstance(inner, GraphQLList):
            item = f"{x}_"
            whole = f"[{self._value(inner.of_type, details, item)} for {item} in {x}]"
            return f"({whole} if type({x}) in LISTS else {self._named(_no_list(required))}({x}))"
        made = self._thing(inner, details)
        return f"{made}({x})" if required else f"(None if {x} is None or {x} is UNSET else {made}({x}))"

    def _thing(self, kind: Any, details: Any) -> str:
        if not is_abstract_type(kind):
            return self._object(kind, details)
        if kind.resolve_type is None:
            raise NotPlain(f"nobody says of what type a {kind.name} is")
        return self._named(_chooser(self._executor, self._plan, kind, details))

    def _object(self, kind: GraphQLObjectType, details: Any) -> str:
        executor = self._executor
        if kind.is_type_of not in (None, always):
            raise NotPlain(f"{kind.name} looks at what it is given")
        collected = collect_subfields(
            executor.schema, executor.fragments, executor.variable_values, executor.operation, kind, details
        )
        reads, values = list[str](), list[str]()
        for key, fields in collected.grouped_field_set.items():
            name = fields[0].node.name.value
            if name == "__typename":
                values.append(f"{key!r}: {kind.name!r}")
                continue
            x = f"v{len(reads)}"
            reads.append(f"\n {x} = {self._read(kind, name)}")
            values.append(f"{key!r}: {self._value(kind.fields[name].type, fields, x)}")
        self._fields += len(values)
        made = f"f{len(self._names)}_{len(self._lines)}"
        check = " if type(o) not in THINGS: look(o)"
        self._lines.append(f"def {made}(o):\n{check}{''.join(reads)}\n return {{{', '.join(values)}}}")
        return made

    def _read(self, kind: GraphQLObjectType, name: str) -> str:
        """An expression that reads a field of `o`."""
        field = kind.fields[name]
        shown = field.extensions.get(_BACKREF)
        if not isinstance(shown, StrawberryField) or field.args or shown.extensions or shown.permission_classes:
            raise NotPlain(f"{kind.name}.{name} is more than read")
        reader = reader_of(shown)
        if reader is None:
            raise NotPlain(f"{kind.name}.{name} is resolved")
        if isinstance(reader, str):
            plain = reader.isidentifier() and not keyword.iskeyword(reader)
            return f"o.{reader}" if plain else f"getattr(o, {reader!r})"
        return f"{self._named(reader)}(o)"


def _no_list(required: bool) -> Callable[[Any], None]:
    """Completes a value that is not a list: None; raises Odd where that is not allowed."""

    def absent(value: Any) -> None:
        if required or not (value is None or value is UNSET):
            raise Odd

    return absent


def _chooser(executor: Any, plan: Any, kind: Any, details: Any) -> Callable[[Any], Any]:
    """Completes a value of an interface or a union with the function of its concrete type, compiled on first use.

    A rendered event that is sent repeatedly caches its last selected result (`RenderedEvent._selected`). That result
    depends on event and selection alone: a selection that depends on more is not compiled.
    """
    possible = {item.name: item for item in executor.schema.get_possible_types(kind)}
    resolve, known = kind.resolve_type, dict[str, Callable[[Any], Any]]()
    mark = object()  # identifies this selection; the event may outlive the function and must not keep it alive

    def choose(thing: Any) -> Any:
        keeps = type(thing) is RenderedEvent
        if keeps and thing._selected[0] is mark:
            return thing._selected[1]
        if type(thing) not in THINGS:
            look(thing)
        name = resolve(thing, None, kind)
        function = known.get(name)
        if function is None:
            function = known[name] = _of(name)
        value = function(thing)
        if keeps:
            thing._selected = mark, value
        return value

    def _of(name: str) -> Callable[[Any], Any]:
        try:
            return _Source(executor, plan).function(possible[name], details)
        except NotPlain:
            return _odd  # permanently: a retry would fail again

    return choose


def _odd(thing: Any) -> Any:
    raise Odd
