"""What a mini threatens, at whoever's turn: the inch before it, and whom it could shoot.  [MN-GAP-05, MN-GAP-07]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Point, RuleRefusal
from engine.kit.ground import SceneArea, SceneSector
from engine.kit.scene import Threat
from engine.systems.minis.rules.basics import ability, lookup, positions
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.combat import attacks
from engine.systems.minis.rules.combat.attacks import Aimed
from engine.systems.minis.scene.texts import SceneTexts


def front_of(seen: MinisFight, who: str) -> SceneArea:
    """How far a mini reaches in melee: the half of its front.  [MN-GAP-05, MN-GAP-07]"""
    facing = lookup.mini(seen, who).facing
    left, right = Point(facing.y, -facing.x), Point(-facing.y, facing.x)
    return SceneArea(sector=SceneSector(centre=lookup.at(seen, who), radius=positions.REACH, from_=left, to=right))


def threats_of(seen: MinisFight, who: str, texts: SceneTexts) -> Iterator[Threat]:
    """Nothing of a mini that has fallen or cannot fight."""
    if not lookup.in_play(seen, who) or not ability.may_fight(seen, who):
        return
    aimed = {other: found for other in lookup.enemies(seen, who) if (found := _aimed(seen, who, other)) is not None}
    yield Threat(
        manner="melee",
        label=texts.say("mark.reach"),
        area=front_of(seen, who),
        targets=tuple(other for other, found in aimed.items() if found.in_melee),
        text=texts.rule("MN-GAP-05"),
        rule="MN-GAP-05",
    )
    yield Threat(
        manner="shot",
        label=texts.say("mark.threat.shot"),
        targets=tuple(other for other, found in aimed.items() if not found.in_melee),
        text=texts.rule("MN-GAP-07"),
        rule="MN-GAP-07",
    )


def _aimed(seen: MinisFight, who: str, target: str) -> Aimed | None:
    """What an attack on a mini would be; None where position and weapons allow none."""
    try:
        return attacks.aimed(seen, who, target, None)
    except RuleRefusal:
        return None
