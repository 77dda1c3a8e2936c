"""W-23: a complication, one for each roll whatever its outcome.  [SA-COMP-03 to SA-COMP-11]

What the rules determine follows by itself: the loss of an action, of the weapon in hand, of its ammunition, of a
worldly possession; an area that reaches its attacker (`areas.py`). Of those that the source only names the game master
tells what they mean, and applies it by correction.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Table
from engine.systems.saari.content.kinds import Purpose
from engine.systems.saari.rules.basics import clock, gear, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.resolution.events import AmmunitionSpent, ComplicationChosen, PossessionLost
from engine.systems.saari.rules.resolution.questions import AskComplication, Complication
from engine.systems.saari.rules.roll import marks, tally
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

LOSE_ACTION = "lose_action"
"""The usual one.  [SA-COMP-06]"""
DISARMED, OFF_BALANCE, OUT_OF_AMMUNITION, STUNNED, HITS_SELF, POSSESSION_LOST = (
    "disarmed", "off_balance", "out_of_ammunition", "stunned", "hits_self", "possession_lost",
)  # fmt: skip
OTHER = "other"
"""One that the game master tells."""


def choose(table: Table[SaariState], roll: str, plan: Plan) -> None:
    """The game master chooses where he wants to; else an action is lost.  [SA-COMP-05, SA-COMP-06]"""
    record = tally.roll_of(table.state, roll)
    if record.complication or not tally.complicated(record):
        return
    chosen = Complication(complication=LOSE_ACTION)
    if table.state.own.setup.complications or marks.is_ruled(table.state, roll, plan):
        question = AskComplication(
            offers=tuple(fitting(table.state, plan)),
            default=LOSE_ACTION,
            combatant=plan.roller,
        )
        chosen = table.ask(table.state.fight.gms(), question, rule="SA-COMP-05")
    event = ComplicationChosen(roll=roll, combatant=plan.roller, complication=chosen.complication)
    table.emit(event, rule="SA-COMP-05")
    _follow(table, plan, chosen)


def _follow(table: Table[SaariState], plan: Plan, chosen: Complication) -> None:
    """What the rules say of it."""
    who = plan.roller
    if chosen.complication == LOSE_ACTION:
        clock.lose(table, who, 1, rule="SA-COMP-06")
    elif chosen.complication == DISARMED:
        gear.drop(table, who, plan.means, zone=lookup.zone(table.state, who) or "", rule="SA-COMP-07")
    elif chosen.complication == OUT_OF_AMMUNITION:
        table.emit(AmmunitionSpent(combatant=who, item=plan.means), rule="SA-COMP-07")
    elif chosen.complication == POSSESSION_LOST:
        lost = chosen.talent or worldly(table.state, who)[0]
        items = gear.granted(table.state, who, lost)
        table.emit(PossessionLost(combatant=who, talent=lost, items=items), rule="SA-COMP-11")


def worldly(state: SaariFight, who: str) -> tuple[str, ...]:
    """Talents of somebody that are possessions, and can be lost.  [SA-COMP-11]"""
    return tuple(talent.id for talent in lookup.figures(state, who).talents if talent.worldly)


def fitting(state: SaariFight, plan: Plan) -> Iterator[Offer[Complication]]:
    """The usual one, those of the kind of roll, and whatever else the game master thinks of."""
    for complication, rule in (
        (LOSE_ACTION, "SA-COMP-06"),
        *(of_attack(state, plan) if plan.attacks else ()),
        *(((STUNNED, "SA-COMP-08"),) if plan.defends else ()),
    ):
        yield Offer(complication, Complication(complication=complication), rule)
    lost = worldly(state, plan.roller)
    if lost:
        body = Complication(complication=POSSESSION_LOST, talent=lost[0])
        yield Offer(POSSESSION_LOST, body, "SA-COMP-11", (Field("talent", "one", lost),))
    yield Offer(OTHER, Complication(complication=OTHER), "SA-COMP-05")


def of_attack(state: SaariFight, plan: Plan) -> Iterator[tuple[str, str]]:
    """(complication, rule) of an attack roll. What is thrown, or serves once, is out of hand anyway.  [SA-COMP-07]"""
    weapon = lookup.figures(state, plan.roller).weapons.get(plan.means)
    held = plan.means in lookup.fighter(state, plan.roller).held and plan.purpose is not Purpose.THROWN_ATTACK
    if weapon is not None and held and not weapon.single_use:
        yield DISARMED, "SA-COMP-07"
        if plan.purpose is Purpose.RANGED_ATTACK:
            yield OUT_OF_AMMUNITION, "SA-COMP-07"
    yield OFF_BALANCE, "SA-COMP-07"
    if plan.assault is not None and plan.assault.area:
        yield HITS_SELF, "SA-COMP-09"
