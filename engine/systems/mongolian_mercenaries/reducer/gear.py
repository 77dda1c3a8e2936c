"""How the events of items and talents change the state."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from engine.kit import Event
from engine.systems.mongolian_mercenaries import events as e
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.content.kinds import ItemMark
from engine.systems.mongolian_mercenaries.reducer.handlers import Handler, with_fighter
from engine.systems.mongolian_mercenaries.rules.gear import transfer
from engine.systems.mongolian_mercenaries.state import Fighter, MercenariesState


def _with(own: MercenariesState, **fighters: Fighter) -> MercenariesState:
    return structs.replace(own, fighters={**own.fighters, **fighters})


def _drawn(own: MercenariesState, event: e.WeaponDrawn) -> MercenariesState:
    """What is in a hand is in no backpack any more."""
    packed = tuple(key for key in own.fighters[event.combatant].packed if key not in event.held)
    return with_fighter(own, event.combatant, held=event.held, packed=packed)


def _moved(own: MercenariesState, event: e.GearMoved) -> MercenariesState:
    return _with(own, **{event.combatant: transfer.swapped(own.fighters[event.combatant], event.moves)})


def _handed(own: MercenariesState, event: e.GearHanded) -> MercenariesState:
    pair = transfer.handed(own.fighters[event.combatant], own.fighters[event.target], event.items)
    return _with(own, **dict(zip((event.combatant, event.target), pair, strict=True)))


def _gained(own: MercenariesState, event: e.GearGained) -> MercenariesState:
    deck = deck_of(own.setup.cards)
    return _with(own, **{event.combatant: transfer.gained(own.fighters[event.combatant], deck, event.items)})


def _dropped(own: MercenariesState, event: e.GearDropped) -> MercenariesState:
    return _with(own, **{event.combatant: transfer.without(own.fighters[event.combatant], event.items)})


def _spent(own: MercenariesState, event: e.ItemSpent) -> MercenariesState:
    return _with(own, **{event.combatant: transfer.without(own.fighters[event.combatant], (event.item,))})


def _used(own: MercenariesState, event: e.CardUsed) -> MercenariesState:
    """A prayer is used up for the day, unless its card says otherwise.  [RUL-91]"""
    card = deck_of(own.setup.cards).prayers.get(event.card) if event.use is e.CardUse.PRAYER else None
    if card is None or card.lasting:
        return own
    return with_fighter(own, event.combatant, prayed=(*own.fighters[event.combatant].prayed, event.card))


def _treated(own: MercenariesState, event: e.WeaponTreated) -> MercenariesState:
    """Whole: it is no longer Damaged."""
    fighter = own.fighters[event.combatant]
    name = {ItemMark.SHARPENED: "sharpened", ItemMark.POISONED: "venomed"}.get(event.mark, "damaged")
    left = tuple(key for key in getattr(fighter, name) if key != event.item)
    gone = event.ended or event.mark is ItemMark.WHOLE
    return with_fighter(own, event.combatant, **{name: left if gone else (*left, event.item)})


def _known(own: MercenariesState, event: e.PreparationKnown) -> MercenariesState:
    """From now on it is the card that was drawn.  [MM-POT-05]"""
    figures = transfer.figures_of(own.fighters[event.combatant])
    items = {**figures.items, event.item: deck_of(own.setup.cards).items[event.card]}
    return with_fighter(own, event.combatant, figures=structs.replace(figures, items=items))


def _healed(own: MercenariesState, event: e.WoundsTreated) -> MercenariesState:
    wounds = structs.replace(own.fighters[event.target].wounds, **{event.wound.value.lower(): event.wounds})
    return with_fighter(own, event.target, wounds=wounds)


def _tried(own: MercenariesState, event: e.TreatmentTried) -> MercenariesState:
    return structs.replace(own, treated=(*own.treated, event.target))


def _repairs(own: MercenariesState, event: e.RepairTried) -> MercenariesState:
    return structs.replace(own, repairing=(*own.repairing, event.combatant))


def _passed(own: MercenariesState, event: e.PhasePassed) -> MercenariesState:
    return structs.replace(own, treated=(), repairing=())


def _rose(own: MercenariesState, event: e.LevelGained) -> MercenariesState:
    fighter = own.fighters[event.combatant]
    figures = structs.replace(transfer.figures_of(fighter), level=event.level)
    return with_fighter(own, event.combatant, figures=figures, dev_points=fighter.dev_points + event.points)


def _kept(own: MercenariesState, event: e.ExperienceKept) -> MercenariesState:
    return with_fighter(own, event.combatant, xp=event.xp)


HANDLERS: Mapping[type[Event], Handler] = {
    e.WeaponDrawn: _drawn,
    e.GearMoved: _moved,
    e.GearHanded: _handed,
    e.GearGained: _gained,
    e.GearDropped: _dropped,
    e.ItemSpent: _spent,
    e.CardUsed: _used,
    e.WeaponTreated: _treated,
    e.PreparationKnown: _known,
    e.WoundsTreated: _healed,
    e.TreatmentTried: _tried,
    e.RepairTried: _repairs,
    e.PhasePassed: _passed,
    e.LevelGained: _rose,
    e.ExperienceKept: _kept,
}
