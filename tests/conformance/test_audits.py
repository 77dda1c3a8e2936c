"""GraphQL over HTTP, checked by the specification's own audits (npm graphql-http)."""

from __future__ import annotations

from tests.api.table import Table
from tests.conformance.node import Node

AUDITS = 61


def test_every_audit_of_graphql_over_http_is_passed(node: Node, table: Table) -> None:
    """MUST, SHOULD and MAY alike; none is left out."""
    results = node.told("audits.mjs", {"url": f"{table.url}/graphql"})
    missed = {f"{r['id']} {r['name']}": f"{r['status']}: {r['reason']}" for r in results if r["status"] != "ok"}
    assert missed == {}
    assert len({r["id"] for r in results}) == AUDITS
