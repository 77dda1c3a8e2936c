"""Attacks that a card makes: a counter-attack, or a blow at several.  [MM-TAL-03, MM-TAL-04, MM-ACT-05]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Table
from engine.systems.mongolian_mercenaries.content.kinds import Manner
from engine.systems.mongolian_mercenaries.rules.attack import course, declaring
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import weapons
from engine.systems.mongolian_mercenaries.rules.blows.chain import NO_CHAIN, Chain
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.state import MercenariesState


def means(state: MercenariesFight, who: str, target: str, manner: Manner | None) -> str:
    """The first weapon at hand that serves against a target in this manner; "": none."""
    return next(serving(state, who, target, manner), "")


def serving(state: MercenariesFight, who: str, target: str, manner: Manner | None) -> Iterator[str]:
    """The weapons at hand that serve against a target in this manner."""
    if not lookup.on_field(state, target) or not lookup.are_opponents(state, who, target):
        return
    for key, weapon in weapons.at_hand(state, who).items():
        melee = weapon.reach is None
        if manner is not None and (manner is Manner.MELEE) is not melee:
            continue
        if declaring.barred(state, who, (target,), key, weapon) is None:
            yield key


def attack(
    table: Table[MercenariesState],
    who: str,
    targets: tuple[str, ...],
    manner: Manner | None,
    most: int,
    chain: Chain = NO_CHAIN,
    chosen: str | None = None,
) -> None:
    """An attack that costs nothing: with the first weapon that serves, on as many as it reaches, up to `most`.

    Whoever stands beside the first of them is struck as well, as by an attack that is ordered, if the weapon is such.
    chosen: the weapon, where it was a choice; one that does not serve any more strikes nobody. Nothing happens where
    nobody can be attacked.
    """
    state = table.state
    if not lookup.on_field(state, who):
        return
    able = (key for target in targets for key in serving(state, who, target, manner) if chosen in (None, key))
    key = next(able, "")
    if not key:
        return
    weapon = weapons.at_hand(state, who)[key]
    reached = tuple(
        combatant for combatant in targets if declaring.barred(state, who, (combatant,), key, weapon) is None
    )[: max(1, most)]
    reached += tuple(combatant for combatant in declaring.beside(state, reached[0], weapon) if combatant not in reached)
    strike = Strike(
        attacker=who, targets=reached, means=key, weapon=weapon, kind=weapon.kinds[0], reaction=True, chain=chain
    )
    course.play(table, strike)
