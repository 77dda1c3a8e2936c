"""While a decision is open the game master reads what he may order then, over both APIs; what he sends back is done."""

from __future__ import annotations

from typing import Any

from tests.api.fights import Bridge, bridge
from tests.api.table import Table


def asked(table: Table) -> Bridge:
    """A fight of Saari in which somebody is asked something about a roll: an enemy strikes at Karhu."""
    sheets = {"karhu": ("heroes", "ana", {"ref": "karhu"}), "goblin": ("foes", None, {"ref": "goblin"})}
    people = [
        {"id": who, "name": who.title(), "side": side, "seat": seat, "place": {"zone": "west"}, "sheet": {"saari": one}}
        for who, (side, seat, one) in sheets.items()
    ]
    fight = bridge(table, system="saari", combatants=people, begin=False, setup={"saari": {"earlyMindPoints": True}})
    assert fight.act("gm", {"saari": {"begin": {}}})["__typename"] == "Accepted"
    for _ in range(30):
        if fight.open("gm")["decisions"]:
            return fight
        acting = table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).json()["acting"][0]
        target = "goblin" if acting == "karhu" else "karhu"
        fight.act("gm", {"saari": {"attack": {"combatant": acting, "target": target}}})
    raise AssertionError("nobody is asked anything")


def test_the_game_master_marks_the_roll_that_somebody_is_asked_about(table: Table) -> None:
    """A player is offered nothing meanwhile, and reads nothing of the mark; the decision stays as it is."""
    fight = asked(table)
    (decision,) = fight.open("gm")["decisions"]
    here = f"/v1/encounters/{fight.id}"

    def offers(seat: str) -> dict[str, Any]:
        told = table.get(here, fight.tokens[seat]).json()["offers"]
        assert [one["key"] for one in told] == [one["key"] for one in fight.open(seat)["offers"]]
        return {one["key"]: one["send"] for one in told}

    mine = offers("gm")
    assert set(mine) == {"mark-roll"}
    assert offers("ana") == offers("eve") == {}
    before = table.get(f"{here}/events", fight.tokens["ana"]).json()["events"]
    assert fight.act("gm", mine["mark-roll"])["__typename"] == "Accepted"
    assert [one["id"] for one in fight.open("gm")["decisions"]] == [decision["id"]]
    told = table.get(f"{here}/events", fight.tokens["ana"]).json()["events"]
    assert [one["type"] for one in told][len(before) :] == ["Hidden"], "as of a mark between decisions"
    assert offers("gm") != mine, "the roll at hand is marked"
