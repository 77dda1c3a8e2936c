"""For the tests of a game: a fight in memory with dice by hand, and the laws that every game keeps.

`Bout` raises what the rules raise, and `check_game` says in words which laws are broken; neither needs pytest.
`engine.kit.testing.fixtures` has both as fixtures of pytest.
"""

from __future__ import annotations

from engine.kit.testing.bout import Bout, Entrant, bout_of
from engine.kit.testing.check import Finding, check_game
from engine.kit.testing.laws import LAWS, Law
from engine.kit.testing.reading import FightReader

__all__ = ["LAWS", "Bout", "Entrant", "FightReader", "Finding", "Law", "bout_of", "check_game"]
