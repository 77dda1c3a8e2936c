"""The clock of a round: actions left are the place in the countdown, and every payment moves down it.  [SA-INIT-05]"""

from __future__ import annotations

from engine.kit import RuleRefusal, Table, WhyNot
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.events import (
    ActionsLost,
    ActionsPaid,
    GroupOrderSet,
    InitiativeLowered,
    Payment,
    PlaceInOrderSet,
)
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import Phase, SaariState


def is_outside(state: SaariFight) -> bool:
    """Whether no fight goes on, so that nothing is paid for with actions.  [G-29]"""
    return state.own.phase in (Phase.SETUP, Phase.OVER)


def next_actor(state: SaariFight) -> str | None:
    """Who acts next: the most actions left; at the same count characters first, then group order.

    None: nobody has an action that it can still take.  [SA-INIT-05, SA-INIT-06, SA-INIT-09, G-05]
    """
    able = tuple(who for who in lookup.here(state) if may_act(state, who))
    if not able:
        return None
    highest = max(lookup.fighter(state, who).actions for who in able)
    return lookup.by_group_order(state, tuple(who for who in able if lookup.fighter(state, who).actions == highest))[0]


def may_act(state: SaariFight, who: str) -> bool:
    """Whether a combatant still has a count of its own in this round.  [G-04]"""
    fighter = lookup.fighter(state, who)
    return lookup.in_play(state, who) and fighter.actions > 0 and not fighter.holding


def may_react(state: SaariFight, who: str, cost: int = 1) -> bool:
    """Whether a combatant can pay for a reaction: exactly to 0 is allowed, and holding is no bar.

    How often it reacts is limited by its actions alone.  [SA-REACT-02, SA-REACT-04]
    """
    fighter = lookup.fighter(state, who)
    return (
        state.own.phase is Phase.ACTIONS
        and lookup.in_play(state, who)
        and fighter.kind in lookup.ACTORS
        and fighter.actions >= cost
    )


def require_affordable(state: SaariFight, who: str, cost: int) -> None:
    """RuleRefusal where an action costs more than is left: there is no overdraft.  [G-03]"""
    left = lookup.fighter(state, who).actions
    if left < cost:
        raise RuleRefusal(
            f"{who} has {left} of the {cost} actions that this costs: choose a cheaper one, or hold",
            rule="G-03",
            field="combatant",
            why=WhyNot.NO_BUDGET,
        )


def pay(table: Table[SaariState], who: str, cost: int, *, rule: str, payment: Payment = Payment.ACTION) -> None:
    """Pay actions; 0 makes no event. Whoever pays for a reaction acts later for it.  [SA-INIT-05, SA-REACT-03]

    What is paid for happens at this count; only what comes after it is later.  [SA-INIT-12]
    """
    if cost:
        left = lookup.fighter(table.state, who).actions - cost
        table.emit(ActionsPaid(combatant=who, cost=cost, left=left, payment=payment), rule=rule)


def lose(table: Table[SaariState], who: str, actions: int, *, rule: str) -> None:
    """Take actions away; with none left nothing further is lost. Before the first initiative that is lowered instead.

    Outside a fight there are none.  [SA-COMP-06, G-14]
    """
    if is_outside(table.state):
        return
    if table.state.own.phase is Phase.AMBUSH:
        table.emit(InitiativeLowered(combatant=who, penalty=actions), rule="G-14")
        return
    left = lookup.fighter(table.state, who).actions
    lost = min(left, actions)
    if lost:
        table.emit(ActionsLost(combatant=who, lost=lost, left=left - lost), rule=rule)


# -- the order at the same count
def arrange(table: Table[SaariState]) -> None:
    """Set the order within both groups, once for the fight; places of the hidden are set apart, one by one.

    Also those of hidden ones without initiative: what kind somebody hidden is nobody learns from how many there are.
    [SA-INIT-07 to SA-INIT-09, G-66]
    """
    state = table.state
    known = {who for who, combatant in state.fight.combatants.items() if combatant.seen_by is None}
    for characters in (True, False):
        group = tuple(who for who in lookup.actors(state) if lookup.is_pc(state, who) is characters)
        members = tuple(who for who in ranked(state, group) if who in known)
        if members:
            table.emit(GroupOrderSet(characters=characters, members=members), rule="SA-INIT-09")
    for who in state.own.fighters:
        if who not in known:
            insert(table, who)


def insert(table: Table[SaariState], who: str) -> None:
    """The place of a latecomer, or of somebody hidden: before the first whom it goes before by attributes.

    Only those whom everybody knows are compared.  [SA-INIT-08, SA-INIT-09]
    """
    state, characters = table.state, lookup.is_pc(table.state, who)
    order = state.own.pc_order if characters else state.own.npc_order
    others = (
        combatant for combatant in order if combatant != who and state.fight.combatants[combatant].seen_by is None
    )
    before = next((other for other in others if _by_attributes(state, who) < _by_attributes(state, other)), None)
    table.emit(PlaceInOrderSet(combatant=who, characters=characters, before=before), rule="SA-INIT-09")


def _by_attributes(state: SaariFight, who: str) -> tuple[int, ...]:
    """Less for who goes first: the lowest attributes of each are compared, and the greater goes first.  [SA-INIT-08]"""
    sheet = lookup.figures(state, who)
    return tuple(-attribute for attribute in sorted(sheet.attributes.values()))


def ranked(state: SaariFight, group: tuple[str, ...]) -> tuple[str, ...]:
    """As agreed in the setup, then by attributes: the lowest of each is compared first, and the greater goes first.

    Who has none, and equals, in the order of joining.  [SA-INIT-08, G-50]
    """
    agreed = {who: place for place, who in enumerate(state.own.setup.group_order)}
    joined = {who: place for place, who in enumerate(group)}

    def key(who: str) -> tuple[int, tuple[int, ...], int]:
        return agreed.get(who, len(agreed)), _by_attributes(state, who), joined[who]

    return tuple(sorted(group, key=key))
