"""Makes every request end, points a seat's token at its own fight, and checks that refused requests did nothing.

FIGHT: the id of the only fight that the token knows, or absent. LOOKED_AT, LISTED, ADMIN: the addresses of a fight that
is read before and after every request and of the latest of all fights, and the token that reads them. Fights created
by a request may have bots and change by themselves: of these only the ids are checked.
"""

import http.client
import json
import os
from typing import Any
from urllib.parse import urlsplit

import schemathesis

_before: list[object] = []
_server = http.client.HTTPConnection(urlsplit(os.environ["LISTED"]).netloc, timeout=float(os.environ["PATIENCE"]))
"""Kept open: it is asked more often than the one that is tested."""


def _read(address: str) -> bytes:
    parts = urlsplit(address)
    path, head = f"{parts.path}?{parts.query}", {"authorization": f"Bearer {os.environ['ADMIN']}"}
    for again in (True, False):
        try:
            _server.request("GET", path, headers=head)
            answer = _server.getresponse()
            read = answer.read()
            break
        except (http.client.HTTPException, OSError):
            _server.close()  # the server closes what is not used for long
            if not again:
                raise
    assert answer.status == 200, read
    return read


def _state() -> list[object]:
    """The state of the fight, and which others exist."""
    listed = json.loads(_read(os.environ["LISTED"]))
    return [_read(os.environ["LOOKED_AT"]), [one["id"] for one in listed["encounters"]]]


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: Any) -> Any:
    """A seat knows one fight; for any other it would only get UNKNOWN."""
    fight = os.environ.get("FIGHT")
    return (
        {**path_parameters, "id": fight} if fight and path_parameters and "id" in path_parameters else path_parameters
    )


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Following a running fight never ends, and waiting on it takes a minute: both are turned off."""
    if case.query.get("follow") in (True, "true"):
        del case.query["follow"]
    if str(case.query.get("wait", "")).isdigit():
        del case.query["wait"]
    _before[:] = _state()


@schemathesis.check
def refused_did_nothing(context: Any, response: Any, case: Any) -> None:
    """A refused request has left every fight unchanged, and made none."""
    if response.status_code >= 400:
        assert _state() == _before, f"{response.status_code}, but something has changed"
