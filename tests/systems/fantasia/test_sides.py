"""Sides that act one after the other, in any order within, and interleaved after a tie."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.playing.entering import joined_event
from engine.kernel.state.events import DiceRolled, RoundBegan, TurnBegan
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.structs.messages import Event
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.events import (
    InitiativeRolled,
    PhaseBegan,
    SideBegan,
    SideBlock,
    SideRolled,
    SidesOrdered,
    TurnEnded,
)
from engine.systems.fantasia.orders import Phase
from engine.systems.fantasia.sheet import Initiative, Setup
from engine.systems.fantasia.state import Sides
from tests.support.fights.exports import reads
from tests.systems.fantasia.bout import BOOK, Bout, foe, hero, one, sheet

SIDES = Setup(initiative=Initiative.SIDES)


def sided(*entries: Entry, faces: tuple[int, ...] = (6, 5, 1, 2)) -> Bout:
    """A fight of sides; the dice in the order in which the sides joined."""
    bout = Bout(*entries, begin=False, setup=SIDES)
    bout.order(Begin(), *faces, seat="gm")
    return bout


def take(bout: Bout, who: str) -> None:
    """He is next, and does nothing."""
    if len(bout.state.fight.acting) > 1:
        bout.order(o.TakeTurn(combatant=who))
    assert bout.acting == who
    bout.end(who)


@pytest.mark.rule("FF-INIT-04")
def test_ff_init_04_a_player_and_the_gm_roll_for_their_sides_without_agility() -> None:
    """2d each, once; the higher side takes all its turns, then the other, and the next round nobody rolls."""
    bout = Bout(hero("a", sheet(agility=5)), hero("b"), foe("x"), foe("y"), begin=False, setup=SIDES)
    bout.order(Begin(), 3, 3, 4, 3, seat="gm")
    assert [(e.side, e.total) for e in bout.of(SideRolled)] == [("heroes", 6), ("foes", 7)]
    assert [e.by for e in bout.of(DiceRolled)] == ["ana", "gm"]
    assert bout.of(InitiativeRolled) == []
    assert bout.state.fight.turn_order == ("x", "y", "a", "b")
    assert bout.the(SideBegan).side == "foes"
    assert bout.state.fight.acting == ("x", "y")
    for who in ("x", "y", "a", "b"):
        take(bout, who)
    assert bout.the(RoundBegan).round == 2
    assert bout.rolls() == []
    assert bout.state.fight.acting == ("x", "y")


@pytest.mark.rule("FF-INIT-05")
def test_ff_init_05_within_a_side_in_any_order() -> None:
    """Who may be next is offered, each once a round; the last one needs not to be picked."""
    bout = sided(hero("a"), hero("b"), hero("c"), foe())
    assert bout.state.fight.acting == ("a", "b", "c")
    assert [bout.keys(who) for who in ("a", "b", "c", "foe")] == [["take-turn"]] * 3 + [[]]
    take(bout, "b")
    assert bout.state.fight.acting == ("a", "c")
    assert bout.refuse(o.TakeTurn(combatant="b")).rule == "FF-INIT-04"
    take(bout, "c")
    assert bout.acting == "a"
    assert bout.state.own.turn.normal == 1
    bout.end("a")
    assert bout.acting == "foe"


@pytest.mark.rule("FF-INIT-05")
def test_ff_init_05_who_wants_to_act_takes_the_turn_first() -> None:
    """Neither an action nor the end of a turn that nobody has; and no second turn while one goes on."""
    bout = sided(hero("a"), hero("b"), foe())
    assert bout.refuse(o.EndTurn(combatant="a")).rule == "FF-INIT-05"
    assert bout.refuse(o.Defend(combatant="a")).rule == "FF-INIT-05"
    assert bout.refuse(o.TakeTurn(combatant="foe")).rule == "FF-INIT-04"
    bout.order(o.TakeTurn(combatant="a"))
    assert bout.refuse(o.TakeTurn(combatant="a")).rule == "FF-INIT-05"
    assert bout.refuse(o.TakeTurn(combatant="b")).rule == "FF-INIT-04"


@pytest.mark.rule("FF-INIT-04", "FF-KO-02")
def test_ff_init_04_turns_of_those_who_cannot_act_come_first() -> None:
    """They begin and end at once, in order of joining, also of somebody who falls while his side acts."""
    bout = Bout(hero("a"), hero("down", vitals={"hp": 0}), hero("b"), foe(), begin=False, setup=SIDES)
    bout.order(Begin(), 6, 5, 1, 2, seat="gm")
    assert [e.combatant for e in bout.of(TurnEnded)] == ["down"]
    assert bout.who("down").condition("unconscious").amount == 2  # type: ignore[union-attr]
    assert bout.state.fight.acting == ("a", "b")
    bout.order(o.TakeTurn(combatant="a"))
    bout.lay("b", "unconscious")
    bout.end("a")
    assert [e.combatant for e in bout.of(TurnEnded)] == ["a", "b"]
    assert bout.acting == "foe"


@pytest.mark.rule("FF-INIT-06")
def test_ff_init_06_a_tie_is_rolled_again_by_default() -> None:
    """As often as it takes; the question is the game master's."""
    bout = sided(hero(), foe(), faces=(3, 4, 5, 2))
    assert (bout.asked, bout.waiting[0].seats, bout.waiting[0].default) == (["SideTie"], ("gm",), "again")
    bout.answer("again", 1, 1, 1, 1)
    assert bout.asked == ["SideTie"]
    bout.answer("again", 1, 1, 1, 2)
    assert bout.acting == "foe"


@pytest.mark.rule("FF-INIT-06")
def test_ff_init_06_interleaved_one_of_the_party_then_one_enemy_and_the_rest_behind() -> None:
    """Three against two: the sides alternate while both have somebody, the party begins every round."""
    bout = sided(foe("x"), foe("y"), hero("a"), hero("b"), hero("c"), faces=(3, 4, 5, 2))
    bout.answer("interleave")
    for _ in range(2):
        seen = []
        for _ in range(5):
            who = bout.state.fight.acting[-1]
            seen.append(sorted(bout.state.fight.acting))
            take(bout, who)
        assert seen == [["a", "b", "c"], ["x", "y"], ["a", "b"], ["x"], ["a"]]


@pytest.mark.rule("FF-INIT-06")
def test_ff_init_06_who_cannot_act_is_no_step() -> None:
    """The fallen of both sides come first; then the party begins all the same."""
    bout = sided(
        hero("a"), hero("down", vitals={"hp": 0}), foe("x"), foe("low", vitals={"hp": 0}), foe("y"), faces=(3, 4, 5, 2)
    )
    bout.answer("interleave")
    assert [e.combatant for e in bout.of(TurnEnded)] == ["down", "low"]
    assert bout.acting == "a"
    bout.end("a")
    assert bout.state.fight.acting == ("x", "y")


@pytest.mark.rule("FF-INIT-04", "FF-INIT-06")
def test_ff_init_06_of_three_sides_only_the_tied_settle_it() -> None:
    """9, 9 and 7: the two roll again for the places before the third."""
    bout = sided(hero(), foe(), one("wolf", "beasts"), faces=(4, 5, 5, 4, 3, 4))
    bout.answer("again", 1, 2, 1, 3)
    assert bout.state.fight.turn_order == ("foe", "hero", "wolf")


@pytest.mark.rule("FF-INIT-04")
def test_ff_init_04_who_comes_later_acts_from_the_next_round_on() -> None:
    """With his side; a new side rolls then and takes its place behind those that rolled the same."""
    bout = sided(hero(), foe(), faces=(6, 5, 1, 2))
    for entry in (hero("late"), one("wolf", "beasts")):
        bout.arena.fact(joined_event(system, entry, bout.state.fight))
    assert bout.acting == "hero"
    bout.end("hero")
    assert bout.acting == "foe"
    bout.end("foe", 5, 6)
    assert [e.side for e in bout.of(SideRolled)] == ["beasts"]
    assert bout.state.fight.turn_order == ("hero", "late", "wolf", "foe")
    assert bout.the(TurnBegan).acting == ("hero", "late")


@pytest.mark.rule("FF-INIT-05", "FF-READY-02")
def test_ff_init_05_readied_actions_go_off_in_the_order_of_readying() -> None:
    """Where sides act there is no order of acting: who readied first is first."""
    bout = sided(hero("a"), hero("b"), foe())
    for who in ("b", "a"):
        if len(bout.state.fight.acting) > 1:
            bout.order(o.TakeTurn(combatant=who))
        bout.order(o.Ready(combatant=who, action=o.Readied.ATTACK))
        if bout.asked:
            bout.answer("hold")
        bout.end(who)
    bout.order(o.Attack(attacker="foe", target="a", weapon="unarmed"))
    assert [asked.question["holder"] for asked in bout.waiting] == ["b", "a"]


# -- a side of which not everybody knows
def lurking(*faces: int, initiative: Initiative = Initiative.SIDES) -> Bout:
    """Ana's hero and the game master's foe, and Bea's wolf, a side of his own that is hidden from Ana."""
    wolf = structs.replace(one("wolf", "beasts", seat="bea"), seen_by=("gm", "bea"))
    bout = Bout(hero(), foe(), wolf, begin=False, setup=Setup(initiative=initiative))
    bout.order(Begin(), *faces, seat="gm")
    return bout


def read(bout: Bout, seat: str | None, kind: type[Event]) -> list[Any]:
    """The events of a kind that a seat has read of the whole fight, as it reads them."""
    events = [BOOK.codec.decode(line).event for line in reads(bout.arena, seat)]
    return [event for event in events if isinstance(event, kind)]


def sides_seen(bout: Bout, seat: str | None) -> Sides:
    found = BOOK.seen(bout.state, seat).own.sides
    assert isinstance(found, Sides)
    return found


def blocks(*sides: tuple[str, ...]) -> tuple[SideBlock, ...]:
    return tuple(SideBlock(sides=block) for block in sides)


@pytest.mark.rule("FF-INIT-04")
@pytest.mark.parametrize("seat", ["ana", "eye", None])
def test_ff_init_04_of_a_hidden_side_others_learn_nothing(seat: str | None) -> None:
    """Neither its roll, its dice, its place nor its turn; of the others all."""
    bout = lurking(6, 5, 1, 2, 4, 3)
    bout.end("hero")
    assert bout.state.own.sides.up == "beasts"
    assert [(e.side, e.total) for e in read(bout, seat, SideRolled)] == [("heroes", 11), ("foes", 3)]
    assert [e.faces for e in read(bout, seat, DiceRolled)] == [(6, 5), (1, 2)]
    left = blocks(("heroes",), ("foes",))
    assert read(bout, seat, SidesOrdered) == [SidesOrdered(blocks=left)]
    assert [e.side for e in read(bout, seat, SideBegan)] == ["heroes"]
    assert sides_seen(bout, seat) == Sides(rolls={"heroes": 11, "foes": 3}, blocks=left)
    bout.end("wolf")
    assert [e.side for e in read(bout, seat, SideBegan)] == ["heroes", "foes"]
    assert sides_seen(bout, seat).up == "foes"
    assert b"beasts" not in b"\n".join([*reads(bout.arena, seat), msgspec.json.encode(BOOK.seen(bout.state, seat))])


@pytest.mark.rule("FF-INIT-04")
@pytest.mark.parametrize("seat", ["bea", "gm"])
def test_ff_init_04_who_knows_of_a_hidden_side_reads_all_of_it(seat: str) -> None:
    """The game master, and who sees somebody of it; the order in full beside the one that all may read."""
    bout = lurking(6, 5, 1, 2, 4, 3)
    bout.end("hero")
    assert [(e.side, e.total) for e in read(bout, seat, SideRolled)] == [("heroes", 11), ("foes", 3), ("beasts", 7)]
    assert [e.faces for e in read(bout, seat, DiceRolled)] == [(6, 5), (1, 2), (4, 3)]
    (order,) = read(bout, seat, SidesOrdered)
    whole = blocks(("heroes",), ("beasts",), ("foes",))
    assert (order.blocks, order.all_blocks) == (blocks(("heroes",), ("foes",)), whole)
    assert [e.side for e in read(bout, seat, SideBegan)] == ["heroes", "beasts"]
    assert sides_seen(bout, seat) == bout.state.own.sides
    assert (bout.state.own.sides.blocks, bout.state.fight.turn_order) == (whole, ("hero", "wolf", "foe"))


@pytest.mark.rule("FF-INIT-04")
def test_ff_init_04_a_side_is_known_by_any_one_of_it() -> None:
    """With somebody beside the hidden one whom all see, nothing is kept back."""
    hidden = structs.replace(foe("lurker"), seen_by=("gm",))
    bout = Bout(hero(), foe(), hidden, begin=False, setup=SIDES)
    bout.order(Begin(), 6, 5, 1, 2, seat="gm")
    assert [e.side for e in read(bout, "ana", SideRolled)] == ["heroes", "foes"]
    assert bout.the(SidesOrdered).all_blocks is None
    assert sides_seen(bout, "ana") == bout.state.own.sides


@pytest.mark.rule("FF-INIT-06")
def test_ff_init_06_a_tie_with_a_hidden_side_is_settled_unread() -> None:
    """Who knows of the side reads the question; the others read, once it is interleaved, of a block without it."""
    bout = lurking(4, 3, 1, 2, 4, 3)
    assert bout.asked == ["SideTie"]
    assert b"beasts" in reads(bout.arena, "bea")[-1]
    assert b"beasts" not in b"\n".join([*reads(bout.arena, "ana"), msgspec.json.encode(BOOK.seen(bout.state, "ana"))])
    bout.answer("interleave")
    assert bout.state.own.sides.blocks == blocks(("heroes", "beasts"), ("foes",))
    assert sides_seen(bout, "ana").blocks == blocks(("heroes",), ("foes",))
    assert b"beasts" not in b"\n".join(reads(bout.arena, "ana"))


@pytest.mark.rule("FF-INIT-07")
def test_ff_init_07_the_phase_of_a_hidden_side_is_its_own() -> None:
    """Ana reads of no phase while the wolf acts, and of that of the foe behind him."""
    bout = lurking(1, 2, 3, 3, 6, 5, initiative=Initiative.PHASES)
    bout.answer("magic")
    assert bout.acting == "wolf"
    assert read(bout, "ana", PhaseBegan) == []
    assert [e.phase for e in read(bout, "bea", PhaseBegan)] == [Phase.MAGIC]
    assert (sides_seen(bout, "ana").phase, sides_seen(bout, "bea").phase) == (None, Phase.MAGIC)
    bout.end("wolf")
    bout.answer("items")
    assert [e.phase for e in read(bout, "ana", PhaseBegan)] == [Phase.ITEMS]
    assert sides_seen(bout, "ana").phase is Phase.ITEMS


@pytest.mark.rule("FF-INIT-04")
def test_ff_init_04_where_every_side_is_hidden_the_order_names_none() -> None:
    """Each seat sees its own in the state; only the game master reads the order."""
    mine = structs.replace(hero(), seen_by=("gm", "ana"))
    theirs = structs.replace(foe(seat="bea"), seen_by=("gm", "bea"))
    bout = Bout(mine, theirs, begin=False, setup=SIDES)
    bout.order(Begin(), 6, 5, 1, 2, seat="gm")
    for seat, side in (("ana", "heroes"), ("bea", "foes")):
        assert read(bout, seat, SidesOrdered) == [SidesOrdered(blocks=())]
        assert sides_seen(bout, seat).blocks == blocks((side,))
    assert read(bout, "gm", SidesOrdered)[0].all_blocks == blocks(("heroes",), ("foes",))


def test_the_order_of_the_sides_is_told_as_far_as_it_is_read() -> None:
    """In full where the whole is there; in both languages."""
    known, whole = blocks(("heroes",)), blocks(("heroes",), ("beasts", "foes"))
    told = [
        (SidesOrdered(blocks=known), "the heroes", "los héroes"),
        (
            SidesOrdered(blocks=known, all_blocks=whole),
            "the heroes, beasts / the foes",
            "los héroes, beasts / los enemigos",
        ),
    ]
    for event, english, spanish in told:
        assert system.describe(event, "en", {}) == f"The order of the sides: {english}"
        assert system.describe(event, "es", {}) == f"El orden de los bandos: {spanish}"
    assert system.describe(SidesOrdered(blocks=()), "en", {}) == "The order of the sides is set"


def test_who_knows_of_somebody_hidden_is_told_of_his_turn_too() -> None:
    """The game master reads both names, the others the one they know."""
    turn, names = TurnBegan(acting=("hero",), everybody=("hero", "wolf")), {"hero": "Zack", "wolf": "Fang"}
    assert system.describe(turn, "en", names) == "It is the turn of Zack and Fang"
    assert system.describe(turn, "es", names) == "Es el turno de Zack y Fang"
    assert system.describe(TurnBegan(acting=("hero",)), "en", names) == "It is the turn of Zack"
