"""What a figure threatens, at whoever's turn: the squares in contact with it, and whom it could shoot.

[DD-CHG-04, DD-REA-07, DD-REA-16]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Cell, Place
from engine.kit.board import cells
from engine.kit.ground import SceneArea, area_of
from engine.kit.scene import Threat
from engine.systems.dozen_die.board.contact import in_contact
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, reach
from engine.systems.dozen_die.rules.conflict import shots
from engine.systems.dozen_die.scene.texts import SceneTexts


def threats_of(seen: DozenDieFight, who: str, texts: SceneTexts) -> Iterator[Threat]:
    """Nothing of a figure that is not on the board. Skills are not told: their offers and windows say what they do."""
    stand = board.stand(seen, who)
    if stand is None:
        return
    foes = lookup.foes(seen, who)
    yield Threat(
        manner="contact",
        label=texts.say("mark.threat.contact"),
        area=_around(seen, stand),
        targets=tuple(other for other in foes if board.touches(seen, who, other)),
        text=texts.rule("DD-CHG-04"),
        rule="DD-CHG-04",
    )
    arms = lookup.figure(seen, who).arms
    loaded = [weapon.range_squares or 0 for name, weapon in arms.items() if shots.can_shoot(seen, who, name)]
    if loaded:
        yield Threat(
            manner="shot",
            label=texts.say("mark.threat.shot"),
            targets=reach.shot_at(seen, who, max(loaded)),
            text=texts.rule(shots.RULE),
            rule=shots.RULE,
        )


def _around(seen: DozenDieFight, stand: Footprint) -> SceneArea | None:
    """The squares on whose floor a figure of one square would be in contact."""
    land, own = board.land(seen), frozenset(stand.cells())
    found = [
        Place(cell=Cell(x, y))
        for x, y in cells(stand.x - 1, stand.y - 1, stand.size + 2)
        if (x, y) not in own and land.open_to((x, y)) and in_contact(land, stand, Footprint(x, y, land.surface((x, y))))
    ]
    return area_of(found, floors=True) if found else None
