"""Folding many events at once comes to the same position as folding them one by one."""

from __future__ import annotations

import pytest

from engine.kernel.playing.position import Position, advance, folded
from engine.kernel.state.events import CommandAccepted
from engine.kernel.structs.errors import Fault
from tests.support.slices import saari
from tests.support.slices.ready import FIGHTS, saari_fight
from tests.support.slices.saari import Leave


def test_every_part_of_a_fight_folds_to_the_same_position() -> None:
    """Also where a command is open: its base and its trail are the same."""
    arena = saari_fight()
    arena.order("ana", Leave(combatant="aino", to=saari.FORD))
    assert arena.position.base is not None
    one_by_one = None
    for count, recorded in enumerate(arena.stream, 1):
        before, one_by_one = one_by_one, advance(arena.book, one_by_one, recorded)
        assert folded(arena.book, None, arena.stream[:count]) == one_by_one
        assert folded(arena.book, before, [recorded]) == one_by_one
    assert folded(arena.book, one_by_one, []) == one_by_one == arena.position
    assert folded(arena.book, None, []) is None


@pytest.mark.parametrize("name", FIGHTS)
def test_an_open_command_that_was_never_accepted_is_a_fault(name: str) -> None:
    """Both ways."""
    arena = FIGHTS[name]()
    accepted = next(one for one in arena.stream if isinstance(one.event, CommandAccepted))
    open_already = advance(arena.book, arena.at(accepted.version - 1), accepted)
    (following,) = arena.stream[accepted.version : accepted.version + 1]
    lost = Position(open_already.version, open_already.state)
    for fold in (lambda: advance(arena.book, lost, following), lambda: folded(arena.book, lost, [following])):
        with pytest.raises(Fault, match="never accepted"):
            fold()
