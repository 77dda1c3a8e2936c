"""W-13: free strikes at who leaves an engagement or lets its guard down.  [SA-FREE-01 to SA-FREE-08]"""

from __future__ import annotations

from engine.kit import Field, Offer, Table
from engine.systems.saari.content.kinds import Attack
from engine.systems.saari.rules.attacks import attacks
from engine.systems.saari.rules.attacks.questions import AskFreeStrike, AskNpcFreeStrike, FreeStrike
from engine.systems.saari.rules.basics import clock, lookup, superiority
from engine.systems.saari.rules.basics.events import Payment
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import SaariState

COST = 1


def at_leaving(table: Table[SaariState], mover: str) -> bool:
    """Free strikes at who moves out of an engagement without superiority. Whether it still stands.

    [SA-FREE-02, SA-MOVE-03]
    """
    if not superiority.has(table.state, mover):
        provoke(table, mover, lookup.engaged_with(table.state, mover), rule="SA-FREE-02")
    return lookup.in_play(table.state, mover)


def at_action(table: Table[SaariState], who: str) -> bool:
    """Free strikes at who does what gives them, from the enemies in its engagement. Whether it still stands.

    [SA-FREE-05, SA-FREE-08, G-64]
    """
    provoke(table, who, lookup.engaged_with(table.state, who), rule="SA-FREE-05")
    return lookup.in_play(table.state, who)


def at_shooting(table: Table[SaariState], shooter: str, target: str, *, rule: str = "SA-FREE-03") -> bool:
    """Free strikes of those in its engagement at who shoots or casts, but not of the only target. Whether it stands.

    [SA-SHOOT-02, SA-SHOOT-03]
    """
    strikers = tuple(combatant for combatant in lookup.engaged_with(table.state, shooter) if combatant != target)
    provoke(table, shooter, strikers, rule=rule)
    return lookup.in_play(table.state, shooter)


def provoke(table: Table[SaariState], who: str, strikers: tuple[str, ...], *, rule: str) -> None:
    """Each of these enemies may strike, for one action, before the provoking action goes on.

    Characters before NPCs, in group order; once the provoker has fallen, or was pushed out of the engagement, nobody
    strikes any more.  [SA-FREE-06 to SA-FREE-08, G-31]
    """
    able = tuple(striker for striker in strikers if lookup.are_enemies(table.state, who, striker))
    for combatant in lookup.by_group_order(table.state, able):
        if lookup.in_play(table.state, who) and combatant in able_to_strike(table.state, who):
            means = _asked(table, combatant, who, rule)
            if means is not None:
                clock.pay(table, combatant, COST, rule="SA-FREE-01", payment=Payment.REACTION)
                attacks.pay(table, combatant, means)
                attacks.perform(table, attacks.assault_of(table.state, combatant, who, means, Attack.MELEE, free=True))


def able_to_strike(state: SaariFight, who: str) -> tuple[str, ...]:
    """The enemies in its engagement that can pay for a free strike, in group order.  [SA-FREE-01]"""
    near = lookup.engaged_with(state, who)
    able = (
        combatant
        for combatant in near
        if lookup.are_enemies(state, who, combatant) and clock.may_react(state, combatant, COST)
    )
    return lookup.by_group_order(state, tuple(able))


def _asked(table: Table[SaariState], who: str, target: str, rule: str) -> str | None:
    """Of a character all read that it is asked; of anybody else only the strike.  [G-66]"""
    means = attacks.melee_means(table.state, who)
    kind = AskFreeStrike if lookup.is_pc(table.state, who) else AskNpcFreeStrike
    question = kind(
        offers=(
            Offer("let-go", FreeStrike(), rule),
            Offer("strike", FreeStrike(means=means[0]), rule, (Field("means", "one", means),)),
        ),
        default="let-go",
        combatant=who,
        target=target,
    )
    return table.ask(table.state.fight.holders(who), question, rule=rule).means
