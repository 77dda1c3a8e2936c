"""From stage to stage only what changes; each markup is written once, however often it comes back."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from api.replay.stages import Layers, Stage
from schemas.replays import ReplayLayer, ReplayStep


class Film:
    """The changes of a fight, version by version. markup: every part that is ever shown.

    before: what is to be seen already, of which nothing is written.
    """

    def __init__(self, before: Stage | None = None) -> None:
        self.markup: list[str] = []
        self.steps: list[ReplayStep] = []
        self._numbers: dict[str, int] = {}
        self._before = before or Stage((0, 0), {})

    def show(self, version: int, stage: Stage) -> None:
        """From this version on this is to be seen."""
        changed: dict[str, ReplayLayer] = {}
        for layer, parts in stage.layers.items():
            before = self._before.layers.get(layer, {})
            if before is not parts and (found := self._changed(before, parts)) is not None:
                changed[layer] = found
        size = stage.size if stage.size != self._before.size else None
        self._before = stage
        if changed or size:
            self.steps.append(ReplayStep(version=version, layers=changed, size=size))

    def _changed(self, before: dict[str, str], after: dict[str, str]) -> ReplayLayer | None:
        added = {key: self._number(part) for key, part in after.items() if before.get(key) != part}
        gone = tuple(key for key in before if key not in after)
        stays = [key for key in before if key in after]
        natural = [*stays, *(key for key in added if key not in before)]
        order = tuple(after) if natural != list(after) else UNSET
        return ReplayLayer(gone=gone, put=added, order=order) if added or gone or order is not UNSET else None

    def _number(self, part: str) -> int:
        found = self._numbers.get(part)
        if found is None:
            found = self._numbers[part] = len(self.markup)
            self.markup.append(part)
        return found


def shown_at(markup: Sequence[str], steps: Sequence[ReplayStep], version: int, before: Layers | None = None) -> Layers:
    """What is to be seen at a version, made from the changes alone, as a page does it. before: what was seen before."""
    layers: Layers = dict(before or {})
    for step in steps:
        if step.version > version:
            break
        for layer, change in step.layers.items():
            parts = {key: part for key, part in layers.get(layer, {}).items() if key not in change.gone}
            parts |= {key: markup[number] for key, number in change.put.items()}
            layers[layer] = parts if change.order is UNSET else {key: parts[key] for key in change.order}
    return layers
