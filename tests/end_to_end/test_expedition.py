"""Saari played by three seats and a game master through GraphQL with typed dice. See `expedition.py`."""

from __future__ import annotations

import json
import random
from io import BytesIO
from typing import Any

from engine.service.proof.audit import audit
from engine.service.proof.export import Export, read_export
from engine.service.registry import Registry
from tests.end_to_end.expedition import BAND, DEEDS, HORDE, SEATS, Expedition
from tests.end_to_end.seated import Seated, Shown
from tests.recordings.make import path_of
from tests.support.processes.serving import ADMIN, Service

TOLD = {"AmbushStruck", "ActionReadied", "AreaAttacked", "ParryMerged", "AssistAdded", "MindPointSpent", "RollMarked"}
"""Types of events, without the prefix of the game, that a fight of `expedition.py` has."""


def facts(export: Export) -> list[dict[str, Any]]:
    """All events, as the game master reads them."""
    return [json.loads(event.secret or event.public) for event in export.events]


def deeds(events: list[dict[str, Any]]) -> set[str]:
    """Those of DEEDS that an export tells of."""
    expedition = Expedition("http://nowhere", ADMIN, random.Random(0))
    for event in events:
        expedition.heard(event["type"], event["data"])
        if event["type"] == "DecisionOpened":
            expedition.asked.append(event["data"]["kind"])
    return expedition.happened


async def test_three_players_and_a_game_master_fight_it_out_with_typed_dice(service: Service) -> None:
    """With tokens of their own, by offers and decisions alone, until one side has won; all that is wanted happens."""
    expedition = Expedition(service.base, ADMIN, random.Random(5), BAND)
    try:
        winner = await expedition.play(most=700)
        shown = {seat: await expedition.look(seat) for seat in ("gm", *SEATS)}
        export = read_export(BytesIO(await expedition.exported()))
    finally:
        await expedition.close()
    assert {one["outcome"] for one in shown.values()} == {winner}
    assert expedition.happened == set(DEEDS)
    assert min(expedition.steps.values()) > 5
    events = facts(export)
    assert {f"Saari{name}" for name in TOLD} <= {one["type"] for one in events}
    rolled = [len(one["data"]["faces"]) for one in events if one["type"] == "DiceRolled"]
    assert sum(rolled) == expedition.typed > 50, "every die was typed"
    report = audit(Registry.installed().book("saari"), export.events, header=export.header)
    assert (report.chain.state, report.replay.state, report.dice.state) == ("PROVEN", "PROVEN", "NOT_PROVABLE")


def test_the_expedition_that_is_kept_has_everything_and_went_on_to_the_last() -> None:
    """Three players, and six foes with their own body points, in three zones; one side has nobody left."""
    with path_of("saari_expedition").open("rb") as file:
        events = facts(read_export(file))
    assert deeds(events) == set(DEEDS)
    assert {f"Saari{name}" for name in TOLD} <= {one["type"] for one in events}
    assert [zone["key"] for zone in events[0]["data"]["ground"]["zones"]] == ["glade", "thicket", "bank"]
    sides = {one["data"]["combatant"]: one["data"]["side"] for one in events if one["type"] == "CombatantJoined"}
    assert len(sides) == len(SEATS) + len(HORDE)
    fallen = {one["data"]["combatant"] for one in events if one["type"] == "CombatantOut"}
    assert {who for who, side in sides.items() if side == "foes"} <= fallen
    assert {one["seat"] for one in events if one["type"] == "CommandAccepted"} == {"gm", *SEATS}


# -- a server that dies
def somebody(name: str, seat: str, side: str, **figures: Any) -> Shown:
    """In the western zone."""
    return {
        "id": name,
        "name": name.capitalize(),
        "side": side,
        "seat": seat,
        "place": {"zone": "west"},
        "sheet": {"saari": figures},
    }


CHASE: Shown = {
    "system": "saari",
    "name": "The chase",
    "dice": "PHYSICAL",
    "singleAnswers": {"pace": 0},
    "setup": {"saari": {"groupOrder": ["ada", "ilma"]}},
    "seats": [
        {"id": "gm", "name": "The GM", "role": "GM"},
        {"id": "ana", "name": "Ana", "role": "PLAYER"},
        {"id": "ben", "name": "Ben", "role": "PLAYER"},
    ],
    "combatants": [
        somebody("ada", "ana", "heroes", weapons=["pistol"]),
        somebody("ilma", "ben", "heroes", personality=3, spells=["spark"]),
        somebody("gritt", "gm", "foes", ref="goblin", kp=9, initiative=6, weightHalves=2),
    ],
}

NESTED: tuple[tuple[str, str, str | list[int]], ...] = (
    ("gm", "AskNpcFreeStrike", "strike"),
    ("ben", "AskFireReadied", "cast-spark"),
    ("ben", "Roll", [5, 5]),
    ("ana", "Roll", [2, 3]),
    ("ana", "AskParry", "parry"),
    ("ana", "Roll", [6]),
    ("ana", "Roll", [5]),
)
"""While Ada moves away: a free strike, a spell that cuts in before it, its dice, the defence that fails, the parry, its
die, and the bonus die. Who is asked, what, and the answer."""


async def test_a_server_dies_at_every_stop_of_nested_interrupts(service: Service) -> None:
    """Every seat finds the same question again; what was earned within is there when the outermost order goes on."""
    table = Seated(service.base, ADMIN, random.Random(1), CHASE)

    async def answered(seat: str, kind: str, answer: str | list[int]) -> None:
        asked = [one for one in (await table.look(seat))["decisions"] if seat in one["seats"]]
        assert [one["kind"] for one in asked] == [kind], (seat, asked)
        if isinstance(answer, list):
            await table.roll(seat, asked[0], answer)
        else:
            offer = next(one for one in asked[0]["offers"] if one["key"] == answer)
            await table.reply(seat, asked[0], offer["send"])

    async def killed() -> None:
        before = [await table.look(seat) for seat in ("gm", "ana", "ben")]
        await service.kill()
        await service.start()
        assert [await table.look(seat) for seat in ("gm", "ana", "ben")] == before

    try:
        await table.sit_down()
        await table.act("gm", {"saari": {"begin": {"note": ""}}})
        await answered("ana", "Roll", [5, 5])
        await answered("ben", "Roll", [5, 5, 5])
        await table.act("gm", {"saari": {"attack": {"combatant": "gritt", "target": "ada"}}})
        await answered("ana", "Roll", [5, 2])
        ready = {"combatant": "ilma", "action": "SPELL", "trigger": "ATTACKS"}
        await table.act("ben", {"saari": {"ready": ready}})
        await table.act("ana", {"saari": {"move": {"combatant": "ada", "to": {"zone": "middle"}}}})
        for stop in NESTED:
            await killed()
            await answered(*stop)
        await killed()
        shown = await table.look("ana")
        assert next(one["place"]["zone"] for one in shown["combatants"] if one["key"] == "ada") == "middle"
        await table.act("ben", {"saari": {"hold": {"combatant": "ilma"}}})
        await table.act("gm", {"saari": {"hold": {"combatant": "gritt"}}})
        await table.act("ana", {"saari": {"attack": {"combatant": "ada", "target": "gritt"}}})
        assert (await table.look("ana"))["decisions"][0]["question"]["dice"] == "3d6"  # 2, and a riposte die
        await killed()
        await answered("ana", "Roll", [5, 5, 4])
        export = read_export(BytesIO(await table.exported()))
    finally:
        await table.close()
    report = audit(Registry.installed().book("saari"), export.events, header=export.header)
    assert (report.chain.state, report.replay.state) == ("PROVEN", "PROVEN")
