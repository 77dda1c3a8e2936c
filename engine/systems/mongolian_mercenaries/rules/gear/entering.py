"""From a sheet to a combatant of the kernel, and to a fighter of this game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kit import Combatant, Place, RuleRefusal, SheetRefused, Vital
from engine.kit.ground import faults_in, refuse
from engine.systems.mongolian_mercenaries.cards.deck import CATALOGUE, deck_of
from engine.systems.mongolian_mercenaries.content.kinds import (
    ATTRIBUTES,
    AmmoMode,
    Creature,
    Weapon,
)
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, POWER
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.rules.gear.figures import (
    card_of,
    carried,
    completed,
    figures_of,
    kind_of,
    max_health,
    max_power,
)
from engine.systems.mongolian_mercenaries.sheet import Setup, Sheet
from engine.systems.mongolian_mercenaries.state import Fighter, Figures


def fighter_of(sheet: Sheet, setup: Setup) -> Fighter:
    """A combatant's part of the state as it enters. setup: of its fight."""
    sheet = completed(sheet)
    deck = deck_of(setup.cards)
    figures = figures_of(sheet, deck)
    packed = carried(sheet, deck).packed
    return Fighter(
        kind=kind_of(sheet),
        ref=sheet.ref or "",
        stays=sheet.stays,
        figures=figures,
        held=_held(sheet, figures, packed),
        packed=packed,
        prayed=sheet.prayed,
        xp=sheet.xp,
        last_position=sheet.last_position,
        lucky_break_day=setup.day if sheet.lucky_break_used else None,
        mount=sheet.mount,
        comes_riding=sheet.mounted,
        ammunition=_ammunition(sheet, figures.weapons),
    )


def _ammunition(sheet: Sheet, weapons: Mapping[str, Weapon]) -> dict[str, int]:
    """Units and pieces; of a weapon that is thrown away itself one, unless its sheet says how many.  [MM-AMMO-03]"""
    thrown = {
        key: 1 for key, weapon in weapons.items() if weapon.ammo is not None and weapon.ammo.mode is AmmoMode.SELF
    }
    return {**thrown, **sheet.ammunition}


def combatant_of(sheet: Sheet, place: Place | None) -> Combatant:
    """The kernel's combatant for this sheet.  [MM-ATTR-11, MM-ATTR-12, MM-ENM-07, MM-ENM-08]

    SheetRefused with everything about it that cannot be played at any table.
    """
    sheet = completed(sheet)
    kind, figures, card = kind_of(sheet), figures_of(sheet, CATALOGUE), card_of(sheet)
    health, power = (max_health(figures), max_power(figures)) if card is None else (card.health, card.power)
    refuse(list(_plain_faults(sheet, place, card, health)))
    vitals = {HEALTH: Vital(health, health), POWER: Vital(max(0, power), max(0, power))}
    return Combatant(id="", name="", side="", kind=kind.value, vitals=vitals, place=place)


def check_place(place: Place | None) -> None:
    """RuleRefusal for a place that is none of this game."""
    if place is not None and (place.rank not in range(1, 6) or place != Place(rank=place.rank, side=place.side)):
        raise RuleRefusal("place: a position, rank 1 to 5", rule="MM-POS-01", field="place")


def _plain_faults(sheet: Sheet, place: Place | None, card: Creature | None, health: int) -> Iterator[RuleRefusal]:
    yield from faults_in(check_place, place)
    for name in sheet.attributes:
        if name not in ATTRIBUTES:
            field = f"attributes.{name}"
            yield RuleRefusal(f"{field}: {name!r} is no attribute", rule="MM-ATTR-01", field=f"sheet.{field}")
    if card is not None and not card.enters:
        yield SheetRefused(
            "ref" if sheet.card is None else "card",
            "it takes no part in fights: name it as a companion or a mount",
            rule="MM-PET-03",
        )
    if health < 1:
        yield SheetRefused("attributes", "without Health nobody can fight", rule="MM-ATTR-11")


def _held(sheet: Sheet, figures: Figures, packed: tuple[str, ...]) -> tuple[str, ...]:
    """Weapons in hand at first; as written, else as many as the hands hold.  [MM-EQ-03]"""
    if sheet.held is not None:
        return sheet.held
    held: tuple[str, ...] = ()
    free = carrying.HANDS - carrying.shield_hands(figures)
    for key, weapon in figures.weapons.items():
        if not weapon.natural and key not in packed and weapon.hands <= free:
            held, free = (*held, key), free - weapon.hands
    return held
