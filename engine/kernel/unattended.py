"""How long the bots of a fight have been by themselves: counted in the state, so that every process knows it."""

from __future__ import annotations

from msgspec import structs

from engine.kernel import events as e
from engine.kernel.fight import Fight, Unattended
from engine.kernel.messages import Recorded

_CHANGES = frozenset(
    {
        e.VitalChanged,
        e.Moved,
        e.ConditionGained,
        e.ConditionLost,
        e.CombatantOut,
        e.CombatantReturned,
        e.CombatantJoined,
    }
)
"""What shows that the fight gets somewhere."""

_NOTHING = Unattended()


def unattended(fight: Fight, recorded: Recorded) -> Fight:
    """The fight with its count after one more event. fight: that event is folded already.

    Orders and answers of a seat that a bot plays count as the bot's, whoever sends them. A person's order or answer,
    and every tool of the GM, begins anew; a deadline or a standing preference does neither.
    """
    was, event = fight.unattended, recorded.event
    if isinstance(event, e.CommandAccepted):
        now = _by(fight, event.by)
    elif isinstance(event, e.DecisionAnswered) and event.how in ("HAND", "GM"):
        now = _by(fight, recorded.draft.seat)
    elif recorded.draft.command is None:
        now = _NOTHING
    elif type(event) in _CHANGES:
        now = Unattended(was.moves) if was.unchanged else was
    else:
        return fight
    return fight if now == was else structs.replace(fight, unattended=now)


def _by(fight: Fight, seat: str | None) -> Unattended:
    """After an order or an answer of a seat."""
    if seat not in fight.bots():
        return _NOTHING
    return Unattended(fight.unattended.moves + 1, fight.unattended.unchanged + 1)
