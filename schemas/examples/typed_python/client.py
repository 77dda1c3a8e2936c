"""Plays one order of La Fantasia Final with types that ariadne-codegen makes from the game's schema.

URL=http://127.0.0.1:8765 TOKEN=<a seat's token> python client.py       a seat of a fight that has begun
"""

import asyncio
import os

from generated import (
    AnswerInput,
    ChoiceInput,
    Client,
    CommandInput,
    FantasiaAttackInput,
    FantasiaCommandInput,
    SubmitInput,
)
from generated.watch import WatchEventsFantasiaAttackRolled

URL, TOKEN = os.environ["URL"], os.environ["TOKEN"]


async def play() -> None:
    """Answer what this seat is asked, else attack; then tell the step that comes of it."""
    async with Client(
        url=f"{URL}/graphql",
        headers={"authorization": f"Bearer {TOKEN}"},
        ws_url=f"{URL.replace('http', 'ws', 1)}/graphql",
        ws_connection_init_payload={"token": TOKEN},
    ) as client:
        me = (await client.viewer()).viewer
        fight = (await client.look(me.encounter)).encounter
        asked = next((decision for decision in fight.decisions if decision.yours), None)
        if asked:
            choice = ChoiceInput.model_validate(asked.offers[0].send)  # as it was offered
            wish = AnswerInput(encounter=fight.id, decision=asked.id, choice=choice)
            done = (await client.answer(wish)).answer
        else:
            mine = next(member for member in fight.combatants if member.seat == me.seat and member.key in fight.acting)
            foe = next(member for member in fight.combatants if member.side != mine.side and member.out is None)
            attack = FantasiaAttackInput(attacker=mine.key, target=foe.key, weapon="unarmed")
            command = CommandInput(fantasia=FantasiaCommandInput(attack=attack))
            wish = SubmitInput(encounter=fight.id, command=command, expected_version=fight.version)
            done = (await client.order(wish)).submit
        if done.typename__ != "Accepted":
            print(done.code, done.message)
            return
        async for step in client.watch(fight.id, fight.version):
            for event in step.events:
                match event:
                    case WatchEventsFantasiaAttackRolled():
                        print(event.version, event.attacker, event.target, event.total, event.outcome.value)
                    case _:
                        print(event.version, event.text)
            return


asyncio.run(play())
