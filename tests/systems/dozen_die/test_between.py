"""Between fights: adventures with goals, who is out for the rest of one, and recovery by the table's own list."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel.campaign.campaign import campaign_book
from engine.kernel.campaign.course import begun, planned
from engine.kernel.campaign.standing import standing_at_entry, standing_of
from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CombatantJoined, ConditionGained
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.dozen_die import system
from engine.systems.dozen_die.content.kinds import Ability, Grade, Kind, Level
from engine.systems.dozen_die.rules.between import events as e
from engine.systems.dozen_die.rules.between import orders as o
from engine.systems.dozen_die.rules.between.between import AWAY, FELL
from tests.support.fights.arena import Arena
from tests.systems.dozen_die.bout import BOOK, HEROES, SEATS, Bout, ana, ben, sheet

COMPANY = campaign_book(BOOK)
TABLE = [
    {"least": 1, "most": 6, "outcomes": [{"injury": "NOTHING"}]},
    {"least": 7, "most": 7, "outcomes": [{"injury": "HP_MAX", "amount": -1}]},
    {"least": 8, "most": 8, "outcomes": [{"injury": "HP_NEXT", "amount": 2}]},
    {"least": 9, "most": 9, "outcomes": [{"injury": "FIGURE", "figure": "st", "amount": -2}]},
    {"least": 10, "most": 10, "outcomes": [{"injury": "ABSENT", "amount": 2}]},
    {
        "least": 11,
        "most": 11,
        "outcomes": [{"injury": "FIGURE", "figure": "melee", "amount": 1}, {"injury": "ABSENT", "amount": 1}],
    },
    {"least": 12, "most": 12, "outcomes": [{"injury": "DEAD"}]},
]
AGREED: dict[str, Any] = {"recoveryTable": TABLE, "hpBetweenAdventures": "KEEP"}


def member(name: str, seat: str = "ana", *, hp: int | None = None, fell: bool = False, **figures: Any) -> Any:
    """A figure with 3 hit points. fell: it is a casualty of this adventure."""
    marks = (Condition(key=FELL, kind=FELL),) if fell else ()
    now = 0 if fell else hp
    made = COMPANY.enter(
        id=name,
        name=name.title(),
        side=HEROES,
        seat=seat,
        vitals=None if now is None else {"hp": now},
        sheet=sheet(**figures),
    )  # type: ignore[call-arg]
    return made, marks


def company(*members: Any, dice: tuple[int, ...] = (), **settings: Any) -> Arena:
    """On an adventure, with these members."""
    arena = Arena(COMPANY, [made for made, _ in members], dice=dice, setup=settings, seats=SEATS)
    for made, marks in members:
        for mark in marks:
            fact = ConditionGained(
                combatant=made.id, condition=mark.key, kind=mark.kind, source=None, amount=None, left=None, until=""
            )
            arena.fact(fact)
    arena.order("gm", o.BeginAdventure(goals=("The gate", "The gold")))
    return arena


def coming(arena: Arena, who: str) -> Any:
    """What a member enters the next fight with. RuleRefusal where it cannot."""
    return system.between.comes_along(arena.state, who, standing_of(arena.state, who))


def hp_of(arena: Arena, who: str) -> tuple[int, int | None]:
    vital = arena.fight.combatants[who].vitals["hp"]
    return vital.now, vital.max


def left(bout: Bout, who: str) -> Any:
    """What a fight leaves of somebody, as it stands."""
    events = (recorded.event for recorded in bout.arena.stream)
    joined = next(event for event in events if isinstance(event, CombatantJoined) and event.combatant == who)
    return system.between.leaves(standing_at_entry(joined), bout.arena.state, who)


# -- adventures
@pytest.mark.rule("DD-OUT-01")
def test_dd_out_01_an_adventure_has_goals_and_the_game_master_says_which_are_met() -> None:
    """One at a time; it may hold several fights."""
    arena = company(member("a"), **AGREED)
    with pytest.raises(RuleRefusal, match="is running"):
        arena.order("gm", o.BeginAdventure())
    arena.order("gm", o.MeetGoal(goal=2))
    assert [(goal.name, goal.met) for goal in arena.own.game.goals] == [("The gate", False), ("The gold", True)]
    arena.order("gm", o.MeetGoal(goal=2, met=False))
    assert not arena.own.game.goals[1].met
    with pytest.raises(RuleRefusal, match="no such goal"):
        arena.order("gm", o.MeetGoal(goal=3))
    arena.order("gm", o.EndAdventure())
    with pytest.raises(RuleRefusal, match="no adventure is running"):
        arena.order("gm", o.EndAdventure())


@pytest.mark.rule("DD-OUT-01")
def test_dd_out_01_a_fight_begins_an_adventure_where_nobody_has_said_so() -> None:
    """The second fight is of the same."""
    arena = company(member("a"), member("b"), **AGREED)
    arena.order("gm", o.EndAdventure())
    for fight, who in (("one", "a"), ("two", "b")):
        arena.fact(planned(arena.state, "gm", fight, "", {who: who}, {}))
        arena.fact(begun(arena.state, fight, "hash"))
        assert (arena.own.game.number, arena.own.game.running) == (2, True)


# -- what stays for its rest
@pytest.mark.rule("DD-OUT-10", "DD-MOVE-15")
@pytest.mark.parametrize(("out", "mark"), [("casualty", FELL), ("left", AWAY), (None, None)])
def test_dd_out_10_casualties_and_who_left_are_marked(out: str | None, mark: str | None) -> None:
    """Conditions of the fight are not kept: injured is computed anew."""
    bout = Bout("a..x", ana("a"), ben("x"))
    bout.correct("combatants.a.vitals.hp.now", 1)
    if out is not None:
        bout.correct("combatants.a.out", out)
    standing = left(bout, "a")
    assert [condition.kind for condition in standing.conditions] == ([] if mark is None else [mark])
    assert system.between.enters(standing).conditions == ()
    assert not standing.dead


@pytest.mark.rule("DD-OUT-10")
def test_dd_out_10_they_do_not_come_along_until_the_adventure_is_over() -> None:
    """Hit points go on from fight to fight."""
    arena = company(member("a", fell=True), member("b", hp=1), dice=(1,), **AGREED)
    with pytest.raises(RuleRefusal, match="has fallen in this adventure"):
        coming(arena, "a")
    assert coming(arena, "b").vitals["hp"] == 1
    arena.order("gm", o.EndAdventure())
    arena.done()
    assert (coming(arena, "a").vitals["hp"], coming(arena, "b").vitals["hp"]) == (1, 1)


@pytest.mark.rule("DD-OUT-10")
def test_dd_out_10_who_has_left_the_board_is_back_in_the_next() -> None:
    """Unhurt by it, and without a roll."""
    arena = company(member("a"), **AGREED)
    arena.fact(ConditionGained(combatant="a", condition=AWAY, kind=AWAY, source=None, amount=None, left=None, until=""))
    with pytest.raises(RuleRefusal, match="has left the board"):
        coming(arena, "a")
    arena.order("gm", o.EndAdventure())
    assert coming(arena, "a").vitals["hp"] == 3


# -- recovery
@pytest.mark.rule("DD-OUT-02")
@pytest.mark.parametrize(
    ("face", "hp", "st", "missing"),
    [
        (1, (1, 3), 3, {}),
        (6, (1, 3), 3, {}),
        (7, (1, 2), 3, {}),
        (8, (2, 3), 3, {}),
        (9, (1, 3), 1, {}),
        (10, (1, 3), 3, {"a": 2}),
    ],
)
def test_dd_out_02_one_die_and_the_tables_own_list(
    face: int, hp: tuple[int, int], st: int, missing: dict[str, int]
) -> None:
    """Of who fell alone."""
    arena = company(member("a", fell=True), member("b", hp=1), dice=(face,), **AGREED)
    arena.order("gm", o.EndAdventure())
    arena.done()
    assert (hp_of(arena, "a"), arena.own.game.missing) == (hp, missing)
    assert BOOK.system.enter(sheet_of(arena, "a"), None).vitals["hp"].max == hp[1]
    assert sheet_of(arena, "a").st == st
    assert [event.combatant for event in arena.events(e.InjuryDetermined)] == ["a"]


def sheet_of(arena: Arena, who: str) -> Any:
    """As it would enter."""
    return msgspec.convert(arena.own.members[who].sheet, system.sheet)


@pytest.mark.rule("DD-OUT-02")
def test_dd_out_02_a_12_of_this_table_is_death() -> None:
    """Who is dead does not come along."""
    arena = company(member("a", fell=True), member("b"), dice=(12,), **AGREED)
    arena.order("gm", o.EndAdventure())
    assert arena.fight.combatants["a"].out == "dead"


@pytest.mark.rule("DD-OUT-02")
@pytest.mark.parametrize(("key", "level", "missing"), [(None, 2, {}), ("outcome-2", 1, {"a": 1})])
def test_dd_out_02_of_several_outcomes_the_owner_chooses(key: str | None, level: int, missing: dict[str, int]) -> None:
    """By default the first."""
    arena = company(member("a", fell=True), dice=(11,), **AGREED)
    arena.order("gm", o.EndAdventure())
    arena.answer("ana" if key else None, key)
    assert sheet_of(arena, "a").skills == (Level(skill="melee", level=level),)
    assert arena.own.game.missing == missing


@pytest.mark.rule("DD-OUT-02")
def test_dd_out_02_who_misses_adventures_is_back_after_them() -> None:
    """Two, and comes along in the third."""
    arena = company(member("a", fell=True), dice=(10,), **AGREED)
    arena.order("gm", o.EndAdventure())
    for _ in range(2):
        arena.order("gm", o.BeginAdventure())
        with pytest.raises(RuleRefusal, match="misses this adventure"):
            coming(arena, "a")
        arena.order("gm", o.EndAdventure())
    assert coming(arena, "a").vitals["hp"] == 1


@pytest.mark.rule("DD-OUT-02")
def test_dd_out_02_creatures_do_not_roll_and_all_do_where_the_table_wants_it() -> None:
    """Adventurers and vassals are characters of a player."""
    people = [member("a", fell=True), member("b", kind=Kind.VASSAL), member("c", kind=Kind.NPC, fell=True)]
    arena = company(*people, dice=(1, 1), recoveryFor="ALL", **AGREED)
    arena.order("gm", o.EndAdventure())
    arena.done()
    assert [event.combatant for event in arena.events(e.InjuryDetermined)] == ["a", "b"]


@pytest.mark.rule("DD-OUT-02")
@pytest.mark.parametrize(
    ("settings", "name"),
    [({}, "hpBetweenAdventures"), ({"hpBetweenAdventures": "FULL"}, "recoveryTable")],
)
def test_dd_out_02_what_the_source_does_not_print_is_a_setting(settings: dict[str, Any], name: str) -> None:
    """The end of the adventure is refused with its name, and not offered."""
    arena = company(member("a", fell=True), **settings)
    with pytest.raises(RuleRefusal, match=f"{name}: not set") as refused:
        arena.order("gm", o.EndAdventure())
    assert refused.value.code == "SETTING_MISSING"
    assert "end-adventure" not in {offer.key for offer in system.between.offers(arena.state, None)}


@pytest.mark.rule("DD-OUT-02")
@pytest.mark.parametrize(("between", "hp"), [("FULL", 3), ("KEEP", 1)])
def test_dd_out_02_hit_points_of_who_did_not_fall(between: str, hp: int) -> None:
    """All of them, or what is left; nobody to roll for, no table needed."""
    arena = company(member("b", hp=1), hpBetweenAdventures=between)
    arena.order("gm", o.EndAdventure())
    assert hp_of(arena, "b") == (hp, 3)


@pytest.mark.rule("DD-OUT-02")
@pytest.mark.parametrize("entries", [TABLE[:-1], [*TABLE, TABLE[0]], [{**TABLE[0], "most": 5}, *TABLE[1:]]])
def test_dd_out_02_a_list_with_gaps_or_overlaps_is_refused(entries: list[Any]) -> None:
    """Each face of the die once."""
    with pytest.raises(RuleRefusal, match="each face from 1 to 12 once"):
        company(member("a"), recoveryTable=entries)


# -- locks
@pytest.mark.rule("DD-OUT-04")
@pytest.mark.parametrize(
    ("grade", "faces", "opened"),
    [
        (Grade.EASY, (9,), True),
        (Grade.EASY, (10,), False),
        (Grade.NORMAL, (7, 6), True),
        (Grade.HARD, (4, 12), False),
        (Grade.VERY_HARD, (2,), True),
        (Grade.VERY_EASY, (), True),
    ],
)
def test_dd_out_04_a_lock_outside_a_fight_is_one_roll(grade: Grade, faces: tuple[int, ...], opened: bool) -> None:
    """One of the dice is enough; a very easy one needs none."""
    arena = company(member("a"), dice=faces, **AGREED)
    order = o.PickLock(combatant="a", grade=grade, ability=Ability.DX, dice=max(1, len(faces)))
    arena.order("gm", order)
    arena.done()
    assert arena.events(e.LockTried)[0].opened is opened


def test_each_is_told_in_english_and_finnish() -> None:
    """Orders, facts and questions."""
    for locale in ("en", "fi"):
        words = system.words.languages[locale]["sentences"]
        for kind in (*o.ORDERS, *e.EVENTS, *system.between.questions):
            assert kind.__name__ in words, (locale, kind.__name__)
