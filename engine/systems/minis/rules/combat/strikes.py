"""One attack by percent, rolled and harmed: missiles, flank attacks, opportunity attacks.  [MN-CBT-01, MN-CBT-03]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.minis.content.kinds import Band, Weapon
from engine.systems.minis.rules.basics import chances, positions
from engine.systems.minis.rules.basics.chances import odds_of, succeeds
from engine.systems.minis.rules.basics.sums import Sum, because
from engine.systems.minis.rules.combat import damage
from engine.systems.minis.rules.combat.events import AttackRolled, Manner
from engine.systems.minis.state import MinisState

RULES = {Manner.RANGE: "MN-RNG-06", Manner.FLANK: "MN-FLK-02", Manner.OPPORTUNITY: "MN-AOO-01"}


def strike(
    table: Table[MinisState],
    who: str,
    target: str,
    weapon: Weapon,
    manner: Manner,
    chance: Sum,
    *,
    band: Band | None = None,
) -> bool:
    """Roll an attack and do its harm; only the attacker rolls. Returns whether it hits.

    Whoever calls it settles the fallen.
    """
    rule, flank = RULES[manner], positions.from_flank(table.state, who, target)
    (face,) = table.roll("1d100", by=who, why=manner.value.lower(), rule=rule, odds=lambda: odds_of(chance))
    rolled, hit = table.last, succeeds(face, chance.total)
    event = AttackRolled(
        attacker=who,
        target=target,
        manner=manner,
        weapon=weapon.id,
        chance=chance.total,
        face=face,
        hit=hit,
        band=band,
    )
    version = table.emit(event, rule=rule, because=because(rolled, chance=chance))
    if hit:
        damage.harm(table, who, target, damage.with_weapon(weapon, flank=flank), rule=rule, cause=version)
    return hit


def opportunity(table: Table[MinisState], who: str, target: str, weapon: Weapon) -> bool:
    """An opportunity attack: 50 + 2 for each level. It costs no attack.  [MN-AOO-01, MN-GAP-38]"""
    return strike(table, who, target, weapon, Manner.OPPORTUNITY, chances.opportunity(table.state, who))
