"""Melee: two figures, one exchange, and the loser goes back.  [DD-MEL-01 to DD-MEL-09, DD-CHG-06]"""

from __future__ import annotations

from engine.kernel.system import Table
from engine.systems.dozen_die.content.kinds import Passive
from engine.systems.dozen_die.events import MeleeFought
from engine.systems.dozen_die.rules import harm, hiding, push, values
from engine.systems.dozen_die.rules.clash import clash
from engine.systems.dozen_die.rules.dice import Judged, because, of_count, roll_under
from engine.systems.dozen_die.state import Own


def fight(table: Table[Own], attacker: str, defender: str) -> None:
    """The dice of both, the push, and only then protection and what it costs.  [DD-MEL-09]

    So a casualty lies where he was pushed to, and nobody leaves contact with it any more.  [DD-PUSH-11]
    Nobody scores: the charge has failed, and the charger goes back. Whoever wins stays where he is.  [DD-CHG-08]
    Fighting back is the only answer of who is charged that needs no skill, and shows him as any other.  [DD-REA-17]
    """
    for who in (attacker, defender):
        hiding.end(table, who)
    attack = _rolled(table, attacker, why="attack")
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
    push.push(table, defender if loser == attacker else attacker, loser, rule="DD-MEL-08", cause=version)
    harm.protect(table, loser, hits, cause=version)


def _rolled(table: Table[Own], who: str, *, why: str) -> Judged:
    """As many dice as levels, against strength and weapon; who is activated has the die of that besides.

    [DD-MEL-01, DD-MEL-02, DD-DICE-05]
    """
    state = table.state
    count = values.dice(state, who, values.level(state, who, Passive.MELEE))
    return roll_under(table, who, values.melee(state, who), count, why=why, rule="DD-MEL-02")
