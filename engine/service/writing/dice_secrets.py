"""The dice secrets of encounters, and the dice made from them. Nobody gets them before the encounter ends."""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import (
    FaceSource,
    PhysicalDice,
    SeededDice,
    commitment,
    encounter_in_dice,
    epochs_after,
    first_of_epochs,
    in_epoch,
)
from engine.kernel.state.fight import DiceMode
from engine.kernel.structs.errors import Fault
from engine.store.port import Secrets, Store

KNOWN = 4096
"""How many secrets are cached before the cache is cleared."""


def commitments(mode: DiceMode, hidden: Secrets) -> tuple[str, str]:
    """The commitments to both secrets, published at the start so that they cannot change later: "" for none."""
    return (commitment(hidden.dice), commitment(hidden.hidden)) if mode == "SEEDED" else ("", "")


def in_force_at_first(book: Rulebook[Any], mode: DiceMode, hidden: Secrets) -> Secrets:
    """The secrets in force at the start. hidden: those that are kept; a campaign's are the roots of its epochs'."""
    if not book.campaign_of or mode != "SEEDED":
        return hidden
    return Secrets(first_of_epochs(hidden.dice), first_of_epochs(hidden.hidden))


def dice_of(encounter: str, mode: DiceMode, hidden: Secrets) -> FaceSource:
    """The dice of an encounter with these secrets."""
    if mode == "PHYSICAL":
        return PhysicalDice()
    return SeededDice(encounter_in_dice(encounter, mode), hidden.dice, hidden.hidden)


class DiceSecrets:
    """The dice secrets in a store. They never change, so they are cached.

    Of a campaign the last ones are kept, from which those of all epochs follow.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Secrets] = {}
        self._epochs: dict[str, tuple[str, Secrets, int]] = {}

    async def secrets(self, encounter: str) -> Secrets | None:
        """The secrets of an encounter; None if it has none, or they were lost."""
        hidden = self._known.get(encounter) or await self._store.secrets(encounter)
        if hidden is not None:
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known[encounter] = hidden
        return hidden

    async def in_force(self, encounter: str, committed: str) -> tuple[Secrets, int] | None:
        """The secrets with this commitment, and how many epochs come after theirs; None: they are lost, or damaged.

        committed: "": those that are kept.
        """
        held = self._epochs.get(encounter)
        if committed and held is not None and held[0] == committed:
            return held[1], held[2]
        kept = await self.secrets(encounter)
        if kept is None:
            return None
        after = epochs_after(kept.dice, committed) if committed else 0
        if after is None:
            self._known.pop(encounter, None)
            return None
        found = Secrets(in_epoch(kept.dice, after), in_epoch(kept.hidden, after)) if after else kept
        if after:
            if len(self._epochs) >= KNOWN:
                self._epochs.clear()
            self._epochs[encounter] = (committed, found, after)
        return found, after

    async def dice(self, encounter: str, mode: DiceMode, committed: str) -> FaceSource:
        """The dice of an encounter. committed: the commitment to its open secret, "" if there is none.

        Raises Fault if its secrets are lost, or the open one does not match the commitment: its dice would prove
        nothing.
        """
        if mode == "PHYSICAL":
            return PhysicalDice()
        if await self.secrets(encounter) is None:
            raise Fault(f"the dice secret of encounter {encounter} is missing: restore it, or fork the fight")
        found = await self.in_force(encounter, committed)
        if found is None:
            raise Fault(f"the dice secret of encounter {encounter} is damaged: restore a backup, or fork the fight")
        return dice_of(encounter, mode, found[0])
