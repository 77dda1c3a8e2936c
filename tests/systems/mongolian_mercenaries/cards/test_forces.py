"""What lasts: when it ends, at the boundary, and how often something may be used."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.systems.mongolian_mercenaries.cards.forces import (
    Force,
    Use,
    as_source,
    lasting,
    over_after_fight,
    over_after_test,
    over_at_end,
    over_at_start,
    spent,
)
from engine.systems.mongolian_mercenaries.cards.moments import Answer, Source, effects_at
from engine.systems.mongolian_mercenaries.cards.sums import attribute, figure
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import Ability, Figure, Lasts, Until, Uses
from tests.systems.mongolian_mercenaries.cards.people import HUNTER, moment, struck


def _of(card: str, pile: str, *, bearer: str = "hunter", by: str = "hunter", round: int = 3) -> Force:
    abilities: tuple[Ability, ...] = c.CONTENT[pile][card].abilities  # type: ignore[attr-defined]  # these have
    return lasting(abilities[0].effects[0], abilities, source=card, bearer=bearer, by=by, round=round)


def test_an_effect_in_force_works_on_its_bearer() -> None:
    """Haste: +3 speed for whom it is on, and for nobody else."""
    haste = _of("haste", "spells")
    hunter = structs.replace(HUNTER, sources=(as_source(haste),))
    assert attribute(moment(hunter), "hunter", "speed", 3).total == 6
    assert attribute(moment(hunter), "friend", "speed", 3).total == 3


def test_what_was_put_on_another_works_on_that_one() -> None:
    """War cry: the effect was for allies; each of them bears it, and does not pass it on."""
    cry = _of("war_cry", "talents", bearer="friend")
    friend = structs.replace(moment().parties["friend"], sources=(as_source(cry),))
    assert figure(moment(friend), "friend", Figure.HIT_DICE, 1).total == 2
    assert figure(moment(friend), "hunter", Figure.HIT_DICE, 1).total == 1


@pytest.mark.rule("MM-MAG-18")
def test_a_reaction_spell_puts_the_rest_of_its_card_in_force() -> None:
    """Thorns without the use itself: attacked, it answers; its casting is not in it."""
    thorns = _of("thorn_armour", "spells")
    assert [one.when.value for one in thorns.abilities] == ["ATTACKED"]
    hunter = structs.replace(HUNTER, sources=(as_source(thorns),))
    assert len(effects_at(struck(hunter))) == 1


def test_what_does_not_last_leaves_nothing() -> None:
    """Ember is over when it has burnt."""
    with pytest.raises(ValueError, match="does not last"):
        _of("ember", "spells")


@pytest.mark.rule("MM-ROUND-01", "MM-ROUND-02")
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_turns_end_at_the_start_of_a_round(turns: int) -> None:
    """Begun in round 4, N turns: in force in round 4 + N - 1, over as round 4 + N begins, whoever acts when."""
    lasts = Lasts(count=turns)
    assert not over_at_start(lasts, 4, 4)
    assert not over_at_start(lasts, 4, 4 + turns - 1)
    assert over_at_start(lasts, 4, 4 + turns)
    assert not over_at_end(lasts)


@pytest.mark.rule("MM-ROUND-04")
def test_the_end_of_the_round_ends_what_lasts_to_it() -> None:
    """And nothing else."""
    ending = {until for until in Until if over_at_end(Lasts(until=until))}
    assert ending == {Until.ROUND_END}
    assert {until for until in Until if over_at_start(Lasts(until=until), 1, 99)} == {Until.TURNS}


@pytest.mark.rule("MM-POT-01")
def test_phases_days_and_states_outlast_the_fight() -> None:
    """A salve of two phases, a powder of 28 days, a state until it is removed."""
    going_on = {until for until in Until if not over_after_fight(Lasts(until=until))}
    assert going_on == {Until.PHASES, Until.DAYS, Until.REMOVED}


def test_the_next_test_ends_what_was_for_it() -> None:
    """An avenger's dice are gone after a hit test, not after a spell test."""
    dice = _of("avenger", "talents")
    assert over_after_test(dice, (Figure.HIT_DICE, Figure.TEST_DICE))
    assert not over_after_test(dice, (Figure.SPELL_DICE,))
    assert not over_after_test(_of("war_cry", "talents"), (Figure.HIT_DICE,))


@pytest.mark.rule("RUL-89")
@pytest.mark.parametrize(
    ("uses", "again"),
    [
        (Uses.ANY, (True, True, True, True)),
        (Uses.ONCE_PER_ROUND, (False, True, True, True)),
        (Uses.ONCE_PER_FIGHT, (False, False, True, True)),
        (Uses.ONCE_PER_DAY, (False, False, False, True)),
    ],
)
def test_how_often_an_ability_may_be_used(uses: Uses, again: tuple[bool, ...]) -> None:
    """Used in round 2 of day 5: again in that round, in the next one, in another fight of the day, the day after."""
    ability = Ability(uses=uses)
    answer = Answer(source=Source(id="card", abilities=(ability,)), bearer="hunter", index=0, ability=ability)
    here, before = Use(bearer="hunter", source="card", index=0, round=2, day=5), 0
    earlier = structs.replace(here, round=before)
    found = (
        not spent(answer, (here,), round=2, day=5),
        not spent(answer, (here,), round=3, day=5),
        not spent(answer, (earlier,), round=1, day=5),
        not spent(answer, (earlier,), round=1, day=6),
    )
    assert found == again


def test_uses_are_counted_for_each_bearer_and_ability() -> None:
    """Another's use, or that of another sentence of the card, is none of mine."""
    ability = Ability(uses=Uses.ONCE_PER_ROUND)
    answer = Answer(source=Source(id="card", abilities=(ability,)), bearer="hunter", index=0, ability=ability)
    mine = Use(bearer="hunter", source="card", index=0, round=2, day=5)
    for other in (
        structs.replace(mine, bearer="friend"),
        structs.replace(mine, index=1),
        structs.replace(mine, source="c"),
    ):
        assert not spent(answer, (other,), round=2, day=5)
    assert spent(answer, (mine,), round=2, day=5)
