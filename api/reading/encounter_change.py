"""What a watcher is told after a step: the fight whole, or what changed since it was told last."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import msgspec

from api.reading.encounter_node import EncounterNode
from api.reading.json_patch import Operation, patch_of
from api.reading.rendered_event import RenderedEvent
from api.reading.shared_result import SharedResult

SELECTIONS = 8
"""Selections of a change whose results are kept for others: its readers may name any."""


class EncounterChange(SharedResult):
    """A message of `changes`, the same object for all who are told the same after the same.

    version: of the fight after it; events: of its step. whole: the fight; None if it is as it was told before.
    told: the fight as JSON, by selection. follows: the version of the change before it; of that only what it told is
    kept, since it would keep all earlier ones. since, patch: as they are where the fight comes whole.
    """

    since = patch = None

    def __init__(
        self, node: EncounterNode, events: Sequence[RenderedEvent] = (), before: EncounterChange | None = None
    ) -> None:
        self.made = {}
        self.node, self.version, self.events = node, node.version, list(events)
        still = before is not None and before.node is node
        self.before = before.told if before is not None else {}
        self.told: dict[Hashable, bytes] = self.before if still else {}
        self.whole = None if still else node
        self.follows = before.version if before is not None else 0

    def anew(self) -> EncounterChange:
        """The same message with the fight whole, for a selection that nothing was told of before."""
        return EncounterChange(self.node, self.events)

    def room(self) -> None:
        """Forget what was made for others, if that is much: they are told the fight whole next time."""
        assert self.made is not None
        if len(self.made) >= SELECTIONS:
            self.made.clear()
            self.told.clear()

    def difference(self, selection: Hashable, whole: Any) -> list[Operation] | None:
        """Keep the fight as it was executed for a selection (None: it is as it was), and say what is to be changed.

        None: it has to be told whole, since nothing was told before, or since the operations would be no shorter.
        """
        known = self.before.get(selection)
        if self.whole is None:
            return None if known is None else []
        text = self.told[selection] = msgspec.json.encode(whole)
        if known is None:
            return None
        patch = patch_of(msgspec.json.decode(known), msgspec.json.decode(text))
        return patch if len(msgspec.json.encode(patch)) < len(text) else None
