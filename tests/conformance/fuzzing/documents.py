"""Random GraphQL documents over a schema, a JSON string each: `python documents.py SCHEMA COUNT SEED ID...`.

Queries, mutations and subscriptions, valid ones and such as violate the schema. IDs are taken from those given.
"""

import json
import re
import sys
from pathlib import Path

import graphql
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis_graphql import Mode, mutations, nodes, queries


def main(file: str, count: str, start: str, *ids: str) -> None:
    """Print them."""
    text = Path(file).read_text(encoding="utf-8")
    # The generators know queries and mutations only: here subscriptions take the place of queries.
    watching = re.sub(r"^schema \{.*?^\}\n", "", text, flags=re.S | re.M) + "\nschema { query: Subscription }\n"
    scalars = {
        "ID": st.sampled_from(ids).map(nodes.String),
        "JSON": st.sampled_from(["{}", "[]", '"a"', "1", "null", "1e400", "2147483648", "{a: [1, {b: 2}]}"]).map(
            graphql.parse_value
        ),
        "DateTime": st.just("2026-01-01T00:00:00.000Z").map(nodes.String),
    }
    for make, schema, root, said in (
        (queries, text, "Query", ""),
        (mutations, text, "Mutation", ""),
        (queries, watching, "Subscription", "subscription "),
    ):
        built = graphql.build_schema(schema)
        known = {name: strategy for name, strategy in scalars.items() if name in built.type_map}
        for name, field in built.type_map[root].fields.items():
            modes = [Mode.POSITIVE, Mode.POSITIVE, *([Mode.NEGATIVE] if field.args else [])]
            made = [make(built, fields=[name], custom_scalars=known, mode=mode) for mode in modes]
            say(st.one_of(made), int(count), int(start), said)


def say(made: st.SearchStrategy[str], count: int, start: int, said: str) -> None:
    """Print `count` of them."""

    @seed(start)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(made)
    def one(document: str) -> None:
        print(json.dumps(said + document))

    one()


main(*sys.argv[1:])
