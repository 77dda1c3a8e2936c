"""The outlines of sets of cells, in time linear in their number."""

from __future__ import annotations

Corner = tuple[int, int]


def outlines(cells: set[Corner]) -> list[list[Corner]]:
    """Closed lines around cells, by their corners: outer ones clockwise, those of holes counter-clockwise.

    Cells that touch in a corner only have a line each, so that every line can be filled by itself.
    """
    steps: dict[Corner, list[Corner]] = {}
    for x, y in sorted(cells):
        if (x, y - 1) not in cells:
            steps.setdefault((x, y), []).append((x + 1, y))
        if (x + 1, y) not in cells:
            steps.setdefault((x + 1, y), []).append((x + 1, y + 1))
        if (x, y + 1) not in cells:
            steps.setdefault((x + 1, y + 1), []).append((x, y + 1))
        if (x - 1, y) not in cells:
            steps.setdefault((x, y + 1), []).append((x, y))
    rings = []
    for start in list(steps):
        while steps.get(start):
            rings.append(_ring(start, steps))
    return rings


def _ring(start: Corner, steps: dict[Corner, list[Corner]]) -> list[Corner]:
    ring, here, came = [start], start, (0, 0)
    while True:
        ways = steps[here]
        # Where two cells touch in a corner, the way that turns right stays with the cell that it goes around.
        pick = next((n for n, (x, y) in enumerate(ways) if (x - here[0], y - here[1]) == (-came[1], came[0])), 0)
        following = ways.pop(pick)
        going = (following[0] - here[0], following[1] - here[1])
        if going == came:
            ring[-1] = following
        else:
            ring.append(following)
        here, came = following, going
        if here == start:
            ring.pop()
            return ring
