"""Things pass between allies who are very close.  [MM-ACT-10, MM-DW-25]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.rules.basics import lookup, prompts
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.gear import carrying, transfer
from engine.systems.mongolian_mercenaries.rules.gear.ammunition import thrown_away
from engine.systems.mongolian_mercenaries.rules.gear.events import GearHanded
from engine.systems.mongolian_mercenaries.rules.gear.orders import HandOver
from engine.systems.mongolian_mercenaries.rules.gear.questions import AskHandOver, HandOverReply
from engine.systems.mongolian_mercenaries.sheet import Kind
from engine.systems.mongolian_mercenaries.state import Fighter, MercenariesState

RULE = "MM-ACT-10"
HANDY = (Kind.PC, Kind.ALLY)
"""Who can give and take."""


def partners(state: MercenariesFight, who: str) -> tuple[str, ...]:
    """Allies next to somebody who can take things.  [MM-ACT-10, RUL-22]"""
    if lookup.fighter(state, who).kind not in HANDY:
        return ()
    mine = lookup.rank(state, who)
    return tuple(
        active_ally
        for active_ally in lookup.active_allies(state, who)
        if abs(lookup.rank(state, active_ally) - mine) == 1 and lookup.fighter(state, active_ally).kind in HANDY
    )


def refusal(state: MercenariesFight, order: HandOver) -> RuleRefusal | None:
    """Why it is not legal; None where it is."""
    who, target = order.combatant, order.target
    state.fight.require(target)
    if target not in partners(state, who):
        return RuleRefusal("target: an ally on the position beside", rule=RULE, field="target")
    if not order.give and not order.want:
        return RuleRefusal("give: name what passes", rule=RULE, field="give")
    giver, taker = lookup.fighter(state, who), lookup.fighter(state, target)
    for field, keys, owner in (("give", order.give, giver), ("want", order.want, taker)):
        if len(set(keys)) < len(keys) or any(key not in _active(owner) for key in keys):
            return RuleRefusal(f"{field}: only what is at hand", rule="MM-EQ-02", field=field)
    for want in dict.fromkeys((order.want, ())):
        full = _too_full(giver, taker, order.give, want)
        if full is not None:
            return full
    return None


def _active(fighter: Fighter) -> tuple[str, ...]:
    """What somebody has at hand, worn things and ammunition too; not what it has thrown away."""
    figures, gone = transfer.figures_of(fighter), (*fighter.packed, *thrown_away(fighter))
    units = (key for key, count in fighter.ammunition.items() if count > 0 and key not in figures.weapons)
    return (*(key for key in carrying.things(figures) if key not in gone), *figures.worn, *units)


def _too_full(giver: Fighter, taker: Fighter, give: tuple[str, ...], want: tuple[str, ...]) -> RuleRefusal | None:
    """Both must have room for what they get.  [MM-EQ-06]"""
    giver, taker = transfer.handed(giver, taker, give)
    taker, giver = transfer.handed(taker, giver, want)
    for field, fighter in (("give", taker), ("want", giver)):
        figures = transfer.figures_of(fighter)
        if carrying.excess_at_hand(figures, fighter.packed) or carrying.excess_of(figures):
            return RuleRefusal(f"{field}: there is no room for it", rule="MM-EQ-06", field=field)
    return None


def check(state: MercenariesFight, order: HandOver) -> None:
    """RuleRefusal where it is not legal."""
    refused = refusal(state, order)
    if refused is not None:
        raise refused


def do(table: Table[MercenariesState], order: HandOver) -> None:
    """What is given passes; what is asked for only if the ally's player agrees."""
    who, target = order.combatant, order.target
    wanted = order.want if order.want and _agreed(table, order) else ()
    if order.give:
        table.emit(GearHanded(combatant=who, target=target, items=order.give), rule=RULE)
    if wanted:
        table.emit(GearHanded(combatant=target, target=who, items=wanted), rule=RULE)


def _agreed(table: Table[MercenariesState], order: HandOver) -> bool:
    offers = (
        Offer("no", HandOverReply(agreed=False), RULE),
        Offer("yes", HandOverReply(agreed=True), RULE),
    )
    question = AskHandOver(offers=offers, default="no", combatant=order.target, other=order.combatant, items=order.want)
    return prompts.ask(table, order.target, question, rule="MM-DW-25").agreed


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """Each thing to each ally beside, and each of theirs."""
    for target in partners(state, who):
        for field, owner in (("give", who), ("want", target)):
            for key in _active(lookup.fighter(state, owner)):
                order = HandOver(combatant=who, target=target, **{field: (key,)})
                if refusal(state, order) is None:
                    yield Offer(field, order, RULE)
