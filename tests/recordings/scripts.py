"""How recordings are played, in any system: scripts that know the kernel's orders and no game."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from msgspec import Struct

from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import parse_dice
from engine.kernel.structs.errors import RuleRefusal
from engine.service.bots import policy
from engine.service.bots.lookahead import Move
from engine.service.encounters import Encounters, NewEncounter

Script = Callable[[Encounters, str, random.Random], Awaitable[str]]
"""Plays a fight; the id of the one that is recorded, which is another one where it is a fork."""


SETTLED = ("EndBattle",)
"""Rulings that take their default, so that fights come to an end."""


class Recipe(Struct, frozen=True):
    """what: in words. happened: types of events that must be in it. outcome: as the rules call it, if they must."""

    what: str
    new: NewEncounter
    script: Script
    happened: tuple[str, ...] = ()
    outcome: str | None = None

    @property
    def system(self) -> str:
        """The id of the game."""
        return self.new.system


class Served(Struct, frozen=True):
    """The same of a fight that is played over the network: `play` gives the export of the whole of it."""

    what: str
    system: str
    play: Callable[[random.Random], Awaitable[bytes]]
    happened: tuple[str, ...] = ()


async def play(service: Encounters, id: str, rng: random.Random, *, most: int, style: policy.Bot = "RANDOM") -> None:
    """Moves of bots; rulings and half the answers by chance; till the rules call it decided, or so many moves."""
    for _ in range(most):
        view = await service.view(id, "gm")
        position, fight = view.position, view.position.state.fight
        if fight.outcome is not None:
            return
        waiting = [a for a in fight.window.asked if not a.answered] if fight.window else []
        if waiting and waiting[0].kind != "Roll" and (rng.random() < 0.5 or policy.is_ruling(view.book, waiting[0])):
            asked = waiting[0]
            choice = Choice(asked.default if asked.kind in SETTLED else rng.choice(asked.offers).key)
            with suppress(RuleRefusal):
                await service.answer(id, asked.seats[0], asked.decision, choice)
            continue
        if waiting and waiting[0].kind == "Roll":
            move = policy.answer(view.book, position, waiting[0], waiting[0].seats[0], style, rng)
        else:
            move = policy.next_move(view.book, position, dict.fromkeys(fight.seats, style), rng)
        if move is None and not waiting and fight.acting:  # the GM says who is next
            move = Move("gm", order=next(iter(view.book.system.offers(view.seen, None))).body)
        if move is None:
            return
        if move.order is not None:
            await service.submit(id, move.seat, view.book.encode_order(move.order))
        else:
            await service.answer(id, move.seat, move.decision, move.choice, faces=move.faces)


async def begin(service: Encounters, id: str) -> None:
    """The fight begins; a question of the GM about it takes its default."""
    view = await service.view(id, "gm")
    await service.submit(id, "gm", {view.book.key: {"begin": {}}})
    await defaults(service, id)


async def defaults(service: Encounters, id: str) -> None:
    while waiting := [a for a in (await seen(service, id)).window_open if not a.answered]:
        asked = waiting[0]
        if asked.kind == "Roll":
            faces = [1 + n % 6 for n in range(parse_dice(asked.question["dice"]).count)]
            await service.answer(id, asked.seats[0], asked.decision, None, faces=faces)
        else:
            await service.answer(id, asked.seats[0], asked.decision, Choice(asked.default))


class _Seen:
    def __init__(self, fight: Any) -> None:
        self.window_open = fight.window.asked if fight.window else ()
        self.acting = fight.acting


async def seen(service: Encounters, id: str) -> _Seen:
    return _Seen((await service.view(id, "gm")).position.state.fight)


async def end(service: Encounters, id: str) -> str:
    """The GM ends it: the secret of the dice is out, and all can be proven."""
    await service.submit(id, "gm", {"gm": {"end": {"reason": "enough for tonight"}}})
    return id


async def acting(service: Encounters, id: str) -> str:
    """Whose turn it is. RuleRefusal where it is over."""
    up = (await seen(service, id)).acting
    if not up:
        raise RuleRefusal("it is over")
    return str(up[0])


# -- scripts
async def to_the_end(service: Encounters, id: str, rng: random.Random) -> str:
    await begin(service, id)
    await play(service, id, rng, most=400, style="GREEDY")
    return await end(service, id)


async def at_random(service: Encounters, id: str, rng: random.Random) -> str:
    await begin(service, id)
    await play(service, id, rng, most=120)
    return await end(service, id)


async def broken_off(service: Encounters, id: str, rng: random.Random) -> str:
    """The GM ends it while a question is open."""
    await begin(service, id)
    for _ in range(60):
        await play(service, id, rng, most=1)
        if (await seen(service, id)).window_open:
            break
    else:
        raise RuleRefusal("nobody was asked")
    return await end(service, id)


async def overruled(service: Encounters, id: str, rng: random.Random) -> str:
    """A correction in the open, a revert into an order with another, and a pause."""
    await begin(service, id)
    await play(service, id, rng, most=25)
    view = await service.view(id, "gm")
    version, whose = view.version, list(view.position.state.fight.combatants)[-1]
    hp = {"path": f"combatants.{whose}.vitals.hp.now", "value": 1}
    await service.submit(id, "gm", {"gm": {"correct": hp}})
    await service.submit(id, "gm", {"gm": {"revert": {"to": version * 2 // 3, "corrections": [hp]}}})
    await service.submit(id, "gm", {"gm": {"pause": {}}})
    await service.submit(id, "gm", {"gm": {"resume": {}}})
    await play(service, id, rng, most=20)
    if (await seen(service, id)).window_open:
        await service.submit(id, "gm", {"gm": {"cancel": {}}})
    return await end(service, id)


async def forked(service: Encounters, id: str, rng: random.Random) -> str:
    """A what-if from the middle, with dice of its own."""
    await begin(service, id)
    await play(service, id, rng, most=25)
    at = (await service.view(id, "gm")).version // 2
    branch = (await service.fork(id, "gm", at)).id
    await play(service, branch, rng, most=25)
    return await end(service, branch)


def taken_back(most: int) -> Script:
    """Players ask to take back what they did: once it is granted, once refused, once forced; the fight goes on.

    most: moves between two requests.
    """

    async def script(service: Encounters, id: str, rng: random.Random) -> str:
        await begin(service, id)
        for end_of_it in ("yes", "no", "force"):
            await _asked(service, id, rng, most)
            talk = (await service.view(id, "gm")).position.state.fight.taking_back
            if end_of_it == "force":
                await service.submit(id, "gm", {"gm": {"revert": {"to": talk.to, "reason": "let it be"}}})
            for asked in talk.asked if end_of_it == "yes" else talk.asked[:1] if end_of_it == "no" else ():
                await service.answer(id, asked.seats[0], asked.decision, Choice(end_of_it))
        await _asked(service, id, rng, most)
        return await end(service, id)

    return script


async def _asked(service: Encounters, id: str, rng: random.Random, most: int) -> None:
    """Some moves on, a player asks, and it concerns somebody."""
    for _ in range(60):
        await play(service, id, rng, most=most)
        for seat in ("ana", "ben"):
            with suppress(RuleRefusal):
                await service.submit(id, seat, {"table": {"takeBack": {"reason": "a slip of the finger"}}})
            if (await service.view(id, "gm")).position.state.fight.taking_back is not None:
                return
    raise RuleRefusal("nobody had to be asked")
