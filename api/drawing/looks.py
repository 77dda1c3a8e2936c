"""What something on the ground looks like, by its entry in the legend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from api.drawing.markup import Value, element, id_part, titled
from api.drawing.textures import textured
from engine.kernel.scene.ground import SceneEntry
from engine.kernel.state.ground import SceneLook

UNKNOWN = SceneEntry(key="", look="OTHER", label="")
"""Of an entry that the legend does not have."""

Legend = Mapping[str, SceneEntry]


def legend_of(entries: Iterable[SceneEntry]) -> Legend:
    """The legend by key."""
    return {entry.key: entry for entry in entries}


def fill_of(look: SceneLook, name: str) -> dict[str, Value]:
    """The attributes that fill something. name: begins the ids of this drawing."""
    return {"fill": f"url(#{name}-t-{look})"} if textured(look) else {"class_": f"f-{look}"}


def facts_of(entry: SceneEntry) -> dict[str, Value]:
    """What scripts and style sheets find something by."""
    return {
        "data_entry": entry.key or None,
        "data_look": entry.look,
        "data_state": entry.state if entry.state != "NONE" else None,
        "data_step": entry.step,
        "data_sight": entry.sight,
        "data_height": entry.height or None,
        "data_rule": entry.rule,
    }


def filled(path: str, entry: SceneEntry, name: str, key: str, **more: Value) -> str:
    """A part of the ground: its fill, and its outline. key: makes its id."""
    inside = titled(entry.label) + element("path", d=path, fill_rule="evenodd", **fill_of(entry.look, name))
    inside += element("path", d=path, class_=f"thin s-{entry.look}")
    return element("g", inside, id=f"{name}-{id_part(key)}", **facts_of(entry), **more)
