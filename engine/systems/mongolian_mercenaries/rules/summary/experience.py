"""Experience for defeated enemies.  [MM-END-02, RUL-58]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.mongolian_mercenaries.rules.basics import lookup, prompts
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, because
from engine.systems.mongolian_mercenaries.rules.gear import development
from engine.systems.mongolian_mercenaries.rules.summary.events import ExperienceGained
from engine.systems.mongolian_mercenaries.sheet import Kind
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from engine.systems.mongolian_mercenaries.state import MercenariesState

RULE = "MM-END-02"


def defeated(state: MercenariesFight) -> tuple[str, ...]:
    """Enemies that were killed or captured; those who fled, and what was summoned, do not count.  [RUL-58]

    Of whom the party has never learned, it learns nothing here either.
    """
    return tuple(
        who
        for who in lookup.members(state, ENEMIES)
        if lookup.fighter(state, who).kind is Kind.ENEMY
        and state.fight.combatants[who].out in (lookup.KILLED, lookup.CAPTURED)
        and prompts.party_knows(state, who)
    )


def share(table: Table[MercenariesState], winner: str) -> None:
    """The party that has won: all experience together, divided equally among its characters, rounded down."""
    state = table.state
    new = tuple(who for who in defeated(state) if who not in state.own.rewarded)
    among = tuple(who for who in lookup.members(state, PARTY) if lookup.is_pc(state, who))
    if winner != PARTY or not new or not among:
        return
    closed = not state.fight.figures_open
    parts = tuple(Part(who, lookup.figures(state, who).xp, RULE, who=who, private=closed) for who in new)
    xp = sum(part.amount for part in parts)
    gained = ExperienceGained(combatants=among, defeated=new, xp=xp, each=xp // len(among))
    table.emit(gained, rule=RULE, to=state.fight.gms() if closed else None, because=because(xp=parts))
    for who in among:
        development.gain(table, who, gained.each)
