"""The pages of the table: from a step's answer until four of them show it, and from the press for it until the page of
whoever pressed has drawn it; and frames of a large board in motion.

All pages, the service and its store share the machine. Frames are as the page's own animation callback sees them; one
that takes long to draw holds up the next.
"""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct, structs

from engine.kernel.state.seat import SeatEntry
from engine.service.encounters import Encounters, NewEncounter
from engine.store.redis import RedisStore
from tests.bench import pictures, servers
from tests.bench.plan import Plan
from tests.bench.rounds import Goal, Row, Series
from tests.support.browsers.browser import Tab, browser, chromium, tab
from tests.support.browsers.hands import Person

INJECTED = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
READY = "document.getElementById('app').dataset.ready && document.querySelector('skald-board svg, #scene *')"
SEATS = (
    SeatEntry("gm", "The GM", "GM"),
    SeatEntry("ana", "Ana", "PLAYER"),
    SeatEntry("ben", "Ben", "PLAYER"),
    SeatEntry("eve", "Eve", "SPECTATOR"),
)
SIZES = ((1280, 900), (3840, 2160))
STEP, FRAME, LATE_FRAME = 150.0, 17.0, 34.0
"""Milliseconds: goals of the medians, and of all frames but the worst twentieth."""


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """Nothing, where there is no Chromium."""
    program = chromium()
    if program is None:
        plan.say("no Chromium on the PATH: the pages of the table are left out")
        return
    store = RedisStore(plan.url)
    try:
        async with servers.skald(plan) as ours:
            service = Encounters(store, plan.registry)
            with browser(program, plan.folder) as devtools:
                for work, wish in (("four figures", _small()), ("40 figures on 60 x 40 cells", _large())):
                    count, steps = plan.pick(2, 12, 40), list[Step]()
                    while len(steps) < count:  # the random players end some fights early
                        table = await Table.make(service, ours.base, wish)
                        steps += await asyncio.to_thread(table.steps, devtools, count - len(steps))
                    reached = [step.reached for step in steps]
                    yield _row(f"a step from its answer until four pages show it, {work}", reached, STEP)
                    own = [step.drawn for step in steps]
                    yield _row(f"a press until its own page has drawn what came of it, {work}", own, STEP)
                for size in SIZES:
                    table = await Table.make(service, ours.base, _large())
                    found = await asyncio.to_thread(table.motions, devtools, size, plan.pick(0.2, 2.0, 5.0))
                    for motion, times in found.items():
                        work = f"frames, {motion}, 40 figures on 60 x 40 cells at {size[0]} x {size[1]}"
                        yield _row(work, times, FRAME, LATE_FRAME)
    finally:
        await store.close()


def _row(work: str, times: list[float], usual: float, worst: float | None = None) -> Row:
    late = sorted(times)[math.ceil(0.95 * len(times)) - 1]
    goals = [Goal("median", statistics.median(times), "<=", usual)]
    if worst is not None:
        goals.append(Goal("p95", late, "<=", worst))
    note = f"p95 {late:.0f} ms of {len(times)}"
    return Row(group="table", work=work, unit="ms", ours=Series(tuple(times)), goals=goals, note=note)


def _large() -> NewEncounter:
    wish = pictures.wish()
    shared: list[dict[str, Any]] = [
        {**one, "seat": "ben"} if one["seat"] and number % 2 else one for number, one in enumerate(wish.combatants)
    ]
    return structs.replace(wish, seats=SEATS, combatants=tuple(shared))


def _small() -> NewEncounter:
    """Four of those figures near to each other."""
    large = _large()
    assert large.ground is not None
    ground = structs.replace(
        large.ground,
        space=structs.replace(large.ground.space, width=12, height=8),
        rows=("............",) * 8,
        edges=(),
    )
    near = (("c0", 2, 2), ("c1", 2, 5), ("c12", 9, 2), ("c13", 9, 5))
    known = {one["id"]: one for one in large.combatants}
    figures = [{**known[name], "place": {"cell": {"x": x, "y": y}}} for name, x, y in near]
    return structs.replace(large, ground=ground, combatants=tuple(figures))


class Step(Struct, frozen=True):
    """Milliseconds of an act: from its answer until all pages show it; from the press until its own page does."""

    reached: float
    drawn: float


class Table:
    """A fight that has begun, and those who sit at it."""

    def __init__(self, base: str, id: str) -> None:
        self._base, self._id = base, id
        self._rng = random.Random(7)

    @classmethod
    async def make(cls, service: Encounters, base: str, wish: NewEncounter) -> Table:
        """A new one."""
        id = (await service.create(wish)).id
        await service.submit(id, "gm", {"dozenDie": {"begin": {}}})
        return cls(base, id)

    def _token(self, seat: str) -> str:
        role = next(one.role for one in SEATS if one.seat == seat)
        return servers.tokens().issue(self._id, seat, role, epoch=0).token

    @contextmanager
    def _page(self, devtools: str, seat: str, size: tuple[int, int]) -> Iterator[Tab]:
        with tab(devtools) as page:
            page.emulate(*size)
            page.call("Page.addScriptToEvaluateOnNewDocument", source=INJECTED)
            kind = "watch" if seat == "eve" else "play"
            page.call("Page.navigate", url=f"{self._base}/{kind}#fight={self._id}&token={self._token(seat)}")
            page.until(READY)
            yield page

    # -- steps
    def steps(self, devtools: str, count: int) -> list[Step]:
        """Acts of people on four pages.

        The first step is not counted: the server starts processes for it. Fewer, where the fight ends before.
        """
        with ExitStack() as stack:
            pages = {one.seat: stack.enter_context(self._page(devtools, one.seat, SIZES[0])) for one in SEATS}
            people = [Person(pages[one.seat], one.seat, "mouse", self._rng) for one in SEATS if one.seat != "eve"]
            times: list[Step] = []
            end = time.monotonic() + 30 + 10 * count
            seen = 0
            while len(times) <= count:
                assert time.monotonic() < end, "the pages come to no step"
                for one in people:
                    one.step()
                    time.sleep(0.1)
                    answered: dict[str, float] = one.page.js("bench.answered")
                    for version, at in answered.items():
                        if int(version) > seen:
                            last = max(self._shown(page, int(version)) for page in pages.values())
                            pressed: float = one.page.js(f"bench.pressed[{version}]")
                            times.append(Step(last - at, self._shown(one.page, int(version)) - pressed))
                            seen = int(version)
                if "is over" in people[0].see()["state"]:
                    break
        return times[1 : count + 1]

    def _shown(self, page: Tab, version: int) -> float:
        """When a page first showed that version, or a later one."""
        later = f"Object.entries(bench.shown).filter(([one]) => Number(one) >= {version}).map(([, at]) => at)"
        at: float = page.until(f"{later}.length && Math.min(...{later})")
        return at

    # -- frames
    def motions(self, devtools: str, size: tuple[int, int], seconds: float) -> dict[str, list[float]]:
        """Milliseconds between frames, by what moves."""
        with self._page(devtools, "gm", size) as page:
            # A captured pointer has to be one that there is.
            page.call("Input.dispatchMouseEvent", type="mouseMoved", x=size[0] / 3, y=size[1] / 3)
            found: dict[str, list[float]] = {
                name: page.js(f"bench.{name}({1000 * seconds})") for name in ("zooming", "panning")
            }
            page.js("document.querySelector('skald-board').whole()")
            with httpx.Client(base_url=self._base, headers={"authorization": f"Bearer {self._token('gm')}"}) as client:
                page.js(f"bench.moving = bench.frames({1000 * seconds}), 0")
                end, turn = time.monotonic() + seconds, 0
                while time.monotonic() < end:
                    self._move(client, turn)
                    turn += 1
                found["tokens moving"] = page.js("bench.moving")
        return found

    def _move(self, client: httpx.Client, turn: int) -> None:
        """A figure goes three cells on; the board glides, and rests a little."""
        number = turn % pictures.FIGURES
        x, y = pictures.where(number)
        place = {"cell": {"x": x + (3 if turn // pictures.FIGURES % 2 == 0 else 0), "y": y}}
        order = {"gm": {"correct": {"path": f"combatants.c{number}.place", "value": place, "reason": "a step"}}}
        client.post(f"/v1/encounters/{self._id}/commands", json={"command": order}).raise_for_status()
        time.sleep(0.4)
