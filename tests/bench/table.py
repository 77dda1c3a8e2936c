"""The printed table: a line for each row, then what it was measured against and which goals were met."""

from __future__ import annotations

from collections.abc import Iterable

from tests.bench.rounds import Row, Series

HEADS = ("work", "unit", "ours", "limit", "ratio", "peer", "ratio")
WIDTHS = (64, 12, 26, 26, 7, 26, 9)


def figure(value: float) -> str:
    """Three significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3g}"


def series(found: Series | None) -> str:
    """The median of all rounds, and their range."""
    if found is None:
        return "-"
    return f"{figure(found.median)} ({figure(found.low)}..{figure(found.high)})"


def line(cells: Iterable[str]) -> str:
    """A line; a cell that is too long shifts the others."""
    first, *rest = zip(cells, WIDTHS, strict=True)
    return " ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)]).rstrip()


def lines_of(row: Row) -> list[str]:
    """The row itself, a line for each further peer, and its notes."""
    peers = list(row.peers)
    shown = [
        line(
            (
                row.work,
                row.unit,
                series(row.ours),
                series(row.limit),
                f"{row.ratio:.2f}" if row.limit else "-",
                series(row.peers[peers[0]]) if peers else "-",
                f"{row.over(peers[0]):.1f}" if peers else "-",
            )
        )
    ]
    shown += [line(("", "", "", "", "", series(row.peers[peer]), f"{row.over(peer):.1f}")) for peer in peers[1:]]
    if row.against:
        shown.append(f"    limit: {row.against}")
    if peers:
        shown.append(f"    peers: {'; '.join(peers)}")
    if row.note:
        shown.append(f"    {row.note}")
    return shown + [f"    goal: {goal}" for goal in row.goals]


def table(rows: Iterable[Row]) -> str:
    """The whole table: the median of the rounds, in brackets the lowest and highest."""
    found = [line(HEADS), line("-" * width for width in WIDTHS)]
    for row in rows:
        found += lines_of(row)
    return "\n".join(found)
