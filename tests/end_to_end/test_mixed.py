"""Two fights with mixed dice that were played through GraphQL to their end, verified offline as anybody would."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.service.proof.export import read_export
from tests.recordings.make import path_of
from tests.support.processes.terminal import skald


def facts(name: str) -> list[dict[str, Any]]:
    """The whole events of a recording."""
    with path_of(name).open("rb") as file:
        return [msgspec.json.decode(one.secret or one.public) for one in read_export(file).events]


@pytest.mark.parametrize(("name", "listed"), [("mixed_dice", {"ana", "ben"}), ("saari_mixed_dice", {"ana"})])
def test_who_is_listed_types_until_his_combatant_is_taken_over(name: str, listed: set[str]) -> None:
    """The first event says who; each roll is typed exactly if its combatant is a listed seat's at that time."""
    events = facts(name)
    assert events[0]["data"]["typedBy"] == {"seats": sorted(listed), "sides": []}
    assert events[0]["data"]["diceMode"] == "SEEDED"
    controller: dict[str, str | None] = {}
    rolled: dict[tuple[str, bool | None], int] = {}
    for event in events:
        data = event["data"]
        if event["type"] == "CombatantJoined":
            controller[data["combatant"]] = data["owner"]
        elif event["type"] == "ControlChanged":
            controller[data["combatant"]] = data["controller"]
        elif event["type"] == "DiceRolled":
            assert data["typed"] is (True if controller.get(data["by"]) in listed else None), event["version"]
            rolled[data["by"], data["typed"]] = rolled.get((data["by"], data["typed"]), 0) + 1
    assert {by for by, typed in rolled if typed} & {by for by, typed in rolled if not typed}, "the one taken over"
    asked = [
        one["data"]["seats"] for one in events if one["type"] == "DecisionOpened" and one["data"]["kind"] == "Roll"
    ]
    assert len(asked) == sum(count for (_, typed), count in rolled.items() if typed)
    assert {seat for seats in asked for seat in seats} == listed


@pytest.mark.parametrize("name", ["mixed_dice", "saari_mixed_dice"])
def test_verify_counts_the_faces_that_are_proven_and_those_typed(name: str, tmp_path: Any) -> None:
    rolls = [one["data"] for one in facts(name) if one["type"] == "DiceRolled"]
    typed = sum(len(roll["faces"]) for roll in rolls if roll["typed"])
    ran = skald("verify", path_of(name), folder=tmp_path)
    (line,) = [one for one in ran.stdout.splitlines() if one.startswith("dice")]
    assert line.startswith("dice    proven: ")
    assert line.endswith(f"typed by people ({typed} faces)")
    told = msgspec.json.decode(skald("verify", "--json", path_of(name), folder=tmp_path).stdout)
    assert told["faces"]["typed"] == typed > 0
    assert told["faces"]["proven"] > 0
