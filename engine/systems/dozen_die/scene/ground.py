"""The board as a picture: rows, patches and edges as the table has laid them, with what this game says of each entry.

Doors that have been opened since lie over it as patches.  [DD-TERR-01, DD-MOVE-05 to -08]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from engine.kit import Cell
from engine.kit.ground import Ground, GroundEntry, SceneArea, SceneLook, ScenePasses, SceneRun, passes
from engine.kit.scene import SceneEntry, SceneGround, ScenePatch, Wording, legend
from engine.systems.dozen_die.board.edges import widest
from engine.systems.dozen_die.board.ground import Square, own_part, square_of
from engine.systems.dozen_die.board.terrain_map import TerrainMap, harder
from engine.systems.dozen_die.content.catalogue import GRADES
from engine.systems.dozen_die.content.kinds import Grade
from engine.systems.dozen_die.scene.texts import SceneTexts


def ground_of(
    ground: Ground, opened: Sequence[Cell], land: TerrainMap, words: Wording, texts: SceneTexts
) -> SceneGround:
    """A board as its reader sees it, cached with its map for each language. The digest is filled in by the kernel.

    opened: squares of doors that have been opened since. land: the map of both.
    """
    kept = f"scene {texts.language}"
    found: SceneGround | None = land.kept.get(kept)
    if found is None:
        found = land.kept[kept] = _drawn(ground, opened, land, words, texts)
    return found


def _drawn(ground: Ground, opened: Sequence[Cell], land: TerrainMap, words: Wording, texts: SceneTexts) -> SceneGround:
    edges, entries = legend.standing(words, ground.edges, legend.entries(words, ground))
    named = frozenset(entry.key for entry in ground.legend if entry.label)
    # An entry for edges in another state has got words of the kernel: the game has its own.
    own = [
        entry if entry.key in named else structs.replace(entry, label=_of_the_table(entry, named)) for entry in entries
    ]
    by_key = {entry.key: entry for entry in own}
    patches = [ScenePatch(key=p.key, entry=p.entry, area=p.area, label=p.label) for p in ground.patches]
    for cell in dict.fromkeys(opened):
        door = by_key.get(_entry_at(ground, own, cell))
        if door is None or door.look != "DOOR" or door.state in ("OPEN", "BROKEN"):
            continue
        key = f"{door.key}-opened"
        by_key.setdefault(key, structs.replace(door, key=key, sign=None, state="OPEN"))
        area = SceneArea(runs=(SceneRun(x=cell.x, y=cell.y),))
        patches.append(ScenePatch(key=f"opened-{cell.x}-{cell.y}", entry=key, area=area))
    stands, signs = {edge.entry for edge in edges}, set().union(*ground.rows)
    lies = {patch.entry for patch in patches} | {entry.key for entry in by_key.values() if entry.sign in signs}

    def shown(entry: GroundEntry) -> SceneEntry:
        square = _entry(land, entry, texts)
        return _standing(square, entry, also_lies=entry.key in lies) if entry.key in stands else square

    return SceneGround(
        digest="",
        rows=ground.rows,
        patches=tuple(patches),
        edges=edges,
        legend=tuple([shown(entry) for entry in by_key.values()]),
    )


def _of_the_table(entry: GroundEntry, named: frozenset[str]) -> str:
    """The table's name of the entry that this one is a state of; "": it has none."""
    return entry.label if any(entry.key.startswith(f"{key}-") for key in named) else ""


def _entry_at(ground: Ground, entries: Sequence[GroundEntry], cell: Cell) -> str:
    """The key of what a square is: the latest patch over it, else its sign; "" where it has none."""
    for patch in reversed(ground.patches):
        if any(run.y == cell.y and run.x <= cell.x < run.x + run.length for run in patch.area.runs):
            return patch.entry
    if not (0 <= cell.y < len(ground.rows) and 0 <= cell.x < len(ground.rows[cell.y])):
        return ""
    sign = ground.rows[cell.y][cell.x]
    return next((entry.key for entry in entries if entry.sign == sign), "")


# -- the legend
def _entry(land: TerrainMap, entry: GroundEntry, texts: SceneTexts) -> SceneEntry:
    """What an entry is in this game, with the table's name where it has one."""
    square = square_of(entry, own_part(entry))
    if entry.look == "DOOR":
        return _door(land, entry, square, texts)
    if square.wall:
        return _wall(land, entry, square, texts)
    terrain = land.named(square.terrain)
    grade = None if terrain.wading is None else harder(land.easiest, terrain.wading)
    rule = "DD-TERR-15" if grade is None else GRADES[grade].movement
    return SceneEntry(
        key=entry.key,
        sign=entry.sign,
        look=entry.look or _look(square, terrain.look),
        state=entry.state,
        label=entry.label or _label(land, square, texts.terrain(terrain), texts),
        step=_step(square, grade, terrain.max_size is not None),
        sight="SOME" if square.blocks_sight else "FREE",
        height=square.height,
        top=square.height if square.blocks_sight else None,
        cover=texts.say("ground.cover", bonus=str(terrain.cover_class)) if terrain.cover_class else "",
        cover_figure=terrain.cover_class or None,
        text=" ".join(_texts(land, square, grade, texts)),
        rule=rule if square.terrain != "open" or grade is not Grade.VERY_EASY else "DD-TERR-06",
    )


def _standing(square: SceneEntry, entry: GroundEntry, *, also_lies: bool) -> SceneEntry:
    """An entry of what stands between squares: it stops and hides as the rules have it there.  [DD-MOVE-05, DD-GAP-16]

    square: what it would be as a square. also_lies: it is that too; then only what holds for both is told.
    """
    step, sight = passes(entry, entry.state, widest(entry))
    if also_lies:
        step = step if step == square.step else "SOME"
        sight = sight if sight == square.sight else "SOME"
    return structs.replace(square, step=step, sight=sight)


def _look(square: Square, terrain: SceneLook) -> SceneLook:
    if square.leans is not None:
        return "STAIRS"
    if terrain != "FLOOR" or not square.height:
        return terrain
    return "HEIGHT" if square.height > 0 else "PIT"


def _step(square: Square, grade: Grade | None, sized: bool) -> ScenePasses:
    """Whom it lets pass: heights by their faces, some terrain by size; what nobody wades may still be jumped over."""
    if grade is None or sized or square.height:
        return "SOME"
    return "FREE" if grade is Grade.VERY_EASY else "HARD"


def _label(land: TerrainMap, square: Square, name: str, texts: SceneTexts) -> str:
    height = str(square.height) if square.height else ""
    leans = texts.terrain(land.named(square.leans)) if square.leans is not None else ""
    return texts.say("ground.square", name=name, height=height, leans=leans)


def _texts(land: TerrainMap, square: Square, grade: Grade | None, texts: SceneTexts) -> Iterator[str]:
    """The rules of a square, each in a sentence."""
    terrain = land.named(square.terrain)
    yield texts.say("ground.wading", grade=texts.value(grade)) if grade is not None else texts.say("ground.no_wading")
    faces = terrain if square.faces is None else land.named(square.faces)
    if faces.climbing is not None:
        yield texts.say("ground.climbing", grade=texts.value(faces.climbing))
    leans = land.named(square.leans).climbing if square.leans is not None else None
    if leans is not None:
        yield texts.say("ground.leans", grade=texts.value(leans))
    if terrain.shadow_class is not None:
        yield texts.say("ground.shadow", grade=texts.value(terrain.shadow_class))
    if terrain.max_size is not None:
        yield texts.say("ground.size", size=texts.counted("squares", terrain.max_size))
    if terrain.no_jumping:
        yield texts.say("ground.no_jumping")
    if terrain.no_charging:
        yield texts.say("ground.no_charging")
    if square.blocks_sight:
        yield texts.say("ground.blocks_sight")


def _wall(land: TerrainMap, entry: GroundEntry, square: Square, texts: SceneTexts) -> SceneEntry:
    """Nobody enters it; whoever stands higher than one with an end sees over it.  [DD-MOVE-05, DD-GAP-16]"""
    named = texts.say("ground.window" if entry.look == "WINDOW" else "ground.wall")
    return SceneEntry(
        key=entry.key,
        sign=entry.sign,
        look=entry.look or "WALL",
        state=entry.state,
        label=entry.label or _label(land, square, named, texts),
        step="NEVER",
        sight="FREE" if not square.blocks_sight else "SOME" if square.height else "NEVER",
        top=square.height or None,
        text=texts.rule("DD-MOVE-05"),
        rule="DD-MOVE-05",
    )


def _door(land: TerrainMap, entry: GroundEntry, square: Square, texts: SceneTexts) -> SceneEntry:
    """Open: whoever fits passes it; shut: a wall.  [DD-MOVE-06, DD-MOVE-07, DD-MOVE-17]"""
    own, stands_open = own_part(entry), entry.state in ("OPEN", "BROKEN")
    text = [texts.say("ground.width", size=texts.counted("squares", own.width))]
    if entry.state == "LOCKED" and own.lock is not None:
        text.append(texts.say("ground.lock", grade=texts.value(own.lock)))
    free = stands_open and not square.blocks_sight
    return SceneEntry(
        key=entry.key,
        sign=entry.sign,
        look="DOOR",
        state=entry.state,
        label=entry.label or _label(land, square, texts.say(f"ground.door.{entry.state}"), texts),
        step="SOME" if stands_open else "NEVER",
        sight="FREE" if free else "SOME" if square.height or stands_open else "NEVER",
        height=entry.height,
        top=None if free else entry.height or None,
        text=" ".join(text),
        rule="DD-MOVE-07",
    )
