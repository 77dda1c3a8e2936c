"""What items, talents and prayers have in common when they are used: on whom, and what comes of it.

[MM-GEN-04, MM-ACT-17, MM-DW-13]
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards.moments import Answer, Moment, Source, holds, usable, used
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Choice,
    Does,
    Manner,
    Reach,
    Uses,
    When,
)
from engine.systems.mongolian_mercenaries.rules.attack import effects, extra, reactions
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.blows.events import WeaponTreated
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.rules.items.events import CardUse, CardUsed
from engine.systems.mongolian_mercenaries.rules.magic import resistance
from engine.systems.mongolian_mercenaries.state import MercenariesState

NAMED = (Choice.CHARACTER, Choice.OPPONENT, Choice.ALLY)
"""What is used on somebody who is named."""


class Use(Struct, frozen=True, kw_only=True):
    """The use of a card. source: it. choice, reach: of its targets. most: how many. hostile: it may be resisted.

    means: the weapon of its attack, where one is chosen.
    """

    user: str
    kind: CardUse
    source: Source
    choice: Choice
    rule: str
    reach: Reach | None = None
    most: int = 1
    hostile: bool = False
    means: str | None = None


def moment(state: MercenariesFight, use: Use, target: str, when: When = When.USED) -> Moment:
    """A moment of a use. target: "" for nobody."""
    return active_cards.moment(state, use.user, target, when=when, manner=Manner.ITEM if use.hostile else None)


# -- on whom
def candidates(state: MercenariesFight, use: Use) -> tuple[str, ...]:
    """Those on whom it can be used: the user first, then its allies, or opponents first where it harms them."""
    who = use.user
    fallen = tuple(it for it in lookup.members(state, lookup.side_of(state, who)) if _to_be_helped(state, use, it))
    mine = (who, *lookup.active_allies(state, who), *fallen)
    theirs = lookup.active_opponents(state, who)
    among = {Choice.ALLY: mine, Choice.OPPONENT: theirs, Choice.PLAYER: (who,)}.get(use.choice, (*mine, *theirs))
    return tuple(it for it in among if in_reach(state, use, it) and _right(state, use, it))


def _to_be_helped(state: MercenariesFight, use: Use, who: str) -> bool:
    """Who is Dying can be healed by its side wherever it fell.  [RUL-56]"""
    heals = any(it.does is Does.HEAL for ability in _of_use(use) for it in ability.effects)
    return heals and state.fight.combatants[who].out == lookup.DYING


def in_reach(state: MercenariesFight, use: Use, target: str) -> bool:
    """Whether its reach includes somebody; who is Dying lies within that of its own side.  [RUL-56]"""
    if target == use.user or not lookup.on_field(state, target):
        return True
    if use.reach is None and attacks(use):
        return True  # how far an attack reaches is its weapon's
    return distances.within(state, use.user, target, use.reach)


def _of_use(use: Use) -> tuple[Ability, ...]:
    return tuple(ability for ability in use.source.abilities if ability.when is When.USED)


def _right(state: MercenariesFight, use: Use, target: str) -> bool:
    """Whether it does anything to a target; whose figures are closed, it may.  [MM-GEN-04, MM-ACT-17]"""
    able = serving(state, use, target) if attacks(use) else None
    if able is not None and (not able if use.means is None else use.means not in able):
        return False
    closed = lookup.fighter(state, target).figures is None
    return closed or usable(moment(state, use, target), use.source, use.user, (target,))


def attacks(use: Use) -> tuple[Manner | None, ...]:
    """In which manners it attacks; none: it does not."""
    return tuple(it.manner for ability in _of_use(use) for it in ability.effects if it.does is Does.ATTACK)


def serving(state: MercenariesFight, use: Use, target: str) -> tuple[str, ...]:
    """The weapons with which its attack can strike somebody."""
    found = (key for manner in attacks(use) for key in extra.serving(state, use.user, target, manner))
    return tuple(dict.fromkeys(found))


def serves(state: MercenariesFight, use: Use) -> bool:
    """Whether a card without named targets is right for anybody.  [MM-GEN-04, MM-ACT-17]"""
    closed = any(lookup.fighter(state, it).figures is None for it in lookup.active_opponents(state, use.user))
    own = (use.user,) if use.choice is Choice.PLAYER else ()
    return closed or usable(moment(state, use, own[0] if own else ""), use.source, use.user, own)


def ready(state: MercenariesFight, use: Use) -> bool:
    """Whether its abilities have a use left.  [RUL-89]"""
    now = moment(state, use, "")
    answers = [
        Answer(source=use.source, bearer=use.user, index=index, ability=ability)
        for index, ability in enumerate(use.source.abilities)
        if ability.when is When.USED
    ]
    return bool(answers) and any(not effects.is_spent(state, it) for it in answers) and now.when is When.USED


# -- what comes of it
def play(
    table: Table[MercenariesState],
    use: Use,
    targets: tuple[str, ...],
    *,
    named: str,
    weapon: str | None = None,
    spend: Callable[[], None] | None = None,
) -> None:
    """From the declaration to the last effect.  [MM-DW-13, MM-DW-14]

    named: the id by which it is told. spend: discards it, after it is declared.
    """
    others = tuple(it for it in targets if it != use.user)
    declared = CardUsed(combatant=use.user, use=use.kind, card=named, targets=others, weapon=weapon)
    table.emit(declared, rule=use.rule)
    if spend is not None:
        spend()
    left = tuple(it for it in targets if not _kept_off(table, use, it))
    if (targets and not left) or not lookup.on_field(table.state, use.user):
        return
    _works(table, use, left, weapon)


def _kept_off(table: Table[MercenariesState], use: Use, target: str) -> bool:
    """Whether a hostile item does nothing to an opponent: reactions come first, then its resistance.

    [MM-POT-03, MM-RES-09, MM-DW-14]
    """
    if not use.hostile or not lookup.are_opponents(table.state, use.user, target):
        return False

    def make(state: MercenariesFight) -> Moment:
        return moment(state, use, target, When.ATTACKED)

    reactions.occur(table, make, window="MM-DW-14")
    effects.work_all(table, make, rule="MM-MAG-18")
    if not lookup.on_field(table.state, use.user):
        return True
    return resistance.resists(table, target, against=use.user, means=use.source.id, rule="MM-RES-09")


def _works(table: Table[MercenariesState], use: Use, targets: tuple[str, ...], weapon: str | None) -> None:
    for index, ability in enumerate(use.source.abilities):
        if ability.when is not When.USED:
            continue
        answer = Answer(source=use.source, bearer=use.user, index=index, ability=ability)
        if effects.is_spent(table.state, answer):
            continue
        if ability.uses is not Uses.ANY:
            effects.use(table, answer, When.USED, rule=use.rule)
        if ability.test is not None:
            for target in targets or ("",):
                now = moment(table.state, use, target)
                if holds(ability.only, now, use.user, use.source):
                    effects.carry(table, answer, now, rule=use.rule, means=use.means)
        else:
            _untested(table, use, ability, targets, weapon)


def _untested(
    table: Table[MercenariesState], use: Use, ability: Ability, targets: tuple[str, ...], weapon: str | None
) -> None:
    only = Source(id=use.source.id, abilities=(ability,))
    for applied in used(moment(table.state, use, targets[0] if targets else ""), only, use.user, targets):
        if applied.effect.does is Does.ITEM and weapon is not None and applied.effect.mark is not None:
            table.emit(WeaponTreated(combatant=use.user, item=weapon, mark=applied.effect.mark), rule="MM-ST-05")
            continue
        now = moment(table.state, use, targets[0] if targets else "")
        effects.carry_out(table, applied, now, rule=use.rule, card=use.source.abilities, means=use.means)


def melee_weapons(state: MercenariesFight, who: str) -> tuple[str, ...]:
    """Melee weapons at hand that can be sharpened or poisoned.  [MM-ST-05]"""
    mine = lookup.figures(state, who).weapons
    return tuple(
        key for key in carrying.at_hand(state, who) if key in mine and mine[key].reach is None and not mine[key].natural
    )
