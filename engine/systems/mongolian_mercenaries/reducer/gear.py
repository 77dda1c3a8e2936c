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
from engine.systems.mongolian_mercenaries.state import Fighter, Own


def _with(own: Own, **fighters: Fighter) -> Own:
    return structs.replace(own, fighters={**own.fighters, **fighters})


def _drawn(own: Own, event: e.WeaponDrawn) -> Own:
    """What is in a hand is in no backpack any more."""
    packed = tuple(key for key in own.fighters[event.combatant].packed if key not in event.held)
    return with_fighter(own, event.combatant, held=event.held, packed=packed)


def _moved(own: Own, event: e.GearMoved) -> Own:
    return _with(own, **{event.combatant: transfer.swapped(own.fighters[event.combatant], event.moves)})


def _handed(own: Own, event: e.GearHanded) -> Own:
    pair = transfer.handed(own.fighters[event.combatant], own.fighters[event.target], event.items)
    return _with(own, **dict(zip((event.combatant, event.target), pair, strict=True)))


def _gained(own: Own, event: e.GearGained) -> Own:
    deck = deck_of(own.setup.cards)
    return _with(own, **{event.combatant: transfer.gained(own.fighters[event.combatant], deck, event.items)})


def _dropped(own: Own, event: e.GearDropped) -> Own:
    return _with(own, **{event.combatant: transfer.without(own.fighters[event.combatant], event.items)})


def _spent(own: Own, event: e.ItemSpent) -> Own:
    return _with(own, **{event.combatant: transfer.without(own.fighters[event.combatant], (event.item,))})


def _used(own: Own, event: e.CardUsed) -> Own:
    """A prayer is used up for the day, unless its card says otherwise.  [RUL-91]"""
    card = deck_of(own.setup.cards).prayers.get(event.card) if event.use is e.CardUse.PRAYER else None
    if card is None or card.lasting:
        return own
    return with_fighter(own, event.combatant, prayed=(*own.fighters[event.combatant].prayed, event.card))


def _treated(own: Own, event: e.WeaponTreated) -> Own:
    """Whole: it is no longer Damaged."""
    one = own.fighters[event.combatant]
    name = {ItemMark.SHARPENED: "sharpened", ItemMark.POISONED: "venomed"}.get(event.mark, "damaged")
    left = tuple(key for key in getattr(one, name) if key != event.item)
    gone = event.ended or event.mark is ItemMark.WHOLE
    return with_fighter(own, event.combatant, **{name: left if gone else (*left, event.item)})


def _known(own: Own, event: e.PreparationKnown) -> Own:
    """From now on it is the card that was drawn.  [MM-POT-05]"""
    figures = transfer.figures_of(own.fighters[event.combatant])
    items = {**figures.items, event.item: deck_of(own.setup.cards).items[event.card]}
    return with_fighter(own, event.combatant, figures=structs.replace(figures, items=items))


def _healed(own: Own, event: e.WoundsTreated) -> Own:
    wounds = structs.replace(own.fighters[event.target].wounds, **{event.wound.value.lower(): event.wounds})
    return with_fighter(own, event.target, wounds=wounds)


def _tried(own: Own, event: e.TreatmentTried) -> Own:
    return structs.replace(own, treated=(*own.treated, event.target))


def _repairs(own: Own, event: e.RepairTried) -> Own:
    return structs.replace(own, repairing=(*own.repairing, event.combatant))


def _passed(own: Own, event: e.PhasePassed) -> Own:
    return structs.replace(own, treated=(), repairing=())


def _rose(own: Own, event: e.LevelGained) -> Own:
    one = own.fighters[event.combatant]
    figures = structs.replace(transfer.figures_of(one), level=event.level)
    return with_fighter(own, event.combatant, figures=figures, dev_points=one.dev_points + event.points)


def _kept(own: Own, event: e.ExperienceKept) -> Own:
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
