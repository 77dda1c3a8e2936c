"""Mongolian Mercenaries played by four seats through GraphQL with typed dice. See `raid.py` and `ambush.py`."""

from __future__ import annotations

import json
import random
from io import BytesIO
from typing import Any

from engine.service.proof.audit import audit
from engine.service.proof.export import Export, read_export
from engine.service.registry import Registry
from tests.end_to_end import ambush, raid
from tests.end_to_end.mercenaries import KEY, PREFIX, Mercenaries, somebody
from tests.end_to_end.seated import Seated, Shown
from tests.recordings.make import path_of
from tests.support.amounts import long_form
from tests.support.processes.serving import ADMIN, Service

SYSTEM = "mongolian_mercenaries"


def facts(export: Export) -> list[dict[str, Any]]:
    """All events, as the game master reads them."""
    return [json.loads(event.secret or event.public) for event in export.events]


def kept(name: str) -> list[dict[str, Any]]:
    """The events of a recording."""
    with path_of(name).open("rb") as file:
        return facts(read_export(file))


def retold(table: Mercenaries, events: list[dict[str, Any]]) -> Mercenaries:
    """A table that has heard of all these events."""
    for event in events:
        table.heard(event["type"], event["data"])
    return table


def seats_of(events: list[dict[str, Any]]) -> set[str]:
    """Who has given orders."""
    return {one["seat"] for one in events if one["type"] == "CommandAccepted"}


def ordered(events: list[dict[str, Any]], seat: str) -> list[str]:
    """The orders of a seat, by their names."""
    given = [one["data"]["order"][KEY] for one in events if one["type"] == "CommandAccepted" and one["seat"] == seat]
    return [next(iter(one)) for one in given]


def rolled(events: list[dict[str, Any]]) -> int:
    """How many dice have fallen; a draw is of one."""
    return sum(len(one["data"].get("faces", "1")) for one in events if one["type"] in ("DiceRolled", "Drawn"))


async def test_four_players_raid_a_zealot_who_plays_himself(service: Service) -> None:
    """With tokens of their own, by offers and decisions alone, to the end; the game master begins and ends it."""
    table = raid.zealot_alone(service.base, ADMIN, random.Random(5))
    try:
        winner = await table.play(most=400)
        shown = {seat: await table.look(seat) for seat in ("gm", *raid.SEATS)}
        export = read_export(BytesIO(await table.exported()))
    finally:
        await table.close()
    assert {one["outcome"] for one in shown.values()} == {winner} == {"party"}
    assert not table.missing
    assert ordered(facts(export), "gm") == ["begin"]
    assert rolled(facts(export)) == table.typed > 20, "every die was typed"
    report = audit(Registry.installed().book(SYSTEM), export.events, header=export.header)
    assert (report.chain.state, report.replay.state, report.dice.state) == ("PROVEN", "PROVEN", "NOT_PROVABLE")


# -- what was kept
def test_the_raid_that_is_kept_has_everything_and_the_enemies_played_themselves() -> None:
    """Four seats against four enemies who nobody orders; one surrenders, one flees, two die; all in one alley."""
    events = kept("mercenaries_raid")
    table = retold(raid.Raid("http://nowhere", ADMIN, random.Random(0)), events)
    assert not table.missing
    assert seats_of(events) == {"gm", *raid.SEATS}
    assert ordered(events, "gm") == ["begin"]
    laid = next(one["data"] for one in events if one["type"] == f"{PREFIX}BattlefieldLaid")
    assert laid["battlefieldCard"]["id"] == "alley"
    assert [one["data"]["result"] for one in events if one["type"] == "OutcomeReached"] == ["party"]


def test_the_ambush_that_is_kept_was_played_by_a_game_master_too() -> None:
    """A trap, a counter, thorns, a prayer, a summon, an escape; and somebody has won."""
    events = kept("mercenaries_ambush")
    table = retold(ambush.Ambush("http://nowhere", ADMIN, random.Random(0)), events)
    assert not table.missing
    assert seats_of(events) == {"gm", *ambush.SEATS}
    attacks = [one["data"]["combatant"] for one in events if one["type"] == f"{PREFIX}AttackDeclared"]
    assert {ambush.GUARD, ambush.BLADE} <= set(attacks)
    assert [one for one in events if one["type"] == "OutcomeReached"]


# -- a server that dies
DUEL: Shown = {
    "system": SYSTEM,
    "name": "The duel",
    "dice": "PHYSICAL",
    "singleAnswers": {"pace": 0},
    "setup": {KEY: {"battlefield": "steppe", "distance": "CLOSE"}},
    "seats": [
        {"id": "gm", "name": "The GM", "role": "GM"},
        {"id": "ana", "name": "Ana", "role": "PLAYER"},
        {"id": "ben", "name": "Ben", "role": "PLAYER"},
    ],
    "combatants": [
        somebody(
            "ada",
            "party",
            "ana",
            {
                "attributes": {"speed": 9, "luck": 4, "strength": 6},
                "skills": {"long_blade": 4},
                "weapons": ["sabre"],
                "talents": ["parry", "sidestep"],
                "lastPosition": 1,
            },
        ),
        somebody("bo", "party", "ben", {"lastPosition": 2}),
        somebody(
            "gan",
            "enemies",
            None,
            {
                "card": {
                    "id": "duellist",
                    "name": "Duellist",
                    "health": 12,
                    "fightProficiency": 4,
                    "damage": 3,
                    "damageKind": "SLASHING",
                    "talents": ["sidestep", "counter"],
                },
                "lastPosition": 1,
            },
        ),
    ],
}

NESTED: tuple[tuple[str, str, str | list[int]], ...] = (
    ("gm", "AskReaction", "sidestep"),
    ("ana", "Roll", [4, 5]),
    ("ana", "AskLuckyBreak", "repeat"),
    ("ana", "Roll", [3, 5]),
    ("gm", "AskReaction", "counter"),
    ("ana", "AskReaction", "sidestep"),
    ("gm", "Roll", [7, 7]),
    ("ana", "AskReaction", "parry"),
)
"""While Ada attacks: the target steps aside, her dice fail and are repeated with luck; it counters, she steps aside, it
hits all the same, and she parries. Who is asked, what, and the answer."""


@long_form
async def test_a_server_dies_in_each_of_the_nested_windows(service: Service) -> None:
    """Every seat finds the same question again, and only who is asked finds what it may answer."""
    table = Seated(service.base, ADMIN, random.Random(1), DUEL)

    async def answered(seat: str, kind: str, answer: str | list[int]) -> None:
        asked = (await table.look(seat))["decisions"]
        assert [one["kind"] for one in asked] == [kind], (seat, asked)
        if isinstance(answer, list):
            await table.roll(seat, asked[0], answer)
        else:
            assert not any(one["offers"] for one in (await table.look("ben"))["decisions"])
            offer = next(one for one in asked[0]["offers"] if one["key"] == answer)
            await table.reply(seat, asked[0], offer["send"])

    async def killed() -> None:
        before = [await table.look(seat) for seat in ("gm", "ana", "ben")]
        await service.kill()
        await service.start()
        assert [await table.look(seat) for seat in ("gm", "ana", "ben")] == before

    try:
        await table.sit_down()
        await table.act("gm", {KEY: {"begin": {"note": ""}}})
        await table.act("ana", {KEY: {"attack": {"combatant": "ada", "target": "gan"}}})
        for seat, kind, answer in NESTED:
            if kind != "Roll":
                await killed()
            await answered(seat, kind, answer)
        await killed()
        shown = await table.look("ana")
        assert shown["acting"] == ["ada"], "her Minor action is left"
        health = next(one["vitals"][0] for one in shown["combatants"] if one["key"] == "ada")
        assert health["max"] - health["now"] == 4, "one success after the parry, and Damage 3; she wears nothing"
        export = read_export(BytesIO(await table.exported()))
    finally:
        await table.close()
    report = audit(Registry.installed().book(SYSTEM), export.events, header=export.header)
    assert (report.chain.state, report.replay.state) == ("PROVEN", "PROVEN")
