"""What a combatant has and orders use, each with the orders that would use it: weapons, spells, techniques, items."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Means, Order
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Spell, Technique
from engine.systems.fantasia.rules.attacks import power
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.attack_targets import quarry
from engine.systems.fantasia.rules.magic import technique
from engine.systems.fantasia.rules.magic.readied import kinds
from engine.systems.fantasia.state import Where


def means(seen: FantasiaFight, who: str) -> Iterator[Means]:
    """What an acting combatant has, from what its seat sees; nothing before its turn is taken."""
    if not seen.own.begun or lookup.choosing(seen):
        return
    figures = lookup.figures(seen, who)
    yield from _weapons(seen, who)
    for name, known in figures.spells.items():
        yield Means(name, o.Cast, "spell", _castings(seen, who, name, known.spell))
    for name, thing in figures.techniques.items():
        yield Means(name, o.UseTechnique, "technique", _uses(seen, who, name, thing.technique))
    for name in figures.items:
        friends = (who, *_nearest(seen, who, lookup.allies(seen, who)), *_foes(seen, who))
        yield Means(name, o.UseItem, "item", (o.UseItem(combatant=who, item=name, target=t) for t in friends))
    whom = (*_foes(seen, who), *_nearest(seen, who, lookup.allies(seen, who)))
    yield Means("grapple", o.Grapple, "", (o.Grapple(attacker=who, target=target) for target in whom))
    yield Means("defend", o.Defend, "", (o.Defend(combatant=who),))
    yield Means("ready", o.Ready, "", (o.Ready(combatant=who, action=kind) for kind in kinds(seen, who)[:1]))


def _nearest(seen: FantasiaFight, who: str, whom: tuple[str, ...]) -> tuple[str, ...]:
    return distances.nearest_first(seen, who, whom)


def _foes(seen: FantasiaFight, who: str) -> tuple[str, ...]:
    friends = lookup.allies(seen, who)
    return _nearest(seen, who, tuple(c for c in lookup.others(seen, who) if c not in friends))


def _weapons(seen: FantasiaFight, who: str) -> Iterator[Means]:
    """A weapon in hand is struck with, a stowed one drawn, one on the ground picked up."""
    friends = lookup.allies(seen, who)
    legal = quarry(seen, who) or lookup.others(seen, who)
    for name, thing in lookup.fighter(seen, who).weapons.items():
        match thing.where:
            case Where.IN_HAND:
                whom = sorted(_nearest(seen, who, legal), key=lambda c: c in friends)
                tries: list[Order] = [o.Attack(attacker=who, target=target, weapon=name) for target in whom]
                yield Means(name, o.Attack, "weapon", tries)
            case Where.STOWED:
                yield Means(name, o.Draw, "weapon", (o.Draw(combatant=who, weapon=name),))
            case Where.ON_GROUND:
                yield Means(name, o.PickUp, "weapon", (o.PickUp(combatant=who, weapon=name),))


def _castings(seen: FantasiaFight, who: str, name: str, spell: Spell) -> Iterator[Order]:
    friends = (*_nearest(seen, who, lookup.allies(seen, who)), who)
    foes = _foes(seen, who)
    for target in (*friends, *foes) if spell.beneficial else (*foes, *friends):
        yield o.Cast(caster=who, spell=name, targets=(target,))


def _uses(seen: FantasiaFight, who: str, name: str, what: Technique) -> Iterator[Order]:
    """With each weapon in hand, those that fit it first: without one it says that it is done with one."""
    if power.is_power(what):
        yield o.UseTechnique(attacker=who, technique=name)
        return
    hands = sorted(lookup.in_hand(seen, who).items(), key=lambda pair: pair[1].weapon.category not in what.categories)
    around = technique.around(seen, what, who)
    for weapon, _ in hands:
        whom: list[tuple[str, ...]] = [()] if around else [(target,) for target in _foes(seen, who)]
        for targets in whom:
            yield o.UseTechnique(attacker=who, technique=name, weapon=weapon, targets=targets)
    if not hands:
        yield o.UseTechnique(attacker=who, technique=name)
