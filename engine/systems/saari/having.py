"""What a combatant has and orders use, each with the orders that would use it: weapons, attacks, spells, first aid."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Means, Order, Place
from engine.systems.saari.content import kinds
from engine.systems.saari.content.kinds import Spell, Weapon
from engine.systems.saari.ground import distance
from engine.systems.saari.orders import Attack, AttackArea, Cast, FirstAid
from engine.systems.saari.rules.attacks import area_attacks, attacks
from engine.systems.saari.rules.basics import companions, gear, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.magic import spells
from engine.systems.saari.state import Phase

FAR = 999
"""Zones to whom no way leads."""


def means(seen: SaariFight, who: str) -> Iterator[Means]:
    """What a combatant at its count has, from what its seat sees."""
    if seen.own.phase is not Phase.ACTIONS or not lookup.in_play(seen, who):
        return
    foes = tuple(sorted(companions.targets(seen, who), key=lambda combatant: _apart(seen, who, combatant)))
    for name in area_attacks.means(seen, who):
        yield Means(
            name, AttackArea, "means", [AttackArea(combatant=who, means=name, to=to) for to in _zones(seen, who)]
        )
    if not lookup.is_pc(seen, who):
        for name in dict.fromkeys(name for name, _ in attacks.kinds(seen, who)):
            yield Means(name, Attack, "means", [Attack(combatant=who, target=foe, means=name) for foe in foes])
        return
    for name, thing in gear.within_reach(seen, who).items():
        if isinstance(thing, Weapon) and not thing.area and thing.attacks():
            yield Means(name, Attack, "means", list(_blows(seen, who, name, thing, foes)))
    for name, spell in spells.spells(seen, who).items():
        yield Means(name, Cast, "spell", list(_castings(seen, who, name, spell, foes)))
    comrades = sorted(_comrades(seen, who), key=lambda combatant: _apart(seen, who, combatant))
    yield Means("first_aid", FirstAid, "", [FirstAid(combatant=who, target=comrade) for comrade in comrades])


def _apart(seen: SaariFight, who: str, other: str) -> int:
    """Zones between two combatants."""
    here, there = lookup.zone(seen, who), lookup.zone(seen, other)
    far = None if here is None or there is None else distance(lookup.ground(seen), here, there)
    return FAR if far is None else far


def _zones(seen: SaariFight, who: str) -> list[Place]:
    """The zones where enemies are, the nearest first; its own where there are none."""
    foes = sorted(companions.targets(seen, who), key=lambda combatant: _apart(seen, who, combatant))
    zones = dict.fromkeys(zone for combatant in (*foes, who) if (zone := lookup.zone(seen, combatant)) is not None)
    return [Place(zone=zone) for zone in zones]


def _comrades(seen: SaariFight, who: str) -> tuple[str, ...]:
    return tuple(
        combatant
        for combatant in lookup.here(seen)
        if combatant != who and not lookup.are_enemies(seen, who, combatant)
    )


def _blows(seen: SaariFight, who: str, name: str, weapon: Weapon, foes: tuple[str, ...]) -> Iterator[Order]:
    """With what is in hand, or what a swap brings there; clumsy gear is taken in hand by an action of its own."""
    held = None if weapon.clumsy or name in lookup.fighter(seen, who).held else gear.drawn(seen, who, name)
    throws = [kind is kinds.Attack.THROWN for kind in weapon.attacks()]
    for foe in foes:
        for throw in sorted(set(throws), reverse=True):
            yield Attack(combatant=who, target=foe, means=name, throw=throw, held=held)


def _castings(seen: SaariFight, who: str, name: str, spell: Spell, foes: tuple[str, ...]) -> Iterator[Order]:
    if spell.area:
        yield from (Cast(combatant=who, spell=name, to=to) for to in _zones(seen, who))
    elif spell.moves:
        yield from (Cast(combatant=who, spell=name, to=to) for to in spells.ways(seen, who) or (None,))
    elif spell.heal:
        yield from (Cast(combatant=who, spell=name, target=combatant) for combatant in (who, *_comrades(seen, who)))
    elif spell.attack:
        yield from (Cast(combatant=who, spell=name, target=foe) for foe in foes)
    else:
        yield Cast(combatant=who, spell=name)
