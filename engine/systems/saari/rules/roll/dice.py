"""Throwing dice: a batch at a time, and a bonus die for each six.  [SA-DICE-06]"""

from __future__ import annotations

from engine.kit import Reckons, Table
from engine.systems.saari.rules.basics.sums import total
from engine.systems.saari.rules.roll.events import FacesDrawn
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import Throw


def thrown_first(plan: Plan) -> str:
    """The dice of a roll's first batch; "": none.  [SA-DICE-03, SA-DICE-15]"""
    dice = total(plan.parts) + 2 * plan.zero
    return f"{dice}d6" if dice else ""


def throw(
    table: Table[SaariState],
    roll: str,
    dice: int,
    *,
    by: str,
    zero: bool,
    first: Throw,
    why: str,
    odds: Reckons | None = None,
) -> None:
    """Throw dice of a roll, and the bonus dice that they earn, each batch in one draw.

    zero: two more fall, for an attribute of 0, of which only the lower counts.  [SA-DICE-15, G-06]  Of no dice
    none fall. Every roll of a character has bonus dice.  [G-09, G-10]  odds: of them all, told with the first batch.
    """
    bonus = Throw.PARRY_BONUS if first is Throw.PARRY else Throw.BONUS
    kind, pair = first, zero
    while dice or pair:
        rule, told = ("SA-DICE-06", None) if kind is bonus else ("SA-DICE-03", odds)
        faces = table.roll(f"{dice + 2 * pair}d6", by=by, why=why, rule=rule, odds=told)
        ignored = None if not pair else 0 if faces[0] > faces[1] else 1
        table.emit(
            FacesDrawn(roll=roll, combatant=by, throw=kind, faces=faces, ignored=ignored),
            rule="SA-DICE-15" if pair else "SA-DICE-06" if kind is bonus else "SA-DICE-03",
        )
        dice = sum(face == 6 for index, face in enumerate(faces) if index != ignored)
        kind, pair = bonus, False
