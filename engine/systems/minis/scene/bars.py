"""Figures to show: the life points of a mini, and what is left of its turn.  [MN-MOVE-01, MN-CBT-02, MN-MAG-06]"""

from __future__ import annotations

from engine.kit import Combatant
from engine.kit.scene import SceneBar, tone_of
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import LIFE, MinisFight
from engine.systems.minis.rules.movement import allowance
from engine.systems.minis.scene.texts import SceneTexts

_PER_HUNDREDTH = 10
"""Thousandths of an inch, in which ways are measured, in a hundredth."""


def bars_of(bearer: Combatant, texts: SceneTexts) -> tuple[SceneBar, ...]:
    """Life points: everybody knows everybody's."""
    known = bearer.vitals.get(LIFE)
    if known is None:
        return ()
    tone = tone_of(known.now, known.max)
    return (SceneBar(key=LIFE, label=texts.say("bar.life"), now=known.now, max=known.max, tone=tone),)


def left_of(seen: MinisFight, who: str, texts: SceneTexts) -> tuple[SceneBar, ...]:
    """What the activation of a mini still holds: movement in hundredths of an inch, attacks, spell attacks."""
    mini = lookup.mini(seen, who)
    moves, most = (
        int(found) // _PER_HUNDREDTH for found in (allowance.left(seen, who), allowance.allowance(seen, who))
    )
    found = [
        SceneBar(key="movement", label=texts.say("left.movement"), now=moves, max=most, unit=texts.say("left.unit"))
    ]
    for key, spent, of in (
        ("attacks", mini.used.attacks, mini.attacks),
        ("spell-attacks", mini.used.spell_attacks, mini.spell_attacks),
    ):
        if of:
            found.append(SceneBar(key=key, label=texts.say(f"left.{key}"), now=max(0, of - spent), max=of))
    return tuple(found)
