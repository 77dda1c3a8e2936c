"""What a mini has and orders use, each with the orders that would use it: weapons, spells, those who obey it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Means, Order, Place, Point
from engine.kit.plane import towards
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.content.kinds import Aim
from engine.systems.minis.ground import INCH
from engine.systems.minis.orders import Attack, Bidding, Cast, GiveOrder
from engine.systems.minis.rules.basics import lookup, positions, weapons
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.magic import control, effects
from engine.systems.minis.rules.magic.castings import CASTINGS
from engine.systems.minis.state import Verb


def means(seen: MinisFight, who: str) -> Iterator[Means]:
    """What a mini at its place in the round has, from what its seat sees."""
    if not lookup.in_play(seen, who):
        return
    foes = _nearest(seen, who, lookup.enemies(seen, who))
    for name in dict.fromkeys((*weapons.melee(seen, who), *weapons.missiles(seen, who))):
        yield Means(name, Attack, "weapon", (Attack(combatant=who, target=foe, weapon=name) for foe in foes))
    for spell in lookup.mini(seen, who).spells:
        if spell in CASTINGS:
            yield Means(spell, Cast, "spell", _castings(seen, who, spell, foes))
    obeying = tuple(combatant for combatant in lookup.here(seen) if combatant != who and _obeys(seen, combatant, who))
    if obeying:
        hold = Bidding(verb=Verb.HOLD)
        orders = (
            GiveOrder(combatant=who, target=combatant, bidding=hold) for combatant in _nearest(seen, who, obeying)
        )
        yield Means("give_order", GiveOrder, "", orders)


def _nearest(seen: MinisFight, who: str, whom: tuple[str, ...]) -> tuple[str, ...]:
    here = (combatant for combatant in whom if lookup.in_play(seen, combatant))
    return tuple(sorted(here, key=lambda combatant: positions.squared(seen, who, combatant)))


def _obeys(seen: MinisFight, combatant: str, caster: str) -> bool:
    bond = control.bond_of(seen, combatant, effects.COMMAND)
    return (bond is not None and bond.caster == caster) or control.is_golem_of(seen, combatant, caster)


def _castings(seen: MinisFight, who: str, name: str, foes: tuple[str, ...]) -> Iterator[Order]:
    """At a point: an inch ahead, and an inch to each side."""
    spell = SPELLS[name]
    if spell.aim is Aim.SELF:
        yield Cast(combatant=who, spell=name, target=who)
    elif spell.aim is Aim.MINI:
        friends = (
            who,
            *_nearest(seen, who, tuple(combatant for combatant in lookup.here(seen) if combatant not in (who, *foes))),
        )
        for target in (*friends, *foes) if spell.helps else (*foes, *friends):
            yield Cast(combatant=who, spell=name, target=target)
    else:
        at, ahead = lookup.at(seen, who), lookup.mini(seen, who).facing
        for way in (ahead, Point(-ahead.y, ahead.x), Point(ahead.y, -ahead.x)):
            yield Cast(combatant=who, spell=name, place=Place(point=towards(at, way, INCH)))
