"""The order by which a fight goes on where nobody whose turn it is could: the rules name it, the kernel plays it."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position, advanced
from engine.kernel.playing.step import Circumstances, accepted, play_on
from engine.kernel.structs.errors import ReplayDiverged, SkaldError
from engine.kernel.structs.messages import Recorded

Own = TypeVar("Own", bound=Struct)


def gone_on(
    book: Rulebook[Own], position: Position[Own], circumstances: Circumstances
) -> tuple[tuple[Recorded, ...], Position[Own]]:
    """Play the order that the rules name where the fight would be stuck, as the game master's.

    Others follow while each has given the turn to somebody else, of whom the rules say the same.
    """
    new: list[Recorded] = []
    acting: tuple[str, ...] | None = None
    for _ in range(len(position.state.fight.combatants)):
        fight = position.state.fight
        if fight.open is not None or fight.status != "RUNNING" or fight.acting == acting:
            break
        acting = fight.acting
        seat = circumstances.seat if circumstances.seat in fight.gms() else fight.gms()[0]
        try:
            order = book.system.follow_up(position.state)
            if order is None:
                break
            encoded = book.encode_order(order)
            first = accepted(book, position.state, seat, encoded, position.version + 1, circumstances.clock)
            played = play_on(book, position.state, [first], circumstances, tentative=1, head=first.version)
        except ReplayDiverged:
            raise
        except SkaldError:
            break
        new += played.new
        position = advanced(position, played.new, played.state)
    return tuple(new), position
