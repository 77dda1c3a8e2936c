"""What a net value does: Health and the wound table, read with the same number.  [MM-ATK-08, MM-WND-01 to MM-WND-06]"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.moments import Moment
from engine.systems.mongolian_mercenaries.content.kinds import ElementCard, When, Wound
from engine.systems.mongolian_mercenaries.rules.basics import leaving, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, because
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, wound_table
from engine.systems.mongolian_mercenaries.rules.blows.chain import NO_CHAIN, Chain
from engine.systems.mongolian_mercenaries.rules.blows.events import Wounded
from engine.systems.mongolian_mercenaries.rules.blows.taken import Harm, Taken
from engine.systems.mongolian_mercenaries.sheet import Wounds
from engine.systems.mongolian_mercenaries.state import MercenariesState

NOBODY = Harm()
UNHURT = Wounds()


def hurt(
    table: Table[MercenariesState],
    who: str,
    net: int,
    *,
    source: str,
    rule: str,
    critical: bool = False,
    harm: Harm = NOBODY,
    woundless: bool = False,
) -> None:
    """A net value, after percents, strikes a combatant; of 0 or less it costs no Health.  [MM-ATK-08, RUL-08]

    source: the weapon, spell or state. critical: at least a Light wound.  [MM-CRIT-03]
    woundless: it cannot wound, since nothing of such damage is left of it.  [RUL-41, RUL-42, RUL-43]
    """
    taken = take(table, who, net, source=source, rule=rule, critical=critical, harm=harm, woundless=woundless)
    follow(table, who, harm, taken)


def fixed(
    table: Table[MercenariesState], who: str, points: int, *, source: str, rule: str, harm: Harm = NOBODY
) -> None:
    """Damage without a hit test: Armour is ignored, percents apply, then Health and wound table once.  [RUL-86]"""
    moment, card = moment_of(table.state, who, harm), card_of(table.state, harm)
    net = sums.harm(moment, who, points, card)
    hurt(table, who, net, source=source, rule=rule, harm=harm, woundless=not sums.wounds_at_all(moment, who, card))


def take(
    table: Table[MercenariesState],
    who: str,
    net: int,
    *,
    source: str,
    rule: str,
    critical: bool = False,
    harm: Harm = NOBODY,
    woundless: bool = False,
) -> Taken:
    """The Health and the wound that a net value costs, without what follows.  [MM-ATK-08, MM-WND-01, RUL-05]"""
    cause, lost = table.last, 0
    if net > 0:
        beyond = max(0, net - lookup.vital(table.state, who, HEALTH))
        parts = (Part(source, -net, "MM-ATK-08"), Part("floor", beyond, "MM-WND-05"))
        lost = -table.change(who, HEALTH, -net, rule="MM-ATK-08", because=because(cause, change=parts))
    if woundless:
        return Taken(lost)
    wound = wound_table.row(lookup.attribute(table.state, who, "toughness")).wound(net)
    if wound is None and critical:
        wound = Wound.LIGHT
    if wound is not None:
        number = count(lookup.fighter(table.state, who).wounds, wound) + 1
        card = card_of(table.state, harm)
        event = Wounded(combatant=who, wound=wound, wounds=number, label=None if card is None else card.label)
        table.emit(event, rule=rule, because=because(cause))
    return Taken(lost, wound)


def follow(table: Table[MercenariesState], who: str, harm: Harm, taken: Taken) -> None:
    """What follows of damage: its riders, then whether somebody is out, then the windows.  [MM-DW-22]"""
    for rider in table.state.own.hooks.harmed:
        rider(table, who, harm, taken)
    check(table, who, chain=harm.chain)
    for window in table.state.own.hooks.aftermath:
        window(table, who, harm, taken)


def card_of(state: MercenariesFight, harm: Harm) -> ElementCard | None:
    """The card of the element that harms."""
    return None if harm.element is None else deck_of(state.own.setup.cards).element(harm.element)


def moment_of(state: MercenariesFight, who: str, harm: Harm, when: When = When.ALWAYS) -> Moment:
    """The moment at which somebody is harmed. Where nobody harms it, it is its own actor."""
    by = harm.by if harm.by in state.own.fighters else who
    return active_cards.moment(
        state,
        by,
        who,
        when=when,
        kind=harm.kind,
        element=harm.element,
        manner=harm.manner,
        weapon=harm.weapon,
        wielded=harm.wielded,
        faces=harm.faces,
    )


def count(wounds: Wounds, wound: Wound) -> int:
    """How many of a kind.  [RUL-14]"""
    return {Wound.LIGHT: wounds.light, Wound.HEAVY: wounds.heavy, Wound.SEVERE: wounds.severe}[wound]


def at_limit(state: MercenariesFight, who: str) -> bool:
    """Whether wounds of one kind have reached the number that eliminates.  [MM-WND-03]"""
    row, wounds = wound_table.row(lookup.attribute(state, who, "toughness")), lookup.fighter(state, who).wounds
    return any(count(wounds, wound) >= row.limit(wound) for wound in Wound)


def check(table: Table[MercenariesState], who: str, *, asking: bool = True, chain: Chain = NO_CHAIN) -> None:
    """Who has no Health, or too many wounds, is out: a character Dying, anybody else killed.

    asking: cards answer, and reactions are asked; not where the game master has corrected something.  [MM-DW-22]
    chain: the abilities that have led to it.
    [MM-WND-04, MM-WND-05, RUL-15]
    """
    if not lookup.in_play(table.state, who):
        return
    exhausted = lookup.vital(table.state, who, HEALTH) <= 0
    if not exhausted and not at_limit(table.state, who):
        return
    reason = lookup.DYING if lookup.is_pc(table.state, who) else lookup.KILLED
    leaving.leave(table, who, reason, rule="MM-WND-05" if exhausted else "MM-WND-03")
    for window in table.state.own.hooks.fallen if asking else ():
        window(table, who, chain)


def recheck(table: Table[MercenariesState]) -> None:
    """Who is wounded is looked at again: whatever cards ask for may have changed its Toughness.  [RUL-14]"""
    for who, fighter in tuple(table.state.own.fighters.items()):
        if fighter.wounds != UNHURT and lookup.on_field(table.state, who):
            check(table, who)
