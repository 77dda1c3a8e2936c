"""Falling: one die, times whole metres.  [FF-MOVE-06]"""

from __future__ import annotations

from engine.kit import Table, Term
from engine.systems.fantasia.content.kinds import Factor
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board.events import Nature
from engine.systems.fantasia.rules.statuses.damage import hurt, worst
from engine.systems.fantasia.rules.statuses.events import Fell
from engine.systems.fantasia.rules.statuses.floating import SOFT, floats
from engine.systems.fantasia.state import FantasiaState


def softened(state: FantasiaFight, who: str) -> tuple[Factor, ...]:
    """Factors that soften a fall: floating, once.  [FF-ST-54]"""
    return (SOFT,) if floats(state, who) else ()


def hardest(state: FantasiaFight, who: str, metres: int) -> int:
    """The most points that a fall of so many metres can cost."""
    soft = softened(state, who)
    return worst(state, who, 6 * metres, nature=Nature.PHYSICAL, outgoing=soft, attack=False)


def fall(table: Table[FantasiaState], who: str, metres: totals.Total) -> None:
    """A fall of so many metres: physical damage without an attacker.  [FF-MOVE-06, FF-ST-54]

    The dead and those out of the fight are not hurt any more, and nothing is rolled for them.
    """
    bearer = table.state.fight.combatants[who]
    if metres <= 0 or bearer.out is not None or lookup.dead(bearer):
        return
    fell = table.emit(Fell(combatant=who, metres=int(metres)), rule="FF-MOVE-06", because=totals.why(metres=metres))
    (face,) = table.roll("1d6", by=who, why="fall", rule="FF-MOVE-06")
    die = Term(source="1d6", of="", amount=face, rule="FF-DICE-01")
    times = Term(source="metres_fallen", of="", times=int(metres), rule="FF-MOVE-06")
    hurt(
        table,
        who,
        totals.Total(face * metres, (die, times), (fell, table.last)),
        cause="fall",
        nature=Nature.PHYSICAL,
        outgoing=softened(table.state, who),
        attack=False,
        rule="FF-MOVE-06",
    )
