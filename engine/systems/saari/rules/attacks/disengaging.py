"""Leaving an engagement within the zone: an order of its own, or on the way to another one.

[SA-ACT-13, G-32, W-11]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.saari.rules.attacks import free_strikes
from engine.systems.saari.rules.attacks.orders import Disengage
from engine.systems.saari.rules.attacks.questions import AskLeaving, Leaving
from engine.systems.saari.rules.basics import clock, engagements, lookup, superiority
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import SaariState

RULE = "G-32"
COST = 2


def cost(state: SaariFight, order: Disengage) -> int:
    """2 actions, as to withdraw.  [SA-ACT-13]"""
    return COST


def check(state: SaariFight, order: Disengage) -> None:
    """RuleRefusal for who is in no engagement."""
    if lookup.engagement_of(state, order.combatant) is None:
        raise RuleRefusal(f"{order.combatant} is in no engagement", rule=RULE, field="combatant")


def do(table: Table[SaariState], order: Disengage) -> None:
    """It never gives a free strike."""
    engagements.leave(table, order.combatant, rule=RULE)


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """In an engagement."""
    if lookup.engagement_of(state, who) is not None:
        yield Offer("disengage", Disengage(combatant=who), RULE)


def before_melee(table: Table[SaariState], who: str, targets: tuple[str, ...]) -> bool:
    """Leave the engagement if all whom a blow strikes are in another, before striking. Whether the attacker stands.

    With superiority nobody strikes at it; a target in no engagement comes into the attacker's.
    [SA-MELEE-04, G-32, G-33]
    """
    if not leaves_for(table.state, who, targets):
        return True
    if _gets_away(table, who, targets[0]):
        clock.pay(table, who, COST, rule=RULE)
    elif not free_strikes.at_leaving(table, who):
        return False
    engagements.leave(table, who, rule="SA-MELEE-04")
    return True


def leaves_for(state: SaariFight, who: str, targets: tuple[str, ...]) -> bool:
    """Whether a blow at these leads out of an engagement: all of them are in another.  [SA-MELEE-04, G-33]"""
    mine = lookup.engagement_of(state, who)
    theirs = [found[0] for target in targets if (found := lookup.engagement_of(state, target)) is not None]
    return mine is not None and bool(targets) and len(theirs) == len(targets) and mine[0] not in theirs


def _gets_away(table: Table[SaariState], who: str, target: str) -> bool:
    """W-11: asked where somebody that the attacker sees could strike, and it can pay for getting away."""
    holders = table.state.fight.holders(who)
    seen = table.seen(holders[0])
    enemies = (combatant for combatant in lookup.engaged_with(seen, who) if lookup.are_enemies(seen, who, combatant))
    risky = not superiority.has(seen, who) and any(clock.may_react(seen, enemy) for enemy in enemies)
    if not risky or lookup.fighter(seen, who).actions < COST:
        return False
    question = AskLeaving(
        offers=(
            Offer("accept", Leaving(disengage=False), "SA-MELEE-04"),
            Offer("disengage", Leaving(disengage=True), RULE),
        ),
        default="accept",
        combatant=who,
        target=target,
        cost=COST,
    )
    return table.ask(holders, question, rule="SA-MELEE-04").disengage
