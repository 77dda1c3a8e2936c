"""The GM changes the ground in mid-fight: each part is read by those who may know of it, and by nobody else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.overruling.gm_tools import SetGround
from engine.kernel.overruling.ground_tool import set_ground
from engine.kernel.state.events import GroundSet
from engine.kernel.state.ground.ground import Ground, GroundEntry, Space
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded, plain
from engine.service.proof.audit_replay import replay
from engine.systems.dozen_die import system
from tests.support.fights.arena import Arena

YARD = Ground(
    space=Space(kind="GRID", width=9, height=5),
    rows=("....#....",) * 5,
    legend=(GroundEntry(key="trap", look="HAZARD", label="A pit under leaves"),),
)
LINE = [{"x": 200, "y": 0}, {"x": 200, "y": 300}]
PIT = {"key": "pit", "entry": "trap", "area": {"runs": [{"x": 1, "y": 1}]}}


def yard() -> Arena:
    return Arena(system, ground=YARD)


def lay(arena: Arena, seat: str = "gm", **change: Any) -> list[Recorded]:
    tool = msgspec.convert(change, SetGround)
    return arena._keep(set_ground(arena.book, arena.position, seat, tool, arena._circumstances(seat, ())))


def ground(arena: Arena, seat: str | None) -> Ground:
    found = arena.book.seen(arena.state, seat).fight.ground
    assert found is not None
    return found


def read(arena: Arena, recorded: Recorded) -> bytes:
    """What outsiders get of an event."""
    return arena.book.codec.encode(recorded.version, recorded.time, recorded.draft)[0]


def proven(arena: Arena) -> bool:
    return replay(arena.book, arena.stream, progress=lambda _: None).verdict.state == "PROVEN"


def test_a_hidden_part_is_read_by_its_seats_alone() -> None:
    """The others get a bare Hidden, and not even its entry of the legend."""
    arena = yard()
    assert ground(arena, "ana").legend == ()
    (laid,) = lay(arena, patches=[{**PIT, "seenBy": ["ben"]}])
    assert (laid.draft.to, laid.draft.whole) == (("gm", "ben"), True)
    assert b"trap" not in read(arena, laid)
    assert [p.key for p in ground(arena, "ben").patches] == ["pit"]
    assert ground(arena, "ana") == ground(arena, None) == ground(yard(), "ana")
    assert proven(arena)


def test_what_is_revealed_is_read_by_everybody() -> None:
    """Those who knew of it read that it goes and comes; hidden again it vanishes for the others."""
    arena = yard()
    lay(arena, patches=[{**PIT, "seenBy": ["ben"]}])
    gone, come = lay(arena, patches=[PIT])
    assert (gone.draft.to, gone.draft.whole) == (("gm", "ben"), True)
    assert come.draft.to is None
    assert [p.key for p in ground(arena, "ana").patches] == ["pit"]
    public, hidden = lay(arena, patches=[{**PIT, "seenBy": []}])
    assert public.draft.to is None
    assert hidden.draft.whole
    assert ground(arena, "ana").patches == ()
    assert proven(arena)


def test_a_secret_door_is_a_wall_whatever_is_done_to_it() -> None:
    """As it comes the others read of a wall; as it is opened they read nothing at all."""
    secret, wall = yard(), yard()
    door = {"key": "secret", "entry": "door-shut", "line": LINE, "seenBy": ["ben"], "shownAs": "wall"}
    laid = lay(secret, edges=[door])[-1]
    built = lay(wall, edges=[{"key": "masonry", "entry": "wall", "line": LINE}])[-1]
    shown, real = laid.event, built.event
    assert isinstance(shown, GroundSet)
    assert isinstance(real, GroundSet)
    assert shown.told is not None
    assert real.told is not None
    assert shown.told.edges == real.told.edges
    assert read(secret, laid).replace(b'"version":4', b'"version":3') == read(wall, built)
    assert ground(secret, "ana").edges == ground(wall, "ana").edges
    (opened,) = lay(secret, states=[{"edge": "secret", "state": "OPEN"}])
    assert opened.draft.whole
    assert ground(secret, "ben").edges[0].state == "OPEN"
    assert ground(secret, "ana").edges == ground(wall, "ana").edges
    assert canonical(plain(ground(secret, "ana").edges)).count(b"secret") == 0
    assert proven(secret)
    assert proven(wall)


def test_one_more_who_knows_of_a_secret_door_shows_nothing_to_those_who_still_do_not() -> None:
    """Their wall stays; who learns of the door reads that his goes."""
    arena = yard()
    door = {"key": "secret", "entry": "door-shut", "line": LINE, "seenBy": [], "shownAs": "wall"}
    lay(arena, edges=[door])
    wall = ground(arena, "ana").edges
    (shown,) = lay(arena, edges=[{**door, "seenBy": ["ben"]}])
    assert (shown.draft.to, shown.draft.whole) == (("gm", "ben"), True)
    assert isinstance(shown.event, GroundSet)
    assert shown.event.whole is not None
    assert shown.event.whole.removed is not None
    assert shown.event.whole.removed.edges == (wall[0].key,)
    assert ground(arena, "ana").edges == wall
    assert [edge.key for edge in ground(arena, "ben").edges] == ["secret"]
    assert proven(arena)


def legends(arena: Arena, seat: str | None, laid: list[Recorded]) -> list[tuple[str, str]]:
    """The entries of the legend that a seat reads in these events, with their labels."""
    read_by = [(r.event, r.draft.to is None or seat in r.draft.to) for r in laid if isinstance(r.event, GroundSet)]
    told = [(event.whole or event.told) if whole else event.told for event, whole in read_by]
    return [(entry.key, entry.label) for change in told if change is not None for entry in change.legend]


TRAP = ("trap", "A pit under leaves")


def test_what_is_revealed_comes_with_its_entry_of_the_legend() -> None:
    """For those who learn of it, whether they are some or all; nobody else reads of the entry."""
    arena = yard()
    lay(arena, patches=[{**PIT, "seenBy": []}])
    some = lay(arena, patches=[{**PIT, "seenBy": ["ben"]}])
    assert legends(arena, "ben", some) == [TRAP]
    assert legends(arena, "ana", some) == []
    every = lay(arena, patches=[PIT])
    assert legends(arena, None, every) == legends(arena, "ana", every) == [TRAP]
    assert proven(arena)


def test_an_entry_that_is_sent_with_what_some_know_is_read_by_them() -> None:
    """As it comes, and as it is called otherwise; the others read neither."""
    arena = yard()
    ditch = {"key": "ditch", "look": "PIT", "label": "A ditch"}
    laid = lay(arena, legend=[ditch], patches=[{**PIT, "entry": "ditch", "seenBy": ["ben"]}])
    assert legends(arena, "ben", laid) == [("ditch", "A ditch")]
    named = lay(arena, legend=[{**ditch, "label": "A grave"}])
    assert legends(arena, "ben", named) == [("ditch", "A grave")]
    assert legends(arena, "ana", [*laid, *named]) == legends(arena, None, [*laid, *named]) == []
    assert all(b"ditch" not in read(arena, one) for one in (*laid, *named))
    assert proven(arena)


def test_cells_that_are_drawn_with_another_sign_come_with_its_entry() -> None:
    """Also where it has been in the legend all along, and nothing showed it."""
    pool = GroundEntry(key="pool", sign="~", look="WATER", label="A pool")
    arena = Arena(system, ground=structs.replace(YARD, legend=(*YARD.legend, pool)))
    assert legends(arena, None, lay(arena, cells=[{"x": 4, "y": 2, "sign": "~"}])) == [("pool", "A pool")]
    assert proven(arena)


def test_what_secret_doors_look_like_comes_with_its_entry() -> None:
    """The others read the entry of a wall with the wall."""
    hedge = GroundEntry(key="hedge", look="WALL", step="NEVER", label="A hedge")
    arena = Arena(system, ground=structs.replace(YARD, legend=(*YARD.legend, hedge)))
    door = {"key": "secret", "entry": "door-shut", "line": LINE, "seenBy": ["ben"], "shownAs": "hedge"}
    laid = lay(arena, edges=[door])
    assert set(legends(arena, "ana", laid)) == {("hedge", "A hedge")}
    assert "door-shut" in [key for key, _ in legends(arena, "ben", laid)]
    assert proven(arena)


def test_rows_change_by_runs_of_cells_and_all_of_it_at_once() -> None:
    """Everybody reads both; the game judges the result."""
    arena = yard()
    lay(arena, cells=[{"x": 4, "y": 2, "sign": "'"}])
    assert ground(arena, None).rows[2] == "....'...."
    lay(arena, ground={"space": {"kind": "GRID", "width": 3, "height": 3}, "edges": [{"entry": "wall", "line": LINE}]})
    assert (ground(arena, "ana").space.width, len(ground(arena, "ana").edges)) == (3, 1)
    assert proven(arena)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"patches": [{**PIT, "entry": "lava"}]}, "patches.0.entry"),
        ({"patches": [{**PIT, "seenBy": ["zed"]}]}, "patches.0.seenBy"),
        ({"cells": [{"x": 0, "y": 0, "sign": "?"}]}, "rows.0"),
        ({"space": {"kind": "PLANE"}, "rows": []}, "space.kind"),
        ({"removed": {"edges": ["gone"]}}, "removed.edges.0"),
        ({"states": [{"edge": "gone", "state": "OPEN"}]}, "states.0.edge"),
        ({"ground": {"space": {"kind": "ZONES"}}}, "ground.space.kind"),
        ({}, ""),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(change: dict[str, Any], field: str) -> None:
    """As it was sent; nothing changes."""
    arena = yard()
    with pytest.raises(RuleRefusal) as refused:
        lay(arena, **change)
    assert refused.value.field == f"command.gm.setGround.{field}".rstrip(".")
    assert len(arena.stream) == 1


def test_only_the_game_master_changes_the_ground() -> None:
    with pytest.raises(RuleRefusal) as refused:
        lay(yard(), "ana", patches=[PIT])
    assert refused.value.code == "NOT_YOURS"
