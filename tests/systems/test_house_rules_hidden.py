"""House rules open nothing: by whichever of them a table plays, nobody can tell what is hidden from him.

Two worlds that differ in what is hidden alone are both played by the same house rules: all of a game at one end of what
they may be, all at the other, and each by itself.

    SKALD_LONG=1 pytest tests/systems/test_house_rules_hidden.py       every secret of every game by all of them
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.words.house_rules import house_rules_of
from engine.kit.testing.house_rules import ends, others
from engine.service.registry import Registry
from tests.support.amounts import some
from tests.support.fights import playing
from tests.support.secrecy import secrets
from tests.support.secrecy.pairs import compared
from tests.support.secrecy.worlds import Leak

REGISTRY = Registry.installed()
GAMES = sorted(REGISTRY.books)
UNSEEN = "somebody unseen"


def houses(game: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(a name, house rules): both ends of all, and each rule by itself at each other value."""
    system = REGISTRY.book(game).system
    yield from zip(("at one end", "at the other"), ends(system), strict=True)
    for rule in house_rules_of(system):
        for value in others(rule):
            yield f"{rule.key} {value}", {rule.key: value}


def made(game: str) -> Mapping[str, secrets.Made]:
    """What can be hidden in a game: name -> a maker of two worlds."""
    examples = playing.examples_of(game)
    kernels = {name: functools.partial(make, examples) for name, make in secrets.KERNEL.items()}
    return {**kernels, **examples.SECRETS}


def _cases() -> Iterator[Any]:
    every = [(game, house, name) for game in GAMES for house, _ in houses(game) for name in made(game)]

    def end(case: tuple[str, str, str]) -> object:
        """Both ends of each game; of the single rules one of each game."""
        game, house, _ = case
        return game, house if house.startswith("at ") else "one"

    def unseen(case: tuple[str, str, str]) -> object:
        """Somebody unseen by all rules of each game."""
        game, house, name = case
        return (game, UNSEEN) if name == UNSEEN and house.startswith("at ") else None

    yield from (pytest.param(*case, id="-".join(case)) for case in some(every, end, unseen))


def test_every_game_has_house_rules() -> None:
    """Else what follows would pass over one."""
    for game in GAMES:
        assert len(list(houses(game))) > 3, game
        assert UNSEEN in made(game)


@pytest.mark.parametrize(("game", "house", "name"), list(_cases()))
async def test_by_no_house_rules_can_anybody_tell_what_he_may_not_know(game: str, house: str, name: str) -> None:
    make = secrets.by_house_rules(made(game)[name], dict(houses(game))[house])
    found = await compared(REGISTRY, make, 1, least=5)
    assert sum(one.steps for one in found) >= 5
    assert sum(one.bytes for one in found) > 50_000


@pytest.mark.parametrize("game", GAMES)
async def test_a_house_rule_that_opens_what_is_hidden_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And only by house rules does it: without them nothing is told."""
    seen = Rulebook.seen

    def opened(self: Any, state: Any, seat: str | None) -> Any:
        return state if state.fight.house_rules else seen(self, state, seat)

    monkeypatch.setattr(Rulebook, "seen", opened)
    _, values = next(houses(game))
    with pytest.raises(Leak):
        await compared(REGISTRY, secrets.by_house_rules(made(game)[UNSEEN], values), 1)
