"""Keeps a PlanarAlly room and a fight together: figures, moves both ways, initiative, and what is said in the chat.

The room shows what one seat sees, `eyes`; everybody in it sees that. Orders are given by the seats that `players` name,
each with its own token. One task does all that changes anything, wish after wish.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from api.bridge.board import Board, Spot
from api.bridge.chat import AUTHOR, HELP, Words, escaped, line_of, lines_of, messages
from api.bridge.initiative import order_of
from api.bridge.orders import order_to, same
from api.bridge.room import Away, Room, Unacknowledged
from api.bridge.shapes import COLOURS, SECRET, TOKENS, matched, new_shape, own_id
from api.bridge.skald import Refusal, Seat, Unusable

log = logging.getLogger(__name__)

WAIT = 25
"""Seconds of a long poll for the next step."""
SETTLED = 0.25
"""Seconds after which a shape that nobody moved again is looked at: a drag sends many positions."""
FORGOTTEN = 10.0
"""Seconds after which a shape that was dragged and never put down goes back to its place."""
PAUSE = 1.0
"""Seconds before a wish is tried again that a broken connection cut short."""
TRIES = 2
"""How often something is sent that a connected server does not acknowledge."""
MOST_WAITING = 50
"""Wishes that may wait; lines of the chat beyond them are not heard."""
NEAR = 1.0
"""Pixels that two positions may differ and be the same."""

_MESSAGES = uuid.UUID("5b8c1a9e-8a55-4a0b-93a5-0d7d3f6f5a11")


class Player(Struct, frozen=True):
    """A seat that is played from the room. user: who alone may choose for it in the chat; None: anybody there."""

    seat: Seat
    user: str | None = None


class _Hand(Struct):
    """A shape that somebody moves. since: the time of the last position."""

    since: float


class Bridge:
    """One fight and one room.

    kept: told of each version up to which all has been told in the chat. aloud: what a player is asked in private is
    asked in the chat all the same.
    """

    def __init__(
        self,
        room: Room,
        eyes: Seat,
        players: Sequence[Player],
        *,
        words: Words,
        origin: tuple[int, int] = (0, 0),
        after: int | None = None,
        kept: Callable[[int], None] = lambda version: None,
        aloud: bool = False,
    ) -> None:
        self._room, self._eyes, self._players = room, eyes, tuple(players)
        self._words, self._origin, self._after, self._kept, self._aloud = words, origin, after, kept, aloud
        self._wishes: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self._shapes: dict[str, str] = {}
        self._known: dict[str, str] = {}
        self._spots: dict[str, Spot] = {}
        self._hands: dict[str, _Hand] = {}
        self._asked: set[str] = set()
        self._fight: dict[str, Any] = {}
        self._greeted = self._over = self._comparing = self._told_elsewhere = False
        room.heard = self._hear

    async def run(self) -> None:
        """Until the fight has ended. Unusable: a token, a password or the room does not serve."""
        await self._open()
        tasks = [asyncio.create_task(work()) for work in (self._room.run, self._watch, self._work)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _open(self) -> None:
        for seat in {
            id(candidate): candidate for candidate in (self._eyes, *(player.seat for player in self._players))
        }.values():
            await seat.open()
        if self._eyes.role == "GM":
            raise Unusable(
                "the first token decides what the whole room sees, and this one is the game master's: give that of a "
                "spectator's or a player's seat, and the game master's by --play"
            )
        if strangers := [player.seat.key for player in self._players if player.seat.fight != self._eyes.fight]:
            raise Unusable(f"the token of {', '.join(strangers)} is for another fight than the first one")
        if self._after is None:
            self._after = (await self._eyes.look())["version"]

    # -- what comes in
    async def _watch(self) -> None:
        """Wait for steps, one page after the other; the next is asked for when the last is told."""
        while not self._over:
            await self._room.wait()
            after = self._after or 0
            try:
                page = await self._eyes.events(after, wait=WAIT)
            except Refusal as refusal:
                if refusal.code != "AHEAD":
                    raise Unusable(f"Skald does not tell the fight: {refusal.detail}") from refusal
                log.warning("the fight is not as far as version %d: it goes on from where it stands", after)
                self._after = (await self._eyes.look())["version"]
                continue
            if page["events"]:
                done = asyncio.Event()
                self._wishes.put_nowait(("step", (page, done)))
                await done.wait()
            else:
                await asyncio.sleep(PAUSE)  # of a fight that has ended nothing is waited for

    async def _hear(self, event: str, data: Any) -> None:
        """What others do in the room, and that it was loaded anew."""
        if event == "connected":
            self._wish_to_compare()
        elif event == "Shapes.Position.Update":
            for item in data:
                if item["uuid"] in self._shapes.values():
                    self._touch(item["uuid"])
        elif event == "Chat.Add":
            line = line_of(data.get("data", ()))
            if line is not None and data.get("author") != AUTHOR and self._wishes.qsize() < MOST_WAITING:
                self._wishes.put_nowait(("said", (str(data.get("author", "")), line)))
        elif event in ("Shapes.Remove", "Shapes.Layer.Change", "Location.Set") or event.startswith("Initiative."):
            self._wish_to_compare()

    def _wish_to_compare(self) -> None:
        """Once, however many changes come before it is done."""
        if not self._comparing:
            self._comparing = True
            self._wishes.put_nowait(("compare", None))

    def _touch(self, id: str) -> None:
        first = id not in self._hands
        self._hands[id] = _Hand(time.monotonic())
        if first:
            self._later(id)

    def _later(self, id: str) -> None:
        asyncio.get_running_loop().call_later(SETTLED, self._wishes.put_nowait, ("settle", id))

    # -- what is done
    async def _work(self) -> None:
        """Fulfil wishes, one after the other; those that a broken connection cut short once it is there again."""
        while not self._over:
            wish, given = await self._wishes.get()
            tries = TRIES
            while tries:
                await self._room.wait()
                self._room.visit()
                try:
                    await self._do(wish, given)
                    break
                except Unacknowledged as failed:
                    tries -= 1
                    log.warning("PlanarAlly: %s", failed)
                except Away as away:
                    if wish in ("settle", "said"):  # what was meant by it is past
                        self._hands.clear()
                        break
                    log.info("PlanarAlly went away (%s)", away)
                    await asyncio.sleep(PAUSE)
                except (Refusal, Unusable) as refused:  # of a player's seat; whether `eyes` still see, `_watch` tells
                    log.warning("Skald: %s", refused)
                    if wish == "step":
                        self._go_on(*given)
                    break
            else:
                log.error("PlanarAlly does not take it; the bridge goes on without")
                if wish == "step":
                    self._go_on(*given)

    async def _do(self, wish: str, given: Any) -> None:
        if wish == "compare":
            self._comparing = False
            await self._compare()
        elif wish == "step":
            await self._step(*given)
        elif wish == "settle":
            await self._settle(given)
        elif wish == "said":
            await self._speak(*given)

    async def _step(self, page: Mapping[str, Any], done: asyncio.Event) -> None:
        """Tell a page of events, show the fight as it is now, and ask whoever is asked."""
        lines = lines_of(page["events"])
        if lines:
            await self._say(f"step {page['after']}", lines)
        await self._compare(page["after"])
        self._go_on(page, done)

    def _go_on(self, page: Mapping[str, Any], done: asyncio.Event) -> None:
        """The page is told: the next one may be asked for."""
        self._after = page["after"]
        self._kept(page["after"])
        done.set()

    async def _compare(self, after: int | None = None) -> None:
        """Make the room show the fight as it is now; ask what is asked once all that led to it is told.

        after: the version up to which it is; without it as it stood after the last step.
        """
        room = self._room
        if room.elsewhere:
            if not self._told_elsewhere:
                log.warning("the room shows another location than the one that the bridge began in: it waits")
                self._told_elsewhere = True
            return
        self._told_elsewhere = False
        self._fight = fight = await self._eyes.look(scene=True)
        scene = fight["scene"]
        if not room.chat:
            log.warning("the chat of the room is switched off: nobody reads what the bridge says")
        if not self._greeted:
            await self._say("hello", [self._words("here", name=fight["name"])])
            self._greeted = True
        self._spots = Board(scene["space"], self._origin).spots(scene["tokens"])
        await self._place(fight, scene)
        secret = frozenset(token["combatant"] for token in scene["tokens"] if token["hidden"])
        wanted = order_of(scene["play"], self._shapes, secret, running=fight["status"] == "RUNNING")
        if wanted != room.order and (wanted.rows or (room.order is not None and room.order.rows)):
            await room.set_order(wanted)
        if fight["version"] <= ((self._after or 0) if after is None else after):
            await self._ask(fight)
            if fight["status"] == "ENDED":
                await self._say("end", [self._words("ended")])
                self._over = True

    async def _place(self, fight: Mapping[str, Any], scene: Mapping[str, Any]) -> None:
        """Every figure that stands somewhere has a shape there; whoever is gone or hidden from the room has none."""
        room, tokens = self._room, [token for token in scene["tokens"] if token["combatant"] in self._spots]
        was = self._shapes
        self._shapes = matched(tokens, self._eyes.fight, room.location or 0, room.shapes, self._known)
        colours = {side["key"]: side["looks"]["colour"] or COLOURS[side["emblem"]] for side in scene["sides"]}
        moved: dict[str, tuple[float, float]] = {}
        for token in tokens:
            combatant, layer = token["combatant"], SECRET if token["hidden"] else TOKENS
            spot, id = self._spots[combatant], self._shapes.get(combatant)
            if id is None:
                id = self._shapes[combatant] = own_id(self._eyes.fight, room.location or 0, combatant)
                owners = sorted(self._users(fight, combatant) & room.users)
                colour = colours.get(token["side"], "#4f5a63")
                made = new_shape(self._eyes.fight, id, token, spot, colour=colour, owners=owners)
                await room.add(made, layer)
                continue
            shape = room.shapes.get(id)
            if shape is None:  # the location is being loaded anew: then all is compared again
                continue
            if shape.layer != layer:
                await room.change_layer([id], layer)
            if shape.defeated != token["down"]:
                await room.set_defeated(id, token["down"])
            corner = shape.corner(spot)
            if id not in self._hands and _apart(corner, (shape.x, shape.y)) > NEAR:
                moved[id] = corner
        if moved:
            await room.move(moved)
        self._known |= self._shapes
        here = set(self._shapes.values())
        ours = {candidate.uuid for candidate in room.shapes.values() if candidate.made_for == self._eyes.fight}
        if gone := sorted(ours - here):
            await room.remove(gone)
        given = [id for id in was.values() if id not in here and id in room.shapes]
        if hidden := sorted(id for id in given if room.shapes[id].layer != SECRET):
            await room.change_layer(hidden, SECRET)  # somebody else's shape is not ours to remove

    def _users(self, fight: Mapping[str, Any], combatant: str) -> set[str]:
        """PlanarAlly's users who play a combatant."""
        whose = {item["key"]: item["seat"] for item in fight["combatants"]}.get(combatant)
        return {player.user for player in self._players if player.user is not None and player.seat.key == whose}

    # -- a shape that was moved
    async def _settle(self, id: str) -> None:
        """If a shape was put down, order its combatant there, or put it back. While it is dragged, wait."""
        hand, shape = self._hands.get(id), self._room.shapes.get(id)
        combatant = next((name for name, bound in self._shapes.items() if bound == id), None)
        if hand is None or shape is None or combatant is None or combatant not in self._spots:
            self._hands.pop(id, None)
            return
        if time.monotonic() - hand.since < SETTLED * 0.9:
            self._later(id)
            return
        stored = await self._room.stored_corner(id)
        held = stored is not None and _apart(stored, (shape.x, shape.y)) > NEAR
        if held and time.monotonic() - hand.since < FORGOTTEN:
            self._later(id)
            return
        if self._hands.get(id) is not hand:  # it has been taken up again meanwhile
            self._later(id)
            return
        del self._hands[id]
        spot = self._spots[combatant]
        if held and stored is not None:
            shape.x, shape.y = stored
        elif _apart(shape.middle, (spot.x, spot.y)) > NEAR:
            try:
                await self._moved(combatant, *shape.middle, spot)
            except (Refusal, Unusable) as refused:  # the token of its seat serves no more: it goes back all the same
                log.warning("Skald: %s", refused)
        await self._compare()

    async def _moved(self, combatant: str, x: float, y: float, spot: Spot) -> None:
        """Order a combatant to where its shape lies now, or say in the chat why not."""
        token = next(item for item in self._fight["scene"]["tokens"] if item["combatant"] == combatant)
        place = Board(self._fight["scene"]["space"], self._origin).place_at(x, y, spot.squares)
        if place is not None and token["place"] is not None and same(_bare(token["place"]), place):
            return
        name = token["label"]
        player = self._player_of(combatant)
        if player is None:
            await self._say(None, [self._words("not_played", name=name)])
            return
        fight = await player.seat.look()
        found, reason = (None, "") if place is None else await order_to(player.seat, fight["offers"], combatant, place)
        if found is None:
            no = self._words("refused", name=name, reason=reason) if reason else self._words("not_there", name=name)
            await self._say(None, [no])
            return
        try:
            await player.seat.submit(found, version=fight["version"])
        except Refusal as refusal:
            await self._say(None, [self._refused(name, refusal)])

    def _player_of(self, combatant: str) -> Player | None:
        """Who orders a combatant: the player of its seat, or the game master, if they play from this room."""
        whose = {item["key"]: item["seat"] for item in self._fight["combatants"]}.get(combatant)
        mine = next((player for player in self._players if player.seat.key == whose), None)
        return mine or next((player for player in self._players if player.seat.role == "GM"), None)

    def _refused(self, name: str, refusal: Refusal) -> str:
        if refusal.status == 412 or refusal.code == "CONFLICT":
            return self._words("moved_on")
        return self._words("refused", name=name, reason=refusal.detail)

    # -- questions and answers
    async def _ask(self, fight: Mapping[str, Any]) -> None:
        """Tell in the chat what is newly asked, to whom, and by which numbers it may be answered.

        Only what the room's own seat sees asked; and of that only what is open to everybody with its answers.
        """
        open_now = {item["key"]: item for item in fight["decisions"]}
        self._asked &= open_now.keys()
        names = {seat["key"]: seat["name"] for seat in fight["seats"]}
        for key, seen in open_now.items():
            if key in self._asked or seen["visibility"] == "HIDDEN":
                continue
            for player in self._players:
                if player.seat.key in seen["seats"]:
                    self._asked.add(key)
                    name = names[player.seat.key]
                    lines = await self._listing(player, name)
                    await self._say(f"asked {key}", lines or [self._words("asked_in_private", seat=name)])
                    break

    async def _listing(self, player: Player, name: str) -> list[str]:
        """What a player's seat is asked and may do, as Skald says it; nothing if it is not for everybody's eyes."""
        if not await self._public(player):
            return []
        told = await player.seat.say()
        return [self._words("asked", seat=name), *_lines(told.text)]

    async def _public(self, player: Player) -> bool:
        """Whether all in the room may read what this seat is asked and may do: never of a game master."""
        if player.seat.role != "PLAYER":
            return False
        aloud = ("OPEN", "PRIVATE") if self._aloud else ("OPEN",)
        own = await player.seat.look()
        return all(item["visibility"] in aloud for item in own["decisions"] if item["yours"])

    async def _speak(self, author: str, line: str) -> None:
        """Do what a line of the chat says, by its author's seat. The steps that come of it are told anyway."""
        self._fight = self._fight or await self._eyes.look(scene=True)
        mine = [player for player in self._players if player.user in (None, author)]
        asked = {seat for item in self._fight.get("decisions", ()) for seat in item["seats"]}
        player = next((candidate for candidate in mine if candidate.seat.key in asked), mine[0] if mine else None)
        if player is None:
            await self._say(None, [self._words("not_played", name=author)])
            return
        name = next(seat["name"] for seat in self._fight["seats"] if seat["key"] == player.seat.key)
        if not line:
            await self._say(None, await self._listing(player, name) or [self._words("on_page")])
            return
        before = (await player.seat.look())["version"]
        said = await player.seat.say(line)
        if said.status < 300 and said.version != str(before):
            return
        readable = said.status >= 400 or self._aloud or line.lower() in HELP or line.endswith("?")
        lines = _lines(said.text) if readable and await self._public(player) else [self._words("on_page")]
        await self._say(None, lines)

    async def _say(self, what: str | None, lines: Sequence[str]) -> None:
        """Write lines of Markdown into the chat. what: said again after a lost answer, they have the same ids."""
        for n, text in enumerate(messages(lines)):
            id = uuid.uuid4() if what is None else uuid.uuid5(_MESSAGES, f"{self._eyes.fight} {what} {n}")
            await self._room.say(str(id), AUTHOR, text)


def _apart(point: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(point[0] - other[0]), abs(point[1] - other[1]))


_HINTS = re.compile(r"^([0-9]+\.[0-9]+ .*?) \[.*\]$")
"""A choice with what is open in it, which would fill the chat: `?` behind its number tells that."""


def _lines(text: str) -> list[str]:
    """Skald's plain text as lines of Markdown."""
    lines = (_HINTS.sub(r"\1 …", line) for line in text.splitlines() if line.strip())
    return [escaped(line) for line in lines]


def _bare(place: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in place.items() if value is not None}
