"""What a fight leaves of a member, and that it enters the next fight so: the same figures in every lasting field."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.campaign.proposal import parts_that_differ
from engine.kernel.campaign.standing import entry_of, standing_at_entry
from engine.kernel.state.campaign import Standing
from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CombatantJoined
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries import system
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import Distance, Lasts, Until
from engine.systems.mongolian_mercenaries.orders import Attack, CallOff
from engine.systems.mongolian_mercenaries.rules.gear.sheets import judge
from engine.systems.mongolian_mercenaries.sheet import InForce, Sheet, Stow, Stowed, UsedToday, Wounds
from engine.systems.mongolian_mercenaries.sides import PARTY
from engine.systems.mongolian_mercenaries.state import Fighter
from tests.support.fights import playing
from tests.support.fights.usage import Usage
from tests.systems.mongolian_mercenaries.bout import BOOK, Bout, at, foe, one, pc

LASTING = (
    "figures", "held", "packed", "damaged", "venomed", "wounds", "wound_labels", "prayed", "xp", "dev_points",
    "ammunition", "lucky_break_day", "mount", "stays", "last_position",
)  # fmt: skip


def left(state: Any, entered: Standing, who: str = "ada") -> Standing:
    return system.between.leaves(entered, state, who)


def entered_with(bout: Bout, who: str = "ada") -> Standing:
    joined = next(event for event in bout.arena.events(CombatantJoined) if event.combatant == who)
    return standing_at_entry(joined)


def again(standing: Standing, who: str = "ada", **setup: Any) -> Bout:
    """A new fight, not begun, with what the first one has left."""
    raw = entry_of(BOOK, standing, id=who, name="Ada", side=PARTY, seat="ana")
    entry = msgspec.convert(raw, BOOK.enter)
    return Bout(entry, foe("bob", rank=1), setup=at(Distance.CLOSE, **setup))


def lasting(fighter: Fighter) -> dict[str, Any]:
    return {name: getattr(fighter, name) for name in LASTING}


def assert_stays(bout: Bout, who: str = "ada") -> Bout:
    """The law: entered again it shows the same, and leaves nothing new."""
    standing = left(bout.state, entered_with(bout, who), who)
    next_one = again(standing, who, cards=bout.own.setup.cards)
    first, second = lasting(bout.fighter(who)), lasting(next_one.fighter(who))
    assert second == first
    assert parts_that_differ(standing, left(next_one.state, standing, who)) == {}
    now = {name: vital.now for name, vital in next_one.who(who).vitals.items()}
    assert now == {name: vital.now for name, vital in bout.who(who).vitals.items()}
    return next_one


@pytest.mark.rule("MM-OUT-29", "MM-WND-01", "MM-WND-06")
def test_a_sheet_says_all_that_a_fight_leaves() -> None:
    """Wounds by kind and element, marks, experience above 999, points, prayers, luck, where it stood."""
    sheet: dict[str, Any] = {
        "wounds": Wounds(light=2, heavy=1),
        "wound_labels": ("burn",),
        "damaged": ("sabre",),
        "poisoned": ("sabre",),
        "xp": 4321,
        "dev_points": 3,
        "prayers": ("blessing",),
        "prayed": ("blessing",),
        "last_position": 2,
        "skills": {"long_blade": 3, "piety": 1},
    }
    bout = Bout(pc("ada", rank=1, lucky=False, now={"health": 2, "power": 0}, **sheet), foe("bob", rank=1))
    fighter = bout.fighter("ada")
    assert (fighter.wounds, fighter.wound_labels) == (Wounds(light=2, heavy=1), ("burn",))
    assert (fighter.damaged, fighter.venomed) == (("sabre",), ("sabre",))
    assert (fighter.xp, fighter.dev_points, fighter.lucky_break_day) == (4321, 3, 1)
    assert left(bout.state, entered_with(bout)) == entered_with(bout)
    assert_stays(bout)


@pytest.mark.rule("MM-OUT-29")
def test_what_was_used_and_what_was_broken_stays_so() -> None:
    """A sabre that a 1 has damaged, a bandage that is used up."""
    bout = Bout(pc("ada", rank=1, lucky=False, items=("bandage", "healing")), foe("bob", rank=1, health=30))
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob"), 1, 1, 1)
    bout.order(CallOff(), seat="gm")
    parts = parts_that_differ(entered_with(bout), left(bout.state, entered_with(bout)))
    assert ("SHEET", ("damagedThings",)) in parts
    assert_stays(bout)


@pytest.mark.rule("MM-OUT-29")
@pytest.mark.parametrize("ref", ["healer", "gunner", "swordsman"])
def test_a_sample_character_that_has_used_up_what_it_had(ref: str) -> None:
    """What the sample has and the member no more is said to be emptied."""
    entry = one("ada", PARTY, "ana", Sheet(ref=ref, lucky_break_used=True), rank=1)
    bout = Bout(entry, foe("bob", rank=1))
    fighter = bout.fighter("ada")
    assert fighter.figures is not None
    bare = structs.replace(fighter.figures, items={}, spare={}, worn={})
    stripped = structs.replace(fighter, figures=bare, damaged=(), prayed=tuple(bare.prayers))
    own = structs.replace(bout.own, fighters={**bout.own.fighters, "ada": stripped})
    standing = left(structs.replace(bout.state, own=own), entered_with(bout))
    assert "armour" in standing.sheet["emptied"]
    after = again(standing).fighter("ada")
    assert (after.figures, after.prayed) == (bare, stripped.prayed)
    assert after.ref == ref


@pytest.mark.rule("MM-OUT-29", "MM-EQ-02")
def test_things_that_lie_elsewhere_than_their_list_says() -> None:
    """A second sabre at hand, a weapon of one's own in the backpack, a coat of one's own that is not worn."""
    dusty = structs.replace(c.WEAPONS["sabre"], id="saber_of_dust", name="Saber of dust")
    coat = structs.replace(c.ARMOUR["padded_coat"], id="old_coat", name="Old coat")
    sheet = Sheet(
        attributes={"strength": 6},
        skills={"long_blade": 3},
        weapons=("sabre",),
        own_weapons=(dusty,),
        own_armour=(coat,),
        backpack=("sabre", "rucksack", "weapon_roll"),
        stowed=(
            Stowed(item="sabre-2", stow=Stow.READY),
            Stowed(item="saber_of_dust", stow=Stow.PACKED),
            Stowed(item="old_coat", stow=Stow.PACKED),
        ),
        lucky_break_used=True,
    )
    bout = Bout(one("ada", PARTY, "ana", sheet, rank=1), foe("bob", rank=1))
    fighter = bout.fighter("ada")
    assert fighter.figures is not None
    assert list(fighter.figures.spare) == ["old_coat"]
    assert "sabre-2" not in fighter.packed
    assert {"saber_of_dust", "old_coat"} <= set(fighter.packed)
    assert_stays(bout)


@pytest.mark.rule("MM-OUT-29")
@pytest.mark.parametrize(
    ("sheet", "field"),
    [
        ({"damaged": ("sabre-2",)}, "sheet.damagedThings.0"),
        ({"poisoned": ("bow",)}, "sheet.poisonedWeapons.0"),
        ({"stowed": (Stowed(item="bow", stow=Stow.PACKED),)}, "sheet.stowed.0"),
        ({"in_force": (InForce(card="no_card", lasts=Lasts(until=Until.DAYS)),)}, "sheet.inForce.0"),
    ],
)
def test_what_is_marked_has_to_be_there(sheet: dict[str, Any], field: str) -> None:
    """Each fault with its field."""
    with pytest.raises(RuleRefusal) as refused:
        Bout(pc("ada", rank=1, **sheet), foe("bob", rank=1))
    assert str(refused.value.field).endswith(field)


@pytest.mark.rule("MM-OUT-31", "RUL-89")
def test_what_cards_bring_for_days_goes_on_and_once_a_day_stays_used() -> None:
    """States without an end too; what lasts no longer than the fight does not."""
    sheet = {"used_today": (UsedToday(card="well_rested"),)}
    ada = pc("ada", rank=1, lucky=False, **sheet)
    states = (
        Condition(key="tired", kind="tired"),
        Condition(key="well_rested", kind="well_rested", until="DAYS"),
        Condition(key="burning", kind="burning", left=2),
        Condition(key="paralysed", kind="paralysed", until="FIGHT"),
    )
    bout = Bout(structs.replace(ada, conditions=states), foe("bob", rank=1))
    standing = left(bout.state, entered_with(bout))
    assert [condition.kind for condition in standing.conditions] == ["tired", "well_rested"]
    assert [(use.source, use.round) for use in again(standing).own.uses] == [("well_rested", 0)]
    bare = structs.replace(standing, sheet={**standing.sheet, "usedToday": []})
    assert again(bare).own.uses == ()


@pytest.mark.rule("MM-OUT-29", "RUL-56")
def test_who_is_dying_lives_on_with_one_health_and_no_wounds_at_their_limit() -> None:
    """Where the fight has ended without a summary; who is dead is proposed dead."""
    bout = Bout(pc("ada", rank=1, lucky=False), foe("bob", rank=1))
    who = structs.replace(
        bout.who("ada"), out="dying", vitals={**bout.who("ada").vitals, "health": bout.who("ada").vitals["health"]}
    )
    vitals = {**who.vitals, "health": structs.replace(who.vitals["health"], now=0)}
    fighter = structs.replace(bout.fighter("ada"), wounds=Wounds(light=9, heavy=9, severe=9))

    def standing(out: str) -> Standing:
        people = {**bout.state.fight.combatants, "ada": structs.replace(who, out=out, vitals=vitals)}
        own = structs.replace(bout.own, fighters={**bout.own.fighters, "ada": fighter})
        fight = structs.replace(bout.state.fight, combatants=people)
        return left(structs.replace(bout.state, fight=fight, own=own), entered_with(bout))

    saved = standing("dying")
    assert (saved.dead, saved.vitals["health"]) == (False, 1)
    wounds = again(saved).fighter("ada").wounds
    assert (wounds.light, wounds.heavy, wounds.severe) == (3, 1, 0)
    assert standing("dead").dead


def test_whatever_a_fight_leaves_can_be_judged_and_entered() -> None:
    """Played at random: each sheet is accepted, and every lasting field of a character is the same."""
    examples = playing.examples_of("mongolian_mercenaries")
    for seed in range(40):
        rng = random.Random(seed)
        arena = examples.make(rng)
        playing.play_out(arena, rng, Usage(BOOK, ()), most=40, judged=False)
        own = arena.state.own
        for recorded in arena.stream:
            event = recorded.event
            if not isinstance(event, CombatantJoined):
                continue
            who = event.combatant
            standing = left(arena.state, standing_at_entry(event), who)
            sheet = msgspec.convert(standing.sheet, Sheet)
            # What somebody carries beyond its limit is dropped in the summary, which a fight cut short has not had.
            with contextlib.suppress(RuleRefusal):
                judge(own, sheet)
                continue
            with pytest.raises(RuleRefusal) as refused:
                judge(own, sheet)
            assert refused.value.rule in ("MM-EQ-03", "MM-EQ-06"), (seed, who, refused.value)
