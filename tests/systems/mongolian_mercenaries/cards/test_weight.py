"""Own cards that would come to no end are refused as they come, each with its field; what is usual is not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries.cards.deck import CATALOGUE, deck_of
from engine.systems.mongolian_mercenaries.cards.judging import judge
from engine.systems.mongolian_mercenaries.cards.weight import (
    MOST_ABILITIES,
    MOST_EFFECTS,
    MOST_STATES,
    MOST_VALUES,
    states_of,
    values_of,
    weight_of,
)
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Cards,
    DamageKind,
    Does,
    Effect,
    Formula,
    Lasts,
    Until,
    When,
    Whom,
)
from engine.systems.mongolian_mercenaries.orders import EndTurn
from engine.systems.mongolian_mercenaries.rules.blows.durations import MOST_IN_FORCE
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc
from tests.systems.mongolian_mercenaries.test_attacks import Distance

BURST = {"does": "DAMAGE", "on": "EVERYBODY", "amount": {"points": 1}, "kind": "BLUNT"}


def told(**piles: Any) -> list[tuple[str, str]]:
    """What is wrong with these cards: the field, and why."""
    try:
        judge(msgspec.convert(piles, Cards))
    except RuleRefusal as refusal:
        return [(one.field, one.reason) for one in refusal.all]
    return []


def states(count: int, each: int = 1) -> list[dict[str, Any]]:
    """So many states, each of which brings the next ones about as a round starts; the last one the first."""
    return [
        {
            "id": f"s{n}",
            "name": f"S{n}",
            "abilities": [
                {"when": "ROUND_STARTS", "effects": [{"does": "STATE", "state": f"s{(n + more) % count}"}]}
                for more in range(1, each + 1)
            ],
        }
        for n in range(count)
    ]


def abilities(*told: dict[str, Any]) -> tuple[Ability, ...]:
    return tuple(msgspec.convert(one, Ability) for one in told)


def test_every_card_of_the_catalogue_is_far_below() -> None:
    for pile in CATALOGUE.__struct_fields__:
        for card in getattr(CATALOGUE, pile).values():
            assert values_of(card) <= MOST_VALUES // 3
            assert len(states_of(getattr(card, "abilities", ()), CATALOGUE.states)) <= MOST_STATES // 3


def test_states_may_lead_to_one_another_so_far_and_no_farther() -> None:
    """Round in a circle, too."""
    assert told(states=states(MOST_STATES)) == []
    faults = told(states=states(MOST_STATES + 1))
    assert len(faults) == MOST_STATES + 1
    field, reason = faults[0]
    assert field == "cards.states.0.abilities"
    assert "more than 12" in reason


def test_a_card_holds_so_much() -> None:
    """Abilities, effects of each, and all that is written on it."""
    keen = {"effects": [{"does": "FIGURE", "figure": "DAMAGE", "amount": {"points": 1}}]}
    many = {"id": "t", "name": "T", "abilities": [keen] * MOST_ABILITIES}
    assert told(talents=[many]) == []
    assert [field for field, _ in told(talents=[{**many, "abilities": [*many["abilities"], keen]}])] == [  # type: ignore[misc]
        "cards.talents.0.abilities"
    ]
    wide = {"id": "t", "name": "T", "abilities": [{"effects": keen["effects"] * (MOST_EFFECTS + 1)}]}
    assert ("cards.talents.0.abilities.0.effects", "effects: 13, and an ability has at most 12") in told(talents=[wide])
    long = {**many, "abilities": [{**keen, "only": {"weapons": ["sabre"] * MOST_VALUES}}]}
    assert [field for field, _ in told(talents=[long])] == ["cards.talents.0"]


def test_what_harms_many_because_many_are_harmed_is_weighed() -> None:
    """A cause of a round, and each answer to harm on several; what only its bearer feels is no answer."""
    deck = deck_of(msgspec.convert({"states": states(3)}, Cards))
    mine = abilities(
        {"when": "HARMED", "effects": [BURST, {**BURST, "on": "SIDE"}, {**BURST, "on": "OTHER"}]},
        {"when": "ROUND_STARTS", "effects": [BURST]},
    )
    assert weight_of(mine, deck.states) == (1, 2)
    assert weight_of(abilities({"when": "HARMED", "effects": [{"does": "STATE", "state": "s0"}]}), deck.states) == (
        3,
        0,
    )


@pytest.mark.parametrize("count", [4, 12])
def test_a_fight_holds_so_many_who_answer_harm_with_harm(count: int) -> None:
    """A few may; where there are many the next one is refused, with what to do."""
    burst = abilities(
        {"when": "HARMED", "effects": [BURST]}, {"when": "ROUND_STARTS", "effects": [{**BURST, "on": "SELF"}]}
    )

    def enter() -> Bout:
        return Bout(pc(), *(foe(f"b{n}", health=500, abilities=burst) for n in range(count)))

    if count == 4:
        assert enter().begin()
        return
    with pytest.raises(RuleRefusal, match="answered by harm to many without end") as refused:
        enter()
    assert refused.value.field.endswith("sheet.card.abilities")


def test_what_lasts_piles_up_so_high() -> None:
    """A card that adds to its bearer in every round for the rest of the fight, two at once."""
    more = Effect(does=Does.FIGURE, figure="DAMAGE", amount=Formula(points=1), lasts=Lasts(until=Until.FIGHT))  # type: ignore[arg-type]
    growing = Ability(when=When.ROUND_STARTS, effects=(more,) * 9)
    bout = Bout(pc(), foe("bob", health=500, abilities=(growing,)), setup=at(Distance.CLOSE))
    bout.begin()
    for _ in range(3):
        for who in ("ada", "bob"):
            bout.order(EndTurn(combatant=who))
    assert sum(force.bearer == "bob" for force in bout.own.forces) == MOST_IN_FORCE


def test_the_old_attacks_are_refused_as_they_come() -> None:
    """Sixty states that renew each other; forty abilities of one creature."""
    assert told(states=states(60, 3))
    hurt = Ability(
        when=When.HARMED,
        effects=(Effect(does=Does.DAMAGE, on=Whom.EVERYBODY, amount=Formula(points=1), kind=DamageKind.BLUNT),),
    )
    with pytest.raises(RuleRefusal, match="a card has at most 12"):
        Bout(pc(), foe("bob", abilities=(hurt,) * 40))
