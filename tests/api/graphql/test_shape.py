"""The laws of the schema's shape: the installed systems keep them, and whatever breaks one is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

import pytest
from graphql import GraphQLInputObjectType, GraphQLSchema, build_schema
from msgspec import Meta, Struct

from api.graphql.schema import build_schema as build
from api.shape import LAWS, Finding, Served, findings, judge
from api.shape.published import schema_of
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.combatant import Place
from engine.kernel.structs.messages import Audience, Event
from engine.service.registry import Registry
from tests.api.toys import toy
from tests.support.slices.dozen import Dozen
from tests.support.slices.minis import Minis

INSTALLED: list[Rulebook[Any]] = list(Registry.installed().books.values())


def test_the_installed_systems_keep_every_law() -> None:
    assert findings(INSTALLED) == []


def test_every_law_has_its_own_test() -> None:
    """A law that nothing breaks would prove nothing."""
    assert {law for _, law, _ in PLANTED} | {law for _, law, _ in CHANGED} == {
        "prefix", "named-once", "one-type", "shared-words", "envelope", "id", "commands", "problem", "withheld", "data",
        "spelling", "input-fields", "whole-numbers", "introspection", "described", "components",
    }  # fmt: skip
    assert len(LAWS) == 16


def test_a_system_of_a_third_party_keeps_them_beside_ours() -> None:
    """Its words come from its docstrings and its glossary."""
    assert findings([*INSTALLED, toy()]) == []
    assert findings([]) == []


# -- planted in a system, and registered through the real builder
class _Event(Event, frozen=True, kw_only=True):
    """Something happens."""

    audience: ClassVar[Audience] = Audience.ALL


class Loose(Struct, frozen=True):
    """Passes for the kernel's. size: in metres."""

    size: int


Loose.__module__ = "engine.kernel.loose"


class Spilled(_Event, frozen=True, kw_only=True):
    """Something spills. what: it."""

    what: Loose


class Tick(_Event, frozen=True, kw_only=True):
    """A clock ticks."""


class TICK(_Event, frozen=True, kw_only=True):
    """A tick bites."""


class Weighed(_Event, frozen=True, kw_only=True):
    """`dice` is a text in the kernel. dice: how many."""

    dice: int


class Timed(_Event, frozen=True, kw_only=True):
    """`round` is never null in the kernel."""

    round: int | None


class Sword(Struct, frozen=True, tag=True):
    """A sword. size: in metres."""

    size: int


class Shield(Struct, frozen=True, tag=True):
    """A shield. size: in words."""

    size: str


class Armed(Struct, frozen=True):
    """A state. thing: what is at hand."""

    thing: Sword | Shield


class Nerve(Struct, frozen=True):
    """What is kept of somebody. joy: in words."""

    joy: str


class Nervous(Struct, frozen=True):
    """A state."""

    moods: dict[str, Nerve]


class Wielded(_Event, frozen=True, kw_only=True):
    """`weapon` is an id everywhere."""

    weapon: int


class Standing(_Event, frozen=True, kw_only=True):
    """`at` is a place everywhere."""

    at: str


class Hashed(_Event, frozen=True, kw_only=True):
    """Takes a word of the envelope."""

    hash: str


class Thing(Struct, frozen=True):
    """Passes for one of the contract's. id: unique in its fight only."""

    id: str


Thing.__module__, Thing.__name__ = "schemas.thing", "ToyThing"


class Things(Struct, frozen=True):
    """A state. thing: it."""

    thing: Thing


class Bare(_Event, frozen=True, kw_only=True):
    """Withholds what cannot be null. secret: nobody's business."""

    narrowed: ClassVar[tuple[str, ...]] = ("secret",)
    secret: str


class Brief(_Event, frozen=True, kw_only=True, omit_defaults=True):
    """Leaves out of `data` what is usual."""

    x: int = 0


class Part(Struct, frozen=True, omit_defaults=True):
    """A part that leaves out what is usual."""

    x: int = 0


class Parted(_Event, frozen=True, kw_only=True):
    """Holds parts. parts: of it."""

    parts: tuple[Part, ...]


class Partial(_Event, frozen=True, kw_only=True):
    """Holds a part, or none. piece: of it."""

    piece: Part | None


class Numbered(_Event, frozen=True, kw_only=True):
    """Has an id of its own. id: it."""

    id: str


class Huge(Struct, frozen=True):
    """What somebody is entered with. joy: more than can be shown."""

    joy: Annotated[int, Meta(le=2**40)] = 0


class Odd(_Event, frozen=True, kw_only=True):
    """Says nothing of what it holds."""

    blorp: int


class Underlined(_Event, frozen=True, kw_only=True):
    """Its name is no plain word."""


Underlined.__name__ = "Under_Lined"


class Fine(_Event, frozen=True, kw_only=True):
    """Breaks no law."""

    at: Place
    weapon: str
    round: int


Plant = Callable[[], list[Rulebook[Any]]]
THING = {"StateThing": "What is at hand."}

PLANTED: list[tuple[Plant, str, str]] = [
    (lambda: [toy(events=(Spilled,))], "prefix", "Loose"),
    (lambda: [toy("place")], "prefix", "PlaceInput"),
    (lambda: [toy(events=(Tick, TICK))], "named-once", "ToyTICK"),
    (lambda: [toy(events=(Weighed,))], "one-type", "ToyWeighed.dice"),
    (lambda: [toy(events=(Timed,))], "one-type", "ToyTimed.round"),
    (lambda: [toy(own=Armed, glossary=THING)], "one-type", "ToyShield.size"),
    (lambda: [toy(), toy("doll", own=Nervous)], "one-type", "DollCombatant.joy"),
    (lambda: [toy(events=(Wielded,))], "shared-words", "ToyWielded.weapon"),
    (lambda: [toy(events=(Standing,))], "shared-words", "ToyStanding.at"),
    (lambda: [toy(events=(Hashed,), unchecked=True)], "envelope", "ToyHashed.hash"),
    (lambda: [toy(own=Things)], "id", "ToyThing.id"),
    (lambda: [toy(events=(Bare,), unchecked=True)], "withheld", "ToyBare.secret"),
    (lambda: [toy(events=(Brief,))], "data", "ToyBrief"),
    (lambda: [toy(events=(Parted,))], "data", "ToyPart"),
    (lambda: [toy(events=(Partial,))], "data", "ToyPart"),
    (lambda: [toy(events=(Numbered,))], "data", "ToyNumbered.id"),
    (lambda: [toy(sheet=Huge)], "whole-numbers", "ToyHuge.joy"),
    (lambda: [toy(events=(Odd,))], "described", "ToyOdd.blorp"),
    (lambda: [toy(events=(Underlined,))], "components", "ToyUnder_Lined"),
]


@pytest.mark.parametrize(("plant", "law", "where"), PLANTED, ids=[where for _, _, where in PLANTED])
def test_what_breaks_a_law_is_named(plant: Plant, law: str, where: str) -> None:
    """And breaks no other one."""
    found = findings(plant())
    assert {finding.law for finding in found} == {law}, [str(finding) for finding in found]
    assert where in {finding.where for finding in found}


def test_a_finding_says_what_to_do() -> None:
    (found,) = findings([toy(events=(Weighed,))])
    assert str(found) == (
        "ToyWeighed.dice: is Int!, but DiceRolled.dice is String!: over the events of the kernel and toy one name has "
        "one type; rename one (one-type)"
    )


def test_what_keeps_the_laws_is_not_complained_of() -> None:
    assert findings([toy(events=(Fine,))]) == []


def test_slices_break_no_law_but_that_of_words() -> None:
    """They are for rules, and describe little."""
    systems: list[Any] = [Dozen(), Minis()]
    found = findings([Rulebook(system) for system in systems])
    assert {finding.law for finding in found} == {"described"}


# -- changed in a schema that is built: what the builder would never make
def _in_type(sdl: str, name: str, old: str, new: str) -> str:
    """The SDL with a line of one type changed."""
    start = sdl.index(f"{name} {{")
    assert old in sdl[start:]
    return sdl[:start] + sdl[start:].replace(old, new, 1)


def _text(change: Callable[[str], str]) -> Callable[[], GraphQLSchema]:
    return lambda: build_schema(change(schema_of([toy()])))


def _built(change: Callable[[GraphQLSchema], object]) -> Callable[[], GraphQLSchema]:
    def make() -> GraphQLSchema:
        schema = build([toy()])._schema
        change(schema)
        return schema

    return make


def _empty(schema: GraphQLSchema) -> None:
    schema.type_map["ToyEmptyInput"] = GraphQLInputObjectType("ToyEmptyInput", {}, description="Nothing.")


def _misspelled(schema: GraphQLSchema) -> None:
    role: Any = schema.type_map["Role"]
    role.values["GM"].value = "gm"


def _odd_default(schema: GraphQLSchema) -> None:
    query: Any = schema.type_map["Query"]
    query.fields["encounter"].args["at"].default_value = "seventeen"


CHANGED: list[tuple[Callable[[], GraphQLSchema], str, str]] = [
    (_text(lambda s: _in_type(s, "type Condition", "source: ID\n", "source: ID!\n")), "withheld", "Condition.source"),
    (_text(lambda s: s.replace("ToyCommandInput @oneOf", "ToyCommandInput")), "commands", "ToyCommandInput"),
    (_text(lambda s: s.replace("= Preferred | Refused", "= Preferred | Refused | Rule")), "problem", "Rule"),
    (_text(lambda s: _in_type(s, "type Rule", "id: ID!", "id: String!")), "id", "Rule.id"),
    (_text(lambda s: s.replace("  clap: ToyClap", "  toyClap: ToyClap")), "commands", "ToyCommandInput"),
    (_text(lambda s: s.replace("  code: String!\n", "  code: ID!\n")), "problem", "Refused.code"),
    (_built(_empty), "input-fields", "ToyEmptyInput"),
    (_built(_misspelled), "spelling", "Role.GM"),
    (_built(_odd_default), "introspection", "__schema"),
]


@pytest.mark.parametrize(("make", "law", "where"), CHANGED, ids=[where for _, _, where in CHANGED])
def test_what_the_builder_would_never_make_is_named(make: Callable[[], GraphQLSchema], law: str, where: str) -> None:
    found: list[Finding] = judge(Served(make(), [toy()]))
    also = {"introspection"} if law == "input-fields" else set()  # such a schema is no valid one either
    assert {finding.law for finding in found} - also == {law}, [str(finding) for finding in found]
    assert any(finding.where.startswith(where) for finding in found)


def test_two_events_of_one_name_are_refused_at_once() -> None:
    with pytest.raises(RegistrationError, match="toy: two events are called ToyFine: rename one"):
        toy(events=(Fine, Fine))


def test_a_name_given_twice_is_refused_at_once() -> None:
    """Two types of one name would merge without a word."""
    with pytest.raises(RegistrationError, match="two types called Toy"):
        findings([toy(), toy()])
