"""From a sheet to a fighter: figures completed, content looked up, hands checked.  [FF-STAT-01 to FF-STAT-10]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.kit import Combatant, Place, RuleRefusal, SheetRefused, Vital, collected, completed
from engine.systems.fantasia.content import catalogue as c
from engine.systems.fantasia.content.kinds import (
    Armor,
    Hand,
    Item,
    Paradigm,
    Reaction,
    Source,
    Spell,
    Technique,
    Trait,
    Weapon,
)
from engine.systems.fantasia.ground import Facing
from engine.systems.fantasia.rules.basics.elements import made_of
from engine.systems.fantasia.sheet import Granted, Grip, Sheet
from engine.systems.fantasia.state import Fighter, Figures, Held, KnownSpell, KnownTechnique, Where

T = TypeVar("T", Weapon, Armor, Trait, Spell, Technique, Reaction, Item)

HP, MP = "hp", "mp"


def _collected(
    field: str, rule: str, listed: Mapping[str, T], ids: Sequence[str] | None, own: Sequence[T] | None
) -> dict[str, T]:
    """Things of the catalogue and the sheet's own, by id, checked for existing statuses."""
    found = collected(field, listed, ids, own, rule=rule)
    for thing in own or ():
        _check_statuses(f"own_{field}", thing)
    return found


def _check_statuses(field: str, thing: object) -> None:
    """RuleRefusal for something that causes or cures what is no status: sheets cannot define their own ends."""
    brought = [what.status for what in getattr(thing, "inflicts", ())]
    for name in (*brought, *getattr(thing, "cures", ())):
        kind = c.CONDITIONS.get(name)
        if kind is None or (kind.until and (name in brought or name != "statue")):
            raise SheetRefused(field, f"there is no status {name!r}", rule="FF-STG-01")


def _paradigm(sheet: Sheet, source: Source, profession: str | None) -> Paradigm | None:
    """The paradigm of an ability: its profession's; none where it comes from tribe or item."""
    if source is not Source.PROFESSION:
        return None
    if profession is None or profession == sheet.profession:
        listed = c.PROFESSIONS.get(sheet.profession or "")
        return sheet.paradigm or (listed.paradigm if listed else None)
    named = c.PROFESSIONS.get(profession)
    if named is None:
        raise SheetRefused("profession", f"the catalogue has no {profession!r}", rule="FF-MAG-07")
    return named.paradigm


def _granted(
    field: str, listed: Mapping[str, T], catalogue: dict[str, T], granted: Sequence[Granted] | None
) -> dict[str, Granted]:
    by_id: dict[str, Granted] = {}
    for entry in granted or ():
        if entry.ability not in listed:
            raise SheetRefused(field, f"the catalogue has no {entry.ability!r}", rule="FF-MAG-06")
        if entry.ability in catalogue:
            raise SheetRefused(field, f"{entry.ability!r} twice", rule="FF-MAG-06")
        catalogue[entry.ability] = listed[entry.ability]
        by_id[entry.ability] = entry
    return by_id


def _rests_on(sheet: Sheet, ability: Spell | Technique, grant: Granted | None) -> tuple[Source, Paradigm | None]:
    """The source of an ability, and its paradigm. grant: as the sheet says."""
    source = (grant.granted_by if grant else ability.granted_by) or Source.PROFESSION
    return source, _paradigm(sheet, source, grant.profession if grant else ability.profession)


def _spells(sheet: Sheet) -> dict[str, KnownSpell]:
    found = _collected("spells", "FF-MAG-01", c.SPELLS, sheet.spells, sheet.own_spells)
    granted = _granted("granted_spells", c.SPELLS, found, sheet.granted_spells)
    known: dict[str, KnownSpell] = {}
    for name, spell in found.items():
        source, paradigm = _rests_on(sheet, spell, granted.get(name))
        known[name] = KnownSpell(spell=spell, granted_by=source, paradigm=paradigm)
    return known


def _techniques(sheet: Sheet) -> dict[str, KnownTechnique]:
    found = _collected("techniques", "FF-TURN-02", c.TECHNIQUES, sheet.techniques, sheet.own_techniques)
    granted = _granted("granted_techniques", c.TECHNIQUES, found, sheet.granted_techniques)
    known: dict[str, KnownTechnique] = {}
    for name, technique in found.items():
        source, paradigm = _rests_on(sheet, technique, granted.get(name))
        known[name] = KnownTechnique(technique=technique, granted_by=source, paradigm=paradigm)
    return known


def _grips(sheet: Sheet, weapons: Mapping[str, Weapon]) -> dict[str, Hand]:
    """The weapons in hand as the fight begins, and in which hand.  [FF-EQ-02]"""
    carried = [w for w in weapons.values() if not w.natural]
    grips = sheet.equipped
    if grips is None:
        grips = tuple(Grip(weapon=w.id, hand=Hand.BOTH if w.two_hands else Hand.RIGHT) for w in carried[:1])
    hands: dict[str, Hand] = {}
    for grip in grips:
        weapon = weapons.get(grip.weapon)
        if weapon is None or weapon.natural:
            raise SheetRefused("equipped", f"there is no {grip.weapon!r} to hold", rule="FF-EQ-02")
        if weapon.two_hands and grip.hand is not Hand.BOTH:
            raise SheetRefused("equipped", f"{weapon.id} takes both hands", rule="FF-EQ-02")
        if grip.weapon in hands or any(overlap(grip.hand, taken) for taken in hands.values()):
            raise SheetRefused("equipped", "a hand holds one weapon", rule="FF-EQ-02")
        hands[grip.weapon] = grip.hand
    return hands


def overlap(hand: Hand, other: Hand) -> bool:
    """Whether two grips need the same hand."""
    return hand is other or Hand.BOTH in (hand, other)


def _weapons(sheet: Sheet) -> dict[str, Held]:
    weapons = _collected("weapons", "FF-EQ-02", c.WEAPONS, sheet.weapons, sheet.own_weapons)
    if not any(w.natural for w in weapons.values()):
        weapons[c.UNARMED] = c.WEAPONS[c.UNARMED]
    hands = _grips(sheet, weapons)
    loads = {load.weapon: load.bullets for load in sheet.loaded or ()}
    held: dict[str, Held] = {}
    for name, weapon in weapons.items():
        bullets = loads.pop(name, weapon.chamber)
        if bullets > weapon.chamber:
            raise SheetRefused("loaded", f"{name} holds {weapon.chamber} bullets at most", rule="FF-EQ-03")
        where = Where.IN_HAND if weapon.natural or name in hands else Where.STOWED
        held[name] = Held(weapon=weapon, where=where, hand=hands.get(name), bullets=bullets)
    if loads:
        raise SheetRefused("loaded", f"there is no {next(iter(loads))!r}", rule="FF-EQ-03")
    return held


def _stock(sheet: Sheet) -> tuple[dict[str, Item], dict[str, int]]:
    counts = {stock.item: stock.count for stock in sheet.items or ()}
    own = {item.id: item for item in sheet.own_items or ()}
    items = _collected("items", "FF-TURN-02", c.ITEMS, [i for i in counts if i not in own], sheet.own_items)
    return items, {name: counts.get(name, 1) for name in items}


def _needed(sheet: Sheet, name: str) -> int:
    value = getattr(sheet, name)
    if not isinstance(value, int):
        raise SheetRefused(name, "needed of whoever is not of the catalogue", rule="FF-STAT-01")
    return value


def _best(*scores: int | None) -> int | None:
    """The highest of those given."""
    return max((score for score in scores if score is not None), default=None)


def fighter_of(sheet: Sheet) -> Fighter:
    """A fighter by its sheet. RuleRefusal that names the field where it cannot be played."""
    sheet = completed(sheet, sheet.ref, c.PEOPLE, rule="FF-STAT-01")
    elements = [affinity.element for affinity in sheet.affinities or ()]
    if len({*elements}) < len(elements):
        raise SheetRefused("affinities", "one for each element", rule="FF-ELEM-03")
    size = 100 if sheet.size_percent is None else sheet.size_percent
    items, stock = _stock(sheet)
    traits = tuple(_collected("traits", "FF-INIT-02", c.TRAITS, sheet.traits, sheet.own_traits).values())
    figures = Figures(
        level=sheet.level or 1,
        strength=_needed(sheet, "strength"),
        agility=_needed(sheet, "agility"),
        vitality=_needed(sheet, "vitality"),
        mind=_needed(sheet, "mind"),
        defense=_needed(sheet, "defense"),
        magic_defense=_needed(sheet, "magic_defense"),
        evasion=sheet.evasion or 0,
        magic_block=sheet.magic_block or 0,
        stealth=_best(sheet.stealth, *(t.stealth for t in traits)),
        hide=_best(sheet.hide, *(t.hide for t in traits)),
        hp=_needed(sheet, "hp"),
        mp=sheet.mp or 0,
        movement=_needed(sheet, "movement"),
        weight_kg=70 * size * size // 10000 if sheet.weight_kg is None else sheet.weight_kg,
        tags=sheet.tags or (),
        affinities=made_of(sheet.made_of, sheet.affinities or ()),
        initiative_bonus=sheet.initiative_bonus or 0,
        multi_attack=max([sheet.multi_attack or 1, *(t.multi_attack for t in traits)]),
        death_counter=sheet.death_counter is not False,
        profession=sheet.profession or "",
        armor=tuple(_collected("armor", "FF-STAT-04", c.ARMOR, sheet.armor, sheet.own_armor).values()),
        traits=traits,
        spells=_spells(sheet),
        techniques=_techniques(sheet),
        reactions=_collected("reactions", "FF-REACT-01", c.REACTIONS, sheet.reactions, sheet.own_reactions),
        items=items,
    )
    return Fighter(
        group=sheet.group or sheet.ref,
        size_percent=size,
        figures=figures,
        weapons=_weapons(sheet),
        stock=stock,
    )


def check_place(place: Place | None) -> None:
    """RuleRefusal for a place that is none of this game."""
    if place is not None and (place.point is None) is (place.cell is None):
        reason = "place: a point, in hundredths of a metre, on a board a cell, or none"
        raise RuleRefusal(reason, rule="FF-MOVE-01", field="place")
    if place is not None and place.facing is not None and place.facing not in Facing.__members__:
        reason = f"place.facing: {', '.join(Facing.__members__)}, or none"
        raise RuleRefusal(reason, rule="FF-GRID-07", field="place.facing")


def combatant_of(sheet: Sheet, place: Place | None) -> Combatant:
    """The kernel's combatant for this sheet: kind, vitals and place."""
    figures = fighter_of(sheet).figures
    assert figures is not None
    check_place(place)
    vitals = {HP: Vital(figures.hp, figures.hp), MP: Vital(figures.mp, figures.mp)}
    return Combatant(id="", name="", side="", kind=sheet.ref or sheet.group or "", vitals=vitals, place=place)
