"""The space of a fight, and its ground as a picture: walls, heights, and what is not firm.

[FF-GRID-02, FF-GRID-14, FF-GRID-16]
"""

from __future__ import annotations

from msgspec import structs

from engine.kit.ground import GroundEntry, SceneLook
from engine.kit.scene import SceneEntry, SceneGrid, SceneGround, SceneNowhere, ScenePlane, SceneSpace, Wording, legend
from engine.systems.fantasia.ground import ENTRIES, Floor, floor_of
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board
from engine.systems.fantasia.scene.texts import SceneTexts

UNIT = "m"
STEP = 1
"""Metres up or down that an ordinary step covers."""


def space_of(seen: FantasiaFight, texts: SceneTexts) -> SceneSpace:
    """Squares of a metre, an open plane in metres, or no places at all."""
    ground = board.space(seen)
    if board.grid(seen) is not None:
        sized = ground.kind == "GRID"
        return SceneGrid(
            width=ground.width if sized else 0,
            height=ground.height if sized else 0,
            unit=UNIT,
            cell=board.CELL,
            diagonals=False,
            measure="MANHATTAN",
        )
    placed = any(c.place is not None and c.place.point is not None for c in seen.fight.combatants.values())
    if placed or ground.kind == "PLANE":
        unit = board.CELL if ground.kind == "GRID" else 1
        return ScenePlane(width=ground.width * unit, height=ground.height * unit, unit=UNIT)
    return SceneNowhere(why=texts.say("space.nowhere"))


def ground_of(seen: FantasiaFight, texts: SceneTexts, words: Wording) -> SceneGround:
    """What lies and stands on the ground, its cells in the words of this game. The kernel fills in the digest."""
    ground = board.ground(seen)
    laid = legend.ground_of(words, seen.fight.ground)
    if ground.space.kind != "GRID":
        return laid
    key = ("fantasia scene", texts.language)
    kept: SceneGround | None = ground.kept.get(key)
    if kept is None:
        known = {entry.key: entry for entry in (*ENTRIES, *ground.legend)}
        signs = set().union(*ground.rows)
        cells = {patch.entry for patch in ground.patches} | {row.key for row in known.values() if row.sign in signs}
        named = [entry.key for entry in ground.legend if entry.label]
        told = (
            _told(row, known[row.key], texts) if row.key in cells else _beside(row, named, texts) for row in laid.legend
        )
        kept = ground.kept[key] = structs.replace(laid, legend=tuple(told))
    return kept


def _told(laid: SceneEntry, entry: GroundEntry, texts: SceneTexts) -> SceneEntry:
    """An entry of cells in this game's words; the table's own label and look stay."""
    own = _entry(floor_of(entry), texts)
    usual = _usual(laid, texts) if entry.look in ("DOOR", "WINDOW") else own.label
    label, look = entry.label or usual, entry.look or own.look
    sight = laid.sight if laid.sight in ("NEVER", "SOME") else own.sight
    return structs.replace(
        own, key=laid.key, sign=laid.sign, label=label, look=look, sight=sight, state=laid.state, top=laid.top
    )


def _beside(entry: SceneEntry, named: list[str], texts: SceneTexts) -> SceneEntry:
    """What stands between cells, called as the table does, else as this game does.  [FF-GRID-06]"""
    if entry.look not in ("WALL", "DOOR", "WINDOW") or any(
        entry.key == key or entry.key.startswith(f"{key}-") for key in named
    ):
        return entry
    return structs.replace(entry, label=_usual(entry, texts))


def _usual(entry: SceneEntry, texts: SceneTexts) -> str:
    """This game's word for a wall, a window, or a door as it stands."""
    return texts.say(f"ground.door.{entry.state}" if entry.look == "DOOR" else f"ground.{entry.look.lower()}")


def _entry(floor: Floor, texts: SceneTexts) -> SceneEntry:
    """What a cell is. Whether a wall hides anybody the rules leave to the game master, if he does not say it."""
    height = floor.height
    if floor.wall:
        return SceneEntry(
            key="wall",
            look="WALL",
            label=texts.say("ground.wall"),
            step="NEVER",
            sight="SOME",
            text=texts.rule("FF-GRID-06"),
            rule="FF-GRID-06",
        )
    level = f"{'up' if height > 0 else 'down'}-{abs(height)}" if height else ""
    key = "-".join(part for part in ("" if floor.firm else "not-firm", level) if part) or "open"
    lines = [
        texts.say("ground.not_firm") if not floor.firm else "",
        texts.say("ground.climb") if abs(height) > STEP else "",
    ]
    named = texts.say("ground.open" if floor.firm else "ground.unfirm")
    return SceneEntry(
        key=key,
        look=_look(floor),
        label=texts.say("ground.at", name=named, height=str(height) if height else ""),
        step="SOME" if abs(height) > STEP or not floor.firm else "FREE",
        height=height,
        text=" ".join(text for text in lines if text),
        rule="FF-ST-55" if not floor.firm else "FF-GRID-10" if height else "FF-GRID-16",
    )


def _look(floor: Floor) -> SceneLook:
    if not floor.firm:
        return "WATER"
    return "HEIGHT" if floor.height > 0 else "PIT" if floor.height < 0 else "FLOOR"
