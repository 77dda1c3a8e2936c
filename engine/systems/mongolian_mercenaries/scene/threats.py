"""Whom a combatant threatens, at whoever's turn: those whom its weapons reach at the distance of the pair.

[MM-POS-05, MM-DIST-03 to MM-DIST-06]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Place
from engine.kit.ground import SceneArea
from engine.kit.scene import Threat
from engine.systems.mongolian_mercenaries.content.kinds import Weapon
from engine.systems.mongolian_mercenaries.rules.attack import declaring
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import weapons
from engine.systems.mongolian_mercenaries.rules.field import range
from engine.systems.mongolian_mercenaries.scene.texts import SceneTexts


def threats_of(seen: MercenariesFight, who: str, texts: SceneTexts) -> Iterator[Threat]:
    """Nothing of whoever is not on the field. What closed figures can shoot with is not told."""
    if seen.own.field is None or not lookup.on_field(seen, who):
        return
    foes = lookup.active_opponents(seen, who)
    for manner, rule, reached in (
        ("melee", "MM-DIST-05", tuple(foe for foe in foes if _strikes(seen, who, foe))),
        ("shot", "MM-POS-05", tuple(foe for foe in foes if _shoots(seen, who, foe))),
    ):
        if reached:
            places = tuple(
                Place(side=lookup.side_of(seen, combatant), rank=lookup.rank(seen, combatant)) for combatant in reached
            )
            yield Threat(
                manner=manner,
                label=texts.say(f"mark.threat.{manner}"),
                area=SceneArea(places=places),
                targets=reached,
                text=texts.rule(rule),
                rule=rule,
            )


def _arms(seen: MercenariesFight, who: str) -> tuple[tuple[str, Weapon], ...]:
    """What it attacks with, as far as the reader knows; of closed figures that everybody can strike."""
    if lookup.fighter(seen, who).figures is None:
        return ()
    return tuple(weapons.at_hand(seen, who).items())


def _strikes(seen: MercenariesFight, who: str, target: str) -> bool:
    if lookup.fighter(seen, who).figures is None:
        return range.refusal(seen, who, target, weapons.BARE_HANDS) is None
    return any(
        weapon.reach is None and declaring.barred(seen, who, (target,), means, weapon) is None
        for means, weapon in _arms(seen, who)
    )


def _shoots(seen: MercenariesFight, who: str, target: str) -> bool:
    return any(
        weapon.reach is not None and declaring.barred(seen, who, (target,), means, weapon) is None
        for means, weapon in _arms(seen, who)
    )
