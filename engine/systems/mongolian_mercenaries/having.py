"""What a combatant has and orders use, each with the orders that would use it: weapons, spells, talents, items."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Means, Order
from engine.systems.mongolian_mercenaries.content.kinds import Choice, Item
from engine.systems.mongolian_mercenaries.orders import Attack, Cast, Pray, UseItem, UseTalent
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import weapons
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.rules.items import prayers, talents, use, using_items
from engine.systems.mongolian_mercenaries.rules.magic import known_spells, targets
from engine.systems.mongolian_mercenaries.rules.magic.known_spells import Known
from engine.systems.mongolian_mercenaries.state import Stage


def means(seen: MercenariesFight, who: str) -> Iterator[Means]:
    """What a combatant in its turn has, from what its seat sees."""
    if seen.own.stage is not Stage.CLASH or not lookup.on_field(seen, who):
        return
    foes = sorted(
        lookup.active_opponents(seen, who), key=lambda combatant: distances.between(seen, who, combatant).level
    )
    friends = (who, *lookup.active_allies(seen, who))
    for name in dict.fromkeys((*weapons.at_hand(seen, who), *lookup.figures(seen, who).weapons)):
        yield Means(name, Attack, "means", [Attack(combatant=who, target=foe, means=name) for foe in foes])
    learned = [known for known in known_spells.all_of(seen, who) if known.held_in is None]
    for known in learned:
        yield Means(known.spell.id, Cast, "spell", list(_castings(seen, who, known, foes, friends)))
    for known in known_spells.all_of(seen, who):
        if known.held_in is not None:
            yield Means(known.held_in, Cast, "held_in", list(_castings(seen, who, known, foes, friends)))
    for name, talent in talents.actions(seen, who).items():
        whom = _whom(talents.use_of(who, talent).choice, foes, friends)
        tries = [
            UseTalent(combatant=who, talent=name, targets=() if combatant is None else (combatant,))
            for combatant in whom
        ]
        yield Means(name, UseTalent, "talent", tries)
    for name, prayer in prayers.held(seen, who).items():
        whom = _whom(prayer.choice, foes, friends)
        yield Means(name, Pray, "prayer", [Pray(combatant=who, prayer=name, target=combatant) for combatant in whom])
    for name, item in carrying.usable(seen, who).items():
        if using_items.serves_in_fights(seen, who, name, item):
            yield Means(name, UseItem, "item", list(_uses(seen, who, name, item, foes, friends)))


def _whom(choice: Choice, foes: list[str], friends: tuple[str, ...]) -> list[str | None]:
    """Whom a card could be used on, those it is meant for first; None: nobody is named."""
    match choice:
        case Choice.OPPONENT:
            return [*foes]
        case Choice.ALLY:
            return [*friends]
        case Choice.CHARACTER:
            return [*friends, *foes]
    return [None]


def _castings(
    seen: MercenariesFight, who: str, known: Known, foes: list[str], friends: tuple[str, ...]
) -> Iterator[Order]:
    spell, held = known.spell, known.held_in
    if spell.choice in targets.CHOSEN:
        for combatant in (*foes, *friends) if targets.harms(spell) else (*friends, *foes):
            yield Cast(combatant=who, spell=spell.id, held_in=held, targets=(combatant,))
        return
    places = spell.choice is Choice.POSITION and not targets.summons(spell)
    for position in targets.places(seen, who, spell) or (1,) if places else (None,):
        yield Cast(combatant=who, spell=spell.id, held_in=held, position=position)


def _uses(
    seen: MercenariesFight, who: str, name: str, item: Item, foes: list[str], friends: tuple[str, ...]
) -> Iterator[Order]:
    if item.choice is Choice.WEAPON:
        arms = use.melee_weapons(seen, who)
        yield from (UseItem(combatant=who, item=name, weapon=weapon) for weapon in arms)
        if not arms:
            yield UseItem(combatant=who, item=name)
    else:
        whom = [who] if item.unidentified else _whom(item.choice, foes, friends)
        yield from (UseItem(combatant=who, item=name, target=combatant) for combatant in whom)
