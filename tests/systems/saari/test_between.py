"""Between fights: what a scene leaves, expeditions, customs, levels, and changing a character."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.campaign.proposal import parts_that_differ
from engine.kernel.campaign.standing import standing_at_entry
from engine.kernel.state.events import CombatantJoined, ConditionGained, DiceRolled
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.systems.saari import system
from engine.systems.saari.content.kinds import Attribute, Slot, Weapon
from engine.systems.saari.orders import ReachMilestone, ReturnToBase
from engine.systems.saari.rules.between import events as e
from engine.systems.saari.rules.between import orders as o
from engine.systems.saari.rules.between.company import Stage, level_of
from engine.systems.saari.rules.between.types import RiseKind
from tests.systems.saari.bout import Bout, npc, pc
from tests.systems.saari.company import COMPANY, Company, member


def left(bout: Bout, who: str = "ada") -> Any:
    """What the fight leaves of somebody, as it stands, and what it entered with."""
    events = (recorded.event for recorded in bout.arena.stream)
    joined = next(event for event in events if isinstance(event, CombatantJoined) and event.combatant == who)
    entered = standing_at_entry(joined)
    return system.between.leaves(entered, bout.arena.state, who), entered


# -- what a scene leaves
@pytest.mark.rule("SA-OUT-01", "SA-REST-01")
@pytest.mark.parametrize(("beside", "kp"), [(True, 1), (False, 0)])
def test_sa_out_01_who_has_collapsed_comes_to_1_where_somebody_stands(beside: bool, kp: int) -> None:
    """Without a comrade nobody helps."""
    comrades = [pc("bea", "ben")] if beside else []
    bout = Bout(pc("ada", now={"kp": 0}), *comrades, npc("gob"))
    bout.correct("combatants.ada.out", "unconscious")
    assert (left(bout)[0].vitals["kp"], left(bout)[0].dead) == (kp, False)
    bout.correct("combatants.ada.out", "dead")
    assert (left(bout)[0].vitals["kp"], left(bout)[0].dead) == (0, True)


@pytest.mark.rule("SA-OUT-01", "G-58")
def test_sa_out_01_what_must_be_shaken_off_outlasts_the_scene() -> None:
    """Fear and burns do not; who brought it is left behind."""
    bout = Bout(pc("ada"), npc("gob"))
    for kind, turns, until in (("poison", None, "shaken"), ("fear", None, "scene"), ("burn", 2, "")):
        gained = ConditionGained(
            combatant="ada", condition=kind, kind=kind, source="gob", amount=2, left=turns, until=until
        )
        bout.arena.fact(gained)
    assert [(condition.kind, condition.source) for condition in left(bout)[0].conditions] == [("poison", None)]


@pytest.mark.rule("SA-OUT-01", "SA-OUT-15")
def test_sa_out_15_what_is_lost_is_off_the_sheet_and_what_lies_there_is_picked_up() -> None:
    """An heirloom goes with its talent; a dropped sword does not count as lost, a fire flask that was thrown does."""
    bout = Bout(pc("ada", weapons=("sword", "fire_flask"), talents=("heirloom_blade", "quick")), npc("gob"))
    standing, entered = left(bout)
    assert parts_that_differ(entered, standing) == {}
    figures = bout.arena.own.fighters["ada"].figures
    sword = {name: weapon for name, weapon in figures.weapons.items() if name == "sword"}
    bout.correct("rules.fighters.ada.held", [])
    bout.correct("rules.fighters.ada.sheetFigures.weapons", {})
    bout.correct("rules.lying", [{"item": "sword", "zone": "west", "weapon": plain(sword["sword"])}])
    assert left(bout)[0].sheet["weapons"] == ["sword"]
    bout.correct("rules.lying", [])
    bout.correct("rules.fighters.ada.sheetFigures.talents", [])
    parts = {path for _, path in parts_that_differ(entered, left(bout)[0])}
    assert parts == {("weapons",), ("talents",)}


# -- expeditions
@pytest.mark.rule("SA-OUT-01")
def test_sa_out_01_an_expedition_leaves_the_base_and_returns() -> None:
    """No milestone at the base, no return without an expedition, none within one."""
    company = Company()
    for order in (ReachMilestone(), ReturnToBase(), o.RecordFind(name="A cup", value=1)):
        with pytest.raises(RuleRefusal, match="at its base"):
            company.order(order)
    company.out()
    assert (company.own.stage, company.own.expeditions) == (Stage.EXPEDITION, 1)
    with pytest.raises(RuleRefusal, match="on an expedition already"):
        company.out()
    company.back()
    assert company.own.stage is Stage.BASE


@pytest.mark.rule("SA-OUT-01", "SA-REST-02")
@pytest.mark.parametrize(
    ("toughness", "discipline", "now", "kp", "mp"),
    [(2, 2, 0, 3, 2), (3, 3, 0, 4, 3), (5, 4, 0, 5, 3), (2, 2, 4, 7, 4), (2, 2, 3, 6, 4)],
)
def test_sa_out_01_a_milestone_gives_half_and_never_above_the_maximum(
    toughness: int, discipline: int, now: int, kp: int, mp: int
) -> None:
    """Rounded up; who lies at 0 wakes."""
    company = Company(member(toughness=toughness, discipline=discipline, now={"kp": now, "mp": min(now, 3)})).out()
    company.order(ReachMilestone())
    assert {name: vital[0] for name, vital in company.vitals().items()} == {"kp": kp, "mp": mp}


@pytest.mark.rule("SA-OUT-01", "SA-REST-03")
def test_sa_out_01_a_third_milestone_is_legal_and_said() -> None:
    """Usually at most two, counted anew for each expedition."""
    company = Company().out()
    for _ in range(3):
        company.order(ReachMilestone())
    assert [event.number for event in company.of(e.MilestoneExceeded)] == [3]
    company.back().out()
    company.order(ReachMilestone())
    assert (company.own.milestones, len(company.of(e.MilestoneExceeded))) == (1, 1)


@pytest.mark.rule("SA-OUT-01")
@pytest.mark.parametrize(("answer", "kp"), [("yes", 3), ("no", 0), (None, 0)])
def test_sa_out_01_players_may_ask_for_a_milestone(answer: str | None, kp: int) -> None:
    """The game master says; silence is no."""
    company = Company(member(now={"kp": 0})).out()
    company.order(o.AskForMilestone(combatant="ada", note="half-way home"), "ana")
    company.arena.answer("gm" if answer else None, answer)
    assert company.vitals()["kp"][0] == kp


@pytest.mark.rule("SA-OUT-01")
def test_sa_out_01_on_return_all_points_are_full_and_conditions_end() -> None:
    """Who has died is not revived."""
    company = Company(member(now={"kp": 1, "mp": 0}), member("bea", "ben", now={"kp": 0})).out()
    company.arena.fact(
        ConditionGained(
            combatant="ada", condition="poison", kind="poison", source=None, amount=2, left=None, until="shaken"
        )
    )
    company.arena.correct("combatants.bea.out", "dead")
    company.back()
    assert company.vitals() == {"kp": (7, 7), "mp": (4, 4)}
    assert company.arena.fight.combatants["ada"].conditions == ()
    assert (company.vitals("bea")["kp"][0], company.arena.fight.combatants["bea"].out) == (0, "dead")


@pytest.mark.rule("SA-OUT-01")
def test_orders_of_all_wait_for_who_is_in_a_fight() -> None:
    """A milestone, the return and setting out."""
    company = Company(member(), member("bea", "ben")).out()
    company.fighting("bea")
    for order in (ReachMilestone(), ReturnToBase()):
        with pytest.raises(RuleRefusal) as refused:
            company.order(order)
        assert refused.value.code == "IN_A_FIGHT"


# -- customs
@pytest.mark.rule("SA-OUT-02", "SA-OUT-03")
@pytest.mark.parametrize(
    ("values", "paid"), [((), 0), ((20, 29), 49), ((20, 30), 50), ((20, 31), 50), ((51,), 50), ((999,), 50)]
)
def test_sa_out_03_customs_pay_the_party_at_most_50(values: tuple[int, ...], paid: int) -> None:
    """All treasures are surrendered, without weight; what exceeds 50 is lost, for each expedition."""
    company = Company(member(), member("bea", "ben")).out().back(*values)
    (passed,) = company.of(e.CustomsPassed)
    assert (passed.value, passed.paid, company.own.vouchers, company.own.finds) == (sum(values), paid, paid, {})
    company.out().back(*values)
    assert company.own.vouchers == 2 * paid


@pytest.mark.rule("SA-OUT-03")
def test_sa_out_03_a_treasure_has_the_value_that_the_game_master_says() -> None:
    """Without it nobody returns, and the order is not offered."""
    company = Company().out()
    company.order(o.RecordFind(name="A crown"))
    assert "return-to-base" not in company.offered(None)
    with pytest.raises(RuleRefusal, match="what A crown is worth"):
        company.order(ReturnToBase())
    (key,) = company.own.finds
    company.order(o.ValueFind(find=key, value=7))
    company.back()
    assert company.own.vouchers == 7


@pytest.mark.rule("SA-OUT-04", "SA-OUT-05")
def test_sa_out_04_parts_of_beasts_are_exempt_and_kept_until_somebody_buys() -> None:
    """Outside the bound of customs, at the base as on the way; no die falls."""
    company = Company(beastValues={"boar": 30}).out()
    company.order(o.TakeParts(beast="boar", count=3))
    company.order(o.OfferParts(combatant="ada", beast="boar", count=2), "ana")
    company.arena.answer(None)
    assert (company.own.parts, company.own.vouchers) == ({"boar": 3}, 0)
    company.back(60)
    assert (company.own.parts, company.own.vouchers) == ({"boar": 3}, 50)
    company.order(o.OfferParts(combatant="ada", beast="boar", count=2), "ana")
    company.arena.answer("gm", "buyer")
    assert (company.own.parts, company.own.vouchers, company.own.levels) == ({"boar": 1}, 110, 1)
    with pytest.raises(RuleRefusal, match="has no 2 of them"):
        company.order(o.OfferParts(combatant="ada", beast="boar", count=2), "ana")
    assert company.of(DiceRolled) == []


@pytest.mark.rule("SA-OUT-05")
def test_sa_out_05_the_table_of_values_is_a_setting() -> None:
    """Unset it is named; a beast that it does not list has the value that the game master says."""
    company = Company().out()
    company.order(o.TakeParts(beast="boar"))
    with pytest.raises(RuleRefusal, match="beastValues: not set") as refused:
        company.order(o.OfferParts(combatant="ada", beast="boar"), "ana")
    assert refused.value.code == "SETTING_MISSING"
    asked = Company(beastValues={"boar": 30}).out()
    asked.order(o.TakeParts(beast="troll", count=2))
    asked.order(o.OfferParts(combatant="ada", beast="troll", count=2), "ana")
    asked.arena.answer("gm", "buyer", {"value": 8})
    assert asked.own.vouchers == 16


@pytest.mark.rule("SA-OUT-17", "SA-OUT-05")
def test_sa_out_17_the_standard_rises_at_the_base_alone() -> None:
    """What is sold on the way counts at once, and raises it on return."""
    company = Company(beastValues={"troll": 101}).out()
    company.order(o.TakeParts(beast="troll"))
    company.order(o.OfferParts(combatant="ada", beast="troll"), "ana")
    company.arena.answer("gm", "buyer")
    assert (company.own.vouchers, company.own.levels) == (101, 0)
    company.back()
    assert (company.own.levels, [event.level for event in company.of(e.CompanyRose)]) == (1, [1])


# -- finds and loans
RING_BLADE = Weapon(id="ring_blade", name="Ring blade", melee=True, slot=Slot.LIGHT)


@pytest.mark.rule("SA-OUT-06")
def test_sa_out_06_magic_items_pass_to_the_guild_and_are_borrowed() -> None:
    """Nothing is paid for them; each to one at a time, within the slots, back at the next return."""
    company = Company(member(), member("bea", "ben", weapons=("greataxe",), shields=("shield",))).out()
    with pytest.raises(RuleRefusal, match="nothing is paid"):
        company.order(o.RecordFind(name="A blade", weapon=RING_BLADE, value=3))
    company.order(o.RecordFind(name="A blade", weapon=RING_BLADE))
    company.back()
    assert (company.own.vouchers, len(company.own.things)) == (0, 1)
    (key,) = company.own.things
    with pytest.raises(RuleRefusal, match="room for 3"):
        company.order(o.BorrowThing(combatant="bea", thing=key), "ben")
    company.order(o.BorrowThing(combatant="ada", thing=key), "ana")
    assert "ring_blade" in company.figures().weapons
    company.order(o.PutOff(combatant="bea", item="shield"), "ben")
    with pytest.raises(RuleRefusal, match="ada has borrowed it"):
        company.order(o.BorrowThing(combatant="bea", thing=key), "ben")
    company.out()
    with pytest.raises(RuleRefusal, match="at the base"):
        company.order(o.PutOff(combatant="ada", item="sword"), "ana")
    company.back()
    assert "ring_blade" not in company.figures().weapons
    assert company.own.things[key].borrower == ""


@pytest.mark.rule("SA-OUT-06")
def test_sa_out_06_a_borrowed_item_that_is_lost_is_struck_off() -> None:
    """Nobody owes it."""
    company = Company().out()
    company.order(o.RecordFind(name="A blade", weapon=RING_BLADE))
    (key,) = company.back().own.things
    company.order(o.BorrowThing(combatant="ada", thing=key), "ana")
    company.out()
    company.arena.correct("rules.members.ada.sheet.ownWeapons", [])
    company.back()
    assert (company.own.things, [event.key for event in company.of(e.ThingStruckOff)]) == ({}, [key])


@pytest.mark.rule("SA-OUT-07")
def test_sa_out_07_armour_is_rolled_for_by_the_tables_own_list() -> None:
    """One die; without the setting it is named, and the game master says what is found."""
    kinds = ["padded", "padded", "leather", "chain", "scale", "plate"]
    company = Company(dice=(4,), armourDie=kinds).out()
    company.order(o.RollArmour())
    company.arena.done()
    (find,) = company.own.finds.values()
    assert find.thing.armor.id == "chain"
    bare = Company().out()
    with pytest.raises(RuleRefusal, match="armourDie: not set") as refused:
        bare.order(o.RollArmour())
    assert refused.value.code == "SETTING_MISSING"
    with pytest.raises(RuleRefusal, match="the catalogue has no"):
        Company(armourDie=[*kinds[:5], "mithril"])


# -- levels
@pytest.mark.rule("SA-OUT-08")
@pytest.mark.parametrize(("vouchers", "levels"), [(0, 0), (100, 0), (101, 1), (200, 1), (201, 2), (301, 3)])
def test_sa_out_08_a_level_when_the_total_grows_above_a_multiple(vouchers: int, levels: int) -> None:
    """100 is none, 101 is one; two multiples at once give two levels."""
    assert level_of(vouchers, 100) == levels
    company = Company(member(), member("bea", "ben")).earned(vouchers).out().back()
    assert (company.own.levels, len(company.of(e.CompanyRose))) == (levels, levels)
    assert {len(kinds) for kinds in company.own.waiting.values()} <= {levels}
    assert len(company.own.waiting) == (2 if levels else 0)


@pytest.mark.rule("SA-OUT-08")
def test_sa_out_08_the_threshold_is_a_setting() -> None:
    """The source's is 100."""
    company = Company(threshold=10).earned(21).out().back()
    assert company.own.levels == 2


@pytest.mark.rule("SA-OUT-08")
def test_sa_out_08_a_total_that_was_lowered_is_said() -> None:
    """And no level is taken back; whoever joins later has the company's."""
    company = Company(threshold=10).earned(21).out().back().earned(5)
    company.order(o.SetOut(regardless=True))
    company.back()
    assert [(event.level, event.deserved) for event in company.of(e.LevelDiffers)] == [(2, 0)]
    assert company.own.levels == 2
    company.order(member("cid", "ben"))
    assert company.own.waiting["cid"] == (RiseKind.TALENT, RiseKind.ATTRIBUTE)


@pytest.mark.rule("SA-OUT-09")
def test_sa_out_09_talents_and_points_in_turn_and_the_expedition_waits() -> None:
    """Odd levels a talent, even ones a point; the game master may let it wait."""
    company = Company().risen(2)
    assert company.own.waiting == {"ada": (RiseKind.TALENT, RiseKind.ATTRIBUTE)}
    with pytest.raises(RuleRefusal, match="has not chosen"):
        company.order(o.SetOut())
    company.order(o.TakeRise(combatant="ada", attribute=Attribute.MIGHT), "ana")
    with pytest.raises(RuleRefusal, match="no such rise"):
        company.order(o.TakeRise(combatant="ada", attribute=Attribute.MIGHT), "ana")
    company.order(o.TakeRise(combatant="ada", talent="quick"), "ana")
    assert (company.figures().score(Attribute.MIGHT), company.own.waiting["ada"]) == (3, ())
    assert [talent.id for talent in company.figures().talents] == ["quick"]
    company.out()


@pytest.mark.rule("SA-OUT-09")
@pytest.mark.parametrize(
    ("attribute", "gains"),
    [("TOUGHNESS", {"kp": (8, 8), "mp": (4, 4)}), ("DISCIPLINE", {"kp": (7, 7), "mp": (5, 5)})],
)
def test_sa_out_09_consequences_come_at_once(attribute: str, gains: dict[str, tuple[int, int]]) -> None:
    """The new points are there."""
    company = Company(levelChoice="FREE").risen(1)
    company.order(o.TakeRise(combatant="ada", attribute=Attribute(attribute)), "ana")
    assert company.vitals() == gains


@pytest.mark.rule("SA-OUT-09")
@pytest.mark.parametrize(("most", "legal"), [(None, False), (6, True), (4, False)])
def test_sa_out_09_an_attribute_ends_at_its_bound(most: int | None, legal: bool) -> None:
    """5, by race 4 or 6; at the bound it is not offered."""
    bounds = [] if most is None else [{"combatant": "ada", "attribute": "MIGHT", "most": most}]
    company = Company(member(might=5), levelChoice="FREE", bounds=bounds).risen(1)
    offered = company.offered("ada")["rise-attribute-ada"].fields[0].among
    assert (Attribute.MIGHT in offered) is legal
    if not legal:
        with pytest.raises(RuleRefusal, match="as high as it can be"):
            company.order(o.TakeRise(combatant="ada", attribute=Attribute.MIGHT), "ana")


@pytest.mark.rule("SA-OUT-09")
def test_sa_out_09_with_all_six_at_their_bounds_a_point_is_a_talent() -> None:
    """It is not lost."""
    highest = {attribute.value.lower(): 5 for attribute in Attribute}
    company = Company(member(**highest)).risen(2)
    company.order(o.TakeRise(combatant="ada", talent="quick"), "ana")
    company.order(o.TakeRise(combatant="ada", talent="medic"), "ana")
    assert company.own.waiting["ada"] == ()


@pytest.mark.rule("SA-OUT-10")
def test_sa_out_10_each_may_choose_where_the_table_wants_it() -> None:
    """A point first, then another."""
    company = Company(levelChoice="FREE").risen(2)
    assert company.own.waiting["ada"] == (RiseKind.EITHER, RiseKind.EITHER)
    for _ in range(2):
        company.order(o.TakeRise(combatant="ada", attribute=Attribute.MIGHT), "ana")
    assert company.figures().score(Attribute.MIGHT) == 4


@pytest.mark.rule("SA-OUT-13")
@pytest.mark.parametrize(("learning", "more"), [(0, 1), (1, 0), (2, 1), (3, 0), (4, 1)])
def test_sa_out_13_a_new_odd_number_of_learning_gives_a_talent(learning: int, more: int) -> None:
    """Which waits, and does not count as a level's."""
    company = Company(member(learning=learning, starting_talents=1), levelChoice="FREE").risen(1)
    company.order(o.TakeRise(combatant="ada", attribute=Attribute.LEARNING), "ana")
    assert company.own.waiting["ada"] == (RiseKind.LEARNING,) * more
    if more:
        company.order(o.TakeRise(combatant="ada", spell="spark"), "ana")
        assert company.arena.own.members["ada"].sheet["startingTalents"] == 1


@pytest.mark.rule("SA-OUT-16", "SA-OUT-14")
def test_sa_out_16_a_spell_may_be_taken_in_place_of_a_talent() -> None:
    """With what creation gives, which the sheet says, it counts as one more."""
    company = Company(member(starting_talents=0, learning=0)).risen(1)
    company.order(o.TakeRise(combatant="ada", spell="mend"), "ana")
    assert list(company.figures().spells) == ["mend"]
    assert company.arena.own.members["ada"].sheet["startingTalents"] == 1


# -- rebuilding
@pytest.mark.rule("SA-OUT-11")
def test_sa_out_11_choices_are_exchanged_between_return_and_briefing() -> None:
    """Not once the briefing is given, nor on the way."""
    company = Company(member(talents=("quick",)))
    company.order(o.Rebuild(combatant="ada", talents=("medic",)), "ana")
    assert [talent.id for talent in company.figures().talents] == ["medic"]
    company.order(o.GiveBriefing())
    for _ in range(2):
        with pytest.raises(RuleRefusal, match="between return and briefing"):
            company.order(o.Rebuild(combatant="ada", talents=("quick",)), "ana")
        if company.own.stage is Stage.BRIEFED:
            company.out()


@pytest.mark.rule("SA-OUT-11")
def test_sa_out_11_only_rises_are_exchanged_and_as_many_as_before() -> None:
    """What somebody began with stays, unless the game master says so."""
    company = Company(levelChoice="FREE").risen(1)
    company.order(o.TakeRise(combatant="ada", attribute=Attribute.MIGHT), "ana")
    with pytest.raises(RuleRefusal, match="as many points"):
        company.order(o.Rebuild(combatant="ada", might=4), "ana")
    company.order(o.Rebuild(combatant="ada", might=2, agility=3), "ana")
    assert (company.figures().score(Attribute.MIGHT), company.figures().score(Attribute.AGILITY)) == (2, 3)
    lower = o.Rebuild(combatant="ada", might=1, agility=4)
    with pytest.raises(RuleRefusal, match="attributes of the beginning"):
        company.order(lower, "ana")
    company.order(lower)
    assert company.figures().score(Attribute.MIGHT) == 1


@pytest.mark.rule("SA-OUT-12", "SA-OUT-13", "SA-OUT-16")
def test_sa_out_12_what_a_lowered_attribute_gave_goes_too() -> None:
    """A talent of Learning, points, and slots: gear beyond them is put off before."""
    ada = member(learning=1, personality=1, talents=("quick",), weapons=("sword",), shields=("shield",))
    company = Company(ada)
    with pytest.raises(RuleRefusal, match="0 talents and spells"):
        company.order(o.Rebuild(combatant="ada", learning=0, might=3))
    company.order(o.Rebuild(combatant="ada", learning=0, toughness=3, talents=()))
    assert (company.figures().talents, company.vitals()["kp"]) == ((), (8, 8))
    company.order(o.Rebuild(combatant="ada", learning=1, toughness=2, spells=("mend",)))
    assert (list(company.figures().spells), company.vitals()["kp"]) == (["mend"], (7, 7))


@pytest.mark.rule("SA-OUT-12")
def test_sa_out_12_gear_beyond_the_slots_is_put_off_first() -> None:
    """And taken up again later."""
    company = Company(member(personality=1, weapons=("sword", "torch"), shields=("shield",)))
    lower = o.Rebuild(combatant="ada", personality=0, might=3)
    with pytest.raises(RuleRefusal, match="room for 2"):
        company.order(lower)
    company.order(o.PutOff(combatant="ada", item="sword"), "ana")
    company.order(lower)
    (key,) = company.own.things
    with pytest.raises(RuleRefusal, match="room for 2"):
        company.order(o.BorrowThing(combatant="ada", thing=key), "ana")
    company.order(o.PutOff(combatant="ada", item="shield"), "ana")
    company.order(o.BorrowThing(combatant="ada", thing=key), "ana")
    assert "sword" in company.figures().weapons


@pytest.mark.rule("SA-OUT-15")
def test_sa_out_15_a_lost_talent_is_replaced_at_the_base() -> None:
    """By the same again, with its blade, or by another; the game master may do it earlier."""
    ada = member(talents=("heirloom_blade",))
    company = Company(ada).out()
    company.order(o.LoseTalent(combatant="ada", talent="heirloom_blade"))
    assert (company.figures().talents, company.figures().weapons) == ((), {})
    again = o.ReplaceTalent(combatant="ada", lost="heirloom_blade")
    with pytest.raises(RuleRefusal, match="at the base"):
        company.order(again, "ana")
    company.back().order(again, "ana")
    assert ([talent.id for talent in company.figures().talents], list(company.figures().weapons)) == (
        ["heirloom_blade"],
        ["sword"],
    )
    with pytest.raises(RuleRefusal, match="has lost no such"):
        company.order(again, "ana")
    company.out().order(o.LoseTalent(combatant="ada", talent="heirloom_blade"))
    company.order(o.ReplaceTalent(combatant="ada", lost="heirloom_blade", spell="mend"))
    assert list(company.figures().spells) == ["mend"]


@pytest.mark.rule("SA-OUT-15")
def test_sa_out_15_only_a_worldly_talent_is_lost() -> None:
    """A skill is not."""
    company = Company(member(talents=("quick",)))
    with pytest.raises(RuleRefusal, match="a worldly talent"):
        company.order(o.LoseTalent(combatant="ada", talent="quick"))


# -- all of it
def test_every_offer_is_accepted() -> None:
    """At the base, on the way, and with rises that wait."""
    for stage in ("base", "expedition", "risen"):
        keys = list(_made(stage).offered(None)) + list(_made(stage).offered("ada"))
        assert keys
        for key in keys:
            company = _made(stage)
            offers = {**company.offered(None), **company.offered("ada")}
            if key in offers:
                company.arena.feed(3)
                company.order(offers[key].body)


def _made(stage: str) -> Company:
    kinds = ["padded", "padded", "leather", "chain", "scale", "plate"]
    company = Company(member(talents=("heirloom_blade",)), beastValues={"boar": 30}, armourDie=kinds)
    if stage == "base":
        return company
    company.out()
    company.order(o.TakeParts(beast="boar"))
    company.order(o.RecordFind(name="A crown", value=3))
    company.order(o.LoseTalent(combatant="ada", talent="heirloom_blade"))
    return company if stage == "expedition" else company.earned(301).back()


def test_each_is_told_in_english_and_finnish() -> None:
    """Orders, facts and questions."""
    for locale in ("en", "fi"):
        words = COMPANY.system._game.words.languages[locale]["sentences"]
        for kind in (*o.ORDERS, *e.EVENTS, *system.between.questions):
            assert kind.__name__ in words, (locale, kind.__name__)
