"""How large a document may be is known before the rules of GraphQL compare its fields."""

from __future__ import annotations

import msgspec
import pytest
from graphql import get_introspection_query, parse

from api.access.request_limits import MOST_VALUES, TooMany, read_json
from api.graphql.document_bounds import SCHEMAS, TYPES, Limits, out_of_bounds, too_large
from api.graphql.limits import faults
from api.graphql.schema import build_schema

LIMITS = Limits(fields=25, characters=500, tokens=30)


def refused(document: str) -> str:
    """Why; "" where it is not."""
    return too_large(document, LIMITS) or "; ".join(one.message for one in out_of_bounds(parse(document), LIMITS))


PART = "fragment F on Query { __schema { a } }"


@pytest.mark.parametrize(
    ("fits", "too_much", "says"),
    [
        ("{" + " a" * 25 + "}", "{" + " a" * 26 + "}", "selects 26 fields: 25 are the most"),
        ("{ ...F } fragment F on Q {" + " a" * 24 + "}", "{ ...F } fragment F on Q {" + " a" * 25 + "}", "26 fields"),
        ("{ a }#" + "#" * 494, "{ a }#" + "#" * 495, "501 characters: 500 are the most"),
        ("\n" * 29 + "{ a }", "\n" * 30 + "{ a }", "31 lines: 30 are the most"),
        ("{ __schema { a } }", "{ __schema { a } b: __schema { a } }", f"__schema 2 times: {SCHEMAS} is the most"),
        (f"{{ ...F }} {PART}", f"{{ ...F ...F }} {PART}", "__schema 2 times"),
        ("{" + " __type { a }" * TYPES + "}", "{" + " __type { a }" * (TYPES + 1) + "}", f"__type {TYPES + 1} times"),
    ],
    ids=["fields", "fields of fragments", "characters", "lines", "the schema", "the schema in fragments", "types"],
)
def test_a_document_is_bounded_before_it_is_judged(fits: str, too_much: str, says: str) -> None:
    """As much as is allowed goes, one more is refused with what it has and what is the most."""
    assert refused(fits) == ""
    assert says in refused(too_much)


def test_what_tools_ask_of_the_schema_goes() -> None:
    """The introspection of GraphiQL and of code generators, with all that it may ask for."""
    query = get_introspection_query(specified_by_url=True, input_value_deprecation=True)
    assert too_large(query, Limits()) == ""
    assert out_of_bounds(parse(query), Limits()) == []
    assert faults(build_schema([])._schema, parse(query)) == []


def test_fragments_in_a_long_chain_are_refused_in_words() -> None:
    """However deeply they nest."""
    chain = " ".join(f"fragment F{n} on Query {{ a ...F{n + 1} }}" for n in range(600))
    (error,) = out_of_bounds(parse(f"{{ ...F0 }} {chain} fragment F600 on Query {{ a }}"), Limits())
    assert "nest more deeply" in error.message


def test_a_few_errors_have_hints_and_many_have_an_end() -> None:
    """What may have been meant is told of a few; of very many the first ten, and that there are more."""
    schema = build_schema([])._schema
    (error,) = faults(schema, parse("{ viewe { admin } }"))
    assert "Did you mean 'viewer'" in error.message
    errors = faults(schema, parse("{" + " ".join(f"viewe{n}" for n in range(100)) + "}"))
    assert len(errors) == 11
    assert "Did you mean" not in errors[0].message
    assert errors[-1].message.startswith("more than 10 errors")


def test_fields_of_one_name_are_compared_up_to_a_bound() -> None:
    """Every pair of them would be compared: it says what to do instead."""
    query = "{" + " ".join(f"encounter(id: {n}) {{ id }}" for n in range(400)) + "}"
    (error,) = [one for one in faults(build_schema([])._schema, parse(query)) if "same name" in one.message] or [None]
    assert error is not None


def test_a_json_text_holds_so_many_values() -> None:
    """The list counts too; one more is refused, wherever they lie."""
    assert len(read_json(msgspec.json.encode([1] * (MOST_VALUES - 1)))) == MOST_VALUES - 1
    for value in ([1] * MOST_VALUES, {"a": {str(n): n for n in range(MOST_VALUES)}}, [[[]]] * (MOST_VALUES // 2)):
        with pytest.raises(TooMany, match="send less at once"):
            read_json(msgspec.json.encode(value))
