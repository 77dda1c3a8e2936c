"""What was made before is not made again: most of a fight stays as it is from one version to the next."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Memo:
    """Keeps what pure functions returned, by their arguments."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Any] = {}

    def of(self, made: Callable[..., T], *given: Hashable, more: tuple[Any, ...] = ()) -> T:
        """`made(*given, *more)`. more: arguments that are the same from one `clear` to the next."""
        key = (made, given)
        found: T | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = made(*given, *more)
        return found

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
