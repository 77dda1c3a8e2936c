"""What a fight's ground means here: zones, the links between them, what is difficult, and cover.  [SA-ZONE-01]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import RuleRefusal
from engine.kit.ground import Ground, GroundEntry, GroundLink, GroundZone, Space

RULE = "SA-ZONE-01"

ENTRIES = (
    GroundEntry(key="difficult", step="HARD", look="ROUGH"),
    GroundEntry(key="cover", cover=1, look="COVER"),
)
"""What zones and links may name without a legend.  [SA-MOVE-02, G-12]"""

BARE = Ground(
    space=Space(kind="ZONES"),
    zones=(
        GroundZone(key="west", label="West"),
        GroundZone(key="middle", label="Middle"),
        GroundZone(key="east", label="East"),
    ),
    links=(
        GroundLink(key="west-middle", from_="west", to="middle"),
        GroundLink(key="middle-east", from_="middle", to="east"),
    ),
)
"""The ground of a fight that sets none up."""


def faults(ground: Ground) -> Iterator[RuleRefusal]:
    """What is wrong with a ground for this game."""
    if ground.space.kind != "ZONES":
        yield RuleRefusal(
            f"space.kind: this game is played in ZONES, not {ground.space.kind}", rule=RULE, field="space.kind"
        )
    elif not ground.zones:
        yield RuleRefusal("zones: at least one", rule=RULE, field="zones")


def entries_of(ground: Ground, keys: tuple[str, ...]) -> list[GroundEntry]:
    """The entries of these keys, the ground's own before those of the game."""
    legend = {entry.key: entry for entry in (*ENTRIES, *ground.legend)}
    return [legend[key] for key in keys if key in legend]


def is_difficult(ground: Ground, keys: tuple[str, ...]) -> bool:
    """Whether what these entries are of is hard to enter or to cross.  [SA-MOVE-02]"""
    return any(entry.step in ("HARD", "SOME") for entry in entries_of(ground, keys))


def is_hard_way(ground: Ground, link: GroundLink, to: GroundZone) -> bool:
    """Whether going to a zone by this way is difficult: the way is, or the zone.  [SA-MOVE-02]"""
    return is_difficult(ground, link.entries) or is_difficult(ground, to.entries)


def has_cover(ground: Ground, zone: str) -> bool:
    """Whether a zone gives cover.  [G-12]"""
    return any(z.key == zone and any(entry.cover for entry in entries_of(ground, z.entries)) for z in ground.zones)


def crossings(ground: Ground, zone: str) -> dict[str, bool]:
    """The adjacent zones of a zone, and whether going there is difficult.  [SA-MOVE-01, SA-MOVE-02]"""
    zones = {candidate.key: candidate for candidate in ground.zones}
    never = {entry.key for entry in (*ENTRIES, *ground.legend) if entry.step == "NEVER"}
    found: dict[str, bool] = {}
    for link in ground.links:
        ends = ((link.from_, link.to), *(((link.to, link.from_),) if link.both else ()))
        for start, other in ends:
            if start == zone and other in zones and never.isdisjoint((*link.entries, *zones[other].entries)):
                hard = is_hard_way(ground, link, zones[other])
                found[other] = found.get(other, True) and hard  # of two ways the easier one is taken
    return found


def distance(ground: Ground, start: str, other: str) -> int | None:
    """How many links lie between two zones, whichever way they are gone; None: nothing joins them.

    Difficulty does not matter; a link that cannot be seen along does not count.  [SA-SHOOT-01]
    """
    shut = {entry.key for entry in (*ENTRIES, *ground.legend) if entry.sight == "NEVER"}
    near: dict[str, list[str]] = {zone.key: [] for zone in ground.zones}
    for link in ground.links:
        if shut.isdisjoint(link.entries) and link.from_ in near and link.to in near:
            near[link.from_].append(link.to)
            near[link.to].append(link.from_)
    steps, reached = 0, {start}
    while other not in reached:
        wider = reached.union(*(near.get(zone, ()) for zone in reached))
        if wider == reached:
            return None
        steps, reached = steps + 1, wider
    return steps
