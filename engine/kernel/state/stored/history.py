"""The live path: which versions still count, with reverts treated as jumps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct


class Jump(Struct, frozen=True):
    """A Reverted at version `at`: back to `to`, with later versions that still count."""

    at: int
    to: int
    kept: tuple[int, ...] = ()


def segments(jumps: Iterable[Jump], version: int) -> Iterator[tuple[int, int]]:
    """Ranges (first, last) of live versions up to `version`, newest first; jumps themselves are not live events.

    jumps: of the whole stream, ascending.
    """
    for jump in sorted(jumps, key=lambda j: j.at, reverse=True):
        if jump.at <= version:
            if jump.at < version:
                yield jump.at + 1, version
            yield from ((kept, kept) for kept in reversed(jump.kept))
            version = jump.to
    if version >= 1:
        yield 1, version


def live_versions(jumps: Sequence[Jump], version: int) -> list[int]:
    """All live versions up to `version`, ascending in the order they are folded."""
    parts = list(segments(jumps, version))
    return [v for first, last in reversed(parts) for v in range(first, last + 1)]


def live_since(jumps: Iterable[Jump], to: int, version: int) -> list[int] | None:
    """The live versions after `to` and up to `version`, in the order they are folded.

    None where `to` is no longer live: it was itself taken back. jumps: at least all behind `to`.
    """
    at = {jump.at: jump for jump in jumps}
    back: list[int] = []
    while version > to:
        jump = at.get(version)
        back += [version] if jump is None else reversed(jump.kept)
        version = version - 1 if jump is None else jump.to
    return back[::-1] if version == to else None
