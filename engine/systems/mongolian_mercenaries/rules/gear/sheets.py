"""Sheets, judged in words by the cards of their table before anybody enters; folding an entry refuses nothing.

[MM-GEN-02, MM-EQ-05]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

from engine.kit import RuleRefusal, is_id
from engine.kit.ground import refuse
from engine.systems.mongolian_mercenaries.cards.deck import Deck, deck_of
from engine.systems.mongolian_mercenaries.cards.forces import over_after_fight
from engine.systems.mongolian_mercenaries.cards.judging import MOST, judged_card
from engine.systems.mongolian_mercenaries.content.kinds import Role
from engine.systems.mongolian_mercenaries.rules.gear import carrying, learning
from engine.systems.mongolian_mercenaries.rules.gear.entering import effect_of, fighter_of
from engine.systems.mongolian_mercenaries.rules.gear.figures import completed
from engine.systems.mongolian_mercenaries.sheet import Kind, Sheet
from engine.systems.mongolian_mercenaries.state import Fighter, Figures, MercenariesState

MASTERED = 12
"""Skills above 0 that a character can have.  [MM-SKILL-01]"""


def judge(own: MercenariesState, sheet: Sheet) -> None:
    """RuleRefusal with what keeps a sheet from being played with the cards of this table, each with its field."""
    deck, sheet = deck_of(own.setup.cards), completed(sheet)
    fighter = fighter_of(sheet, own.setup)
    if fighter.figures is not None:
        refuse(list(islice(_faults(sheet, fighter, fighter.figures, deck), MOST)))


def _refused(field: str, reason: str, *, rule: str) -> RuleRefusal:
    """field: the path on the sheet, as it was sent."""
    return RuleRefusal(f"{field}: {reason}", rule=rule, field=f"sheet.{field}")


def _faults(sheet: Sheet, fighter: Fighter, figures: Figures, deck: Deck) -> Iterator[RuleRefusal]:
    yield from _unknown(sheet, figures, deck)
    yield from _of_marks(sheet, figures, deck)
    yield from _twice(sheet)
    yield from _of_mount(sheet, deck)
    yield from _of_hands(fighter.held, figures)
    for key, slot in carrying.worn_too_much(figures.worn):
        most, what = carrying.WORN_AT_MOST[slot], slot.value.lower()
        yield _refused("armour", f"{key} is one {what} too many: at most {most} at once", rule="MM-EQ-05")
    for field, reason in (
        ("items", carrying.excess_at_hand(figures, fighter.packed)),
        ("backpack", carrying.excess_packed(figures, fighter.packed)),
    ):
        if reason:
            yield _refused(field, reason, rule="MM-EQ-06")
            break
    yield from _of_numbered(sheet, figures)
    yield from _of_skills(sheet, fighter, figures, deck)
    yield from _of_companions(figures, deck)
    yield from learning.faults(sheet, figures, deck)
    yield from _of_own_cards(sheet, deck)


def _unknown(sheet: Sheet, figures: Figures, deck: Deck) -> Iterator[RuleRefusal]:
    """Ids that no card of the table has, or none of that pile."""
    own = {*sheet.weapons, *(own_weapon.id for own_weapon in sheet.own_weapons), *figures.weapons}
    piles: tuple[tuple[str, tuple[str, ...], Callable[[str], bool]], ...] = (
        ("weapons", sheet.weapons, lambda key: key in deck.weapons),
        ("armour", sheet.armour, lambda key: key in deck.armour),
        ("talents", sheet.talents, lambda key: key in deck.talents),
        ("items", sheet.items, lambda key: key in deck.items or key in deck.armour),
        ("backpack", sheet.backpack, lambda key: key not in deck.ammunition and deck.thing(key)),
        ("companions", sheet.companions, lambda key: key in deck.creatures),
        ("prayers", sheet.prayers, lambda key: key in deck.prayers),
        ("ammunitionLeft", tuple(sheet.ammunition), lambda key: key in deck.ammunition or key in own),
    )
    for field, keys, fits in piles:
        for place, key in enumerate(keys):
            if not fits(key):
                where = f"{field}.{key}" if field == "ammunitionLeft" else f"{field}.{place}"
                yield _refused(where, f"there is no card {key!r}", rule="MM-ITEM-01")
    for place, key in enumerate(sheet.prayed):
        if key not in sheet.prayers:
            yield _refused(f"prayed.{place}", f"{key!r} is none of its prayers", rule="RUL-91")
    for name in sheet.skills:
        if name not in deck.skills:
            yield _refused(f"skills.{name}", f"{name!r} is no skill", rule="MM-SKILL-01")


def _of_marks(sheet: Sheet, figures: Figures, deck: Deck) -> Iterator[RuleRefusal]:
    """What is marked, or lies elsewhere, has to be there; so has what goes on.  [MM-ST-05, MM-EQ-02, MM-OUT-31]"""
    mine = {*carrying.things(figures), *figures.worn}
    for field, keys in (
        ("damagedThings", sheet.damaged),
        ("poisonedWeapons", sheet.poisoned),
        ("stowed", tuple(stowed.item for stowed in sheet.stowed)),
    ):
        for place, key in enumerate(keys):
            if key not in mine:
                yield _refused(f"{field}.{place}", f"it has no {key!r}", rule="MM-EQ-01")
    for place, stated in enumerate(sheet.in_force):
        if effect_of(deck, stated) is None:
            yield _refused(f"inForce.{place}", "no card has this effect", rule="MM-OUT-31")
        elif over_after_fight(stated.lasts):
            yield _refused(f"inForce.{place}.lasts", "it ends with its fight", rule="MM-OUT-31")


def _twice(sheet: Sheet) -> Iterator[RuleRefusal]:
    """What nobody has twice, and things in full without an id of their own."""
    for field in ("weapons", "armour"):
        for key in _repeated(getattr(sheet, field)):
            reason = f"{key!r} twice: write the second one in full, with an id of its own"
            yield _refused(field, reason, rule="MM-ITEM-01")
    for field in ("talents", "spells", "prayers", "prayed"):
        for key in _repeated(getattr(sheet, field)):
            yield _refused(field, f"{key!r} twice", rule="MM-GEN-02")
    taken = {*sheet.weapons, *sheet.armour}
    in_full = (
        ("ownWeapons", [own_weapon.id for own_weapon in sheet.own_weapons]),
        ("ownArmour", [armour_piece.id for armour_piece in sheet.own_armour]),
    )
    for field, ids in in_full:
        for place, key in enumerate(ids):
            if key in taken:
                yield _refused(f"{field}.{place}.id", f"{key!r} twice: give each an id of its own", rule="MM-ITEM-01")
            taken.add(key)


def _repeated(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key for key, count in Counter(keys).items() if count > 1)


def _of_mount(sheet: Sheet, deck: Deck) -> Iterator[RuleRefusal]:
    """[MM-MNT-01, MM-MNT-02]"""
    if sheet.mount is None:
        return
    if sheet.mount not in deck.creatures:
        yield _refused("mount", f"there is no card {sheet.mount!r}", rule="MM-ITEM-01")
    elif not deck.carries(sheet.mount):
        yield _refused("mount", "it cannot be ridden in a fight", rule="MM-MNT-02")


def _of_hands(held: tuple[str, ...], figures: Figures) -> Iterator[RuleRefusal]:
    """What is in hand and not there, and more than two hands hold; a shield takes one.  [MM-EQ-01, MM-EQ-03]"""
    here = [item for item in held if item in figures.weapons or item in figures.items]
    for item in held:
        if item not in here:
            yield _refused("held", f"it has no {item!r}", rule="MM-EQ-01")
    hands = carrying.shield_hands(figures) + sum(carrying.hands_of(figures, combatant) for combatant in here)
    if len(set(held)) < len(held) or hands > carrying.HANDS:
        yield _refused("held", "two hands hold one weapon each, or one for both", rule="MM-EQ-03")


def _of_numbered(sheet: Sheet, figures: Figures) -> Iterator[RuleRefusal]:
    """A second thing of a kind is called by its number, and has to have room for that."""
    for key in carrying.things(figures):
        if not is_id(key):
            field = "items" if key.rpartition("-")[0] in sheet.items else "backpack"
            yield _refused(field, "with its number this is too long", rule="MM-ITEM-01")


def _of_skills(sheet: Sheet, fighter: Fighter, figures: Figures, deck: Deck) -> Iterator[RuleRefusal]:
    """[MM-SKILL-01, MM-SKILL-07, MM-SKILL-23, RUL-91]"""
    if fighter.kind is not Kind.PC:
        return
    mastered = sum(level > 0 for level in figures.skills.values())
    if mastered > MASTERED:
        yield _refused("skills", f"{mastered} above 0, and at most {MASTERED} can be mastered", rule="MM-SKILL-01")
    for place, key in enumerate(sheet.talents):
        card = deck.talents.get(key)
        if card is not None and card.skill is not None and figures.skill(card.skill) < card.min_skill:
            yield _refused(f"talents.{place}", f"it needs {card.skill} {card.min_skill}", rule="MM-SKILL-07")
    most = 1 + max(0, figures.skill("piety"))
    if len(figures.prayers) > most:
        yield _refused("prayers", f"with this Piety at most {most}", rule="MM-SKILL-23")


def _of_companions(figures: Figures, deck: Deck) -> Iterator[RuleRefusal]:
    """Who fights enters as a combatant; who only helps does not.  [MM-PET-02, MM-PET-03]"""
    for place, key in enumerate(figures.companions):
        card = deck.creatures.get(key)
        if card is not None and (card.enters or card.role in (Role.ENEMY, Role.MOUNT)):
            yield _refused(
                f"companions.{place}", "a familiar, a captive or a pack animal, none that fights", rule="MM-PET-02"
            )


def _of_own_cards(sheet: Sheet, deck: Deck) -> Iterator[RuleRefusal]:
    """Cards written on a sheet are judged like those of the table, also by what they name.  [MM-GEN-02]"""
    for field, things, pile in (
        ("ownWeapons", sheet.own_weapons, "weapons"),
        ("ownArmour", sheet.own_armour, "armour"),
    ):
        for place, thing in enumerate(things):
            yield from judged_card(thing, f"sheet.{field}.{place}", deck, pile)
    if sheet.card is not None:
        yield from judged_card(sheet.card, "sheet.card", deck, "creatures")
