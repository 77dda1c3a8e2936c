"""Distances of pairs where lines of positions face each other: each in words, and the usual one but once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneRanks

MANY = 3
"""So many pairs at one distance make it usual: it is told once, instead of as a line for each."""


class MarkLine(Struct, frozen=True):
    """A line of the list of marks. marks: what it is about. named: it begins with those whom it is about."""

    words: str
    marks: tuple[SceneMark, ...]
    named: bool = True


def usual(scene: Scene) -> str:
    """The distance of most pairs in words; "": none is usual, or nobody faces anybody."""
    found = Counter(mark.label for mark in _pairs(scene)).most_common(1)
    return found[0][0] if found and found[0][1] >= MANY else ""


def lined(scene: Scene) -> tuple[SceneMark, ...]:
    """The marks that are drawn on the board: without the pairs at the usual distance."""
    common = usual(scene)
    if not common:
        return scene.marks
    left_out = {mark.key for mark in _pairs(scene) if mark.label == common}
    return tuple(mark for mark in scene.marks if mark.key not in left_out)


def mark_lines(scene: Scene) -> Iterator[MarkLine]:
    """Who is at which distance from whom, those together who are from the same; every other mark with its ends."""
    names = {token.combatant: token.label for token in scene.tokens}
    pairs = _pairs(scene)
    seen = {mark.key for mark in pairs}
    for first, others, marks in _grouped(pairs):
        who, whom = (", ".join(names.get(name, name) for name in side) for side in (first, others))
        yield MarkLine(f"{who} – {whom}: {marks[0].label}", marks)
    for mark in scene.marks:
        if mark.label and mark.key not in seen:
            until = f" ({mark.until})" if mark.until else ""
            ends = _ends(mark, names)
            yield MarkLine(f"{ends}{mark.label}{until}", (mark,), bool(ends))


def _pairs(scene: Scene) -> tuple[SceneMark, ...]:
    if not isinstance(scene.space, SceneRanks):
        return ()
    return tuple(mark for mark in scene.marks if mark.kind == "DISTANCE" and len(mark.members) == 2 and mark.label)


def _grouped(pairs: tuple[SceneMark, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], tuple[SceneMark, ...]]]:
    """The first ones of pairs that are as far from the same others, with these."""
    by_first: dict[tuple[str, str], list[SceneMark]] = {}
    for mark in pairs:
        by_first.setdefault((mark.members[0], mark.label), []).append(mark)
    together: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (name, label), marks in by_first.items():
        together.setdefault((label, tuple(mark.members[1] for mark in marks)), []).append(name)
    for (label, others), first in together.items():
        yield tuple(first), others, tuple(mark for name in first for mark in by_first[name, label])


def _ends(mark: SceneMark, names: dict[str, str]) -> str:
    if mark.from_ is not None and mark.to is not None:
        return f"{names.get(mark.from_, mark.from_)} → {names.get(mark.to, mark.to)}: "
    people = [names.get(name, name) for name in (mark.from_, mark.to, *mark.members) if name is not None]
    return f"{', '.join(people)}: " if people else ""
