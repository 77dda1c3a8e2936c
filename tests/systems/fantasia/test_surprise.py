"""Ambushes and free turns."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.state.events import DiceRolled, Moved, RoundBegan, SightChanged, TurnBegan
from engine.kernel.state.orders import Begin, Entry
from engine.kit.testing import picks
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import (
    ActionsGiven,
    AmbusherShown,
    AmbushLaid,
    AmbushSettled,
    AmbushSprung,
    AttackRolled,
    InitiativeRolled,
    StealthTested,
    WatchTested,
)
from engine.systems.fantasia.orders import Skill
from engine.systems.fantasia.sheet import Initiative, Setup, Sheet
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.systems.fantasia.bout import BOOK, SEATS, Bout, at, foe, hero, sheet
from tests.systems.fantasia.chance import Chance, field_of_six, play


def ambush(*entries: Entry, by: tuple[str, ...], **skills: Skill) -> Bout:
    """Before the fight; these lie in wait."""
    bout = Bout(*entries, begin=False)
    for who in by:
        bout.order(o.Lurk(combatant=who, skill=skills.get(who)))
    return bout


def spring(bout: Bout, by: tuple[str, ...], *faces: int, watchers: tuple[str, ...] = ()) -> None:
    bout.order(o.Surprise(ambushers=by, watchers=watchers), *faces, seat="gm")


def strike(attacker: str, target: str) -> o.Attack:
    return o.Attack(attacker=attacker, target=target, weapon="unarmed")


@pytest.mark.rule("FF-SURP-01")
def test_ff_surp_01_only_the_gm_says_that_it_is_possible() -> None:
    """Without his word the fight begins as ever, and who lay in ambush is seen."""
    bout = ambush(hero("a"), foe("x"), by=("a",))
    assert bout.keys(None)[:2] == ["begin", "surprise-heroes"]
    bout.order(Begin(), 6, 6, 1, 1, seat="gm")
    assert [(e.combatant, e.reason) for e in bout.of(AmbusherShown)] == [("a", "forgone")]
    assert len(bout.of(InitiativeRolled)) == 2
    assert bout.who("a").seen_by is None


@pytest.mark.rule("FF-SURP-01")
def test_ff_surp_01_what_is_no_ambush_is_refused() -> None:
    """Not once the fight has begun, not twice, not by the helpless, not by both sides, not by who does not hide."""
    bout = ambush(hero("a"), hero("down", conditions=("unconscious",)), foe("x"), by=("a", "x"))
    assert bout.refuse(o.Lurk(combatant="a")).rule == "FF-SURP-01"
    assert bout.refuse(o.Lurk(combatant="down")).rule == "FF-KO-08"
    for ambushers, watchers in ((("a", "x"), ()), ((), ()), (("a", "a"), ()), (("down",), ()), (("a",), ("a",))):
        order = o.Surprise(ambushers=ambushers, watchers=watchers)
        assert bout.refuse(order, seat="gm").rule in ("FF-SURP-01", "FF-SURP-03")
    assert bout.keys("down") == []
    bout.order(Begin(), 6, 6, 4, 4, 1, 1, seat="gm")
    assert bout.refuse(o.Lurk(combatant="x")).rule == "FF-SURP-01"
    assert bout.refuse(o.Surprise(ambushers=("a",)), seat="gm").rule == "FF-INIT-01"


@pytest.mark.rule("FF-SURP-02")
@pytest.mark.parametrize(
    ("figures", "skill", "used", "total"),
    [
        (sheet(agility=3), None, Skill.AGILITY, 10),
        (sheet(agility=3, stealth=5), None, Skill.STEALTH, 12),
        (sheet(agility=3, hide=4), None, Skill.HIDE, 11),
        (sheet(agility=3, stealth=1), None, Skill.AGILITY, 10),
        (sheet(agility=3, stealth=1), Skill.STEALTH, Skill.STEALTH, 8),
        (sheet(agility=3, traits=("sneak",)), None, Skill.STEALTH, 11),
        (sheet(agility=3, traits=("lurk",), hide=2), Skill.HIDE, Skill.HIDE, 11),
    ],
)
def test_ff_surp_02_agility_or_a_skill_he_has(figures: Sheet, skill: Skill | None, used: Skill, total: int) -> None:
    """The best is the default; another one may be named; from sheet or trait the better."""
    bout = Bout(hero("a", figures), foe("x"), begin=False)
    bout.order(o.Lurk(combatant="a", skill=skill))
    assert bout.the(AmbushLaid).skill is used
    spring(bout, ("a",), 3, 4)
    assert bout.the(StealthTested).total == total


@pytest.mark.rule("FF-SURP-02")
def test_ff_surp_02_a_skill_he_lacks_is_refused_and_not_offered() -> None:
    """Agility everybody has."""
    bout = Bout(hero("a", sheet(hide=1)), foe("x"), begin=False)
    assert bout.refuse(o.Lurk(combatant="a", skill=Skill.STEALTH)).rule == "FF-SURP-02"
    (offer,) = bout.offers("a")
    assert offer.fields[0].among == (Skill.HIDE, Skill.AGILITY)


@pytest.mark.rule("FF-SURP-03")
def test_ff_surp_03_only_who_is_on_the_watch_has_a_check() -> None:
    """2d + mind; the others roll nothing, and without a watch nothing is noticed."""
    bout = ambush(hero("a"), foe("x", sheet(mind=2)), foe("y"), by=("a",))
    spring(bout, ("a",), 6, 5, 4, 4, watchers=("x",))
    assert [(e.combatant, e.total) for e in bout.of(WatchTested)] == [("x", 10)]
    assert [e.by for e in bout.of(DiceRolled)] == ["a", "x"]
    bout = ambush(hero("a"), foe("x"), by=("a",))
    spring(bout, ("a",), 1, 1)
    assert bout.of(WatchTested) == []
    assert (bout.the(AmbushSettled).noticed, bout.the(AmbushSettled).opposed_total) == (False, 0)


@pytest.mark.rule("FF-SURP-04")
def test_ff_surp_04_noticed_no_free_turns() -> None:
    """A tie is noticed: initiative at once, and everybody is seen."""
    bout = ambush(hero("a"), foe("x"), by=("a",))
    spring(bout, ("a",), 4, 4, 5, 3, 6, 6, 1, 1, watchers=("x",))
    assert (bout.the(AmbushSettled).noticed, bout.rule_of(AmbushSettled)) == (True, "FF-SURP-04")
    assert bout.of(AmbushSprung) == []
    assert bout.the(AmbusherShown).reason == "noticed"
    assert bout.state.fight.round == 1
    assert bout.state.own.ambush is None


@pytest.mark.rule("FF-SURP-03", "FF-SURP-04")
@pytest.mark.parametrize(("watch", "noticed"), [((3, 3), False), ((3, 4), True)])
def test_ff_surp_04_the_lowest_ambusher_against_the_highest_watcher(watch: tuple[int, int], noticed: bool) -> None:
    """11 and 7 against 2 and 6, or 2 and 7: one clumsy fellow gives all of them away."""
    bout = ambush(hero("a"), hero("b"), foe("x"), foe("y"), by=("a", "b"))
    rest = (6, 6, 5, 5, 4, 4, 3, 3) if noticed else ()
    spring(bout, ("a", "b"), 6, 5, 3, 4, 1, 1, *watch, *rest, watchers=("x", "y"))
    settled = bout.the(AmbushSettled)
    assert (settled.total, settled.opposed_total, settled.noticed) == (7, sum(watch), noticed)


@pytest.mark.rule("FF-SURP-05")
def test_ff_surp_05_each_attacker_has_one_movement_and_one_action() -> None:
    """In any order their side wants; no second action, no delay; the last needs not to be picked."""
    bout = ambush(hero("a"), hero("b"), foe("x"), by=("a", "b"))
    spring(bout, ("a", "b"), 3, 4, 3, 4)
    assert bout.the(TurnBegan).acting == ("a", "b")
    bout.order(o.TakeTurn(combatant="b"))
    assert (bout.the(ActionsGiven).normal, bout.the(ActionsGiven).movement) == (1, 1)
    assert "delay" not in bout.keys("b")
    assert bout.refuse(o.Delay(combatant="b")).rule == "FF-SURP-05"
    bout.order(o.Move(combatant="b", metres=2))
    bout.order(strike("b", "x"), 1, 2)
    assert bout.refuse(strike("b", "x")).rule == "FF-TURN-01"
    bout.end("b")
    assert bout.acting == "a"
    assert bout.state.fight.round == 0


@pytest.mark.rule("FF-SURP-05")
def test_ff_surp_05_a_free_turn_may_be_forgone_and_is_lost_by_who_cannot_act() -> None:
    """One ends it at once; the other has fallen before his."""
    bout = ambush(hero("a"), hero("b"), hero("c"), foe("x"), by=("a", "b", "c"))
    spring(bout, ("a", "b", "c"), 3, 4, 3, 4, 3, 4)
    bout.order(o.TakeTurn(combatant="a"))
    bout.lay("b", "unconscious")
    bout.end("a")
    assert bout.acting == "c"


@pytest.mark.rule("FF-SURP-05")
def test_ff_surp_05_nothing_begins_or_ends_with_a_free_turn() -> None:
    """What lasts until a turn begins is still there after it."""
    bout = ambush(hero("a", conditions=("off_balance",)), foe("x"), by=("a",))
    spring(bout, ("a",), 3, 4)
    assert bout.has("a", "off_balance")
    bout.end("a", 6, 6, 1, 1)
    assert not bout.has("a", "off_balance")


@pytest.mark.rule("FF-SURP-05", "FF-REACT-02")
def test_ff_surp_05_the_surprised_do_not_react() -> None:
    """His counter is asked for once the fight has begun, not in the free turns; nor is what he holds ready."""
    counter: Any = {"reactions": ("counter",)}
    bout = ambush(hero("a"), foe("x", sheet(**counter), conditions=("readied",)), by=("a",))
    spring(bout, ("a",), 3, 4)
    bout.order(strike("a", "x"), 6, 5, 1)
    assert bout.asked == []
    bout.end("a", 6, 6, 1, 1)
    bout.lay("x")
    bout.order(strike("a", "x"), 6, 5)
    assert bout.asked == ["ReactToHit"]


@pytest.mark.rule("FF-SURP-06")
def test_ff_surp_06_after_the_free_turns_everybody_rolls_initiative() -> None:
    """Ambushers too; that is the first round."""
    bout = ambush(hero("a"), foe("x"), by=("a",))
    spring(bout, ("a",), 3, 4)
    assert bout.of(InitiativeRolled) == bout.of(RoundBegan) == []
    bout.end("a", 1, 2, 6, 6)
    assert [e.combatant for e in bout.of(InitiativeRolled)] == ["a", "x"]
    assert bout.the(RoundBegan).round == 1
    assert bout.acting == "x"


@pytest.mark.rule("FF-SURP-06", "FF-INIT-04")
def test_ff_surp_06_or_the_sides_do() -> None:
    """Where sides act, each rolls once."""
    bout = Bout(hero("a"), foe("x"), begin=False, setup=Setup(initiative=Initiative.SIDES))
    bout.order(o.Lurk(combatant="x"))
    spring(bout, ("x",), 3, 4)
    bout.end("x", 6, 6, 1, 1)
    assert bout.acting == "a"


@pytest.mark.rule("FF-SURP-05")
def test_ff_surp_05_of_two_ambushes_one_takes_place() -> None:
    """The ambushed are seen, and can be struck, although they lay in wait themselves."""
    bout = ambush(hero("a"), foe("x", seat="bea"), by=("a", "x"))
    assert bout.keys(None)[:3] == ["begin", "surprise-heroes", "surprise-foes"]
    spring(bout, ("a",), 3, 4)
    assert [(e.combatant, e.reason) for e in bout.of(AmbusherShown)] == [("x", "forgone")]
    assert bout.keys("x") == []
    assert bout.refuse(o.Lurk(combatant="x")).rule == "FF-SURP-01"
    bout.order(strike("a", "x"), 1, 2)


# -- who knows
def hidden_fight() -> Bout:
    """The game master's lurkers were entered unseen."""
    unseen = [structs.replace(foe(name, place=at(3 + n)), seen_by=("gm",)) for n, name in enumerate(("x", "prowler"))]
    bout = Bout(hero("a", place=at(0)), *unseen, begin=False)
    for name in ("x", "prowler"):
        bout.order(o.Lurk(combatant=name))
    return bout


def received(bout: Bout, seat: str) -> list[str]:
    """What a seat gets to read of the last step: kinds of events."""
    found = []
    for r in bout.last:
        if r.draft.to is None or seat in r.draft.to:
            found.append(type(r.event).__name__)
        elif not r.draft.whole:
            public, _ = BOOK.codec.encode(r.version, r.time, r.draft)
            found.append(type(BOOK.codec.decode(public).event).__name__)
    return found


@pytest.mark.rule("FF-SURP-01", "FF-SURP-05")
def test_ff_surp_05_ambush_and_checks_are_hidden_until_they_strike() -> None:
    """Ana learns of nothing: neither orders, dice, totals, turns nor movements; then who strikes is seen, he alone."""
    bout = hidden_fight()
    assert received(bout, "ana") == []
    spring(bout, ("x", "prowler"), 6, 6, 6, 6, 1, 2, watchers=("a",))
    assert received(bout, "ana") == []
    seen = BOOK.seen(bout.state, "ana")
    assert (seen.own.ambush, seen.own.begun, seen.fight.acting) == (None, True, ())
    bout.order(o.TakeTurn(combatant="x"))
    bout.order(o.Move(combatant="x", to=at(1)))
    assert received(bout, "ana") == []
    assert bout.of(Moved)
    bout.order(strike("x", "a"), 3, 3)
    learnt = ["CombatantAppeared", "AmbusherShown", "ActionSpent", "DiceRolled", "AttackRolled", "CommandEnded"]
    assert received(bout, "ana") == learnt
    assert bout.of(AttackRolled)
    seen = BOOK.seen(bout.state, "ana")
    assert set(seen.fight.combatants) == {"a", "x"}
    assert seen.own.ambush is not None
    assert b"prowler" not in msgspec.json.encode(seen)
    bout.end("x")
    bout.end("prowler", 6, 6, 5, 5, 1, 1)
    assert [e.combatant for e in bout.of(AmbusherShown)] == ["prowler"]
    assert set(BOOK.seen(bout.state, "ana").fight.combatants) == {"a", "x", "prowler"}


@pytest.mark.rule("FF-SURP-04")
def test_ff_surp_04_noticed_it_is_everybodys_knowledge() -> None:
    """That it was noticed, and by how much; the dice stay with those who knew."""
    bout = hidden_fight()
    spring(bout, ("x", "prowler"), 1, 1, 6, 6, 5, 6, 6, 6, 3, 3, 1, 1, watchers=("a",))
    got = received(bout, "ana")
    assert got[:5] == ["AmbushSettled", *["CombatantAppeared", "AmbusherShown"] * 2]
    assert got.count("InitiativeRolled") == 3


@pytest.mark.rule("FF-SURP-01")
def test_ff_surp_01_who_was_seen_is_hidden_from_the_others_now() -> None:
    """His side knows of him still, and what he lies in ambush with; the others do not."""
    bout = ambush(hero("a"), foe("x", seat="bea"), by=("x",))
    assert bout.the(SightChanged).seen_by == ("gm", "bea")
    assert "x" not in BOOK.seen(bout.state, "ana").fight.combatants
    assert BOOK.seen(bout.state, "bea").own.fighters["x"].lurking is Skill.AGILITY
    assert received(bout, "ana") == ["CombatantVanished"]
    assert received(bout, "bea")[:1] == ["CommandAccepted"]
    assert b'"x"' not in msgspec.json.encode(BOOK.seen(bout.state, "ana"))


@pytest.mark.rule("FF-SURP-05")
@pytest.mark.parametrize("seed", range(6))
def test_ff_surp_05_ambushes_played_at_random(seed: int) -> None:
    """Whatever is offered is accepted, from the first who hides to the first round and beyond."""
    rng = random.Random(seed)
    arena = Arena(BOOK, field_of_six(places=bool(seed % 2)), dice=Chance(rng), seats=SEATS)
    hiding = [one for one in picks.offered(BOOK, arena.state) if isinstance(one[1].body, o.Lurk)]
    for one in hiding[::2]:
        if rng.random() < 0.8:
            arena.order(*(laws.some_order(arena, rng, among=[one]) or pytest.fail("not offered")))
    surprises = [one for one in picks.offered(BOOK, arena.state) if isinstance(one[1].body, o.Surprise)]
    assert surprises
    arena.order(*(laws.some_order(arena, rng, among=surprises) or pytest.fail("not offered")))
    play(arena, rng, 60)
    assert arena.at(len(arena.stream)).state == arena.state
