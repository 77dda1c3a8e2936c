"""Minis played by two seats through GraphQL with typed dice, and the skirmish that was kept. See `skirmish.py`."""

from __future__ import annotations

import json
import random
from io import BytesIO
from typing import Any

from engine.service.proof.audit import audit
from engine.service.proof.export import Export, read_export
from engine.service.registry import Registry
from engine.systems.minis.content.catalogue import MINIS
from tests.end_to_end.skirmish import SIX_A_SIDE, TWO_A_SIDE, Skirmish
from tests.recordings.make import path_of
from tests.support.processes.serving import ADMIN, Service


def facts(export: Export) -> list[dict[str, Any]]:
    """All events, as the game master reads them."""
    return [json.loads(event.secret or event.public) for event in export.events]


async def test_two_players_fight_it_out_with_typed_dice(service: Service) -> None:
    """Two a side on the bridge: with tokens of their own, by offers and decisions alone, until one side has won."""
    skirmish = Skirmish(service.base, ADMIN, random.Random(5), TWO_A_SIDE)
    try:
        winner = await skirmish.play(most=400)
        shown = {seat: await skirmish.look(seat) for seat in ("gm", "ana", "ben")}
        export = read_export(BytesIO(await skirmish.exported()))
    finally:
        await skirmish.close()
    assert {one["outcome"] for one in shown.values()} == {winner}
    assert {one["side"] for one in shown["ana"]["combatants"] if one["out"] is None} == {winner}
    assert skirmish.steps["gm"] == 2, "the game master begins and ends it, no more"
    assert min(skirmish.steps["ana"], skirmish.steps["ben"]) > 5
    assert {"MinisAttackRolled", "MinisExchangeFought", "MinisSpellRolled", "MinisPieceMoved"} <= set(skirmish.told)
    rolled = [len(one["data"]["faces"]) for one in facts(export) if one["type"] == "DiceRolled"]
    assert sum(rolled) == skirmish.typed > 10, "every die was typed"
    report = audit(Registry.installed().book("minis"), export.events, header=export.header)
    assert (report.chain.state, report.replay.state, report.dice.state) == ("PROVEN", "PROVEN", "NOT_PROVABLE")


def test_the_skirmish_that_is_kept_was_played_by_six_a_side_with_their_own_lives() -> None:
    """Of the catalogue, on a table with a river of 2.5 inches, a bridge, a hill and a wood; to the last of one side."""
    with path_of("minis_skirmish").open("rb") as file:
        events = facts(read_export(file))
    ground = events[0]["data"]["ground"]
    looks = {entry["key"]: entry["look"] for entry in ground["legend"]}
    laid = {patch["key"]: looks[patch["entry"]] for patch in ground["patches"]}
    assert laid == {"river": "WATER", "road": "ROAD", "bridge": "BRIDGE", "hill": "HEIGHT", "grove": "WOOD"}
    assert next(entry for entry in ground["legend"] if entry["key"] == "river")["game"]["minis"]["width"] == 250
    joined = [one["data"] for one in events if one["type"] == "CombatantJoined"]
    assert len(joined) == len(SIX_A_SIDE)
    for one in joined:
        assert one["vitals"]["life"]["max"] == MINIS[one["sheet"]["ref"]].life == one["vitals"]["life"]["now"]
    sides = {one["combatant"]: one["side"] for one in joined}
    fallen = [sides[one["data"]["combatant"]] for one in events if one["type"] == "CombatantOut"]
    assert 6 in (fallen.count("red"), fallen.count("blue"))
    assert {one["seat"] for one in events if one["type"] == "CommandAccepted"} == {"gm", "ana", "ben"}
