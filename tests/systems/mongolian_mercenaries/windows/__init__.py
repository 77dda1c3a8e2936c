"""The questions of this game as a table: fights that stand at each window. A module for each chapter."""

from __future__ import annotations

from tests.systems.mongolian_mercenaries.windows import attack, course, field, gear, magic
from tests.systems.mongolian_mercenaries.windows.window import Window

WINDOWS: tuple[Window, ...] = (*course.WINDOWS, *attack.WINDOWS, *field.WINDOWS, *magic.WINDOWS, *gear.WINDOWS)
