"""A combatant whose offers come to no end has none, and the answer says so. All others have theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from api.operations.session import Session
from api.reading.encounter_node import A_COMBATANT
from engine.kernel.structs.budget import LISTING, spend
from engine.systems import fantasia
from tests.api.fights import Bridge
from tests.support.processes.pool_jobs import done_here

LOOK = """query Look($id: ID!, $only: ID) { encounter(id: $id) { version
  offers { combatant } omittedOffers { combatant code text }
  some: offers(combatant: $only) { combatant } left: omittedOffers(combatant: $only) { combatant } } }"""


def _spends() -> None:
    while True:
        spend(LISTING // 100)


def _deeper() -> None:
    _deeper()


def offers_without_end(
    patch: pytest.MonkeyPatch, combatant: str, further: Callable[[], None] = _spends
) -> list[str | None]:
    """In Fantasia a combatant's offers have no end, behind those that there are. Whose are looked for."""
    offers: Callable[..., Iterator[Any]] = fantasia.system.offers
    asked: list[str | None] = []

    def patched(seen: Any, actor: str | None) -> Iterator[Any]:
        asked.append(actor)
        yield from offers(seen, actor)
        if actor == combatant:
            further()

    patch.setattr(fantasia.system, "offers", patched)
    return asked


@pytest.fixture(params=[_spends, _deeper])
def endless(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Steiner's offers have no end. Whose offers were looked for."""
    done_here(monkeypatch)
    return offers_without_end(monkeypatch, "steiner", request.param)


def rest(fight: Bridge, seat: str) -> Any:
    """The fight as that seat reads it by REST."""
    found = fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens[seat])
    assert found.status_code == 200, found.text
    return found.json()


TEXT = "Steiner: finding the orders takes too much work; they may be given all the same."


def turn_of(fight: Bridge, combatant: str) -> None:
    """Go on to a turn: the orders are given, whether they are offered or not."""
    while (acting := rest(fight, "gm")["acting"]) != [combatant]:
        assert fight.act("gm", {"fantasia": {"endTurn": {"combatant": acting[0]}}})["__typename"] == "Accepted"


def test_who_has_too_many_offers_is_named_and_the_others_have_theirs(fight: Bridge, endless: list[str | None]) -> None:
    """By REST, by GraphQL and in words; and whoever has none in the list may be ordered all the same."""
    turn_of(fight, "steiner")
    turn_of(fight, "cloud")
    read = rest(fight, "gm")
    assert read["omittedOffers"] == [{"combatant": "steiner", "code": "TOO_COSTLY", "text": TEXT}]
    assert "cloud" in {offer["combatant"] for offer in read["offers"]} <= {"cloud", None}
    seen = fight.table.data(LOOK, fight.tokens["gm"], id=fight.id, only="steiner")["encounter"]
    assert seen["omittedOffers"] == [{"combatant": "steiner", "code": "TOO_COSTLY", "text": TEXT}]
    assert "cloud" in {offer["combatant"] for offer in seen["offers"]}
    assert (seen["some"], seen["left"]) == ([], [{"combatant": "steiner"}])
    only = fight.table.data(LOOK, fight.tokens["gm"], id=fight.id, only="cloud")["encounter"]
    assert {offer["combatant"] for offer in only["some"]} == {"cloud"}
    assert only["left"] == []
    said = fight.table.get(f"/v1/encounters/{fight.id}/say", fight.tokens["gm"])
    assert (said.status_code, TEXT in said.text) == (200, True)


def test_whoever_may_not_order_him_is_told_nothing(fight: Bridge, endless: list[str | None]) -> None:
    """Ana has the offers of Cloud, and her read looks for no others."""
    turn_of(fight, "cloud")
    endless.clear()
    before = rest(fight, "ana")
    assert before["omittedOffers"] == []
    assert set(endless) == {"cloud"}
    assert {offer["combatant"] for offer in before["offers"]} == {"cloud"}


def test_what_was_too_costly_is_found_out_once_for_a_version(fight: Bridge, endless: list[str | None]) -> None:
    """Then it is known, for whoever looks again: in the serving process as far as it goes, then with its budget."""
    endless.clear()
    for _ in range(3):
        assert [one["combatant"] for one in rest(fight, "gm")["omittedOffers"]] == ["steiner"]
    assert endless.count("steiner") <= 2
    assert endless.count("cloud") == 1, "what is quick is shared, too"
    fight.act("gm", {"gm": {"note": {"note": "on"}}})
    assert rest(fight, "gm")["omittedOffers"] != []
    assert endless.count("steiner") > 1


def test_what_is_worked_out_is_counted_once(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offers, and what is missing of them, are one piece of work."""
    counted: list[int] = []

    async def count(self: Session, cost: int) -> None:
        counted.append(cost)

    monkeypatch.setattr(Session, "count_cost", count)
    fight.table.data(
        "query L($id: ID!) { encounter(id: $id) { offers { key } omittedOffers { text } more: offers { key } } }",
        fight.tokens["gm"],
        id=fight.id,
    )
    assert counted.count(3 * A_COMBATANT) == 1  # of the two, and of what the game master does with nobody
    assert len(counted) == 3  # the operation by itself, and its document
