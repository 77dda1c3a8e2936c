"""Fixtures of Skald for the tests: fights of the game with dice by hand, and the laws of every game."""

from __future__ import annotations

import pytest
from my_game import MyGame, system

pytest_plugins = ["engine.kit.testing.fixtures"]


@pytest.fixture(scope="session")
def game() -> MyGame:
    """The game that is tested."""
    return system
