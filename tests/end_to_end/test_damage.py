"""One bit of the database's file flips while the server is down: that fight stops, all others go on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx

from tests.api.fights import bridge_input
from tests.support.amounts import PATIENCE
from tests.support.processes.damaging import flipped
from tests.support.processes.serving import ADMIN, Service
from tests.support.processes.terminal import skald

UNLUCKY = "the ink of this note will fade"
LOOK = "query E($id: ID!) { encounter(id: $id) { version headHash signature { value } } }"
ORDER = """mutation S($i: SubmitInput!) { submit(input: $i) { __typename ... on Problem { code message } } }"""


async def made(http: httpx.AsyncClient, name: str) -> tuple[str, dict[str, str]]:
    """A fight: its id, and the tokens of its seats."""
    found = (await http.post("/v1/encounters", json=bridge_input(name=name), headers=bearer(ADMIN))).json()
    return found["encounter"]["id"], {one["seat"]: one["token"] for one in found["tokens"]}


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def ordered(http: httpx.AsyncClient, id: str, token: str, tool: dict[str, Any]) -> httpx.Response:
    return await http.post(f"/v1/encounters/{id}/commands", json={"command": {"gm": tool}}, headers=bearer(token))


def flip_in_file(folder: Path, text: bytes) -> None:
    """Flip one bit of this text, inside an event, in the append-only file."""
    (file,) = [file for file in folder.rglob("*.aof") if text in file.read_bytes()]
    data = file.read_bytes()
    assert data.count(text) == 1
    file.write_bytes(flipped(data, data.index(text) + 4))


async def test_a_flipped_bit_is_neither_shown_nor_played_on_nor_signed(service: Service, tmp_path: Path) -> None:
    """Over no interface and for no seat; errors have a text and a code; other fights go on. Intact events come back."""
    async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as http:
        id, tokens = await made(http, "Unlucky")
        other, others = await made(http, "Lucky")
        note = (await ordered(http, id, tokens["gm"], {"note": {"note": UNLUCKY}})).json()["version"]
        assert (await ordered(http, id, tokens["gm"], {"pause": {}})).status_code == 200
    await service.stop()
    flip_in_file(service.data, UNLUCKY.encode())
    await service.start()
    async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as http:
        assert (await http.get("/readyz")).status_code == 200
        for token in (*tokens.values(), ADMIN):
            answers = [
                await http.get(f"/v1/encounters/{id}", headers=bearer(token)),
                await http.get(f"/v1/encounters/{id}?at={note - 1}", headers=bearer(token)),
                await http.get(f"/v1/encounters/{id}/events?first=100", headers=bearer(token)),
                await http.get(f"/v1/encounters/{id}/export", headers=bearer(token)),
                await http.get(
                    f"/v1/encounters/{id}/events?after=0", headers={**bearer(token), "accept": "text/event-stream"}
                ),
            ]
            for said in answers:
                assert '"DAMAGED"' in said.text, (said.request.url, said.status_code, said.text[:300])
                assert "signature" not in said.text
                assert "ink" not in said.text
            looked = (await http.post(
                "/graphql", json={"query": LOOK, "variables": {"id": id}}, headers=bearer(token)
            )).json()  # fmt: skip
            assert looked["errors"][0]["extensions"]["code"] == "DAMAGED"
            assert f"damaged in the database at version {note}" in looked["errors"][0]["message"]
        said = await ordered(http, id, tokens["gm"], {"resume": {}})
        assert (said.status_code, said.json()["code"]) == (500, "DAMAGED")
        wish = {"i": {"encounter": id, "command": {"gm": {"resume": {}}}}}
        done = await http.post("/graphql", json={"query": ORDER, "variables": wish}, headers=bearer(tokens["gm"]))
        assert done.json()["errors"][0]["extensions"]["code"] == "DAMAGED"
        proof = (await http.get(f"/v1/encounters/{id}/audit", headers=bearer(ADMIN))).json()
        assert proof.get("chain", {}).get("state") == "BROKEN" or proof.get("code") == "DAMAGED"
        for tool in ({"pause": {}}, {"resume": {}}):
            assert (await ordered(http, other, others["gm"], tool)).status_code == 200
        seen = (await http.get(f"/v1/encounters/{other}", headers=bearer(others["ana"]))).json()
        assert seen["signature"]["value"]
    assert f"encounter {id} is damaged in the database at version {note}" in service.log()
    await brought_back(service, tmp_path, id, note)


async def brought_back(service: Service, tmp_path: Path, id: str, note: int) -> None:
    """As the log describes it, while the server runs."""

    async def run(*words: str | Path) -> tuple[int, str]:
        ran = await asyncio.to_thread(skald, *words, folder=tmp_path, SKALD_DATA=str(service.data))
        return ran.returncode, ran.stdout + ran.stderr

    code, said = await run("scrub")
    assert (code, f"{id} is damaged at version {note}" in said, "2 fights, 1 damaged" in said) == (1, True, True), said
    code, said = await run("export", id, "-o", "all.ndjson")
    assert (code, f"skald export {id} --at {note - 1}" in said) == (1, True), said
    assert (await run("export", id, "--at", str(note - 1), "-o", "whole.ndjson"))[0] == 0
    assert (await run("verify", "whole.ndjson"))[0] == 4
    code, said = await run("import", "whole.ndjson")
    assert code == 0, said
    fork = said.splitlines()[0]
    async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as http:
        assert (await http.get(f"/v1/encounters/{fork}", headers=bearer(ADMIN))).json()["version"] == note
