"""How long the bots of a fight have been by themselves: counted in the state, so that every process knows it."""

from __future__ import annotations

from msgspec import structs

from engine.kernel import events as e
from engine.kernel.fight import Fight, Unattended
from engine.kernel.messages import Recorded

_CHANGES = (
    e.VitalChanged,
    e.Moved,
    e.ConditionGained,
    e.ConditionLost,
    e.CombatantOut,
    e.CombatantReturned,
    e.CombatantJoined,
)
"""What shows that the fight gets somewhere."""


def unattended(fight: Fight, recorded: Recorded) -> Fight:
    """The fight with its count after one more event. fight: that event is folded already.

    Orders and answers of a seat that a bot plays count as the bot's, whoever sends them. A person's order or answer,
    and every tool of the GM, begins anew; a deadline or a standing preference does neither.
    """
    was = fight.unattended
    match recorded.event:
        case e.CommandAccepted(by=seat):
            now = _one_more(was) if seat in fight.bots() else Unattended()
        case e.DecisionAnswered(how="HAND" | "GM"):
            now = _one_more(was) if recorded.draft.seat in fight.bots() else Unattended()
        case _ if recorded.foreign:
            now = Unattended()
        case event if isinstance(event, _CHANGES):
            now = Unattended(was.moves)
        case _:
            return fight
    return fight if now == was else structs.replace(fight, unattended=now)


def _one_more(was: Unattended) -> Unattended:
    return Unattended(was.moves + 1, was.unchanged + 1)
