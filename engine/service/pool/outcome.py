"""The outcome of a job as bytes: its result, or its error."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from engine.kernel.structs.errors import SkaldError


class JobFailed(Exception):
    """A job failed because of a bug. The message has the error type and traceback, but no values."""


def outcome_of(work: Callable[[], Any]) -> bytes:
    """Run some work. Errors are packed without traceback or cause."""
    try:
        return pickle.dumps((True, work()), pickle.HIGHEST_PROTOCOL)
    except SkaldError as error:
        with suppress(Exception):  # a class that cannot be imported by its name
            return pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
        return _failure(error)
    except Exception as error:
        return _failure(error)


def _failure(error: Exception) -> bytes:
    # Neither the message nor local variables: they may hold secrets of one side.
    where = "".join(
        f"\n  {frame_summary.filename}:{frame_summary.lineno} {frame_summary.name}"
        for frame_summary in traceback.extract_tb(error.__traceback__)
    )
    said = f"{type(error).__name__} in a process of the pool{where}"
    return pickle.dumps((False, JobFailed(said)), pickle.HIGHEST_PROTOCOL)


def opened(outcome: bytes) -> Any:
    """The result of the work; raises its error. outcome: only from a process of this pool."""
    done, value = pickle.loads(outcome)
    if done:
        return value
    raise value
