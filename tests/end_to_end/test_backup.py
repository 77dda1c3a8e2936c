"""A backup taken during play, restored elsewhere: everything acknowledged before it is there, and tokens still work."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.fights import bridge_input
from tests.end_to_end.clients import Fight
from tests.end_to_end.load import Load
from tests.support.amounts import PATIENCE
from tests.support.processes.serving import Service, started
from tests.support.processes.terminal import skald

OWN = {"SKALD_ADMIN_TOKEN": "", "SKALD_SECRET": ""}
"""Secrets are kept in the data folder."""


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with started(Service(tmp_path / "data", **OWN)) as running:
        yield running


async def told(service: Service, fight: Fight, token: str) -> httpx.Response:
    """All events of a fight."""
    async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as http:
        path = f"/v1/encounters/{fight.id}/events?first=500"
        return await http.get(path, headers={"authorization": f"Bearer {token}"})


async def post(service: Service, path: str, token: str, body: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as http:
        return await http.post(path, json=body, headers={"authorization": f"Bearer {token}"})


async def test_a_backup_taken_during_play_is_brought_back_elsewhere(service: Service, tmp_path: Path) -> None:
    """By `skald backup`, while orders come in; served from the copy, with the existing tokens."""
    admin = (service.data / "admin-token").read_text().strip()
    load = Load(service.base, 7, admin=admin)
    copy = tmp_path / "elsewhere" / "data"
    try:
        fight = await load.create(bridge_input(dice="SEEDED", seed=""))
        load.write(load.talk(fight, "voice"))
        await load.answered(5)
        before = dict(fight.acknowledged)
        ran = await asyncio.to_thread(skald, "backup", copy, folder=tmp_path, SKALD_DATA=str(service.data))
        assert ran.returncode == 0, ran.stderr
        await load.answered(5)
        await load.writers_done()
        original = (await told(service, fight, fight.tokens["gm"])).json()["events"]
    finally:
        await load.close()
    assert copy.stat().st_mode & 0o777 == 0o700
    restored = Service(copy, **OWN)
    await restored.start()
    try:
        events = (await told(restored, fight, fight.tokens["gm"])).json()["events"]
        assert events == original[: len(events)], "what is there is what was played, to some moment of the backup"
        assert before.items() <= {event["version"]: event["hash"] for event in events}.items()
        assert (await told(restored, fight, admin)).status_code == 200
        ended = await post(
            restored, f"/v1/encounters/{fight.id}/commands", fight.tokens["gm"], {"command": {"gm": {"end": {}}}}
        )
        assert ended.status_code == 200, "it goes on"
    finally:
        await restored.stop()
    assert skald("export", fight.id, "-o", "fight", folder=tmp_path, SKALD_DATA=str(copy)).returncode == 0
    proven = skald("verify", "fight", folder=tmp_path)
    assert proven.returncode == 4, proven.stdout + proven.stderr


async def test_a_backup_without_its_secrets_has_the_fights_and_new_tokens(service: Service, tmp_path: Path) -> None:
    """Old tokens are refused, since their signature cannot be checked; the operator issues new ones."""
    admin = (service.data / "admin-token").read_text().strip()
    load = Load(service.base, 8, admin=admin)
    copy = tmp_path / "elsewhere" / "data"
    try:
        fight = await load.create(bridge_input(dice="SEEDED", seed=""))
    finally:
        await load.close()
    ran = await asyncio.to_thread(skald, "backup", copy, folder=tmp_path, SKALD_DATA=str(service.data))
    assert ran.returncode == 0, ran.stderr
    for file in copy.iterdir():
        if file.is_file():
            file.unlink()
    restored = Service(copy, **OWN)
    await restored.start()
    try:
        for old in (admin, fight.tokens["gm"]):
            assert (await told(restored, fight, old)).status_code == 401
        fresh = (copy / "admin-token").read_text().strip()
        assert fresh != admin
        issued = await post(restored, f"/v1/encounters/{fight.id}/tokens", fresh, {"seat": "gm"})
        assert issued.status_code == 201, issued.text
        token = issued.json()["token"]
        assert len((await told(restored, fight, token)).json()["events"]) == fight.created
        begun = await post(
            restored, f"/v1/encounters/{fight.id}/commands", token, {"command": {"fantasia": {"begin": {}}}}
        )
        assert begun.status_code == 200, "the dice's secrets lie with the fight"
    finally:
        await restored.stop()


def test_what_cannot_be_backed_up_is_said_so(tmp_path: Path) -> None:
    """Nothing is left behind, nothing is overwritten."""
    (tmp_path / "there").mkdir()
    for words, settings, said in (
        (["there"], {}, "exists already"),
        (["copy"], {}, "no fights"),
        (["copy"], {"SKALD_REDIS_URL": "redis://127.0.0.1:1"}, "append-only files"),
    ):
        ran = skald("backup", *words, folder=tmp_path, **settings)
        assert (ran.returncode, said in ran.stderr) == (1, True), ran.stderr
    shutil.rmtree(tmp_path / "there")
    assert not list(tmp_path.iterdir())
