"""Names beside what they name, where there is room; what has none is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.drawing.frame import Box
from api.drawing.lettering import width_of
from api.drawing.markup import element, safe

_SIDE = 48
"""The side of the squares that boxes are sorted into, in pixels."""


class Room:
    """What is taken of a board. Asked and told in time that does not grow with what lies elsewhere."""

    def __init__(self, whole: Box) -> None:
        self._whole = whole
        self._taken: dict[tuple[int, int], list[Box]] = {}

    def _squares(self, box: Box) -> Iterator[tuple[int, int]]:
        for x in range(int(box.x // _SIDE), int((box.x + box.width) // _SIDE) + 1):
            for y in range(int(box.y // _SIDE), int((box.y + box.height) // _SIDE) + 1):
                yield x, y

    def free(self, box: Box) -> bool:
        """Whether a box lies on the board, and on nothing else."""
        if not self._whole.holds(box):
            return False
        return not any(box.meets(other) for square in self._squares(box) for other in self._taken.get(square, ()))

    def take(self, box: Box) -> None:
        """Nothing else may lie here."""
        for square in self._squares(box):
            self._taken.setdefault(square, []).append(box)

    def first(self, boxes: Iterable[Box]) -> Box | None:
        """The first box that is free, which is taken by this; None: none is."""
        found = next((box for box in boxes if self.free(box)), None)
        if found is not None:
            self.take(found)
        return found


def around(box: Box, lines: tuple[str, ...], size: float, *, beside: bool = False) -> Iterator[Box]:
    """Where a name may stand: below, above, right, left. beside: right and left before the others."""
    width, height = max(width_of(line, size) for line in lines) + 2, size * 1.25 * len(lines)
    x, y = box.middle
    upright = [
        Box(x - width / 2, box.y + box.height + 1, width, height),
        Box(x - width / 2, box.y - height - 1, width, height),
    ]
    level = [
        Box(box.x + box.width + 3, y - height / 2, width, height),
        Box(box.x - width - 3, y - height / 2, width, height),
    ]
    yield from [*level, *upright] if beside else [*upright, *level]


def lined_up(lines: tuple[str, ...], x: float, y: float, size: float) -> str:
    """Lines of words as the inside of a text at a spot; one alone needs no spans."""
    if len(lines) == 1:
        return safe(lines[0])
    return " ".join(element("tspan", safe(line), x=x, y=y + n * size * 1.25) for n, line in enumerate(lines))


def in_two(words: str) -> tuple[str, ...]:
    """A name in two lines, as even as its blanks allow; in one where it has none."""
    cuts = [n for n, letter in enumerate(words) if letter == " "]
    if not cuts:
        return (words,)
    cut = min(cuts, key=lambda n: max(n, len(words) - n - 1))
    return words[:cut], words[cut + 1 :]


def wrapped(words: str, size: float, room: float) -> tuple[str, ...]:
    """Words in lines of at most this width in pixels; a longer word has a line of its own, whole."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def over(x: float, y: float, lines: tuple[str, ...], size: float) -> Iterator[Box]:
    """Where the words of a spot may stand: on it, or below or above."""
    width, height = max(width_of(line, size) for line in lines) + 2, size * 1.25 * len(lines)
    for shift in (0.0, height, -height, 2 * height, -2 * height):
        yield Box(x - width / 2, y - height / 2 + shift, width, height)
