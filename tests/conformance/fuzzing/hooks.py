"""Lets every request end, and lets a seat's token meet its own fight. FIGHT: the fight's id, or absent."""

import os
from typing import Any

import schemathesis


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
