"""What the scene adds to the answer of an encounter: 40 figures on a board of 60 x 40 cells, with a legend and walls.

Once as it is asked for again and again, and once with a scene that is made for each answer: readers of two languages
take turns, and only the last scene of a seat is kept.
"""

from __future__ import annotations

import gzip
import hashlib
import random
from collections.abc import AsyncGenerator
from functools import partial
from itertools import cycle
from typing import Any

import msgspec

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.ground import Ground, GroundEdge, GroundEntry, Space
from engine.kernel.state.seat import SeatEntry
from engine.service.encounters import Encounters, NewEncounter
from engine.store.redis import RedisStore
from tests.bench import servers, wire
from tests.bench.plan import Plan
from tests.bench.rounds import Goal, Row, Sample, Series, interleaved

WIDTH, HEIGHT, FIGURES, WALLS = 60, 40, 40, 20
AT_ONCE = 4
QUARTER = 0.8
"""Of the answers per second: a quarter more time each."""
KB = 1000
HEROES, FOES = ("templar", "thief", "dwarf", "veteran"), ("zombie", "rat", "gnoll_archer", "spearman")


def ground() -> Ground:
    """Open ground with mud and rocks by chance, always the same, and some walls between cells."""
    rng = random.Random(1)
    rows = ["".join(rng.choices(".~#", (17, 2, 1), k=WIDTH)) for _ in range(HEIGHT)]
    for number in range(FIGURES):
        x, y = where(number)
        rows[y] = f"{rows[y][:x]}.{rows[y][x + 1 :]}"
    return Ground(
        space=Space(kind="GRID", width=WIDTH, height=HEIGHT),
        rows=tuple(rows),
        legend=(
            GroundEntry(key="plain", sign=".", terrain="open"),
            GroundEntry(key="mud", sign="~", terrain="bog", label="Mud"),
            GroundEntry(key="rock", sign="#", look="WALL", step="NEVER", sight="NEVER", label="Rock"),
            GroundEntry(key="fence", look="WALL", step="NEVER", sight="NEVER", label="Fence"),
        ),
        edges=tuple(
            GroundEdge(key=f"fence-{n}", entry="fence", line=(Point(300 * n, 200), Point(300 * n, 400)))
            for n in range(1, WALLS)
        ),
    )


def where(number: int) -> tuple[int, int]:
    """The cell of a figure: apart from all others."""
    return 2 + number % 10 * 6, 3 + number // 10 * 9


def wish() -> NewEncounter:
    """Twelve of Ana's side against twenty-eight."""
    people: list[dict[str, Any]] = []
    for number in range(FIGURES):
        hero = number < 12
        x, y = where(number)
        people.append(
            {
                "id": f"c{number}",
                "name": f"Figure {number}",
                "side": "heroes" if hero else "foes",
                "seat": "ana" if hero else None,
                "place": {"cell": {"x": x, "y": y}},
                "sheet": {"ref": (HEROES if hero else FOES)[number % 4]},
            }
        )
    seats = (SeatEntry("gm", "The GM", "GM"), SeatEntry("ana", "Ana", "PLAYER"))
    return NewEncounter(
        system="dozen_die",
        name="A large board",
        seats=seats,
        combatants=tuple(people),
        dice="OPEN",
        seed="1",
        ground=ground(),
    )


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """The time of an answer with its scene against one without, then the bytes of the scene."""
    store = RedisStore(plan.url)
    try:
        service = Encounters(store, plan.registry)
        id = (await service.create(wish())).id
        await service.submit(id, "gm", {"dozenDie": {"begin": {}}})
        token = servers.tokens().issue(id, "ana", "PLAYER", epoch=0).token
        async with servers.skald(plan) as ours:
            for languages, work in (
                (("en",), "an encounter with its scene, 40 figures on 60 x 40 cells"),
                (("en", "es"), "the same, the scene made anew for each answer"),
            ):
                yield await _row(plan, ours.port, (id, token), languages, work)
            path = f"/v1/encounters/{id}/scene"
            _, (whole,) = await wire.asked(ours.port, [wire.get(path, token)], 1)
            yield _bytes(whole)
    finally:
        await store.close()


async def _row(plan: Plan, port: int, fight: tuple[str, str], languages: tuple[str, ...], work: str) -> Row:
    id, token = fight
    count = plan.pick(2, 30, 120) * AT_ONCE

    async def side(query: str) -> Sample:
        locales = cycle(languages)
        requests = [
            wire.get(f"/v1/encounters/{id}?locale={next(locales)}{query}", token) for _ in range(count * len(languages))
        ]
        figure, answers = await wire.asked(port, requests, AT_ONCE if len(languages) == 1 else 1)
        return Sample(figure, _check(answers))

    found = await interleaved(plan.rounds, {"ours": partial(side, "&include=offers,scene"), "limit": partial(side, "")})
    row = Row(
        group="pictures",
        work=work,
        unit="answers/s",
        ours=found["ours"],
        limit=found["limit"],
        against="the same encounter without its scene, from the same process",
    )
    return row.at_least(QUARTER)


def _check(answers: list[bytes]) -> str:
    """The number of answers, and a hash over what they have beside the scene."""
    sums = set()
    for answer in set(answers):
        whole: dict[str, Any] = msgspec.json.decode(answer)
        whole.pop("scene")
        sums.add(hashlib.sha256(msgspec.json.encode(whole, order="deterministic")).hexdigest()[:12])
    return f"{len(answers)} answers, {' '.join(sorted(sums))}"


def _bytes(whole: bytes) -> Row:
    size = len(gzip.compress(whole, 6)) / KB
    return Row(
        group="pictures",
        work="the scene of that encounter, compressed",
        unit="kB",
        ours=Series((size,)),
        goals=[Goal("kB", size, "<=", 12)],
        note=f"{len(whole) / KB:.1f} kB uncompressed; the ground is not sent again to whoever has it",
    )
