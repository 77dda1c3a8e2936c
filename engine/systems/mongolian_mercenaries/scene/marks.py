"""What holds between combatants: the distance of each pair of opponents, screens, blocks; traps on the ground.

Keys are made from what is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Place
from engine.kit.ground import SceneArea
from engine.kit.scene import SceneMark, Wording
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.positions import RANKS
from engine.systems.mongolian_mercenaries.rules.field import screens
from engine.systems.mongolian_mercenaries.scene.texts import SceneTexts
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY, SIDES
from engine.systems.mongolian_mercenaries.types import Hindering

RULE = {Hindering.SCREEN: "MM-MOVE-08", Hindering.BLOCK: "MM-MOVE-09"}


def marks_of(seen: MercenariesFight, words: Wording, texts: SceneTexts) -> tuple[SceneMark, ...]:
    """All marks of a scene."""
    if seen.own.field is None:
        return ()
    return (*_distances(seen, texts), *_screens(seen, texts), *_summoners(seen, texts), *_traps(seen, words, texts))


def _distances(seen: MercenariesFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Of each pair of opponents on the field.  [RUL-21]"""
    for combatant in lookup.active(seen, PARTY):
        for other in lookup.active(seen, ENEMIES):
            found = distances.between(seen, combatant, other)
            yield SceneMark(
                key=f"distance-{combatant}-{other}",
                kind="DISTANCE",
                label=texts.say(f"distance.{found.value.lower()}"),
                members=(combatant, other),
                level=found.level,
                text=texts.rule("MM-DIST-01"),
                rule="MM-DIST-01",
            )


def _screens(seen: MercenariesFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Who stands before whom.  [MM-MOVE-07]"""
    for screening in screens.holding(seen):
        screen = screening.hindering is Hindering.SCREEN
        yield SceneMark(
            key=f"{screening.hindering.value.lower()}-{screening.by}-{screening.target}",
            kind="COVERS" if screen else "BLOCKS",
            label=texts.say(f"mark.{screening.hindering.value.lower()}"),
            tone="GOOD" if screen else "WARNING",
            from_=screening.by,
            to=screening.target,
            until=texts.say("until.movement"),
            text=texts.rule(RULE[screening.hindering]),
            rule=RULE[screening.hindering],
        )


def _summoners(seen: MercenariesFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Whose ally, pet or summon somebody on the field is.  [MM-MAG-12, MM-PET-01]"""
    for who in (combatant for side in SIDES for combatant in lookup.active(seen, side)):
        sheet = lookup.fighter(seen, who).figures
        patron = seen.own.patrons.get(who) or (None if sheet is None else sheet.patron)
        if patron is not None and patron in seen.fight.combatants and lookup.on_field(seen, patron):
            yield SceneMark(
                key=f"follows-{who}",
                kind="CONTROLS",
                label=texts.say("mark.follows", patron=texts.who(patron)),
                from_=patron,
                to=who,
                text=texts.rule("MM-PET-01"),
                rule="MM-PET-01",
            )


def _traps(seen: MercenariesFight, words: Wording, texts: SceneTexts) -> Iterator[SceneMark]:
    """Marked on the battlefield card for all to see.  [MM-FIELD-06, MM-FIELD-07]"""
    there = lookup.battlefield(seen)
    for side in SIDES:
        for rank in RANKS:
            trap = there.at(side, rank).trap
            if trap is not None:
                yield SceneMark(
                    key=f"trap-{side}-{rank}",
                    kind="HAZARD",
                    label=texts.say("ground.trap-at", name=words.word(trap), side=texts.side(side), rank=str(rank)),
                    tone="BAD",
                    area=SceneArea(places=(Place(side=side, rank=rank),)),
                    text=texts.rule("MM-FIELD-07"),
                    rule="MM-FIELD-07",
                )
