"""A table's own cards, judged in words before the fight exists; the catalogue is judged alike.

Every fault names its field by the path that was sent: `cards.weapons.0.skill`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from engine.kit import RuleRefusal, fields_of, on_the_wire
from engine.kit.ground import refuse
from engine.systems.mongolian_mercenaries.cards import weight
from engine.systems.mongolian_mercenaries.cards.deck import CATALOGUE, Deck, deck_of
from engine.systems.mongolian_mercenaries.cards.grammar import DURING_ATTACKS, GRAMMAR, OF_USE, REACTIONS
from engine.systems.mongolian_mercenaries.content.kinds import (
    ATTRIBUTES,
    FIGHT_PROFICIENCY,
    NATURAL,
    RANGED_SKILLS,
    Ability,
    ActionCost,
    AmmoMode,
    Ammunition,
    ArmourPiece,
    Battlefield,
    Cards,
    CardTest,
    Category,
    Choice,
    Condition,
    Creature,
    Distance,
    Does,
    Effect,
    Figure,
    Item,
    Obstacle,
    Prayer,
    RollForm,
    Spell,
    SpellType,
    StateCard,
    Talent,
    Until,
    Weapon,
    When,
)

HIGHEST = 5
"""Of a skill.  [MM-SKILL-01]"""
MOST = 20
"""So many faults are told at once."""
SIDES = ("party", "enemies")
PILES = (
    "weapons", "ammunition", "armour", "items", "spells", "prayers", "talents", "skills", "states", "traps",
    "special_areas", "elements", "creatures", "battlefields",
)  # fmt: skip


THINGS = ("weapons", "ammunition", "armour", "items")
"""Piles of what is carried: who has it names it by its id alone.  [MM-ITEM-01]"""
NAMESAKES = {"weapons", "skills"}
"""A weapon may have the id of a skill, as the bow has."""
RESERVED = (NATURAL, FIGHT_PROFICIENCY, "card", *ATTRIBUTES)
"""What rules and reasons call by these words is no card."""


def judge(cards: Cards) -> None:
    """RuleRefusal with what is wrong with a table's own cards; nothing where they can be played."""
    deck = deck_of(cards)
    faults = []
    for fault in judged(cards, deck):
        faults.append(fault)
        if len(faults) == MOST:
            break
    refuse(faults)


def judged(cards: Cards, deck: Deck) -> Iterator[RuleRefusal]:
    """The faults of these cards among those of a deck, in the order of their fields."""
    taken = {pile: set(getattr(CATALOGUE, pile)) for pile in PILES}
    for pile in PILES:
        for place, card in enumerate(getattr(cards, pile)):
            where = f"cards.{on_the_wire(pile)}.{place}"
            if any(card.id in ids and {pile, other} != NAMESAKES for other, ids in taken.items()):
                yield _fault(f"{where}.id", f"there is a card {card.id!r} already: give it another id")
            taken[pile].add(card.id)
            yield from judged_card(card, where, deck, pile)


def judged_card(card: Struct, where: str, deck: Deck, pile: str) -> Iterator[RuleRefusal]:
    """The faults of one card. where: the path of it. pile: of a deck, in which a card written elsewhere would be."""
    for name, reason in weight.size_faults(card):
        yield _fault(f"{where}.{name}".rstrip("."), reason)
    reached = weight.states_of((*getattr(card, "abilities", ()), *(getattr(card, "back", ()) or ())), deck.states)
    if len(reached) > weight.MOST_STATES:
        yield _fault(f"{where}.abilities", _TOO_MANY_STATES)
    id: str = getattr(card, "id", "")
    if id in RESERVED:
        yield _fault(f"{where}.id", f"{id!r} is a word of the rules: give it another id")
    if pile in THINGS and any(id in getattr(deck, other) for other in THINGS if other != pile):
        yield _fault(f"{where}.id", f"there is a card {id!r} already: give it another id")
    if isinstance(card, Weapon):
        yield from _weapon(card, where, deck)
    elif isinstance(card, Ammunition):
        yield from _ammunition(card, where, deck)
    elif isinstance(card, ArmourPiece):
        if card.material is not None and card.material.metal is not card.metal:
            yield _fault(f"{where}.metal", f"it is of {card.material.value.lower()}", "MM-ITEM-04")
    elif isinstance(card, Item):
        yield from _item(card, where, deck)
    elif isinstance(card, Spell):
        yield from _spell(card, where, deck)
    elif isinstance(card, Prayer):
        if not any(card_ability.when is When.USED for card_ability in card.abilities):
            yield _fault(f"{where}.abilities", "a prayer does something when it is used", "MM-ACT-16")
    elif isinstance(card, Talent):
        yield from _known(card.skill, deck.skills, f"{where}.skill", "skill")
    elif isinstance(card, StateCard):
        if card.back and card.symbol is None:
            yield _fault(f"{where}.symbol", "needed: when the card turns over", "MM-GEN-06")
    elif isinstance(card, Creature):
        yield from _creature(card, where, deck)
    elif isinstance(card, Battlefield):
        yield from _battlefield(card, where, deck)
    for name in ("abilities", "back"):
        for place, ability in enumerate(getattr(card, name, ()) or ()):
            yield from judged_ability(ability, f"{where}.{name}.{place}", card, deck)


_TOO_MANY_STATES = (
    f"with the states that it brings about, and those that they bring, it comes to more than {weight.MOST_STATES}: "
    "let fewer of them lead to others"
)


def _fault(field: str, reason: str, rule: str = "MM-GEN-02") -> RuleRefusal:
    return RuleRefusal(f"{field.rpartition('.')[2]}: {reason}", rule=rule, field=field)


def _known(ref: str | None, pile: Collection[str], field: str, what: str) -> Iterator[RuleRefusal]:
    if ref is not None and ref not in pile:
        yield _fault(field, f"there is no {what} {ref!r}: add its card, or name another")


def _weapon(card: Weapon, where: str, deck: Deck) -> Iterator[RuleRefusal]:
    if card.skill not in (NATURAL, FIGHT_PROFICIENCY):
        yield from _known(card.skill, deck.skills, f"{where}.skill", "skill")
    if card.min_skill > HIGHEST:
        yield _fault(f"{where}.minSkill", f"nobody has a skill above {HIGHEST}", "MM-SKILL-01")
    if card.skill in RANGED_SKILLS and card.reach is None:
        yield _fault(f"{where}.reach", "needed: how far a ranged weapon reaches", "MM-POS-05")
    if card.reach is not None and card.reach.distance is Distance.VERY_CLOSE:
        yield _fault(f"{where}.reach.distance", "very close is for melee alone", "MM-DIST-03")
    if len(set(card.crit_faces)) < len(card.crit_faces):
        yield _fault(f"{where}.critFaces", "a face is named twice", "MM-CRIT-07")
    if card.ammo is not None:
        if (card.ammo.type is None) is (card.ammo.mode is AmmoMode.PACKET):
            yield _fault(f"{where}.ammo.type", "of packets it is needed, otherwise it is left out", "MM-AMMO-05")
        packets = [key for key, ammunition in deck.ammunition.items() if ammunition.packet]
        yield from _known(card.ammo.type, packets, f"{where}.ammo.type", "packet of ammunition")


def _ammunition(card: Ammunition, where: str, deck: Deck) -> Iterator[RuleRefusal]:
    for place, ref in enumerate(card.weapons):
        yield from _known(ref, [*deck.weapons, *deck.skills], f"{where}.weapons.{place}", "weapon")
    if not card.weapons and not card.packet:
        yield _fault(f"{where}.weapons", "needed: what it is for", "MM-AMMO-02")


def _item(card: Item, where: str, deck: Deck) -> Iterator[RuleRefusal]:
    yield from _known(card.skill, deck.skills, f"{where}.skill", "skill")
    yield from _known(card.spell, deck.spells, f"{where}.spell", "spell")
    holds = card.category in (Category.SCROLL, Category.RUNE, Category.BOOK)
    if holds is (card.spell is None):
        yield _fault(f"{where}.spell", "a scroll, rune or book holds a spell, and nothing else does", "MM-MAG-04")
    if (card.category is Category.BAG) is (card.bag is None):
        yield _fault(f"{where}.bag", "a bag says what it holds, and nothing else does", "MM-ITEM-03")
    if card.deck and card.unidentified:
        yield _fault(f"{where}.deck", "what is drawn is identified", "RUL-79")


def _spell(card: Spell, where: str, deck: Deck) -> Iterator[RuleRefusal]:
    yield from _known(card.school, deck.skills, f"{where}.school", "skill")
    if (card.choice is Choice.AREA) is (card.area is None):
        yield _fault(f"{where}.area", "of an area it is needed, otherwise it is left out", "MM-MAG-10")
    if SpellType.TOUCH in card.types and (card.reach is None or card.reach.distance is not Distance.VERY_CLOSE):
        yield _fault(f"{where}.reach", "a Touch reaches who is very close", "MM-MAG-11")
    if {SpellType.OFFENSIVE, SpellType.NON_OFFENSIVE} <= set(card.types):
        yield _fault(f"{where}.types", "it deals damage or it does not", "MM-MAG-07")
    if not any(ability.when is When.USED for ability in card.abilities):
        yield _fault(f"{where}.abilities", "a spell does something when it is used", "MM-MAG-21")


def _creature(card: Creature, where: str, deck: Deck) -> Iterator[RuleRefusal]:
    if card.health < 1:
        yield _fault(f"{where}.health", "it enters with at least 1", "MM-ENM-07")
    for place, skill in enumerate(card.skills):
        yield from _known(skill.skill, deck.skills, f"{where}.skills.{place}.skill", "skill")
        if skill.level > HIGHEST:
            yield _fault(f"{where}.skills.{place}.level", f"a skill is at most {HIGHEST}", "MM-SKILL-01")
    for name, ids in (
        ("skills", [skill.skill for skill in card.skills]),
        ("talents", card.talents),
        ("spells", card.spells),
    ):
        for ref in dict.fromkeys(card for card in ids if ids.count(card) > 1):
            yield _fault(f"{where}.{name}", f"{ref!r} twice")
    for name in ("talents", "spells"):
        for place, ref in enumerate(getattr(card, name)):
            yield from _known(ref, getattr(deck, name), f"{where}.{name}.{place}", name.removesuffix("s"))
    for place, ref in enumerate(card.equipment):
        if not deck.thing(ref):
            yield _fault(f"{where}.equipment.{place}", f"there is no item {ref!r}: add its card, or name another")
    rows = [row.successes for row in card.loot]
    if rows != sorted(set(rows)):
        yield _fault(f"{where}.loot", "its rows rise by their successes", "MM-END-05")
    for place, row in enumerate(card.loot):
        for number, ref in enumerate(row.items):
            if not deck.thing(ref):
                field = f"{where}.loot.{place}.items.{number}"
                yield _fault(field, f"there is no item {ref!r}: add its card, or name another", "MM-END-05")
    if not card.tactics:
        yield _fault(f"{where}.tactics", "at least one: PASS for who does nothing", "MM-ENM-13")


def _battlefield(card: Battlefield, where: str, deck: Deck) -> Iterator[RuleRefusal]:
    if card.start is not None and card.start.level > card.farthest.level:
        yield _fault(f"{where}.start", "farther than its size allows", "MM-DIST-02")
    seen = set()
    for place, position in enumerate(card.positions):
        path = f"{where}.positions.{place}"
        if position.side not in SIDES:
            yield _fault(f"{path}.side", "party or enemies", "MM-POS-01")
        if (position.side, position.rank) in seen:
            yield _fault(f"{path}.rank", "that position is described already", "MM-POS-01")
        seen.add((position.side, position.rank))
        yield from _known(position.trap, deck.traps, f"{path}.trap", "trap")
        yield from _known(position.special, deck.special_areas, f"{path}.special", "special area")
        if position.obstacle is not Obstacle.NONE and (position.trap or position.special):
            yield _fault(f"{path}.obstacle", "nobody can stand there, so nothing can happen to him", "MM-COV-05")
    for side in SIDES:
        blocked = {
            position.rank
            for position in card.positions
            if position.side == side and position.obstacle is not Obstacle.NONE
        }
        if len(blocked) == HIGHEST:
            yield _fault(f"{where}.positions", f"the side {side} has no position to stand on", "MM-COV-05")


# -- abilities
def judged_ability(ability: Ability, where: str, card: Struct, deck: Deck) -> Iterator[RuleRefusal]:
    """The faults of one ability of a card."""
    yield from _condition(ability.only, f"{where}.only", deck)
    if ability.test is not None:
        yield from _test(ability.test, f"{where}.test", deck)
    if ability.test is None and ability.otherwise:
        yield _fault(f"{where}.otherwise", "it needs a test that may fail", "MM-TEST-06")
    if ability.test is not None and ability.when is When.ALWAYS:
        yield _fault(f"{where}.test", "what is always at work has no test: name its moment", "MM-TEST-06")
    if not ability.effects and not ability.otherwise:
        yield _fault(f"{where}.effects", "at least one")
    if ability.asked and ability.when not in REACTIONS:
        yield _fault(f"{where}.asked", "only a reaction is a choice of its own", "MM-TAL-04")
    if ability.cost is not ActionCost.NONE and ability.when is not When.USED:
        yield _fault(f"{where}.cost", "only a use costs an action", "MM-ACT-05")
    for name in ("effects", "otherwise"):
        for place, effect in enumerate(getattr(ability, name)):
            yield from _effect(effect, f"{where}.{name}.{place}", ability, card, deck)


def _condition(only: Condition, where: str, deck: Deck) -> Iterator[RuleRefusal]:
    yield from _known(only.skill, deck.skills, f"{where}.skill", "skill")
    yield from _known(only.attribute, ATTRIBUTES, f"{where}.attribute", "attribute")
    if only.at_least is not None and only.at_most is not None and only.at_least.level > only.at_most.level:
        yield _fault(f"{where}.atMost", "nearer than `atLeast`: it never holds", "MM-POS-04")
    least, most = only.successes_at_least, only.successes_at_most
    if least is not None and most is not None and least > most:
        yield _fault(f"{where}.successesAtMost", "below `successesAtLeast`: it never holds")
    for name, pile in (("wielded", deck.skills), ("weapons", deck.weapons), ("states", deck.states)):
        for place, ref in enumerate(getattr(only, name)):
            yield from _known(ref, pile, f"{where}.{name}.{place}", name.removesuffix("s"))
    for place, ref in enumerate(only.other_states):
        yield from _known(ref, deck.states, f"{where}.otherStates.{place}", "state")


def _test(test: CardTest, where: str, deck: Deck) -> Iterator[RuleRefusal]:
    if (test.attribute is None) is (test.skill is None):
        yield _fault(f"{where}.attribute", "an attribute or a skill, one of the two", "MM-TEST-02")
    yield from _known(test.attribute, ATTRIBUTES, f"{where}.attribute", "attribute")
    yield from _known(test.skill, deck.skills, f"{where}.skill", "skill")


def _effect(effect: Effect, where: str, ability: Ability, card: Struct, deck: Deck) -> Iterator[RuleRefusal]:
    grammar, what = GRAMMAR[effect.does], effect.does.value
    given = {field.name for field in fields_of(Effect) if getattr(effect, field.name) != field.default}
    for group in grammar.needs:
        if not given & set(group):
            yield _fault(f"{where}.{on_the_wire(group[0])}", f"{what} needs {' or '.join(map(on_the_wire, group))}")
    for name in sorted(given - grammar.fields - {"does", "on"}):
        yield _fault(f"{where}.{on_the_wire(name)}", f"{what} has nothing to do with it: leave it out")
    yield from _known(effect.skill, deck.skills, f"{where}.skill", "skill")
    yield from _known(effect.attribute, ATTRIBUTES, f"{where}.attribute", "attribute")
    yield from _known(effect.state, deck.states, f"{where}.state", "state")
    yield from _known(effect.creature, deck.creatures, f"{where}.creature", "creature")
    summoned = deck.creatures.get(effect.creature or "")
    if effect.does is Does.SUMMON and summoned is not None and not summoned.enters:
        yield _fault(f"{where}.creature", "it is no combatant of its own, and so cannot appear as one", "MM-MAG-12")
    for place, ref in enumerate(effect.states):
        yield from _known(ref, deck.states, f"{where}.states.{place}", "state")
    for place, ref in enumerate(effect.schools):
        yield from _known(ref, deck.skills, f"{where}.schools.{place}", "skill")
    if effect.amount is not None:
        yield from _known(effect.amount.skill, deck.skills, f"{where}.amount.skill", "skill")
        if effect.amount.per_success and not _counts_successes(ability, card):
            yield _fault(f"{where}.amount.perSuccess", "no test with successes decides here", "MM-MAG-21")
    yield from _timing(effect, where, ability, card)


WITH_THE_FIGHT = {Does.SUMMON: (Until.FIGHT, Until.REMOVED), Does.COVER: (Until.FIGHT,)}
"""How long what is brought onto the field may last.  [MM-MAG-14, MM-MAG-15]"""


def _timing(effect: Effect, where: str, ability: Ability, card: Struct) -> Iterator[RuleRefusal]:
    grammar, what = GRAMMAR[effect.does], effect.does.value
    if grammar.at_once and ability.when is When.ALWAYS:
        yield _fault(f"{where}.does", f"{what} happens once: name the moment in `when`")
    if not grammar.at_once and effect.lasts is None and ability.when not in (When.ALWAYS, *DURING_ATTACKS):
        yield _fault(f"{where}.lasts", f"needed: how long {what} goes on after {ability.when.value}", "MM-ROUND-02")
    if effect.lasts is not None and ability.when is When.ALWAYS:
        yield _fault(f"{where}.lasts", "what is always at work lasts as long as its card does")
    if (
        effect.does in WITH_THE_FIGHT
        and effect.lasts is not None
        and effect.lasts.until not in WITH_THE_FIGHT[effect.does]
    ):
        ends = " or ".join(until.value for until in WITH_THE_FIGHT[effect.does])
        yield _fault(f"{where}.lasts.until", f"{what} ends by {ends}", "MM-MAG-14")
    if effect.does is Does.FORCE and not any(item.when not in OF_USE for item in getattr(card, "abilities", ())):
        yield _fault(f"{where}.does", "the card has nothing else that could be in force", "MM-MAG-18")
    if effect.does is Does.IRRESISTIBLE and not (isinstance(card, Spell) and ability.when is When.USED):
        yield _fault(f"{where}.does", "only the use of a spell is irresistible", "MM-RES-02")
    if effect.does is Does.FIGURE and effect.figure is Figure.SUCCESSES and ability.when is When.ALWAYS:
        yield _fault(f"{where}.figure", "successes change in a moment; DODGE and MAGIC take them off always", "RUL-06")


def _counts_successes(ability: Ability, card: Struct) -> bool:
    if ability.test is not None:
        return ability.test.form is RollForm.SUCCESSES
    return ability.when in (*DURING_ATTACKS, When.HARMS, When.WOUNDS) or (
        isinstance(card, Spell) and ability.when in (When.USED, When.FAILED)
    )
