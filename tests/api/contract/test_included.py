"""An order's answer has its step, and of the fight after it what was asked for: by REST and by GraphQL the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.operations import session
from api.reading import encounter_node, long_parts
from api.reading.offers import Offering
from api.reading.parts import PARTS
from tests.api.fights import Bridge, bridge, bridge_input
from tests.api.table import ADMIN, Table, serving

NOTE = {"gm": {"note": {"note": "on"}}}
INSIDE = {"offers": "offers", "scene": "scene", "unavailable": "unavailable"}
WHOLE = """mutation Note($input: SubmitInput!) { submit(input: $input) { ... on Accepted { version
  decisions { key } encounter { version name offers { key send } omittedOffers { text } scene { text }
    unavailable { key } waiting { text } } } } }"""


def noted(fight: Bridge, include: str | None) -> Any:
    """The answer to a note of the GM."""
    named = "" if include is None else f"?include={include}"
    return fight.table.post(f"/v1/encounters/{fight.id}/commands{named}", fight.tokens["gm"], {"command": NOTE})


def test_the_answer_to_an_order_is_its_step(fight: Bridge) -> None:
    told = noted(fight, None)
    assert told.status_code == 200, told.text
    body = told.json()
    assert (body["encounter"], body["decisions"]) == (None, None)
    assert [one["type"] for one in body["events"]] == ["Noted"]
    assert len(told.content) < 1000


@pytest.mark.parametrize("include", [*PARTS, "scene,offers", "decisions,unavailable", ""])
def test_what_is_named_is_there_and_nothing_else(fight: Bridge, include: str) -> None:
    """The parts of a fight are as whoever looks at it reads them."""
    body, named = noted(fight, include).json(), set(include.split(",")) - {""}
    assert (body["decisions"] is not None) == ("decisions" in named)
    assert (body["encounter"] is not None) == bool(named - {"decisions"})
    seen = fight.table.get(f"/v1/encounters/{fight.id}?include=offers,scene,unavailable", fight.tokens["gm"]).json()
    if body["encounter"] is not None:
        left_out = {key for part, key in INSIDE.items() if part not in named}
        left_out |= set() if "offers" in named else {"omittedOffers"}
        assert body["encounter"] == {key: None if key in left_out else value for key, value in seen.items()}
    if body["decisions"] is not None:
        assert body["decisions"] == seen["decisions"]


def test_by_graphql_it_is_what_is_selected(fight: Bridge) -> None:
    """The same as by REST; a fight that is looked at has its offers if nothing is named."""
    gm = fight.tokens["gm"]
    told = fight.table.data(WHOLE, gm, input={"encounter": fight.id, "command": NOTE})["submit"]
    seen = fight.table.get(f"/v1/encounters/{fight.id}?include=offers,scene,unavailable", gm).json()
    encounter = told["encounter"]
    assert (encounter["version"], encounter["name"], told["decisions"]) == (seen["version"], seen["name"], [])
    assert encounter["offers"] == [{"key": one["key"], "send": one["send"]} for one in seen["offers"]]
    assert encounter["unavailable"] == [{"key": one["key"]} for one in seen["unavailable"]]
    assert encounter["scene"] == {"text": seen["scene"]["text"]}
    assert encounter["waiting"] == {"text": seen["waiting"]["text"]}
    plain = fight.table.get(f"/v1/encounters/{fight.id}", gm).json()
    assert plain == {**seen, "scene": None, "unavailable": None}


def test_a_name_that_is_none_is_refused_and_nothing_is_done(fight: Bridge) -> None:
    before = fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).json()["version"]
    told = noted(fight, "offers,offer")
    assert (told.status_code, told.json()["field"]) == (400, "include")
    assert told.json()["detail"] == "'offer' cannot be included, but " + ", ".join(PARTS) + ": did you mean 'offers'?"
    assert fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).json()["version"] == before


def test_new_fights_have_their_encounter_and_what_is_named(table: Table) -> None:
    """Created, copied and forked ones."""
    made = table.post("/v1/encounters?include=offers", ADMIN, bridge_input()).json()
    assert made["encounter"]["offers"] == []  # the operator gives no orders
    fight = bridge(table)
    for path, token, body in (("fork", fight.tokens["gm"], {"at": 3}), ("copy", ADMIN, {})):
        here = f"/v1/encounters/{fight.id}/{path}"
        bare, whole = (table.post(here + more, token, body).json()["encounter"] for more in ("", "?include=scene"))
        assert (bare["offers"], bare["scene"], whole["offers"]) == (None, None, None)
        assert whole["scene"]["text"]


def test_what_is_asked_for_is_made_once_for_all_who_ask(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the answer to the order, by whoever looks at the fight then, and by GraphQL; in another language anew."""
    listed, pictured = Offering.listed, long_parts.pictured
    made: list[Any] = []
    monkeypatch.setattr(Offering, "listed", lambda self, actor: made.append(actor) or listed(self, actor))
    monkeypatch.setattr(long_parts, "pictured", lambda *of: made.append("scene") or pictured(*of))
    assert noted(fight, "offers,scene").json()["encounter"]["offers"]
    assert sorted(map(str, made)) == ["None", "cloud", "scene", "steiner"]
    made.clear()
    path, gm = f"/v1/encounters/{fight.id}?include=offers,scene", fight.tokens["gm"]
    seen = [fight.table.get(path, gm).json() for _ in range(2)]
    query = "query L($id: ID!) { encounter(id: $id) { offers { key } scene { text } } }"
    told = fight.table.data(query, gm, id=fight.id)["encounter"]
    assert made == []
    assert seen[0] == seen[1]
    assert [one["key"] for one in told["offers"]] == [one["key"] for one in seen[0]["offers"]]
    assert fight.table.get(path, gm, **{"accept-language": "es"}).json()["offers"] != seen[0]["offers"]
    assert sorted(map(str, made)) == ["None", "cloud", "scene", "steiner"]


def test_an_order_that_is_carried_out_is_answered_whatever_else_it_costs(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an answer includes is counted, and where it is beyond the limit that is no reason to hide the step."""
    monkeypatch.setattr(encounter_node, "A_COMBATANT", session.A_REQUEST * 30)
    with serving(redis_url, tmp_path, {"rate_per_token": 100, "rate_per_address": 0}) as table:
        fight = bridge(table)
        told = [noted(fight, "offers") for _ in range(2)]  # of two, and of nobody: 90 requests each
        assert [one.status_code for one in told] == [200, 200]
        assert all(one.json()["encounter"]["offers"] for one in told)
        assert fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).status_code == 429
