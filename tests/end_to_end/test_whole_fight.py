"""The main use case on real parts: HTTP, WebSocket, processes, files. The story is in `story.py`."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.end_to_end.story import Table, attack, play, setup
from tests.support.amounts import PATIENCE, groups, long_form
from tests.support.contract.client import AUDIT, CREATE, Frontend
from tests.support.processes.serving import ADMIN, Service, append_only_file, gone, server_pid


async def audited(table: Table) -> dict[str, Any]:
    report: dict[str, Any] = (await table.people["eve"].gql(AUDIT, id=table.id))["audit"]
    return {part: report[part]["state"] for part in ("chain", "dice", "replay")}


async def exported(table: Table, seat: str = "gm") -> bytes:
    """The fight as a file, as exported for a seat."""
    headers = {"authorization": f"Bearer {table.people[seat].token}"}
    async with httpx.AsyncClient(timeout=PATIENCE, verify=False) as client:
        response = await client.get(f"{table.base}/v1/encounters/{table.id}/export", headers=headers)
    assert response.status_code == 200
    return response.content


def verify(path: Path) -> tuple[int, str]:
    """`skald verify FILE`: exit code and output."""
    ran = subprocess.run(
        [sys.executable, "-m", "api.cli", "verify", str(path)], capture_output=True, text=True, timeout=PATIENCE
    )
    return ran.returncode, ran.stdout + ran.stderr


async def test_a_whole_fight_with_seeded_dice(service: Service, tmp_path: Path) -> None:
    """Played to its end, proven online and offline; one changed byte is found and located."""
    table = Table(service.base, ADMIN, "SEEDED")
    await play(table)
    assert await audited(table) == {"chain": "PROVEN", "dice": "PROVEN", "replay": "PROVEN"}
    file = tmp_path / "fight.ndjson"
    file.write_bytes(await exported(table))
    code, said = verify(file)
    assert code == 4, said  # consistent: no key was given
    lines = file.read_bytes().splitlines(keepends=True)
    line = next(n for n, text in enumerate(lines) if b'"FantasiaDamageTaken"' in text)
    lines[line] = lines[line].replace(b'"damage":', b'"damage":1', 1)
    file.write_bytes(b"".join(lines))
    code, said = verify(file)
    assert code == 1
    assert f"version {line}" in said


@long_form
async def test_the_same_fight_with_typed_dice(service: Service) -> None:
    """The same story with physical dice; these are not proven, chain and rules are."""
    table = Table(service.base, ADMIN, "PHYSICAL")
    await play(table)
    assert await audited(table) == {"chain": "PROVEN", "dice": "NOT_PROVABLE", "replay": "PROVEN"}


async def test_the_past_is_shown_and_comes_back(service: Service) -> None:
    """`at` shows any version, as the seat may see it; a revert keeps the stream and restores the state."""
    table = Table(service.base, ADMIN, "SEEDED")
    await table.sit_down()
    first = await table.version()
    await table.order("gm", {"fantasia": {"begin": {"note": ""}}})
    now = await table.version()
    past = await table.people["ana"].look(table.id, first)
    assert (past["version"], past["round"], past["id"]) == (first, 0, f"{table.id}@{first}")
    assert next(c for c in past["combatants"] if c["key"] == "goblin")["vitals"] == []
    await table.order("gm", {"gm": {"revert": {"to": first, "reason": "once more"}}})
    back = await table.look()
    assert (back["version"], back["round"]) == (now + 1, 0)
    assert (await table.people["ana"].look(table.id, now))["round"] == 1


async def test_two_clients_race(service: Service) -> None:
    """Of two orders with one expected version, one is accepted, the other gets the current version."""
    table = Table(service.base, ADMIN, "SEEDED")
    await table.sit_down()
    await table.order("gm", {"fantasia": {"begin": {"note": ""}}})
    version = await table.version()
    end = {"fantasia": {"endTurn": {"combatant": "strago"}}}
    got = await asyncio.gather(
        *(table.people[seat].act(table.id, end, expectedVersion=version) for seat in ("ben", "gm"))
    )
    assert sorted(g["__typename"] for g in got) == ["Accepted", "Conflict"]
    won = next(g for g in got if g["__typename"] == "Accepted")
    lost = next(g for g in got if g["__typename"] == "Conflict")
    assert lost["actual"] == won["version"]


async def test_a_repeated_order_has_one_effect(service: Service) -> None:
    """The same key gives the same answer; another order with it is refused; keys are separate per seat."""
    table = Table(service.base, ADMIN, "SEEDED")
    await table.sit_down()
    begin = {"fantasia": {"begin": {"note": ""}}}
    first = await table.people["gm"].act(table.id, begin, idempotencyKey="k")
    again = await table.people["gm"].act(table.id, begin, idempotencyKey="k")
    assert first == again
    other = await table.people["gm"].act(table.id, {"gm": {"pause": {"reason": "x"}}}, idempotencyKey="k")
    assert (other["__typename"], other["code"]) == ("Refused", "KEY_REUSED")
    ben = await table.people["ben"].act(
        table.id, {"fantasia": {"endTurn": {"combatant": "strago"}}}, idempotencyKey="k"
    )
    assert ben["__typename"] == "Accepted"


# -- what befalls the server -----------------------------------------------------------------------------------


async def kill_the_service(service: Service, table: Table) -> None:
    """SIGKILL, and another process takes over. The private server keeps running, is found and used."""
    before, pid = await table.look(), server_pid(service)
    await service.kill()
    await service.start()
    assert server_pid(service) == pid
    assert await table.look() == before


async def kill_the_store(service: Service, table: Table) -> None:
    """SIGKILL of the Redis server: the service restarts it by itself."""
    before, pid = await table.look(), server_pid(service)
    os.kill(pid, signal.SIGKILL)
    await gone(pid)
    end = time.monotonic() + PATIENCE
    while True:
        try:
            assert await table.look() == before
            break
        except Exception:
            assert time.monotonic() < end, f"the store did not come back:\n{service.log()[-3000:]}"
            await asyncio.sleep(0.1)
    assert server_pid(service) != pid


async def kill_both(service: Service, table: Table) -> None:
    """Both are killed, as in a power cut."""
    before, pid = await table.look(), server_pid(service)
    await service.kill()
    os.kill(pid, signal.SIGKILL)
    await gone(pid)
    await service.start()
    assert await table.look() == before


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("fate", [kill_the_service, kill_the_store, kill_both])
async def test_a_server_dies_in_the_middle_of_a_decision(
    service: Service, fate: Callable[[Service, Table], Awaitable[None]]
) -> None:
    """The decision is still open, the answer works, nothing acknowledged is lost, nothing happens twice."""
    table = Table(service.base, ADMIN, "PHYSICAL")
    await play(table, lambda table: fate(service, table))
    assert (await audited(table))["chain"] == "PROVEN"
    assert (await audited(table))["replay"] == "PROVEN"


async def test_a_cut_tail_costs_an_unacknowledged_step_and_nothing_else(service: Service) -> None:
    """The file is cut inside an unacknowledged step; after play and another kill the rest is there."""

    async def cut(table: Table) -> None:
        before = await table.look()
        file = append_only_file(service)
        size = file.stat().st_size
        # A step of several events, of which the file keeps the beginning of the second: as after a power cut, it was
        # never acknowledged.
        other = (await Frontend(service.base, ADMIN).gql(CREATE, input=small()))["createEncounter"]["encounter"]["id"]
        await service.kill()
        pid = server_pid(service)
        os.kill(pid, signal.SIGKILL)
        await gone(pid)
        written = file.read_bytes()[size:]
        where = size + written.index(b"XADD", written.index(b"XADD") + 4) + 40
        os.truncate(file, where)
        await service.start()
        assert "cut" in service.log()
        assert await table.look() == before
        assert await Frontend(service.base, ADMIN).look(other) is None

    table = Table(service.base, ADMIN, "PHYSICAL")
    await play(table, cut)
    after = await table.look()
    await kill_both(service, table)
    assert await table.look() == after
    assert (await audited(table))["chain"] == "PROVEN"


def small() -> dict[str, Any]:
    """A second fight, whose creation is a step of several events."""
    return {**setup("SEEDED"), "name": "Lost"}


async def test_a_player_orders_only_his_own(service: Service) -> None:
    """Another's combatant, another's turn, another's tools: refused with its code, and no event."""
    table = Table(service.base, ADMIN, "SEEDED")
    await table.sit_down()
    await table.order("gm", {"fantasia": {"begin": {"note": ""}}})
    version = await table.version()
    for seat, command, code in (
        ("ana", {"fantasia": {"endTurn": {"combatant": "strago"}}}, "NOT_YOURS"),
        ("ana", attack("cloud", "goblin"), "NOT_LEGAL"),
        ("ana", {"gm": {"pause": {"reason": ""}}}, "NOT_YOURS"),
        ("eve", {"fantasia": {"endTurn": {"combatant": "strago"}}}, "NOT_YOURS"),
        ("ben", attack("strago", "nobody", "unarmed"), "NOT_LEGAL"),
    ):
        got = await table.people[seat].act(table.id, command)
        assert (got["__typename"], got["code"]) in {("Refused", code), ("Refused", "UNKNOWN")}, got
    assert await table.version() == version
