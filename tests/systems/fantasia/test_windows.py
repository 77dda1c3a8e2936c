"""The 36 decision windows of the ledger, one by one: who is asked, what he may do, the default, who sees it.

A window that opens within an order is a question. What somebody does with his turn, and what the game master does of
his own accord, are orders: offered while they are open, and no order at all is what the ledger calls declining.
"""

from __future__ import annotations

import pytest

from engine.kernel.state.events import ControlChanged, DecisionAnswered, Moved
from engine.kernel.state.fight import Fight
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.events import ActionSpent, ConcentrationTested, DamageTaken, MovedAbout
from engine.systems.fantasia.ground import Facing
from engine.systems.fantasia.questions import QUESTIONS
from engine.systems.fantasia.rules.basics.figures import Figure, figure
from engine.systems.fantasia.sheet import Initiative, Sheet
from tests.systems.fantasia.bout import BOOK, Bout, at, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Setup
from tests.systems.fantasia.test_status import blow, cast, mage
from tests.systems.fantasia.windows import OPEN, WINDOWS, Window, begun, in_sides

BY_ORDER = (
    "DW-01", "DW-03", "DW-04", "DW-06", "DW-07", "DW-09", "DW-15", "DW-20", "DW-21", "DW-22", "DW-23", "DW-25", "DW-26",
    "DW-28", "DW-29", "DW-32",
)  # fmt: skip
"""Windows that are no questions, each with a test of its own below."""


def test_every_window_of_the_ledger_is_here_and_every_question_is_a_window() -> None:
    """36, none twice as question and order; the question's docstring says which it is."""
    assert sorted({w.id for w in WINDOWS} | set(BY_ORDER)) == [f"DW-{n:02d}" for n in range(1, 37)]
    assert not {w.id for w in WINDOWS} & set(BY_ORDER)
    assert {w.asks for w in WINDOWS} == set(QUESTIONS)
    for window in WINDOWS:
        assert window.id in (window.asks.__doc__ or ""), window.kind
    for name in BY_ORDER:
        assert any(test.startswith(f"test_{name.lower().replace('-', '_')}_") for test in globals()), name


@pytest.mark.parametrize("window", WINDOWS, ids=lambda w: f"{w.id}-{w.kind}-{w.default}")
def test_a_window_asks_whom_the_ledger_names(window: Window) -> None:
    """One seat, these options, this default, no deadline of its own; who may see it; silence takes the default."""
    bout = window.start()
    asked = bout.waiting[0]
    assert asked.kind == window.kind
    assert asked.seats == (window.seat,)
    assert tuple(offer.key for offer in asked.offers) == window.options
    assert asked.default == window.default
    assert not asked.deadline
    assert asked.visibility is window.seen
    other = next(seat for seat in ("ana", "bea") if seat != window.seat)
    shown = BOOK.seen(bout.state, other).fight
    assert isinstance(shown, Fight)
    assert shown.window is not None
    assert bool(shown.window.asked[0].offers) is (window.seen is OPEN)
    assert shown.window.asked[0].seats == (window.seat,)
    bout.arena.feed(*[3] * 40)
    new = bout.arena.answer(None, decision=asked.decision)
    (answered,) = [r.event for r in new if isinstance(r.event, DecisionAnswered)][:1]
    assert (answered.choice, answered.how) == (window.default, "DEADLINE")


# -- windows that are orders
def test_dw_01_the_setup() -> None:
    """By default everybody rolls for himself, without a board, with elements, and sheets are closed."""
    bout = Bout(hero(), foe())
    setup = bout.state.own.setup
    assert (setup.initiative, setup.grid, setup.elements) == (Initiative.INDIVIDUAL, None, True)
    assert not bout.state.fight.figures_open


def test_dw_03_an_ambush() -> None:
    """Ambushers say with what they hide, the game master whether there is one and who watches; else there is none."""
    bout = Bout(hero(figures=sheet(stealth=4)), foe(seat="bea"), begin=False)
    (lurk,) = bout.offers("hero")
    assert (lurk.body.skill, lurk.fields[0].among) == (o.Skill.STEALTH, (o.Skill.STEALTH, o.Skill.AGILITY))
    bout.order(lurk.body)
    assert "hero" not in BOOK.seen(bout.state, "bea").fight.combatants
    assert "hero" in BOOK.seen(bout.state, "ana").fight.combatants
    (surprise,) = [offer for offer in bout.offers(None) if offer.key == "surprise-heroes"]
    assert [(f.name, f.among) for f in surprise.fields] == [("ambushers", ("hero",)), ("watchers", ("foe",))]
    assert bout.refuse(surprise.body, seat="ana").code == "NOT_YOURS"
    begun(bout, 6, 5, 1, 2)
    assert bout.state.own.ambush is None


def test_dw_04_a_free_turn() -> None:
    """A movement and an action; ending it forfeits the rest."""
    bout = Bout(hero(), foe(), begin=False)
    bout.order(o.Lurk(combatant="hero"))
    bout.order(o.Surprise(ambushers=("hero",)), 3, 3, seat="gm")
    bout.order(blow(), 1, 2)
    keys = bout.keys("hero")
    assert "attack-unarmed" not in keys
    assert {"move-walk", "end-turn"} <= set(keys)
    bout.end("hero", 6, 5, 1, 2)
    assert bout.acting == "hero"


def test_dw_06_who_of_a_side_is_next() -> None:
    """The side's own seats pick, the first who joined unless they do; in phases the game master does for all."""
    bout = in_sides(Initiative.SIDES, 6, 5, 1, 2)
    assert bout.state.fight.acting == ("hero", "friend")
    assert (bout.keys("hero"), bout.keys("friend")) == (["take-turn"], ["take-turn"])
    assert bout.refuse(o.TakeTurn(combatant="hero"), seat="bea").code == "NOT_YOURS"
    bout = in_sides(Initiative.PHASES, 6, 5, 1, 2)
    bout.answer("melee")
    bout.answer("melee")
    assert (bout.keys("hero"), bout.keys("friend")) == ([], [])
    (pick,) = [offer for offer in bout.offers(None) if offer.key == "take-turn"]
    assert (pick.body.combatant, pick.fields[0].among) == ("hero", ("hero", "friend"))
    assert BOOK.seen(bout.state, "bea").fight.acting == ("hero", "friend")


def test_dw_07_the_start_of_a_turn() -> None:
    """Act, ready or delay; where sides act nobody delays. What is readied is his side's secret."""
    bout = Bout(hero(), foe(seat="bea"))
    assert {"ready", "delay", "attack-unarmed", "end-turn"} <= set(bout.keys("hero"))
    bout.order(o.Ready(combatant="hero", action=o.Readied.ATTACK))
    assert BOOK.seen(bout.state, "bea").own.fighters["hero"].waiting is None
    assert BOOK.seen(bout.state, "bea").fight.combatants["hero"].has("readied")
    bout = in_sides(Initiative.SIDES, 6, 5, 1, 2)
    bout.order(o.TakeTurn(combatant="hero"))
    assert "delay" not in bout.keys("hero")
    assert bout.refuse(o.Delay(combatant="hero")).rule == "FF-DELAY-01"


@pytest.mark.parametrize(("strength", "agility", "added"), [(3, 1, 3), (1, 3, 3), (2, 2, 2)])
def test_dw_09_a_thrown_weapon(strength: int, agility: int, added: int) -> None:
    """Strength or agility, for roll and damage; unsaid, the higher."""
    bout = Bout(hero(figures=sheet(strength=strength, agility=agility, weapons=("shuriken",))), foe())
    (throw,) = [offer for offer in bout.offers("hero") if offer.key == "attack-shuriken"]
    assert [f.among for f in throw.fields if f.name == "attribute"] == [(Attribute.STRENGTH, Attribute.AGILITY)]
    bout.order(blow(weapon="shuriken"), 6, 5, 1)
    assert bout.the(DamageTaken).damage == 1 + added


def test_dw_15_concentration_is_nobodys_choice() -> None:
    """Damage in the making of a spell is tested against at once; no window opens."""
    bout = Bout(foe(figures=sheet(hp=60)), hero(figures=mage("fire")))
    bout.order(o.Ready(combatant="foe", action=o.Readied.ATTACK, trigger=o.Trigger.CASTS))
    bout.end("foe")
    bout.order(cast("fire", "foe"))
    bout.answer("attack-unarmed", 6, 5, 1, 1, 1, target="hero")
    assert (bout.the(ConcentrationTested).difficulty, bout.asked) == (7, [])


@pytest.mark.parametrize("key", ["stand-up", "draw-bow", "reload-pistol"])
def test_dw_20_which_action_pays(key: str) -> None:
    """Getting up, drawing and loading: the movement action, unless the normal one is named."""
    figures = sheet(weapons=("pistol", "bow"))
    bout = Bout(hero(figures=figures, conditions=("prone",)), foe())
    bout.correct("rules.fighters.hero.weapons.pistol.bullets", 1)
    (offer,) = [offer for offer in bout.offers("hero") if offer.key == key]
    assert offer.body.pay is o.Pay.MOVEMENT
    assert [f.among for f in offer.fields if f.name == "pay"] == [(o.Pay.MOVEMENT, o.Pay.NORMAL)]
    bout.order(type(offer.body)(**{f: getattr(offer.body, f) for f in offer.body.__struct_fields__ if f != "pay"}))
    assert bout.the(ActionSpent).pay is o.Pay.MOVEMENT


def test_dw_21_the_extra_action_of_haste() -> None:
    """A second attack is one single blow; what is not used is lost."""
    bout = Bout(hero(figures=sheet(multi_attack=2), conditions=("haste",)), foe(figures=sheet(hp=60)))
    bout.order(blow(), 1, 2)
    bout.answer("hold")
    bout.order(blow(), 1, 2)
    assert (bout.asked, bout.the(ActionSpent).pay) == ([], o.Pay.EXTRA)
    bout.end("hero")
    assert bout.acting == "foe"


@pytest.mark.parametrize(("status", "left"), [("slow", {"end-turn"}), ("disabled", {"end-turn"})])
def test_dw_22_the_only_action_of_the_slow_and_the_disabled(status: str, left: set[str]) -> None:
    """The slow pick any, the disabled only move; after it, nothing but the end of the turn is left."""
    bout = Bout(hero(conditions=(status,)), foe())
    assert ("attack-unarmed" in bout.keys("hero")) is (status == "slow")
    bout.order(o.Move(combatant="hero", metres=1))
    spent = {key for key in bout.keys("hero") if key not in ("lie-down", "check", "other")}
    assert spent == left
    bout.end("hero")


def test_dw_23_a_berserk_turn() -> None:
    """His own seat picks the enemy, the nearest unless it does; bare hands serve; he must while he can."""
    bout = Bout(hero(conditions=("berserk",), place=at(0)), foe("far", place=at(1)), foe("near", place=at(0)))
    (strike,) = [offer for offer in bout.offers("hero") if offer.key == "attack-unarmed"]
    assert (strike.body.target, strike.fields[0].among) == ("near", ("near", "far"))
    assert bout.refuse(o.EndTurn(combatant="hero")).rule == "FF-ST-38"


def test_dw_25_a_charmed_turn() -> None:
    """The charmer's seat orders, the game master may; not what could cost his life (test_loyalty.py)."""
    bout = Bout(hero(figures=mage("charm")), foe(seat="bea"))
    bout.order(cast("charm", "foe"), 6, 5)
    assert bout.the(ControlChanged).controller == "ana"
    bout.end("hero")
    assert bout.refuse(o.EndTurn(combatant="foe"), seat="bea").code == "NOT_YOURS"
    assert {offer.key for offer in bout.offers("foe", seat="ana")} == {o.key for o in bout.offers("foe", seat="gm")}
    bout.order(o.EndTurn(combatant="foe"), seat="gm")


def test_dw_26_a_zombies_turn() -> None:
    """The game master's: attacks and movement, the nearest who lives first (test_loyalty.py)."""
    bout = Bout(hero(conditions=("zombie",)), foe())
    assert bout.state.fight.holders("hero") == ("gm",)
    assert not {"defend", "ready", "delay"} & {offer.key for offer in bout.offers("hero", seat="gm")}


def test_dw_28_a_surrender() -> None:
    """The game master accepts it, or the fight goes on."""
    bout = Bout(hero(conditions=("berserk",)), foe())
    offered = [offer.body for offer in bout.offers(None) if isinstance(offer.body, o.Surrender)]
    assert offered
    assert bout.refuse(o.Surrender(side="foes"), seat="ana").code == "NOT_YOURS"
    bout.order(o.Surrender(side="foes"), 6, 5, seat="gm")
    assert not bout.has("hero", "berserk")


def test_dw_29_facing_after_a_movement() -> None:
    """Any of four; unsaid, the way of the last step, and without a step as before."""
    bout = Bout(hero(place=cell(0, 0, "NORTH")), foe(place=cell(9, 9)), setup=Setup(grid=Grid()))
    (walk,) = [offer for offer in bout.offers("hero") if offer.key == "move-walk"]
    assert set(Facing) <= {facing for f in walk.fields if f.name == "facing" for facing in f.among}
    bout.order(o.Move(combatant="hero", to=cell(0, 0)))
    assert bout.who("hero").place == cell(0, 0, "NORTH")
    bout.order(o.Move(combatant="hero", to=cell(2, 0), pay=o.Pay.NORMAL))
    assert bout.who("hero").place == cell(2, 0, "EAST")
    assert bout.of(Moved)
    assert bout.the(MovedAbout).metres == 2


def test_dw_32_whether_elements_count() -> None:
    """For the encounter, and otherwise for some; by default they do."""
    weak = Sheet(ref="bomb")
    for setup, points in ((Setup(), 4), (Setup(elements=False), 2), (Setup(elements_except=("bomb",)), 2)):
        bout = Bout(hero(figures=mage("blizzard")), foe("bomb", weak), setup=setup)
        assert figure(bout.state, "bomb", Figure.MAGIC_DEFENSE) == 11
        bout.order(cast("blizzard", "bomb"), 6, 5, 1, 1)
        assert bout.the(DamageTaken).damage == points
