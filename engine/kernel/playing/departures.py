"""Several leave a fight at once: those of whom not everybody knows by one event, which always comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.kernel.authoring.system import Table
from engine.kernel.state.events import CombatantOut, UnseenOut


def leave(
    table: Table[Any],
    whom: Iterable[str],
    *,
    reason: str,
    rule: str,
    before: Callable[[str], None] = lambda who: None,
    ended: Sequence[str] = (),
) -> None:
    """All of these are out, for a reason in the system's words.

    before: what is told of one whom everybody knows before it leaves. ended: the kinds of conditions that the others
    lose by leaving. How many of these there are shows nobody: nothing more may be told of each of them.
    """
    everybody = tuple(whom)
    for who in everybody:
        if table.state.fight.combatants[who].seen_by is None:
            before(who)
            table.emit(CombatantOut(combatant=who, reason=reason), rule=rule)
    unseen = tuple(who for who in everybody if table.state.fight.combatants[who].seen_by is not None)
    table.emit(UnseenOut(everybody=unseen, reason=reason, conditions_ended=tuple(ended)), rule=rule)
