"""Travel of a company: ranges, terrain, mounts, vehicles, waterways, and what a failed test does."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries.orders import Recover, Recovery
from engine.systems.mongolian_mercenaries.rules.company.as_fight import fight_of
from engine.systems.mongolian_mercenaries.rules.company.journey_state import LocationType
from engine.systems.mongolian_mercenaries.rules.days.orders import ActionLength, MakeCamp
from engine.systems.mongolian_mercenaries.rules.market.orders import GatherIngredients
from engine.systems.mongolian_mercenaries.rules.roads.events import LocationExplored, PartyTravelled
from engine.systems.mongolian_mercenaries.rules.roads.orders import Explore, Rider, TakeTransport, Travel, TravelStep
from engine.systems.mongolian_mercenaries.rules.roads.terrain import BoatSize, Ground, Lane, Ride, Slope, Vehicle
from engine.systems.mongolian_mercenaries.rules.roads.travel import check, range_of
from engine.systems.mongolian_mercenaries.sheet import DayPhase
from tests.systems.mongolian_mercenaries.bout import pc
from tests.systems.mongolian_mercenaries.company import Company


def walker(name: str = "ada", **skills: int) -> Any:
    return pc(name, "ana", lucky=False, skills={"long_blade": 1, **skills})


def tired(company: Company, who: str = "ada") -> bool:
    found: bool = company.fight.combatants[who].has("tired")
    return found


def go(*steps: TravelStep, **how: Any) -> Travel:
    return Travel(steps=steps, **how)


@pytest.mark.rule("MM-OUT-10")
@pytest.mark.parametrize(
    ("ground", "slope", "survival", "face", "passes"),
    [
        (Ground.WOODS, Slope.PLAIN, 3, 2, True),
        (Ground.WOODS, Slope.PLAIN, 3, 3, False),
        (Ground.STEPPE, Slope.HILLS, 3, 2, True),
        (Ground.TAIGA, Slope.PLAIN, 5, 1, True),
        (Ground.TAIGA, Slope.PLAIN, 5, 2, False),
        (Ground.STEPPE, Slope.MOUNTAINS, 5, 2, False),
        (Ground.WOODS, Slope.HILLS, 5, 1, True),
        (Ground.WOODS, Slope.HILLS, 5, 2, False),
    ],
)
def test_difficult_ground_is_tested(ground: Ground, slope: Slope, survival: int, face: int, passes: bool) -> None:
    """Very difficult 3 less; cover and slope both half of it, without the 3. Who fails stays, and all are Tired."""
    company = Company(walker(survival=survival), walker("bea", survival=1))
    company.give(go(TravelStep(ground=ground, slope=slope)), face)
    (travelled,) = company.events(PartyTravelled)
    assert (travelled.entered, travelled.wanted) == (int(passes), 1)
    assert (tired(company), tired(company, "bea")) == (not passes, not passes)
    assert company.journey.day_phase is DayPhase.NOON
    assert company.refused(go(TravelStep())).rule == "MM-OUT-19"


@pytest.mark.rule("MM-OUT-10", "MM-WE-24", "RUL-90")
@pytest.mark.parametrize(("face", "entered"), [(1, 1), (2, 0)])
def test_mountains_covered_with_taiga_take_half_the_skill(face: int, entered: int) -> None:
    """No 3 less on top: of 5 it is 2."""
    company = Company(walker(survival=5))
    company.give(go(TravelStep(ground=Ground.TAIGA, slope=Slope.MOUNTAINS)), face)
    assert company.events(PartyTravelled)[0].entered == entered


@pytest.mark.rule("MM-OUT-10")
def test_along_a_trail_there_is_no_test_and_what_is_impassable_stays_so() -> None:
    """Swamp, jungle and peaks take a guide; a yak guides over peaks, and the test remains."""
    company = Company(walker(survival=5))
    for step in (TravelStep(ground=Ground.SWAMP, trail=True), TravelStep(ground=Ground.JUNGLE)):
        assert company.refused(go(step)).field == "steps.0"
    peaks, yak = TravelStep(slope=Slope.PEAKS), (Rider(rider="ada", ride=Ride.YAK),)
    assert company.refused(go(peaks)).field == "steps.0"
    company.give(go(peaks, riders=yak), 1)
    other = Company(walker())
    other.give(go(TravelStep(ground=Ground.TAIGA, trail=True)))
    assert [event.entered for event in (*company.events(PartyTravelled), *other.events(PartyTravelled))] == [1, 1]


@pytest.mark.rule("MM-OUT-11", "RUL-93")
def test_the_slowest_says_how_far_and_riding_helps_the_rider() -> None:
    """On foot 1; a mule 3; with Riding 2 a steppe horse 7."""
    company = Company(walker(riding=2), walker("bea", riding=1))
    there = fight_of(company.state)
    horse, mule = Rider(rider="ada", ride=Ride.STEPPE_HORSE), Rider(rider="bea", ride=Ride.MULE)
    assert [range_of(go(TravelStep(), riders=riders), there) for riders in ((), (horse,), (horse, mule))] == [1, 1, 4]
    assert range_of(go(TravelStep(), riders=(horse,)), fight_of(Company(walker(riding=2)).state)) == 7
    assert company.refused(go(TravelStep(), TravelStep())).field == "steps"
    company.give(go(*(TravelStep() for _ in range(4)), riders=(horse, mule)))
    assert company.events(PartyTravelled)[0].entered == 4


@pytest.mark.rule("MM-OUT-11")
def test_what_all_mounts_know_needs_no_test() -> None:
    """With one mule of two the hills are tested; doubly difficult ground then is that of its other part."""
    hills = TravelStep(slope=Slope.HILLS)
    mules = (Rider(rider="ada", ride=Ride.MULE), Rider(rider="bea", ride=Ride.MULE))
    both = Company(walker(), walker("bea", survival=3))
    both.give(go(hills, riders=mules))
    assert both.events(PartyTravelled)[0].entered == 1
    one_of_two = Company(walker(), walker("bea", survival=3))
    one_of_two.give(go(hills, riders=mules[:1]), 2)
    assert one_of_two.events(PartyTravelled)[0].entered == 1
    wooded = Company(walker(), walker("bea", survival=3))
    wooded.give(go(TravelStep(ground=Ground.WOODS, slope=Slope.MOUNTAINS), riders=mules), 2)
    assert wooded.events(PartyTravelled)[0].entered == 1
    assert wooded.refused(go(hills, riders=(Rider(rider="ada", ride=Ride.RIDING_HORSE),))).rule == "MM-OUT-19"
    fresh = Company(walker())
    assert fresh.refused(go(hills, riders=(Rider(rider="ada", ride=Ride.RIDING_HORSE),))).field == "riders.0.ride"


@pytest.mark.rule("MM-OUT-12")
def test_a_vehicle_holds_so_many_and_is_never_slower_than_a_step() -> None:
    """A yurt-wagon has -1, and moves one location all the same; an arba holds two."""
    three = Company(walker(), walker("bea"), walker("cid"))
    there = fight_of(three.state)
    assert [range_of(go(TravelStep(), vehicle=vehicle), there) for vehicle in Vehicle] == [1] * 6
    assert three.refused(go(TravelStep(), vehicle=Vehicle.ARBA)).field == "vehicle"
    three.give(go(TravelStep(), vehicle=Vehicle.YURT_WAGON))


@pytest.mark.rule("MM-OUT-14")
@pytest.mark.parametrize(
    ("lane", "most"),
    [(Lane.STREAM, 6), (Lane.RIVER, 9), (Lane.BIG_RIVER, 13), (Lane.SEA_LANE, 9), (Lane.OCEAN_LANE, 7)],
)
def test_waterways_carry_far(lane: Lane, most: int) -> None:
    """Big rivers and lanes at sea are tested by Navigation for each location."""
    company = Company(walker(navigation=5))
    water = TravelStep(location=LocationType.WATER, ground=Ground.LAKE)
    assert company.refused(go(*(water for _ in range(most + 1)), lane=lane)).field == "steps"
    tested = lane in (Lane.BIG_RIVER, Lane.SEA_LANE, Lane.OCEAN_LANE)
    company.give(go(water, water, lane=lane), *((4, 5) if tested else ()))
    (travelled,) = company.events(PartyTravelled)
    assert (travelled.entered, travelled.location) == (1 if tested else 2, LocationType.WATER)


@pytest.mark.rule("MM-OUT-09")
def test_what_can_be_done_depends_on_the_type_of_the_location() -> None:
    """Camps and gathering are for the Wild, lodging for Settlements."""
    company = Company(walker(alchemy=1), ingredientsByType={"plant": ["bandage"]})
    assert {"make-camp", "travel"} <= set(company.offered())
    company.give(go(TravelStep(location=LocationType.SETTLEMENT)))
    assert company.journey.location is LocationType.SETTLEMENT
    assert company.refused(MakeCamp()).rule == "MM-OUT-08"
    assert company.refused(GatherIngredients(combatant="ada"), "ana").rule == "MM-OUT-21"
    assert "make-camp" not in company.offered()
    wild = Company(walker())
    for _ in range(3):
        wild.give(Recover(way=Recovery.PHASE))
    assert wild.refused(Recover(way=Recovery.COMFORTABLE)).rule == "MM-REC-04"
    assert "recover-comfortable" not in wild.offered()


@pytest.mark.rule("MM-OUT-14")
@pytest.mark.parametrize(
    ("lane", "sizes"),
    [
        (Lane.STREAM, (BoatSize.SMALL,)),
        (Lane.RIVER, (BoatSize.SMALL, BoatSize.MEDIUM)),
        (Lane.BIG_RIVER, tuple(BoatSize)),
        (Lane.SEA_LANE, (BoatSize.MEDIUM, BoatSize.LARGE)),
        (Lane.OCEAN_LANE, (BoatSize.MEDIUM, BoatSize.LARGE)),
    ],
)
def test_a_waterway_carries_boats_of_its_sizes(lane: Lane, sizes: tuple[BoatSize, ...]) -> None:
    """No boat without one."""
    there = fight_of(Company(walker()).state)
    for boat in BoatSize:
        order = go(TravelStep(location=LocationType.WATER), lane=lane, boat=boat)
        if boat in sizes:
            check(order, there)
        else:
            with pytest.raises(RuleRefusal) as refused:
                check(order, there)
            assert refused.value.field == "boat"
    assert Company(walker()).refused(go(TravelStep(), boat=BoatSize.SMALL)).rule == "MM-OUT-14"


@pytest.mark.rule("MM-OUT-13")
def test_public_transport_takes_its_time_and_its_fare_and_no_test() -> None:
    """Each pays of its own; it is the travel of the day; whoever cannot pay keeps all on foot."""
    people = [pc(name, "ana", lucky=False, money={"mnt": tokens}) for name, tokens in (("ada", 20), ("bea", 11))]
    company = Company(*people)
    refused = company.refused(TakeTransport(fare=12))
    assert (refused.rule, refused.field) == ("MM-OUT-13", "fare")
    company.give(TakeTransport(length=ActionLength.LONG, fare=11))
    assert [company.sheet(who)["money"]["mnt"] for who in ("ada", "bea")] == [9, 0]
    assert (company.journey.day_phase, company.journey.location) == (DayPhase.EVENING, LocationType.SETTLEMENT)
    for order in (TakeTransport(), go(TravelStep())):
        assert company.refused(order).rule == "MM-OUT-19"
    foreign = Company(pc("ada", money={"kzt": 2}), territory="kzt")
    foreign.give(TakeTransport(fare=14))
    assert foreign.sheet()["money"]["kzt"] == 0


@pytest.mark.rule("MM-REC-01")
def test_nobody_rests_with_an_enemy_in_sight() -> None:
    """Until the party goes on."""
    company = Company(walker())
    company.give(go(TravelStep(enemies=True)))
    assert company.refused(Recover(way=Recovery.REST)).rule == "MM-REC-01"
    assert "recover-rest" not in company.offered()
    company.give(Recover(way=Recovery.PHASE))
    company.give(Recover(way=Recovery.PHASE))
    company.give(Recover(way=Recovery.NIGHT))
    company.give(go(TravelStep()))
    company.give(Recover(way=Recovery.REST))


CARDS = [{"id": "spring", "name": "A spring"}, {"id": "ruin", "name": "A ruin"}]


@pytest.mark.rule("MM-OUT-19")
@pytest.mark.parametrize(
    ("location", "skill"),
    [
        (LocationType.WILD, "survival"),
        (LocationType.WATER, "navigation"),
        (LocationType.SETTLEMENT, "streetwise"),
    ],
)
def test_exploration_finds_a_card_of_the_location_or_nothing(location: LocationType, skill: str) -> None:
    """3 has to be above the die; the best of the party tests; once a day, for a phase."""
    for faces, card in (((2, 2), "ruin"), ((3,), None)):
        company = Company(walker(), walker("bea", **{skill: 3}), locationCards={location.value.lower(): CARDS})
        if location is not LocationType.WILD:
            assert company.refused(Explore()).code == "SETTING_MISSING"
            company.give(go(TravelStep(location=location)))
        phase = company.journey.day_phase
        company.give(Explore(), *faces)
        (explored,) = company.events(LocationExplored)
        assert (explored.location_card, explored.found) == (card, card is not None)
        assert company.journey.day_phase is not phase
        assert company.refused(Explore()).rule == "MM-OUT-19"


@pytest.mark.rule("MM-WE-25", "MM-OUT-09")
@pytest.mark.parametrize(("face", "opens"), [(2, True), (3, False)])
def test_the_gambling_den_of_the_trade_district_opens_after_a_test(face: int, opens: bool) -> None:
    """Of Streetwise, 3 above the die; no phase passes, and it is tried once a day."""
    company = Company(walker(streetwise=3))
    company.give(Explore(place="gambling_den"), face)
    assert [(event.place, event.found) for event in company.events(LocationExplored)] == [("gambling_den", opens)]
    assert company.journey.day_phase is DayPhase.MORNING
    assert company.refused(Explore(place="gambling_den")).rule == "MM-OUT-19"
    assert company.refused(Explore(place="palace", skill="no_skill")).field == "skill"
