"""Points of spells: where a golem or a familiar appears, where a caster goes.  [MN-GOL-01, MN-TEL-01]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from engine.kit import SHOWN, Field, Place, Point, RuleRefusal
from engine.kit.ground import SceneArea, SceneDisc
from engine.kit.plane import nearest_free_spot, ring
from engine.systems.minis.content.kinds import Band, Size
from engine.systems.minis.ground import terrain_of
from engine.systems.minis.rules.basics import lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import deployment, water
from engine.systems.minis.rules.ground.water import WaterClass
from engine.systems.minis.rules.magic import magic
from engine.systems.minis.rules.magic.orders import Cast


def require(state: MinisFight, who: str, spell: str, point: Point, *, familiar: bool, moves: bool = False) -> Band:
    """The band of a point. RuleRefusal where nothing can be put there: free, in sight, in range.  [MN-GAP-47]

    familiar: the sight of the caster's familiar will do.  [MN-FAM-02]  moves: the caster itself goes there, so that
    its own place is free.
    """
    refused = deployment.barred(state, who if moves else "", point)
    if refused is not None:
        raise RuleRefusal(refused.reason, rule=refused.rule, field="place")
    return magic.band(state, who, spell, point, familiar=familiar)


def require_no_barred_water(state: MinisFight, who: str, size: Size, point: Point, *, walks: bool) -> None:
    """RuleRefusal for a point in water that bars a mini of this size.  [MN-GAP-42]"""
    for body_of_water in water.waters(state.fight.ground):
        if water.water_class(size, body_of_water.width, walks=walks) is WaterClass.BARRED and water.inside(
            body_of_water, point
        ):
            raise refusals.water_barred(who, "place")


def free(state: MinisFight, point: Point, *, but: str = "") -> Point:
    """A point, or the nearest free spot where somebody unseen stands there. but: whoever leaves its place for it."""
    others = [lookup.at(state, other) for other in lookup.here(state) if other != but]
    found = nearest_free_spot(point, others, terrain_of(state.fight.ground).moves, deployment.size(state))
    return point if found is None else found


def points(state: MinisFight, who: str, spell: str, check: Callable[[MinisFight, Cast], object]) -> list[Point]:
    """Some points at which a spell may be cast, the near ones first. check: RuleRefusal for a cast that may not be."""

    def allowed(point: Point) -> bool:
        try:
            check(state, Cast(combatant=who, spell=spell, place=Place(point=point)))
        except RuleRefusal:
            return False
        return True

    return list(islice(_samples(state, who, spell, allowed), SHOWN))


def _samples(state: MinisFight, who: str, spell: str, allowed: Callable[[Point], bool]) -> Iterator[Point]:
    here, reach = lookup.at(state, who), magic.reach(state, who, spell)
    for share in (12, 6, 3, 1):
        for point in ring(here, reach // share)[::2]:
            if allowed(point):
                yield point


def field_of(state: MinisFight, who: str, spell: str, points: list[Point]) -> Field:
    """The open choice of a point: any that is allowed may be sent, not only the samples."""
    table = deployment.size(state)
    far = magic.reach(state, who, spell)
    if magic.familiar_of(state, who) is not None:
        far = table.width + table.height
    area = SceneArea(disc=SceneDisc(centre=lookup.at(state, who), radius=far))
    return Field("place", "place", tuple(Place(point=point) for point in points), exact=False, reach=area)
