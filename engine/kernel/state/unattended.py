"""How long the bots of a fight have been by themselves: counted in the state, so that every process knows it."""

from __future__ import annotations

from msgspec import structs

from engine.kernel.state import events as e
from engine.kernel.state.fight import Fight, Unattended
from engine.kernel.structs.messages import Recorded

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
"""Events that show progress in the fight."""

COUNTED = _CHANGES | {e.CommandAccepted, e.DecisionAnswered}
"""Events of a command that may change the count; one outside a command resets it, whatever it is."""

_NOTHING = Unattended()


def unattended(fight: Fight, recorded: Recorded) -> Fight:
    """The fight with its count after one more event. fight: with that event folded already.

    Orders and answers of a seat that a bot plays count as the bot's, whoever sends them. A person's order or answer,
    and every tool of the GM, resets the count; a deadline, a standing preference or the only answer does neither.
    """
    was, draft = fight.unattended, recorded.draft
    event = draft.event
    if isinstance(event, e.CommandAccepted):
        now = _by(fight, event.by)
    elif isinstance(event, e.DecisionAnswered) and event.how in ("HAND", "GM"):
        now = _by(fight, draft.seat)
    elif draft.command is None:
        now = _NOTHING
    elif type(event) in _CHANGES:
        now = Unattended(was.moves) if was.unchanged else was
    else:
        return fight
    return fight if now is was or now == was else structs.replace(fight, unattended=now)


def _by(fight: Fight, seat: str | None) -> Unattended:
    """The count after an order or an answer of a seat."""
    entry = fight.seats.get(seat) if seat is not None else None
    if entry is None or entry.bot is None:
        return _NOTHING
    return Unattended(fight.unattended.moves + 1, fight.unattended.unchanged + 1)
