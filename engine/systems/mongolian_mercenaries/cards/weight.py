"""What cards may weigh: how much they say, how many states one brings about, how much harm answers harm.

What a table writes itself is judged by it before it is played: an order has a budget of work, and a fight whose cards
used it up at the start of every round could not go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from engine.kit import fields_of
from engine.systems.mongolian_mercenaries.content.kinds import Ability, Does, Effect, StateCard, When, Whom

MOST_ABILITIES = 12
"""Of one card, on both of its sides."""
MOST_EFFECTS = 12
"""Of one ability, whether its test is passed or failed."""
MOST_VALUES = 150
"""Everything that is written on one card. Whatever it brings about may keep all of it."""
MOST_STATES = 12
"""That a card brings about, directly or by another state."""
MOST_AT_WORK = 60
"""Abilities that one combatant has at work as it enters."""
MOST_HARM = 1200
"""How often somebody may be harmed, as far as can be foreseen, in all that follows from one order."""
ON_FIELD = 10
"""At most so many stand on the field.  [MM-POS-02]"""
CAUSES = 5
"""Targets of one attack, each of whom may answer."""

_GROUPS = (Whom.ALLIES, Whom.SIDE, Whom.OPPONENTS, Whom.EVERYBODY)
_PERIODS = (When.ROUND_STARTS, When.TURN_STARTS, When.ROUND_ENDS)
_BY_HARM = (When.HARMED, When.WOUNDED, When.HARMS, When.WOUNDS)


class Weight(NamedTuple):
    """What somebody's cards add to what follows from one order.

    causes: abilities that harm or bring a state at some moment of each round. answers: effects on several at once by
    which harm is answered.
    """

    causes: int = 0
    answers: int = 0

    def and_(self, other: Weight) -> Weight:
        """Both together."""
        return Weight(self.causes + other.causes, self.answers + other.answers)

    @property
    def harm(self) -> int:
        """How often somebody may be harmed by all that follows from one order: each cause is answered by everybody."""
        return (CAUSES + self.causes) * (1 + self.answers) * ON_FIELD


def size_faults(card: Struct) -> Iterator[tuple[str, str]]:
    """(field, reason) for each part of a card that holds too much."""
    abilities = [*(getattr(card, "abilities", ()) or ()), *(getattr(card, "back", ()) or ())]
    if len(abilities) > MOST_ABILITIES:
        yield "abilities", f"{len(abilities)}, and a card has at most {MOST_ABILITIES}"
    for name in ("abilities", "back"):
        for place, ability in enumerate(getattr(card, name, ()) or ()):
            found = len(ability.effects) + len(ability.otherwise)
            if found > MOST_EFFECTS:
                yield f"{name}.{place}.effects", f"{found}, and an ability has at most {MOST_EFFECTS}"
    values = values_of(card)
    if values > MOST_VALUES:
        yield "", f"{values} values are written on it, and a card holds at most {MOST_VALUES}: write less on it"


def values_of(thing: Any) -> int:
    """How many values are written on a card, or on a part of it: what says what it says anyway is not."""
    if isinstance(thing, Struct):
        told = ((getattr(thing, field.name), field.default) for field in fields_of(type(thing)))
        return sum(1 + values_of(value) for value, usual in told if value and value != usual)
    if isinstance(thing, dict):
        return sum(1 + values_of(value) for value in thing.values())
    return sum(1 + values_of(item) for item in thing) if isinstance(thing, (list, tuple)) else 0


def states_of(abilities: Iterable[Ability], states: Mapping[str, StateCard]) -> tuple[str, ...]:
    """The states that abilities bring about, directly or one by the other, in order; one more than may be at most."""
    found: dict[str, None] = {}
    ahead = list(abilities)
    while ahead and len(found) <= MOST_STATES:
        for effect in _effects(ahead.pop(0)):
            state = effect.state if effect.does is Does.STATE else None
            if state is not None and state in states and state not in found:
                found[state] = None
                ahead += states[state].abilities
    return tuple(found)


def weight_of(abilities: Iterable[Ability], states: Mapping[str, StateCard]) -> Weight:
    """What abilities weigh, with the states that they bring about."""
    mine = tuple(abilities)
    total = Weight()
    for ability in (
        *mine,
        *(card_ability for key in states_of(mine, states) for card_ability in states[key].abilities),
    ):
        at_once = [effect for effect in _effects(ability) if effect.does in (Does.DAMAGE, Does.STATE, Does.ATTACK)]
        if at_once and ability.when in _PERIODS:
            total = total.and_(Weight(causes=1 + sum(effect.does is Does.STATE for effect in at_once) // 2))
        if ability.when in _BY_HARM and not ability.asked:
            total = total.and_(Weight(answers=sum(effect.on in _GROUPS for effect in at_once)))
    return total


def _effects(ability: Ability) -> tuple[Effect, ...]:
    return (*ability.effects, *ability.otherwise)
