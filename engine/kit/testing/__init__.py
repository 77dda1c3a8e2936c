"""For the tests of a game: a fight in memory with dice by hand, and the laws that every game keeps.

It needs no pytest: `Bout` raises what the rules raise, and `check_game` says in words which laws are broken.
"""

from __future__ import annotations

from engine.kit.testing.bout import Bout, Entrant, bout_of
from engine.kit.testing.check import Finding, check_game
from engine.kit.testing.laws import LAWS, Law

__all__ = ["LAWS", "Bout", "Entrant", "Finding", "Law", "bout_of", "check_game"]
