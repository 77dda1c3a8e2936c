"""Figures to show of a combatant: body and mind points as far as they are known, and actions.  [SA-KP-01, SA-MP-01]"""

from __future__ import annotations

from engine.kit import Combatant
from engine.kit.scene import SceneBar, tone_of
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import KP, MP, SaariFight
from engine.systems.saari.scene.texts import SceneTexts


def bars_of(seen: SaariFight, bearer: Combatant, texts: SceneTexts) -> tuple[SceneBar, ...]:
    """Points that the reader may know, then the actions left of this round, which everybody knows."""
    found = [
        SceneBar(
            key=key,
            label=texts.say(f"bar.{key}"),
            now=bearer.vitals[key].now,
            max=bearer.vitals[key].max,
            tone=tone_of(bearer.vitals[key].now, bearer.vitals[key].max),
        )
        for key in (KP, MP)
        if key in bearer.vitals
    ]
    return (*found, *actions_of(seen, bearer.id, texts))


def actions_of(seen: SaariFight, who: str, texts: SceneTexts) -> tuple[SceneBar, ...]:
    """What is left of a round's actions; nothing before initiative.  [SA-INIT-04]"""
    fighter = lookup.fighter(seen, who)
    if fighter.initiative is None:
        return ()
    return (SceneBar(key="actions", label=texts.say("bar.actions"), now=fighter.actions, max=fighter.initiative),)
