"""Laws on names: types show which system they belong to, and one word has one meaning for clients."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphql import GraphQLObjectType, get_named_type

from api.graphql.variables import is_one_of
from api.shape.served import Finding, Served
from engine.kernel.structs.messages import RESERVED

SHARED = {
    **dict.fromkeys(
        ["combatant", "attacker", "target", "roller", "caster", "weapon", "spell", "item", "side", "seat", "cause"],
        "ID",
    ),
    **dict.fromkeys(["from", "to", "at"], "Place"),
    **dict.fromkeys(["amount", "left", "total", "now", "change", "round"], "Int"),
}
"""Fields that have the same type in the events of all systems: one frontend reads them in every game."""

UNIQUE = frozenset(
    {
        "Combatant", "Condition", "Decision", "Encounter", "EncounterSummary", "Host", "Rule", "RuleSystem", "Seat",
        "Vital",
    }
)  # fmt: skip
"""The types with an `id`, which is unique in the service; a `key` is unique in its fight."""

_PARTS = re.compile(r"(Input|(List)*Entry)\Z")


def bears_its_prefix(served: Served) -> Iterator[Finding]:
    """A system's types have its prefix, and the kernel's do not."""
    prefixes = tuple(book.prefix for book in served.books)
    ours = served.kernel | {"Sheet", "Setup"}  # their inputs exist once there is a system
    for found in served.types:
        if found.name in served.kernel:
            for prefix in prefixes:
                if re.match(rf"{prefix}(?![a-z])", found.name):
                    what = f"is the kernel's, but begins like a type of the system {prefix}: give that another id"
                    yield Finding("prefix", found.name, what)
        elif not found.name.startswith(prefixes) and _PARTS.sub("", found.name) not in ours:
            yield Finding("prefix", found.name, f"begin its name with its system's: {' or '.join(prefixes)}")


def is_named_once(served: Served) -> Iterator[Finding]:
    """No two types differ only in case: generated clients make files of them."""
    first: dict[str, str] = {}
    for found in served.types:
        other = first.setdefault(found.name.lower(), found.name)
        if other != found.name:
            yield Finding("named-once", found.name, f"is spelled like {other} but for upper case: rename one of them")


def has_one_type(served: Served) -> Iterator[Finding]:
    """A name has one type, nullable or not, wherever one query may select it from several types.

    Whoever asks for a Node by its id knows what it is, and selects the fields of that one type.
    """
    for book in served.books:
        yield from _clashes(served.events([book]), f"the events of the kernel and {book.system.id}")
    for abstract in (*served.unions, *served.interfaces):
        if abstract.name not in ("Event", "Node"):
            yield from _clashes(served.members(abstract.name), abstract.name)


def _clashes(types: Iterable[GraphQLObjectType], among: str) -> Iterator[Finding]:
    first: dict[str, tuple[str, str]] = {}
    for object_type in types:
        for name, field in object_type.fields.items():
            shown, where = first.setdefault(name, (str(field.type), object_type.name))
            if shown != str(field.type):
                what = f"is {field.type}, but {where}.{name} is {shown}: over {among} one name has one type; rename one"
                yield Finding("one-type", f"{object_type.name}.{name}", what)


def shares_words(served: Served) -> Iterator[Finding]:
    """Shared fields have the same types in the events of every system: ids, places, amounts as whole numbers."""
    for event in served.members("Event"):
        for name, field in event.fields.items():
            if name in SHARED and str(field.type).removesuffix("!") != SHARED[name]:
                what = f"is {field.type}; in every system `{name}` is {SHARED[name]}: use another word"
                yield Finding("shared-words", f"{event.name}.{name}", what)


def leaves_the_envelope(served: Served) -> Iterator[Finding]:
    """Events do not use the envelope's field names: a field of that name would hide the envelope's."""
    for book in served.books:
        for cls, name in book.codec.names.items():
            for word in sorted(RESERVED & set(cls.__struct_encode_fields__)):
                yield Finding(
                    "envelope", f"{name}.{word}", "is a word of the envelope, which all events have: rename it"
                )


def has_unique_ids(served: Served) -> Iterator[Finding]:
    """An `id` is unique in the service, so that client caches may rely on it."""
    for object_type in served.objects:
        if "id" in object_type.fields and object_type.name not in UNIQUE:
            yield Finding("id", f"{object_type.name}.id", "is not unique in the whole service: call it key")
        elif "id" in object_type.fields and str(object_type.fields["id"].type) != "ID!":
            yield Finding("id", f"{object_type.name}.id", f"is {object_type.fields['id'].type}: make it ID!")


def orders_are_bare(served: Served) -> Iterator[Finding]:
    """A command is one of nested @oneOf inputs whose keys have no prefix: `{fantasia: {attack: ...}}`."""
    wanted = {"CommandInput": {"gm", "table", *(book.key for book in served.books)}}
    wanted |= {f"{book.prefix}CommandInput": set(book.orders) for book in served.books}
    inputs = {found.name: found for found in served.inputs}
    for name, keys in wanted.items():
        found = inputs.get(name)
        if found is None or not is_one_of(found):
            yield Finding("commands", name, "must be an input with @oneOf: exactly one of its fields is sent")
        elif set(found.fields) != keys:
            odd = ", ".join(sorted(set(found.fields) ^ keys))
            yield Finding("commands", name, f"its keys are the words of its orders, without a prefix: look at {odd}")


def every_failure_is_a_problem(served: Served) -> Iterator[Finding]:
    """One member of a result is the success; all others are a Problem, so that clients can show an unknown one."""
    root = served.schema.mutation_type
    for field in root.fields.values() if root else ():
        members = served.members(get_named_type(field.type).name)
        wanted = [m for m in members if "Problem" not in {i.name for i in m.interfaces}]
        for member in wanted[1:]:
            what = f"of {get_named_type(field.type)}: make it a Problem, with code and message"
            yield Finding("problem", member.name, what)
    for member in served.members("Problem"):
        for word in ("code", "message"):
            if word not in member.fields or str(member.fields[word].type) != "String!":
                yield Finding("problem", f"{member.name}.{word}", "every Problem has it, as String!")


LAWS = (
    bears_its_prefix,
    is_named_once,
    has_one_type,
    shares_words,
    leaves_the_envelope,
    has_unique_ids,
    orders_are_bare,
    every_failure_is_a_problem,
)
