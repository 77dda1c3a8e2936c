"""Where somebody stands in the order of acting, and what is left of the present turn.  [FF-TURN-01, FF-DELAY-01]"""

from __future__ import annotations

from engine.kit.scene import SceneBar, TurnState
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.scene.texts import SceneTexts

_ACTIONS = ("normal", "movement", "extra", "most")


def turn_of(seen: FantasiaFight, who: str) -> TurnState:
    """The state of a combatant's turn, as far as it is seen."""
    fight, own = seen.fight, seen.own
    bearer = fight.combatants[who]
    if not own.begun or (bearer.out is None and who not in fight.turn_order and own.ambush is None):
        return "UNABLE" if bearer.out is not None else "NONE"
    if who in fight.acting:
        return "NEXT" if lookup.choosing(seen) else "ACTING"
    if not lookup.able(bearer):
        return "UNABLE"
    if own.ambush is not None:
        return _of_ambush(seen, who)
    if who in own.delaying or who in own.holding:
        return "HOLDING"
    if who in own.acted:
        return "ACTED"
    return "NEXT" if who == next_of(seen) else "WAITING"


def _of_ambush(seen: FantasiaFight, who: str) -> TurnState:
    """Free turns: nobody else acts before they are over.  [FF-SURP-05]"""
    ambush = seen.own.ambush
    if ambush is None or who not in ambush.ambushers:
        return "NONE"
    return "WAITING" if who in ambush.waiting else "ACTED"


def next_of(seen: FantasiaFight) -> str | None:
    """Whose turn comes after the present one, of those that are seen; None where nobody's does, or sides act."""
    own = seen.own
    if not own.begun or lookup.in_sides(seen) or own.ambush is not None:
        return None
    gone = {*own.acted, *own.delaying, *seen.fight.acting}
    here = seen.fight.combatants
    return next((who for who in seen.fight.turn_order if who not in gone and lookup.able(here[who])), None)


def left_of(seen: FantasiaFight, texts: SceneTexts) -> tuple[SceneBar, ...]:
    """What the present turn still holds: its normal, movement and extra actions, and a limit for all together."""
    turn = seen.own.turn
    if turn is None or turn.combatant not in seen.fight.acting:
        return ()
    return tuple(
        SceneBar(key=name, label=texts.say(f"left.{name}"), now=max(0, getattr(turn, name) or 0), max=turn.given[name])
        for name in _ACTIONS
        if turn.given.get(name) or (name == "most" and name in turn.given)
    )
