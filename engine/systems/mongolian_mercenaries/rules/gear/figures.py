"""The figures of a combatant: its sheet completed, with its cards looked up.  [MM-ATTR-01, MM-ENM-03]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from msgspec import structs

from engine.kit import SheetRefused, fields_of
from engine.systems.mongolian_mercenaries.cards.deck import CATALOGUE, Carded, Deck
from engine.systems.mongolian_mercenaries.content.catalogue import CHARACTERS
from engine.systems.mongolian_mercenaries.content.kinds import (
    ATTRIBUTES,
    FIGHT_PROFICIENCY,
    NATURAL,
    ArmourPiece,
    Creature,
    CreatureType,
    Item,
    Role,
    Weapon,
)
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.sheet import Kind, Sheet
from engine.systems.mongolian_mercenaries.state import Figures

T = TypeVar("T", bound=Carded)

AVERAGE = 3
"""An attribute before anything else.  [MM-ATTR-01]"""
OF_ROLE = {Role.ALLY: Kind.ALLY, Role.PET: Kind.PET}


def completed(sheet: Sheet) -> Sheet:
    """A sheet that names a sample character, over that one's: what it gives itself stands, and what it has emptied.

    Any other as it is.
    """
    base = CHARACTERS.get(sheet.ref or "") if sheet.card is None else None
    if base is None:
        return sheet
    given = {field.name: getattr(sheet, field.name) for field in fields_of(Sheet)}
    nothing, emptied = Sheet(), {field.name for field in fields_of(Sheet) if field.encode_name in sheet.emptied}
    stands = {name: value for name, value in given.items() if name in emptied or value != getattr(nothing, name)}
    return structs.replace(base, **stands)


def card_of(sheet: Sheet) -> Creature | None:
    """The card that somebody fights by; None: a character. SheetRefused for an unknown one."""
    if sheet.card is not None or sheet.ref is None or sheet.ref in CHARACTERS:
        return sheet.card
    if sheet.ref not in CATALOGUE.creatures:
        raise SheetRefused("ref", f"the catalogue has no {sheet.ref!r}", rule="MM-ENM-03")
    return CATALOGUE.creatures[sheet.ref]


def kind_of(sheet: Sheet) -> Kind:
    """What it is: a character, or with a card what its role says, unless the sheet says otherwise.  [MM-PET-04]"""
    card = card_of(sheet)
    kind = sheet.kind or (Kind.PC if card is None else OF_ROLE.get(card.role, Kind.ENEMY))
    if (kind is Kind.PC) is not (card is None):
        raise SheetRefused("kind", "a character has no card, and whoever else has one", rule="MM-ENM-03")
    return kind


def figures_of(sheet: Sheet, deck: Deck) -> Figures:
    """The figures. deck: the cards of the table.

    What depends on the deck is judged before (`rules.sheets`): an id without a card is left out here, and of two things
    of one id the first counts.
    """
    card = card_of(sheet)
    weapons = _by_id(deck.weapons, sheet.weapons, sheet.own_weapons)
    worn = _by_id(deck.armour, sheet.armour, sheet.own_armour)
    talents = (*sheet.talents, *(card.talents if card is not None else ()))
    things = carried(sheet, deck)
    common: dict[str, Any] = {
        "worn": worn,
        "spare": things.spare,
        "items": things.items,
        "talents": talents,
        "spells": (*sheet.spells, *(card.spells if card is not None else ())),
        "companions": sheet.companions,
        "prayers": sheet.prayers,
        "patron": sheet.patron,
    }
    weapons |= things.weapons
    if card is not None:
        return structs.replace(_of_card(card, weapons), abilities=deck.abilities(card), **common)
    return Figures(
        level=sheet.level or 1,
        attributes={name: sheet.attributes.get(name, AVERAGE) for name in ATTRIBUTES},
        skills={name: value for name, value in sheet.skills.items() if value},
        weapons=weapons,
        **common,
    )


def _by_id(pile: Mapping[str, T], keys: Iterable[str], own: Iterable[T]) -> dict[str, T]:
    found: dict[str, T] = {}
    for thing in (*(pile[key] for key in keys if key in pile), *own):
        found.setdefault(thing.id, thing)
    return found


class Carried(NamedTuple):
    """What a sheet names as items and in its backpack, by id; packed: the ids of the latter."""

    weapons: dict[str, Weapon]
    spare: dict[str, ArmourPiece]
    items: dict[str, Item]
    packed: tuple[str, ...]


def carried(sheet: Sheet, deck: Deck) -> Carried:
    in_full = (
        *(own_weapon.id for own_weapon in sheet.own_weapons),
        *(armour_piece.id for armour_piece in sheet.own_armour),
    )
    found, used = Carried({}, {}, {}, ()), {*sheet.weapons, *sheet.armour, *in_full}
    for place, card in enumerate((*sheet.items, *sheet.backpack)):
        packed = place >= len(sheet.items)
        key = carrying.free_key(card, used)
        if card in deck.items:
            found.items[key] = deck.items[card]
        elif card in deck.weapons and packed:
            found.weapons[key] = deck.weapons[card]
        elif card in deck.armour:
            found.spare[key] = deck.armour[card]
        else:
            continue
        used.add(key)
        if packed:
            found = found._replace(packed=(*found.packed, key))
    return found


def _of_card(card: Creature, weapons: dict[str, Weapon]) -> Figures:
    """Its attack is a weapon that Fight Proficiency tests.  [MM-ENM-09, MM-ENM-10]"""
    natural = Weapon(
        id=NATURAL,
        name=card.name,
        skill=FIGHT_PROFICIENCY,
        kinds=(card.damage_kind,),
        damage=card.damage,
        reach=card.reach,
        element=card.element,
        natural=True,
        targets=card.targets,
    )
    return Figures(
        type=card.type,
        subtype="" if card.subtype is None else card.subtype.value,
        size=card.size,
        level=card.level,
        attributes={"speed": card.speed, "toughness": card.toughness},
        skills={skill.skill: skill.level for skill in card.skills},
        fight_proficiency=card.fight_proficiency,
        armour=card.armour,
        dodge=card.dodge,
        weapons={NATURAL: natural, **weapons},
        courage=card.courage,
        xp=card.xp,
        tactics=card.tactics,
        prey=card.prey,
        loot=card.loot,
        takes_captives=card.takes_captives,
        equipped=equipped(card),
        natural_armour=bool(card.natural_armour),
        metal_armour=card.metal_armour,
    )


def equipped(card: Creature) -> bool:
    """Whether its type has equipment: Humans, and those Humanoids and Undead whose card lists some.

    [MM-ENM-15, RUL-85, RUL-89]
    """
    if card.type is CreatureType.HUMAN:
        return True
    return card.type in (CreatureType.HUMANOID, CreatureType.UNDEAD) and bool(card.equipment or card.loot)


def max_health(figures: Figures) -> int:
    """2 * strength + level + 1.  [MM-ATTR-02, MM-ATTR-11]"""
    return 2 * figures.attribute("strength") + figures.level + 1


def max_power(figures: Figures) -> int:
    """intelligence + level + 1.  [MM-ATTR-03, MM-ATTR-12]"""
    return figures.attribute("intelligence") + figures.level + 1
