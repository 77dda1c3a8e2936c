"""Command: control, its orders, and how it breaks."""

from __future__ import annotations

from typing import Any

import pytest

from api.reading.offers import Offering
from engine.kernel.state.events import ConditionLost, ControlChanged
from engine.systems.minis.events import (
    AttackRolled,
    MiniDeclared,
    OrderCalled,
    OrderFulfilled,
    OrderTaken,
    ParticipantConceded,
    PieceMoved,
    PlaceSkipped,
    SpellRolled,
)
from engine.systems.minis.orders import Cast, Concede, GiveOrder
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.magic import control
from engine.systems.minis.state import Verb
from tests.systems.minis.bout import BLUE, BOOK, GREEN, Bout, ana, ben, one, place
from tests.systems.minis.casts import bid, cast, caster, effect, give, pass_turn, ready
from tests.systems.minis.lands import box, ground, river
from tests.systems.minis.steps import at, move, refuses


def commanded(*others: Any, order: str = "hold", land: Any = None, picks: Any = None, **figures: Any) -> Bout:
    """Ada commands Bob, who stands three inches to the east at initiative 5; a guard of Ben's keeps him in the game."""
    figures = {"at": (300, 0), "hp": 30, "initiative": 5, **figures}
    mine = {key.removeprefix("my_"): figures.pop(key) for key in list(figures) if key.startswith("my_")}
    more = {"land": land} if land is not None else {}
    bout = ready(ben(**figures), ben("cid", at=(2000, 2000), initiative=1), *others, **more, **mine)
    cast(bout, "command", "bob", 1)
    assert bout.asked == ["FirstOrder"]
    bout.answer(order, **(picks or {}))
    return bout


def obeys(bout: Bout, *faces: int) -> None:
    """Ada ends her activation, and Bob is declared by Ana; nobody else is."""
    bout.end("ada")
    while bout.asked == ["DeclareWhom"] * len(bout.asked) and bout.asked and not bout.mini("bob").used.acted:
        asked = bout.waiting[0].question["combatants"]
        if "bob" in asked:
            bout.declare("bob", faces=faces)
            return
        bout.declare()


# -- taking control
@pytest.mark.rule("MN-SPL-10", "MN-CMD-01", "MN-CMD-08", "MN-GAP-49", "MN-GAP-51")
def test_a_commanded_mini_is_its_commanders() -> None:
    """Its orders are Ana's, it is an enemy of its owner's; the cast carries one order, without a roll of its own."""
    bout = commanded(order="attack", picks={"target": "cid"}, level=2)
    assert bout.who("bob").controller == "ana"
    assert bout.who("bob").owner == "ben"
    assert lookup.side_of(bout.state, "bob") == "red"
    assert "cid" in lookup.enemies(bout.state, "bob")
    taken = bout.the(OrderTaken)
    assert (taken.combatant, taken.caster, taken.verb, taken.aimed_at) == ("bob", "ada", Verb.ATTACK, "cid")
    assert bout.rolls() == []
    assert bout.mini("ada").used.spell_attacks == 1
    found = effect(bout, "bob", "command")
    assert found is not None
    assert found.last == 3
    assert control.order_of(bout.state, "bob").verb is Verb.ATTACK


@pytest.mark.rule("MN-CMD-08", "MN-GAP-31")
def test_the_first_order_is_asked_of_the_casters_owner() -> None:
    """Everybody sees it; the default is to hold. An order may be about a mini of any side, or a point of the table."""
    bout = ready(ben(at=(300, 0), weapons=("long_bow",)), ben("cid", at=(900, 0)))
    cast(bout, "command", "bob", 1)
    assert bout.asked == ["FirstOrder"]
    assert bout.waiting[0].seats == ("ana",)
    assert bout.waiting[0].default == "hold"
    assert bout.choices == ["hold", "attack", "shoot", "follow", "guard", "move-to", "run-to"]
    bout.answer("move-to", place={"point": {"x": 100, "y": 200}})
    assert control.order_of(bout.state, "bob").point == place(-2300, -2200).point


@pytest.mark.rule("MN-CMD-03", "MN-MAG-01")
def test_a_failed_command_does_nothing() -> None:
    """And asks nothing."""
    bout = ready()
    cast(bout, "command", "bob", 78)
    assert bout.asked == []
    assert bout.who("bob").controller == "ben"


@pytest.mark.rule("MN-GAP-39", "MN-SPL-10")
def test_a_command_without_duration_is_no_control() -> None:
    """A level more than the caster's: nothing is asked."""
    bout = ready(ben(at=(300, 0), level=5))
    cast(bout, "command", "bob", 1)
    assert bout.asked == []
    assert bout.who("bob").controller == "ben"


@pytest.mark.rule("MN-GAP-51", "MN-SPL-10")
def test_nobody_commands_what_it_controls_already() -> None:
    """A mini of its own, or itself; one under Command may be commanded anew."""
    bout = commanded(ana("amy", at=(0, 300)), level=2)
    for target in ("amy", "ada"):
        order = Cast(combatant="ada", spell="command", target=target)
        refuses(bout, order, f"{target} is under your control already", "MN-GAP-51")
    cast(bout, "command", "bob", 1)
    assert bout.asked == ["FirstOrder"]


@pytest.mark.rule("MN-GAP-40", "MN-SPL-10")
def test_the_latest_command_replaces_the_former() -> None:
    """Whoever made it, with its own duration and order: here a shorter one of Ben's."""
    bout = commanded(
        ben("ben-mage", at=(300, 300), level=2, spells=("command",), spell_attacks=1, initiative=8), level=2
    )
    bout.end("ada")
    bout.declare("ben-mage")
    bout.correct("rules.minis.ben-mage.facing", {"x": 0, "y": -1})
    cast(bout, "command", "bob", 1, by="ben-mage")
    assert bout.waiting[0].seats == ("ben",)
    bout.answer("hold")
    assert bout.who("bob").controller == "ben"
    found = effect(bout, "bob", "command")
    assert found is not None
    assert (found.caster, found.last) == ("ben-mage", 1)
    pass_turn(bout)
    assert not bout.has("bob", "command")


# -- orders
@pytest.mark.rule("MN-CMD-02", "MN-CMD-03", "MN-MAG-06", "MN-GAP-44")
def test_further_orders_are_rolled_like_the_spell_and_cost_a_spell_attack() -> None:
    """Success replaces the order, failure leaves it; each is paid."""
    bout = commanded()
    give(bout, "bob", bid("FOLLOW", "ada"), 78)
    assert (bout.the(SpellRolled).hit, bout.the(SpellRolled).chance) == (False, 77)
    assert control.order_of(bout.state, "bob").verb is Verb.HOLD
    give(bout, "bob", bid("FOLLOW", "ada"), 77)
    assert bout.the(OrderCalled).target == "bob"
    assert control.order_of(bout.state, "bob").target == "ada"
    assert bout.mini("ada").used.spell_attacks == 3
    order = GiveOrder(combatant="ada", target="bob", bidding=bid("HOLD"))
    refuses(bout, order, "ada has no spell attacks left in this turn", "MN-MAG-06")


@pytest.mark.rule("MN-CMD-02", "MN-CMD-01")
def test_orders_are_for_whom_one_controls() -> None:
    """Neither enemies nor one's own minis."""
    bout = commanded(ana("amy", at=(0, 300)))
    for target in ("cid", "amy", "ada"):
        order = GiveOrder(combatant="ada", target=target, bidding=bid("HOLD"))
        refuses(bout, order, f"{target} is not under your control", "MN-CMD-02")


@pytest.mark.rule("MN-GAP-31", "MN-GAP-43", "MN-GAP-05")
def test_what_an_order_is_about() -> None:
    """A mini in play that is not itself, a point on the table, or nothing; and the caster looks at who is to obey."""
    bout = commanded()
    for bidding, reason in (
        (bid("ATTACK"), "bidding: this order names a mini"),
        (bid("ATTACK", "bob"), "bob is to obey, and the order is about another mini"),
        (bid("GUARD", "ada", (0, 0)), "bidding: this order names a mini"),
        (bid("MOVE_TO"), "bidding: this order names a point"),
        (bid("MOVE_TO", at=(2401, 0)), "this spot is off the table"),
        (bid("HOLD", "ada"), "bidding: this order names nothing"),
        (bid("RUN_TO", "ada", (0, 0)), "bidding: this order names a point"),
    ):
        refusal = bout.refuse(GiveOrder(combatant="ada", target="bob", bidding=bidding))
        assert (refusal.reason, refusal.field) == (reason, "bidding"), bidding
    bout.order(move("ada", (0, 10)))
    bout.correct("rules.minis.ada.facing", {"x": -1, "y": 0})
    order = GiveOrder(combatant="ada", target="bob", bidding=bid("HOLD"))
    refuses(bout, order, "it is not in front of ada: pivot first", "MN-GAP-05")


@pytest.mark.rule("MN-CMD-07")
def test_a_caster_commands_several() -> None:
    """Each order costs its own spell attack."""
    bout = ready(
        ben(at=(300, 0), level=2), ben("cid", at=(300, 200), level=2), ben("dan", at=(2000, 0)), spell_attacks=4
    )
    for who in ("bob", "cid"):
        cast(bout, "command", who, 1)
        bout.answer("hold")
    give(bout, "cid", bid("FOLLOW", "bob"), 1)
    assert [control.order_of(bout.state, who).verb for who in ("bob", "cid")] == [Verb.HOLD, Verb.FOLLOW]
    assert bout.who("bob").controller == bout.who("cid").controller == "ana"
    assert {offer.key for offer in bout.offers("ada") if offer.key.startswith("order-")} == {"order-bob", "order-cid"}


# -- carrying them out
@pytest.mark.rule("MN-CMD-04", "MN-GAP-49", "MN-GAP-31")
def test_it_goes_where_it_is_told_turn_after_turn() -> None:
    """Declared by Ana at its own initiative; four inches a turn, for nothing, and then it holds."""
    bout = commanded(order="move-to", picks={"place": {"point": {"x": 2700, "y": 3000}}}, level=2)
    obeys(bout)
    assert bout.asked == ["CarryOut"]
    assert bout.waiting[0].seats == ("ana",)
    assert (bout.waiting[0].default, bout.choices) == ("go", ["go"])
    bout.answer("go")
    assert at(bout, "bob") == (300, 400)
    assert bout.mini("ada").used.spell_attacks == 1
    pass_turn(bout)
    assert bout.state.fight.round == 2
    bout.skip(5)
    bout.declare("bob")
    bout.answer("go")
    assert at(bout, "bob") == (300, 600)
    assert bout.of(OrderFulfilled)
    assert bout.asked == ["CarryOut"]
    assert bout.waiting[0].default == "stay"
    bout.answer("stay")
    assert control.order_of(bout.state, "bob").verb is Verb.HOLD


@pytest.mark.rule("MN-GAP-31", "MN-CMD-04")
def test_the_way_may_be_picked_if_it_serves_the_order() -> None:
    """A bow is as good as the straight way if it ends as near; any other is refused."""
    bout = commanded(order="move-to", picks={"place": {"point": {"x": 2700, "y": 2600}}})
    obeys(bout)
    stops = [{"point": {"x": 2750, "y": 2500}}, {"point": {"x": 2700, "y": 2600}}]
    refused = bout.waiting[0]
    with pytest.raises(Exception, match="does not serve"):
        bout.answer("go", path=stops[:1])
    assert bout.waiting[0] == refused
    bout.answer("go", path=stops)
    assert at(bout, "bob") == (300, 200)


@pytest.mark.rule("MN-GAP-31", "MN-RUN-02")
def test_it_runs_where_it_is_told_to_run() -> None:
    """Six inches."""
    bout = commanded(order="run-to", picks={"place": {"point": {"x": 2700, "y": 3200}}}, level=2)
    obeys(bout)
    bout.answer("go")
    assert at(bout, "bob") == (300, 600)
    assert bout.mini("bob").used.running


@pytest.mark.rule("MN-GAP-31", "MN-GAP-51", "MN-GAP-49")
def test_it_closes_and_makes_all_attacks_even_at_its_own_side() -> None:
    """Dan looks away: two flank attacks, one after the other."""
    dan = ben("dan", at=(300, 300), hp=30, towards=(0, 1), initiative=1)
    bout = commanded(dan, order="attack", picks={"target": "dan"}, attacks=2)
    obeys(bout)
    assert bout.asked == ["CarryOut"]
    bout.answer("go", 68, 69)
    assert [(event.attacker, event.hit) for event in bout.of(AttackRolled)] == [("bob", True), ("bob", False)]
    assert bout.life("dan") == 26
    assert bout.mini("bob").used.attacks == 2


@pytest.mark.rule("MN-GAP-31")
def test_it_shoots_and_moves_only_to_get_range_or_sight() -> None:
    """In range it stays; out of range it comes as near as it must."""
    dan = ben("dan", at=(300, 900), hp=30, initiative=1, towards=(0, -1))
    bout = commanded(dan, order="shoot", picks={"target": "dan"}, weapons=("short_bow",))
    obeys(bout, 36)
    assert at(bout, "bob") == (300, 0)
    assert bout.life("dan") == 26
    bout = commanded(dan, order="shoot", picks={"target": "dan"}, weapons=("sling",), movement=400)
    bout.correct("combatants.dan.place", place(300, 1100))
    bout.end("ada")
    while "bob" not in bout.waiting[0].question["combatants"]:
        bout.declare()
    bout.declare("bob")
    assert bout.asked == ["CarryOut"]
    bout.answer("go", 36)
    moved = bout.of(PieceMoved)
    assert sum(event.thousandths for event in moved) in range(2000, 2100)
    assert bout.the(AttackRolled).hit


@pytest.mark.rule("MN-GAP-31")
def test_it_follows_and_guards() -> None:
    """As near as it may, half an inch; within two inches, and at the nearest enemy in reach."""
    bout = commanded(order="follow", picks={"target": "ada"})
    obeys(bout)
    bout.answer("go")
    assert at(bout, "bob") == (50, 0)
    dan = ben("dan", at=(150, 50), hp=30, initiative=1, towards=(-1, 1))
    bout = commanded(dan, order="guard", picks={"target": "ada"}, level=2)
    obeys(bout)
    assert bout.asked == ["CarryOut"]
    bout.answer("go", 71)
    assert bout.the(AttackRolled).target == "dan"


@pytest.mark.rule("MN-GAP-31")
def test_it_holds_and_attacks_enemies_in_reach_if_its_controller_wishes() -> None:
    """Otherwise it has waited."""
    dan = ben("dan", at=(300, 80), hp=30, towards=(0, 1), initiative=1)
    bout = commanded(dan)
    obeys(bout)
    assert bout.choices == ["stay", "strike", "turn"]
    bout.answer("strike", 1)
    assert bout.the(AttackRolled).target == "dan"
    bout = commanded(dan)
    obeys(bout)
    bout.answer("stay")
    assert not bout.mini("bob").used.acted


@pytest.mark.rule("MN-GAP-31", "MN-GAP-52")
@pytest.mark.parametrize(("weapon", "damage"), [(None, 6), ("dagger", 3)])
def test_dw_17_its_controller_picks_the_weapon_also_where_it_holds(weapon: str | None, damage: int) -> None:
    """As under any other order; the first one is the default."""
    dan = ben("dan", at=(300, 80), hp=30, towards=(0, 1), initiative=1)
    bout = commanded(dan, weapons=("long_sword", "dagger"))
    obeys(bout)
    bout.answer("strike")
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("CarryOut", ("ana",), "strike")
    bout.answer("strike", 1, **({} if weapon is None else {"weapon": weapon}))
    assert bout.life("dan") == 30 - damage


@pytest.mark.rule("MN-GAP-31")
def test_an_order_whose_goal_is_gone_becomes_a_hold() -> None:
    """Dan has fallen."""
    dan = ben("dan", at=(300, 400), initiative=1)
    bout = commanded(dan, order="attack", picks={"target": "dan"})
    bout.correct("combatants.dan.vitals.life.now", 0)
    obeys(bout)
    assert control.order_of(bout.state, "bob").verb is Verb.HOLD


# -- how it breaks
@pytest.mark.rule("MN-CMD-06", "MN-GAP-46", "MN-CMD-05")
def test_it_breaks_the_moment_the_commanded_is_out_of_range() -> None:
    """Bob goes north along the rim of the range: his piece is cut at the first hundredth beyond, and he stops."""
    far = {"at": (1590, 0), "towards": (-1, 0)}
    bout = commanded(order="move-to", picks={"place": {"point": {"x": 4200, "y": 2400}}}, my_level=4, **far)
    obeys(bout)
    bout.answer("go")
    assert at(bout, "bob") == (1601, 0)
    assert bout.the(ConditionLost).reason == "out_of_range"
    assert bout.the(ControlChanged).controller == "ben"
    assert bout.own.effects == {}
    assert bout.acting != "bob"
    assert bout.mini("bob").used.acted


@pytest.mark.rule("MN-CMD-06", "MN-GAP-46")
def test_it_breaks_where_the_caster_goes_out_of_range_and_comes_back() -> None:
    """Ada walks ten hundredths away and returns in one piece: Bob is his owner's for good, and she goes on."""
    bout = commanded(at=(1595, 0))
    bout.order(move("ada", (-10, 0), (100, 0)))
    assert at(bout) == (100, 0)
    assert not bout.has("bob", "command")
    assert bout.who("bob").controller == "ben"
    order = GiveOrder(combatant="ada", target="bob", bidding=bid("HOLD"))
    refuses(bout, order, "bob is not under your control", "MN-CMD-02")
    bout = commanded(at=(1595, 0))
    bout.order(move("ada", (-5, 0), (100, 0)))  # exactly in range
    assert bout.has("bob", "command")


@pytest.mark.rule("MN-CMD-06", "MN-GAP-46", "MN-TEL-04")
def test_a_teleport_and_a_correction_break_it_too() -> None:
    """Whoever moves them, and however."""
    bout = commanded(at=(1500, 0))
    bout.correct("rules.minis.ada.facing", {"x": -1, "y": 0})
    cast(bout, "teleport", None, 1, at=(-300, 0))
    assert not bout.has("bob", "command")
    bout = commanded()
    bout.correct("combatants.bob.place", place(1700, 0))
    assert not bout.has("bob", "command")
    assert bout.who("bob").controller == "ben"


@pytest.mark.rule("MN-GAP-41", "MN-GAP-50")
def test_it_ends_with_its_caster() -> None:
    """Ada falls, or her participant gives up."""
    bout = commanded(ana("amy", at=(0, 500)))
    bout.correct("combatants.ada.vitals.life.now", 0)
    assert bout.who("bob").controller == "ben"
    assert not bout.has("bob", "command")


@pytest.mark.rule("MN-CMD-01", "MN-GAP-09")
def test_it_ends_with_its_last_turn() -> None:
    """Bob is of the caster's level less one: two turns."""
    bout = commanded(level=3)
    pass_turn(bout)
    assert bout.who("bob").controller == "ana"
    pass_turn(bout)
    assert bout.who("bob").controller == "ben"


@pytest.mark.rule("MN-GAP-50", "MN-SPL-07", "MN-GAP-46")
def test_fear_goes_before_an_order_and_runs_on_when_control_breaks() -> None:
    """Statue before Fear before orders."""
    bout = commanded(at=(1400, 0), order="follow", picks={"target": "ada"}, level=2)
    cast(bout, "fear", "bob", 1)
    bout.end("ada")
    while bout.asked and not bout.mini("bob").used.acted:
        bout.declare()
    assert at(bout, "bob") == (2000, 0)
    assert not bout.has("bob", "command")
    assert bout.of(MiniDeclared) or bout.mini("bob").used.acted


@pytest.mark.rule("MN-GAP-49")
def test_whoever_controls_a_mini_at_its_place_uses_it() -> None:
    """Bob is declared by Ben for the same round; commanded before his place, he obeys Ana."""
    bout = Bout(caster(), ben(at=(300, 0), initiative=9), ben("cid", at=(2000, 2000)))
    bout.begin()
    bout.declare("ada", "bob", faces=(90, 10))
    cast(bout, "command", "bob", 1)
    bout.answer("follow", target="ada")
    bout.end("ada")
    assert bout.asked == ["CarryOut"]
    assert bout.waiting[0].seats == ("ana",)
    bout.answer("go")
    assert at(bout, "bob") == (50, 0)


@pytest.mark.rule("MN-GAP-49", "MN-CMD-04")
def test_an_order_after_it_has_acted_takes_effect_in_the_next_turn() -> None:
    """Bob acted first."""
    bout = Bout(caster(initiative=5), ben(at=(300, 0), initiative=9), ben("cid", at=(2000, 2000)))
    bout.begin()
    bout.declare("bob")
    bout.order(move("bob", (250, 0)))
    bout.end("bob")
    bout.declare("ada")
    cast(bout, "command", "bob", 1)
    bout.answer("follow", target="ada")
    bout.end("ada")
    assert bout.of(PlaceSkipped) == []
    assert at(bout, "bob") == (250, 0)


@pytest.mark.rule("MN-CMD-04", "MN-GAP-46")
def test_sight_is_not_needed_to_keep_control() -> None:
    """A wall stands between them; an order needs sight."""
    land = ground(box("wall", "wall", 100, 200, 120, 700), river(left=1000))
    bout = commanded(land=land)
    bout.correct("combatants.bob.place", place(300, 400))
    bout.correct("combatants.ada.place", place(0, 400))
    assert bout.has("bob", "command")
    order = GiveOrder(combatant="ada", target="bob", bidding=bid("HOLD"))
    refuses(bout, order, "there is no line of sight", "MN-GAP-43")


@pytest.mark.rule("MN-GAP-48", "MN-GAP-41")
def test_giving_up_ends_the_commands_of_the_minis_that_leave() -> None:
    """A third side goes on against Ben."""
    bout = commanded(one("gus", GREEN, "cleo", at=(-2000, 0)))
    bout.order(Concede(combatant="ada"))
    assert bout.who("bob").controller == "ben"


def offered(bout: Bout, seat: str) -> list[tuple[str | None, str]]:
    """What a seat is offered now: for whom, and what."""
    offering = Offering(BOOK, BOOK.seen(bout.state, seat), seat, "", "en", {})
    return [(offer.combatant, offer.key) for listed in offering.orders() for offer in listed.offers]


@pytest.mark.rule("MN-GAP-48", "MN-GAP-49")
def test_whoever_owns_gives_up_though_all_its_minis_are_commanded() -> None:
    """It orders nothing else, and its commander does not give up for it."""
    bout = ready(ben(at=(300, 0), hp=30, initiative=5), one("gus", GREEN, "cleo", at=(-2000, 0), initiative=1))
    cast(bout, "command", "bob", 1)
    bout.answer("hold")
    assert bout.who("bob").controller == "ana"
    order = Concede(combatant="bob")
    assert offered(bout, "ben") == [("bob", "concede")]
    assert ("bob", "concede") not in offered(bout, "ana")
    assert ("bob", "concede") in offered(bout, "gm")
    assert bout.refuse(order, seat="ana").code == "NOT_YOURS"
    assert bout.refuse(GiveOrder(combatant="bob", target="ada", bidding=bid("HOLD")), seat="ben").code == "NOT_YOURS"
    bout.order(order, seat="ben")
    given = bout.the(ParticipantConceded)
    assert (given.giver, given.side, bout.who("bob").out) == ("ben", BLUE, "conceded")
    assert "bob" not in bout.state.fight.acting
    assert bout.state.fight.outcome is None
