"""The scene over the API: the same in GraphQL and REST, at every version, and without ground that a client has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.ground.ground import SpaceKind
from engine.service.encounters import Encounters
from engine.service.reading.hub import Hub
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.api.fights import CREATE, Bridge, bridge, bridge_input, sheet
from tests.api.table import ADMIN, Table, serving
from tests.support.contract.scene_document import QUERY, whole_scene
from tests.support.contract.tags import version_in
from tests.support.toys.skirmish import KINDS, people, skirmish

SPACES = {
    "SceneGrid": "GRID",
    "ScenePlane": "PLANE",
    "SceneZones": "ZONES",
    "SceneRanks": "RANKS",
    "SceneNowhere": "NOWHERE",
}


def asked(table: Table, fight: Bridge, seat: str | None, **more: Any) -> dict[str, Any]:
    """The whole scene by GraphQL, its space told as REST tells it."""
    token = fight.tokens[seat] if seat else ADMIN
    found: dict[str, Any] = table.data(QUERY % whole_scene(), token, id=fight.id, **more)["encounter"]["scene"]
    found["space"]["kind"] = SPACES[found["space"].pop("__typename")]
    return found


def rest(table: Table, fight: Bridge, seat: str | None, query: str = "", **headers: str) -> Any:
    token = fight.tokens[seat] if seat else ADMIN
    return table.get(f"/v1/encounters/{fight.id}/scene{query}", token, **headers)


def test_graphql_and_rest_show_the_same(table: Table) -> None:
    """For every seat and at every version; in REST with a `kind`, in GraphQL with a type."""
    fight = bridge(table)
    for pick in range(4):
        fight.step(pick)
    version = fight.open("gm")["version"]
    for seat in ("gm", "ana", "eve", None):
        assert rest(table, fight, seat).json() == asked(table, fight, seat)
        for at in (1, 3, version - 1):
            assert rest(table, fight, seat, f"?at={at}").json() == asked(table, fight, seat, at=at)


def test_it_shows_who_fights_and_in_words(table: Table) -> None:
    """Tokens by key, names as words, the figures that a seat may know; in the reader's language."""
    fight = bridge(table)
    shown = rest(table, fight, "ana").json()
    tokens = {token["combatant"]: token for token in shown["tokens"]}
    assert list(tokens) == ["cloud", "steiner"]
    assert (tokens["cloud"]["label"], tokens["cloud"]["yours"], tokens["steiner"]["yours"]) == ("Cloud", True, False)
    assert tokens["cloud"]["bars"][0]["max"] is not None
    assert "Cloud" in shown["text"]
    spanish = rest(table, fight, "ana", "?locale=es").json()
    assert spanish["sides"][0]["label"] == "Los héroes"
    assert spanish["text"] != shown["text"]


def test_ground_that_a_client_has_is_not_sent_again(table: Table) -> None:
    """Named by its digest; another digest gets it all."""
    fight = bridge(table)
    whole = rest(table, fight, "ana").json()
    digest = whole["ground"]["digest"]
    known = rest(table, fight, "ana", f"?unless={digest}").json()
    assert known["ground"] == {"digest": digest, "rows": [], "patches": [], "edges": [], "legend": []}
    assert {**known, "ground": whole["ground"]} == whole
    assert rest(table, fight, "ana", "?unless=another").json() == whole
    assert asked(table, fight, "ana", unless=digest) == known


THREATS = """query T($id: ID!, $who: ID!, $at: Int) { encounter(id: $id, at: $at) { threats(combatant: $who)
{ key kind label tone from to members level until text rule area { runs { x y length height } disc { radius } } } } }"""


def test_what_somebody_threatens_is_told_when_it_is_asked_for(table: Table) -> None:
    """The same in GraphQL and REST, now and before; in words; drawn over the scene; of whoever is unseen nothing."""
    fight = bridge(table)
    path = f"/v1/encounters/{fight.id}"
    past = fight.open("gm")["version"] - 1
    for who, at in (("cloud", None), ("steiner", None), ("cloud", past)):
        query = "" if at is None else f"?at={at}"
        answer = table.get(f"{path}/combatants/{who}/threats{query}", fight.tokens["ana"])
        told = table.data(THREATS, fight.tokens["ana"], id=fight.id, who=who, at=at)["encounter"]["threats"]
        assert [(one["key"], one["from"], one["to"], one["label"]) for one in answer.json()] == [
            (one["key"], one["from"], one["to"], one["label"]) for one in told
        ]
        assert {(one["kind"], one["from"]) for one in told} == {("THREATENS", who)}
    spanish = table.get(f"{path}/combatants/cloud/threats?locale=es", fight.tokens["ana"]).json()
    assert spanish[0]["label"] == "Al alcance de sus armas cuerpo a cuerpo"
    assert table.get(f"{path}/combatants/nobody/threats", fight.tokens["ana"]).json() == []
    plain, drawn = (table.get(f"{path}/scene.svg{query}", fight.tokens["ana"]).text for query in ("", "?threats=cloud"))
    assert 'data-kind="THREATENS"' not in plain
    assert 'data-kind="THREATENS"' in drawn
    first = table.get(f"{path}/combatants/cloud/threats", fight.tokens["ana"])
    again = table.get(
        f"{path}/combatants/cloud/threats", fight.tokens["ana"], **{"if-none-match": first.headers["etag"]}
    )
    assert again.status_code == 304


STATS = """query S($id: ID!, $who: ID!, $at: Int) { encounter(id: $id, at: $at) { statBlock(combatant: $who) {
whole values { key label value because text rule terms { source amount } }
groups { key label things { key label icon facts text rule } } conditions { key label until text } } } }"""


def test_the_sheet_of_somebody_is_told_when_it_is_asked_for(table: Table) -> None:
    """The same in GraphQL and REST, now and before; one's own whole, others' as far as known, of the unseen nothing."""
    fight = bridge(table)
    path, past = f"/v1/encounters/{fight.id}/combatants", fight.open("gm")["version"] - 1
    for who, at in (("cloud", None), ("steiner", None), ("nobody", None), ("cloud", past)):
        query = "" if at is None else f"?at={at}"
        answer = table.get(f"{path}/{who}/stat-block{query}", fight.tokens["ana"]).json()
        told = table.data(STATS, fight.tokens["ana"], id=fight.id, who=who, at=at)["encounter"]["statBlock"]
        for value in answer["values"]:
            value["terms"] = [{"source": term["source"], "amount": term["amount"]} for term in value["terms"]]
        for one in answer["conditions"]:
            one.pop("short"), one.pop("tone"), one.pop("level"), one.pop("rule"), one.pop("source")
        assert answer == told
        assert told["whole"] is (who == "cloud")
        assert bool(told["values"]) is (who != "nobody")
    mine = {one["key"]: one for one in table.get(f"{path}/cloud/stat-block", fight.tokens["ana"]).json()["values"]}
    assert mine["defense"]["because"] == f"DE {int(mine['defense']['value']) - 2} + Light armour 2"
    assert mine["level"]["because"] == ""
    finnish = table.get(f"{path}/cloud/stat-block?locale=fi", fight.tokens["ana"]).json()
    assert [one["label"] for one in finnish["groups"]][:1] == ["Aseet"]
    first = table.get(f"{path}/cloud/stat-block", fight.tokens["ana"])
    again = table.get(f"{path}/cloud/stat-block", fight.tokens["ana"], **{"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


def test_a_scene_has_the_version_as_its_etag(table: Table) -> None:
    """304 for what is known."""
    fight = bridge(table)
    first = rest(table, fight, "ana")
    assert version_in(first.headers["etag"]) == fight.open("ana")["version"]
    assert "Accept-Language" in first.headers["vary"]
    assert rest(table, fight, "ana", **{"if-none-match": first.headers["etag"]}).status_code == 304


def test_an_encounter_of_rest_has_its_scene_on_request(table: Table) -> None:
    """It is null otherwise, so that the answer stays small."""
    fight = bridge(table)
    path = f"/v1/encounters/{fight.id}"
    assert table.get(path, fight.tokens["ana"]).json()["scene"] is None
    with_it = table.get(f"{path}?include=offers,scene", fight.tokens["ana"]).json()
    assert with_it["scene"] == rest(table, fight, "ana").json()
    refused = table.get(f"{path}?scene=yes", fight.tokens["ana"])
    assert (refused.status_code, refused.json()["field"]) == (400, "scene")


def test_a_hidden_combatant_changes_no_byte_of_it(table: Table) -> None:
    """Beside the same fight without him; the GM sees him, and that others do not."""
    hidden = {"id": "kefka", "name": "Kefka", "side": "clowns", "seat": "gm", "seenBy": ["gm"], "sheet": sheet()}
    wish = bridge_input()
    plain = bridge(table, begin=False)
    wish["combatants"].insert(0, hidden)
    ambush = Bridge(table, table.data(CREATE, ADMIN, input=wish)["createEncounter"])
    for seat in ("ana", "eve", None):
        assert rest(table, ambush, seat).content == rest(table, plain, seat).content
    kefka = rest(table, ambush, "gm").json()["tokens"][0]
    assert (kefka["combatant"], kefka["hidden"]) == ("kefka", True)


@pytest.mark.parametrize("query", ["?at=x", "?what=1"])
def test_a_request_that_cannot_be_read_is_refused(table: Table, query: str) -> None:
    """With the field at fault."""
    fight = bridge(table)
    assert rest(table, fight, "ana", query).status_code == 400
    assert rest(table, fight, None, "?at=999").status_code in (400, 404, 422)


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service of the toys alone: a game for each kind of space."""
    books = [Rulebook(skirmish(kind)) for kind in KINDS]
    store = MemoryStore()
    service = Encounters(store, Registry(books), hub=Hub(store))
    with serving("", tmp_path_factory.mktemp("toys"), service=service) as table:
        yield table


@pytest.mark.parametrize("kind", KINDS)
def test_every_space_is_told_alike_in_graphql_and_rest(toys: Table, kind: SpaceKind) -> None:
    """With its ground, its marks and directions; twice in GraphQL, since the second answer is a compiled one."""
    seats = bridge_input()["seats"]
    fighters = people(kind, f"skirmish{kind.capitalize()}")
    wish = {"system": f"skirmish_{kind.lower()}", "name": kind, "seats": seats, "combatants": fighters, "dice": "OPEN"}
    made = toys.post("/v1/encounters", ADMIN, {**wish, "seed": "1"})
    assert made.status_code == 201, made.text
    fight = Bridge(toys, made.json())
    for pick in range(9):
        fight.step(pick)
    for seat in ("gm", "ana", None):
        shown = rest(toys, fight, seat).json()
        assert shown["space"]["kind"] == kind
        assert asked(toys, fight, seat) == asked(toys, fight, seat) == shown
