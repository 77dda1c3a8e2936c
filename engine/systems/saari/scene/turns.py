"""Where somebody stands on the clock.  [SA-INIT-05, SA-INIT-06, G-04]"""

from __future__ import annotations

from engine.kit.scene import TurnState
from engine.systems.saari.rules.basics import clock, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import Phase


def on_the_clock(seen: SaariFight) -> tuple[str, ...]:
    """Those who have initiative and are in play, the highest count first."""
    here = lookup.by_group_order(seen, lookup.here(seen))
    return tuple(sorted(here, key=lambda who: -lookup.fighter(seen, who).actions))


def turns_of(seen: SaariFight) -> dict[str, TurnState]:
    """Combatant -> the state of its turn, as far as it is seen."""
    found: dict[str, TurnState] = {
        who: "NONE" if lookup.in_play(seen, who) else "UNABLE" for who in seen.fight.combatants
    }
    if seen.own.phase is not Phase.ACTIONS:
        return found
    waiting = False
    for who in on_the_clock(seen):
        if who in seen.fight.acting:
            found[who] = "ACTING"
        elif clock.may_act(seen, who):
            found[who] = "WAITING" if waiting else "NEXT"
            waiting = True
        else:
            found[who] = "HOLDING" if lookup.fighter(seen, who).holding else "ACTED"
    return found
