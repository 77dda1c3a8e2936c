"""What an activated figure has and orders use, each with the orders that would use it: charges, weapons, skills."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Means, Order
from engine.systems.dozen_die.content.kinds import Effect, Skill
from engine.systems.dozen_die.orders import Act, Charge, Shoot
from engine.systems.dozen_die.rules.actions import charges, skills
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board


def means(seen: DozenDieFight, who: str) -> Iterator[Means]:
    """What a figure of the running activation has, from what its seat sees; nothing before one runs."""
    if seen.own.activation is None or not lookup.standing(seen, who):
        return
    figure = lookup.figure(seen, who)
    foes = sorted(lookup.foes(seen, who), key=lambda foe: board.apart(seen, who, foe) or 0)
    yield Means("charge", Charge, "", (Charge(combatant=who, target=foe) for foe in foes))
    for name, weapon in figure.arms.items():
        if weapon.ranged:
            yield Means(name, Shoot, "weapon", [Shoot(combatant=who, target=foe, weapon=name) for foe in foes])
    for name in figure.skills:
        if charges.contact_skill(seen, who, name) is not None:
            yield Means(name, Charge, "skill", [Charge(combatant=who, target=foe, skill=name) for foe in foes])
        skill = skills.to_act_with(seen, who, name)
        if skill is not None:
            yield Means(name, Act, "skill", list(_acts(seen, who, skill, foes)))


def _acts(seen: DozenDieFight, who: str, skill: Skill, foes: list[str]) -> Iterator[Order]:
    if skills.aimed(skill):
        yield from (Act(combatant=who, skill=skill.id, targets=(foe,)) for foe in foes)
        return
    if skill.effect is Effect.UNLOCK:
        yield from (Act(combatant=who, skill=skill.id, place=place) for place in skills.locks(seen, who))
        yield from (Act(combatant=who, skill=skill.id, door=door) for door in skills.edge_locks(seen, who))
    yield Act(combatant=who, skill=skill.id)
