"""Lets every request end, lets a seat's token meet its own fight, and looks whether what was refused did nothing.

FIGHT: the id of the only fight that the token knows, or absent. LOOKED_AT, LISTED, ADMIN: the addresses of a fight that
is looked at before and after every request and of the list of all fights, and the token that reads them. What is made
by a request may have bots, and goes on by itself: of such fights it counts that there are no more of them.
"""

import json
import os
import urllib.request
from typing import Any

import schemathesis

_before: list[object] = []


def _read(address: str) -> bytes:
    asked = urllib.request.Request(address, headers={"authorization": f"Bearer {os.environ['ADMIN']}"})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return answer.read()


def _state() -> list[object]:
    """The fight as it stands, and which others there are."""
    listed = json.loads(_read(os.environ["LISTED"]))
    return [_read(os.environ["LOOKED_AT"]), [one["id"] for one in listed["encounters"]]]


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: Any) -> Any:
    """A seat knows one fight; anywhere else it would only ever be told that there is none."""
    fight = os.environ.get("FIGHT")
    return (
        {**path_parameters, "id": fight} if fight and path_parameters and "id" in path_parameters else path_parameters
    )


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """A fight that goes on is followed for ever, and waited for for a minute."""
    if case.query.get("follow") in (True, "true"):
        del case.query["follow"]
    if str(case.query.get("wait", "")).isdigit():
        del case.query["wait"]
    _before[:] = _state()


@schemathesis.check
def refused_did_nothing(context: Any, response: Any, case: Any) -> None:
    """A request that was refused has left every fight as it was, and made none."""
    if response.status_code >= 400:
        assert _state() == _before, f"{response.status_code}, but something has changed"
