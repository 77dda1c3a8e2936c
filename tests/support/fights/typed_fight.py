"""A fight at a table that types all its dice, played by its first offers: nearly every roll stops its order.

`python -m tests.support.fights.typed_fight URL STEPS` plays one in the store at a URL, says its id on standard output,
and ends in the midst of it by SIGKILL.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import parse_dice
from engine.kernel.state.fight import ROLL
from engine.kernel.structs.messages import plain
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.redis import RedisStore
from tests.support.fights.fights import new_fight


async def created(service: Encounters) -> str:
    """Its id; it has begun, and stops at its first roll."""
    id = (await service.create(new_fight(dice="PHYSICAL"))).id
    await service.submit(id, "gm", {"fantasia": {"begin": {}}})
    return id


async def play(services: Sequence[Encounters], id: str, steps: int) -> None:
    """So many orders and answers, each by the next of the services."""
    for number in range(steps):
        service = services[number % len(services)]
        view = await service.view(id, "gm")
        fight, book = view.position.state.fight, view.book
        if fight.window is not None:
            asked = next(one for one in fight.window.asked if not one.answered)
            if asked.kind == ROLL:
                dice = parse_dice(asked.question["dice"])
                faces = [1 + (asked.decision + die) % dice.sides for die in range(dice.count)]
                await service.answer(id, "gm", asked.decision, None, faces=faces)
            else:
                await service.answer(id, asked.seats[0], asked.decision, Choice(asked.offers[-1].key))
        else:
            seen = book.seen(view.position.state, "gm")
            offers = [one for who in fight.acting for one in book.system.offers(seen, who)]
            order = next((one for one in offers if one.key.startswith("attack")), offers[-1])
            await service.submit(id, "gm", book.encode_order(order.body))


async def told(service: Encounters, id: str) -> list[Any]:
    """All its events but the first, which names it."""
    view = await service.view(id, "gm")
    return [plain(one.recorded.event) for one in await service.seen_events(id, "gm", 2, view.version)]


async def _killed(url: str, steps: int) -> None:
    service = Encounters(RedisStore(url), Registry.installed())
    id = await created(service)
    await play([service], id, steps)
    print(id, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(_killed(sys.argv[1], int(sys.argv[2])))
