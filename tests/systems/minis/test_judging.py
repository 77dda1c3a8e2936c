"""Pieces of movement are judged as a slow and obvious judge does, over generated tables.

The slow judge knows nothing of the engine's geometry: it cuts a way wherever it meets the line of any side, and asks of
the middle of each part where it lies, by winding (`tests/kernel/space/plane/slow.py`, also for longer runs).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isqrt
from typing import Any

from msgspec import Struct, structs

from engine.kernel.space.plane.outlines import Outline
from engine.kernel.state.combatant import Place, Point
from engine.kernel.state.fight import State
from engine.kernel.state.ground.areas import SceneArea, SceneOutline
from engine.kernel.state.ground.ground import Ground, GroundEntry, GroundPatch, Space
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.minis.content.kinds import Size
from engine.systems.minis.rules.movement import paths
from engine.systems.minis.state import MinisState, Used
from tests.kernel.space.plane import slow
from tests.systems.minis.bout import Bout, ana, ben

SIDE = 600
"""Hundredths of an inch along the table."""

TO_WHOM = {
    (Size.SMALL, False): "PENALTY", (Size.SMALL, True): "BARRED",
    (Size.MEDIUM, False): "PENALTY", (Size.MEDIUM, True): "PENALTY",
    (Size.LARGE, False): "CLEAR", (Size.LARGE, True): "PENALTY",
}  # fmt: skip


class Scene(Struct, frozen=True):
    """A table and who moves on it. waters: outline and width. start_water: the water that the activation began at."""

    waters: tuple[tuple[Outline, int], ...]
    roads: tuple[Outline, ...]
    rocks: tuple[Outline, ...]
    here: Point
    enemies: tuple[Point, ...]
    friends: tuple[Point, ...]
    size: Size
    movement: int
    used: Used
    path: tuple[Point, ...]

    def wet(self, at: slow.Spot, water: int) -> bool:
        """Whether a point lies in a water, and on no bridge."""
        if any(slow.inside(at, road) or slow.on_edge(at, road) for road in self.roads):
            return False
        return slow.inside(at, self.waters[water][0])

    def parts(self, one: Point, other: Point) -> Iterator[tuple[Fraction, slow.Spot]]:
        """The parts of a segment between any two meetings: where each begins, and its middle."""
        outlines = (*(outline for outline, _ in self.waters), *self.roads, *self.rocks)
        shares = sorted({share for outline in outlines for share in slow.meetings(one, other, outline)})
        for start, end in pairwise(shares):
            yield start, slow.spot(one, other, (start + end) / 2)

    def stops(self, water: int) -> str:
        """What a water is to the mover."""
        return TO_WHOM[self.size, self.waters[water][1] > 100]


# -- the slow judge
def slowly(scene: Scene, bank: Point | None) -> str | tuple[tuple[Point, ...], bool, bool]:
    """The words of a refusal, or points, penalised, ended. bank: where the engine's piece ends, if it was cut."""
    points: list[Point] = [scene.here]
    points += [point for before, point in pairwise((scene.here, *scene.path)) if point != before]
    if len(points) < 2:
        return "nothing"
    cut = _first_cut(scene, points)
    ended = cut is not None
    length = Fraction(0)
    if cut is not None:
        number, share, water = cut
        exact = slow.spot(points[number], points[number + 1], share)
        # So near to the edge that the point where it would be cut is the one where it stands.
        if number == 0 and (share == 0 or (bank is None and slow.squared(exact, scene.here) <= Fraction(9, 2))):
            return "barred" if scene.stops(water) == "BARRED" else "stopped"
        assert bank is not None, f"it meets water at {exact}"
        assert not scene.wet((Fraction(bank.x), Fraction(bank.y)), water)
        assert slow.squared(exact, bank) <= Fraction(9, 2)
        length = sum((_thousandths(*segment) for segment in pairwise(points[: number + 1])), length)
        length += _thousandths(points[number], points[number + 1], share)
        points = points[: number + 1] if bank == points[number] else [*points[: number + 1], bank]
    else:
        length = sum((_thousandths(*segment) for segment in pairwise(points)), length)
    for segment in pairwise(points):
        fault = _blocked(scene, *segment)
        if fault:
            return fault
    penalised = any(
        scene.wet(middle, water) and scene.stops(water) != "CLEAR"
        for segment in pairwise(points)
        for _, middle in scene.parts(*segment)
        for water in range(len(scene.waters))
    )
    fault = _too_long(scene, points[-1], length, penalised)
    if fault:
        return fault
    end = points[-1]
    if any(slow.inside((Fraction(end.x), Fraction(end.y)), rock) for rock in scene.rocks):
        return "blocked"
    if any((end.x - p.x) ** 2 + (end.y - p.y) ** 2 < 2500 for p in (*scene.enemies, *scene.friends)):
        return "taken"
    return tuple(points), penalised, ended


def _first_cut(scene: Scene, points: Sequence[Point]) -> tuple[int, Fraction, int] | None:
    for number, (one, other) in enumerate(pairwise(points)):
        begin = slow.spot(one, other, Fraction(0))
        within = [scene.wet(begin, water) for water in range(len(scene.waters))]
        for start, middle in scene.parts(one, other):
            now = [scene.wet(middle, water) for water in range(len(scene.waters))]
            met = [
                water
                for water in range(len(scene.waters))
                if now[water]
                and not within[water]
                and scene.stops(water) != "CLEAR"
                and (scene.stops(water) == "BARRED" or f"water-{water}" not in scene.used.water_start)
            ]
            if met:
                return number, start, min(met, key=lambda water: (scene.stops(water) != "BARRED", water))
            within = now
    return None


def _blocked(scene: Scene, one: Point, other: Point) -> str:
    if not (0 <= other.x <= SIDE and 0 <= other.y <= SIDE):
        return "off"
    if any(slow.inside(middle, rock) for _, middle in scene.parts(one, other) for rock in scene.rocks):
        return "blocked"
    for enemy in scene.enemies:
        least = slow.least_squared(one, other, enemy)
        if least < 2500:
            first = slow.squared(slow.spot(one, other, Fraction(0)), enemy)
            if first >= 2500 or least < first:
                return "blocked"
    return ""


def _thousandths(one: Point, other: Point, share: Fraction = Fraction(1)) -> Fraction:
    """Not rounded: lengths are summed first."""
    square = ((other.x - one.x) ** 2 + (other.y - one.y) ** 2) * 100 * share**2
    return _root(square)


def _root(square: Fraction) -> Fraction:
    """The root of a fraction to a billionth."""
    return Fraction(isqrt(int(square * 10**18)), 10**9)


def _too_long(scene: Scene, end: Point, length: Fraction, penalised: bool) -> str:
    total, used = scene.used.moved + round(length), scene.used
    base = Fraction(scene.movement * 10) * (Fraction(3, 2) if used.running else 1)
    half = Fraction(1, 2) if penalised or used.penalised else Fraction(1)
    if total <= base * half:
        return ""
    began = scene.here if used.started_at is None else used.started_at

    def on_road(at: Point) -> bool:
        spot = (Fraction(at.x), Fraction(at.y))
        return any(slow.inside(spot, road) or slow.on_edge(spot, road) for road in scene.roads)

    if total > (base + 1000) * half or not on_road(began):
        return "long"
    return "" if on_road(end) else "road"


WORDS = {
    "nothing": "stands there", "barred": "too wide", "stopped": "has ended the movement", "off": "off the table",
    "blocked": "way is blocked", "long": "not so much movement", "road": "ends on a road", "taken": "spot is taken",
}  # fmt: skip


# -- generated tables
@cache
def _begun() -> Any:
    """A fight to take states from."""
    foes = [ben(f"b{number}", at=(200 * number, 2000)) for number in range(4)]
    bout = Bout(ana(at=(0, 0)), *foes, *(ana(f"a{number}", at=(200 * number, -2000)) for number in range(4)))
    bout.begin()
    bout.declare("ada")
    return bout.state


def state_of(scene: Scene) -> State[MinisState]:
    """The scene as the engine knows it."""
    entries = [
        *(
            GroundEntry(key=f"water-{n}", look="WATER", game={"minis": {"width": width}})
            for n, (_, width) in enumerate(scene.waters)
        ),
        GroundEntry(key="paved", look="ROAD"),
        GroundEntry(key="rock", look="WALL", step="NEVER", sight="NEVER"),
    ]
    outlines = [
        *((f"water-{n}", f"water-{n}", outline) for n, (outline, _) in enumerate(scene.waters)),
        *((f"road-{n}", "paved", outline) for n, outline in enumerate(scene.roads)),
        *((f"rock-{n}", "rock", outline) for n, outline in enumerate(scene.rocks)),
    ]
    patches = tuple(
        GroundPatch(key=key, entry=entry, area=SceneArea(outlines=(SceneOutline(points=outline),)))
        for key, entry, outline in outlines
    )
    space = Space(kind="PLANE", width=SIDE, height=SIDE, unit="inch")
    state: State[MinisState] = _begun()
    places = {"ada": scene.here}
    places |= {f"b{n}": at for n, at in enumerate(scene.enemies)} | {f"a{n}": at for n, at in enumerate(scene.friends)}
    combatants = {
        who: structs.replace(bearer, place=Place(point=places[who]) if who in places else None)
        for who, bearer in state.fight.combatants.items()
    }
    ada = structs.replace(state.own.minis["ada"], size=scene.size, movement=scene.movement, used=scene.used)
    fight = structs.replace(
        state.fight, combatants=combatants, ground=Ground(space=space, legend=tuple(entries), patches=patches)
    )
    return State(fight=fight, own=structs.replace(state.own, minis={**state.own.minis, "ada": ada}))


def scene_of(rng: random.Random) -> Scene:
    """A scene; coordinates are multiples of 25 or 50, so that edges, corners and exact distances are often met."""
    grid = rng.choice((25, 50, 1))

    def spot() -> Point:
        return Point(rng.randrange(grid, SIDE, grid), rng.randrange(grid, SIDE, grid))

    def outline() -> Outline:
        """Never along the edge of the table, beyond which it would go on."""
        if rng.random() < 0.5:
            one, other = spot(), spot()
            left, right = sorted((one.x, other.x + 25 * (one.x == other.x)))
            top, bottom = sorted((one.y, other.y + 25 * (one.y == other.y)))
            return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)
        return tuple(Point(p.x * 9 + 12, p.y * 9 + 12) for p in slow.outline(rng))

    waters = tuple((outline(), rng.choice((100, 101))) for _ in range(rng.randint(0, 2)))
    roads = tuple(outline() for _ in range(rng.choice((0, 1))))
    rocks = tuple(outline() for _ in range(rng.choice((0, 0, 1))))
    here = spot()
    size = rng.choice(tuple(Size))
    start = rng.choice(((), ("water-0",), ("water-1",)))
    used = Used(
        running=rng.random() < 0.3,
        moved=rng.choice((0, 0, 500, 1499)),
        penalised=rng.random() < 0.1,
        started_at=rng.choice((None, spot())),
        water_start=start,
    )
    scene = Scene(
        waters=waters,
        roads=roads,
        rocks=rocks,
        here=here,
        enemies=tuple(spot() for _ in range(rng.randint(0, 3))),
        friends=tuple(spot() for _ in range(rng.randint(0, 2))),
        size=size,
        movement=rng.choice((200, 400, 400, 900)),
        used=used,
        path=tuple(spot() if rng.random() < 0.9 else Point(-5, 7) for _ in range(rng.randint(1, 3))),
    )
    barred = [n for n in range(len(waters)) if scene.stops(n) == "BARRED"]
    if any(scene.wet((Fraction(here.x), Fraction(here.y)), n) for n in barred):
        # Leaving water that bars one has rules of its own, which tests of water tell.
        return structs.replace(scene, size=Size.MEDIUM)
    return scene


def told(scene: Scene) -> tuple[str | tuple[tuple[Point, ...], bool, bool], Point | None]:
    """The engine's verdict in the same form, and where its piece ends if it was cut."""
    state = state_of(scene)
    bank: Point | None = None
    try:
        cut = paths.cut(state, "ada", scene.path)
        bank = cut.points[-1] if cut.ended else None
        piece = paths.judged(state, "ada", scene.path)
    except RuleRefusal as refusal:
        return next(key for key, words in WORDS.items() if words in refusal.reason), bank
    return (piece.points, piece.penalised, piece.ended), bank


def test_pieces_are_judged_as_the_slow_judge_does() -> None:
    """The same verdict, the same points, the same penalty."""
    verdicts = dict.fromkeys((*WORDS, "allowed", "cut"), 0)
    seldom = ("nothing", "road", "stopped")
    for seed in range(20, 40):
        for rng in slow.tables(seed):
            for _ in range(4):
                scene = scene_of(rng)
                verdict, bank = told(scene)
                assert verdict == slowly(scene, bank), scene
                verdicts[verdict if isinstance(verdict, str) else "cut" if verdict[2] else "allowed"] += 1
        if all(count for verdict, count in verdicts.items() if verdict not in seldom):
            return
    raise AssertionError(f"not each of them has been tried: {verdicts}")
