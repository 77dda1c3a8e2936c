"""How orders and answers are shown: whom they are meant for, and what they cost. Cards say it by what they do."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from msgspec import Struct, structs

from engine.kit import Cost, Fault, Intent, Order, RuleRefusal, Tile, with_price
from engine.systems.mongolian_mercenaries import orders as o
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.content.kinds import Ability, Choice, Does, Effect, SpellType, When, Whom
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.gear import carrying

FRIENDLY = (Whom.SELF, Whom.ALLIES, Whom.SIDE, Whom.OWNER)
HELPS = (Does.HEAL, Does.END_STATE, Does.IMMUNE, Does.ALLOW)
HARMS = (Does.DAMAGE, Does.ATTACK, Does.FORBID)
CHANGES = (Does.FIGURE, Does.ATTRIBUTE, Does.SKILL, Does.POWER)


def tile(seen: MercenariesFight, thing: Struct, usual: Tile, asked: str = "") -> Tile:
    """The kernel's tile, with whom it is meant for, and the action and the Power that it takes.  [MM-ACT-01]"""
    found = structs.replace(usual, intent=_intent(seen, thing, usual))
    if asked or not isinstance(thing, Order):
        return found  # what is done out of turn has its price in its question
    spell = deck_of(seen.own.setup.cards).spells.get(thing.spell) if isinstance(thing, o.Cast) else None
    return with_price(found, _action(seen, thing), Cost("power", spell.power) if spell is not None else None)


def _action(seen: MercenariesFight, order: Order) -> Cost | None:
    deed = seen.own.hooks.order_handlers.get(type(order))
    with suppress(RuleRefusal, Fault, KeyError):
        paid = deed.cost(seen, order) if deed is not None else None
        return Cost(paid.value) if paid is not None else None
    return None


def _intent(seen: MercenariesFight, thing: Struct, usual: Tile) -> Intent:
    deck = deck_of(seen.own.setup.cards)
    match thing:
        case o.Cast() if thing.spell in deck.spells:
            spell = deck.spells[thing.spell]
            harms = SpellType.OFFENSIVE in spell.types
            return Intent.HARM if harms else of_card(spell.abilities, mine=spell.choice is Choice.PLAYER)
        case o.Pray() if thing.prayer in deck.prayers:
            return of_card(deck.prayers[thing.prayer].abilities)
        case o.UseTalent() if thing.talent in deck.talents:
            return of_card(deck.talents[thing.talent].abilities)
        case o.UseState() if thing.state in deck.states:
            return Intent.NONE
        case o.UseItem() if lookup.on_field(seen, thing.combatant):
            item = carrying.usable(seen, thing.combatant).get(thing.item)
            if item is None or item.unidentified or item.choice is Choice.WEAPON:
                return Intent.NONE
            if item.hostile:
                return Intent.HARM
            return of_card(item.abilities, mine=item.choice is Choice.PLAYER)
    return usual.intent


def of_card(abilities: Iterable[Ability], *, mine: bool = False) -> Intent:
    """Whom a card is meant for, by the first of its effects that tells. mine: it works on its user alone."""
    for ability in abilities:
        for effect in ability.effects if ability.when is When.USED else ():
            told = Intent.HELP if mine or effect.on in FRIENDLY else _of_effect(effect)
            if told is not Intent.NONE:
                return told
    return Intent.NONE


def _of_effect(effect: Effect) -> Intent:
    """Less of a number harms, more helps; of damage more is harm."""
    if effect.does in HELPS:
        return Intent.HELP
    if effect.does in HARMS or effect.does is Does.STATE:
        return Intent.HARM
    change = effect.percent or 0
    if effect.amount is not None:
        change = (
            effect.amount.points
            + effect.amount.per_success
            + effect.amount.per_skill * (effect.amount.skill is not None)
        )
    if effect.does is Does.RESIST:
        return Intent.HELP if change < 0 else Intent.HARM
    if effect.does in CHANGES and change:
        return Intent.HELP if change > 0 else Intent.HARM
    return Intent.NONE
