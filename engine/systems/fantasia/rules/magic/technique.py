"""Combat techniques: a weapon attack on several at once, or on all around.  [FF-TURN-02, FF-CRIT-03 to FF-CRIT-05]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kit import Field, Offer, RuleRefusal, Table, WhyNot
from engine.systems.fantasia.content.kinds import Spread, Technique, Weapon
from engine.systems.fantasia.rules.attacks import fumble, power
from engine.systems.fantasia.rules.attacks.events import AbilityLaunched
from engine.systems.fantasia.rules.attacks.orders import UseTechnique
from engine.systems.fantasia.rules.attacks.strike import fire, strike
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.aim import (
    Use,
    held,
    in_reach,
    reach,
    require_bullet,
    require_target,
    standing_target,
    use_of,
)
from engine.systems.fantasia.rules.board.known_ground import reached, tell_shielded
from engine.systems.fantasia.rules.board.orders import Attack
from engine.systems.fantasia.rules.magic.spells import require_paradigm
from engine.systems.fantasia.state import FantasiaState, Held


def technique_of(state: FantasiaFight, who: str, name: str) -> Technique:
    """A technique that the combatant has and may use. RuleRefusal for any other."""
    known = lookup.figures(state, who).techniques.get(name)
    if known is None:
        raise RuleRefusal(f"technique: {who} does not have {name!r}", rule="FF-TURN-02", field="technique")
    require_paradigm(state, who, known.paradigm)
    return known.technique


def around(state: FantasiaFight, technique: Technique, who: str) -> bool:
    """Whether it hits everybody around the user, who then names no target."""
    return technique.spread is Spread.AREA and distances.placed(state, who)


def _near(state: FantasiaFight, who: str, target: str, technique: Technique, weapon: Weapon) -> bool:
    if technique.spread is Spread.AREA:
        return distances.within(state, who, target, technique.radius_metres)
    return in_reach(state, who, target, weapon, thrown=False)


def targets_of(state: FantasiaFight, who: str, technique: Technique, weapon: Weapon) -> tuple[str, ...]:
    """Legal targets: enemies where they are named, everybody else within an area."""
    friends = () if lookup.turned(state.fight.combatants[who]) else lookup.allies(state, who)
    return tuple(
        t
        for t in lookup.others(state, who)
        if standing_target(state, t)
        and _near(state, who, t, technique, weapon)
        and (technique.spread is Spread.AREA or t not in friends)
    )


def _most(technique: Technique, targets: tuple[str, ...]) -> int:
    match technique.spread:
        case Spread.SINGLE:
            return 1
        case Spread.NAMED:
            return min(technique.targets, len(targets))
        case Spread.AREA:
            return len(targets)


def _thing(state: FantasiaFight, order: UseTechnique) -> Held:
    if order.weapon is None:
        reason = f"weapon: {order.technique} is done with one"
        raise RuleRefusal(reason, rule="FF-TURN-02", field="weapon", why=WhyNot.NO_MEANS)
    return held(state, order.attacker, order.weapon)


def check(state: FantasiaFight, order: UseTechnique) -> None:
    """RuleRefusal unless it can be used now: known, with a fitting weapon in hand, on targets in reach."""
    who = order.attacker
    technique = technique_of(state, who, order.technique)
    if power.is_power(technique):
        power.check(order)
        return
    thing = _thing(state, order)
    if thing.weapon.category not in technique.categories:
        reason = f"weapon: {technique.id} needs another kind"
        raise RuleRefusal(reason, rule="FF-TURN-02", field="weapon", why=WhyNot.NO_MEANS)
    require_bullet(thing)
    for target in order.targets:
        require_target(state, who, target, field="targets")
    targets = targets_of(state, who, technique, thing.weapon)
    if around(state, technique, who):
        if order.targets or not targets:
            reason = "targets: it strikes all around, name nobody" if order.targets else "nobody is near enough"
            raise RuleRefusal(reason, rule="FF-TURN-02", field="targets", why=WhyNot.OUT_OF_REACH)
        return
    for target in order.targets:
        if target not in targets:
            raise _unstruck(state, who, target, technique, thing.weapon)
    most = _most(technique, targets)
    if not 1 <= len(order.targets) <= most or len({*order.targets}) < len(order.targets):
        raise RuleRefusal(f"targets: 1 to {most}, each once", rule="FF-TURN-02", field="targets")


def _unstruck(state: FantasiaFight, who: str, target: str, technique: Technique, weapon: Weapon) -> RuleRefusal:
    """Why a target is none of a technique: a friend, or out of its reach."""
    rule, field = "FF-TURN-02", "targets"
    if technique.spread is not Spread.AREA and target in lookup.allies(state, who):
        return RuleRefusal("targets: only enemies are struck so", rule=rule, field=field, why=WhyNot.NO_TARGET)
    metres = technique.radius_metres if technique.spread is Spread.AREA else reach(state, who, weapon, thrown=False)
    return distances.unreached(state, who, target, metres, rule=rule, field=field)


def options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Every technique that can be used now, with each fitting weapon."""
    for name, known in lookup.figures(state, who).techniques.items():
        technique = known.technique
        if power.is_power(technique):
            yield from _power_options(state, who, technique)
            continue
        for weapon, thing in lookup.in_hand(state, who).items():
            order = UseTechnique(attacker=who, technique=name, weapon=weapon)
            targets = targets_of(state, who, technique, thing.weapon)
            fields: tuple[Field, ...] = ()
            if not around(state, technique, who):
                order = UseTechnique(attacker=who, technique=name, weapon=weapon, targets=targets[:1])
                fields = (Field("targets", "some", targets, least=1, most=_most(technique, targets)),)
            try:
                check(state, order)
            except RuleRefusal:
                continue
            yield Offer(key=f"technique-{name}-{weapon}", body=order, rule="FF-TURN-02", fields=fields)


def _power_options(state: FantasiaFight, who: str, technique: Technique) -> Iterable[Offer[Any]]:
    order = UseTechnique(attacker=who, technique=technique.id)
    try:
        check(state, order)
    except RuleRefusal:
        return
    yield Offer(key=f"technique-{technique.id}", body=order, rule="FF-TURN-02")


def do(table: Table[FantasiaState], order: UseTechnique) -> None:
    """One attack roll against each target's defence, one roll of damage; a power has neither."""
    who = order.attacker
    state = table.state
    technique = technique_of(state, who, order.technique)
    if power.is_power(technique):
        power.do(table, order, technique)
        return
    weapon = _thing(state, order).weapon
    targets = targets_of(state, who, technique, weapon) if around(state, technique, who) else order.targets
    table.emit(AbilityLaunched(combatant=who, ability=order.technique, targets=targets), rule="FF-TURN-02")
    use = use_of(state, Attack(attacker=who, target=targets[0], weapon=weapon.id))
    fire(table, who, weapon.id)
    met = reached(table, who, targets, lambda there, t: _near(there, who, t, technique, weapon))
    tell_shielded(table, who, targets, met, rule="FF-ATK-01")
    targets = met
    plain = technique.spread is Spread.AREA and len(targets) > 1
    if not targets or not strike(table, who, use, targets, plain=plain, technique=technique).fumbled:
        return
    fumble.settle(
        table,
        who,
        targets,
        use=use,
        nearby=lambda seen: fumble.allies_within(
            seen, who, reached=lambda ally: _near(seen, who, ally, technique, weapon), besides=targets
        ),
        again=lambda ally: _again(table, who, technique, use, ally),
    )


def _again(table: Table[FantasiaState], who: str, technique: Technique, use: Use, ally: str) -> None:
    """The fumbled attack hits an ally instead: a new roll, which cannot fumble again.  [FF-FUM-08]"""
    weapon = lookup.fighter(table.state, who).weapons[use.weapon].weapon
    met = reached(table, who, (ally,), lambda there, t: _near(there, who, t, technique, weapon), by_mistake=True)
    tell_shielded(table, who, (ally,), met, rule="FF-ATK-01")
    if not met:
        return
    strike(table, who, use, (ally,), rule="FF-FUM-08", technique=technique)
