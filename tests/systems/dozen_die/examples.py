"""Fights to try the laws on, made from the catalogue: whoever, on every kind of ground."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping

from msgspec import Struct, structs

from engine.kernel.state.combatant import Cell, Condition, Place
from engine.kernel.state.ground.areas import SceneArea, SceneRun
from engine.kernel.state.ground.ground import GroundPatch
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.ground import Door
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from engine.systems.dozen_die.content import catalogue as c
from engine.systems.dozen_die.content.kinds import Grade, Kind, Level
from engine.systems.dozen_die.sheet import Dice, Sheet, SpecialAction, Wanderer, Weather
from tests.support.fights.arena import Arena
from tests.support.fights.wishes import changed, wish_of
from tests.support.secrecy.secrets import LURKER, NAME, outsiders
from tests.support.secrecy.worlds import Secret
from tests.support.slices.ready import seeded
from tests.systems.dozen_die import scenes
from tests.systems.dozen_die.bout import BOOK, FOES, HEROES, NEUTRAL, SEATS
from tests.systems.dozen_die.laid import Ground, Laid, Piece, Setup, halves

WORN = ("armor", "characters", "creatures", "grades", "passive_skills", "talents", "terrain")
"""Tables of the catalogue whose entries are used by entering with them, or as ground; all others in play."""

UNUSED: frozenset[str] = frozenset()
"""What no fight uses, as `usage` names it, each with its reason. Nothing may come onto this list."""

NAMES = ("asha", "bren", "corin", "dara", "elow", "faye", "gorm", "hild")
WIDTH, DEPTH = 13, 9
DOOR = Cell(6, 4)
GAP = GroundPatch(key="gap", entry="open", area=SceneArea(runs=(SceneRun(x=6, y=7, length=1),)))
"""Open ground in the wall, named as the game names it."""


def make(rng: random.Random, unused: Collection[str] = ()) -> Arena:
    """Five to eight of two sides and of nobody, on ground with a wall, a door and a few kinds of terrain.

    unused: entries of the catalogue that are wanted most.
    """
    ground = _ground(rng, unused)
    setup = Setup(
        ground=ground,
        dice=(Dice(side=HEROES, green=rng.randint(0, 2), white=rng.randint(1, 3), pool=rng.choice([1, 6])),),
        specials=(SpecialAction(key="portcullis", name="Raise the portcullis", opens=DOOR),),
        wanderers=(Wanderer(key="wend", name="Wend", sheet=Sheet(ref="sellsword")),) * rng.randint(0, 1),
        weather=rng.choice([Weather.NONE, Weather.NONE, Weather.HURRICANE]),
        max_activations=rng.choice([None, None, 1]),
        neutrals_may_leave=rng.random() < 0.5,
        restored=rng.random() < 0.2,
    )
    entries: list[Entry] = []
    for number, name in enumerate(NAMES[: rng.randint(5, len(NAMES))]):
        side = (HEROES, FOES, HEROES, FOES, NEUTRAL)[number % 5]
        entries.append(_somebody(name, side, rng, unused))
    if rng.random() < 0.4:
        entries[-1] = structs.replace(entries[-1], seen_by=())
    land = TerrainMap(ground)
    while True:
        placed = _placed(rng, land, entries)
        told, ground = halves(setup)
        try:
            arena = Arena(BOOK, placed, dice=seeded(str(rng.random())), seats=SEATS, setup=told, ground=ground)
        except RuleRefusal:
            continue  # somebody has no room there
        if any(offer.key == "begin" for offer in BOOK.system.offers(arena.state, None)):
            return arena


def far_off(rng: random.Random) -> Secret:
    """Somebody hidden stands within the six squares in which nobody marches, or further off; all others do not."""
    figures = [
        _standing("asha", HEROES, Cell(rng.randint(0, 2), 1)),
        _standing("bren", FOES, Cell(rng.randint(30, 38), 2)),
        _standing("corin", FOES, Cell(rng.randint(30, 38), 6)),
        structs.replace(_standing(LURKER, FOES, Cell(rng.randint(4, 5), 4)), name=NAME, seen_by=()),
    ]
    wish = wish_of(Arena(BOOK, figures, seats=SEATS, ground=Ground(width=40, depth=DEPTH)))
    far = changed(wish, LURKER, place=plain(Place(cell=Cell(rng.randint(20, 25), 4))))
    return Secret(wish, far, outsiders(wish), hidden=(LURKER, NAME), strict=False)


def _standing(name: str, side: str, cell: Cell) -> Entry:
    return BOOK.enter(
        id=name,
        name=name.capitalize(),
        side=side,
        seat="ana" if side == HEROES else None,
        place=Place(cell=cell),
        sheet=Sheet(ref="sellsword", kind=Kind.VASSAL),
    )  # type: ignore[call-arg]


SECRETS: Mapping[str, Callable[[random.Random], Secret]] = {"how far off somebody stands": far_off}
"""What can be hidden in this system besides what can in every one."""


def begin(arena: Arena) -> None:
    """The order that such a fight begins with."""
    arena.order("gm", Begin())


SCENES = scenes.SCENES


def _ground(rng: random.Random, unused: Collection[str]) -> Laid:
    """Two rooms and what is in them."""
    floors = [name for name, terrain in c.TERRAIN.items() if terrain.wading is not None]
    faces = [name for name, terrain in c.TERRAIN.items() if terrain.climbing is not None]
    pieces = [Piece(x=6, y=0, lines=DEPTH, wall=True)]
    pieces.append(Piece(x=DOOR.x, y=DOOR.y, door=Door(lock=rng.choice([None, *Grade]))))
    for _ in range(rng.randint(1, 4)):
        terrain = _one(rng, floors, unused)
        pieces.append(_piece(rng, Piece(x=0, y=0, columns=rng.randint(1, 3), lines=rng.randint(1, 3), terrain=terrain)))
    for _ in range(rng.randint(0, 2)):
        height = rng.choice([-2, 1, 2, 3])
        house = Piece(x=0, y=0, columns=2, lines=2, height=height, faces=_one(rng, faces, unused))
        pieces.append(_piece(rng, house))
    ground = Ground(width=WIDTH, depth=DEPTH, pieces=tuple(pieces))
    return structs.replace(ground, patches=(*ground.patches, GAP))


def _piece(rng: random.Random, piece: Piece) -> Piece:
    """Laid in one of the two rooms."""
    x = rng.choice([rng.randint(0, 3), rng.randint(7, WIDTH - 3)])
    return structs.replace(piece, x=x, y=rng.randint(0, DEPTH - 3))


def _one(rng: random.Random, names: Collection[str] | Mapping[str, Struct], unused: Collection[str]) -> str:
    """One of these; half the time one that nobody has used."""
    wanted = [name for name in names if name in unused]
    return rng.choice(wanted if wanted and rng.random() < 0.5 else list(names))


def _somebody(name: str, side: str, rng: random.Random, unused: Collection[str]) -> Entry:
    table = c.CREATURES if side == NEUTRAL else {**c.CHARACTERS, **c.CREATURES}
    ref = _one(rng, table, unused)
    kind = Kind.VASSAL if table[ref].kind is Kind.WANDERER else None
    sheet = Sheet(
        ref=ref,
        kind=kind,
        pack=rng.choice([None, None, f"{side}-pack"]),
        items=rng.choice([0, 0, 9]),
        load=rng.choice([None, None, "crate"]),
        armor=rng.choice([None, _one(rng, c.ARMOR, unused)]),
        weapons=rng.choice([None, tuple(dict.fromkeys(_one(rng, c.WEAPONS, unused) for _ in range(2)))]),
        skills=rng.choice([None, _learned(rng, unused)]),
        talents=rng.choice([None, None, tuple(c.TALENTS)]),
    )
    most = BOOK.system.enter(sheet, None).vitals["hp"].max or 1
    lying = (Condition(key="injured", kind="injured"),) if rng.random() < 0.1 else ()
    return BOOK.enter(
        id=name,
        name=name.capitalize(),
        side=side,
        seat={HEROES: "ana", FOES: "ben"}.get(side),
        vitals={"hp": rng.randint(1, most)},
        conditions=lying,
        sheet=sheet,
    )  # type: ignore[call-arg]


def _learned(rng: random.Random, unused: Collection[str]) -> tuple[Level, ...]:
    """Melee, shooting and a few skills beside them."""
    names = dict.fromkeys(("melee", "shooting", *(_one(rng, c.SKILLS, unused) for _ in range(3))))
    return tuple(Level(skill=name, level=rng.randint(1, 3)) for name in names)


def _placed(rng: random.Random, land: TerrainMap, entries: list[Entry]) -> list[Entry]:
    """Everybody somewhere; now and then somebody is not on the board."""
    placed: list[Entry] = []
    for entry in entries:
        x, y = rng.randint(0, WIDTH - 1), rng.randint(0, DEPTH - 1)
        stand = Footprint(x, y, 0, 1)
        place = Place(cell=Cell(x, y), height=land.floor(stand))
        placed.append(structs.replace(entry, place=None if rng.random() < 0.04 else place))
    return placed
