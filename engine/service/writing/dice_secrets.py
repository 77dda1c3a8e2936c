"""The dice secrets of encounters, and the dice made from them. Nobody gets them before the encounter ends."""

from __future__ import annotations

from engine.kernel.playing.dice import FaceSource, PhysicalDice, SeededDice, commitment, encounter_in_dice
from engine.kernel.state.fight import DiceMode
from engine.kernel.structs.errors import Fault
from engine.store.port import Secrets, Store

KNOWN = 4096
"""How many secrets are cached before the cache is cleared."""


def commitments(mode: DiceMode, hidden: Secrets) -> tuple[str, str]:
    """The commitments to both secrets, published at the start so that they cannot change later: "" for none."""
    return (commitment(hidden.dice), commitment(hidden.hidden)) if mode == "SEEDED" else ("", "")


def dice_of(encounter: str, mode: DiceMode, hidden: Secrets) -> FaceSource:
    """The dice of an encounter with these secrets."""
    if mode == "PHYSICAL":
        return PhysicalDice()
    return SeededDice(encounter_in_dice(encounter, mode), hidden.dice, hidden.hidden)


class DiceSecrets:
    """The dice secrets in a store. They never change, so they are cached."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Secrets] = {}

    async def secrets(self, encounter: str) -> Secrets | None:
        """The secrets of an encounter; None if it has none, or they were lost."""
        hidden = self._known.get(encounter) or await self._store.secrets(encounter)
        if hidden is not None:
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known[encounter] = hidden
        return hidden

    async def dice(self, encounter: str, mode: DiceMode, committed: str) -> FaceSource:
        """The dice of an encounter. committed: the commitment to its open secret, "" if there is none.

        Raises Fault if its secrets are lost, or the open one does not match the commitment: its dice would prove
        nothing.
        """
        if mode == "PHYSICAL":
            return PhysicalDice()
        hidden = await self.secrets(encounter)
        if hidden is None:
            raise Fault(f"the dice secret of encounter {encounter} is missing: restore it, or fork the fight")
        if committed and commitment(hidden.dice) != committed:
            self._known.pop(encounter, None)
            raise Fault(f"the dice secret of encounter {encounter} is damaged: restore a backup, or fork the fight")
        return dice_of(encounter, mode, hidden)
