"""The bridge with each installed game: squares, an open table, zones and ranks; it knows none of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from api.bridge.board import Board
from api.bridge.bridge import Bridge, Player
from api.bridge.chat import Words
from api.bridge.orders import same
from api.bridge.shapes import own_id
from api.bridge.skald import Seat
from tests.api.table import ADMIN, Table
from tests.end_to_end.games import GAMES, SEATS, game
from tests.support.processes.imitated_room import ImitatedRoom


class Play:
    """A small fight of a game, with dice of the server."""

    def __init__(self, table: Table, system: str) -> None:
        eve = {"id": "eve", "name": "Everybody", "role": "SPECTATOR"}
        setup = {**game(system), "dice": "OPEN", "seed": "7", "seats": [*SEATS, eve]}
        setup.pop("typedBy", None)
        made = table.post("/v1/encounters", ADMIN, setup)
        assert made.status_code == 201, made.text
        self.table, self.id = table, made.json()["encounter"]["id"]
        self.tokens = {one["seat"]: one["token"] for one in made.json()["tokens"]}

    def look(self, seat: str) -> Any:
        return self.table.get(f"/v1/encounters/{self.id}?include=offers,scene", self.tokens[seat]).json()

    def place(self, combatant: str) -> dict[str, Any]:
        found = next(one for one in self.look("gm")["combatants"] if one["key"] == combatant)["place"] or {}
        return {name: value for name, value in found.items() if value is not None}

    def to_a_move(self) -> tuple[str, dict[str, Any]] | None:
        """Play the first offers until somebody may go to a place: (who, the place). None: nobody can in 40 steps."""
        for _ in range(40):
            seen = {seat: self.look(seat) for seat in ("ana", "ben", "gm")}
            for offer in seen["gm"]["offers"]:
                for field in offer["fields"]:
                    if offer["group"] == "MOVE" and field["kind"] in ("place", "path"):
                        end = field["among"][-1]["value"]
                        return offer["combatant"], end if field["kind"] == "place" else end[-1]
            for seat, fight in seen.items():
                asked = [one for one in fight["decisions"] if one["yours"] and one["offers"]]
                orders = [one for one in fight["offers"] if one["group"] != "OTHER"]
                if asked or orders:
                    path = f"decisions/{asked[0]['key']}" if asked else "commands"
                    name, send = ("choice", asked[0]["offers"]) if asked else ("command", orders)
                    done = self.table.post(
                        f"/v1/encounters/{self.id}/{path}", self.tokens[seat], {name: send[0]["send"]}
                    )
                    assert done.status_code == 200, done.text
                    break
        return None


MOVING = [system for system in GAMES if system != "mongolian_mercenaries"]
"""Those in which one goes to a place of one's choice."""


@pytest.mark.parametrize("system", MOVING)
async def test_a_figure_goes_where_it_is_dragged(table: Table, system: str) -> None:
    """All figures lie where the scene has them; one that is dragged to a legal place comes there by one order."""
    play = Play(table, system)
    who, to = await asyncio.to_thread(play.to_a_move) or ("", {})
    scene = play.look("eve")["scene"]
    board, room = Board(scene["space"]), ImitatedRoom()
    to = {name: value for name, value in to.items() if value is not None}
    token = next(one for one in scene["tokens"] if one["combatant"] == who)
    aim = board.spots([{**token, "place": {**token["place"], **_only(to)}}])[who]
    players = [Player(Seat(table.url, play.tokens[seat])) for seat in ("ana", "ben", "gm")]
    bridge = Bridge(room, Seat(table.url, play.tokens["eve"]), players, words=Words("en"))
    running = asyncio.create_task(bridge.run())
    try:
        standing = {own_id(play.id, 1, one["combatant"]): one for one in scene["tokens"] if one["place"]}
        await room.until(lambda: set(room.stored) == set(standing))
        assert {(one["x"], one["y"]) for one in room.stored.values()} == {
            (spot.x, spot.y) for spot in board.spots(scene["tokens"]).values()
        }
        await room.drag(own_id(play.id, 1, who), (aim.x, aim.y))
        answered = len(room.said)
        while not same(play.place(who), _only(to)):  # whoever may react is asked in the chat, and does not
            said = await room.until(lambda seen=answered: room.said[seen:] or same(play.place(who), _only(to)))
            for line in "\n".join(said).splitlines() if isinstance(said, list) else ():
                if " No " in line:
                    await room.write("anybody", "!skald " + line.split()[0].replace("\\", ""))
            answered = len(room.said)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def _only(place: dict[str, Any]) -> dict[str, Any]:
    """What tells the place apart, without height and facing."""
    names = ("cell", "point", "zone", "side", "rank")
    return {name: place.get(name) for name in names if place.get(name) is not None}


async def test_in_ranks_a_figure_goes_back(table: Table) -> None:
    """There nobody goes to a place of his choice: the bridge says so, and the figure stands where it stood."""
    play, room = Play(table, "mongolian_mercenaries"), ImitatedRoom()
    assert await asyncio.to_thread(play.to_a_move) is None
    players = [Player(Seat(table.url, play.tokens[seat])) for seat in ("ana", "ben", "gm")]
    bridge = Bridge(room, Seat(table.url, play.tokens["eve"]), players, words=Words("en"))
    running = asyncio.create_task(bridge.run())
    try:
        ada = own_id(play.id, 1, "ada")
        await room.until(lambda: ada in room.stored)
        before = room.spot(ada)
        await room.drag(ada, (before[0] + 400, before[1]))
        await room.until(lambda: "cannot" in room.said[-1])
        await room.until(lambda: room.spot(ada) == before)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
