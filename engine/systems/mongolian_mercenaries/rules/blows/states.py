"""States: cards on a combatant, kept as conditions of the kernel: nobody hands one over.  [MM-ST-01 to MM-ST-04]

The id of a condition's card is its kind, and its key too: nobody has a state twice. `left` are the rounds at whose
start it still counts down; one of N turns is gone at the start of the Nth.  [MM-ROUND-02]
"""

from __future__ import annotations

from engine.kit import Condition, ConditionGained, ConditionLost, RuleRefusal, Table, WhyNot
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.content.kinds import Activity, Lasts, StateCard, Until
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, harm
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.state import MercenariesState

EXPIRED = "expired"
ENDED = "ended"


def has(state: MercenariesFight, who: str, kind: str) -> bool:
    """Whether somebody has a state."""
    return state.fight.combatants[who].has(kind)


def gain(
    table: Table[MercenariesState],
    who: str,
    kind: str,
    *,
    by: str = "",
    lasts: Lasts | None = None,
    rule: str = "MM-ST-01",
) -> bool:
    """A state comes onto somebody who is in play; false where it is spared, or there is no such card.

    by: who has brought it; "": nobody. lasts: absent: as the card says. One that it has already lasts the longer of
    both times, but one whose card counts rounds begins anew, as Poisoned does.  [RUL-60]  Of several phases or days
    their number is its amount, which counts down between fights.  [MM-OUT-31]
    """
    state, deck = table.state, deck_of(table.state.own.setup.cards)
    if kind not in deck.states or not lookup.in_play(state, who):
        return False
    if sums.spared(active_cards.moment(state, target=who), who, kind):
        return False
    how = lasts or deck.states[kind].lasts
    left = how.count if how.until is Until.TURNS else None
    until = "" if how.until in (Until.TURNS, Until.REMOVED) else how.until.value
    more = how.count if how.until in (Until.PHASES, Until.DAYS) and how.count > 1 else None
    old, anew = state.fight.combatants[who].condition(kind), _counts_rounds(deck.states[kind])
    if old is not None and not anew and _length(until, left or more) <= _length(old.until, old.left or old.amount):
        return False
    gained = ConditionGained(
        combatant=who,
        condition=kind,
        kind=kind,
        source=by or None,
        amount=more,
        left=left,
        until=until,
        renewed=old is not None and not anew,
    )
    table.emit(gained, rule=rule)
    _recheck(table, who, kind)
    return True


LONGER = ("NEXT_TEST", "ROUND_END", "TURNS", "FIGHT", "PHASES", "DAYS", "")
"""What a condition says of its end, the soonest first; "" until something ends it."""


def _length(until: str, left: int | None) -> tuple[int, int]:
    """How long something lasts, to be compared. left: of its rounds, phases or days."""
    counted = "TURNS" if left is not None and not until else until
    return LONGER.index(counted if counted in LONGER else ""), left or 1


def _counts_rounds(card: StateCard) -> bool:
    """Whether what a card does depends on how long it has been there."""
    return any(ability.only.rounds_at_most is not None for ability in card.abilities)


def lose(table: Table[MercenariesState], who: str, kind: str, *, reason: str = ENDED, rule: str = "MM-ST-01") -> bool:
    """A state ends; false where it is not there."""
    if not has(table.state, who, kind):
        return False
    table.emit(ConditionLost(combatant=who, condition=kind, kind=kind, reason=reason), rule=rule)
    _recheck(table, who, kind)
    return True


def _recheck(table: Table[MercenariesState], who: str, kind: str) -> None:
    """A change of Toughness rechecks the limits of wounds at once.  [RUL-14]"""
    card = deck_of(table.state.own.setup.cards).states.get(kind)
    if card is not None and any(effect.attribute == "toughness" for each in card.abilities for effect in each.effects):
        harm.check(table, who)


# -- when they end
def expire(table: Table[MercenariesState]) -> None:
    """At the start of a round: those of a number of turns count down, before the queue.  [MM-ROUND-01, MM-ROUND-02]"""
    for who, condition in _all(table.state):
        if condition.left is None:
            continue
        if condition.left <= 1:
            lose(table, who, condition.key, reason=EXPIRED, rule="MM-ROUND-02")
            continue
        renewed = ConditionGained(
            combatant=who,
            condition=condition.key,
            kind=condition.kind,
            source=condition.source,
            amount=condition.amount,
            left=condition.left - 1,
            until=condition.until,
            renewed=True,
        )
        table.emit(renewed, rule="MM-ROUND-02")


def end_of_round(table: Table[MercenariesState]) -> None:
    """Those to the end of the round.  [MM-ROUND-04]"""
    for who, condition in _all(table.state):
        if condition.until == Until.ROUND_END.value:
            lose(table, who, condition.key, reason=EXPIRED, rule="MM-ROUND-04")


def end_of_fight(table: Table[MercenariesState], winner: str) -> None:
    """Those of rounds, and of the fight; longer ones go on after it.  [MM-ROUND-02]"""
    for who, condition in _all(table.state):
        if condition.left is not None or condition.until in (Until.FIGHT.value, Until.NEXT_TEST.value):
            lose(table, who, condition.key, reason=EXPIRED, rule="MM-ROUND-02")


def _all(state: MercenariesFight) -> list[tuple[str, Condition]]:
    cards = deck_of(state.own.setup.cards).states
    return [
        (who, condition)
        for who, bearer in state.fight.combatants.items()
        for condition in bearer.conditions
        if condition.kind in cards
    ]


# -- what they forbid
def refusal(state: MercenariesFight, who: str, deed: Activity) -> RuleRefusal | None:
    """Why a card forbids somebody a deed, such as a state; None where none does.  [MM-ST-03, RUL-73]"""
    card = sums.forbidden(active_cards.moment(state, who), who, deed)
    if not card:
        return None
    reason = f"combatant: the card {card} forbids it"
    return RuleRefusal(reason, rule="MM-ST-03", field="combatant", why=WhyNot.CONDITION)


def bars_attack(state: MercenariesFight, strike: Strike, target: str) -> RuleRefusal | None:
    """Who is immobilised does not attack.  [RUL-73]"""
    return refusal(state, strike.attacker, Activity.ATTACK)


def turn_begins(table: Table[MercenariesState], who: str) -> bool:
    """Who can do nothing at all loses its turn.  [MM-ST-03]"""
    return refusal(table.state, who, Activity.ALL) is not None


def helpless(state: MercenariesFight, who: str) -> bool:
    """Whether somebody counts as out for the end of the clash: by a state that nothing ends in this fight.

    [MM-PHASE-03, RUL-73]
    """
    cards = deck_of(state.own.setup.cards).states
    return any(
        cards[condition.kind].out
        and condition.left is None
        and condition.until not in (Until.ROUND_END.value, Until.NEXT_TEST.value)
        for condition in state.fight.combatants[who].conditions
        if condition.kind in cards
    )
