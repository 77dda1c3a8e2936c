"""Using a talent that is an action.  [MM-ACT-15, MM-TAL-03, MM-TAL-05, MM-DW-13]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.moments import Source
from engine.systems.mongolian_mercenaries.content.kinds import Choice, Does, Talent, When, Whom
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import PRICE
from engine.systems.mongolian_mercenaries.rules.items import use
from engine.systems.mongolian_mercenaries.rules.items.events import CardUse
from engine.systems.mongolian_mercenaries.rules.items.orders import UseTalent
from engine.systems.mongolian_mercenaries.rules.items.use import Use
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Cost

RULE = "MM-ACT-15"


def actions(state: MercenariesFight, who: str) -> dict[str, Talent]:
    """Its talents that are actions.  [MM-TAL-03]"""
    deck, found = deck_of(state.own.setup.cards).talents, {}
    for key in lookup.figures(state, who).talents:
        if key in deck and any(ability.when is When.USED for ability in deck[key].abilities):
            found[key] = deck[key]
    return found


def use_of(who: str, talent: Talent, means: str | None = None) -> Use:
    """The use of a talent: on somebody who is named where an effect is on another. means: the weapon of its attack."""
    named = [
        effect
        for ability in talent.abilities
        if ability.when is When.USED
        for effect in ability.effects
        if effect.on is Whom.OTHER
    ]
    attacks = any(effect.does is Does.ATTACK for effect in named)
    choice = Choice.OPPONENT if attacks else Choice.CHARACTER if named else Choice.GLOBAL
    return Use(
        user=who,
        kind=CardUse.TALENT,
        source=Source(id=talent.id, abilities=talent.abilities),
        choice=choice,
        rule=RULE,
        most=max((effect.targets for effect in named), default=1),
        means=means,
    )


def check(state: MercenariesFight, order: UseTalent) -> None:
    """RuleRefusal where it is not legal."""
    who, found = order.combatant, actions(state, order.combatant)
    if order.talent not in found:
        raise _no("talent: none of its own that is an action", "MM-TAL-03")
    talent = found[order.talent]
    refused = _barred(state, who, talent)
    if refused is not None:
        raise refused
    usage, targets = use_of(who, talent, order.means), order.targets
    if order.means is not None and order.means not in _weapons(state, usage):
        raise _no("means: no weapon at hand that serves for it", "MM-EQ-02", "means")
    if usage.choice is Choice.GLOBAL:
        if targets:
            raise _no("targets: it is used on nobody in particular", "MM-GEN-04", "targets")
        if not use.serves(state, usage):
            raise _no("talent: nobody is there for whom it is right", "MM-ACT-17")
        return
    for target in targets:
        state.fight.require(target)
    among = use.candidates(state, usage)
    if len(set(targets)) < len(targets) or not 1 <= len(targets) <= usage.most or not set(targets) <= set(among):
        raise _no(f"targets: 1 to {usage.most} for whom it is right, within reach", "MM-GEN-04", "targets")


def _barred(state: MercenariesFight, who: str, talent: Talent) -> RuleRefusal | None:
    """Why a talent cannot be used now; None where it can.  [MM-SKILL-07, RUL-89]"""
    if talent.skill is not None and lookup.skill(state, who, talent.skill) < max(1, talent.min_skill):
        return _no(f"talent: it takes {talent.skill} of {talent.min_skill}", "MM-SKILL-07", why=WhyNot.NO_MEANS)
    if not use.ready(state, use_of(who, talent)):
        return _no("talent: it is used up for now", "RUL-89", why=WhyNot.NO_BUDGET)
    return None


def do(table: Table[MercenariesState], order: UseTalent) -> None:
    """It works."""
    usage = use_of(order.combatant, actions(table.state, order.combatant)[order.talent], order.means)
    use.play(table, usage, order.targets, named=order.talent)


def cost(state: MercenariesFight, order: UseTalent) -> Cost | None:
    """Of its card.  [MM-ACT-15]"""
    talent = actions(state, order.combatant).get(order.talent)
    costs = [ability.cost for ability in talent.abilities if ability.when is When.USED] if talent is not None else []
    return PRICE[costs[0]] if costs else None


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each, with all on whom it can be used; of an attack for each weapon, where several serve."""
    for key, talent in actions(state, who).items():
        usage = use_of(who, talent)
        if _barred(state, who, talent) is not None:
            continue
        if usage.choice is Choice.GLOBAL:
            if use.serves(state, usage):
                yield Offer("use_talent", UseTalent(combatant=who, talent=key), RULE)
            continue
        able = _weapons(state, usage)
        for means in able if len(able) > 1 else (None,):
            among = use.candidates(state, use_of(who, talent, means))
            if among:
                most = min(usage.most, len(among))
                body = UseTalent(combatant=who, talent=key, targets=among[:1], means=means)
                yield Offer("use_talent", body, RULE, (Field("targets", "some", among, least=1, most=most),))


def _weapons(state: MercenariesFight, usage: Use) -> tuple[str, ...]:
    """The weapons with which its attack can strike anybody."""
    found = (key for target in lookup.active_opponents(state, usage.user) for key in use.serving(state, usage, target))
    return tuple(dict.fromkeys(found))


def _no(reason: str, rule: str, field: str = "talent", why: WhyNot = WhyNot.NO_TARGET) -> RuleRefusal:
    return RuleRefusal(reason, rule=rule, field=field, why=why)
