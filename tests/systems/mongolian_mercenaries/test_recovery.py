"""Around a fight: rest, nights, treatment, repair, identification."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Condition
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import Wound
from engine.systems.mongolian_mercenaries.events import PreparationKnown, WeaponTreated, WoundsTreated
from engine.systems.mongolian_mercenaries.orders import CallOff, Identify, Recover, Recovery, Repair, TreatWounds
from engine.systems.mongolian_mercenaries.sheet import Sheet
from engine.systems.mongolian_mercenaries.sides import PARTY
from tests.systems.mongolian_mercenaries.bout import Bout, foe, one, pc


def over(*states: str, now: dict[str, int] | None = None, **figures: Any) -> Bout:
    """A fight that has been called off; Ada has 3 of 8 Health and 1 of 5 Power unless said otherwise."""
    ada = pc("ada", rank=1, lucky=False, now=now or {"health": 3, "power": 1}, **figures)
    ada = structs.replace(ada, conditions=tuple(Condition(key=one, kind=one) for one in states))
    bout = Bout(ada, foe("bob", rank=1))
    bout.begin()
    bout.order(CallOff(), seat="gm")
    return bout


def spent(bout: Bout, way: Recovery) -> tuple[int, int]:
    """Health and Power of Ada after the party has spent a phase or a night like that."""
    bout.order(Recover(way=way), seat="gm")
    return bout.health("ada"), bout.who("ada").vitals["power"].now


@pytest.mark.rule("MM-REC-01", "MM-SKILL-16")
def test_a_rest_gives_one_each_and_what_skills_add() -> None:
    """And removes Tired; nothing above the maximum; not while a fight goes on."""
    bout = over("tired")
    assert spent(bout, Recovery.REST) == (4, 2)
    assert not bout.who("ada").has("tired")
    assert spent(over(skills={"first_aid": 2, "mysticism": 3}), Recovery.REST) == (6, 5)
    assert spent(over(now={"health": 8, "power": 5}), Recovery.REST) == (8, 5)
    going = Bout(pc("ada", rank=1), foe("bob", rank=1))
    going.begin()
    assert going.refuse(Recover(), seat="gm").rule == "MM-REC-01"
    assert "recover" not in going.keys(None)
    assert "recover" in bout.keys(None)


@pytest.mark.rule("MM-REC-02")
def test_a_camp_gives_one_more_of_each() -> None:
    """Two and two."""
    assert spent(over(), Recovery.CAMP) == (5, 3)


@pytest.mark.rule("MM-REC-03")
def test_a_nights_sleep_is_no_rest_and_a_night_without_it_tires() -> None:
    """No Health, no Power."""
    asleep, awake = over(), over()
    assert spent(asleep, Recovery.NIGHT) == (3, 1)
    assert not asleep.who("ada").has("tired")
    assert spent(awake, Recovery.AWAKE) == (3, 1)
    assert awake.who("ada").has("tired")


@pytest.mark.rule("MM-REC-04", "MM-ST-03")
def test_lodging() -> None:
    """Poor tires; comfortable gives one each and takes one Ordinary state; luxurious makes Well Rested besides."""
    poor, comfortable, luxurious = over(), over("hungry", "tired", "curse_mark"), over()
    assert spent(poor, Recovery.POOR) == (3, 1)
    assert poor.who("ada").has("tired")
    assert spent(comfortable, Recovery.COMFORTABLE) == (4, 2)
    assert [one.kind for one in comfortable.who("ada").conditions] == ["tired", "curse_mark"]
    assert spent(luxurious, Recovery.LUXURIOUS) == (4, 2)
    assert luxurious.who("ada").has("well_rested")


@pytest.mark.rule("MM-REC-05")
def test_without_provisions_everybody_is_hungry_and_heals_less() -> None:
    """One Health less of a Rest, not below nothing."""
    bout = over()
    spent(bout, Recovery.UNFED)
    assert bout.who("ada").has("hungry")
    assert spent(bout, Recovery.REST) == (3, 2)


@pytest.mark.rule("MM-REC-07", "MM-SKILL-16")
@pytest.mark.parametrize(
    ("wound", "faces", "left"),
    [
        (Wound.LIGHT, (6, 7, 1), 0),
        (Wound.LIGHT, (6, 1, 1), 1),
        (Wound.HEAVY, (6, 7, 1), 0),
        (Wound.HEAVY, (6, 1, 1), 1),
        (Wound.SEVERE, (6, 7, 1), 1),
        (Wound.SEVERE, (6, 7, 8), 0),
    ],
)
def test_wounds_take_one_two_or_three_successes(wound: Wound, faces: tuple[int, ...], left: int) -> None:
    """T8(first_aid) of 3. [RUL-57]"""
    bout = over(skills={"first_aid": 3}, attributes={"toughness": 10})
    wounds = {"light": 2, "heavy": 1, "severe": 1}
    bout.correct("rules.fighters.ada.wounds", wounds)
    treat = TreatWounds(combatant="ada", target="ada", wound=wound)
    bout.order(treat, *faces, seat="gm")
    assert getattr(bout.fighter("ada").wounds, wound.value.lower()) == left
    assert bool(bout.of(WoundsTreated)) is (left < wounds[wound.value.lower()])


@pytest.mark.rule("MM-REC-07")
def test_a_magical_wound_needs_twice_as_many() -> None:
    """Two successes for a Light one; and who has none of that kind is not treated."""
    bout = over(skills={"first_aid": 3}, attributes={"toughness": 10})
    bout.correct("rules.fighters.ada.wounds", {"light": 1, "heavy": 0, "severe": 0})
    bout.correct("rules.fighters.ada.woundLabels", ["magical_wound"])
    bout.order(TreatWounds(combatant="ada", target="ada"), 6, 1, 1, seat="gm")
    assert bout.fighter("ada").wounds.light == 1
    bout.order(Recover(way=Recovery.PHASE), seat="gm")
    bout.order(TreatWounds(combatant="ada", target="ada"), 6, 7, 1, seat="gm")
    assert bout.fighter("ada").wounds.light == 0
    bout.order(Recover(way=Recovery.PHASE), seat="gm")
    assert bout.refuse(TreatWounds(combatant="ada", target="ada"), seat="gm").rule == "MM-REC-07"


@pytest.mark.rule("MM-REC-07", "MM-ST-05")
@pytest.mark.parametrize(("face", "damaged"), [(2, ()), (3, ("sabre",))])
def test_what_is_damaged_is_repaired_by_crafting(face: int, damaged: tuple[str, ...]) -> None:
    """TS(crafting) of 3: 3 > 2; a tie fails. [RUL-35]"""
    bout = over(skills={"crafting": 3})
    bout.correct("rules.fighters.ada.damaged", ["sabre"])
    bout.order(Repair(combatant="ada", item="sabre"), face, seat="gm")
    assert bout.fighter("ada").damaged == damaged
    assert bool(bout.of(WeaponTreated)) is not bool(damaged)
    assert bout.refuse(Repair(combatant="ada", item="bow"), seat="gm").rule == "MM-REC-07"


@pytest.mark.rule("MM-REC-07")
@pytest.mark.parametrize("way", [one for one in Recovery if one is not Recovery.UNFED])
def test_a_patient_is_treated_once_a_phase_and_a_repair_takes_one(way: Recovery) -> None:
    """Also where the test has failed, and whoever tries; others can still be treated. [RUL-35, RUL-57]"""
    helpful: dict[str, Any] = {"skills": {"first_aid": 1, "crafting": 1}, "attributes": {"toughness": 10}}
    bea = pc("bea", "ben", rank=2, lucky=False, **helpful)
    bout = Bout(pc("ada", rank=1, lucky=False, **helpful), bea, foe("bob", rank=1))
    bout.begin()
    bout.order(CallOff(), seat="gm")
    for who in ("ada", "bea"):
        bout.correct(f"rules.fighters.{who}.wounds", {"light": 2, "heavy": 0, "severe": 0})
    bout.correct("rules.fighters.ada.damaged", ["sabre"])
    bout.order(TreatWounds(combatant="ada", target="ada"), 1, seat="gm")
    bout.order(Repair(combatant="ada", item="sabre"), 10, seat="gm")

    def again() -> list[str]:
        refused = [TreatWounds(combatant=who, target="ada") for who in ("ada", "bea")]
        return [bout.refuse(one, seat="gm").rule for one in (*refused, Repair(combatant="ada", item="sabre"))]

    assert again() == ["RUL-57", "RUL-57", "RUL-35"]
    assert "repair" not in bout.keys(None)
    bout.order(Recover(way=Recovery.UNFED), seat="gm")
    assert again() == ["RUL-57", "RUL-57", "RUL-35"]
    bout.order(TreatWounds(combatant="ada", target="bea"), 6, seat="gm")
    assert bout.fighter("bea").wounds.light == 1
    assert "treat_wounds" not in bout.keys(None)
    bout.order(Recover(way=way), seat="gm")
    assert {"treat_wounds", "repair"} <= set(bout.keys(None))
    rested = (1,) if way is Recovery.LUXURIOUS else ()  # one die more on the first test
    bout.order(TreatWounds(combatant="bea", target="ada"), 6, *rested, seat="gm")
    assert bout.fighter("ada").wounds.light == 1


@pytest.mark.rule("MM-REC-07")
def test_who_does_not_know_a_patient_is_not_told_of_its_treatment() -> None:
    """Bea is known to the game master alone."""
    able = Sheet(skills={"first_aid": 1, "crafting": 1}, weapons=("sabre",))
    bea = one("bea", PARTY, "ben", able, rank=2, seen_by=("gm",))
    bout = Bout(pc(rank=1), bea, foe(rank=1))
    bout.begin()
    bout.order(CallOff(), seat="gm")
    bout.correct("rules.fighters.bea.wounds", {"light": 1, "heavy": 0, "severe": 0})
    bout.correct("rules.fighters.bea.damaged", ["sabre"])
    for order, face in ((TreatWounds(combatant="bea", target="bea"), 6), (Repair(combatant="bea", item="sabre"), 10)):
        bout.order(order, face, seat="gm")
        while bout.waiting:
            bout.answer(bout.waiting[0].default)
    for seat, known in (("gm", ("bea",)), ("ana", ())):
        own = bout.arena.book.seen(bout.state, seat).own
        assert (own.treated, own.repairing) == (known, known)


@pytest.mark.rule("MM-REC-01")
def test_a_phase_with_something_else_is_no_rest() -> None:
    """Neither Health nor Power; who is Tired stays so."""
    bout = over("tired")
    assert spent(bout, Recovery.PHASE) == (3, 1)
    assert bout.who("ada").has("tired")


@pytest.mark.rule("MM-POT-05", "MM-SKILL-24")
def test_alchemy_identifies_a_preparation() -> None:
    """TS(alchemy): the card is replaced by a draw of the Alchemy deck; on a failure it stays unknown."""
    deck = sorted(c.PREPARATIONS)
    bout = over(skills={"alchemy": 4}, items=("unknown_potion",))
    bout.order(Identify(combatant="ada", item="unknown_potion"), 4, seat="gm")
    assert bout.of(PreparationKnown) == []
    bout.order(Identify(combatant="ada", item="unknown_potion"), 3, deck.index("mana") + 1, seat="gm")
    assert bout.the(PreparationKnown).card == "mana"
    figures = bout.fighter("ada").figures
    assert figures is not None
    assert figures.items["unknown_potion"].id == "mana"
    assert bout.refuse(Identify(combatant="ada", item="unknown_potion"), seat="gm").rule == "MM-POT-05"
