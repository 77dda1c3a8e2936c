"""Opening at fixed positions, rounds, the queue, the budget, Wait, the end."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import OutcomeReached, RoundBegan
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries.content.catalogue import BATTLEFIELDS
from engine.systems.mongolian_mercenaries.content.kinds import (
    Battlefield,
    BodySize,
    Cover,
    Distance,
    FieldSize,
    Obstacle,
    Position,
)
from engine.systems.mongolian_mercenaries.events import ActionPaid, BudgetSet, InitiativeSet
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn, Wait
from engine.systems.mongolian_mercenaries.sheet import Preparedness, PreparednessLasts, Setup
from engine.systems.mongolian_mercenaries.types import Cost
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc


@pytest.mark.rule("MM-POS-01", "MM-POS-02", "MM-COV-05")
def test_everybody_stands_on_the_lowest_free_position_without_obstacle() -> None:
    """A given one where somebody can stand there."""
    field = Battlefield(id="f", name="F", positions=(Position(side="party", rank=1, obstacle=Obstacle.ORDINARY),))
    bout = Bout(pc("ada"), pc("cyd", rank=3), pc("dan", rank=1), foe(), setup=at(Distance.CLOSE, field))
    bout.begin()
    assert [bout.rank(who) for who in ("ada", "cyd", "dan", "bob")] == [2, 3, 4, 1]


@pytest.mark.rule("MM-DIST-02", "MM-FIELD-04")
def test_the_start_distance_is_never_above_what_the_field_allows() -> None:
    """Small: close; without an agreement the largest."""
    small = Battlefield(id="f", name="F", size=FieldSize.SMALL)
    bout = Bout(pc(), foe(), setup=at(Distance.CLOSE, small))
    bout.begin()
    assert bout.own.start is Distance.CLOSE
    with pytest.raises(RuleRefusal):
        Bout(pc(), foe(), setup=at(Distance.MEDIUM, small))


@pytest.mark.rule("MM-FIELD-08")
def test_a_battlefield_that_nobody_agreed_on_is_drawn() -> None:
    """A card of the deck, by one die of as many faces."""
    bout = Bout(pc(), foe(), setup=Setup())
    bout.begin(2)
    found = bout.own.field
    assert found is not None
    assert found.id in BATTLEFIELDS


@pytest.mark.rule("MM-INIT-01", "MM-INIT-02", "RUL-18", "RUL-66")
def test_initiative_is_level_and_speed_and_ties_go_to_the_party() -> None:
    """No die. Equal INC: higher speed, then the party, then who joined first."""
    bout = Bout(pc("ada"), pc("cyd", level=2, attributes={"speed": 2}), foe("bob", speed=4), foe("eve", speed=5))
    bout.begin()
    assert [one.initiative for one in bout.of(InitiativeSet)] == [4, 4, 4, 5]
    assert bout.queue == ("eve", "bob", "ada", "cyd")


@pytest.mark.rule("MM-PREP-02", "MM-PREP-04")
def test_preparedness_counts_in_the_first_round_alone() -> None:
    """+10 and -10."""
    setup = at(Distance.CLOSE, party=Preparedness.PREPARED, enemies=Preparedness.SURPRISED)
    bout = Bout(pc(), foe(speed=9), setup=setup)
    bout.begin(1)
    assert [one.initiative for one in bout.of(InitiativeSet)] == [14, -1]
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    assert [one.initiative for one in bout.of(InitiativeSet)] == [4, 9]
    assert bout.acting == ("bob",)


@pytest.mark.rule("MM-PREP-08", "RUL-19")
def test_the_table_may_let_preparedness_count_for_the_whole_fight() -> None:
    """An option."""
    setup = at(Distance.CLOSE, party=Preparedness.PREPARED, preparedness_lasts=PreparednessLasts.ENCOUNTER)
    bout = Bout(pc(), foe(), setup=setup)
    bout.begin()
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    assert [one.initiative for one in bout.of(InitiativeSet)] == [14, 2]


@pytest.mark.rule("MM-ACT-01", "MM-ACT-13", "MM-INIT-04", "RUL-20", "MM-DW-09")
def test_who_waits_comes_behind_those_of_equal_inc_and_keeps_the_rest() -> None:
    """INC falls by 20 in this round alone; the Minor action is paid."""
    bout = Bout(pc("ada"), pc("cyd", attributes={"speed": -17}), foe("bob"))
    bout.begin()
    bout.order(Wait(combatant="ada"))
    assert bout.fighter("ada").initiative == -16
    assert bout.queue == ("bob", "cyd", "ada")
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (1, 0)
    assert bout.acting == ("bob",)
    bout.order(EndTurn(combatant="bob"))
    bout.order(EndTurn(combatant="cyd"))
    assert bout.acting == ("ada",)
    bout.order(EndTurn(combatant="ada"))
    assert bout.fighter("ada").initiative == 4


@pytest.mark.rule("MM-ACT-02")
def test_the_large_action_is_worth_two_minor_ones_and_is_gone_then() -> None:
    """Up to three Minor ones; after the second no Large one."""
    bout = Bout(pc("ada"), foe("bob", speed=-20))
    bout.begin()
    bout.order(Wait(combatant="ada"))
    assert bout.acting == ("ada",)
    bout.order(Wait(combatant="ada"))
    assert bout.the(ActionPaid).swapped
    assert bout.acting == ("bob",)
    bout.order(EndTurn(combatant="bob"))
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (0, 1)
    assert "attack" not in bout.keys("ada")
    assert bout.refuse(Attack(combatant="ada", target="bob")).rule == "MM-ACT-01"
    bout.order(Wait(combatant="ada"))
    assert bout.the(RoundBegan).round == 2


@pytest.mark.rule("MM-ACT-03", "MM-INIT-05")
def test_nobody_acts_out_of_turn() -> None:
    """Giving up all actions is allowed."""
    bout = Bout(pc(), foe())
    bout.begin()
    assert bout.refuse(EndTurn(combatant="bob"), seat="gm").rule == "MM-INIT-05"
    bout.order(EndTurn(combatant="ada"))
    assert bout.acting == ("bob",)


@pytest.mark.rule("MM-ROUND-05", "MM-END-01", "MM-ROUND-04")
def test_a_fight_runs_to_the_end_of_its_round() -> None:
    """After the last opponent is out the others still have their turns."""
    bout = Bout(pc("ada", lucky=False), pc("cyd"), foe("bob"), setup=at(Distance.CLOSE))
    bout.begin()
    bout.correct("combatants.bob.vitals.health.now", 1)
    bout.order(Attack(combatant="ada", target="bob"), 6, 6, 2)
    assert bout.who("bob").out == "killed"
    bout.order(EndTurn(combatant="ada"))
    assert bout.acting == ("cyd",)
    assert bout.state.fight.outcome is None
    bout.order(EndTurn(combatant="cyd"))
    bout.answer("leave")
    assert bout.the(OutcomeReached).result == "party"
    assert not bout.acting


@pytest.mark.rule("MM-POS-02")
def test_a_sixth_waits_in_reserve_and_enters_at_the_start_of_a_round() -> None:
    """On a free position, before the queue."""
    many = [foe(f"f{number}", speed=2) for number in range(6)]
    bout = Bout(pc("ada", lucky=False), *many)
    bout.begin()
    assert bout.rank("f5") is None
    assert "f5" not in bout.queue
    bout.correct("combatants.f0.vitals.health.now", 1)
    bout.order(Attack(combatant="ada", target="f0"), 6, 6, 2)
    bout.order(EndTurn(combatant="ada"))
    for number in range(1, 5):
        bout.order(EndTurn(combatant=f"f{number}"))
    assert bout.the(RoundBegan).round == 2
    assert bout.rank("f5") == 1
    assert "f5" in bout.queue


@pytest.mark.rule("MM-MOVE-06")
def test_who_is_not_surprised_begins_in_cover() -> None:
    """Who is surprised does not."""
    field = Battlefield(
        id="f",
        name="F",
        positions=tuple(Position(side=side, rank=1, cover=Cover.LIGHT) for side in ("party", "enemies")),
    )
    bout = Bout(pc(), foe(), setup=at(Distance.CLOSE, field, enemies=Preparedness.SURPRISED))
    bout.begin(1)
    assert bout.fighter("ada").in_cover
    assert not bout.fighter("bob").in_cover


@pytest.mark.rule("MM-INIT-03", "RUL-04")
def test_the_queue_stands_until_the_next_round_whatever_speed_does() -> None:
    """Bea grows faster in the middle of the round, and is first in the next; nobody has more actions for it."""
    bout = Bout(pc("ada"), pc("bea", attributes={"speed": 2}), foe("bob", speed=-9))
    bout.begin()
    assert bout.queue == ("ada", "bea", "bob")
    bout.correct("rules.fighters.bea.mercenaryFigures.attributes.speed", 30)
    assert bout.queue == ("ada", "bea", "bob")
    for who in ("ada", "bea", "bob"):
        bout.order(EndTurn(combatant=who))
    assert bout.queue == ("bea", "ada", "bob")
    assert (bout.fighter("bea").large, bout.fighter("bea").minor) == (1, 1)


@pytest.mark.rule("MM-ROUND-03", "MM-PHASE-04", "RUL-03", "MM-ROUND-01", "MM-ROUND-04")
def test_a_round_is_its_start_the_turns_and_its_end() -> None:
    """Each acts as its turn comes, and decides then; nobody is asked to plan before."""
    bout = Bout(pc("ada"), foe("bob"), foe("eve", speed=1))
    bout.begin()
    assert bout.waiting == []
    told: list[str] = []
    for who in ("ada", "bob", "eve"):
        assert bout.acting == (who,)
        bout.order(EndTurn(combatant=who))
        told += bout.kinds()
    wanted = ("TurnEnded", "TurnBegan", "RoundEnded", "RoundBegan", "InitiativeSet", "OrderSet")
    assert [kind for kind in told if kind in wanted] == [
        *("TurnEnded", "TurnBegan") * 2, "TurnEnded", "RoundEnded", "RoundBegan", *("InitiativeSet",) * 3, "OrderSet",
        "TurnBegan",
    ]  # fmt: skip


@pytest.mark.rule("RUL-20")
def test_who_waits_and_is_still_first_goes_on() -> None:
    """As often as Minor actions last; never among those who have acted."""
    bout = Bout(pc("ada"), pc("bea", attributes={"speed": 2}), foe("bob", speed=-20))
    bout.begin()
    bout.order(EndTurn(combatant="ada"))
    bout.order(Wait(combatant="bea"))
    assert (bout.acting, bout.fighter("bea").initiative) == (("bea",), -17)
    bout.order(Wait(combatant="bea"))
    assert bout.queue == ("ada", "bob", "bea")
    assert (bout.fighter("bea").large, bout.fighter("bea").minor, bout.fighter("bea").waited) == (0, 1, 2)


@pytest.mark.rule("MM-ACT-06", "MM-ACT-01")
def test_an_attack_is_the_large_action() -> None:
    """The Minor one is left; a second attack is not."""
    bout = Bout(pc(lucky=False), foe())
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob"), 2, 2, 2)
    assert (bout.the(ActionPaid).cost, bout.the(ActionPaid).large, bout.the(ActionPaid).minor) == (Cost.LARGE, 0, 1)
    assert bout.acting == ("ada",)
    assert bout.refuse(Attack(combatant="ada", target="bob")).rule == "MM-ACT-01"


@pytest.mark.rule("MM-ACT-04")
def test_a_talent_changes_the_budget_of_every_round() -> None:
    """Quick hands: one more Minor action; three after the swap, and one more."""
    bout = Bout(pc(talents=("quick_hands",)), foe(speed=-20))
    bout.begin()
    granted = bout.the(BudgetSet)
    assert (granted.combatant, granted.large, granted.minor) == ("ada", 1, 2)
    bout.order(Wait(combatant="ada"))
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (1, 1)
    bout.order(EndTurn(combatant=bout.acting[0]))
    bout.order(EndTurn(combatant=bout.acting[0]))
    assert bout.fighter("ada").minor == 2


@pytest.mark.rule("MM-ENM-05", "MM-ENM-06", "MM-ENM-07", "MM-ENM-08", "MM-ENM-04", "RUL-66")
def test_a_card_gives_initiative_health_power_and_the_row_of_wounds() -> None:
    """A goblin shaman: speed 4 at level 0, 5 Health, 6 Power, small, Toughness 1."""
    bout = Bout(pc(), foe(ref="goblin_shaman"))
    bout.begin()
    assert {one.combatant: one.initiative for one in bout.of(InitiativeSet)}["bob"] == 4
    assert (bout.health("bob"), bout.who("bob").vitals["power"].now) == (5, 6)
    sheet = bout.fighter("bob").figures
    assert sheet is not None
    assert sheet.size is BodySize.SMALL
    bout.correct("rules.fighters.bob.wounds.light", 2)  # Toughness 1: two Light wounds eliminate
    bout.correct("combatants.bob.vitals.health.now", 4)
    assert bout.who("bob").out == "killed"


@pytest.mark.rule("MM-INIT-01", "MM-INIT-02")
def test_where_sheets_are_closed_inc_betrays_no_speed() -> None:
    """The queue is public; a number is only for those who know the sheet."""
    bout = Bout(pc("ada"), foe("bob", speed=9), open=False)
    bout.begin()
    book = bout.arena.book
    for seat, known in (("ana", None), ("gm", 9), (None, None)):
        seen = book.seen(bout.state, seat)
        assert seen.fight.turn_order == ("bob", "ada")
        assert seen.own.fighters["bob"].initiative == known
    bout.order(Wait(combatant="bob"))
    assert book.seen(bout.state, "ana").own.fighters["bob"].initiative is None
    assert bout.state.fight.turn_order == ("ada", "bob")
