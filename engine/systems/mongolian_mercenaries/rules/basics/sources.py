"""The cards that a combatant has at work: talents, gear, states, the ground it stands on.  [MM-GEN-02]

Figures that are closed to whoever looks say nothing: their cards are left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from engine.kit import spend
from engine.systems.mongolian_mercenaries.cards.deck import Deck, deck_of
from engine.systems.mongolian_mercenaries.cards.forces import as_source, spent
from engine.systems.mongolian_mercenaries.cards.grammar import OF_USE
from engine.systems.mongolian_mercenaries.cards.moments import Answer, Source
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Uses,
    When,
    Whom,
)
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.state import Fighter, Figures

LOOKED_AT = 10
"""Units of a budget that it takes to look for the cards of a combatant, and one more for each of them."""


def of(state: MercenariesFight, who: str, means: str = "") -> tuple[Source, ...]:
    """The cards that a combatant has at work, in the order of its sheet.

    means: the weapon in question: of several in hand only that one works for its attack.
    """
    deck, fighter = deck_of(state.own.setup.cards), lookup.fighter(state, who)
    spend(LOOKED_AT + (len(state.own.forces) + len(state.own.afflicted)) // 4)
    found = [as_source(force) for force in state.own.forces if force.bearer == who]
    found += _on_the_ground(state, who, deck)
    found += _of_states(state, who, deck)
    if fighter.figures is None:
        return tuple(source for source in found if source.abilities)
    sheet = fighter.figures
    found += [Source(id=key, abilities=deck.skills[key].abilities) for key in sheet.skills if key in deck.skills]
    for key in (means,) if means else fighter.held:
        weapon = sheet.weapons.get(key) or deck.weapons.get(key)
        if weapon is not None:
            found.append(Source(id=key, abilities=weapon.abilities))
    found += [Source(id=key, abilities=piece.abilities) for key, piece in sheet.worn.items()]
    found += _of_things(fighter, sheet, deck)
    found += [Source(id=key, abilities=deck.talents[key].abilities) for key in sheet.talents if key in deck.talents]
    found.append(Source(id=fighter.ref or "card", abilities=sheet.abilities))
    if fighter.mounted and fighter.mount is not None and fighter.mount in deck.creatures:
        found.append(Source(id=fighter.mount, abilities=_as_its_owner(deck.creatures[fighter.mount].abilities)))
    spend(len(found))
    return tuple(_left(state, who, source) for source in found if source.abilities)


def _left(state: MercenariesFight, who: str, source: Source) -> Source:
    """A card without what of it works all the time, but only so often, and has worked: a day's first test.  [RUL-60]"""
    if all(ability.uses is Uses.ANY or ability.when is not When.ALWAYS for ability in source.abilities):
        return source
    fight, day = state.fight, state.own.setup.day
    kept = []
    for index, ability in enumerate(source.abilities):
        answer = Answer(source=source, bearer=who, index=index, ability=ability)
        over = ability.when is When.ALWAYS and spent(answer, state.own.uses, round=fight.round, day=day)
        kept.append(Ability() if over else ability)
    return structs.replace(source, abilities=tuple(kept))


def _of_things(fighter: Fighter, sheet: Figures, deck: Deck) -> Iterable[Source]:
    """Items at hand, in a hand where they take one, cursed ones wherever they are; creatures that help.

    [MM-EQ-02, MM-EQ-07, MM-PET-02]
    """
    for key, item in sheet.items.items():
        if item.cursed or (key in fighter.held if item.hands else key not in fighter.packed):
            # What its use does is no part of having it.
            yield Source(id=key, abilities=tuple(ability for ability in item.abilities if ability.when not in OF_USE))
    for key in sheet.companions:
        if key in deck.creatures:
            yield Source(id=key, abilities=_as_its_owner(deck.creatures[key].abilities))


def _as_its_owner(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """What a mount or a familiar does for its owner: the two are one here.  [MM-MNT-04, RUL-53, MM-PET-02]"""
    return tuple(
        structs.replace(
            ability,
            effects=tuple(structs.replace(it, on=Whom.SELF) if it.on is Whom.OWNER else it for it in ability.effects),
        )
        for ability in abilities
    )


def _on_the_ground(state: MercenariesFight, who: str, deck: Deck) -> Iterable[Source]:
    """The trap and the special area that a combatant stands on.  [MM-FIELD-07]"""
    place = state.fight.combatants[who].place
    if state.own.field is None or place is None or place.rank is None:
        return
    here = state.own.field.at(lookup.side_of(state, who), place.rank)
    trap, special = here.trap, here.special
    if trap is not None and trap in deck.traps:
        yield Source(id=trap, abilities=deck.traps[trap].abilities)
    if special is not None and special in deck.special_areas:
        yield Source(id=special, abilities=deck.special_areas[special].abilities)


def _of_states(state: MercenariesFight, who: str, deck: Deck) -> Iterable[Source]:
    """The states that a combatant has; everybody sees them.  [MM-ST-01]"""
    conditions = state.fight.combatants[who].conditions
    began = (
        {affliction.state: affliction.since for affliction in state.own.afflicted if affliction.bearer == who}
        if conditions
        else {}
    )
    for condition in conditions:
        if condition.kind in deck.states:
            card, since = deck.states[condition.kind], began.get(condition.kind, 1)
            yield Source(id=card.id, abilities=card.abilities, by=condition.source or "", since=since)
