"""Initiative is the number of actions, and actions left are the place on the clock.  [SA-INIT, SA-REACT]"""

from __future__ import annotations

import pytest

from engine.systems.saari.content.kinds import Weapon
from engine.systems.saari.events import ActionsPaid, InitiativeSet, RoundEnded
from engine.systems.saari.orders import Attack, Hold, Move
from tests.systems.saari.bout import Bout, npc, pc, zone


@pytest.mark.rule("SA-INIT-01", "SA-INIT-02", "SA-INIT-03", "SA-INIT-04", "SA-COMP-10", "SA-DICE-06", "G-10")
def test_a_complication_takes_one_off_the_initiative() -> None:
    """The source's example: Personality 4, faces 1 1 4 6 and a bonus die of 3: 2 + 2 - 1."""
    bout = Bout(pc("ada", personality=4), npc("gob"))
    bout.begin(1, 1, 4, 6, 3)
    assert bout.of(InitiativeSet)[0] == InitiativeSet(combatant="ada", initiative=3)
    terms = {term.source: term.amount for r in bout.last if r.event == bout.of(InitiativeSet)[0]
             for term in r.draft.because.terms}  # fmt: skip
    assert terms == {"base": 2, "successes": 2, "complication": -1}


@pytest.mark.rule("SA-INIT-05", "SA-INIT-06")
def test_the_most_actions_act_first_and_characters_before_others() -> None:
    """Every payment moves down the clock."""
    bout = Bout(pc("ada"), npc("gob", initiative=4, kp=9))
    bout.begin(4, 4)
    assert bout.acting == ("ada",)  # 4 and 4: characters first
    bout.order(Move(combatant="ada", to=zone("middle")))
    assert (bout.actions("ada"), bout.acting) == (3, ("gob",))
    bout.order(Move(combatant="gob", to=zone("middle")))
    assert bout.acting == ("ada",)  # 3 and 3


@pytest.mark.rule("SA-INIT-07", "SA-INIT-08", "SA-INIT-09")
def test_at_the_same_count_the_greater_lowest_attribute_goes_first() -> None:
    """Then the next lowest; the order stays."""
    bout = Bout(
        pc("ada", might=5, toughness=1),
        pc("bea", might=3, toughness=2),
        pc("cid", might=4, toughness=2),
        npc("gob"),
    )
    bout.begin(2, 2, 2, 2, 2, 2)
    assert bout.own.pc_order == ("cid", "bea", "ada")
    assert bout.acting == ("cid",)


@pytest.mark.rule("SA-INIT-08", "G-50")
def test_equals_and_who_has_no_attributes_act_in_the_order_of_joining() -> None:
    """Bea's attributes are Ada's in another order."""
    bout = Bout(npc("orc"), pc("bea", might=3, agility=1), pc("ada", might=1, agility=3), npc("gob"))
    bout.begin(2, 2, 2, 2)
    assert (bout.own.pc_order, bout.own.npc_order) == (("bea", "ada"), ("orc", "gob"))


@pytest.mark.rule("SA-INIT-05", "G-03")
def test_there_is_no_overdraft() -> None:
    """An action needs all its actions.  [G-03]"""
    spear = Weapon(id="pike", name="Pike", melee=True, cost=3, hands=2)
    bout = Bout(pc("ada", weapons=(), own_weapons=(spear,)), npc("gob", initiative=1))
    bout.begin(2, 2)
    refusal = bout.refuse(Attack(combatant="ada", target="gob", means="pike"))
    assert refusal.rule == "G-03"
    assert bout.keys("ada")[:2] == ["attack-fists", "move"]


@pytest.mark.rule("SA-INIT-05", "G-04", "G-05", "G-67")
def test_who_holds_acts_no_more_and_the_round_ends() -> None:
    """When nobody can take an action; two rounds of nothing end the fight.  [G-04, G-05, G-67]"""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    bout.order(Hold(combatant="ada"))
    assert bout.acting == ("gob",)
    bout.order(Hold(combatant="gob"), 4, 4)
    assert bout.the(RoundEnded).idle_rounds == 1
    assert bout.state.fight.round == 2
    assert bout.actions("ada") == 4
    bout.order(Hold(combatant="ada"))
    bout.order(Hold(combatant="gob"))
    assert bout.state.fight.outcome == ""


@pytest.mark.rule("SA-INIT-05")
def test_it_is_nobody_elses_count() -> None:
    """Orders of others are refused."""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    assert bout.refuse(Hold(combatant="gob"), seat="gm").rule == "SA-INIT-05"


@pytest.mark.rule("SA-ACT-01", "SA-ACT-03")
def test_actions_cost_what_they_normally_cost() -> None:
    """An attack 2, a move 1."""
    bout = Bout(pc("ada"), npc("gob", kp=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 3)
    assert bout.the(ActionsPaid).cost == 2
