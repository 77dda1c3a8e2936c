"""What a combatant threatens with the weapons in its hands, at whoever's turn: in melee, and by shots and throws.

[FF-ATK-01, FF-GRID-01]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Cell, Place
from engine.kit.ground import SceneArea, area_of
from engine.kit.scene import Threat
from engine.systems.fantasia.content.kinds import Weapon
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.restraint import barred
from engine.systems.fantasia.rules.board import board, distances
from engine.systems.fantasia.rules.board.aim import flies, in_reach, is_melee, reach, standing_target
from engine.systems.fantasia.rules.board.attack_targets import quarry
from engine.systems.fantasia.rules.board.grid import Block
from engine.systems.fantasia.scene.texts import SceneTexts

METRE = 100
"""Hundredths of the unit of length."""
MOST = 20
"""The longest melee reach, in cells, whose cells are told one by one: no weapon of the catalogue comes near it."""


def threats_of(seen: FantasiaFight, who: str, texts: SceneTexts) -> Iterator[Threat]:
    """Nothing of whoever cannot attack. Of weapons only those that the reader sees."""
    bearer = seen.fight.combatants[who]
    if not lookup.able(bearer) or barred(seen, who, Activity.ATTACK) is not None:
        return
    hands = lookup.in_hand(seen, who).values()
    near = [held.weapon for held in hands if is_melee(held.weapon, thrown=False)]
    shot = [held.weapon for held in hands if held.weapon not in near and (held.bullets or not held.weapon.chamber)]
    thrown = [held.weapon for held in hands if held.weapon.throw_metres and not flies(held.weapon, thrown=False)]
    foes = tuple(
        combatant
        for combatant in quarry(seen, who)
        if standing_target(seen, combatant) and _aimed_at(seen, who, combatant)
    )
    if near:
        rule = "FF-ATK-01" if board.grid(seen) is None else "FF-GRID-01"
        yield Threat(
            manner="melee",
            label=texts.say("mark.threat.melee"),
            area=_around(seen, who, near),
            targets=tuple(foe for foe in foes if any(in_reach(seen, who, foe, x, thrown=False) for x in near)),
            text=texts.rule(rule),
            rule=rule,
        )
    far = [*((weapon, False) for weapon in shot), *((weapon, True) for weapon in thrown)]
    if far:
        yield Threat(
            manner="far",
            label=texts.say("mark.threat.far"),
            targets=tuple(foe for foe in foes if any(in_reach(seen, who, foe, x, thrown=way) for x, way in far)),
            text=texts.rule("FF-ATK-01"),
            rule="FF-ATK-01",
        )


def _aimed_at(seen: FantasiaFight, who: str, other: str) -> bool:
    """Whether it fights them: its enemies, and its allies while confusion leads it.  [FF-ST-06]"""
    return lookup.turned(seen.fight.combatants[who]) or other not in lookup.allies(seen, who)


def _around(seen: FantasiaFight, who: str, weapons: list[Weapon]) -> SceneArea | None:
    """The cells of the board on which somebody would be in melee reach; off it all points so near; None: no place."""
    mine, place = board.block(seen, who), seen.fight.combatants[who].place
    if mine is not None:
        cells = max(board.reach(seen, who, weapon.range_metres) for weapon in weapons)
        if cells > MOST:
            return None
        at, own = mine.corner, frozenset(mine.cells())
        square = [
            Cell(x, y)
            for y in range(at.y - cells, at.y + mine.size + cells)
            for x in range(at.x - cells, at.x + mine.size + cells)
        ]
        found = [
            Place(cell=cell)
            for cell in square
            if cell not in own and board.open_to(seen, cell) and board.reached(seen, mine, Block(cell, 1), cells)
        ]
        return area_of(found, floors=True) if found else None
    if place is None or place.point is None:
        return None
    return distances.around_area(
        place.point, METRE * max(reach(seen, who, own_weapon, thrown=False) for own_weapon in weapons)
    )
