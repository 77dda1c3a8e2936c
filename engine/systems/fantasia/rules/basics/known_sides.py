"""Who knows of which sides: a side with only hidden members is unknown to others.  [FF-INIT-04]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Fight
from engine.systems.fantasia.rules.basics.events import SidesOrdered
from engine.systems.fantasia.state import Sides
from engine.systems.fantasia.types import SideBlock


def knows(fight: Fight, seat: str | None, side: str) -> bool:
    """Whether a seat (None: everybody) knows a member of a side. A side without members is no secret."""
    return fight.knows_side(seat, side)


def recipients_of(fight: Fight, *sides: str) -> tuple[str, ...] | None:
    """The seats that know of one of these sides; None: everybody."""
    if any(knows(fight, None, side) for side in sides):
        return None
    return tuple(seat for seat in fight.seats if any(knows(fight, seat, side) for side in sides))


def _known(fight: Fight, seat: str | None, blocks: tuple[SideBlock, ...]) -> tuple[SideBlock, ...]:
    left = (tuple(side for side in block.sides if knows(fight, seat, side)) for block in blocks)
    return tuple(SideBlock(sides=sides) for sides in left if sides)


def ordered(fight: Fight, blocks: tuple[SideBlock, ...]) -> tuple[SidesOrdered, tuple[str, ...] | None]:
    """The event of the order of sides, and the seats that read all of it; None: everybody."""
    known = _known(fight, None, blocks)
    if known == blocks:
        return SidesOrdered(blocks=blocks), None
    to = tuple(seat for seat in fight.seats if _known(fight, seat, blocks) == blocks)
    return SidesOrdered(blocks=known, all_blocks=blocks), to


def seen(sides: Sides, fight: Fight, seat: str | None) -> Sides:
    """The sides' state as a seat sees it. While a side acts that it does not know it reads no phase."""
    if not fight.hidden:
        return sides
    hidden_turn = sides.up is not None and not knows(fight, seat, sides.up)
    return structs.replace(
        sides,
        rolls={side: total for side, total in sides.rolls.items() if knows(fight, seat, side)},
        blocks=_known(fight, seat, sides.blocks),
        up=None if hidden_turn else sides.up,
        phase=None if hidden_turn else sides.phase,
    )
