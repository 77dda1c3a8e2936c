"""Declaring a spell: what is legal, and what is offered.  [MM-DW-12, MM-ACT-08, MM-ACT-17]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.moments import usable
from engine.systems.mongolian_mercenaries.content.kinds import Choice, Spell, When
from engine.systems.mongolian_mercenaries.rules.basics import lookup, positions
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import PRICE
from engine.systems.mongolian_mercenaries.rules.magic import course, known_spells, targets
from engine.systems.mongolian_mercenaries.rules.magic.cast import Casting
from engine.systems.mongolian_mercenaries.rules.magic.known_spells import Known
from engine.systems.mongolian_mercenaries.rules.magic.orders import Cast
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Cost

RULE = "MM-ACT-08"


def check(state: MercenariesFight, order: Cast) -> None:
    """RuleRefusal where the spell cannot be cast like this."""
    who = order.combatant
    known = known_spells.find(state, who, order.spell, order.held_in)
    refused = known_spells.refusal(state, who, known) or _aimed(state, order, known.spell)
    if refused is not None:
        raise refused


def _aimed(state: MercenariesFight, order: Cast, spell: Spell) -> RuleRefusal | None:
    """Why it cannot be cast at these targets, there.  [MM-GEN-04]"""
    who, chosen = order.combatant, spell.choice in targets.CHOSEN
    if len(set(order.targets)) < len(order.targets):
        return _no("targets: each once", "MM-MAG-19")
    if not chosen and order.targets:
        return _no("targets: this spell has none to name", "MM-MAG-19")
    if chosen and not 1 <= len(order.targets) <= spell.targets:
        return _no(f"targets: 1 to {spell.targets}", "MM-MAG-19")
    for target in order.targets:
        refused = targets.refusal(state, who, target, spell)
        if refused is not None:
            return refused
    places = _places(state, who, spell)
    if places is None and order.position is not None:
        return _no("spellPosition: this spell has none to name", "MM-MAG-19", "spellPosition")
    if places is not None and order.position not in places:
        return _no("spellPosition: a position of the own side that it can change", "MM-MAG-15", "spellPosition")
    return None if chosen else _nobody(state, who, spell)


def _places(state: MercenariesFight, who: str, spell: Spell) -> tuple[int, ...] | None:
    """Positions to name; None: none is named. Where a creature appears, is asked when it does.  [MM-DW-20]"""
    if spell.choice is not Choice.POSITION or targets.summons(spell):
        return None
    return targets.places(state, who, spell)


def _nobody(state: MercenariesFight, who: str, spell: Spell) -> RuleRefusal | None:
    """Why a spell without named targets is right for nobody; None where it is for somebody.  [MM-GEN-04, RUL-52]"""
    if targets.summons(spell) and not positions.free(state, lookup.side_of(state, who)):
        return _no("spell: no position of the own side is free", "MM-MAG-12", "spell")
    struck: tuple[str, ...] = ()
    if spell.area is not None:
        struck = targets.in_area(state, who, spell)
        if not struck:
            return _no("spell: nobody stands in its area", "MM-GEN-04", "spell")
    if spell.choice is Choice.PLAYER:
        struck = (who,)
    now = targets.moment(state, who, struck[0] if struck else "", spell, When.USED)
    if not usable(now, targets.source_of(spell), who, struck):
        return _no("spell: nobody is there for whom it is right", "MM-ACT-17", "spell")
    return None


def do(table: Table[MercenariesState], order: Cast) -> None:
    """Cast it."""
    course.play(table, casting_of(table.state, order))


def casting_of(state: MercenariesFight, order: Cast) -> Casting:
    """The spell that an order casts, with all whom it reaches."""
    known = known_spells.find(state, order.combatant, order.spell, order.held_in)
    struck = order.targets
    if known.spell.area is not None:
        struck = targets.in_area(state, order.combatant, known.spell)
    elif known.spell.choice is Choice.PLAYER:
        struck = (order.combatant,)
    return Casting(caster=order.combatant, known=known, targets=struck, position=order.position)


def cost(state: MercenariesFight, order: Cast) -> Cost | None:
    """Of almost all spells a Large action.  [MM-MAG-22]"""
    return PRICE[deck_of(state.own.setup.cards).spells[order.spell].action]


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each spell that can be cast, with all targets that it can be cast at."""
    for known in known_spells.all_of(state, who):
        if known_spells.refusal(state, who, known) is None:
            yield from offers_of(state, who, known)


def offers_of(state: MercenariesFight, who: str, known: Known) -> Iterator[Offer[Order]]:
    """Those of one spell."""
    spell = known.spell
    if spell.choice in targets.CHOSEN:
        among = targets.legal(state, who, spell)
        if among:
            side = lookup.side_of(state, among[0])
            usual = tuple(combatant for combatant in among if lookup.side_of(state, combatant) == side)[: spell.targets]
            body = Cast(combatant=who, spell=spell.id, held_in=known.held_in, targets=usual)
            field = Field("targets", "some", among, least=1, most=min(spell.targets, len(among)))
            yield Offer("cast", body, RULE, (field,))
        return
    places = _places(state, who, spell)
    if places == () or _nobody(state, who, spell) is not None:
        return
    body = Cast(combatant=who, spell=spell.id, held_in=known.held_in, position=places[0] if places else None)
    yield Offer("cast", body, RULE, (Field("spellPosition", "one", places),) if places else ())


def _no(reason: str, rule: str, field: str = "targets") -> RuleRefusal:
    return RuleRefusal(reason, rule=rule, field=field, why=WhyNot.NO_TARGET)
