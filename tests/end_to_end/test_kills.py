"""SIGKILL at random moments of a running load: nothing acknowledged is lost, nothing happens twice, everybody goes on.

The long form: SKALD_KILLS=200 .venv/bin/pytest tests/end_to_end/test_kills.py -s. The moments are drawn from
SKALD_KILLS_SEED, but what the service is doing at each is chance.
"""

from __future__ import annotations

import os
import random
import re
import secrets
import signal
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.fights import bridge_input
from tests.end_to_end.clients import PATIENCE, until
from tests.end_to_end.load import Load
from tests.end_to_end.proof import Proof, past_stands
from tests.store.server.test_repair import command
from tests.support.amounts import amount
from tests.support.processes.outages import kill_in_a_write
from tests.support.processes.serving import Service, append_only_file, gone, server_pid, started

KILLS = amount("SKALD_KILLS", 6, 200)
SEED = int(os.environ.get("SKALD_KILLS_SEED", secrets.randbelow(10**6)))
MENDED = "ended inside an unfinished step"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with started(Service(tmp_path / "data")) as running:
        yield running
    for line in running.log().splitlines():
        if '"trace"' in line:
            print(line)  # errors inside the service: a failing test shows them, since the run's folder is soon deleted


def group(size: int) -> dict[str, Any]:
    """A fight whose creation and first order are long steps."""
    entered = [
        {"id": f"c{n}", "name": f"C{n}", "side": ("heroes", "foes")[n % 2], "seat": ("ana", "gm")[n % 2],
         "sheet": {"fantasia": {"ref": ("soldier", "ogre")[n % 2]}}}
        for n in range(size)
    ]  # fmt: skip
    return bridge_input(name="Crowd", dice="SEEDED", seed="", combatants=entered)


async def kill_store(service: Service, load: Load, patience: float = 0.0) -> None:
    """The service restarts it by itself."""
    pid = server_pid(service)
    await kill_in_a_write(pid, append_only_file(service), patience)
    await gone(pid)
    await until(lambda: server_pid(service) not in (0, pid), "the store is started again")


async def kill_write(service: Service, load: Load) -> None:
    """The same, preferably in the middle of a long write, so that the file may end inside it."""
    await kill_store(service, load, patience=0.5)


async def kill_service(service: Service, load: Load) -> None:
    """Its store is left running, and found again."""
    await service.kill()
    await service.start(patience=PATIENCE)


async def pull_the_plug(service: Service, load: Load) -> None:
    """Both die at once. The disk may have part or nothing of the last step, if it was not acknowledged."""
    pid, file = server_pid(service), append_only_file(service)
    os.kill(pid, signal.SIGKILL)
    await service.kill()
    await gone(pid)
    await load.everybody_is_cut_off()
    written = file.read_bytes()
    step = written.rfind(command(b"MULTI"))
    events = re.findall(rb"skald:{(\w+)}:events.*?\$4\r\nhash\r\n\$64\r\n(\w{64})", written[max(step, 0) :], re.S)
    if events and not any(load.is_known(id.decode(), hash.decode()) for id, hash in events):
        os.truncate(file, load.chance.randrange(step, len(written)))
        load.counts["cut"] += 1
    await service.start(patience=PATIENCE)


FATE = {"store": kill_store, "write": kill_write, "service": kill_service, "plug": pull_the_plug}
WEIGHTS = (5, 2, 2, 3)
"""The store is killed most often: it writes the file."""


async def test_kills_at_random_points_of_a_running_load(service: Service) -> None:
    """Orders with rolls, open decisions, long steps, many writers, watchers: see `load` and `proof`."""
    print(f"SKALD_KILLS_SEED={SEED}")
    load, chance, died = Load(service.base, SEED), random.Random(SEED), Counter[str]()
    proof = Proof(service)
    try:
        talks = [await load.create(bridge_input(name="Talk")) for _ in range(2)]
        battles = [await load.create(bridge_input(dice=dice, seed="")) for dice in ("SEEDED", "PHYSICAL")]
        battles.append(await load.create(group(24)))
        for fight in battles:
            assert await load.order(fight, "gm", "commands", {"command": {"fantasia": {"begin": {}}}})
            for seat in ("gm", "ana"):
                load.write(load.play(fight, seat, random.Random(f"{SEED} {fight.id} {seat}")))
        for fight in talks:
            for n in range(3):
                load.write(load.talk(fight, f"voice {n}"))
            load.write(load.branch(fight))
        for fight in load.fights:
            load.watch(fight)
        each = chance.sample([*FATE], len(FATE))  # then any
        for fate in [*each, *chance.choices([*FATE], WEIGHTS, k=max(0, KILLS - len(each)))]:
            await load.sent(chance.randrange(1, 40))
            await FATE[fate](service, load)
            died[fate] += 1
            await load.answered(2 * len(load.fights))
            for fight in load.fights:
                await proof.check(fight)
                await past_stands(load, fight)
                if fight.answers:
                    await load.repeat(fight, chance.choice(fight.answers))
        await load.finish()
        await proof.settle(load)
        print(f"kills {dict(died)}, files mended {service.log().count(MENDED)}, {dict(load.counts)}")
        assert load.counts["500"] == 0
        assert load.counts["forked"]
    finally:
        await load.close()
        await proof.close()
