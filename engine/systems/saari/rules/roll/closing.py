"""The end of a roll: it is counted for the last time.  [SA-DICE-07]"""

from __future__ import annotations

from msgspec import Struct

from engine.kit import Table
from engine.systems.saari.rules.basics.sums import total
from engine.systems.saari.rules.roll import record as records
from engine.systems.saari.rules.roll import tally
from engine.systems.saari.rules.roll.events import RollApplied
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState, Spent
from engine.systems.saari.types import ExtraUse


class Outcome(Struct, frozen=True, kw_only=True):
    """What an applied roll has come to.

    faces: that count. chosen: the complication. spent: what its extras went to. forgone: the effect that took the place
    of all damage.  [SA-XATK-04]
    """

    success: bool
    successes: int
    faces: tuple[int, ...]
    extras: int
    complication: bool
    chosen: str = ""
    spent: tuple[Spent, ...]
    forgone: str | None = None

    @property
    def damage(self) -> int:
        """Extras that went to damage.  [SA-XATK-01]"""
        return sum(payment.amount for payment in self.spent if payment.use is ExtraUse.DAMAGE)

    @property
    def bought(self) -> tuple[str, ...]:
        """Effects that were bought, as often as each was.  [SA-XATK-02, SA-XATK-04]"""
        found = tuple(
            payment.effect for payment in self.spent for _ in range(payment.times) if payment.effect is not None
        )
        return found if self.forgone is None else (*found, self.forgone)


def close(table: Table[SaariState], roll: str, plan: Plan) -> Outcome:
    """Nothing about the roll changes any more."""
    record = tally.roll_of(table.state, roll)
    found = Outcome(
        success=tally.succeeds(record),
        successes=tally.successes(record),
        faces=tally.faces(record),
        extras=tally.extras(record),
        complication=tally.complicated(record),
        chosen=record.complication,
        spent=record.spent,
        forgone=record.forgone,
    )
    applied = RollApplied(
        roll=roll,
        combatant=record.roller,
        purpose=record.purpose,
        pool=total(plan.parts) + records.parry_dice(record),
        threshold=tally.threshold(record.factors),
        successes=found.successes,
        kn=record.kn,
        success=None if record.kn is None else found.success,
        extras=found.extras,
        complication=found.complication,
    )
    table.emit(applied, rule="SA-DICE-07", because=records.reasons_of(record, plan.parts))
    return found
