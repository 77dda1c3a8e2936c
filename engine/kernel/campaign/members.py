"""Who of a company may do something now: not who is in a fight, has died or has left."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.state.campaign import CampaignState
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import RuleRefusal


def in_company(state: State[CampaignState]) -> tuple[str, ...]:
    """The members who live and have not left, in the order in which they joined."""
    return tuple(who.id for who in state.fight.combatants.values() if who.out is None)


def is_free(state: State[CampaignState], member: str) -> bool:
    """Whether a member is in the company, and in no fight."""
    who = state.fight.combatants.get(member)
    return who is not None and who.out is None and not state.own.members[member].fight


def require_free(state: State[CampaignState], members: Iterable[str], field: str = "") -> None:
    """RuleRefusal where one of them has died, has left, or is in a fight that is not settled or released (CA-07)."""
    for member in members:
        who = state.fight.require(member)
        if who.out is not None:
            raise RuleRefusal(f"{member} is not in the company: {who.out}", field=field)
        if state.own.members[member].fight:
            raise RuleRefusal(
                f"{member} is in a fight: settle or release it first", rule="CA-07", code="IN_A_FIGHT", field=field
            )
