"""From a sheet to a combatant of the kernel, and to a fighter of this game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import structs

from engine.kit import Combatant, Fault, Place, RuleRefusal, SheetRefused, Vital
from engine.kit.ground import faults_in, refuse
from engine.systems.mongolian_mercenaries.cards.deck import CATALOGUE, Deck, deck_of
from engine.systems.mongolian_mercenaries.cards.forces import Force, Use, lasting
from engine.systems.mongolian_mercenaries.content.kinds import (
    ATTRIBUTES,
    AmmoMode,
    Creature,
    Effect,
    Weapon,
)
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, POWER
from engine.systems.mongolian_mercenaries.rules.gear import carrying, transfer
from engine.systems.mongolian_mercenaries.rules.gear.events import GearMove
from engine.systems.mongolian_mercenaries.rules.gear.figures import (
    card_of,
    carried,
    completed,
    figures_of,
    kind_of,
    max_health,
    max_power,
)
from engine.systems.mongolian_mercenaries.sheet import InForce, Setup, Sheet
from engine.systems.mongolian_mercenaries.state import Fighter, Figures


def fighter_of(sheet: Sheet, setup: Setup) -> Fighter:
    """A combatant's part of the state as it enters. setup: of its fight."""
    sheet = completed(sheet)
    deck = deck_of(setup.cards)
    figures = figures_of(sheet, deck)
    packed = carried(sheet, deck).packed
    whole = Fighter(
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
        damaged=sheet.damaged,
        venomed=sheet.poisoned,
        wounds=sheet.wounds,
        wound_labels=sheet.wound_labels,
        dev_points=sheet.dev_points,
    )
    if not sheet.stowed:
        return whole
    fighter = transfer.swapped(whole, [GearMove(item=stowed.item, stow=stowed.stow) for stowed in sheet.stowed])
    if fighter.figures is None:
        raise Fault("a sheet without figures")
    held = sheet.held if sheet.held is not None else _held(sheet, fighter.figures, fighter.packed)
    return structs.replace(fighter, held=held)


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


def going_on(sheet: Sheet, who: str, setup: Setup) -> tuple[tuple[Force, ...], tuple[Use, ...]]:
    """What goes on from earlier fights, and what of its cards has worked today; who has brought it is forgotten.

    [MM-OUT-31, RUL-89]
    """
    deck, forces = deck_of(setup.cards), []
    for stated in sheet.in_force:
        effect = effect_of(deck, stated)
        if effect is not None:
            lasting_one = structs.replace(effect, lasts=stated.lasts)
            said = deck.said_by(stated.card)
            forces.append(lasting(lasting_one, said, source=stated.card, bearer=who, by=who, round=0))
    uses = (Use(bearer=who, source=used.card, index=used.ability, round=0, day=setup.day) for used in sheet.used_today)
    return tuple(forces), tuple(uses)


def effect_of(deck: Deck, stated: InForce) -> Effect | None:
    """The effect of a card that goes on; None where the card has none there."""
    abilities = deck.said_by(stated.card)
    effects = abilities[stated.ability].effects if stated.ability < len(abilities) else ()
    return effects[stated.effect] if stated.effect < len(effects) else None
