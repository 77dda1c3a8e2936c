"""Every error of a GraphQL response has a code, and none is an internal fault."""

from typing import Any

import schemathesis
from hypothesis import strategies as st

schemathesis.graphql.scalar("JSON", st.builds(schemathesis.graphql.nodes.String, st.text(max_size=20)))

CODES = {"BAD_USER_INPUT", "UNAUTHENTICATED", "NOT_YOURS", "UNKNOWN", "AHEAD"}


@schemathesis.check
def errors_have_codes(context: Any, response: Any, case: Any) -> None:
    """A schema cannot say which fights exist: an error is fine as long as it has a code."""
    assert response.status_code in (200, 400, 401), response.status_code
    codes = {error.get("extensions", {}).get("code") for error in response.json().get("errors", ())}
    assert codes <= CODES, codes - CODES
