"""How the events of a roll change its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from engine.kit import Event
from engine.systems.saari import events as e
from engine.systems.saari.reducer.handlers import Handler, with_fighter
from engine.systems.saari.state import Assisted, Roll, SaariState, Spent


def _with(change: Callable[[Roll, Any], Roll]) -> Handler:
    """A handler that changes the record that its event names."""

    def handler(own: SaariState, event: Any) -> SaariState:
        return structs.replace(
            own, rolls=tuple(change(roll, event) if roll.id == event.roll else roll for roll in own.rolls)
        )

    return handler


def _marked(own: SaariState, event: e.RollMarked) -> SaariState:
    return structs.replace(own, marks=(*own.marks, event.mark))


def _taken(own: SaariState, event: e.MarkTaken) -> SaariState:
    marks = tuple(mark for mark in own.marks if mark != event.mark)
    return structs.replace(own, marks=marks, ruled=(*own.ruled, event.roll))


def _opened(own: SaariState, event: e.RollOpened) -> SaariState:
    roll = Roll(
        id=event.roll,
        purpose=event.purpose,
        roller=event.combatant,
        opponent=event.opponent,
        attribute=event.attribute,
        means=event.means,
        kn=event.kn,
        pool=event.pool,
        zero=event.zero,
        factors=event.factors,
    )
    return structs.replace(own, rolls=(*own.rolls, roll))


def _drawn(roll: Roll, event: e.FacesDrawn) -> Roll:
    batch = e.Batch(throw=event.throw, faces=event.faces, ignored=event.ignored)
    return structs.replace(roll, batches=(*roll.batches, batch))


def _factor(roll: Roll, event: e.FactorChanged) -> Roll:
    """A factor that is taken off is the first of its name and direction."""
    if event.added:
        late = e.Factor(source=event.source, advantage=event.advantage, late=True)
        return structs.replace(roll, factors=(*roll.factors, late))
    kept = list(roll.factors)
    for factor in roll.factors:
        if (factor.source, factor.advantage) == (event.source, event.advantage):
            kept.remove(factor)
            break
    return structs.replace(roll, factors=tuple(kept))


def _parried(roll: Roll, event: e.ParryMerged) -> Roll:
    return structs.replace(roll, parried_by=event.combatant)


def _assisted(roll: Roll, event: e.AssistAdded) -> Roll:
    helper = Assisted(combatant=event.combatant, faces=event.faces)
    return structs.replace(roll, assists=(*roll.assists, helper))


def _mind_point(roll: Roll, event: e.MindPointSpent) -> Roll:
    return structs.replace(roll, mind_point=True)


def _returned(roll: Roll, event: e.MindPointReturned) -> Roll:
    return structs.replace(roll, mind_point=False)


def _complication(roll: Roll, event: e.ComplicationChosen) -> Roll:
    return structs.replace(roll, complication=event.complication)


def _partial(roll: Roll, event: e.PartialGranted) -> Roll:
    return structs.replace(roll, partial=True)


def _spent(own: SaariState, event: e.ExtrasSpent) -> SaariState:
    """What is given to a comrade is added to the roll of that comrade.  [SA-XDEF-01]"""
    spent = Spent(use=event.use, amount=event.amount, effect=event.effect, times=event.times, target=event.target)
    rolls = []
    for roll in own.rolls:
        if roll.id == event.roll:
            roll = structs.replace(roll, spent=(*roll.spent, spent))
        elif roll.id == event.covered_roll:
            roll = structs.replace(roll, covered=roll.covered + event.amount)
        rolls.append(roll)
    return structs.replace(own, rolls=tuple(rolls))


def _forgone(roll: Roll, event: e.DamageForgone) -> Roll:
    return structs.replace(roll, forgone=event.effect)


def _applied(own: SaariState, event: e.RollApplied) -> SaariState:
    rolls = tuple(roll for roll in own.rolls if roll.id != event.roll)
    return structs.replace(
        own, rolls=rolls, ruled=tuple(combatant for combatant in own.ruled if combatant != event.roll)
    )


def _riposte(own: SaariState, event: e.RiposteChanged) -> SaariState:
    return with_fighter(own, event.combatant, riposte=event.dice)


HANDLERS: Mapping[type[Event], Handler] = {
    e.RollMarked: _marked,
    e.MarkTaken: _taken,
    e.RollOpened: _opened,
    e.FacesDrawn: _with(_drawn),
    e.FactorChanged: _with(_factor),
    e.ParryMerged: _with(_parried),
    e.AssistAdded: _with(_assisted),
    e.MindPointSpent: _with(_mind_point),
    e.MindPointReturned: _with(_returned),
    e.ComplicationChosen: _with(_complication),
    e.PartialGranted: _with(_partial),
    e.ExtrasSpent: _spent,
    e.DamageForgone: _with(_forgone),
    e.RollApplied: _applied,
    e.RiposteChanged: _riposte,
}
