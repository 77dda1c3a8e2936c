"""A small fight of real combatants, for tests of everything above the rules."""

from __future__ import annotations

from typing import Any

from engine.kernel.state.fight import DiceMode
from engine.kernel.state.seat import SeatEntry
from engine.service.encounters import NewEncounter

SEATS = (
    SeatEntry("gm", "The GM", "GM"),
    SeatEntry("ana", "Ana", "PLAYER"),
    SeatEntry("ben", "Ben", "PLAYER"),
    SeatEntry("eve", "Eve", "SPECTATOR"),
)


def combatant(key: str, side: str, seat: str | None, ref: str, **more: Any) -> dict[str, Any]:
    """JSON of an Enter order."""
    return {"id": key, "name": key.capitalize(), "side": side, "seat": seat, "sheet": {"ref": ref}, **more}


HEROES = (
    combatant("cloud", "heroes", "ana", "soldier"),
    combatant("vivi", "heroes", "ben", "black_mage"),
    combatant("rosa", "heroes", "ana", "white_mage"),
)
FOES = (
    combatant("goblin", "foes", None, "goblin"),
    combatant("gobbo", "foes", None, "goblin"),
    combatant("ogre", "foes", None, "ogre"),
)


def new_fight(
    *, dice: DiceMode = "OPEN", seed: str = "1", combatants: tuple[dict[str, Any], ...] = (*HEROES, *FOES), **more: Any
) -> NewEncounter:
    """Ana (soldier, white mage) and Ben (black mage) against two goblins and an ogre; Eve is a spectator."""
    return NewEncounter(
        system="fantasia", name="Bridge", seats=SEATS, combatants=combatants, dice=dice, seed=seed, **more
    )
