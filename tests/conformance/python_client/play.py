"""Plays with the generated client: looks, attacks, and hears of it. Prints what it was told, as JSON."""

import asyncio
import json
import os

from client import Client, CommandInput, FantasiaAttackInput, FantasiaCommandInput, SubmitInput

GIVEN = json.loads(os.environ["GIVEN"])


async def play() -> None:
    """One look, one order, one step."""
    async with Client(
        url=f"{GIVEN['url']}/graphql",
        headers={"authorization": f"Bearer {GIVEN['token']}"},
        ws_url=f"{GIVEN['url'].replace('http', 'ws', 1)}/graphql",
        ws_connection_init_payload={"token": GIVEN["token"]},
    ) as client:
        looked = await client.look(GIVEN["id"])
        assert looked.encounter
        attack = FantasiaAttackInput(attacker="cloud", target="steiner", weapon="sword_2")
        command = CommandInput(fantasia=FantasiaCommandInput(attack=attack))
        done = await client.order(SubmitInput(encounter=GIVEN["id"], command=command))
        async for step in client.watch(GIVEN["id"], looked.encounter.version):
            told = {"looked": looked, "done": done, "step": step}
            print(json.dumps({name: one.model_dump(by_alias=True) for name, one in told.items()}))
            return


asyncio.run(play())
