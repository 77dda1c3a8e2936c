"""The ground of a scene and its legend, from the ground of the fight as its reader sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import structs

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.scene.ground import SceneEdge, SceneEntry, SceneGround, ScenePatch
from engine.kernel.scene.space import SceneRanks, SceneSpace, SceneZones
from engine.kernel.scene.wording import Wording
from engine.kernel.state.ground.barriers import passes, state_of
from engine.kernel.state.ground.ground import Ground, GroundEdge, GroundEntry
from engine.kernel.words.sentences import language_of

LANGUAGES = 8
"""In how many languages a drawn ground is kept: readers may name any."""

NO_GROUND = SceneGround(digest="")
"""Plain ground; `compose.scene_of` writes the digest."""


def ground_of(words: Wording, ground: Ground | None) -> SceneGround:
    """Rows, patches, edges and the whole legend of a ground. Made once for each of the languages that are asked for."""
    if ground is None:
        return NO_GROUND
    kept: dict[tuple[RuleSystem[Any], str], SceneGround] = ground.kept.setdefault("scenes", {})
    key = (words.system, language_of(words.locale))
    found = kept.get(key)
    if found is None:
        if len(kept) >= LANGUAGES:
            kept.clear()
        found = kept[key] = _drawn(words, ground)
    return found


def _drawn(words: Wording, ground: Ground) -> SceneGround:
    edges, legend = standing(words, ground.edges, entries(words, ground))
    return SceneGround(
        digest="",
        rows=ground.rows,
        patches=tuple([ScenePatch(key=p.key, entry=p.entry, area=p.area, label=p.label) for p in ground.patches]),
        edges=edges,
        legend=tuple([entry(words, row) for row in legend]),
    )


def standing(
    words: Wording, edges: Iterable[GroundEdge], legend: Sequence[GroundEntry]
) -> tuple[tuple[SceneEdge, ...], list[GroundEntry]]:
    """Edges as they stand now, and the legend with an entry more for each state that an entry does not tell of.

    So the entry of an open door lets pass, though that of the same door shut does not.
    """
    found, drawn = {entry.key: entry for entry in legend}, list[SceneEdge]()
    known = {(entry.key, entry.state): entry.key for entry in legend}
    for edge in edges:
        entry = found[edge.entry]
        state = state_of(edge, entry)
        key = known.get((edge.entry, state))
        if key is None:
            key = f"{edge.entry}-{state.lower()}"
            while key in found:
                key += "-"
            known[edge.entry, state] = key
            label = entry.label or words.word(entry.terrain or entry.key)
            found[key] = structs.replace(entry, key=key, sign=None, state=state, label=label)
        drawn.append(SceneEdge(key=edge.key, entry=key, line=edge.line, state=state, label=edge.label))
    return tuple(drawn), list(found.values())


def with_edges(words: Wording, shown: SceneGround, ground: Ground) -> SceneGround:
    """What a system shows of its ground, with the edges of it that the system itself says nothing about.

    Where the system has another entry of the same key, that of an edge is called after the edge.
    """
    if shown.edges or not ground.edges:
        return shown
    edges, legend = standing(words, ground.edges, entries(words, ground))
    named, taken = {edge.entry for edge in edges}, {row.key for row in shown.legend}
    keys: dict[str, str] = {}
    for key in dict.fromkeys(edge.entry for edge in edges):
        keys[key] = key
        while keys[key] in taken:
            keys[key] = f"edge-{keys[key]}"
        taken.add(keys[key])
    drawn = [structs.replace(entry(words, row), key=keys[row.key], sign=None) for row in legend if row.key in named]
    return structs.replace(
        shown,
        edges=tuple([structs.replace(edge, entry=keys[edge.entry]) for edge in edges]),
        legend=(*shown.legend, *drawn),
    )


def entries(words: Wording, ground: Ground) -> list[GroundEntry]:
    """The legend of a ground, then what the system knows without one; the table's own signs and keys count first."""
    found = list(ground.legend)
    keys, signs = {entry.key for entry in found}, {entry.sign for entry in found if entry.sign is not None}
    for ground_entry in words.system.ground_entries:
        if ground_entry.key not in keys:
            found.append(structs.replace(ground_entry, sign=None) if ground_entry.sign in signs else ground_entry)
    return found


def entry(words: Wording, ground_entry: GroundEntry) -> SceneEntry:
    """An entry of the legend with the words of the table, or else of the system."""
    step, sight = passes(ground_entry, ground_entry.state)
    return SceneEntry(
        key=ground_entry.key,
        sign=ground_entry.sign,
        look=ground_entry.look or "FLOOR",
        state=ground_entry.state,
        label=ground_entry.label or words.word(ground_entry.terrain or ground_entry.key),
        step=step,
        sight=sight,
        height=ground_entry.height,
        top=ground_entry.top,
        cover=words.say("cover", figure=ground_entry.cover) if ground_entry.cover else "",
        cover_figure=ground_entry.cover,
    )


def used(legend: Iterable[SceneEntry], space: SceneSpace, ground: SceneGround) -> tuple[SceneEntry, ...]:
    """The entries that rows, patches, edges, zones, links or positions of a scene name; no others."""
    signs = set("".join(ground.rows))
    keys = set(_named(space, ground))
    return tuple([entry for entry in legend if entry.key in keys or entry.sign in signs])


def _named(space: SceneSpace, ground: SceneGround) -> Iterator[str]:
    yield from (patch.entry for patch in ground.patches)
    yield from (edge.entry for edge in ground.edges)
    if isinstance(space, SceneZones):
        for zone in space.zones:
            yield from zone.entries
        for link in space.links:
            yield from link.entries
    if isinstance(space, SceneRanks):
        for position in space.positions:
            yield from position.entries
