"""Ill effects of attacks, and how long they last.  [SA-XATK-02, SA-DEF-02, G-58]

At once: staggering, pushing. Lasting ones are conditions of the fight; `amount` is the target number of the attack that
brought it, against which it may be shaken off.  [SA-DEF-11, G-48]
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kit import Condition, ConditionGained, ConditionLost, Table
from engine.systems.saari.content.catalogue import EFFECTS, WARDS
from engine.systems.saari.content.kinds import Defense, Effect, Mechanic
from engine.systems.saari.rules.basics import clock, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import harm, pushing
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import Factor

RULE = "G-58"

COUNT_BEGINS, NEXT_COUNT_ENDS, COUNT_ENDS, SCENE, SHAKEN = "count", "next_count_end", "count_end", "scene", "shaken"
"""Until when a condition lasts, where it is not counted in rounds: till its bearer's next own count begins, or ends
(first that of the next, then of the present one), till the scene ends, till it is shaken off."""

ENDS = frozenset({COUNT_BEGINS, NEXT_COUNT_ENDS, COUNT_ENDS, SCENE, SHAKEN})
"""All of them."""

SILENCED = "silenced"
"""A condition that the game master lays: it keeps from speaking.  [SA-SPELL-03]"""


# -- how they come
def befall(table: Table[SaariState], who: str, effects: Iterable[str], *, source: str, kn: int, rule: str) -> None:
    """Effects of an attack that has hit, one after the other; who is out of the fight is past them.

    kn: of the attack. rule: "SA-DEF-02" for riders, "SA-XATK-02" for what extras bought.
    """
    for effect in effects:
        if lookup.in_play(table.state, who):
            _befall(table, who, EFFECTS[effect], source, kn, rule)


def _befall(table: Table[SaariState], who: str, effect: Effect, source: str, kn: int, rule: str) -> None:
    match effect.mechanic:
        case Mechanic.LOSE_ACTION:
            clock.lose(table, who, effect.amount, rule=rule)
        case Mechanic.PUSH:
            pushing.push(table, who, by=source, rule=rule)
        case _:
            left, until = _duration(effect, rolls=lookup.is_pc(table.state, who))
            lay(table, who, effect.id, source=source, amount=max(0, kn), left=left, until=until, rule=rule)


def _duration(effect: Effect, *, rolls: bool) -> tuple[int | None, str]:
    """How many round ends it lasts, or until when. rolls: the victim is a character."""
    if effect.mechanic is Mechanic.PIN:
        return None, COUNT_BEGINS
    if effect.mechanic is Mechanic.FEAR:
        return (None, SCENE) if rolls else (None, NEXT_COUNT_ENDS)
    rounds = effect.rounds if rolls else effect.npc_rounds
    if rounds is not None:
        return rounds, ""
    return (None, SHAKEN) if rolls and effect.shaken_by is not None else (None, NEXT_COUNT_ENDS)


def lay(
    table: Table[SaariState],
    who: str,
    kind: str,
    *,
    source: str,
    rule: str,
    amount: int | None = None,
    left: int | None = None,
    until: str = "",
) -> None:
    """A condition, or the same again: of one kind each source has one.  [G-58]"""
    mine = table.state.fight.combatants[who].conditions
    same = next((condition for condition in mine if condition.kind == kind and condition.source == source), None)
    keys = {condition.key for condition in mine}
    key = same.key if same is not None else next(k for k in _keys(kind) if k not in keys)
    gained = ConditionGained(
        combatant=who, condition=key, kind=kind, source=source, amount=amount, left=left, until=until,
        renewed=same is not None,
    )  # fmt: skip
    table.emit(gained, rule=rule)


def _keys(kind: str) -> Iterable[str]:
    yield kind
    number = 2
    while True:
        yield f"{kind}-{number}"
        number += 1


# -- how they end
def lose(table: Table[SaariState], who: str, condition: Condition, *, reason: str, rule: str) -> None:
    """A condition ends. reason: "over", or "shaken_off"."""
    lost = ConditionLost(combatant=who, condition=condition.key, kind=condition.kind, reason=reason)
    table.emit(lost, rule=rule)


def at_count(table: Table[SaariState], who: str) -> None:
    """Its own count begins: what lasted till then ends.  [G-58]"""
    for condition in table.state.fight.combatants[who].conditions:
        if condition.until == COUNT_BEGINS:
            lose(table, who, condition, reason="over", rule=RULE)
        elif condition.until == NEXT_COUNT_ENDS:
            _renew(table, who, condition, left=condition.left, until=COUNT_ENDS)


def after_count(table: Table[SaariState], who: str) -> None:
    """Its own count ends.  [G-58]"""
    for condition in table.state.fight.combatants[who].conditions:
        if condition.until == COUNT_ENDS:
            lose(table, who, condition, reason="over", rule=RULE)


def at_round_end(table: Table[SaariState]) -> None:
    """Burns and poisons do their damage, in group order; the rounds of every condition are counted."""
    for who in lookup.by_group_order(table.state, tuple(table.state.own.fighters)):
        for condition in table.state.fight.combatants[who].conditions:
            effect = EFFECTS.get(condition.kind)
            hurts = effect is not None and effect.mechanic is Mechanic.DAMAGE
            if effect is not None and hurts and lookup.in_play(table.state, who):
                harm.hurt(table, who, effect.amount, source=effect.id, rule=RULE)
            if condition.left is None or (
                not hurts and table.state.fight.combatants[who].condition(condition.key) is None
            ):
                continue
            if condition.left > 1:
                _renew(table, who, condition, left=condition.left - 1, until=condition.until)
            else:
                lose(table, who, condition, reason="over", rule=RULE)


def at_scene_end(table: Table[SaariState]) -> None:
    """Only what must be shaken off outlasts the scene; fear does not."""
    for who, bearer in table.state.fight.combatants.items():
        for condition in bearer.conditions:
            if condition.until in (COUNT_BEGINS, NEXT_COUNT_ENDS, COUNT_ENDS, SCENE) or condition.left is not None:
                lose(table, who, condition, reason="over", rule=RULE)


def _renew(table: Table[SaariState], who: str, condition: Condition, *, left: int | None, until: str) -> None:
    gained = ConditionGained(
        combatant=who, condition=condition.key, kind=condition.kind, source=condition.source,
        amount=condition.amount, left=left, until=until, renewed=True,
    )  # fmt: skip
    table.emit(gained, rule=RULE)


# -- what they do
def _has(state: SaariFight, who: str, mechanic: Mechanic) -> bool:
    conditions = state.fight.combatants[who].conditions
    return any(condition.kind in EFFECTS and EFFECTS[condition.kind].mechanic is mechanic for condition in conditions)


def is_pinned(state: SaariFight, who: str) -> bool:
    """Whether it can neither dodge nor move.  [SA-DEF-06]"""
    return _has(state, who, Mechanic.PIN)


def is_warded(state: SaariFight, who: str) -> bool:
    """Whether its own parries work against ranged attacks by a spell.  [SA-PARRY-07]"""
    return any(state.fight.combatants[who].has(ward) for ward in WARDS)


def can_speak(state: SaariFight, who: str) -> bool:
    """Whether it can say the words of a spell.  [SA-SPELL-03]"""
    return not state.fight.combatants[who].has(SILENCED)


def defense_of(state: SaariFight, who: str, defense: Defense) -> Defense:
    """The defence that a character makes: who cannot dodge has armour alone.  [SA-DEF-06]"""
    return Defense.ARMOR if defense is Defense.BASIC and is_pinned(state, who) else defense


def weakened_kn(state: SaariFight, attacker: str, kn: int) -> int:
    """The target number of an NPC's attack: each fear lowers it.  [G-58]"""
    conditions = state.fight.combatants[attacker].conditions
    fears = (EFFECTS[condition.kind] for condition in conditions if condition.kind in EFFECTS)
    return kn - sum(fear.amount for fear in fears if fear.mechanic is Mechanic.FEAR)


def fear_factors(state: SaariFight, roller: str, opponent: str | None) -> tuple[Factor, ...]:
    """What makes a character's attack on whom it fears harder.  [SA-EDGE-03]"""
    return tuple(
        Factor(source=condition.kind, advantage=False)
        for condition in state.fight.combatants[roller].conditions
        if condition.kind in EFFECTS
        and EFFECTS[condition.kind].mechanic is Mechanic.FEAR
        and condition.source == opponent
    )
