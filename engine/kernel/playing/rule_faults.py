"""What becomes of an error in the rules of a game, wherever the kernel calls them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.kernel.structs.errors import Fault, SkaldError, TooCostly


@contextmanager
def errors_as_faults() -> Iterator[None]:
    """Refusals and faults go on as they are; rules that call each other without end are too costly; else a Fault."""
    try:
        yield
    except SkaldError:
        raise
    except RecursionError:
        raise TooCostly from None
    except Exception as error:
        raise Fault(f"the rules failed: {type(error).__name__}: {error}") from error
