"""The dice secrets of fights, and the dice they make fall. Until a fight ends nobody gets them."""

from __future__ import annotations

from engine.kernel.dice import FaceSource, PhysicalDice, SeededDice, commitment, named_in_dice
from engine.kernel.errors import Fault
from engine.kernel.fight import DiceMode
from engine.store.port import Secrets, Store

KNOWN = 4096
"""How many secrets are remembered before all are forgotten and looked up again."""


def commitments(mode: DiceMode, hidden: Secrets) -> tuple[str, str]:
    """What is published of the two secrets at the beginning, so that nobody changes them later: "" where none binds."""
    return (commitment(hidden.dice), commitment(hidden.hidden)) if mode == "SEEDED" else ("", "")


def dice_of(encounter: str, mode: DiceMode, hidden: Secrets) -> FaceSource:
    """What falls in a fight with these secrets."""
    if mode == "PHYSICAL":
        return PhysicalDice()
    return SeededDice(named_in_dice(encounter, mode), hidden.dice, hidden.hidden)


class Vault:
    """The secrets that a store keeps. They never change, so those that were looked up once are remembered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Secrets] = {}

    async def secrets(self, encounter: str) -> Secrets | None:
        """The secrets of a fight; None where it has none, or they were lost."""
        hidden = self._known.get(encounter) or await self._store.secrets(encounter)
        if hidden is not None:
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known[encounter] = hidden
        return hidden

    async def dice(self, encounter: str, mode: DiceMode) -> FaceSource:
        """What falls in a fight. Fault where its secrets are lost."""
        if mode == "PHYSICAL":
            return PhysicalDice()
        hidden = await self.secrets(encounter)
        if hidden is None:
            raise Fault(f"the dice secret of encounter {encounter} is missing: restore it, or fork the fight")
        return dice_of(encounter, mode, hidden)
