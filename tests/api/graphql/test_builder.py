"""Any system's structs become a schema: several systems side by side, and every shape that a struct may have."""

from __future__ import annotations

import enum
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest
import strawberry
from graphql import build_schema as parse_schema
from graphql import get_introspection_query, graphql_sync
from msgspec import Struct

from api.graphql.builder import Builder, argument, list_of
from api.graphql.inputs import BadInput, InputBuilder, convert
from api.graphql.naming import IDS
from api.graphql.scalars import SCALARS
from api.graphql.schema import build_schema
from api.reading.systems import json_schema
from api.rest.openapi import openapi
from api.rest.routes import ROUTES
from api.shape import findings
from api.shape.names import SHARED
from api.shape.published import events_schema, schema_of
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.deprecation import deprecated
from engine.kernel.structs.ids import Id
from engine.kernel.structs.messages import Audience, Event, on_the_wire
from engine.service.registry import Registry
from schemas.glossary import GLOSSARY
from schemas.wording import Wording
from tests.api.toys import toy
from tests.support.contract.today import TODAY
from tests.support.slices.dozen import Dozen
from tests.support.slices.fantasia import Fantasia
from tests.support.slices.minis import Minis
from tests.support.slices.saari import Saari


class Mood(enum.Enum):
    """How somebody feels."""

    GLAD = "GLAD"
    SAD = "SAD"


class Leaf(Struct, frozen=True, rename="camel"):
    """Something small. leaf_count: how many."""

    id: str
    leaf_count: int = 0


class Empty(Struct, frozen=True):
    """Nothing."""


class Tree(Struct, frozen=True, kw_only=True, rename="camel"):
    """Every shape."""

    name: str
    target: str
    mood: Mood = Mood.GLAD
    leaf: Leaf | None = None
    leaves: dict[str, Leaf] = {}
    counts: dict[str, int] | None = None
    lists: dict[str, tuple[str, ...]] = {}
    anything: Any = None
    pair: tuple[int, int] = (0, 0)
    mixed: tuple[str, int] = ("", 0)
    either: int | str = 0
    size: Literal["small", "large"] = "small"
    die: Literal["1d6", "2d6"] = "1d6"
    way: Literal[1, 2] = 1
    below: tuple[Tree, ...] = ()
    empty: Empty = Empty()
    bounded: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    helper: Id | None = None


def shape(of_type: Any, prefix: str = "Toy") -> str:
    """The SDL of a schema whose only query answers with this type."""
    builder = Builder()
    shown = builder.struct(of_type, prefix=prefix)
    query = builder.holder("Query", None, [builder.plain("tree", shown)])
    config = strawberry.schema.config.StrawberryConfig(auto_camel_case=False, scalar_map=SCALARS)
    return strawberry.Schema(query=query, config=config).as_str()


def test_every_shape_of_a_state() -> None:
    """Objects become lists of pairs, an `id` a key, words of ids IDs; what GraphQL cannot say is JSON."""
    sdl = shape(Tree)
    for line in (
        "name: String!", "target: ID!", "mood: ToyMood!", "leaf: ToyLeaf", "leaves: [ToyLeafEntry!]!",
        "counts: [IntEntry!]", "lists: [StringListEntry!]!", "anything: JSON", "pair: [Int!]!", "mixed: [JSON]!",
        "either: JSON", "size: ToyTreeSize!", "die: String!", "way: Int!", "below: [ToyTree!]!", "empty: JSON!",
        "bounded: Int!", "leafCount: Int!", "value: [String!]!",
    ):  # fmt: skip
        assert f"  {line}\n" in sdl, line
    assert '"""Something small. leafCount: how many."""' in sdl
    assert "  id: " not in sdl


def test_every_shape_of_an_input() -> None:
    """Defaults are published where GraphQL can spell them; constraints are kept, with their path."""
    builder = Builder()
    inputs = InputBuilder(builder)
    taken = inputs.struct(Tree, prefix="Toy")
    query = builder.holder("Query", None, [builder.field("ask", str, lambda: "", [])])
    query.__strawberry_definition__.fields[0].arguments = [argument("tree", taken)]
    config = strawberry.schema.config.StrawberryConfig(auto_camel_case=False, scalar_map=SCALARS)
    sdl = strawberry.Schema(query=query, config=config).as_str()
    for line in (
        "name: String!", "mood: ToyMood! = GLAD", "leaf: ToyLeafInput", "leaves: JSON", "counts: JSON",
        "pair: [Int!]", "mixed: [JSON]", "either: JSON! = 0", "size: ToyTreeSize! = small", "die: String! = \"1d6\"",
        "way: Int! = 1", "below: [ToyTreeInput!]! = []", "empty: JSON", "bounded: Int! = 0", "helper: ID",
    ):  # fmt: skip
        assert f"  {line}\n" in sdl, line
    with pytest.raises(BadInput) as caught:
        convert({"name": "a", "target": "b", "below": [{"name": "c", "target": "d", "bounded": 10}]}, Tree, ["input"])
    assert caught.value.extensions == {"code": "BAD_USER_INPUT", "path": ["input", "below", 0, "bounded"]}


def test_a_system_says_which_of_its_fields_hold_ids() -> None:
    """Of what it tells and what it is sent; the other system's field of that name is a text."""

    class Herded(Event, frozen=True, kw_only=True):
        """Somebody is driven."""

        audience: ClassVar[Audience] = Audience.ALL
        herd: str
        shouted: str

    class Sheet(Struct, frozen=True, rename="camel"):
        """Somebody."""

        herd: str = ""

    parts: dict[str, Any] = {"events": (Herded,), "sheet": Sheet}
    sdl = build_schema([toy("one", ids=("herd",), **parts), toy("two", **parts)]).as_str()
    made: Any = parse_schema(sdl).type_map
    found = {name: str(made[name].fields["herd"].type) for name in made if "herd" in getattr(made[name], "fields", ())}
    assert found == {"OneHerded": "ID!", "TwoHerded": "String!", "OneSheetInput": "ID!", "TwoSheetInput": "String!"}
    assert str(made["OneHerded"].fields["shouted"].type) == "String!"


def test_the_ids_that_every_system_has_are_words_of_the_house_or_of_several_systems() -> None:
    """What one system alone has, it says itself."""
    books = list(Registry.installed().books.values())
    made: Any = parse_schema(build_schema(books).as_str()).type_map
    owners: dict[str, set[str]] = {}
    for name, found in made.items():
        owner = next((book.prefix for book in books if name.startswith(book.prefix)), "")
        for word in getattr(found, "fields", None) or ():
            owners.setdefault(word, set()).add(owner)
    whose = {word: owners.get(on_the_wire(word), set()) for word in IDS - SHARED.keys()}
    assert {word: found for word, found in whose.items() if "" not in found and len(found) < 2} == {}


def test_two_types_of_one_name_are_refused() -> None:
    """They would merge without a word."""
    builder = Builder()
    builder.struct(Tree, prefix="Toy")
    with pytest.raises(RegistrationError, match="two types called ToyTree"):
        builder.struct(Leaf, name="ToyTree")


def test_an_enum_is_spelled_as_its_values() -> None:
    """Or refused, by name."""
    odd = enum.Enum("Odd", {"ONE": "one"})
    with pytest.raises(RegistrationError, match=r"ToyOdd\.ONE"):
        Builder().enum(odd, "Toy")
    assert list_of(int).of_type is int


def test_many_systems_make_one_schema() -> None:
    """Each with its prefix; commands, states and events of all of them."""
    books: list[Rulebook[Any]] = [Rulebook(system) for system in (Dozen(), Fantasia(), Minis(), Saari())]
    schema = build_schema([*Registry.installed().books.values(), *books])
    told = graphql_sync(schema._schema, get_introspection_query(input_value_deprecation=True))
    assert told.errors is None
    names = set(schema._schema.type_map)
    for book in books:
        assert {f"{book.prefix}State", f"{book.prefix}CommandInput", f"{book.prefix}EnterInput"} <= names
        assert set(book.codec.names.values()) <= names


# -- what is on its way out
class Fading(Event, frozen=True, kw_only=True):
    """Something fades. old: as it was called once; new: as it is called now."""

    audience: ClassVar[Audience] = Audience.ALL
    old: Annotated[int | None, deprecated("use `new`")] = None
    new: int


class FadingSheet(Struct, frozen=True, rename="camel"):
    """What somebody is entered with. joy: from 0."""

    joy: Annotated[int, msgspec.Meta(ge=0), deprecated("it is not played any more")] = 0


class Demanded(Struct, frozen=True):
    """What somebody is entered with. joy: from 0."""

    joy: Annotated[int, deprecated("it is not played any more")]


def test_a_deprecated_field_says_so_wherever_it_is_read() -> None:
    """GraphQL, the events' JSON Schema, a system's own and OpenAPI; and the values go on as before."""
    book = toy(events=(Fading,), sheet=FadingSheet)
    sdl = schema_of([book])
    assert '\n  old: Int @deprecated(reason: "use `new`")\n' in sdl
    assert '\n  joy: Int! = 0 @deprecated(reason: "it is not played any more")\n' in sdl
    assert sdl.count("@deprecated") == 2
    events: Any = events_schema([book])
    assert events["$defs"]["ToyFading"]["properties"]["old"]["deprecated"] is True
    assert "deprecated" not in events["$defs"]["ToyFading"]["properties"]["new"]
    sheet = json_schema(FadingSheet)["$defs"]["FadingSheet"]["properties"]["joy"]
    assert (sheet["deprecated"], sheet["minimum"]) == (True, 0)
    document = openapi([msgspec.structs.replace(ROUTES[0], answer=FadingSheet)])
    assert document["components"]["schemas"]["FadingSheet"]["properties"]["joy"]["deprecated"] is True
    assert findings([book]) == []
    assert msgspec.json.decode(b'{"joy": 3}', type=FadingSheet) == FadingSheet(3)


def test_nothing_is_deprecated_yet() -> None:
    for name, text in TODAY.items():
        assert "deprecated" not in text, name


def test_what_must_be_sent_cannot_be_deprecated() -> None:
    """Nobody could stop sending it."""
    with pytest.raises(RegistrationError, match=r"ToyDemandedInput\.joy is deprecated but must be sent: .* default"):
        build_schema([toy(sheet=Demanded)])


# -- words
def test_words_come_from_where_they_are_nearest() -> None:
    """A field's own description, its struct's docstring, the system's glossary, ours."""

    class Told(Struct, frozen=True, rename="camel"):
        """Says little. in_docs, also_there: from the docstring. And more: None: nothing; own_words: hidden."""

        in_docs: int
        also_there: int
        own_words: Annotated[int, msgspec.Meta(description="At the field.")]
        by_struct: int
        by_word: int
        combatant: str
        lost: int

    lists = {"Toy": {"Told.byStruct": "By struct.", "byStruct": "No.", "byWord": "By word."}, "": GLOSSARY}
    assert Wording(lists).fields(Told, "Toy") == {
        "in_docs": "From the docstring.",
        "also_there": "From the docstring.",
        "own_words": "At the field.",
        "by_struct": "By struct.",
        "by_word": "By word.",
        "combatant": GLOSSARY["combatant"],
        "lost": None,
    }
    assert Wording({}).fields(Told, "Toy")["combatant"] is None


def test_every_word_of_the_glossaries_is_in_the_schema() -> None:
    """What nobody can read is not kept; only words that all systems share wait for one that uses them."""
    books = list(Registry.installed().books.values())
    shown = " ".join(schema_of(books).split())
    for words in (GLOSSARY, *(book.system.glossary for book in books)):
        assert words
        assert [word for word, said in words.items() if said not in shown and word not in SHARED] == []
