"""Every error of a GraphQL answer says what to do by its code, and none is a fault of the service."""

from typing import Any

import schemathesis

CODES = {"BAD_USER_INPUT", "UNAUTHENTICATED", "NOT_YOURS", "UNKNOWN", "AHEAD"}


@schemathesis.check
def errors_have_codes(context: Any, response: Any, case: Any) -> None:
    """A schema cannot say which fights there are: an error is right as long as it is told by its code."""
    assert response.status_code in (200, 400, 401), response.status_code
    codes = {error.get("extensions", {}).get("code") for error in response.json().get("errors", ())}
    assert codes <= CODES, codes - CODES
