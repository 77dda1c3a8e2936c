"""The generic clients play whole fights, whatever befalls the server, and know no game."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.service.registry import Registry
from tests.api.fights import CREATE, bridge_input
from tests.conformance.node import MODULES, Node, program
from tests.support.amounts import groups
from tests.support.contract.client import Frontend
from tests.support.processes.players import played
from tests.support.processes.serving import ADMIN, Service

EXAMPLES = Path(__file__).parents[2] / "schemas" / "examples"
CONTRACT = {"command", "wait"}
"""Names in the contract of all games that are also names in one of them."""
STAND = "query Stand($id: ID!) { encounter(id: $id) { status outcome version events(last: 500) { nodes { type } } } }"


@pytest.fixture
def graphql(tmp_path: Path) -> list[str | Path]:
    """The client of GraphQL, beside its packages as a user has them."""
    Node()  # skips without it, and installs the packages
    (tmp_path / "client").mkdir()
    (tmp_path / "client" / "node_modules").symlink_to(MODULES)
    file = tmp_path / "client" / "generic.mjs"
    file.write_text((EXAMPLES / "generic.mjs").read_text(encoding="utf-8"), encoding="utf-8")
    return [program("node"), file]


@pytest.fixture
def rest() -> list[str | Path]:
    """The client of REST, which needs nothing but Python."""
    return [sys.executable, EXAMPLES / "generic.py"]


async def fight(
    service: Service, client: Sequence[str | Path], fate: Callable[[], Awaitable[None]] | None, dice: str = "SEEDED"
) -> None:
    """A whole fight of two seats. It ends with an outcome, and both have seen every event of it once, in order."""
    admin = Frontend(service.base, ADMIN)
    wish: dict[str, Any] = bridge_input(dice=dice, seed="")
    wish["combatants"] = [{**one, "vitals": {"hp": 15}} for one in wish["combatants"]]  # chance takes long enough
    made = (await admin.gql(CREATE, input=wish))["createEncounter"]
    id, tokens = made["encounter"]["id"], {t["seat"]: t["token"] for t in made["tokens"] if t["seat"] != "eve"}
    told = await played(client, service.base, tokens, fate)
    # As the game master sees it: a side that lay in ambush to the end may have won, and others do not know of it.
    stand = (await Frontend(service.base, tokens["gm"]).gql(STAND, id=id))["encounter"]
    assert stand["status"] == "ENDED"
    # The rules' end, no whim's: it is offered where the rules have found an outcome. Nobody's, where by chance all have
    # left; none, where the game master let something happen behind it.
    kinds = {node["type"] for node in stand["events"]["nodes"]}
    assert stand["outcome"] in ("heroes", "foes", "") or "OutcomeReached" in kinds, kinds
    every = list(range(1, stand["version"] + 1))
    assert told == dict.fromkeys(tokens, every)


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("way", ["graphql", "rest"])
async def test_a_generic_client_plays_a_whole_fight_over_a_server_that_dies(
    way: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """First undisturbed, with dice of its own; then with SIGKILL of the server in the middle, and an orderly stop."""
    client = request.getfixturevalue(way)
    service = Service(tmp_path / "data")
    await service.start()

    async def killed() -> None:
        await service.kill()
        await asyncio.sleep(0.3)  # long enough that both find nobody there
        await service.start()

    async def stopped() -> None:
        await service.stop()
        await service.start()

    try:
        await fight(service, client, None, dice="PHYSICAL")
        for fate in (killed, stopped):
            await fight(service, client, fate)
    finally:
        await service.stop()


async def test_a_log_has_one_entry_for_each_act(tmp_path: Path) -> None:
    """Its headline; details are folded in until they are asked for, and bookkeeping is left out."""
    service = Service(tmp_path / "data")
    await service.start()
    try:
        admin = Frontend(service.base, ADMIN)
        made = (await admin.gql(CREATE, input=bridge_input(dice="PHYSICAL", seed="")))["createEncounter"]
        tokens = {one["seat"]: one["token"] for one in made["tokens"]}
        gm = Frontend(service.base, tokens["gm"])
        begin = {"encounter": made["encounter"]["id"], "command": {"fantasia": {"begin": {}}}}
        await gm.gql("mutation B($input: SubmitInput!) { submit(input: $input) { __typename } }", input=begin)
        for asked in (await gm.gql(ASKED, id=made["encounter"]["id"]))["encounter"]["decisions"]:
            rolled = {"encounter": made["encounter"]["id"], "decision": asked["id"], "faces": [3, 4]}
            await gm.gql("mutation A($input: AnswerInput!) { answer(input: $input) { __typename } }", input=rolled)
        short, long = [await printed(service.base, tokens["gm"], *more) for more in ((), ("--details",))]
    finally:
        await service.stop()
    assert short[:2] == ["3 The fight Bridge is being set up", "4 The fight begins"]
    assert any("rolls 2d6" in line for line in long)
    assert set(short) < set(long)
    assert not any("played out" in line for line in long)


ASKED = "query D($id: ID!) { encounter(id: $id) { decisions { id kind } } }"


async def printed(base: str, token: str, *more: str) -> list[str]:
    """What log.py prints."""
    command = [sys.executable, str(EXAMPLES / "log.py"), base, token, *more]
    run = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await run.communicate()
    assert run.returncode == 0
    return out.decode().splitlines()


@pytest.mark.parametrize("name", ["generic.mjs", "generic.py"])
def test_a_generic_client_is_small_and_knows_no_word_of_any_game(name: str) -> None:
    """Under 70 lines; no name of a system, of its orders, its events or anything in its content.

    Words of the contract do not count, though a game may have them too: a parameter `wait`, a field `command`.
    """
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) < 70
    own_calls = re.sub(r"\.\w+\(", "(", text)  # of the language, such as time.sleep
    words = {word.lower() for word in re.findall(r"\w+", own_calls)}
    for book in Registry.installed().books.values():
        system = book.system
        own = {system.id, system.name, book.prefix, *(book.codec.names[event] for event in system.events)}
        own |= set(book.orders) - {"begin", "enter", "spawn"}
        own |= {entry for catalogue in system.content.values() for entry in catalogue}
        assert not {name.lower() for name in own} - CONTRACT & words
