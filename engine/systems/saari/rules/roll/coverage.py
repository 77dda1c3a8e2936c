"""W-26 of an area attack: extras of one defence may save a comrade.  [SA-XDEF-01, SA-XDEF-02, G-43, G-56]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import Field, Offer, Table
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.roll import tally
from engine.systems.saari.rules.roll.events import ExtrasSpent
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.rules.roll.questions import AskCoverage, Coverage
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import ExtraUse

RULE = "SA-XDEF-01"


def share(table: Table[SaariState], rolls: Sequence[tuple[str, Plan]]) -> None:
    """After every defender's parry, before anybody is asked for a mind point.  [G-43]"""
    defenses = [(roll, plan) for roll, plan in rolls if plan.defends]
    for roll, plan in defenses:
        extras = tally.unspent(tally.roll_of(table.state, roll))
        others = {other.roller: key for key, other in defenses if key != roll}
        needs = {who: lacking(table.state, key) for who, key in others.items() if beside(table.state, plan.roller, who)}
        needs = {who: lack for who, lack in needs.items() if lack}
        if not extras or not needs:
            continue
        for who, given in _asked(table, plan.roller, extras, needs).covered.items():
            amount = min(given, needs.get(who, 0))  # more than is lacking would be lost: it stays for a riposte
            if amount:
                spent = ExtrasSpent(
                    roll=roll,
                    combatant=plan.roller,
                    use=ExtraUse.COVERAGE,
                    amount=amount,
                    target=who,
                    covered_roll=others[who],
                )
                table.emit(spent, rule=RULE)


def lacking(state: SaariFight, roll: str) -> int:
    """How many successes a failed defence lacks; 0: it has not failed."""
    record = tally.roll_of(state, roll)
    return 0 if tally.succeeds(record) else max(1, record.kn or 0) - tally.successes(record)


def beside(state: SaariFight, who: str, other: str) -> bool:
    """A comrade in the same engagement, or in the same zone with neither engaged elsewhere.  [G-56]"""
    if lookup.are_enemies(state, who, other):
        return False
    if other in lookup.engaged_with(state, who):
        return True
    free = lookup.engagement_of(state, who) is None and lookup.engagement_of(state, other) is None
    return free and lookup.same_zone(state, who, other)


def _asked(table: Table[SaariState], who: str, extras: int, needs: dict[str, int]) -> Coverage:
    most = min(extras, sum(needs.values()))
    question = AskCoverage(
        offers=(
            Offer("keep", Coverage(), "SA-XDEF-03"),
            Offer(
                "cover",
                Coverage(covered=first(needs, most)),
                RULE,
                (Field("covered", "split", tuple(needs), least=1, most=most),),
            ),
        ),
        default="keep",
        combatant=who,
        extras=extras,
        lacking=needs,
    )
    return table.ask(table.state.fight.holders(who), question, rule=RULE)


def first(needs: dict[str, int], extras: int) -> dict[str, int]:
    """So many extras, to one comrade after the other as each lacks them."""
    found: dict[str, int] = {}
    for who, lack in needs.items():
        given = min(lack, extras - sum(found.values()))
        if given:
            found[who] = given
    return found
