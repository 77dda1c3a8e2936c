"""Whether a combatant may enter a fight as its sheet has it: all that is wrong, in words.  [MM-POS-02, MM-EQ-05]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.state.ground_faults import refuse
from engine.kernel.structs.errors import RuleRefusal, SheetRefused
from engine.systems.mongolian_mercenaries.cards.deck import Deck, deck_of
from engine.systems.mongolian_mercenaries.cards.judging import judged_ability, judged_card
from engine.systems.mongolian_mercenaries.content.kinds import (
    NATURAL,
    Role,
)
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.rules.lookup import MM
from engine.systems.mongolian_mercenaries.rules.magic import learning
from engine.systems.mongolian_mercenaries.sheet import Kind
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY, SIDES
from engine.systems.mongolian_mercenaries.state import Fighter, Figures

MASTERED = 12
"""Skills above 0 that a character can have.  [MM-SKILL-01]"""


def admit(state: MM, who: str) -> None:
    """RuleRefusal for a sheet that cannot be played at this table, or where it cannot be.  [MM-POS-02, MM-POS-03]"""
    fighter = state.own.fighters[who]
    require_side(state, who)
    if fighter.figures is not None:
        refuse(list(_faults(fighter, fighter.figures, deck_of(state.own.setup.cards))))
    require_position(state, who)


def require_side(state: MM, who: str) -> None:
    """RuleRefusal for a third side, and for a kind on the wrong one.  [MM-POS-01]"""
    side, kind = state.fight.combatants[who].side, state.own.fighters[who].kind
    if side not in SIDES:
        raise RuleRefusal(f"side: {PARTY} or {ENEMIES}", rule="MM-POS-01", field="side")
    if (kind is Kind.PC and side == ENEMIES) or (kind is Kind.ENEMY and side == PARTY):
        raise RuleRefusal("side: characters are of the party, and enemies of the other", rule="MM-POS-01", field="side")


def require_position(state: MM, who: str) -> None:
    """RuleRefusal for a position that is taken, or of the other side.  [MM-POS-02, MM-POS-03]"""
    bearer = state.fight.combatants[who]
    place = bearer.place
    if place is None:
        return
    if place.side not in (None, bearer.side):
        raise RuleRefusal("place: a position of the other side", rule="MM-POS-03", field="place")
    for other, one in state.fight.combatants.items():
        there = one.place
        if other != who and one.side == bearer.side and there is not None and there.rank == place.rank:
            raise RuleRefusal("place: somebody stands there", rule="MM-POS-02", field="place")


def _faults(fighter: Fighter, figures: Figures, deck: Deck) -> Iterator[RuleRefusal]:
    """All that keeps these figures from entering, each with the field of the sheet that it is about."""
    for field, key in figures.unknown.items():
        yield SheetRefused(field, f"there is no card {key!r}", rule="MM-ITEM-01")
    yield from _of_hands(fighter.held, figures)
    for key, slot in carrying.worn_too_much(figures.worn):
        most, what = carrying.WORN_AT_MOST[slot], slot.value.lower()
        yield SheetRefused("armour", f"{key} is one {what} too many: at most {most} at once", rule="MM-EQ-05")
    for field, reason in (
        ("items", carrying.excess_at_hand(figures, fighter.packed)),
        ("backpack", carrying.excess_packed(figures, fighter.packed)),
    ):
        if reason:
            yield SheetRefused(field, reason, rule="MM-EQ-06")
            break
    yield from _of_skills(fighter, figures, deck)
    yield from _of_companions(fighter, figures, deck)
    yield from learning.faults(figures, deck)
    yield from _of_own_cards(figures, deck)


def _of_hands(held: tuple[str, ...], figures: Figures) -> Iterator[RuleRefusal]:
    """What is in hand and not there, and more than two hands hold; a shield takes one.  [MM-EQ-01, MM-EQ-03]"""
    here = [one for one in held if one in figures.weapons or one in figures.items]
    for one in held:
        if one not in here:
            yield SheetRefused("held", f"it has no {one!r}", rule="MM-EQ-01")
    hands = carrying.shield_hands(figures) + sum(carrying.hands_of(figures, one) for one in here)
    if len(set(held)) < len(held) or hands > carrying.HANDS:
        yield SheetRefused("held", "two hands hold one weapon each, or one for both", rule="MM-EQ-03")


def _of_skills(fighter: Fighter, figures: Figures, deck: Deck) -> Iterator[RuleRefusal]:
    """[MM-SKILL-01, MM-SKILL-07, MM-SKILL-23, RUL-91]"""
    if fighter.kind is not Kind.PC:
        return
    mastered = sum(level > 0 for level in figures.skills.values())
    if mastered > MASTERED:
        yield SheetRefused("skills", f"{mastered} above 0, and at most {MASTERED} can be mastered", rule="MM-SKILL-01")
    for place, key in enumerate(figures.talents):
        card = deck.talents.get(key)
        if card is not None and card.skill is not None and figures.skill(card.skill) < card.min_skill:
            yield SheetRefused(f"talents.{place}", f"it needs {card.skill} {card.min_skill}", rule="MM-SKILL-07")
    most = 1 + max(0, figures.skill("piety"))
    if len(figures.prayers) > most:
        yield SheetRefused("prayers", f"with this Piety at most {most}", rule="MM-SKILL-23")


def _of_companions(fighter: Fighter, figures: Figures, deck: Deck) -> Iterator[RuleRefusal]:
    """Who fights enters as a combatant; who only helps does not.  [MM-PET-02, MM-PET-03]"""
    for place, key in enumerate(figures.companions):
        card = deck.creatures.get(key)
        if card is not None and (card.fights or card.role in (Role.ENEMY, Role.MOUNT)):
            yield SheetRefused(
                f"companions.{place}", "a familiar, a captive or a pack animal, none that fights", rule="MM-PET-02"
            )


def _of_own_cards(figures: Figures, deck: Deck) -> Iterator[RuleRefusal]:
    """Cards written on a sheet that name what no card of the table is.  [MM-GEN-02]"""
    for field, things, pile in (
        ("ownWeapons", figures.weapons, deck.weapons),
        ("ownArmour", figures.worn, deck.armour),
    ):
        own = [thing for key, thing in things.items() if key != NATURAL and pile.get(thing.id) != thing]
        for place, thing in enumerate(own):
            yield from judged_card(thing, f"sheet.{field}.{place}", deck)
    for place, ability in enumerate(figures.abilities):
        yield from judged_ability(ability, f"sheet.card.abilities.{place}", ability, deck)
