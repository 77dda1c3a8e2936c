"""A bridge between a running service and a room that knows exactly what PlanarAlly is sent."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import api.bridge
from api.bridge.bridge import Bridge, Player
from api.bridge.chat import Words
from api.bridge.shapes import own_id
from api.bridge.skald import Seat, Unusable
from tests.api.fights import Bridge as Fight
from tests.api.fights import bridge as new_fight
from tests.api.fights import sheet
from tests.api.table import Table
from tests.support.amounts import PATIENCE
from tests.support.processes.imitated_room import ImitatedRoom, asset

DEFEND = {"fantasia": {"defend": {"combatant": "cloud"}}}


def duel(table: Table, **more: Any) -> Fight:
    """Cloud, who acts first and attacks twice with a decision between, beside Steiner, on squares."""
    first = sheet(initiativeBonus=20, multiAttack=2, reactions=[])
    combatants = [
        {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", "sheet": first},
        {"id": "steiner", "name": "Steiner", "side": "foes", "seat": "gm", "sheet": sheet(reactions=[])},
    ]
    for n, one in enumerate(combatants):
        one["place"] = {"cell": {"x": 3 + n, "y": 2}}
    return new_fight(table, combatants=combatants, ground={"space": {"kind": "GRID"}}, **more)


@asynccontextmanager
async def bridged(
    fight: Fight, room: ImitatedRoom, *, eyes: str = "eve", locale: str = "en", **more: Any
) -> AsyncIterator[asyncio.Task[None]]:
    """The bridge at work: the room sees what `eyes` sees; Ana and the game master play from it."""
    url = fight.table.url
    players = [Player(Seat(url, fight.tokens[seat], locale=locale), user) for seat, user in _PLAYERS]
    seen = Seat(url, fight.tokens[eyes], locale=locale)
    running = asyncio.create_task(Bridge(room, seen, players, words=Words(locale), **more).run())
    try:
        await room.until(lambda: room.said or running.done())
        yield running
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


_PLAYERS = (("ana", "ana"), ("gm", "gil"))


async def act(fight: Fight, seat: str, command: Any) -> None:
    done = await asyncio.to_thread(fight.act, seat, command)
    assert done["__typename"] == "Accepted", done


def cell(fight: Fight, combatant: str) -> tuple[int, int]:
    found = next(one for one in fight.open("gm")["combatants"] if one["id"].endswith(f".{combatant}"))
    return found["place"]["cell"]["x"], found["place"]["cell"]["y"]


async def test_figures_order_and_steps_are_shown(table: Table) -> None:
    """A round shape for each, in the middle of its square; the order of play; what happens, an act a line."""
    fight, room = duel(table), ImitatedRoom()
    cloud, steiner = own_id(fight.id, 1, "cloud"), own_id(fight.id, 1, "steiner")
    async with bridged(fight, room):
        await room.until(lambda: room.active)
        assert (room.spot(cloud), room.spot(steiner)) == ((175, 125), (225, 125))
        assert [one["user"] for one in room.stored[cloud]["owners"]] == ["ana"]
        assert [one["user"] for one in room.stored[steiner]["owners"]] == ["gil"]
        assert ([row["shape"] for row in room.rows], room.turn, room.round) == ([cloud, steiner], 0, 1)
        await act(fight, "ana", {"fantasia": {"endTurn": {"combatant": "cloud"}}})
        await room.until(lambda: room.turn == 1)
        assert not any("Cloud" in line for line in room.said[1:]), "a turn that ends is no line"
        await act(
            fight,
            "gm",
            {"gm": {"correct": {"path": "combatants.cloud.place", "value": {"cell": {"x": 0, "y": 0}}, "reason": "a"}}},
        )
        await room.until(lambda: room.spot(cloud) == (25, 25))
        await room.until(lambda: any("Cloud" in line for line in room.said[1:]))


async def test_a_drag_is_one_order_and_what_is_not_legal_goes_back(table: Table) -> None:
    """Around Steiner, who bars the straight way; not onto him; and not before the shape is put down."""
    fight, room = duel(table), ImitatedRoom()
    cloud, steiner = own_id(fight.id, 1, "cloud"), own_id(fight.id, 1, "steiner")
    async with bridged(fight, room):
        await room.until(lambda: room.active)
        await room.drag(cloud, (175, 150), (175, 175), drop=False)
        await asyncio.sleep(0.6)
        assert cell(fight, "cloud") == (3, 2)
        await room.drag(cloud, (175, 175))
        await room.until(lambda: cell(fight, "cloud") == (3, 3))
        await room.drag(cloud, (225, 125))
        await room.until(lambda: room.spot(cloud) == (175, 175))
        assert cell(fight, "cloud") == (3, 3)
        await room.until(lambda: any("Cloud" in line and "cannot" in line for line in room.said))
        await room.drag(steiner, (525, 525))
        await room.until(lambda: room.spot(steiner) == (225, 125))
        await room.drag(cloud, (180, 180))  # in its own square it is only set right, without a word
        said = len(room.said)
        await room.until(lambda: room.spot(cloud) == (175, 175))
        assert len(room.said) == said
        moved = [one["text"] for one in _events(fight) if one["__typename"] == "Moved"]
        assert len(moved) == 1


async def test_a_question_is_asked_and_answered_in_the_chat(table: Table) -> None:
    """In Skald's own words, by number or by words; by whom it is put to; an older number means nothing any more."""
    fight, room = duel(table), ImitatedRoom()
    async with bridged(fight, room, aloud=True):
        await room.until(lambda: room.active)
        await room.write("ana", "!skald")
        listed = await room.until(lambda: next((one for one in room.said if "**Ana**" in one), None))
        strike = next(line.split()[0] for line in listed.splitlines() if "attacks" in line).replace("\\", "")
        await room.write("ana", f"!skald {strike}")
        asked = await room.until(lambda: next((one for one in room.said[2:] if "**Ana**" in one), None))
        assert "attack" in asked
        before = fight.open("ana")["version"]
        await room.write("ben", "!skald no")
        await room.until(lambda: "ben" in room.said[-1])
        assert fight.open("ana")["version"] == before
        await room.write("ana", f"!skald {strike}")
        await room.until(lambda: "was said of version" in room.said[-1])
        number = next(line.split()[0] for line in asked.splitlines() if line.rstrip().endswith(" No"))
        await room.write("ana", "!skald " + number.replace("\\", ""))
        await room.until(lambda: fight.open("ana")["version"] > before)
        await room.until(lambda: not fight.open("ana")["decisions"])


async def test_what_a_game_master_may_do_is_not_read_aloud(table: Table) -> None:
    """He may order by words; what he is told of it stays away from the room, also what is wrong with them."""
    fight, room = duel(table), ImitatedRoom()
    async with bridged(fight, room, aloud=True):
        await room.until(lambda: room.active)
        await act(fight, "ana", {"fantasia": {"endTurn": {"combatant": "cloud"}}})
        await room.until(lambda: room.turn == 1)
        for line in ("!skald", "!skald attack", "!skald status", "!skald log 20"):
            said = len(room.said)
            await room.write("gil", line)
            await room.until(lambda said=said: len(room.said) > said)
            assert "not for everybody" in room.said[-1]


async def test_what_is_asked_in_private_is_not_read_aloud(table: Table) -> None:
    """The room only learns that Ana is asked, which everybody at the table sees; she answers on a page."""
    fight, room = duel(table), ImitatedRoom()
    async with bridged(fight, room):
        await room.until(lambda: room.active)
        await act(
            fight, "ana", {"fantasia": {"attack": {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}}}
        )
        await room.until(lambda: any("not for everybody" in line for line in room.said))
        assert [one["visibility"] for one in _decisions(fight)] == ["PRIVATE"]
        await room.write("ana", "!skald")
        await room.until(lambda: "not for everybody here" in room.said[-1])
        await room.write("ana", "!skald yes please")
        await room.until(lambda: len([one for one in room.said if "not for everybody here" in one]) == 2)
        await room.write("ana", "!skald fists")
        await room.until(lambda: not _decisions(fight))


async def test_whom_the_room_may_not_see_has_no_shape(table: Table) -> None:
    """Whoever is hidden from the first seat is taken away, and named nowhere; a shape that was given is set aside."""
    fight = duel(table)
    room = ImitatedRoom(asset("picture", "Steiner", 0, 0))
    cloud = own_id(fight.id, 1, "cloud")
    async with bridged(fight, room):
        await room.until(lambda: room.active)
        assert set(room.stored) == {cloud, "picture"}
        assert room.spot("picture") == (200, 100)
        await act(fight, "gm", {"gm": {"hide": {"combatants": ["steiner"], "seats": ["ana", "eve"], "reason": "Mist"}}})
        await room.until(lambda: room.layers["picture"] == "dm")
        await room.until(lambda: len(room.rows) == 1)
        said = len(room.said)
        await act(
            fight, "gm", {"gm": {"correct": {"path": "combatants.steiner.vitals.hp.now", "value": 3, "reason": "b"}}}
        )
        await act(fight, "ana", DEFEND)
        await room.until(lambda: len(room.said) > said)
        await asyncio.sleep(0.3)
        assert not any("Steiner" in line for line in room.said[said:])
        assert room.spot("picture") == (200, 100)
        await act(fight, "gm", {"gm": {"reveal": {"combatants": ["steiner"]}}})
        await room.until(lambda: room.layers["picture"] == "tokens")


async def test_whom_some_seat_does_not_see_only_game_masters_see(table: Table) -> None:
    """On the map and in the order: a room has no eyes for one player alone. A player's own eyes do as well."""
    fight, room = duel(table), ImitatedRoom()
    steiner = own_id(fight.id, 1, "steiner")
    async with bridged(fight, room):
        await room.until(lambda: room.active)
        assert room.layers[steiner] == "tokens"
        await act(fight, "gm", {"gm": {"hide": {"combatants": ["steiner"], "seats": ["ana"], "reason": "Mist"}}})
        await room.until(lambda: room.layers[steiner] == "dm")
        await room.until(lambda: [row["isVisible"] for row in room.rows] == [True, False])
    async with bridged(fight, room, eyes="ana"):
        await room.until(lambda: steiner not in room.stored)
        await act(fight, "ana", DEFEND)
        await room.until(lambda: "Cloud" in room.said[-1])


async def test_after_a_break_nothing_is_missing_and_nothing_twice(table: Table) -> None:
    """Steps that came while the room was away are told when it is back; it is set right at once."""
    fight, room = duel(table), ImitatedRoom()
    kept: list[int] = []
    async with bridged(fight, room, kept=kept.append):
        await room.until(lambda: room.active)
        room.away = True
        for n in range(3):
            await act(fight, "gm", {"gm": {"note": {"note": f"note {n}", "to": ["eve"]}}})
        await asyncio.sleep(0.3)
        room.away = False
        await room.load()
        await room.until(lambda: any("note 2" in line for line in room.said))
        assert [sum(f"note {n}" in line for line in room.said) for n in range(3)] == [1, 1, 1]
        await room.until(lambda: kept and kept[-1] == fight.open("gm")["version"])
        assert kept == sorted(set(kept))


async def test_in_another_location_it_waits(table: Table) -> None:
    """A game master who leads the bridge's user elsewhere gets no figures there; steps are told all the same."""
    fight, room = duel(table), ImitatedRoom()
    cloud = own_id(fight.id, 1, "cloud")
    async with bridged(fight, room):
        await room.until(lambda: room.active)
        await room.load(2)
        sent = len(room.sent)
        place = {"path": "combatants.cloud.place", "value": {"cell": {"x": 9, "y": 9}}, "reason": "Far"}
        await act(fight, "gm", {"gm": {"correct": place}})
        await act(fight, "gm", {"gm": {"note": {"note": "meanwhile", "to": ["eve"]}}})
        await room.until(lambda: any("meanwhile" in line for line in room.said))
        assert {event for event, _ in room.sent[sent:]} == {"Chat.Add"}
        await room.load(1)
        await room.until(lambda: room.spot(cloud) == (475, 475))


async def test_nonsense_from_the_room_does_no_harm(table: Table) -> None:
    """The server hands on what clients send: places that are none, lists without end, floods of lines, a lost seat."""
    fight, room = duel(table), ImitatedRoom()
    cloud = own_id(fight.id, 1, "cloud")
    async with bridged(fight, room) as running:
        await room.until(lambda: room.active)
        for points in ([], [[]], [[1]], [["a", "b"]], [[float("nan"), 0]], [[1e300, 0]], [[float("inf"), 1]], None):
            await room._hear("Shapes.Position.Update", [{"uuid": cloud, "position": {"angle": 0, "points": points}}])
        for event, data in (
            ("Shapes.Position.Update", None), ("Shape.Add", {"shape": {}}), ("Shapes.Remove", [None, "x"]),
            ("Initiative.Set", {"data": 3}), ("Initiative.Turn.Update", {}),
            ("Chat.Add", {"data": ["!skald"] * 10_000}),
            ("Nothing.Known", {"a": 1}), ("Players.Info.Set", [{}]), ("Shape.Options.Name.Set", {"shape": cloud}),
        ):  # fmt: skip
            await room._hear(event, data)
        for _ in range(500):
            await room.write("stranger", "!skald help")
        await asyncio.to_thread(revoke, fight, "ana")
        await room.write("ana", "!skald")
        await room.drag(cloud, (175, 175))
        await room.until(lambda: room.spot(cloud) == (175, 125), 20)
        await act(fight, "gm", {"gm": {"note": {"note": "it goes on", "to": ["eve"]}}})
        await room.until(lambda: any("it goes on" in line for line in room.said))
        assert not running.done()
        assert len(room.said) < 100


def revoke(fight: Fight, seat: str) -> None:
    query = "mutation($id: ID!, $seat: ID!) { revokeToken(encounter: $id, seat: $seat) { __typename } }"
    done = fight.table.data(query, _ADMIN, id=fight.id, seat=seat)
    assert done == {"revokeToken": {"__typename": "TokensRevoked"}}


async def test_the_game_masters_eyes_are_refused(table: Table) -> None:
    """Everybody in the room would see what only he may know."""
    fight, room = duel(table), ImitatedRoom()
    async with bridged(fight, room, eyes="gm") as running:
        with pytest.raises(Unusable, match="the whole room sees"):
            await running


async def test_tokens_that_do_not_serve_are_told_apart(table: Table) -> None:
    """A forged one, the operator's, and one of another fight."""
    fight, other = duel(table), duel(table)
    for tokens, words in (
        (("forged", "forged"), "does not accept"),
        ((_ADMIN, _ADMIN), "no seat"),
        ((fight.tokens["eve"], other.tokens["ana"]), "another fight"),
    ):
        seats = [Seat(table.url, token) for token in tokens]
        with pytest.raises(Unusable, match=words):
            await Bridge(ImitatedRoom(), seats[0], [Player(seats[1])], words=Words("en")).run()


async def test_the_end_is_told_and_ends_it(table: Table) -> None:
    """In the table's language; the initiative stands still."""
    fight, room = duel(table), ImitatedRoom()
    async with bridged(fight, room, locale="pl") as running:
        await room.until(lambda: room.active)
        await act(fight, "gm", {"gm": {"end": {"reason": "They talk", "outcome": "peace"}}})
        await asyncio.wait_for(running, PATIENCE)
        assert "dobiegła końca" in room.said[-1]
        assert not room.active
    async with bridged(fight, ImitatedRoom(), locale="pl") as running:  # of a fight that has ended already
        await asyncio.wait_for(running, PATIENCE)


def test_it_knows_nothing_but_the_published_contract() -> None:
    """No module of the bridge imports another of ours: any program could do what it does."""
    for file in Path(api.bridge.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            ours = [name for name in names if name.split(".")[0] in ("api", "engine", "schemas")]
            assert all(name.startswith("api.bridge") for name in ours), (file.name, ours)


_ADMIN = "the-operators-own-token"


def _decisions(fight: Fight) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens["eve"]).json()["decisions"]
    return found


def _events(fight: Fight) -> list[dict[str, Any]]:
    from tests.api.fights import TOLD

    found: list[dict[str, Any]] = fight.table.data(TOLD, fight.tokens["gm"], id=fight.id)["encounter"]["events"][
        "nodes"
    ]
    return found
