"""The ground of each toy: something of everything that its space can have, and a part that only the GM knows of."""

from __future__ import annotations

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.areas import (
    SceneArea,
    SceneDisc,
    SceneHole,
    SceneOutline,
    SceneRun,
    SceneSector,
    SceneStrip,
)
from engine.kernel.state.ground.ground import (
    Ground,
    GroundEdge,
    GroundEntry,
    GroundLink,
    GroundPatch,
    GroundPosition,
    GroundZone,
    Space,
    SpaceKind,
)

SECRET: tuple[str, ...] = ()
"""Nobody but the game master."""

WALL = GroundEntry(key="wall", look="WALL", step="NEVER", sight="NEVER", label="Wall")
DOOR = GroundEntry(key="door", look="DOOR", state="SHUT", step="NEVER", sight="NEVER", label="Door")


def _line(*points: tuple[int, int]) -> tuple[Point, ...]:
    return tuple(Point(x, y) for x, y in points)


GRID = Ground(
    space=Space(kind="GRID", width=10, height=8, unit="m", cell=150),
    rows=(
        "....#.....",
        "....#..~~.",
        ".......~~.",
        "....#..==.",
        "....#..~~.",
        "^^..#..~~.",
        "^^........",
        "..........",
    ),
    legend=(
        GroundEntry(key="open", sign=".", label="Open ground"),
        GroundEntry(key="rock", sign="#", look="WALL", step="NEVER", sight="NEVER", label="Rock"),
        GroundEntry(key="stream", sign="~", look="WATER", step="HARD", label="Stream"),
        GroundEntry(key="bridge", sign="=", look="BRIDGE", height=1, label="Bridge"),
        GroundEntry(key="mound", sign="^", look="HEIGHT", step="SOME", height=2, label="Mound"),
        WALL,
        DOOR,
        GroundEntry(key="brambles", look="ROUGH", step="HARD", cover=1, label="Brambles"),
        GroundEntry(key="pit", look="PIT", step="NEVER", label="Covered pit"),
    ),
    patches=(
        GroundPatch(
            key="hedge", entry="brambles", area=SceneArea(runs=(SceneRun(x=1, y=2, length=3), SceneRun(x=1, y=3)))
        ),
        GroundPatch(key="trap", entry="pit", area=SceneArea(runs=(SceneRun(x=9, y=7),)), seen_by=SECRET),
    ),
    edges=(
        GroundEdge(key="fence", entry="wall", line=_line((0, 600), (300, 600))),
        GroundEdge(key="gate", entry="door", line=_line((300, 600), (450, 600))),
        GroundEdge(key="hatch", entry="door", line=_line((900, 900), (900, 1050)), seen_by=SECRET, shown_as="wall"),
    ),
)

PLANE = Ground(
    space=Space(kind="PLANE", width=4800, height=3600, unit="inch"),
    legend=(
        GroundEntry(key="river", look="WATER", step="SOME", label="River, 2.5 inches wide"),
        GroundEntry(key="road", look="ROAD", label="Road"),
        GroundEntry(key="grove", look="WOOD", step="HARD", sight="SOME", cover=2, label="Grove"),
        GroundEntry(key="smoke", look="SMOKE", sight="HARD", label="Smoke"),
        GroundEntry(key="mine", look="HAZARD", label="Mine"),
        WALL,
    ),
    patches=(
        GroundPatch(
            key="river",
            entry="river",
            area=SceneArea(strip=SceneStrip(line=_line((0, 1800), (2400, 1900), (4800, 1700)), width=250)),
        ),
        GroundPatch(
            key="road", entry="road", area=SceneArea(strip=SceneStrip(line=_line((2000, 0), (2100, 3600)), width=100))
        ),
        GroundPatch(
            key="grove",
            entry="grove",
            area=SceneArea(
                outlines=(
                    SceneOutline(
                        points=_line((3200, 2400), (4400, 2400), (4400, 3300), (3200, 3300)),
                        holes=(SceneHole(points=_line((3600, 2700), (3900, 2700), (3900, 3000), (3600, 3000))),),
                    ),
                )
            ),
        ),
        GroundPatch(
            key="smoke",
            entry="smoke",
            area=SceneArea(
                disc=SceneDisc(centre=Point(900, 700), radius=300),
                sector=SceneSector(centre=Point(3000, 600), radius=500, from_=Point(1, 0), to=Point(0, 1)),
            ),
        ),
        GroundPatch(
            key="mine",
            entry="mine",
            area=SceneArea(disc=SceneDisc(centre=Point(2600, 3000), radius=50)),
            seen_by=SECRET,
        ),
    ),
    edges=(GroundEdge(key="wall-1", entry="wall", line=_line((900, 900), (900, 1500), (1300, 1500))),),
)

ZONES = Ground(
    space=Space(kind="ZONES"),
    legend=(
        GroundEntry(key="difficult", look="ROUGH", step="HARD", label="Difficult"),
        GroundEntry(key="cover", look="COVER", cover=1, label="Cover"),
        GroundEntry(key="dark", look="DARK", sight="HARD", label="Dark"),
        DOOR,
    ),
    zones=(
        GroundZone(key="yard", label="Yard"),
        GroundZone(key="thicket", label="Thicket", entries=("cover", "difficult")),
        GroundZone(key="hall", label="Great hall"),
        GroundZone(key="cellar", label="Cellar", entries=("dark",)),
        GroundZone(key="crypt", label="Crypt", seen_by=SECRET),
    ),
    links=(
        GroundLink(key="yard-thicket", from_="yard", to="thicket", label="over the ditch", entries=("difficult",)),
        GroundLink(key="yard-hall", from_="yard", to="hall", entries=("door",)),
        GroundLink(key="hall-cellar", from_="hall", to="cellar", both=False, label="a chute"),
        GroundLink(key="cellar-yard", from_="cellar", to="yard"),
        GroundLink(key="cellar-crypt", from_="cellar", to="crypt", entries=("door",)),
    ),
)

RANKS = Ground(
    space=Space(kind="RANKS"),
    legend=(
        GroundEntry(key="heavy", look="COVER", sight="SOME", cover=3, label="Heavy cover"),
        GroundEntry(key="boulder", look="OBSTACLE", step="NEVER", sight="SOME", label="Large boulder"),
    ),
    positions=(
        *(GroundPosition(side="heroes", rank=rank, entries=("heavy",) if rank == 1 else ()) for rank in range(1, 6)),
        *(GroundPosition(side="foes", rank=rank, entries=("boulder",) if rank == 3 else ()) for rank in range(1, 6)),
    ),
)

GROUNDS: dict[SpaceKind, Ground] = {
    "GRID": GRID,
    "PLANE": PLANE,
    "ZONES": ZONES,
    "RANKS": RANKS,
    "NOWHERE": Ground(),
}
