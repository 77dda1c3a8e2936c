"""The table as a picture: roads, water with its width, what blocks sight and ways.  [MN-WAT-07, MN-ROAD-01]

Strips are shown as the rules measure them: with straight ends and mitred corners.
"""

from __future__ import annotations

from msgspec import structs

from engine.kit.ground import Ground, GroundEntry, SceneArea, SceneHole, SceneOutline
from engine.kit.scene import SceneEntry, SceneGround, ScenePatch, ScenePlane, Wording, legend
from engine.systems.minis.ground import BARE, ENTRIES, FeatureKind, own_part, parts_of, terrain_of
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import water
from engine.systems.minis.scene.texts import SceneTexts

UNIT = "inch"


def space_of(seen: MinisFight) -> ScenePlane:
    """The table, in hundredths of an inch."""
    space = (seen.fight.ground or BARE).space
    return ScenePlane(width=space.width, height=space.height, unit=UNIT)


def ground_of(seen: MinisFight, words: Wording, texts: SceneTexts) -> SceneGround:
    """What lies on the table, made once for each ground and language. The kernel fills in the digest."""
    ground = seen.fight.ground or BARE
    key = ("minis scene", texts.language)
    kept: SceneGround | None = ground.kept.get(key)
    if kept is None:
        kept = ground.kept[key] = _drawn(ground, words, texts)
    return kept


def _drawn(ground: Ground, words: Wording, texts: SceneTexts) -> SceneGround:
    laid = legend.ground_of(words, ground)
    known = {entry.key: entry for entry in (*ENTRIES, *ground.legend)}
    widths = {
        feature.key: water.width_of(feature)
        for feature in terrain_of(ground).features
        if feature.kind is FeatureKind.WATER
    }
    labels = {row.key: row.label for row in laid.legend}
    entries = [_entry(row, known[row.key], texts) if row.key in known else row for row in laid.legend]
    patches = [
        ScenePatch(
            key=patch.key,
            entry=patch.entry,
            area=_area(patch.area),
            label=patch.label or _wide(labels[patch.entry], widths.get(patch.key), texts),
        )
        for patch in ground.patches
    ]
    return structs.replace(laid, patches=tuple(patches), legend=tuple(entries))


def _area(area: SceneArea) -> SceneArea:
    outlines = [
        SceneOutline(points=tuple(part.outline), holes=tuple(SceneHole(points=tuple(hole)) for hole in part.holes))
        for part in parts_of(area)
    ]
    return SceneArea(outlines=tuple(outlines))


def _wide(label: str, width: int | None, texts: SceneTexts) -> str:
    """`River, 2.5 inches wide`; what is no water needs no label."""
    return "" if width is None else texts.say("ground.wide", name=label, width=texts.inches(width))


def _entry(laid: SceneEntry, entry: GroundEntry, texts: SceneTexts) -> SceneEntry:
    """An entry with what it means in this game; the table's own label stays."""
    match entry.look:
        case "WATER":
            width = own_part(entry).width
            # What bars nobody hinders small and medium minis all the same.
            step = "NEVER" if entry.step == "NEVER" else "SOME"
            text = texts.say("ground.water", width="" if width is None else texts.inches(width))
            return structs.replace(laid, step=step, text=text, rule="MN-WAT-07")
        case "ROAD" | "BRIDGE":
            return structs.replace(laid, text=texts.rule("MN-ROAD-01"), rule="MN-ROAD-01")
    if entry.step == "NEVER":
        return structs.replace(laid, text=texts.say("ground.blocks"), rule="MN-GAP-47")
    if entry.sight == "NEVER":
        return structs.replace(laid, text=texts.say("ground.hides"), rule="MN-GAP-07")
    return laid
