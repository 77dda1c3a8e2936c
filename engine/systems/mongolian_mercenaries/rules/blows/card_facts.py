"""Combatants as cards ask about them: who they are, and the cards that they have at work.  [MM-GEN-02]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.moments import Moment, Party
from engine.systems.mongolian_mercenaries.content.kinds import (
    Does,
    Subtype,
    When,
)
from engine.systems.mongolian_mercenaries.rules.basics import lookup, sources
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.state import Fighter, Figures


class _Parties:
    """Everybody of one state: many moments are made of the same, and parties are dear."""

    def __init__(self, state: MercenariesFight, each: dict[str, Party]) -> None:
        self._own, self._fight, self._each = state.own, state.fight, each
        self.all = _as_they_are(state, each)
        self._wielding: dict[tuple[str, str], Party] = {}

    def untouched(self, state: MercenariesFight) -> bool:
        """Whether these are the parties of a state, since nothing has changed that any of them is made of.

        Most events are of dice, turns and acts: then nobody need be looked at.
        """
        own, fight, before, then = state.own, state.fight, self._own, self._fight
        return (
            own.fighters is before.fighters
            and fight.combatants is then.combatants
            and own.forces is before.forces
            and own.afflicted is before.afflicted
            and own.field is before.field
            and own.setup is before.setup
            and own.uses is before.uses
            and fight.round == then.round
        )

    def serve(self, state: MercenariesFight, each: dict[str, Party]) -> bool:
        """Whether these are the parties of a later state too, since nobody has changed. each: its combatants."""
        pairs = zip(each.items(), self._each.items(), strict=False)
        same = len(each) == len(self._each) and all(a == b and party is other for (a, party), (b, other) in pairs)
        if same and state.fight.round == self._fight.round:
            self._own, self._fight = state.own, state.fight
            return True
        return False

    def wielding(self, state: MercenariesFight, who: str, weapon: str) -> Party:
        """One of them with only this weapon of those in its hands at work."""
        found = self._wielding.get((who, weapon))
        if found is None:
            usual = self.all[who]
            party = _party(state, who, weapon)
            found = structs.replace(party, skills=usual.skills, attributes=usual.attributes)
            self._wielding[who, weapon] = found
        return found


_CACHE: list[_Parties] = []
_KEPT = 4
"""States that are asked about again and again are few at a time: the fight's, and those of seats."""


def _of(state: MercenariesFight) -> _Parties:
    """A state never changes: what was made of it is kept with it, and for a while for the states that follow."""
    found: _Parties | None = state.kept.get(_Parties)
    if found is None:
        found = state.kept[_Parties] = _found(state)
    return found


def _found(state: MercenariesFight) -> _Parties:
    """Those of one of the last states where they are the same, or new ones."""
    for parties in tuple(_CACHE):
        if parties.untouched(state):
            return parties
    each = {who: _kept_party(state, who) for who in state.own.fighters}
    for parties in tuple(_CACHE):
        if parties.serve(state, each):
            return parties
    made = _Parties(state, each)
    _CACHE[:] = [made, *_CACHE[: _KEPT - 1]]
    return made


_Made = tuple[tuple[Any, ...], Party]
"""A party, behind all that it is made of."""
_FIGHTER_CACHE: dict[str, tuple[_Made, ...]] = {}
"""What was made last of combatants, by their ids, which several fights may share."""
_FIGHTERS = 256
"""How many ids are kept; the oldest is dropped first."""
_OF_ONE = 12
"""How many parties of one id are kept: as everybody at a table sees it, before and after what has just changed."""


def _kept_party(state: MercenariesFight, who: str) -> Party:
    """A combatant as it was made last, where nothing has changed that it is made of: most events touch one or two."""
    own, bearer, fighter, round = state.own, state.fight.combatants[who], lookup.fighter(state, who), state.fight.round
    forces, afflicted, field, setup, uses = own.forces, own.afflicted, own.field, own.setup, own.uses
    kept = _FIGHTER_CACHE.get(who, ())
    for before, party in kept:
        if (
            before[0] is bearer
            and (before[1] is fighter or _alike(before[1], fighter))
            and before[2] is forces
            and before[3] is afflicted
            and before[4] is field
            and before[5] is setup
            and before[6] is uses
            and before[7] == round  # a number, compared as one
        ):
            return party
    made = _party(state, who)
    _FIGHTER_CACHE[who] = (
        ((bearer, fighter, forces, afflicted, field, setup, uses, round), made),
        *kept[: _OF_ONE - 1],
    )
    while len(_FIGHTER_CACHE) > _FIGHTERS:
        _FIGHTER_CACHE.pop(next(iter(_FIGHTER_CACHE), ""), None)
    return made


def _alike(fighter: Fighter, other: Fighter) -> bool:
    """Whether nothing differs of two that `_party` and `sources.of` read: actions and turns, which change all the time,
    are no part of it.
    """
    return (
        fighter.figures is other.figures
        and fighter.held is other.held
        and fighter.wounds is other.wounds
        and fighter.in_cover is other.in_cover
        and fighter.mounted is other.mounted
        and fighter.mount is other.mount
        and fighter.ref is other.ref
        and fighter.packed is other.packed
    )


def everybody(state: MercenariesFight) -> Mapping[str, Party]:
    """All combatants, by id: the same for every moment of a state."""
    return _of(state).all


def wielding(state: MercenariesFight, who: str, weapon: str) -> Party:
    """A combatant of whose weapons in hand only this one works, for its attack."""
    return _of(state).wielding(state, who, weapon)


def _party(state: MercenariesFight, who: str, means: str = "") -> Party:
    bearer, fighter = state.fight.combatants[who], lookup.fighter(state, who)
    sheet = fighter.figures or Figures()
    health = bearer.vitals.get(lookup.HEALTH)
    share = 100 if health is None or not health.max else max(0, health.now) * 100 // health.max
    return Party(
        id=who,
        side=bearer.side,
        type=None if fighter.figures is None else sheet.type,
        subtype=Subtype(sheet.subtype) if sheet.subtype else None,
        size=None if fighter.figures is None else sheet.size,
        attributes=sheet.attributes,
        skills=sheet.skills,
        states=tuple(condition.kind for condition in bearer.conditions),
        position=1 if bearer.place is None or bearer.place.rank is None else bearer.place.rank,
        worn=any(piece.value for piece in sheet.worn.values())
        or (sheet.armour > 0 and sheet.equipped and not sheet.natural_armour),
        metal=sheet.metal_armour or any(piece.metal for piece in sheet.worn.values()),
        in_cover=fighter.in_cover,
        mounted=fighter.mounted,
        health=share,
        wounds=fighter.wounds.light + fighter.wounds.heavy + fighter.wounds.severe,
        owner=sheet.patron or "",
        active=lookup.on_field(state, who) or (lookup.between_fights(state) and lookup.in_play(state, who)),
        sources=sources.of(state, who, means),
    )


_NUMBERS = (Does.SKILL, Does.ATTRIBUTE)


def _as_they_are(state: MercenariesFight, made: dict[str, Party]) -> dict[str, Party]:
    """Skills and attributes with what cards do to them: a point of a skill is one wherever it comes from.

    [MM-TEST-08, MM-SKILL-08, MM-SKILL-09, MM-MAG-20]
    """
    at_work = (source for party in made.values() for source in party.sources)
    changed = {
        (effect.does, effect.skill or effect.attribute or "")
        for source in at_work
        for ability in source.abilities
        if ability.when is When.ALWAYS
        for effect in ability.effects
        if effect.does in _NUMBERS
    }
    if not changed:
        return made
    found = {}
    for who, party in made.items():
        now = Moment(when=When.ALWAYS, parties=made, actor=who, round=state.fight.round)
        skills, attributes = dict(party.skills), dict(party.attributes)
        for does, name in changed:
            if does is Does.SKILL:
                base = skills.get(name, 0)
                skills[name] = sums.skill(now, who, name, base, locked=base < 0).total
            elif name in attributes:
                attributes[name] = sums.attribute(now, who, name, attributes[name]).total
        found[who] = structs.replace(party, skills=skills, attributes=attributes)
    return found
