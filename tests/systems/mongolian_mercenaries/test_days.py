"""Days and nights of a company: phases, rest, lodging, camp, provisions, treatment and repair."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CombatantOut
from engine.kernel.structs.messages import plain
from engine.systems.mongolian_mercenaries.content.catalogue import TALENTS
from engine.systems.mongolian_mercenaries.content.kinds import Ability, Does, Effect, Lasts, Until, When, Wound
from engine.systems.mongolian_mercenaries.orders import Recover, Recovery, Repair, TreatWounds
from engine.systems.mongolian_mercenaries.rules.company.journey_state import Journey, LocationType
from engine.systems.mongolian_mercenaries.rules.days.events import VagrancySeen
from engine.systems.mongolian_mercenaries.rules.days.orders import EatProvisions, MakeCamp
from engine.systems.mongolian_mercenaries.rules.roads.orders import Travel, TravelStep
from engine.systems.mongolian_mercenaries.sheet import DayPhase, InForce, UsedToday, Wounds
from tests.systems.mongolian_mercenaries.bout import pc
from tests.systems.mongolian_mercenaries.company import Company

FREE = {"poor": 0, "comfortable": 0, "luxurious": 0}


def ada(*states: str, **figures: Any) -> Any:
    """3 of 8 Health and 1 of 5 Power; no luck left today."""
    entry = pc("ada", lucky=False, now={"health": 3, "power": 1}, **figures)
    return structs.replace(entry, conditions=tuple(Condition(key=state, kind=state) for state in states))


def to_night(company: Company) -> None:
    while company.journey.day_phase is not DayPhase.NIGHT:
        company.give(Recover(way=Recovery.PHASE))


def conditions(company: Company, who: str = "ada") -> list[str]:
    return [condition.kind for condition in company.fight.combatants[who].conditions]


@pytest.mark.rule("MM-OUT-03")
def test_four_phases_a_day_and_daily_things_are_new() -> None:
    """Luck, prayers and abilities of the day; 84 days a season, 336 a year."""
    used = (UsedToday(card="well_rested"),)
    company = Company(ada(skills={"piety": 1}, prayers=("blessing",), prayed=("blessing",), used_today=used))
    assert (company.journey.day, company.journey.day_phase) == (1, DayPhase.MORNING)
    seen = []
    for _ in range(3):
        company.give(Recover(way=Recovery.PHASE))
        seen.append(company.journey.day_phase)
    assert seen == [DayPhase.NOON, DayPhase.EVENING, DayPhase.NIGHT]
    assert company.sheet()["luckyBreakUsed"]
    company.give(Recover(way=Recovery.NIGHT))
    assert (company.journey.day, company.journey.day_phase) == (2, DayPhase.MORNING)
    sheet = company.sheet()
    assert (sheet["luckyBreakUsed"], sheet["prayed"], sheet["usedToday"]) == (False, [], [])
    assert [Journey(day=day).season for day in (84, 85, 336, 337)] == [0, 1, 3, 0]


@pytest.mark.rule("MM-OUT-19")
def test_one_rest_a_day() -> None:
    """It takes a phase; the second is refused, and offered again in the morning."""
    company = Company(ada("tired", skills={"first_aid": 2, "mysticism": 3}))
    company.give(Recover(way=Recovery.REST))
    assert company.now() == (6, 5)
    assert conditions(company) == []
    assert company.journey.day_phase is DayPhase.NOON
    assert company.refused(Recover(way=Recovery.REST)).rule == "MM-OUT-19"
    assert "recover-rest" not in company.offered()
    to_night(company)
    assert company.refused(Recover(way=Recovery.REST)).rule == "MM-REC-01"
    company.give(Recover(way=Recovery.NIGHT))
    assert "recover-rest" in company.offered()


@pytest.mark.rule("MM-OUT-06")
def test_a_night_is_slept_or_used() -> None:
    """Sleep gives nothing and leaves Tired; awake all are Tired; lodging stands for the sleep."""
    for way, after, states in (
        (Recovery.NIGHT, (3, 1), ["tired"]),
        (Recovery.AWAKE, (3, 1), ["tired"]),
        (Recovery.COMFORTABLE, (4, 2), []),
        (Recovery.LUXURIOUS, (4, 2), ["well_rested"]),
    ):
        company = Company(ada("tired", provisions=1), lodgingPrices=FREE)
        assert company.refused(Recover(way=way)).rule == "MM-OUT-06"
        company.give(EatProvisions())
        if way in (Recovery.COMFORTABLE, Recovery.LUXURIOUS):
            company.give(Travel(steps=(TravelStep(location=LocationType.SETTLEMENT),)))
        to_night(company)
        company.give(Recover(way=way))
        assert (company.now(), conditions(company)) == (after, states), way


@pytest.mark.rule("MM-OUT-07")
def test_one_unit_for_each_member_a_day_or_all_are_hungry() -> None:
    """Three for four is nothing at all; once a day; not at night."""
    people = [ada(provisions=2), pc("bea", "ben", provisions=1)]
    company = Company(*people)
    company.give(EatProvisions(payer="bea"))
    assert (company.sheet()["provisions"], company.sheet("bea")["provisions"]) == (1, 0)
    assert company.refused(EatProvisions()).rule == "MM-OUT-07"
    to_night(company)
    company.give(Recover(way=Recovery.NIGHT))
    assert conditions(company) == []
    assert company.refused(EatProvisions()).rule == "MM-OUT-07"
    assert company.sheet()["provisions"] == 1
    to_night(company)
    company.give(Recover(way=Recovery.NIGHT))
    assert (conditions(company), conditions(company, "bea")) == (["hungry"], ["hungry"])


@pytest.mark.rule("MM-OUT-08")
def test_a_camp_takes_a_phase_to_pitch_and_one_to_strike() -> None:
    """Rest in it gives one more of each; there is one at most."""
    company = Company(ada())
    assert company.refused(Recover(way=Recovery.CAMP)).rule == "MM-OUT-08"
    assert company.refused(MakeCamp(strike=True)).rule == "MM-OUT-08"
    company.give(MakeCamp())
    assert (company.journey.camped, company.journey.day_phase) == (True, DayPhase.NOON)
    assert company.refused(MakeCamp()).rule == "MM-OUT-08"
    company.give(Recover(way=Recovery.CAMP))
    assert company.now() == (5, 3)
    company.give(MakeCamp(strike=True))
    assert not company.journey.camped


@pytest.mark.rule("MM-OUT-29", "RUL-57")
@pytest.mark.parametrize(
    ("wound", "faces", "left"),
    [
        (Wound.LIGHT, (6, 5, 8), Wounds(light=0, heavy=2, severe=1)),
        (Wound.HEAVY, (6, 5, 5), Wounds(light=2, heavy=2, severe=1)),
        (Wound.HEAVY, (6, 5, 7), Wounds(light=2, heavy=1, severe=1)),
        (Wound.SEVERE, (6, 6, 7), Wounds(light=2, heavy=2, severe=0)),
    ],
)
def test_wounds_are_treated_by_successes_of_first_aid(wound: Wound, faces: tuple[int, ...], left: Wounds) -> None:
    """A Light one a success, two a Heavy, three a Severe; a patient once a phase."""
    healer = pc("bea", "ben", lucky=False, skills={"first_aid": 3})
    company = Company(ada(wounds=Wounds(light=2, heavy=2, severe=1)), healer)
    order = TreatWounds(combatant="bea", target="ada", wound=wound)
    company.give(order, *faces)
    found = company.sheet()["woundsTaken"]
    assert found == {"light": left.light, "heavy": left.heavy, "severe": left.severe}
    assert company.refused(order).rule == "RUL-57"
    assert "treat_wounds" not in company.offered()
    company.give(Recover(way=Recovery.PHASE))
    assert "treat_wounds" in company.offered()


@pytest.mark.rule("MM-OUT-29", "RUL-35")
@pytest.mark.parametrize(("face", "left"), [(1, []), (2, ["sabre"])])
def test_a_repair_is_a_test_of_crafting(face: int, left: list[str]) -> None:
    """2 has to be above the die; each once a phase."""
    company = Company(ada(damaged=("sabre",), skills={"crafting": 2, "long_blade": 3}))
    company.give(Repair(combatant="ada", item="sabre"), face)
    assert company.sheet()["damagedThings"] == left
    assert company.refused(Repair(combatant="ada", item="sabre")).rule in ("RUL-35", "MM-REC-07")


@pytest.mark.rule("MM-OUT-29")
def test_luck_repeats_a_failed_test_once_a_day_between_fights_too() -> None:
    """It is asked; its use stands on the sheet until the next day."""
    lucky = pc("ada", damaged=("sabre",), skills={"crafting": 2, "long_blade": 3}, provisions=9)
    company = Company(lucky)
    company.feed(9)
    company.order("gm", Repair(combatant="ada", item="sabre"))
    company.feed(2)
    company.answer("ana", "repeat")
    company.done()
    assert company.sheet()["damagedThings"] == []
    assert company.sheet()["luckyBreakUsed"]


@pytest.mark.rule("MM-OUT-07")
def test_who_has_died_neither_eats_nor_stops_the_others() -> None:
    """Nor does whoever has left."""
    company = Company(ada(provisions=1), pc("bea", "ben"))
    company.fact(CombatantOut(combatant="bea", reason="left"))
    company.give(EatProvisions())
    assert company.sheet()["provisions"] == 0


def wait(company: Company, *ways: Recovery) -> None:
    for way in ways:
        company.give(Recover(way=way))


def lasting(until: str, amount: int | None) -> Any:
    entry = pc("ada", "ana", lucky=False)
    return structs.replace(entry, conditions=(Condition(key="hungry", kind="hungry", until=until, amount=amount),))


@pytest.mark.rule("MM-OUT-31", "MM-OUT-03")
@pytest.mark.parametrize("days", [1, 3])
def test_a_state_of_three_days_ends_on_the_third_morning(days: int) -> None:
    """It counts down; of one day it ends on the first."""
    company = Company(lasting("DAYS", days if days > 1 else None))
    seen = []
    for _ in range(days):
        wait(company, *(Recovery.PHASE,) * 3)
        seen.append([condition.amount for condition in company.fight.combatants["ada"].conditions])
        company.give(Recover(way=Recovery.NIGHT))
    assert seen[0] == [days if days > 1 else None]
    assert [condition.until for condition in company.fight.combatants["ada"].conditions] in ([], [""])


@pytest.mark.rule("MM-OUT-31")
@pytest.mark.parametrize("phases", [1, 2, 4])
def test_a_state_of_phases_ends_after_so_many(phases: int) -> None:
    """The night is one of them."""
    company = Company(lasting("PHASES", phases if phases > 1 else None))
    for number, way in enumerate((*(Recovery.PHASE,) * 3, Recovery.NIGHT)):
        kept = [condition.until for condition in company.fight.combatants["ada"].conditions]
        assert ("PHASES" in kept) is (number < phases)
        company.give(Recover(way=way))


@pytest.mark.rule("MM-OUT-31", "MM-REC-04")
def test_well_rested_lasts_for_the_day_after_the_night() -> None:
    """It ends on the second morning; another such night brings it for another day."""
    company = Company(ada(provisions=9), lodgingPrices=FREE)
    company.give(Travel(steps=(TravelStep(location=LocationType.SETTLEMENT),)))
    seen = []
    for way in (Recovery.LUXURIOUS, Recovery.LUXURIOUS, Recovery.COMFORTABLE):
        to_night(company)
        company.give(Recover(way=way))
        seen.append(conditions(company))
    assert seen == [["well_rested"], ["well_rested"], []]


@pytest.mark.rule("MM-OUT-31")
def test_a_powder_works_on_its_day_of_use_and_27_more() -> None:
    """An effect of a card counts down on the sheet, and is gone on the 28th morning."""
    powder = InForce(card="nerve_powder", lasts=Lasts(until=Until.DAYS, count=28))
    company = Company(ada(in_force=(powder,)))
    for left in range(28, 0, -1):
        assert [force["lasts"]["count"] for force in company.sheet()["inForce"]] == [left]
        for way in (*(Recovery.PHASE,) * 3, Recovery.NIGHT):
            company.order("gm", Recover(way=way))
    assert company.sheet()["inForce"] == []


@pytest.mark.rule("MM-OUT-03", "RUL-56")
@pytest.mark.parametrize(("health", "left"), [(3, 2), (2, 1), (1, 1)])
def test_poison_works_as_a_day_starts_and_nobody_dies_of_it(health: int, left: int) -> None:
    """1 Health each morning; with 1 left one lives on."""
    entry = pc("ada", lucky=False, now={"health": health, "power": 1})
    company = Company(structs.replace(entry, conditions=(Condition(key="poisoned", kind="poisoned"),)))
    wait(company, *(Recovery.PHASE,) * 3, Recovery.NIGHT)
    assert (company.now(), company.fight.combatants["ada"].out) == ((left, 1), None)


@pytest.mark.rule("MM-REC-01", "MM-REC-03")
@pytest.mark.parametrize(("when", "ways"), [(When.RESTS, 1), (When.SLEEPS, 4)])
def test_cards_answer_rest_and_sleep_between_fights(when: When, ways: int) -> None:
    """A talent that gives the state Well Rested."""
    gift = Ability(when=when, effects=(Effect(does=Does.STATE, state="well_rested"),))
    talent = structs.replace(next(iter(TALENTS.values())), id="sound_sleep", name="Sound sleep", abilities=(gift,))
    company = Company(ada(talents=("sound_sleep",)), cards={"talents": [plain(talent)]})
    wait(company, *(Recovery.REST, Recovery.PHASE, Recovery.PHASE, Recovery.NIGHT)[:ways])
    assert "well_rested" in conditions(company)


@pytest.mark.rule("MM-OUT-06", "MM-REC-03")
def test_who_stays_awake_in_a_night_of_sleep_is_tired_and_has_nothing_of_it() -> None:
    """The others are not; of lodging nobody is excepted."""
    gift = Ability(when=When.SLEEPS, effects=(Effect(does=Does.STATE, state="well_rested"),))
    talent = structs.replace(next(iter(TALENTS.values())), id="sound_sleep", name="Sound sleep", abilities=(gift,))
    people = [pc(name, "ana", lucky=False, provisions=1, talents=("sound_sleep",)) for name in ("ada", "bea")]
    company = Company(*people, cards={"talents": [plain(talent)]})
    to_night(company)
    assert company.refused(Recover(way=Recovery.AWAKE, awake=("ada",))).field == "awake"
    assert company.refused(Recover(way=Recovery.NIGHT, awake=("cid",))).field == "awake"
    company.give(Recover(way=Recovery.NIGHT, awake=("bea",)))
    assert (conditions(company), conditions(company, "bea")) == (["well_rested"], ["tired"])


@pytest.mark.rule("MM-REC-04", "MM-OUT-02")
def test_lodging_costs_each_character_its_price_and_a_night_without_it_is_vagrancy() -> None:
    """In the currency of the territory, rounded down; without a price it is refused, and not offered."""
    people = [pc(name, "ana", lucky=False, money={"kzt": tokens}) for name, tokens in (("ada", 3), ("bea", 2))]
    prices = {"poor": 14, "luxurious": 15}
    company = Company(*people, territory="kzt", lodgingPrices=prices)
    company.give(Travel(steps=(TravelStep(location=LocationType.SETTLEMENT),)))
    to_night(company)
    assert "recover-comfortable" not in company.offered()
    assert company.refused(Recover(way=Recovery.COMFORTABLE)).code == "SETTING_MISSING"
    assert company.refused(Recover(way=Recovery.LUXURIOUS)).field == "way"
    company.give(Recover(way=Recovery.POOR))
    assert [company.sheet(who)["money"]["kzt"] for who in ("ada", "bea")] == [1, 0]
    assert company.events(VagrancySeen) == []
    to_night(company)
    company.give(Recover(way=Recovery.NIGHT))
    assert [event.day for event in company.events(VagrancySeen)] == [2]
    wild = Company(ada())
    to_night(wild)
    wild.give(Recover(way=Recovery.NIGHT))
    assert wild.events(VagrancySeen) == []
