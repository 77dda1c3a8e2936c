"""States: what they do, and when they end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Condition
from engine.systems.mongolian_mercenaries.events import RollOpened
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from tests.systems.mongolian_mercenaries.bout import Bout, foe, pc


def with_state(entry: Any, *kinds: str, left: int | None = None) -> Any:
    """The entry with states."""
    return structs.replace(entry, conditions=tuple(Condition(key=one, kind=one, left=left) for one in kinds))


def begun(*entries: Any, **more: Any) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries, **more)
    bout.begin()
    return bout


def round_over(bout: Bout, *faces: int) -> None:
    """Everybody ends the turn; faces: of what the end of the round rolls."""
    number = bout.state.fight.round
    while bout.state.fight.round == number and bout.acting:
        last = len([one for one in bout.own.fighters if not bout.fighter(one).acted]) == 1
        bout.order(EndTurn(combatant=bout.acting[0]), *(faces if last else ()))


@pytest.mark.rule("MM-ST-01", "MM-ST-03", "RUL-60")
def test_who_is_tired_has_a_die_less_to_hit() -> None:
    """Long Blade 3 and Tired: two dice, and the card is the reason."""
    bout = begun(with_state(pc(lucky=False), "tired"), foe())
    bout.order(Attack(combatant="ada", target="bob"), 1, 2)
    assert bout.the(RollOpened).modifier == -1
    assert {term.source for term in bout.because_of(RollOpened).terms} >= {"tired"}


@pytest.mark.rule("MM-ST-03", "RUL-60")
def test_a_curse_takes_luck() -> None:
    """Luck 1 less 1: nobody is asked for a Lucky Break."""
    bout = begun(with_state(pc(attributes={"luck": 1}), "curse_mark"), foe())
    bout.order(Attack(combatant="ada", target="bob"), 1, 2, 2)
    assert bout.asked == []


@pytest.mark.rule("MM-ST-03", "MM-ACT-03")
@pytest.mark.parametrize("kind", ["paralysed", "unconscious"])
def test_who_can_do_nothing_has_no_turn(kind: str) -> None:
    """Ada would be first; Bob acts at once. It ends after a round, as something ends it."""
    bout = begun(with_state(pc(), kind, left=2), foe())
    assert bout.acting == ("bob",)
    assert not [one for one in bout.offers("ada") if one.key == "attack"]


@pytest.mark.rule("RUL-73", "MM-PHASE-03")
def test_who_is_held_for_ever_is_out_and_for_a_turn_is_not() -> None:
    """Immobilised without an end counts as beaten at the end of the round; for two turns it does not."""
    lasting = begun(pc(), foe())
    lasting.correct("combatants.ada.conditions", (Condition(key="immobilised", kind="immobilised"),))
    round_over(lasting)
    assert lasting.state.fight.outcome == "enemies"
    passing = begun(with_state(pc(), "immobilised", left=2), foe())
    round_over(passing)
    assert passing.state.fight.outcome is None


@pytest.mark.rule("RUL-73", "MM-ST-03")
def test_who_is_immobilised_neither_attacks_nor_is_spared() -> None:
    """The refusal names the state; it is still a target."""
    bout = begun(with_state(pc(), "immobilised", left=2), foe())
    refused = bout.refuse(Attack(combatant="ada", target="bob"))
    assert (refused.rule, "immobilised" in str(refused)) == ("MM-ST-03", True)
    assert "attack" not in bout.keys("ada")
    bout.order(EndTurn(combatant="ada"))
    assert "attack" in bout.keys("bob")


@pytest.mark.rule("MM-ROUND-01", "MM-ROUND-02")
def test_a_state_of_two_turns_is_gone_at_the_start_of_the_second_round_after() -> None:
    """It was there as round 1 began: two counts down, at the start of rounds 2 and 3."""
    bout = begun(with_state(pc(), "tired", left=3), foe())
    seen = []
    for _ in range(3):
        seen.append((bout.state.fight.round, bout.has("ada", "tired")))
        round_over(bout)
    assert seen == [(1, True), (2, True), (3, False)]


@pytest.mark.rule("MM-ROUND-04")
def test_a_state_to_the_end_of_the_round_ends_with_it() -> None:
    """It is there in the round, and not in the next."""
    entry = structs.replace(pc(), conditions=(Condition(key="tired", kind="tired", until="ROUND_END"),))
    bout = begun(entry, foe())
    assert bout.has("ada", "tired")
    round_over(bout)
    assert not bout.has("ada", "tired")


@pytest.mark.rule("RUL-60", "MM-ROUND-02")
@pytest.mark.parametrize(("first", "second", "left"), [(3, 2, 3), (2, 3, 3), (None, 2, None), (2, None, None)])
def test_a_state_gained_again_lasts_the_longer_of_both_times(
    first: int | None, second: int | None, left: int | None
) -> None:
    """Of turns the greater number; until something ends it is longer than any."""
    from tests.systems.mongolian_mercenaries.mages import big, cast, mage
    from tests.systems.mongolian_mercenaries.test_own_magic import fight, spell

    def held(id: str, turns: int | None) -> dict[str, Any]:
        lasts = {"until": "REMOVED"} if turns is None else {"count": turns}
        effect = {"does": "STATE", "on": "OTHER", "state": "tired", "lasts": lasts}
        return spell(id, effect, types=["NON_OFFENSIVE"], action="MINOR")

    bout = fight(mage("ada", "one", "two"), big(), spells=(held("one", first), held("two", second)))
    bout.order(cast("one", "bob"), 6, 1)
    bout.order(cast("two", "bob"), 6, 1)
    (condition,) = bout.who("bob").conditions
    assert condition.left == left
