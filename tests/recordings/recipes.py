"""What is recorded: how each fight is set up and played, and what must have happened in it for the file to be of use.

One for every way in which a fight of a system ends, and for what is hardest in it; and what the kernel does to any
fight: corrections and reverts in the middle of orders, typed dice, forks.
"""

from __future__ import annotations

from tests.recordings import dozen_die, fantasia
from tests.recordings.scripts import Recipe

RECIPES: dict[str, Recipe] = {**fantasia.RECIPES, **dozen_die.RECIPES}
"""By the names of their files."""
