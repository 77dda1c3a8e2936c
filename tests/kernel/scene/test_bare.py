"""The scene that a system has without doing anything: what the kernel knows, as the seat sees it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.scene import bare
from engine.kernel.scene.combatants import tone_of
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneGrid, SceneNowhere, ScenePlane, SceneRanks, SceneZones
from engine.kernel.state.combatant import Condition, Place
from engine.kernel.state.events import CombatantOut, ConditionGained, Moved
from engine.kernel.state.ground.ground import GroundEdge, SpaceKind
from engine.kernel.structs.messages import Draft, Recorded
from tests.support.fights.arena import Arena
from tests.support.slices import dozen
from tests.support.slices.ready import dozen_fight, fantasia_fight, fight, minis_fight, one, saari_fight
from tests.support.toys.fights import entries, toy_fight
from tests.support.toys.skirmish import KINDS, Rest


def scene(arena: Arena, seat: str | None = "ana", locale: str = "en") -> Scene:
    """What a seat sees of a fight."""
    return scene_of(arena.book.system, arena.book.seen(arena.state, seat), seat, locale)


def told(arena: Arena, seat: str | None = "ana") -> bytes:
    return msgspec.json.encode(scene(arena, seat))


def with_combatant(arena: Arena, who: str, **changes: Any) -> Scene:
    """The game master's scene with a combatant changed by hand."""
    state = arena.state
    changed = structs.replace(state.fight.combatants[who], **changes)
    seen = structs.replace(
        state, fight=structs.replace(state.fight, combatants={**state.fight.combatants, who: changed})
    )
    return bare.scene(arena.book.system, seen, "gm", "en")


def test_a_fight_without_a_ground_is_shown_by_its_places() -> None:
    """A grid without an edge holds every cell; zones are laid out; without any place there is no space, in words."""
    grid = scene(dozen_fight()).space
    assert isinstance(grid, SceneGrid)
    assert (grid.width, grid.height, grid.shape) == (0, 0, "SQUARE")
    zones = scene(saari_fight()).space
    assert isinstance(zones, SceneZones)
    assert [zone.key for zone in zones.zones] == ["glade"]
    nowhere = scene(minis_fight()).space
    assert nowhere == SceneNowhere(why="This fight has no places.")


def test_ranks_without_a_ground_are_the_positions_in_use() -> None:
    """By side, in order of joining."""
    shown = with_combatant(dozen_fight(), "run", place=Place(rank=2))
    assert isinstance(shown.space, SceneGrid)  # the others still stand on cells
    state = dozen_fight().state
    people = {who: structs.replace(c, place=Place(rank=1)) for who, c in state.fight.combatants.items()}
    seen = structs.replace(state, fight=structs.replace(state.fight, combatants=people))
    space = bare.scene(dozen.system, seen, "gm", "en").space
    assert isinstance(space, SceneRanks)
    assert [(one.side, one.rank) for one in space.positions] == [("a", 1), ("b", 1)]


def test_each_combatant_that_is_seen_is_a_token_and_no_other() -> None:
    """Its place, its cell, its side; those without a place say why."""
    arena = dozen_fight()
    shown = scene(arena)
    assert [token.combatant for token in shown.tokens] == list(arena.fight.combatants)
    run = shown.tokens[0]
    assert (run.label, run.side, run.place) == ("Run", "a", arena.fight.combatants["run"].place)
    assert run.footprint is not None
    assert [(r.x, r.y, r.length) for r in run.footprint.runs] == [(0, 0, 1)]
    assert [token.whereabouts for token in shown.tokens] == [""] * 4
    assert [token.whereabouts for token in scene(minis_fight()).tokens] == ["in the fight"] * 3
    gone = with_combatant(arena, "run", place=None)
    assert gone.tokens[0].whereabouts == "not on the field"


def test_a_combatant_that_is_out_is_down_and_says_why() -> None:
    """On its place by a badge, without a place by its whereabouts."""
    lying = with_combatant(dozen_fight(), "run", out="down").tokens[0]
    assert (lying.down, lying.turn, [badge.label for badge in lying.badges]) == (True, "ACTING", ["down"])
    away = with_combatant(dozen_fight(), "run", out="has gone home", place=None).tokens[0]
    assert (away.whereabouts, away.badges) == ("has gone home", ())


def test_bars_are_the_vitals_that_the_seat_may_know() -> None:
    """Others' are not there at all."""
    arena = dozen_fight()
    mine = {token.combatant: token.bars for token in scene(arena, "ana").tokens}
    assert [(bar.key, bar.label, bar.now, bar.max, bar.tone) for bar in mine["run"]] == [("life", "Life", 3, 3, "GOOD")]
    assert mine["arch0"] == ()
    assert all(token.bars for token in scene(arena, "gm").tokens)


@pytest.mark.parametrize(("now", "tone"), [(12, "GOOD"), (7, "GOOD"), (6, "WARNING"), (4, "WARNING"), (3, "BAD")])
def test_the_tone_of_a_bar_says_how_much_is_left(now: int, tone: str) -> None:
    """Half and less warns, a quarter and less is bad."""
    assert tone_of(now, 12) == tone
    assert tone_of(now, None) == "PLAIN"


def test_conditions_are_badges_with_strength_end_and_a_source_that_is_seen() -> None:
    """Words, not ids; a source that the seat does not see is none."""
    counted = Condition(key="c1", kind="very_slow", source="arch0", amount=2, left=1)
    other = Condition(key="c2", kind="oil", source="a barrel", until="washed_off")
    badges = with_combatant(dozen_fight(), "run", conditions=(counted, other)).tokens[0].badges
    assert [(b.key, b.label, b.short, b.level, b.until, b.source) for b in badges] == [
        ("c1", "Very slow", "ver", 2, "1 more turn", "arch0"),
        ("c2", "Oil", "Oil", None, "washed off", None),
    ]


def test_sides_are_told_apart_by_words_and_shapes() -> None:
    """In order of joining, each against all others."""
    shown = scene(dozen_fight())
    assert [(side.key, side.label, side.emblem, side.enemies) for side in shown.sides] == [
        ("a", "A", "CIRCLE", ("b",)),
        ("b", "B", "SQUARE", ("a",)),
    ]


def test_the_order_of_play_is_the_kernels_list() -> None:
    """Who acts, who is next; without an order whoever may act, in any order."""
    shown = scene(saari_fight())
    assert (shown.play.style, shown.play.label) == ("FREE", "Free order")
    arena = dozen_fight()
    state = arena.state
    listed = structs.replace(state.fight, turn_order=("run", "arch0", "arch1"), acting=("arch0",), round=2)
    play = bare.scene(arena.book.system, structs.replace(state, fight=listed), "gm", "en").play
    assert (play.style, play.label, play.phase, play.round) == ("LIST", "Order of acting", "Turn: Arch0", 2)
    assert [(slot.key, slot.label, slot.state) for slot in play.slots] == [
        ("run", "Run", "WAITING"),
        ("arch0", "Arch0", "ACTING"),
        ("arch1", "Arch1", "NEXT"),
    ]


def test_a_hidden_combatant_leaves_no_trace() -> None:
    """Neither among the tokens, nor the sides and their shapes, nor the order."""

    def entries(book: Rulebook[Any]) -> list[Any]:
        lone = one(book, "lurker", "c", None, hidden_from=True, place=dozen.GROUND[3])
        return [lone, one(book, "run", "a", "ana", place=dozen.GROUND[0]), one(book, "foe", "b", None)]

    hidden = fight(dozen.system, entries)
    plain = fight(dozen.system, lambda book: entries(book)[1:])
    assert told(hidden) == told(plain)
    assert told(hidden, None) == told(plain, None)
    assert told(hidden, "gm") != told(plain, "gm")
    lurker = scene(hidden, "gm").tokens[0]
    assert (lurker.combatant, lurker.hidden) == ("lurker", True)


def test_yours_are_those_whose_orders_you_give() -> None:
    """A player's own; the game master's are all that nobody else commands."""
    arena = fantasia_fight()
    assert [token.combatant for token in scene(arena, "ana").tokens if token.yours] == ["strago"]
    assert [token.combatant for token in scene(arena, "gm").tokens if token.yours] == ["kefka"]
    assert not any(token.yours for token in scene(arena, None).tokens)


def test_a_systems_own_scene_takes_the_place_of_the_kernels() -> None:
    """And is made whole: the text, the digest, the legend."""

    class Own(dozen.Dozen):
        """With a picture of its own."""

        def scene(self, seen: Any, seat: str | None, locale: str) -> Scene:
            """The kernel's, on a field of its own."""
            field = SceneGrid(width=3, height=2, unit="yard", cell=200, diagonals=False, measure="MANHATTAN")
            return structs.replace(bare.scene(self, seen, seat, locale), space=field)

    arena = dozen_fight()
    shown = scene_of(Own(), arena.book.seen(arena.state, "ana"), "ana", "en")
    assert isinstance(shown.space, SceneGrid)
    assert shown.space.unit == "yard"
    assert "3 by 2 cells, a cell measures 2 yard" in shown.text
    assert len(shown.ground.digest) == 16


@pytest.mark.parametrize(
    ("locale", "first", "mine"),
    [
        ("en", "Free order. Round 1. Turn: Run.", "Run, (0, 0): has the turn, Life 3 of 3."),
        ("es-CO", "Orden libre. Ronda 1. Turno: Run.", "Run, (0, 0): tiene el turno, Life 3 de 3."),
        ("fi", "Vapaa järjestys. Kierros 1. Vuorossa: Run.", "Run, (0, 0): on vuorossa, Life 3/3."),
        ("pl", "Dowolna kolejność. Runda 1. Tura: Run.", "Run, (0, 0): ma turę, Life 3 z 3."),
        ("sv", "Free order. Round 1. Turn: Run.", "Run, (0, 0): has the turn, Life 3 of 3."),
    ],
)
def test_the_text_says_what_the_scene_shows(locale: str, first: str, mine: str) -> None:
    """In the reader's language, line by line; in English where there is none."""
    arena = dozen_fight()
    state = arena.book.seen(arena.state, "ana")
    state = structs.replace(state, fight=structs.replace(state.fight, acting=("run",), round=1))
    lines = scene_of(arena.book.system, state, "ana", locale).text.splitlines()
    assert lines[0] == first
    assert mine in lines


def test_events_change_the_scene() -> None:
    """A move, a condition, a fall."""
    arena = dozen_fight()
    state = arena.state
    for event in (
        Moved(combatant="run", from_=dozen.GROUND[0], to=dozen.GROUND[5]),
        ConditionGained(combatant="run", condition="c", kind="lame", source=None, amount=None, left=None, until=""),
        CombatantOut(combatant="run", reason="down"),
    ):
        state = arena.book.evolve(state, Recorded(99, "", Draft(event)))
    run = bare.scene(arena.book.system, state, "ana", "en").tokens[0]
    assert run.place == dozen.GROUND[5]
    assert [badge.label for badge in run.badges] == ["Lame", "down"]


@pytest.mark.parametrize(
    ("zone", "words", "known"),
    [("crypt", "not on the field", True), ("attic", "in a place that you do not know", False)],
)
def test_a_place_that_the_scene_does_not_have_is_not_shown(zone: str, words: str, known: bool) -> None:
    """A zone that the seat does not know is no place to it; one that is not on the ground has words of its own."""
    arena = toy_fight("ZONES")
    there = structs.replace(arena.fight.combatants["bo"], place=Place(zone=zone))
    state = structs.replace(
        arena.state, fight=structs.replace(arena.fight, combatants={**arena.fight.combatants, "bo": there})
    )
    tokens = {}
    for seat in ("ana", "gm"):
        shown = scene_of(arena.book.system, arena.book.seen(state, seat), seat, "en")
        tokens[seat] = next(token for token in shown.tokens if token.combatant == "bo")
    assert (tokens["ana"].place, tokens["ana"].whereabouts) == (None, words)
    assert tokens["gm"].place == (Place(zone=zone) if known else None)


@pytest.mark.parametrize("kind", KINDS)
def test_what_only_the_game_master_knows_of_the_ground_is_in_no_other_scene(kind: SpaceKind) -> None:
    """Traps, mines, secret doors (to the others walls), zones and ways to them: nor in the legend or the digest."""
    whole = toy_fight(kind, lurker=False, begun=False)
    ground = whole.fight.ground
    assert ground is not None
    known = structs.replace(
        ground,
        patches=tuple(one for one in ground.patches if one.seen_by is None),
        zones=tuple(one for one in ground.zones if one.seen_by is None),
        links=tuple(one for one in ground.links if one.key != "cellar-crypt"),
        edges=tuple(
            one if one.seen_by is None else GroundEdge(entry=one.shown_as or "", line=one.line) for one in ground.edges
        ),
    )
    book = whole.book
    plain = fight(book, entries(kind, lurker=False), begun=False, ground=known)
    for seat in ("ana", "eve", None):
        assert told(whole, seat) == told(plain, seat)
    assert (told(whole, "gm") == told(plain, "gm")) == (kind in ("RANKS", "NOWHERE"))


def test_the_five_spaces_are_shown_as_they_are_laid() -> None:
    """Extent and unit, zones and links; an entry that nobody passes closes a position."""
    grid = scene(toy_fight("GRID")).space
    assert isinstance(grid, SceneGrid)
    assert (grid.width, grid.height, grid.unit, grid.cell) == (10, 8, "m", 150)
    plane = scene(toy_fight("PLANE")).space
    assert isinstance(plane, ScenePlane)
    assert (plane.width, plane.height, plane.unit) == (4800, 3600, "inch")
    zones = scene(toy_fight("ZONES")).space
    assert isinstance(zones, SceneZones)
    assert [zone.key for zone in zones.zones] == ["yard", "thicket", "hall", "cellar"]
    assert ("hall", "cellar", False, "a chute") in [(one.from_, one.to, one.both, one.label) for one in zones.links]
    ranks = scene(toy_fight("RANKS")).space
    assert isinstance(ranks, SceneRanks)
    assert [(one.side, one.rank) for one in ranks.positions if not one.open] == [("foes", 3)]
    assert (ranks.bands, ranks.farthest) == (("near", "far"), 1)
    assert isinstance(scene(toy_fight("NOWHERE")).space, SceneNowhere)


def test_a_scene_is_made_once_for_a_state_a_seat_and_a_language() -> None:
    """And a still ground once for a language, also when the fight goes on."""
    arena = toy_fight("GRID")
    first = scene(arena)
    assert scene(arena) is first
    assert scene(arena, "ana", "es") is not first
    ground = scene(arena).ground
    arena.order("gm", Rest(combatant="lurker"))
    assert scene(arena).ground is ground
