"""Figures to show of a combatant: hit points and magic points, as far as a seat may know them.  [FF-STAT-06]"""

from __future__ import annotations

from engine.kit import Combatant
from engine.kit.scene import SceneBar, tone_of
from engine.systems.fantasia.rules.equipment.entering import HP, MP
from engine.systems.fantasia.scene.texts import SceneTexts
from engine.systems.fantasia.state import Fighter


def bars_of(bearer: Combatant, fighter: Fighter, texts: SceneTexts) -> tuple[SceneBar, ...]:
    """Now and maximum where they are known; of anybody else what all have seen him lose: damage and magic points spent.

    Nothing is computed from closed figures.
    """
    found: list[SceneBar] = []
    for vital in (HP, MP):
        known, lost = bearer.vitals.get(vital), fighter.lost.get(vital, 0)
        label = texts.say(f"bar.{vital}")
        if known is not None and (known.max or vital == HP):
            tone = tone_of(known.now, known.max) if vital == HP else "PLAIN"
            found.append(SceneBar(key=vital, label=label, now=known.now, max=known.max, tone=tone))
        elif known is None and (lost or vital == HP):
            found.append(SceneBar(key=vital, label=label, lost=lost))
    return tuple(found)
