"""A fight says whom it waits for, and for what, as far as its reader may know it."""

from __future__ import annotations

from typing import Any

from tests.api.fights import bridge
from tests.api.table import ADMIN, Table

QUERY = "query($id: ID!) { encounter(id: $id) { waiting { text what for { seat name } combatants next } acting } }"


def waiting(table: Table, id: str, token: str, locale: str = "en") -> dict[str, Any]:
    """As a reader is told of it, the same over both APIs."""
    told = table.get(f"/v1/encounters/{id}", token, **{"Accept-Language": locale}).json()["waiting"]
    if locale == "en":
        assert table.data(QUERY, token, id=id)["encounter"]["waiting"] == told
    found: dict[str, Any] = told
    return found


def test_it_waits_for_the_game_master_to_begin_and_then_for_whose_turn_it_is(table: Table) -> None:
    fight = bridge(table, begin=False)
    told = waiting(table, fight.id, fight.tokens["ana"])
    assert told["what"] == "BEGIN"
    assert told["for"] == [{"seat": "gm", "name": "GM"}]
    assert "GM" in told["text"]
    fight = bridge(table)
    now = table.data(QUERY, fight.tokens["gm"], id=fight.id)["encounter"]
    told = now["waiting"]
    who, name = {"cloud": ("ana", "Ana"), "steiner": ("gm", "GM")}[now["acting"][0]]
    assert told["what"] == "ACT"
    assert told["for"] == [{"seat": who, "name": name}]
    assert told["combatants"] == now["acting"]
    for locale in ("en", "es", "fi", "pl"):
        assert name in waiting(table, fight.id, ADMIN, locale)["text"]


def test_a_turn_of_somebody_unknown_is_the_game_masters(table: Table) -> None:
    """Nothing but that the game master is waited for."""
    fight = bridge(table)
    for hidden in ("cloud", "steiner"):
        command = {"gm": {"correct": {"path": f"combatants.{hidden}.seenBy", "value": []}}}
        fight.act("gm", command)
    told = waiting(table, fight.id, fight.tokens["eve"])
    assert told["for"] == [{"seat": "gm", "name": "GM"}]
    assert told["combatants"] == []
    assert told["next"] is None
    assert "Cloud" not in told["text"]
    assert "Steiner" not in told["text"]


def test_a_fight_that_stands_still_says_so(table: Table) -> None:
    fight = bridge(table)
    fight.act("gm", {"gm": {"pause": {}}})
    assert waiting(table, fight.id, fight.tokens["ana"])["what"] == "RESUME"
    fight.act("gm", {"gm": {"resume": {}}})
    fight.act("gm", {"gm": {"end": {}}})
    told = waiting(table, fight.id, fight.tokens["ana"])
    assert (told["what"], told["for"]) == ("NOTHING", [])
