"""Golem, Familiar and Teleport: points, what appears, and how a golem is controlled."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Point
from engine.kernel.state.events import CombatantJoined, CombatantOut
from engine.systems.minis.content.kinds import Band, Kind, Resistance, Size
from engine.systems.minis.events import AttackRolled, GolemStopped, SpellRolled, Teleported
from engine.systems.minis.orders import Attack, Cast, GiveOrder, Pivot
from engine.systems.minis.rules.basics import ability, lookup
from engine.systems.minis.rules.combat.events import Manner
from engine.systems.minis.rules.magic import control
from engine.systems.minis.state import Verb
from tests.systems.minis.bout import Bout, ana, ben, place
from tests.systems.minis.casts import bid, cast, effect, give, pass_turn, ready
from tests.systems.minis.lands import box, ground, river
from tests.systems.minis.steps import EAST, at, move, refuses

GOLEM, FAMILIAR = "ada-golem-1", "ada-familiar-1"


def golem(*others: Any, where: tuple[int, int] = (300, 0), bidding: Any = None, **more: Any) -> Bout:
    """Ada has a golem at a point; Bob is far off."""
    bout = ready(*(others or (ben(at=(2000, 2000), hp=30, initiative=1),)), **more)
    cast(bout, "golem", None, 1, at=where, facing=(0, 1), bidding=bidding)
    assert bout.who(GOLEM).place == place(*where)
    return bout


# -- golem
@pytest.mark.rule("MN-SPL-11", "MN-GOL-01", "MN-GOL-02", "MN-GOL-10", "MN-GAP-23", "MN-GAP-44")
def test_a_golem_appears_with_its_figures_and_its_first_order() -> None:
    """Its level is the caster's; it belongs to her participant, and has no size and flank in the roll for its point."""
    bout = golem(where=(533, 0), bidding=bid("GUARD", "ada"))
    rolled = bout.the(SpellRolled)
    assert (rolled.chance, rolled.band, rolled.aimed_at) == (77, Band.SHORT, None)
    mini = bout.mini(GOLEM)
    assert (mini.level, mini.initiative, mini.movement, mini.attacks, mini.size) == (4, 4, 400, 2, Size.LARGE)
    assert (mini.kind, mini.summoner, mini.facing) == (Kind.GOLEM, "ada", Point(0, 1))
    assert mini.resistances == (Resistance.POISON,)
    assert list(mini.arms) == ["stone_fists"]
    assert (bout.life(GOLEM), bout.who(GOLEM).controller, bout.who(GOLEM).side) == (24, "ana", "red")
    order = control.order_of(bout.state, GOLEM)
    assert (order.verb, order.target) == (Verb.GUARD, "ada")
    found = effect(bout, GOLEM, "golem")
    assert found is not None
    assert (found.started, found.last) == (1, 5)
    assert bout.mini("ada").used.spell_attacks == 1


@pytest.mark.rule("MN-GOL-10", "MN-GAP-31")
def test_without_an_order_it_holds_and_a_failure_brings_none() -> None:
    """The order is named before the roll, and used only on success."""
    bout = golem()
    assert control.order_of(bout.state, GOLEM).verb is Verb.HOLD
    bout = ready()
    cast(bout, "golem", None, 78, at=(0, 300), bidding=bid("ATTACK", "bob"))
    assert bout.of(CombatantJoined) == []
    assert bout.mini("ada").used.spell_attacks == 1
    order = Cast(combatant="ada", spell="golem", place=place(0, 300), bidding=bid("ATTACK"))
    assert bout.refuse(order).field == "bidding"


@pytest.mark.rule("MN-GOL-01", "MN-GAP-47", "MN-GAP-43", "MN-GAP-05")
def test_where_a_golem_may_appear() -> None:
    """In range, sight and front, half an inch from everybody, on the table, not in a wall."""
    land = ground(box("wood", "wood", 500, -50, 550, 50), box("wall", "wall", 300, 500, 400, 600))
    bout = ready(ben(at=(300, 0)), land=land)
    for where, reason in (
        ((349, 0), "this spot is taken"),
        ((350, 0), ""),
        ((700, 0), "there is no line of sight"),
        ((-1, 0), "this spot is taken"),
        ((-60, 0), "it is not in front of ada: pivot first"),
        ((0, 1601), "it is 17 inches away, in range are 16"),
        ((350, 550), "the way is blocked"),
        ((0, 2401), "this spot is off the table"),
    ):
        order = Cast(combatant="ada", spell="golem", place=place(*where))
        if reason:
            refusal = bout.refuse(order)
            assert (refusal.reason, refusal.field) == (reason, "place"), where
    cast(bout, "golem", None, 1, at=(350, 0))


@pytest.mark.rule("MN-GAP-32", "MN-GAP-49")
def test_it_may_be_declared_from_the_next_round_on() -> None:
    """In the same turn, at its own initiative; it obeys, for nothing."""
    bout = golem(ben(at=(300, 700), hp=30, initiative=1, towards=(0, 1)), bidding=bid("ATTACK", "bob"))
    bout.end("ada")
    assert bout.own.init_round == 4
    bout.declare(GOLEM)
    assert bout.asked == ["CarryOut"]
    bout.answer("go")
    assert at(bout, GOLEM) == (300, 400)
    assert bout.mini("ada").used.spell_attacks == 1


@pytest.mark.rule("MN-GOL-03", "MN-GOL-04", "MN-GAP-44", "MN-SIZE-01")
def test_further_orders_to_a_golem_are_rolled_at_it() -> None:
    """It is large, and looks away: 77 + 15 + 15; failure leaves the order."""
    bout = golem(level=1)
    give(bout, GOLEM, bid("FOLLOW", "ada"), 100)
    assert bout.the(SpellRolled).chance == 68 + 15
    assert control.order_of(bout.state, GOLEM).verb is Verb.HOLD
    give(bout, GOLEM, bid("FOLLOW", "ada"), 83)
    assert control.order_of(bout.state, GOLEM).verb is Verb.FOLLOW
    order = GiveOrder(combatant="ada", target=GOLEM, bidding=bid("HOLD"))
    refuses(bout, order, "ada has no spell attacks left in this turn", "MN-MAG-06")


@pytest.mark.rule("MN-GOL-05", "MN-GAP-31")
def test_it_goes_on_with_its_last_order_turn_after_turn() -> None:
    """To a point eight inches away, in two turns."""
    bout = golem(bidding=bid("MOVE_TO", at=(300, 800)))
    for where in ((300, 400), (300, 800)):
        while bout.asked != ["CarryOut"]:
            if bout.acting is not None:
                bout.end(bout.acting)
            else:
                bout.declare(GOLEM)
        bout.answer("go")
        assert at(bout, GOLEM) == where
        while bout.asked == ["CarryOut"]:
            bout.answer("stay")
    assert bout.mini("ada").used.spell_attacks == 0
    assert control.order_of(bout.state, GOLEM).verb is Verb.HOLD


@pytest.mark.rule("MN-GOL-06", "MN-GOL-07", "MN-GOL-08", "MN-GAP-46", "MN-GAP-12", "MN-GAP-50")
def test_out_of_range_it_is_inactive_until_it_is_ordered_again() -> None:
    """At once, wherever it stands; its order is gone, its duration runs on; in range again it needs a new order."""
    bout = golem(where=(1590, 0), bidding=bid("FOLLOW", "ada"))
    bout.order(move("ada", (-11, 0), facing=EAST))
    assert bout.the(GolemStopped).reason == "out_of_range"
    found = effect(bout, GOLEM, "golem")
    assert found is not None
    assert (found.inactive, found.order, found.last) == (True, None, 5)
    assert not ability.may_fight(bout.state, GOLEM)
    order = GiveOrder(combatant="ada", target=GOLEM, bidding=bid("HOLD"))
    refuses(bout, order, f"the golem {GOLEM} is out of range", "MN-GOL-06")
    bout.order(move("ada", (50, 0)))
    assert ability.inactive(bout.state, GOLEM)
    give(bout, GOLEM, bid("HOLD"), 100)
    assert ability.inactive(bout.state, GOLEM)
    give(bout, GOLEM, bid("FOLLOW", "ada"), 1)
    assert not ability.inactive(bout.state, GOLEM)
    assert control.order_of(bout.state, GOLEM).verb is Verb.FOLLOW


@pytest.mark.rule("MN-GAP-50", "MN-GOL-07")
def test_nobody_declares_an_inactive_golem() -> None:
    """It is no mini that its participant is asked for; whoever names it is refused."""
    bout = golem(where=(1590, 0))
    bout.order(move("ada", (-11, 0)))
    bout.end("ada")
    assert bout.waiting[0].question["combatants"] == ["bob"]


@pytest.mark.rule("MN-GAP-12", "MN-GOL-07")
def test_an_inactive_golem_does_not_fight_back() -> None:
    """A frontal attack on it is rolled by the attacker alone."""
    bout = golem(ben(at=(300, 80), initiative=1, towards=(0, -1)))
    bout.correct("combatants.ada.place", place(-1500, 0))
    assert ability.inactive(bout.state, GOLEM)
    bout.end("ada")
    bout.declare("bob")
    bout.order(Attack(combatant="bob", target=GOLEM), 52)
    assert (bout.the(AttackRolled).manner, bout.the(AttackRolled).hit) == (Manner.OPPORTUNITY, True)


@pytest.mark.rule("MN-GOL-07", "MN-GAP-46", "MN-GAP-36")
def test_a_golem_that_walks_out_of_range_stops_at_the_first_hundredth() -> None:
    """Its activation ends there."""
    bout = golem(where=(1590, 0), bidding=bid("MOVE_TO", at=(2000, 0)))
    bout.end("ada")
    bout.declare(GOLEM)
    bout.answer("go")
    assert at(bout, GOLEM) == (1601, 0)
    assert ability.inactive(bout.state, GOLEM)
    assert bout.asked != ["CarryOut"]


@pytest.mark.rule("MN-GOL-09", "MN-GAP-09", "MN-MAG-03")
def test_it_leaves_play_when_its_duration_ends() -> None:
    """Level 1: at the end of the second turn."""
    bout = golem(level=1, where=(300, 0))
    pass_turn(bout)
    assert lookup.in_play(bout.state, GOLEM)
    pass_turn(bout)
    assert bout.who(GOLEM).out == "dissolved"
    assert bout.own.effects == {}


@pytest.mark.rule("MN-GAP-41", "MN-GAP-48")
def test_without_its_caster_it_is_inactive_and_nobody_wins_by_it() -> None:
    """Ada falls: the golem stands idle; without Amy the fight is over."""
    bout = golem(ben(at=(2000, 2000)), ana("amy", at=(-500, 0)))
    bout.correct("combatants.ada.vitals.life.now", 0)
    assert ability.inactive(bout.state, GOLEM)
    assert bout.state.fight.outcome is None
    assert set(lookup.standing_sides(bout.state)) == {"red", "blue"}
    bout.correct("combatants.amy.vitals.life.now", 0)
    assert lookup.standing_sides(bout.state) == ("blue",)


@pytest.mark.rule("MN-GAP-40", "MN-SPL-11")
def test_every_golem_is_one_more() -> None:
    """Two at once, each with its own order."""
    bout = golem()
    cast(bout, "golem", None, 1, at=(300, 200), bidding=bid("FOLLOW", GOLEM))
    assert control.order_of(bout.state, "ada-golem-2").target == GOLEM
    assert control.order_of(bout.state, GOLEM).verb is Verb.HOLD


# -- by its sheet
def entered(summoner: str | None, **more: Any) -> Bout:
    """Gil is a golem that stands on the table from the beginning; Bob is far off."""
    gil = ana("gil", ref="golem", kind=Kind.GOLEM, summoner=summoner, level=2, **{"at": (300, 0), **more})
    return ready(gil, ben(at=(2000, 2000), initiative=1), level=1)


@pytest.mark.rule("MN-GOL-07", "MN-GOL-09", "MN-MAG-03")
def test_a_golem_that_enters_by_its_sheet_is_under_the_spell_of_its_summoner() -> None:
    """As if just cast: it holds, takes orders, and is stopped once where it goes out of range; its duration ends."""
    bout = entered("ada")
    found = effect(bout, "gil", "golem")
    assert found is not None
    assert (found.caster, found.started, found.last, found.inactive) == ("ada", 1, 2, False)
    give(bout, "gil", bid("FOLLOW", "ada"), 1)
    assert control.order_of(bout.state, "gil").verb is Verb.FOLLOW
    bout.correct("combatants.gil.place", place(1700, 0))
    assert bout.the(GolemStopped).reason == "out_of_range"
    assert ability.inactive(bout.state, "gil")
    for order in (move("ada", (-10, 0)), Pivot(combatant="ada", facing=EAST)):
        bout.order(order)
    bout.correct("combatants.gil.place", place(1800, 0))
    assert len(bout.arena.events(GolemStopped)) == 1
    pass_turn(bout)
    pass_turn(bout)
    assert bout.who("gil").out == "dissolved"


@pytest.mark.rule("MN-GOL-07", "MN-GAP-50")
def test_a_golem_without_its_summoner_or_the_spell_is_its_owners_mini() -> None:
    """Nobody has summoned it, or whoever has is gone: it is played like any mini, and never stopped."""
    for summoner in (None, "nobody"):
        bout = entered(summoner, at=(2300, 0))
        order = GiveOrder(combatant="ada", target="gil", bidding=bid("HOLD"))
        refuses(bout, order, "gil is not under your control", "MN-CMD-02")
        bout.end("ada") if bout.mini("ada").used.acted else bout.wait("ada")
        while bout.acting != "gil":
            bout.declare("gil")
        bout.order(move("gil", (2300, 100)))
        assert bout.arena.events(GolemStopped) == []
    bout = entered("ada")
    bout.correct("combatants.gil.conditions", ())
    bout.correct("combatants.gil.place", place(2300, 0))
    assert bout.arena.events(GolemStopped) == []
    assert control.bond(bout.state, "gil") is None


@pytest.mark.rule("MN-GAP-30", "MN-GAP-09")
def test_a_familiar_that_enters_in_mid_fight_stays_as_long_as_one_that_is_cast() -> None:
    """Level 1: to the end of the second turn."""
    bout = ready(ben(at=(2000, 2000), initiative=1), level=1)
    bout.order(ana("fay", ref="familiar", kind=Kind.FAMILIAR, summoner="ada", at=(300, 0)), seat="gm")
    found = effect(bout, "fay", "familiar")
    assert found is not None
    assert (found.started, found.last) == (1, 2)
    bout.wait("ada")
    pass_turn(bout)
    pass_turn(bout)
    assert bout.who("fay").out == "dissolved"


# -- familiar
@pytest.mark.rule("MN-SPL-12", "MN-FAM-01", "MN-GAP-30", "MN-GAP-32")
def test_a_familiar_neither_fights_nor_obeys_and_is_one_of_its_kind() -> None:
    """Small; its owner moves it as any mini; a second one is refused while it is in play."""
    bout = ready(ben(at=(2000, 2000), initiative=1))
    cast(bout, "familiar", None, 77, at=(100, 0), facing=(1, 0))
    mini = bout.mini(FAMILIAR)
    assert (mini.size, mini.attacks, mini.spell_attacks, mini.initiative) == (Size.SMALL, 0, 0, 8)
    assert not ability.may_fight(bout.state, FAMILIAR)
    found = effect(bout, FAMILIAR, "familiar")
    assert found is not None
    assert found.last == 5
    order = Cast(combatant="ada", spell="familiar", place=place(200, 0))
    refuses(bout, order, "a familiar of ada is in play already", "MN-GAP-30")
    order = GiveOrder(combatant="ada", target=FAMILIAR, bidding=bid("HOLD"))
    refuses(bout, order, f"{FAMILIAR} is not under your control", "MN-CMD-02")
    bout.end("ada")
    bout.declare(FAMILIAR)
    assert bout.acting == FAMILIAR
    bout.order(move(FAMILIAR, (700, 0)))
    bout.end(FAMILIAR)
    bout.correct(f"combatants.{FAMILIAR}.vitals.life.now", 0)
    assert bout.who("ada").out is None
    pass_turn(bout)
    bout.skip(9)
    bout.declare("ada")
    cast(bout, "familiar", None, 1, at=(200, 0))
    assert lookup.in_play(bout.state, "ada-familiar-2")


@pytest.mark.rule("MN-FAM-01", "MN-GAP-09", "MN-GAP-41")
def test_a_familiar_leaves_when_its_duration_ends() -> None:
    """The fall of its caster is no matter to it."""
    bout = ready(ben(at=(2000, 2000)), ana("amy", at=(0, 500)), level=1)
    cast(bout, "familiar", None, 1, at=(100, 0))
    bout.correct("combatants.ada.vitals.life.now", 0)
    assert lookup.in_play(bout.state, FAMILIAR)
    pass_turn(bout)
    assert lookup.in_play(bout.state, FAMILIAR)
    events = bout.last
    pass_turn(bout)
    assert bout.who(FAMILIAR).out == "dissolved"
    assert events is not bout.last


@pytest.mark.rule("MN-FAM-02", "MN-GOL-01", "MN-GAP-28", "MN-TEL-01")
def test_the_familiars_sight_stands_in_for_range_and_sight() -> None:
    """Beyond the range, behind a wood: a golem and the caster may go there, at long range; a familiar may not."""
    land = ground(box("wood", "wood", 900, -300, 950, 300))
    bout = ready(ben(at=(-2000, 2000)), land=land, spell_attacks=4)
    order = Cast(combatant="ada", spell="golem", place=place(1700, 0))
    refuses(bout, order, "there is no line of sight", "MN-GAP-43")
    cast(bout, "familiar", None, 1, at=(950, 400))
    bout.correct(f"combatants.{FAMILIAR}.place", place(1200, 100))
    cast(bout, "golem", None, 39, at=(1700, 0))
    assert (bout.the(SpellRolled).band, bout.the(SpellRolled).chance) == (Band.LONG, 39)
    assert not ability.inactive(bout.state, GOLEM)
    give(bout, GOLEM, bid("FOLLOW", FAMILIAR), 1)
    assert bout.the(SpellRolled).band is Band.LONG
    bout.correct(f"combatants.{FAMILIAR}.vitals.life.now", 0)
    assert ability.inactive(bout.state, GOLEM)
    bout = ready(ben(at=(-2000, 2000)), land=land)
    cast(bout, "familiar", None, 1, at=(950, 400))
    bout.correct(f"combatants.{FAMILIAR}.place", place(1200, 100))
    cast(bout, "teleport", None, 39, at=(1700, 0))
    assert at(bout) == (1700, 0)


@pytest.mark.rule("MN-GAP-28", "MN-GAP-46")
def test_a_golem_held_by_sight_alone_stops_where_the_familiar_loses_it() -> None:
    """It walks behind a wood, beyond its caster's range; the familiar that walks away loses it as well."""
    land = ground(box("wood", "wood", 1700, 100, 1800, 200))

    def held() -> Bout:
        bout = ready(ben(at=(-2000, 2000), initiative=1), land=land, spell_attacks=3)
        cast(bout, "familiar", None, 1, at=(100, 0))
        bout.correct(f"combatants.{FAMILIAR}.place", place(1600, 0))
        cast(bout, "golem", None, 1, at=(1650, 300), bidding=bid("MOVE_TO", at=(1850, 300)))
        return bout

    bout = held()
    bout.end("ada")
    while bout.asked and GOLEM not in bout.waiting[0].question["combatants"]:
        bout.declare()
    bout.declare(GOLEM)
    bout.answer("go")
    # From (1600, 0) the corner of the wood at (1700, 200) hides what lies east of (1750, 300).
    assert at(bout, GOLEM) == (1751, 300)
    assert ability.inactive(bout.state, GOLEM)
    bout = held()
    bout.end("ada")
    bout.declare(FAMILIAR)
    bout.order(move(FAMILIAR, (2000, 0)))
    assert ability.inactive(bout.state, GOLEM)
    assert at(bout, FAMILIAR) == (2000, 0)


# -- teleport
@pytest.mark.rule("MN-SPL-14", "MN-TEL-01", "MN-TEL-02", "MN-TEL-03", "MN-TEL-04", "MN-GAP-33", "MN-GAP-44")
def test_teleport() -> None:
    """It faces as before, has spent no inches, and nobody strikes at it; it does not pivot before it moves."""
    bout = ready(ben(at=(60, 0), hp=30))
    cast(bout, "teleport", None, 58, at=(0, 800))
    assert bout.asked == []
    assert (bout.the(SpellRolled).chance, bout.the(SpellRolled).band) == (58, Band.MEDIUM)
    assert bout.the(Teleported).place == place(0, 800)
    assert at(bout) == (0, 800)
    mini = bout.mini("ada")
    assert (mini.facing, mini.used.moved, mini.used.facing_fixed) == (Point(1, 0), 0, True)
    refuses(bout, Pivot(combatant="ada", facing=Point(0, 1)), "ada has teleported, and keeps its facing", "MN-TEL-03")
    bout.order(move("ada", (0, 801), facing=Point(0, -1)))
    assert bout.mini("ada").facing == Point(0, -1)
    bout.order(move("ada", (0, 820)))
    bout.order(Pivot(combatant="ada", facing=Point(0, -1)))


@pytest.mark.rule("MN-TEL-02")
def test_a_failed_teleport_leaves_the_caster_where_it_is() -> None:
    """The spell attack is spent."""
    bout = ready()
    cast(bout, "teleport", None, 78, at=(0, 300))
    assert at(bout) == (0, 0)
    assert bout.mini("ada").used.spell_attacks == 1
    assert not bout.mini("ada").used.facing_fixed


@pytest.mark.rule("MN-TEL-01", "MN-TEL-03", "MN-GAP-47", "MN-GAP-42")
def test_where_a_teleport_may_go() -> None:
    """No choice of facing; a free spot in range, sight and front; not into water that bars it."""
    land = ground(river(left=800), box("wood", "wood", 500, -50, 550, 50))
    bout = ready(ben(at=(300, 300)), land=land, size=Size.SMALL)
    for order, reason in (
        (Cast(combatant="ada", spell="teleport", place=place(0, 0)), "ada stands there already"),
        (Cast(combatant="ada", spell="teleport", place=place(300, 260)), "this spot is taken"),
        (Cast(combatant="ada", spell="teleport", place=place(-1, 0)), "it is not in front of ada: pivot first"),
        (Cast(combatant="ada", spell="teleport", place=place(600, 0)), "there is no line of sight"),
        (Cast(combatant="ada", spell="teleport", place=place(0, 1601)), "it is 17 inches away, in range are 16"),
        (Cast(combatant="ada", spell="teleport", place=place(900, 400)), "this water is too wide for ada to enter"),
        (
            Cast(combatant="ada", spell="teleport", place=place(100, 0), facing=EAST),
            "ada has teleported, and keeps its facing",
        ),
    ):
        assert bout.refuse(order).reason == reason
    bout = ready(land=land, attacks=1)
    cast(bout, "teleport", None, 1, at=(900, 400))
    cast(bout, "slow", "ada", 1)  # it has not moved: in water it may attack
    assert bout.has("ada", "slow")


@pytest.mark.rule("MN-GAP-28", "MN-GAP-30")
def test_the_offers_of_points_are_points_that_are_allowed() -> None:
    """Every sample can be sent."""
    bout = ready(ben(at=(300, 0), initiative=1))
    for spell in ("golem", "familiar", "teleport"):
        (offer,) = [offer for offer in bout.offers("ada") if offer.key == f"cast-{spell}"]
        (field,) = [field for field in offer.fields if field.name == "place"]
        assert len(field.among) == 12
        for where in field.among:
            order = Cast(combatant="ada", spell=spell, place=where)
            other = ready(ben(at=(300, 0), initiative=1))
            other.order(order, 100)
            assert other.of(CombatantOut) == []
