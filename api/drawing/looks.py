"""What something on the ground looks like, by its entry in the legend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from api.drawing.markup import Value, element, id_part, titled
from api.drawing.textures import textured
from engine.kernel.scene.ground import SceneEntry
from engine.kernel.state.ground.ground import SceneLook

UNKNOWN = SceneEntry(key="", look="OTHER", label="")
"""Of an entry that the legend does not have."""

Legend = Mapping[str, SceneEntry]


def legend_of(entries: Iterable[SceneEntry]) -> Legend:
    """The legend by key."""
    return {entry.key: entry for entry in entries}


class LegendLine(Struct, frozen=True):
    """A line of the legend as a reader sees it: entries that look alike and have the same words.

    A wall of the rows and one along an edge are two entries, but one thing to whoever reads the drawing.
    """

    entries: tuple[SceneEntry, ...]

    @property
    def first(self) -> SceneEntry:
        return self.entries[0]

    @property
    def words(self) -> str:
        return said_entry(self.first)

    @property
    def text(self) -> str:
        """The rules of its entries, each once."""
        return " ".join(dict.fromkeys(entry.text for entry in self.entries if entry.text))

    @property
    def facts(self) -> dict[str, Value]:
        """What holds of all its entries; their keys."""
        found = [facts_of(entry) for entry in self.entries]
        shared = {name: value for name, value in found[0].items() if all(item[name] == value for item in found)}
        return {**shared, "data_entry": " ".join(entry.key for entry in self.entries) or None}


def said_entry(entry: SceneEntry) -> str:
    """An entry in words, with how high it is and the cover that it gives."""
    height = f" {entry.height:+d}".replace("-", "−") if entry.height else ""
    return entry.label + height + (f" ({entry.cover})" if entry.cover else "")


def legend_lines(entries: Iterable[SceneEntry]) -> list[LegendLine]:
    """The lines of a legend, in its order."""
    found: dict[tuple[SceneLook, str], list[SceneEntry]] = {}
    for entry in entries:
        found.setdefault((entry.look, said_entry(entry)), []).append(entry)
    return [LegendLine(tuple(alike)) for alike in found.values()]


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


def facts_of_all(keys: Iterable[str], entries: Sequence[SceneEntry]) -> dict[str, Value]:
    """The same of what several entries are laid on: all their keys, and the facts of the first."""
    return {"data_entries": " ".join(keys) or None, **(facts_of(entries[0]) if entries else {})}


def filled(path: str, entry: SceneEntry, name: str, key: str, **more: Value) -> str:
    """A part of the ground: its fill, and its outline. key: makes its id."""
    inside = titled(entry.label) + element("path", d=path, fill_rule="evenodd", **fill_of(entry.look, name))
    inside += element("path", d=path, class_=f"thin s-{entry.look}")
    return element("g", inside, id=f"{name}-{id_part(key)}", **facts_of(entry), **more)
