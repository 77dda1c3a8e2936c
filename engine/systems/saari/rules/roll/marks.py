"""Rolls that the game master wants to rule on: he marks one before it is made, and nobody reads of it.

Then he is asked for difficulty, late factors, complication and partial success of it; otherwise rolls take what is
written, and he is not asked. A setup with `rulings` marks every roll.  [SA-DICE-02, G-66]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table
from engine.systems.saari.content.kinds import Purpose
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.roll.events import MarkTaken, RollMarked
from engine.systems.saari.rules.roll.orders import MarkRoll
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import ANYBODY, SaariState

RULE = "SA-DICE-02"
UNRULED = (Purpose.INITIATIVE, Purpose.ASSIST)
"""Rolls that no mark is for: initiative has a window of its own, an assist takes the edge of what it helps.

[G-15]
"""


def take(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """The mark of this roll is used up; where every roll is ruled on there is none."""
    own = table.state.own
    if own.setup.rulings or plan.purpose in UNRULED:
        return
    for combatant in (plan.roller, ANYBODY):
        if combatant in own.marks:
            table.emit(MarkTaken(mark=combatant, roll=roll), rule=RULE)
            return


def is_ruled(state: SaariFight, roll: str, plan: Plan) -> bool:
    """Whether the game master rules on a roll."""
    return plan.purpose not in UNRULED and (state.own.setup.rulings or roll in state.own.ruled)


def mark(table: Table[SaariState], order: MarkRoll) -> None:
    """The next roll of a character, or of whoever rolls next, is ruled on."""
    table.emit(RollMarked(mark=_marked(table.state, order)), rule=RULE)


def _marked(state: SaariFight, order: MarkRoll) -> str:
    """Whose next roll it is. RuleRefusal for somebody who does not roll, or is marked already."""
    who = order.combatant
    if who is not None:
        state.fight.require(who)
        if not lookup.is_pc(state, who):
            raise RuleRefusal("combatant: only characters roll: name one of them, or nobody", rule=RULE)
    if state.own.setup.rulings or (who or ANYBODY) in state.own.marks:
        raise RuleRefusal("combatant: you are asked about that roll already", rule=RULE)
    return who or ANYBODY


def as_set(state: SaariFight, order: MarkRoll) -> tuple[str, list[str]]:
    """(path, value) of a mark while a decision is open: of the roll at hand, else of the next one.  [SA-EDGE-05]"""
    mark = _marked(state, order)
    roll = _at_hand(state, mark)
    if roll is None:
        return "rules.marks", [*state.own.marks, mark]
    if roll in state.own.ruled:
        raise RuleRefusal("combatant: you are asked about that roll already", rule=RULE)
    return "rules.ruled", [*state.own.ruled, roll]


def _at_hand(state: SaariFight, mark: str) -> str | None:
    """The roll that is being made and that a mark is for; None: it is for the next one."""
    found = [roll.id for roll in state.own.rolls if roll.purpose not in UNRULED and mark in (ANYBODY, roll.roller)]
    return found[-1] if found else None


def offers_meanwhile(state: SaariFight) -> Iterator[Offer[Order]]:
    """Those of `offers` whose roll at hand is not ruled on already."""
    for offer in offers(state):
        (field,) = offer.fields
        whom = tuple(who for who in field.among if _at_hand(state, who or ANYBODY) not in state.own.ruled)
        if whom:
            yield _offer(whom)


def offers(state: SaariFight) -> Iterator[Offer[Order]]:
    """Everybody who rolls and is not marked yet."""
    if state.own.setup.rulings:
        return
    characters = tuple(who for who in lookup.actors(state) if lookup.is_pc(state, who) and who not in state.own.marks)
    whom: tuple[str | None, ...] = characters if ANYBODY in state.own.marks else (None, *characters)
    if whom:
        yield _offer(whom)


def _offer(whom: tuple[str | None, ...]) -> Offer[Order]:
    return Offer("mark-roll", MarkRoll(combatant=whom[0]), RULE, (Field("combatant", "one", whom),))
