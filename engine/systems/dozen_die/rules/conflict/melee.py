"""Melee: two figures, one exchange, and the loser retreats.  [DD-MEL-01 to DD-MEL-09, DD-CHG-06]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.dozen_die.content.kinds import Passive
from engine.systems.dozen_die.rules.basics import values
from engine.systems.dozen_die.rules.basics.chances import clash_won
from engine.systems.dozen_die.rules.basics.clash import clash
from engine.systems.dozen_die.rules.basics.dice import Chance, Judged, Value, because, of_count, roll_under
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import hiding
from engine.systems.dozen_die.rules.conflict import damage, push
from engine.systems.dozen_die.rules.conflict.events import MeleeFought
from engine.systems.dozen_die.state import DozenDieState


def fight(table: Table[DozenDieState], attacker: str, defender: str) -> None:
    """Roll the dice of both, push, and only then roll protection and take hit points.  [DD-MEL-09]

    So a casualty lies where it was pushed to, and nobody has to leave contact with it.  [DD-PUSH-11]
    If nobody scores, the charge has failed and the charger retreats. The winner stays in place.  [DD-CHG-08]
    Fighting back is the only reaction of a charge's target that needs no skill; it reveals a hider.  [DD-REA-17]
    """
    for who in (attacker, defender):
        hiding.end(table, who)
    attack = _rolled(table, attacker, why="attack", chance=lambda: won(table.state, attacker, defender))
    defense = _rolled(table, defender, why="defense")
    found = clash(attack.successes, defense.successes)
    winner, loser, hits = None, attacker, 0
    if found.attacker:
        winner, loser, hits = attacker, defender, len(found.attacker)
    elif found.defender:
        winner, loser, hits = defender, attacker, len(found.defender)
    succeeded = attack.successes if winner == attacker else defense.successes
    rule = "DD-MEL-05" if winner == attacker else "DD-MEL-04"
    scored = of_count("successes", len(succeeded) if winner else 0, "DD-MEL-03")
    scored = scored.plus("beaten", hits - scored.total, rule)
    version = table.emit(
        MeleeFought(
            attacker=attacker,
            defender=defender,
            attack_weapon=values.melee_weapon(table.state, attacker).id,
            defense_weapon=values.melee_weapon(table.state, defender).id,
            attack_value=attack.value.total,
            defense_value=defense.value.total,
            attack_successes=attack.successes,
            defense_successes=defense.successes,
            winner=winner,
            hits=hits,
        ),
        rule="DD-MEL-07",
        because=because(attack_value=attack, defense_value=defense, hits=scored),
    )
    push.push(table, defender if loser == attacker else attacker, loser, rule="DD-MEL-08", cause=version, touching=True)
    damage.protect(table, loser, hits, cause=version)


def pool(state: DozenDieFight, who: str) -> tuple[Value, int]:
    """Its value and dice: one per level, against strength and weapon; an activated figure has its activation die too.

    [DD-MEL-01, DD-MEL-02, DD-DICE-05]
    """
    return values.melee(state, who), values.dice(state, who, values.level(state, who, Passive.MELEE))


def won(state: DozenDieFight, attacker: str, defender: str) -> tuple[int, int]:
    """(results that the attacker wins, all results of both)."""
    mine, theirs = pool(state, attacker), pool(state, defender)
    return clash_won((mine[0].total, mine[1]), (theirs[0].total, theirs[1]))


def _rolled(table: Table[DozenDieState], who: str, *, why: str, chance: Chance | None = None) -> Judged:
    """The dice of one of both."""
    value, count = pool(table.state, who)
    return roll_under(table, who, value, count, why=why, rule="DD-MEL-02", chance=chance)
