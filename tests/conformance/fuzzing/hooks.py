"""Lets every request end, lets a seat's token meet its own fight, and looks whether what was refused did nothing.

FIGHT: the id of the only fight that the token knows, or absent. LOOKED_AT, ADMIN: what is looked at, and with which
token, before and after every request: the address of a fight, and that of the list of all.
"""

import os
import urllib.request
from typing import Any

import schemathesis

_before: dict[str, bytes] = {}


def _state() -> dict[str, bytes]:
    """What there is to be seen of the fights, by address."""
    found = {}
    for address in os.environ["LOOKED_AT"].split():
        asked = urllib.request.Request(address, headers={"authorization": f"Bearer {os.environ['ADMIN']}"})
        with urllib.request.urlopen(asked, timeout=10) as answer:
            found[address] = answer.read()
    return found


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
    _before.clear()
    _before.update(_state())


@schemathesis.check
def refused_did_nothing(context: Any, response: Any, case: Any) -> None:
    """A request that was refused has left every fight as it was, and made none."""
    if response.status_code >= 400:
        assert _state() == _before, f"{response.status_code}, but something has changed"
