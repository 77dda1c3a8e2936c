"""Fixtures of pytest for the tests of a game.

Name this module in `conftest.py`, and the game:

    pytest_plugins = ["engine.kit.testing.fixtures"]

    @pytest.fixture(scope="session")
    def game():
        return system

`bout` makes a fight in memory with dice by hand; a test that takes `law` runs once for each law of every game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.playing.facts import Creation
from engine.kit.testing.bout import Bout
from engine.kit.testing.check import Finding, check_game
from engine.kit.testing.laws import LAWS


@pytest.fixture(scope="session")
def game() -> RuleSystem[Any]:
    """The game that is tested: `conftest.py` has a fixture of this name."""
    raise pytest.UsageError("conftest.py has no fixture `game` that returns the game: def game(): return system")


@pytest.fixture(scope="session")
def creations() -> Sequence[Creation]:
    """Fights that the laws are tried in, beside one that they set up themselves; none."""
    return ()


@pytest.fixture
def bout(game: RuleSystem[Any]) -> Callable[..., Bout]:
    """Makes a fight of the game: `bout(Entrant("ana", "heroes", seat="ana"), Entrant("wolf", "foes"))`, as `Bout`."""
    return lambda *entrants, **more: Bout(game, *entrants, **more)


@pytest.fixture(scope="session")
def findings(game: RuleSystem[Any], creations: Sequence[Creation]) -> dict[str, Finding]:
    """What holds of each law, by its key."""
    return {finding.law.key: finding for finding in check_game(game, creations)}


@pytest.fixture(params=[*LAWS])
def law(request: pytest.FixtureRequest, findings: dict[str, Finding]) -> Finding:
    """One law after the other, which the game keeps: a test with it fails where it does not, and says what to do."""
    finding = findings[request.param]
    assert finding.tried, finding.note or "an earlier law is broken: this one could not be tried"
    assert not finding.faults, f"{'; '.join(finding.faults)}. {finding.law.advice}"
    return finding
