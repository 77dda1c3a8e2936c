"""What a combatant threatens, at whoever's turn: everybody in its zone, and whom it could shoot.

[SA-MELEE-01, SA-SHOOT-01]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Place
from engine.kit.ground import SceneArea
from engine.kit.scene import Threat
from engine.systems.saari.content.kinds import Attack
from engine.systems.saari.rules.attacks import attacking, attacks
from engine.systems.saari.rules.attacks.attacking import Way
from engine.systems.saari.rules.basics import companions, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.scene.texts import SceneTexts


def threats_of(seen: SaariFight, who: str, texts: SceneTexts) -> Iterator[Threat]:
    """Nothing of whoever is not in play or attacks nobody by itself: a mount, an ally.  [SA-ALLY-02]"""
    zone = lookup.zone(seen, who)
    if zone is None or not lookup.in_play(seen, who) or lookup.fighter(seen, who).kind not in lookup.ACTORS:
        return
    ways, foes = _ways(seen, who), companions.targets(seen, who)
    near = tuple(way for way in ways if way[1] is Attack.MELEE)
    far = tuple(way for way in ways if way[1] is not Attack.MELEE)
    if near:
        yield Threat(
            manner="melee",
            label=texts.say("mark.threat.melee"),
            area=SceneArea(places=(Place(zone=zone),)),
            targets=_reached(seen, who, near, foes),
            text=texts.rule("SA-MELEE-01"),
            rule="SA-MELEE-01",
        )
    if far:
        yield Threat(
            manner="far",
            label=texts.say("mark.threat.far"),
            targets=_reached(seen, who, far, foes),
            text=texts.rule("SA-SHOOT-01"),
            rule="SA-SHOOT-01",
        )


def _ways(seen: SaariFight, who: str) -> tuple[Way, ...]:
    """What it attacks with, as far as the reader knows: everybody can strike with bare hands.  [G-31, G-66]"""
    if lookup.fighter(seen, who).figures is None:
        return ((attacks.UNARMED.id, Attack.MELEE),)
    return attacks.kinds(seen, who)


def _reached(seen: SaariFight, who: str, ways: tuple[Way, ...], foes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(foe for foe in foes if any(attacking.reaches(seen, who, foe, way) for way in ways))
