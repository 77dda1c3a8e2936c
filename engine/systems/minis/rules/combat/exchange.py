"""Open combat: both fighters pick an option in secret; options beat each other in a circle.  [MN-OPEN-01]"""

from __future__ import annotations

from engine.kit import Field, Offer, Table
from engine.systems.minis.content.kinds import Weapon
from engine.systems.minis.rules.basics import weapons
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.basics.sums import because
from engine.systems.minis.rules.combat import damage
from engine.systems.minis.rules.combat.events import ExchangeFought, Option, OptionRolled
from engine.systems.minis.rules.combat.questions import Chosen, FightHow
from engine.systems.minis.sheet import OpenCombat
from engine.systems.minis.state import MinisState

BEATS = {
    Option.HEAD: Option.PARRY,  # MN-OPEN-03
    Option.THRUST: Option.HEAD,  # MN-OPEN-04
    Option.PARRY: Option.THRUST,  # MN-OPEN-05
}
DIE = "die"
"""The offer that lets a d6 decide."""


def option_of(face: int) -> Option:
    """The option of a d6: 1-2 head, 3-4 thrust, 5-6 parry.  [MN-OPEN-02]"""
    return (Option.HEAD, Option.THRUST, Option.PARRY)[(face - 1) // 2]


def of_options(mine: Option, theirs: Option) -> tuple[bool, bool] | None:
    """(whether the first hits, whether the second does); None where both have the same option.  [MN-OPEN-06]"""
    if mine is theirs:
        return None
    wins = BEATS[mine] is theirs
    return wins, not wins


def of_face(face: int) -> tuple[bool, bool]:
    """The same by the d100 of equal options: 1-40 nobody, 41-60 A, 61-80 B, 81-100 both.  [MN-OPEN-07]"""
    return 41 <= face <= 60 or face > 80, face > 60


def fight(table: Table[MinisState], attacker: str, defender: str, weapon: str | None) -> None:
    """One exchange; both choose anew in each.  [MN-OPEN-08]  weapon: named with the attack; None: none was.

    Both who hit do their damage, even where the other one falls by it.
    """
    if table.state.own.battle.open_combat is OpenCombat.DIE:
        # Nobody is asked here: the weapon of the order is the attacker's choice.
        picks = [_by_die(table.state, attacker, weapon), _by_die(table.state, defender, None)]
    else:
        asks = [
            (table.state.fight.holders(who), _question(table.state, who, against, named))
            for who, against, named in ((attacker, defender, weapon), (defender, attacker, None))
        ]
        picks = table.ask_all(asks, rule="MN-OPEN-01")
    options = [_option(table, who, pick) for who, pick in zip((attacker, defender), picks, strict=True)]
    arms = [weapons.melee(table.state, who)[pick.weapon] for who, pick in zip((attacker, defender), picks, strict=True)]
    _resolve(table, (attacker, defender), (options[0], options[1]), (arms[0], arms[1]))


def _resolve(
    table: Table[MinisState], pair: tuple[str, str], options: tuple[Option, Option], arms: tuple[Weapon, Weapon]
) -> None:
    (attacker, defender), face, rolled = pair, None, 0
    hits = of_options(*options)
    if hits is None:
        (face,) = table.roll("1d100", by=attacker, why="same_option", rule="MN-OPEN-07")
        rolled, hits = table.last, of_face(face)
    rule = "MN-OPEN-06" if face is None else "MN-OPEN-07"
    event = ExchangeFought(
        attacker=attacker,
        defender=defender,
        attack_option=options[0],
        defense_option=options[1],
        attack_weapon=arms[0].id,
        defense_weapon=arms[1].id,
        face=face,
        attacker_hits=hits[0],
        defender_hits=hits[1],
    )
    version = table.emit(event, rule=rule, because=because(rolled))
    # Each is in the other's front here, so that shields count; whoever attacks from the flank makes a flank attack.
    if hits[0]:
        damage.harm(table, attacker, defender, damage.with_weapon(arms[0], flank=False), rule=rule, cause=version)
    if hits[1]:
        damage.harm(table, defender, attacker, damage.with_weapon(arms[1], flank=False), rule=rule, cause=version)


def _question(state: MinisFight, who: str, opponent: str, named: str | None) -> FightHow:
    """named: the weapon that was named with the attack; it is the default."""
    arms = tuple(weapons.melee(state, who))
    first = named if named in arms else arms[0]
    field = Field("weapon", "one", (first, *(name for name in arms if name != first)))
    options: tuple[Option | None, ...] = (*Option, None)
    offers = tuple(
        Offer(
            key=DIE if option is None else option.value.lower(),
            body=Chosen(option=option, weapon=first),
            rule="MN-OPEN-02" if option is None else "MN-OPEN-01",
            fields=(field,),
        )
        for option in options
    )
    return FightHow(offers=offers, default=DIE, combatant=who, opponent=opponent)


def _by_die(state: MinisFight, who: str, named: str | None) -> Chosen:
    arms = weapons.melee(state, who)
    return Chosen(option=None, weapon=named if named in arms else next(iter(arms)))


def _option(table: Table[MinisState], who: str, pick: Chosen) -> Option:
    """The option that was chosen, or that a d6 finds.  [MN-GAP-06]"""
    if pick.option is not None:
        return pick.option
    (face,) = table.roll("1d6", by=who, why="option", rule="MN-OPEN-02")
    option = option_of(face)
    table.emit(OptionRolled(combatant=who, option=option), rule="MN-OPEN-02", because=because(table.last))
    return option
