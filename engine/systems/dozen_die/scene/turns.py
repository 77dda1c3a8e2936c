"""Who is activated, who may be, and what is left of the activation.  [DD-ACT-02, DD-ACT-05]"""

from __future__ import annotations

from engine.kit.scene import SceneBar, TurnState
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.conflict.candidates import candidates
from engine.systems.dozen_die.scene.texts import SceneTexts

ORDERS = 2
"""Orders of an activation.  [DD-ACT-05]"""


def turns_of(seen: DozenDieFight) -> dict[str, TurnState]:
    """Combatant -> the state of its turn.

    NEXT: the die in hand may be spent on it. ACTED: it has done its part of its pack's order, or has been activated as
    often as it may be in this round.
    """
    if not seen.own.begun:
        return dict.fromkeys(seen.fight.combatants, "NONE")
    able = frozenset(candidates(seen)) if seen.own.activation is None else frozenset()
    running, most = seen.own.activation, seen.own.adventure.max_activations
    acting, done = (running.figures, running.done) if running is not None else ((), ())
    here, figures = frozenset(lookup.here(seen)), seen.own.figures
    found: dict[str, TurnState] = {}
    for who in seen.fight.combatants:
        if who not in here:
            found[who] = "UNABLE"
        elif who in acting:
            found[who] = "ACTED" if who in done else "ACTING"
        elif who in able:
            found[who] = "NEXT"
        else:
            found[who] = "ACTED" if most is not None and figures[who].activations >= most else "WAITING"
    return found


def left_of(seen: DozenDieFight, texts: SceneTexts) -> tuple[SceneBar, ...]:
    """What an activation still holds: its orders, and the squares of an order of a figure by itself.

    Hard ground may allow fewer squares: a test on the way says so.
    """
    running = seen.own.activation
    if running is None:
        return ()
    orders = SceneBar(key="orders", label=texts.say("left.orders"), now=running.orders_left, max=ORDERS)
    if len(running.figures) != 1 or not running.orders_left:
        return (orders,)
    squares = lookup.figure(seen, running.figures[0]).mv
    allowed = squares if running.allowance is None else min(squares, running.allowance)
    return orders, SceneBar(key="allowance", label=texts.say("left.allowance"), now=allowed, max=squares)
