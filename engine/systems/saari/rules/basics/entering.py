"""From a sheet to a fighter: completed, with its content looked up.  [SA-ATTR-01, SA-GEAR-01]"""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit import Combatant, Place, RuleRefusal, SheetRefused, Vital, collected, completed
from engine.systems.saari.content import catalogue as c
from engine.systems.saari.content.kinds import Armor, Attribute, Kind, Shield, Slot, TargetNumbers, Weapon
from engine.systems.saari.rules.basics.lookup import KP, MP, SaariFight, half
from engine.systems.saari.sheet import Sheet
from engine.systems.saari.state import Fighter, Figures

AVERAGE = 2
LIGHT_UNITS = {Slot.LIGHT: 1, Slot.HEAVY: 2, None: 0}
"""Two light ones are as much as a heavy one.  [SA-GEAR-03]"""
HANDS = 2


def full(sheet: Sheet) -> Sheet:
    """A sheet with what it takes from the catalogue."""
    return completed(sheet, sheet.ref, c.SHEETS, rule="G-38")


def figures_of(sheet: Sheet) -> Figures:
    """A completed sheet with its content. SheetRefused for one that cannot be played."""
    kind = sheet.kind or Kind.PC
    weapons = collected("weapons", c.WEAPONS, sheet.weapons, sheet.own_weapons, rule="SA-GEAR-04")
    shields = collected("shields", c.SHIELDS, sheet.shields, sheet.own_shields, rule="SA-GEAR-04")
    trinkets = collected("trinkets", c.TRINKETS, sheet.trinkets, sheet.own_trinkets, rule="SA-GEAR-12")
    talents = collected("talents", c.TALENTS, sheet.talents, sheet.own_talents, rule="SA-TALENT-01")
    spells = collected("spells", c.SPELLS, sheet.spells, sheet.own_spells, rule="SA-SPELL-01")
    scores = {attribute.value: _score(sheet, attribute) for attribute in Attribute} if kind is Kind.PC else {}
    if kind is Kind.PC:
        _check_capacity(weapons, shields, scores[Attribute.PERSONALITY.value])
        _check_talents(sheet, len(talents), len(spells), scores[Attribute.LEARNING.value])
    if kind is Kind.HAZARD and sheet.hazard is None:
        raise SheetRefused("hazard", "needed: what this hazard does", rule="SA-DEF-01")
    attacks = {attack.id: attack for attack in sheet.attacks or ()}
    if len(attacks) < len(sheet.attacks or ()):
        raise SheetRefused("attacks", "give each an id of its own", rule="G-02")
    return Figures(
        attributes=scores,
        weapons=weapons,
        shields=shields,
        armor=_armor(sheet),
        trinkets=tuple(trinkets.values()),
        talents=tuple(talents.values()),
        spells=spells,
        initiative=3 if sheet.initiative is None else sheet.initiative,
        kn=(sheet.kn or TargetNumbers()) if kind is not Kind.PC else None,
        attacks=attacks,
        traits=sheet.traits or (),
        help_dice=sheet.help_dice or 0,
        linked=bool(sheet.linked),
        patron=sheet.patron,
        hazard=sheet.hazard,
    )


def fighter_of(sheet: Sheet) -> Fighter:
    """A combatant's part of the state as it enters."""
    sheet = full(sheet)
    figures = figures_of(sheet)
    return Fighter(
        kind=sheet.kind or Kind.PC,
        ref=sheet.ref or "",
        figures=figures,
        weight_halves=2 if sheet.weight_halves is None else sheet.weight_halves,
        held=_held(sheet, {**figures.weapons, **figures.shields}),
    )


def check_place(place: Place | None) -> None:
    """RuleRefusal for a place that is none of this game."""
    if place is not None and (place.zone is None or place != Place(zone=place.zone)):
        raise RuleRefusal("place: a zone", rule="SA-ZONE-01", field="place")


def combatant_of(sheet: Sheet, place: Place | None) -> Combatant:
    """The kernel's combatant for this sheet.  [SA-KP-01, SA-ATTR-06, SA-MP-01, SA-ATTR-08, SA-MOUNT-03]"""
    fighter = fighter_of(sheet)
    check_place(place)
    vitals: dict[str, Vital] = {}
    scores = fighter.figures.attributes if fighter.figures is not None else {}
    if fighter.kind is Kind.PC:
        kp, mp = scores[Attribute.TOUGHNESS.value] + 5, scores[Attribute.DISCIPLINE.value] + 2
        vitals = {KP: Vital(kp, kp), MP: Vital(mp, mp)}
    elif fighter.kind in (Kind.NPC, Kind.MOUNT) or (fighter.figures is not None and fighter.figures.linked):
        kp = full(sheet).kp or 3
        vitals = {KP: Vital(kp, kp)}
    return Combatant(id="", name="", side="", kind=fighter.kind.value, vitals=vitals, place=place)


def admit(state: SaariFight, who: str) -> None:
    """RuleRefusal where a newcomer's zone is not on the ground."""
    place, ground = state.fight.combatants[who].place, state.fight.ground
    if place is not None and ground is not None and place.zone not in {zone.key for zone in ground.zones}:
        raise RuleRefusal(f"place: there is no zone {place.zone}", rule="SA-ZONE-01", field="place")


def _score(sheet: Sheet, attribute: Attribute) -> int:
    given: int | None = getattr(sheet, attribute.value.lower())
    return AVERAGE if given is None else given


def _armor(sheet: Sheet) -> Armor | None:
    if sheet.own_armor is not None or sheet.armor is None:
        return sheet.own_armor
    if sheet.armor not in c.ARMOR:
        raise SheetRefused("armor", f"the catalogue has no {sheet.armor!r}", rule="SA-GEAR-05")
    return c.ARMOR[sheet.armor]


def _check_capacity(weapons: Mapping[str, Weapon], shields: Mapping[str, Shield], personality: int) -> None:
    """SheetRefused beyond 2 light items and one more for each point of half of Personality.

    [SA-GEAR-01 to SA-GEAR-04, SA-ATTR-09, G-23]
    """
    slots = [*(weapon.slot for weapon in weapons.values()), *(shield.slot for shield in shields.values())]
    units = sum(LIGHT_UNITS[slot] for slot in slots)
    room = 2 + half(personality)
    if units > room:
        field = "weapons" if weapons else "shields"
        raise SheetRefused(field, f"{units} light items' worth of gear, and room for {room}", rule="G-23")


def _check_talents(sheet: Sheet, talents: int, spells: int, learning: int) -> None:
    """SheetRefused for more talents and spells than creation gives, and half of Learning on top of them.

    Creation is not part of this game: where a sheet does not say what it gives nothing is counted.
    [SA-ATTR-07, SA-TALENT-02, G-38]
    """
    if sheet.starting_talents is None:
        return
    most = sheet.starting_talents + half(learning)
    if talents + spells > most:
        field = "talents" if talents else "spells"
        raise SheetRefused(field, f"{talents + spells} talents and spells, of {most}", rule="SA-TALENT-02")


def _held(sheet: Sheet, gear: Mapping[str, Weapon | Shield]) -> tuple[str, ...]:
    """What is in hand at first. SheetRefused for more than two hands hold.  [G-22]"""
    if sheet.held is not None:
        for thing in sheet.held:
            if thing not in gear:
                raise SheetRefused("held", f"it has no {thing!r}", rule="G-22")
        if len(set(sheet.held)) < len(sheet.held) or sum(gear[thing].hands for thing in sheet.held) > HANDS:
            raise SheetRefused("held", "two hands hold one item each, or one for both", rule="G-22")
        return sheet.held
    held: tuple[str, ...] = ()
    for key, item in gear.items():
        if sum(gear[thing].hands for thing in held) + item.hands <= HANDS:
            held = (*held, key)
    return held
