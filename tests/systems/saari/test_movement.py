"""Moving, withdrawing, disengaging, difficult ground, and mounts.  [SA-MOVE, SA-WDRAW, SA-MELEE-04, SA-MOUNT]"""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.kernel.overruling.gm_tools import Hide
from engine.kernel.state.events import Moved
from engine.kernel.state.ground.ground import Ground, GroundEntry, GroundLink, GroundZone, Space
from engine.systems.saari import system
from engine.systems.saari.content.kinds import Kind
from engine.systems.saari.events import ActionsPaid, AttackDeclared, Dismounted, Mounted, RollOpened
from engine.systems.saari.orders import Attack, Disengage, Dismount, Hold, Mount, Move, Withdraw
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import HEROES, Bout, npc, one, pc, zone

ROUGH = Ground(
    space=Space(kind="ZONES"),
    zones=tuple(GroundZone(key=key, label=key) for key in ("west", "middle", "east")),
    links=(
        GroundLink(key="ford", from_="west", to="middle", entries=("difficult",)),
        GroundLink(key="scree", from_="middle", to="east", entries=("difficult",)),
    ),
)
RULINGS = Setup(rulings=True)


def begun(*entries: object, faces: tuple[int, ...] = (4, 4), **more: object) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries, **more)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


def tangled(bout: Bout, *pairs: tuple[str, str]) -> Bout:
    """These are engaged with each other, by correction."""
    there = {f"e{number}": {"zone": "west", "members": list(pair)} for number, pair in enumerate(pairs)}
    bout.correct("rules.engagements", there)
    return bout


def ridden(**more: object) -> tuple[object, ...]:
    """Ada on a pony, and Gob in the same zone."""
    pony = one("pony", HEROES, "ana", ref="pony", patron="ada")
    return (pc("ada", **more), pony, npc("gob", kp=9))


# -- what only the game master knows
@pytest.mark.rule("SA-MOVE-01", "SA-MOUNT-01")
@pytest.mark.parametrize("unseen", ["zone", "mount"])
def test_the_game_master_moves_somebody_by_what_his_player_does_not_know(unseen: str) -> None:
    """Into a zone that only the game master knows, or on a mount that was hidden from its rider's player."""
    hidden = {"seen_by": ()} if unseen == "zone" else {}
    middle = GroundZone(key="middle", label="Middle", **hidden)  # type: ignore[arg-type]
    ground = structs.replace(ROUGH, zones=(ROUGH.zones[0], middle, ROUGH.zones[2]))
    if unseen == "zone":
        bout = begun(pc(at="west"), npc("gob", at="west", kp=9), ground=ground)
        bout.order(Move(combatant="ada", to=zone("middle")), seat="gm")
        assert bout.who("ada").place == zone("middle")
        return
    pony = one("pony", HEROES, None, ref="pony", patron="ada", at="west")
    bout = begun(pc(at="west"), pony, npc("gob", at="west", kp=9), ground=ground)
    assert bout.fighter("ada").mount == "pony"
    bout.arena.rule(Hide(combatants=("pony",)))
    bout.order(Move(combatant="ada", to=zone("east"), through=zone("middle")), seat="gm")
    assert bout.who("ada").place == zone("east")


# -- what nobody passes
@pytest.mark.rule("SA-ZONE-01", "SA-MOVE-01")
@pytest.mark.parametrize("barred", ["link", "zone"])
def test_nobody_goes_where_the_legend_says_never(barred: str) -> None:
    """By a barred link, or into a barred zone: moving, withdrawing and riding are neither offered nor accepted."""
    wall = GroundEntry(key="wall", look="WALL", step="NEVER")
    ground = Ground(
        space=Space(kind="ZONES"),
        legend=(wall,),
        zones=tuple(
            GroundZone(key=key, label=key, entries=("wall",) if barred == "zone" and key == "vault" else ())
            for key in ("west", "middle", "vault")
        ),
        links=(
            GroundLink(key="path", from_="west", to="middle"),
            GroundLink(key="gap", from_="west", to="vault", entries=("wall",) if barred == "link" else ()),
        ),
    )
    bout = begun(*ridden(), ground=ground)
    ends = [field.picks for offer in bout.offers("ada") for field in offer.fields if field.kind == "place"]
    assert ends
    assert {place for picks in ends for place in picks} == {zone("middle")}
    assert bout.refuse(Move(combatant="ada", to=zone("vault"))).field == "to"
    tangled(bout, ("ada", "gob"))
    assert bout.refuse(Withdraw(combatant="ada", to=zone("vault"))).field == "to"
    assert next(one for one in system.scene(bout.state, "gm", "en").ground.legend if one.key == "wall").step == "NEVER"


# -- moving and withdrawing
@pytest.mark.rule("SA-MOVE-02", "SA-WDRAW-02")
@pytest.mark.parametrize(("order", "cost"), [(Move, 2), (Withdraw, 3)])
def test_difficult_ground_costs_one_action_more(order: type, cost: int) -> None:
    """Outright, where nobody rules otherwise."""
    bout = tangled(begun(pc("ada", weight_halves=4), npc("gob"), ground=ROUGH), ("ada", "gob"))
    bout.order(order(combatant="ada", to=zone("middle")))
    assert bout.the(ActionsPaid).cost == cost
    assert bout.who("ada").place == zone("middle")


@pytest.mark.rule("SA-WDRAW-01", "SA-ACT-04")
def test_withdrawing_gives_no_free_strike() -> None:
    """Two actions to an adjacent zone."""
    bout = begun(pc("ada"), npc("gob"))
    assert bout.refuse(Withdraw(combatant="ada", to=zone("middle"))).rule == "SA-WDRAW-01"
    tangled(bout, ("ada", "gob"))
    bout.order(Withdraw(combatant="ada", to=zone("middle")))
    assert (bout.the(ActionsPaid).cost, bout.asked) == (2, [])
    assert (bout.who("ada").place, bout.own.engagements) == (zone("middle"), {})


@pytest.mark.rule("SA-FREE-02", "SA-MOVE-03")
def test_a_declined_free_strike_costs_nothing() -> None:
    """The default lets go, and the move goes on."""
    bout = tangled(begun(pc("ada"), npc("gob")), ("ada", "gob"))
    bout.order(Move(combatant="ada", to=zone("middle")))
    assert (bout.asked, bout.choices, bout.waiting[0].default) == (["AskNpcFreeStrike"], ["let-go", "strike"], "let-go")
    bout.answer("let-go")
    assert (bout.actions("gob"), bout.who("ada").place) == (2, zone("middle"))


@pytest.mark.rule("SA-SUP-02")
def test_all_other_sides_together_are_the_opposition() -> None:
    """Two to one and one: no superiority."""
    entries = (pc("ada"), pc("bea"), npc("gob"), one("wolf", "beasts", None, kind=Kind.NPC, kp=3, initiative=2))
    bout = tangled(begun(*entries, faces=(4, 4, 4, 4)), ("ada", "bea", "gob", "wolf"))
    bout.order(Move(combatant="ada", to=zone("middle")))
    assert bout.waiting[0].question["combatant"] == "gob"


@pytest.mark.rule("SA-MOVE-02", "G-55")
@pytest.mark.parametrize(("choice", "faces", "place", "paid"), [
    ("flat", (), "middle", [1, 1]), ("roll", (4, 4), "middle", [1]), ("roll", (4, 2), "west", [1]),
])  # fmt: skip
def test_the_game_master_may_ask_for_a_roll_instead(
    choice: str, faces: tuple[int, ...], place: str, paid: list[int]
) -> None:
    """Agility against 2 at the normal cost; whoever fails stays where it was. W-12, asked of the game master alone.

    [G-55]
    """
    bout = Bout(pc("ada", discipline=0, now={"mp": 0}), npc("gob"), ground=ROUGH, setup=RULINGS)
    bout.begin(4, 4)
    while bout.asked and bout.asked != ["AskCrossing"]:
        bout.answer(bout.waiting[0].default)
    bout.order(Move(combatant="ada", to=zone("middle")))
    events = [event.cost for event in bout.of(ActionsPaid)]
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("AskCrossing", ("gm",), "flat")
    if faces:
        bout.answer(choice)
        events += [event.cost for event in bout.of(ActionsPaid)]
        bout.answer("as-written", *faces)
    else:
        bout.answer(choice)
    events += [event.cost for event in bout.of(ActionsPaid)]
    while bout.waiting:
        bout.answer(bout.waiting[0].default)
    assert (events, bout.who("ada").place) == (paid, zone(place))
    if faces:
        assert bout.state.own.phase.value == "ACTIONS"


# -- leaving to attack elsewhere
@pytest.mark.rule("SA-MELEE-04")
@pytest.mark.parametrize(("choice", "asks", "left"), [("accept", ["AskNpcFreeStrike"], 2), ("disengage", [], 0)])
def test_who_attacks_elsewhere_gets_away_first_or_is_struck(choice: str, asks: list[str], left: int) -> None:
    """W-11, asked of the attacker: two actions, or free strikes."""
    bout = begun(pc("ada"), pc("bea"), npc("gob", kp=9), npc("hob", kp=9), faces=(4, 4, 2, 2))
    tangled(bout, ("ada", "gob"), ("bea", "hob"))
    bout.order(Attack(combatant="ada", target="hob"))
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default, asked.question["cost"]) == ("AskLeaving", ("ana",), "accept", 2)
    bout.answer(choice, *(() if asks else (4, 2, 2)))
    if asks:
        assert bout.asked == asks
        bout.answer("let-go", 4, 2, 2)
    bout.answer("stay-out")
    assert bout.actions("ada") == left
    assert {frozenset(one.members) for one in bout.own.engagements.values()} == {frozenset(("bea", "hob", "ada"))}


@pytest.mark.rule("SA-MELEE-04", "G-32")
def test_with_superiority_it_just_changes_over() -> None:
    """Nobody is asked.  [G-32]"""
    bout = begun(pc("ada", weight_halves=4), pc("bea"), npc("gob"), npc("hob", kp=9), faces=(4, 4, 2, 2))
    tangled(bout, ("ada", "gob"), ("bea", "hob"))
    bout.order(Attack(combatant="ada", target="hob"), 4, 2, 2)
    assert bout.of(AttackDeclared)[0].combatant == "ada"


@pytest.mark.rule("SA-MELEE-04")
def test_who_cannot_pay_for_getting_away_is_not_asked() -> None:
    """Free strikes are all that is left."""
    bout = begun(pc("ada"), pc("bea"), npc("gob", kp=9), npc("hob", kp=9), faces=(2, 4, 2, 2))
    tangled(bout, ("ada", "gob"), ("bea", "hob"))
    bout.order(Attack(combatant="ada", target="hob"))
    assert bout.asked == ["AskNpcFreeStrike"]


@pytest.mark.rule("SA-ENG-04", "G-33")
def test_an_unengaged_target_comes_into_the_attackers_engagement() -> None:
    """Nobody leaves.  [G-33]"""
    bout = tangled(begun(pc("ada"), npc("gob", kp=9), npc("hob", kp=9)), ("ada", "gob"))
    bout.order(Attack(combatant="ada", target="hob"), 4, 2, 2)
    (engagement,) = bout.own.engagements.values()
    assert engagement.members == ("ada", "gob", "hob")


@pytest.mark.rule("SA-ACT-13", "G-32")
def test_disengaging_stays_in_the_zone() -> None:
    """Two actions, no free strike; out of an engagement it is refused.  [G-32]"""
    bout = begun(pc("ada"), npc("gob"))
    assert bout.refuse(Disengage(combatant="ada")).rule == "G-32"
    tangled(bout, ("ada", "gob"))
    bout.order(Disengage(combatant="ada"))
    assert (bout.the(ActionsPaid).cost, bout.who("ada").place, bout.own.engagements) == (2, zone("west"), {})


# -- mounts
@pytest.mark.rule("SA-MOUNT-01", "SA-MOUNT-03", "G-45")
def test_a_rider_may_go_two_zones_for_one_action() -> None:
    """Its mount goes along; on foot it is one zone.  [G-45]"""
    bout = begun(*ridden())
    assert bout.fighter("ada").mount == "pony"
    assert bout.kp("pony") == 3
    bout.order(Move(combatant="ada", to=zone("east")))
    assert bout.the(ActionsPaid).cost == 1
    assert [event.to for event in bout.of(Moved) if event.combatant == "ada"] == [zone("middle"), zone("east")]
    assert bout.who("pony").place == zone("east")
    assert begun(pc("ada"), npc("gob")).refuse(Move(combatant="ada", to=zone("east"))).rule == "SA-MOVE-01"


@pytest.mark.rule("SA-MOUNT-01", "SA-MOVE-02", "G-45")
def test_each_difficult_crossing_of_a_ride_costs_an_action() -> None:
    """Two of them make three.  [G-45]"""
    bout = begun(*ridden(), ground=ROUGH)
    assert bout.refuse(Move(combatant="ada", to=zone("east"), through=zone("east"))).field == "to"
    bout.order(Move(combatant="ada", to=zone("east"), through=zone("middle")))
    assert bout.the(ActionsPaid).cost == 3


@pytest.mark.rule("SA-MOUNT-04", "G-44")
def test_an_attack_on_the_mount_is_defended_by_its_rider() -> None:
    """The attacker names which; with 0 body points it carries nobody.  [W-28, G-44]"""
    bout = begun(pc("ada", armor="padded"), ridden()[1], npc("gob", kp=9, damage=3), faces=(2, 2))
    bout.order(Hold(combatant="ada"))
    (offer,) = [offer for offer in bout.offers("gob") if offer.key == "attack-club"]
    assert offer.fields[0].among == ("ada", "pony")
    bout.order(Attack(combatant="gob", target="pony"), 2, 2, 2)
    opened = bout.the(RollOpened)
    assert (opened.combatant, opened.pool) == ("ada", 3)
    bout.answer("let-pass")
    bout.answer("keep", *((4, 4) if bout.actions("gob") < 1 else ()))
    assert (bout.kp("ada"), bout.kp("pony"), bout.fighter("ada").mount) == (7, 0, None)
    assert bout.the(Dismounted).mount == "pony"


@pytest.mark.rule("SA-SUP-03", "G-69")
@pytest.mark.parametrize(("ref", "strikes"), [("pony", True), ("warhorse", False)])
def test_rider_and_mount_count_once_with_the_greater_weight(ref: str, strikes: bool) -> None:
    """A warhorse weighs two.  [G-69]"""
    bout = begun(pc("ada"), one("horse", HEROES, "ana", ref=ref, patron="ada"), npc("gob"))
    tangled(bout, ("ada", "gob"))
    bout.order(Move(combatant="ada", to=zone("middle")))
    assert (bout.asked == ["AskNpcFreeStrike"]) is strikes


@pytest.mark.rule("SA-MOUNT-01", "G-63")
def test_getting_on_and_off_is_an_action_like_any_other() -> None:
    """Two actions; the mount has to be free and near.  [G-63]"""
    pony = one("pony", HEROES, "ana", ref="pony", at="middle")
    bout = begun(pc("ada"), pony, npc("gob"))
    assert bout.refuse(Mount(combatant="ada", mount="pony")).field == "mount"
    assert bout.refuse(Dismount(combatant="ada")).field == "combatant"
    bout.correct("combatants.ada.place", {"zone": "middle"})
    bout.order(Mount(combatant="ada", mount="pony"))
    assert bout.the(Mounted).combatant == "ada"
    assert bout.refuse(Mount(combatant="ada", mount="pony")).field == "mount"
    bout.order(Dismount(combatant="ada"))
    assert (bout.the(ActionsPaid).cost, bout.fighter("ada").mount) == (2, None)
