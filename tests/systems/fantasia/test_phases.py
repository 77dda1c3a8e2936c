"""Sides ordered by kinds of action."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.kernel.playing.entering import joined_event
from engine.kernel.state.events import CombatantJoined
from engine.kernel.state.orders import Begin, Entry
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.events import ActionDeclared, PhaseBegan, TurnEnded
from engine.systems.fantasia.orders import Phase
from engine.systems.fantasia.sheet import Initiative, Setup, Stock
from tests.systems.fantasia.bout import BOOK, Bout, at, foe, hero, sheet

ALL = sheet(
    mp=20, spells=("fire",), weapons=("sword", "bow"), techniques=("sweep",), items=(Stock(item="potion", count=2),)
)


def phased(*entries: Entry, faces: tuple[int, ...] = (6, 5, 1, 2)) -> Bout:
    bout = Bout(*entries, begin=False, setup=Setup(initiative=Initiative.PHASES))
    bout.order(Begin(), *faces, seat="gm")
    return bout


def declare(bout: Bout, *kinds: str) -> None:
    """The answers of one window, in the order asked."""
    assert [asked.kind for asked in bout.waiting] == ["DeclareAction"] * len(kinds)
    for kind in kinds:
        bout.answer(kind)


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_each_acts_in_the_phase_of_his_kind_of_action() -> None:
    """Checks, ranged, melee, items, magic; then the other side declares, and it is asked again every round."""
    bout = phased(*(hero(name) for name in ("a", "b", "c", "d", "e")), foe())
    declare(bout, "magic", "items", "melee", "ranged", "checks")
    seen = []
    for who in ("e", "d", "c", "b", "a"):
        seen.append(bout.the(PhaseBegan).phase)
        assert bout.acting == who
        bout.end(who)
    assert seen == list(Phase)
    declare(bout, "melee")
    bout.end("foe")
    assert len(bout.waiting) == 5


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_in_any_order_within_a_phase() -> None:
    """Of two melee attackers either may be next; the magician waits."""
    bout = phased(hero("a"), hero("b"), hero("c"), foe())
    assert bout.waiting[0].default == "melee"
    declare(bout, "melee", "magic", "melee")
    assert bout.state.fight.acting == ("a", "c")
    bout.order(o.TakeTurn(combatant="c"), seat="gm")
    bout.end("c")
    bout.end("a")
    assert bout.acting == "b"


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_the_game_master_says_who_of_a_phase_is_next() -> None:
    """For players' sides too; who joined first unless he picks another. Without phases the side itself does."""
    bout = phased(hero("a"), hero("b"), foe())
    declare(bout, "melee", "melee")
    assert (bout.offers("a"), bout.offers("b")) == ([], [])
    (offer,) = [offer for offer in bout.offers(None) if offer.key == "take-turn"]
    assert (offer.body, offer.fields[0].among) == (o.TakeTurn(combatant="a"), ("a", "b"))
    refusal = bout.refuse(o.TakeTurn(combatant="b"), seat="ana")
    assert (refusal.rule, refusal.code) == ("FF-INIT-07", "NOT_YOURS")
    bout.order(o.TakeTurn(combatant="b"), seat="gm")
    assert bout.acting == "b"
    bout = Bout(hero("a"), hero("b"), foe(), begin=False, setup=Setup(initiative=Initiative.SIDES))
    bout.order(Begin(), 6, 5, 1, 2, seat="gm")
    assert bout.keys("b") == ["take-turn"]
    assert "take-turn" not in bout.keys(None)
    bout.order(o.TakeTurn(combatant="b"), seat="ana")
    assert bout.acting == "b"


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_out_of_turn_one_is_refused_by_the_rule_of_phases() -> None:
    """Not by that of individual turns: his side comes later, or his kind of action."""
    bout = phased(hero("a"), hero("b"), foe())
    declare(bout, "melee", "melee")
    bout.order(o.TakeTurn(combatant="a"), seat="gm")
    for order in (o.Defend(combatant="b"), o.EndTurn(combatant="b"), o.Defend(combatant="foe")):
        assert bout.refuse(order).rule == "FF-INIT-07"


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_what_is_declared_is_the_sides_secret_until_the_turn_is_over() -> None:
    """The question is private, the answer its side's; others see it when he has acted."""
    bout = phased(hero("a"), hero("b"), foe(seat="bea"))
    assert BOOK.seen(bout.state, "bea").fight.window.asked[0].offers == ()  # type: ignore[union-attr]
    declare(bout, "melee", "magic")
    (first, _) = [r for r in bout.last if isinstance(r.event, ActionDeclared)]
    assert (first.draft.to, first.draft.whole) == (("gm", "ana"), True)

    def known(seat: str | None) -> list[Phase | None]:
        return [BOOK.seen(bout.state, seat).own.fighters[who].declared for who in ("a", "b")]

    assert known("ana") == known("gm") == [Phase.MELEE, Phase.MAGIC]
    assert known("bea") == known(None) == [None, None]
    bout.end("a")
    assert known("bea") == [Phase.MELEE, None]


@pytest.mark.rule("FF-INIT-07")
@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("checks", {"grapple", "check"}),
        ("ranged", {"attack bow"}),
        ("melee", {"attack sword", "attack unarmed", "technique sweep sword", "technique sweep unarmed"}),
        ("items", {"item potion", "defend", "ready"}),
        ("magic", {"cast fire"}),
    ],
)
def test_ff_init_07_the_normal_action_is_of_the_declared_kind(kind: str, keys: set[str]) -> None:
    """Bows shoot, fists and techniques with a blade strike, defending and readying go with items."""
    figures = structs.replace(ALL, equipped=None)
    bout = phased(hero("a", figures), foe())
    bout.lay("a")
    bout.correct("rules.fighters.a.weapons.bow.where", "IN_HAND")
    declare(bout, kind)
    bodies = [offer.body for offer in bout.offers("a")]
    found = set()
    for body in bodies:
        match body:
            case o.Attack():
                found.add(f"attack {body.weapon}")
            case o.UseTechnique():
                found.add(f"technique {body.technique} {body.weapon}")
            case o.Cast():
                found.add(f"cast {body.spell}")
            case o.UseItem():
                found.add(f"item {body.item}")
            case o.Grapple():
                found.add("grapple")
            case o.Defend():
                found.add("defend")
            case o.Ready():
                found.add("ready")
    assert found | {"check"} == keys | {"check"}
    for order in (
        o.Attack(attacker="a", target="foe", weapon="bow"),
        o.Attack(attacker="a", target="foe", weapon="unarmed"),
        o.Cast(caster="a", spell="fire", targets=("foe",)),
        o.Defend(combatant="a"),
        o.Grapple(attacker="a", target="foe"),
    ):
        if type(order) not in {type(body) for body in bodies}:
            assert bout.refuse(order).rule == "FF-INIT-07"


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_the_movement_action_is_free_of_it_and_a_second_movement_is_phase_4() -> None:
    """An archer moves and draws with the movement action; a movement for the normal one goes with items."""
    bout = phased(hero("a", ALL, place=at(0)), foe(place=at(1)))
    declare(bout, "melee")
    (moves,) = [offer for offer in bout.offers("a") if isinstance(offer.body, o.Move)][:1]
    assert (moves.body.pay, [field.name for field in moves.fields]) == (o.Pay.MOVEMENT, ["to"])
    bout.order(o.Move(combatant="a", to=at(2)))
    assert bout.refuse(o.Move(combatant="a", to=at(0))).rule == "FF-INIT-07"


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_what_has_become_impossible_gives_way_to_the_same_or_a_later_kind() -> None:
    """No enemy to strike: not a shot, which is earlier, but an item or magic; or only a movement."""
    bout = phased(hero("a", ALL), foe(), foe("other"))
    declare(bout, "magic")
    bout.correct("combatants.a.vitals.mp.now", 0)
    assert bout.refuse(o.Defend(combatant="a")).rule == "FF-INIT-07"
    bout = phased(hero("a", ALL), foe())
    declare(bout, "melee")
    for weapon in ("sword", "unarmed"):
        bout.correct(f"rules.fighters.a.weapons.{weapon}.where", "STOWED")
    kinds = {type(offer.body) for offer in bout.offers("a")}
    assert {o.Cast, o.Defend} <= kinds
    assert not {o.Grapple, o.Attack} & kinds
    bout.order(o.Cast(caster="a", spell="fire", targets=("foe",)), 1, 2)


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_what_a_movement_may_still_bring_about_is_not_impossible() -> None:
    """The enemy stands 20 m off: first the movement, and only then something else."""
    bout = phased(hero("a", ALL, place=at(0)), foe(place=at(9)))
    declare(bout, "melee")
    cast = o.Cast(caster="a", spell="fire", targets=("foe",))
    assert bout.refuse(cast).rule == "FF-INIT-07"
    bout.order(o.Move(combatant="a", to=at(2)))
    bout.order(cast, 1, 2)


@pytest.mark.rule("FF-INIT-07", "FF-TURN-05")
def test_ff_init_07_a_check_counts_as_the_action_in_the_first_phase_only() -> None:
    """Later it may still be asked for; the game master can only give it for nothing."""
    bout = phased(hero("a"), foe())
    declare(bout, "melee")
    bout.order(o.CheckAttribute(combatant="a", attribute=Attribute.AGILITY, purpose="look"))
    assert bout.choices == ["refuse", "free"]
    bout.answer("refuse")
    bout = phased(hero("a"), foe())
    declare(bout, "checks")
    bout.order(o.CheckAttribute(combatant="a", attribute=Attribute.AGILITY, purpose="look"))
    assert bout.choices == ["refuse", "action", "free"]


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_who_cannot_act_declares_nothing() -> None:
    """His turn comes before; who is brought round afterwards has had it."""
    bout = phased(hero("a"), hero("down", vitals={"hp": 0}), foe())
    assert [e.combatant for e in bout.of(TurnEnded)] == ["down"]
    assert [asked.question for asked in bout.waiting] == [{"combatant": "a"}]


@pytest.mark.rule("FF-INIT-06", "FF-INIT-07")
def test_ff_init_07_interleaved_sides_go_through_the_phases_together() -> None:
    """All declare as the round begins; in each phase the sides alternate."""
    bout = phased(hero("a"), hero("b"), foe("x"), foe("y"), faces=(3, 4, 5, 2))
    bout.answer("interleave")
    declare(bout, "magic", "melee", "melee", "melee")
    for who in ("b", "x"):
        if len(bout.state.fight.acting) > 1:
            assert bout.state.fight.acting == ("x", "y")
            bout.order(o.TakeTurn(combatant=who))
        bout.end(who)
    assert bout.acting == "y"
    bout.end("y")
    assert bout.acting == "a"


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_newcomers_declare_with_the_next_round() -> None:
    """Who joins in the middle has no place yet."""
    bout = phased(hero("a"), foe())
    declare(bout, "melee")
    event: CombatantJoined = joined_event(system, hero("late"), bout.state.fight)
    bout.arena.fact(event)
    bout.end("a")
    declare(bout, "melee")
    bout.end("foe")
    assert [asked.question["combatant"] for asked in bout.waiting] == ["a", "late"]
