"""Files saved from a run: the figures as JSON, and the ratios as a chart."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Sequence
from html import escape
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.bench.rounds import Row

BAR, HIGH, LEFT = 300, 22, 520
"""Pixels: of a ratio of 1 to 10, of a row, and the offset of the bars."""


class Run(Struct):
    """A saved run. load: of the machine's run queue at its begin and end, where known."""

    size: str
    machine: str
    load: tuple[float, float]
    seconds: float
    rows: list[Row]


def machine() -> str:
    """A short description of the machine."""
    name = platform.processor() or platform.machine()
    cpu = Path("/proc/cpuinfo")
    if cpu.exists():
        models = [line.partition(":")[2].strip() for line in cpu.read_text().splitlines() if "model name" in line]
        name = models[0] if models else name
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def load() -> float:
    """The average number of runnable processes over the last minute; 0 where unknown."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def write(folder: Path, run: Run) -> tuple[Path, Path]:
    """Write both files."""
    folder.mkdir(parents=True, exist_ok=True)
    figures, chart = folder / "bench.json", folder / "bench.svg"
    figures.write_bytes(msgspec.json.format(msgspec.json.encode(run), indent=2) + b"\n")
    chart.write_text(svg(run.rows, run.machine), encoding="utf-8")
    return figures, chart


def svg(rows: Sequence[Row], under: str) -> str:
    """A bar for each ratio on a log scale; the line in the middle is 1: equal to the limit, or to the peer."""
    bars: list[tuple[str, float, str]] = []
    for row in rows:
        met = all(goal.met for goal in row.goals)
        if row.limit is not None:
            bars.append((f"{row.work}: ours / limit, {row.unit}", row.ratio, "#2a6" if met else "#c63"))
        bars += [(f"{row.work}: ours / {peer}", row.over(peer), "#47a") for peer in row.peers]
    height, width, one = HIGH * (len(bars) + 2), LEFT + 3 * BAR + 80, LEFT + BAR
    drawn = []
    for number, (name, ratio, colour) in enumerate(bars):
        y = HIGH * number + 8
        reach = one + BAR * max(-1.0, min(2.0, math.log10(ratio)))
        drawn += [
            f'<text x="{LEFT - 8}" y="{y + 13}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{min(one, reach):.0f}" y="{y}" width="{abs(reach - one):.0f}" height="16" fill="{colour}"/>',
            f'<text x="{max(one, reach) + 6:.0f}" y="{y + 13}">{ratio:.2f}</text>',
        ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"'
            ' font-size="11">',
            '<rect width="100%" height="100%" fill="white"/>',
            *drawn,
            f'<line x1="{one}" y1="0" x2="{one}" y2="{HIGH * len(bars) + 8}" stroke="black"/>',
            f'<text x="8" y="{height - 8}">{escape(under)}</text>',
            "</svg>",
            "",
        ]
    )
