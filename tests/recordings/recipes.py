"""What is recorded: how each fight is set up and played, and what must have happened in it for the file to be of use.

One for every way in which a fight of a system ends, and for what is hardest in it; and what the kernel does to any
fight: corrections and reverts in the middle of orders, typed dice, forks.
"""

from __future__ import annotations

from tests.recordings import dozen_die, fantasia, minis, mongolian_mercenaries, saari
from tests.recordings.scripts import Recipe, Served

RECIPES: dict[str, Recipe | Served] = {
    **fantasia.RECIPES,
    **dozen_die.RECIPES,
    **minis.RECIPES,
    **saari.RECIPES,
    **mongolian_mercenaries.RECIPES,
}
"""By the names of their files."""
