"""Figures to show: the hit points of a figure, the dice pool of a side.  [DD-HP-01, DD-DICE-04]"""

from __future__ import annotations

from engine.kit import Combatant
from engine.kit.scene import SceneBar, Tone
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.scene.texts import SceneTexts

HP = "hp"


def _tone(now: int, most: int | None) -> Tone:
    """Bad where it means an injury, warning where something is lost.  [DD-HP-02]"""
    if most is None or now >= most:
        return "GOOD"
    return "BAD" if 2 * now < most else "WARNING"


def bars_of(bearer: Combatant, texts: SceneTexts) -> tuple[SceneBar, ...]:
    """Hit points: everybody knows everybody's."""
    known = bearer.vitals.get(HP)
    if known is None:
        return ()
    label = texts.say("bar.hp")
    return (SceneBar(key=HP, label=label, now=known.now, max=known.max, tone=_tone(known.now, known.max)),)


def pool_of(seen: DozenDieFight, side: str, texts: SceneTexts) -> tuple[SceneBar, ...]:
    """The dice that a side has for rolls, with those of this round alone; neutrals always have enough.  [DD-DICE-04]"""
    if side == lookup.NEUTRAL:
        return ()
    found = seen.own.pools.get(side)
    dice = lookup.dice_of(seen, side).pool if found is None else found.dice + found.extra
    return (SceneBar(key="pool", label=texts.say("bar.pool"), now=dice, max=dice),)
