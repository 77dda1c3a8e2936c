"""How the events of a test change its record."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from engine.kit import Event
from engine.systems.mongolian_mercenaries import events as e
from engine.systems.mongolian_mercenaries.reducer.handlers import Handler, with_fighter
from engine.systems.mongolian_mercenaries.state import MercenariesState, Roll, Throw


def _opened(own: MercenariesState, event: e.RollOpened) -> MercenariesState:
    roll = Roll(
        id=event.roll,
        tester=event.combatant,
        purpose=event.purpose,
        form=event.form,
        tested=event.tested,
        value=event.value,
        modifier=event.modifier,
        opponent=event.opponent,
        means=event.means,
    )
    return structs.replace(own, rolls=(*own.rolls, roll))


def _thrown(own: MercenariesState, event: e.RollThrown) -> MercenariesState:
    throw = Throw(faces=event.faces, lucky=event.lucky)
    rolls = tuple(
        structs.replace(roll, throws=(*roll.throws, throw)) if roll.id == event.roll else roll for roll in own.rolls
    )
    return structs.replace(own, rolls=rolls)


def _lucky(own: MercenariesState, event: e.LuckyBreakUsed) -> MercenariesState:
    return with_fighter(own, event.combatant, lucky_break_day=event.day)


def _settled(own: MercenariesState, event: e.RollSettled) -> MercenariesState:
    return structs.replace(own, rolls=tuple(roll for roll in own.rolls if roll.id != event.roll))


HANDLERS: Mapping[type[Event], Handler] = {
    e.RollOpened: _opened,
    e.RollThrown: _thrown,
    e.LuckyBreakUsed: _lucky,
    e.RollSettled: _settled,
}
