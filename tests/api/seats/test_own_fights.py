"""A host's own fights: made, listed, run, copied and archived by him; nothing that others have."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from engine.store.server import PrivateServer
from tests.api.fights import CREATE, Bridge, bridge, bridge_input
from tests.api.seats.test_hosts import code, host_token
from tests.api.table import ADMIN, Table, serving
from tests.support.processes.servers import flush

LIST = """query L($first: Int, $after: ID, $host: ID, $archived: Boolean, $status: EncounterStatus) {
  encounters(first: $first, after: $after, host: $host, archived: $archived, status: $status) {
    nodes { id name host archived published } pageInfo { hasNextPage endCursor } } }"""
COPY = """mutation C($input: CopyEncounterInput!) { copyEncounter(input: $input) {
  ... on Created { encounter { id name version dice } tokens { seat token } } ... on Problem { code message } } }"""
ARCHIVE = """mutation A($id: ID!, $archived: Boolean!) { archiveEncounter(encounter: $id, archived: $archived) {
  ... on Archived { encounter archived } ... on Problem { code } } }"""
EVENTS = "query E($id: ID!) { encounter(id: $id) { events(first: 500) { nodes { type data } } } }"
END: dict[str, Any] = {"gm": {"end": {}}}


def listed(table: Table, token: str, **given: Any) -> list[str]:
    """The ids of a page of fights."""
    return [one["id"] for one in table.data(LIST, token, **given)["encounters"]["nodes"]]


def test_a_host_makes_and_lists_his_own_fights(table: Table) -> None:
    """Newest first, page by page, by both ways in; the operator sees whose they are, and may ask for one host's."""
    ana, bo = host_token(table, "ana"), host_token(table, "bo")
    mine = [bridge(table, token=ana).id for _ in range(3)]
    theirs, ours = bridge(table, token=bo).id, bridge(table).id
    assert listed(table, ana) == mine[::-1]
    assert listed(table, bo) == [theirs]
    page = table.data(LIST, ana, first=2)["encounters"]
    assert page["nodes"][0] == {"id": mine[2], "name": "Bridge", "host": "ana", "archived": False, "published": None}
    assert listed(table, ana, first=2, after=page["pageInfo"]["endCursor"]) == mine[:1]
    assert listed(table, ADMIN, host="ana") == mine[::-1]
    assert listed(table, ADMIN, host="nobody") == []
    assert listed(table, ADMIN)[:5] == [ours, theirs, *mine[::-1]]
    assert [one["host"] for one in table.data(LIST, ADMIN, first=2)["encounters"]["nodes"]] == [None, "bo"]
    rest = table.get("/v1/encounters?host=ana&first=1", ADMIN).json()["encounters"]
    assert [(one["id"], one["host"]) for one in rest] == [(mine[2], "ana")]
    assert [one["id"] for one in table.get("/v1/encounters?status=RUNNING", ana).json()["encounters"]] == mine[::-1]


def test_the_id_of_another_host_tells_nothing(table: Table) -> None:
    """Asked for by a host, one that exists and one that does not are refused in the same words."""
    host_token(table, "exists")
    mine = host_token(table, "asking")
    told = [table.get(f"/v1/encounters?host={host}", mine) for host in ("exists", "missing", "-")]
    assert {one.status_code for one in told} == {403}
    assert len({one.json()["detail"] for one in told}) == 1
    assert listed(table, mine, host="asking") == []
    assert table.get("/v1/encounters?host=a b", ADMIN).status_code == 400


def test_a_host_runs_his_fights_as_the_operator_would(table: Table) -> None:
    """Seats, tokens, invitations, bots; he reads what everybody may see, and plays with a seat's token."""
    mine = host_token(table, "runs")
    fight = bridge(table, token=mine)
    here = f"/v1/encounters/{fight.id}"
    assert table.post(f"{here}/seats", mine, {"id": "zoe", "name": "Zoe"}).status_code == 200
    invited = table.post(f"{here}/invitations", mine, {"seat": "zoe"})
    assert invited.status_code == 201
    joined = table.post("/v1/join", None, {"invitation": invited.json()["code"]}).json()
    assert joined["token"]["seat"] == "zoe"
    bot = table.http.put(f"{here}/seats/zoe/bot", json={"bot": "RANDOM"}, headers=table.headers(mine))
    assert bot.status_code == 200, bot.text
    issued = table.post(f"{here}/tokens", mine, {"seat": "gm"}).json()["token"]
    assert table.get(here, issued).json()["combatants"][0]["vitals"]
    seen = table.get(here, mine).json()
    assert all(not one["vitals"] for one in seen["combatants"])
    assert table.get(here, ADMIN).json()["combatants"] == seen["combatants"]
    assert table.http.delete(f"{here}/tokens/gm", headers=table.headers(mine)).status_code == 200
    assert table.get(here, issued).status_code == 401
    refused = table.post(f"{here}/commands", mine, {"command": {"gm": {"pause": {}}}})
    assert (refused.status_code, "issue a seat's token" in refused.json()["detail"]) == (403, True)
    assert table.get(f"{here}/scene.svg", mine).status_code == 200
    assert table.get(f"{here}/audit", mine).json()["chain"]["state"] == "PROVEN"
    with table.http.stream("GET", f"{here}/events", headers=table.headers(mine, accept="text/event-stream")) as told:
        assert "EncounterCreated" in next(part for part in told.iter_text() if "data:" in part)


def test_a_hosts_export_holds_what_the_gm_sees(table: Table) -> None:
    """He may be that GM. What only the operator gets, sealed answers and the secrets of dice, he does not get."""
    mine = host_token(table, "exports")
    fight = bridge(table, token=mine)
    here = f"/v1/encounters/{fight.id}/export"
    assert table.get(here, mine).text == table.get(here, fight.tokens["gm"]).text
    assert table.get(here, host_token(table, "another")).status_code == 404


def test_a_copy_is_created_as_the_first_was(table: Table) -> None:
    """Seats, figures, hidden ones too, and looks; another id, other dice and tokens; nothing of what happened since."""
    mine = host_token(table, "copies")
    wolf = {
        "id": "wolf",
        "name": "Wolf",
        "side": "foes",
        "seenBy": ["gm"],
        "vitals": {"hp": 3},
        "looks": {"colour": "#123456"},
        "sheet": {"fantasia": {"ref": "goblin"}},
    }
    sides = [{"key": "heroes", "label": "Heroes"}, {"key": "foes", "label": "Foes"}]
    people = [*bridge_input()["combatants"], wolf]
    fight = bridge(table, token=mine, combatants=people, sides=sides, figuresOpen=False)
    wish = {"encounter": fight.id, "name": "Again", "idempotencyKey": "k"}
    made = table.data(COPY, mine, input=wish)["copyEncounter"]
    assert "encounter" in made, made
    assert table.data(COPY, mine, input=wish)["copyEncounter"]["encounter"]["id"] == made["encounter"]["id"]
    assert table.data(COPY, mine, input={**wish, "name": "Other"})["copyEncounter"]["code"] == "KEY_REUSED"
    copied = Bridge(table, made)
    assert set(copied.tokens) == {"gm", "ana", "eve"}
    assert copied.id != fight.id

    def told(of: Bridge) -> list[Any]:
        events = table.data(EVENTS, of.tokens["gm"], id=of.id)["encounter"]["events"]["nodes"][:4]
        for name in ("encounter", "name", "seed"):
            events[0]["data"].pop(name)
        return list(events)

    assert told(copied) == told(fight)
    ours = [one["data"]["seed"] for one in (_first(table, fight), _first(table, copied))]
    assert ours[0] != ours[1]
    assert made["encounter"]["name"] == "Again"
    assert made["encounter"]["version"] == 4
    assert listed(table, mine) == [copied.id, fight.id]
    rest = table.post(f"/v1/encounters/{fight.id}/copy", mine, {})
    assert (rest.status_code, rest.json()["encounter"]["name"]) == (201, "Bridge")
    assert table.post(f"/v1/encounters/{fight.id}/copy", host_token(table, "another"), {}).status_code == 404
    assert table.post(f"/v1/encounters/{fight.id}/copy", fight.tokens["gm"], {}).status_code == 403
    assert table.post(f"/v1/encounters/{fight.id}@2/copy", mine, {}).status_code == 422


def _first(table: Table, fight: Bridge) -> Any:
    return table.data(EVENTS, fight.tokens["gm"], id=fight.id)["encounter"]["events"]["nodes"][0]


def test_an_archived_fight_leaves_the_listing_and_plays_on(table: Table) -> None:
    """It is on a page of its own; nothing else about it changes."""
    mine = host_token(table, "archives")
    fight, other = bridge(table, token=mine), bridge(table, token=mine)
    version = fight.open("gm")["version"]
    assert table.data(ARCHIVE, mine, id=fight.id, archived=True)["archiveEncounter"] == {
        "encounter": fight.id,
        "archived": True,
    }
    assert listed(table, mine) == [other.id]
    assert listed(table, mine, archived=True) == [fight.id]
    assert listed(table, mine, archived=True, status="ENDED") == []
    assert fight.id not in listed(table, ADMIN)
    assert fight.open("gm")["version"] == version
    assert fight.act("gm", {"gm": {"note": {"note": "n", "to": ["gm"]}}})["__typename"] == "Accepted"
    rest = table.http.put(f"/v1/encounters/{fight.id}/archived", json={"archived": False}, headers=table.headers(mine))
    assert rest.json() == {"encounter": fight.id, "archived": False}
    assert listed(table, mine) == [other.id, fight.id]
    for token, refused in ((host_token(table, "another"), "UNKNOWN"), (fight.tokens["gm"], "NOT_YOURS")):
        assert table.data(ARCHIVE, token, id=fight.id, archived=True)["archiveEncounter"]["code"] == refused
    assert table.data(ARCHIVE, ADMIN, id="nothing", archived=True)["archiveEncounter"]["code"] == "UNKNOWN"


def test_a_fork_belongs_to_whose_fight_it_is(table: Table) -> None:
    """A GM's fork of a host's fight is the host's; of the operator's, the operator's."""
    mine = host_token(table, "forked")
    fight, ours = bridge(table, token=mine), bridge(table)
    fork = "mutation F($id: ID!) { fork(encounter: $id, at: 2, idempotencyKey: "
    fork += '"f") { ... on Created { encounter { id } } ... on Problem { code message } } }'
    made = table.data(fork, fight.tokens["gm"], id=fight.id)["fork"]["encounter"]["id"]
    assert table.data(fork, fight.tokens["gm"], id=fight.id)["fork"]["encounter"]["id"] == made
    assert listed(table, mine) == [made, fight.id]
    other = table.data(fork, ours.tokens["gm"], id=ours.id)["fork"]["encounter"]["id"]
    assert table.data(LIST, ADMIN, first=1)["encounters"]["nodes"][0]["host"] is None
    assert listed(table, ADMIN)[0] == other


def test_keys_of_creations_are_a_hosts_own(table: Table) -> None:
    """The same key by two hosts and the operator makes three fights; repeated, each finds his own."""
    wish = bridge_input(idempotencyKey="mine")
    callers = [host_token(table, "key-a"), host_token(table, "key-b"), ADMIN]

    def ids() -> list[str]:
        made = [table.data(CREATE, token, input=wish)["createEncounter"] for token in callers]
        return [one["encounter"]["id"] for one in made]

    first = ids()
    assert len(set(first)) == 3
    assert ids() == first
    other = {**wish, "name": "Other"}
    assert table.data(CREATE, callers[0], input=other)["createEncounter"]["code"] == "KEY_REUSED"


@pytest.fixture
def narrow(server: PrivateServer, tmp_path: Path) -> Iterator[Table]:
    """A service whose hosts may have two running fights, and four in all."""
    flush(server)
    with serving(server.url, tmp_path, {"host_running": 2, "host_fights": 4}) as running:
        yield running


def test_a_hosts_limits_hold_however_many_ask_at_once(narrow: Table) -> None:
    """Twelve at once make two; one that ends makes room; what is refused by the rules takes no place."""
    mine = host_token(narrow, "ana")
    for _ in range(5):
        bad = narrow.data(CREATE, mine, input=bridge_input(seats=[], idempotencyKey="bad"))["createEncounter"]
        assert bad["code"] == "NOT_LEGAL"

    def create(number: int) -> dict[str, Any]:
        wish = bridge_input(idempotencyKey=f"k{number}")
        made: dict[str, Any] = narrow.data(CREATE, mine, input=wish)["createEncounter"]
        return made

    with ThreadPoolExecutor(12) as pool:
        outcomes = list(pool.map(create, range(12)))
    made = [one for one in outcomes if "encounter" in one]
    assert len(made) == 2, outcomes
    assert {one["code"] for one in outcomes if "encounter" not in one} == {"NOT_LEGAL"}
    again = [number for number, one in enumerate(outcomes) if "encounter" in one]
    assert create(again[0])["encounter"] == outcomes[again[0]]["encounter"], "a repeat finds it, also at the limit"
    fight = Bridge(narrow, made[0])
    refused = narrow.data(COPY, mine, input={"encounter": fight.id})["copyEncounter"]
    assert "2 fights of yours run" in refused["message"]
    fork = "mutation F($id: ID!) { fork(encounter: $id, at: 2) { ... on Problem { code message } } }"
    assert "fights of yours run" in narrow.data(fork, fight.tokens["gm"], id=fight.id)["fork"]["message"]
    for _ in range(2):
        assert fight.act("gm", END)["__typename"] == "Accepted"
        fight = Bridge(narrow, narrow.data(COPY, mine, input={"encounter": fight.id})["copyEncounter"])
    assert fight.act("gm", END)["__typename"] == "Accepted"
    refused = narrow.data(COPY, mine, input={"encounter": fight.id})["copyEncounter"]
    assert "4 fights of yours are stored" in refused["message"]
    assert bridge(narrow, token=host_token(narrow, "bo")).id, "another host has his own places"
    assert bridge(narrow).id, "and the operator no limit"


def test_anybody_hosts_where_the_server_lets_him(server: PrivateServer, tmp_path: Path) -> None:
    """He gets an id that nobody can choose, and a token; from one address only so many in an hour."""
    flush(server)
    with serving(server.url, tmp_path, {"hosting": "anybody", "hosts_per_hour": 3}) as table:
        issue = 'mutation { issueHostToken(input: {name: "Me"}) { ... on HostIssued { token { host token } } } }'
        first = table.data(issue)["issueHostToken"]["token"]
        second = table.post("/v1/hosts", None, {}).json()
        assert first["host"] != second["host"]
        assert len(first["host"]) > 20
        mine = bridge(table, token=first["token"])
        assert listed(table, first["token"]) == [mine.id]
        assert table.get(f"/v1/encounters/{mine.id}", second["token"]).status_code == 404
        assert table.post("/v1/hosts", None, {"host": "chosen"}).status_code == 403
        assert table.post("/v1/hosts", None, {}).status_code == 201
        limited = table.post("/v1/hosts", None, {})
        assert limited.status_code == 429
        assert 1 <= int(limited.headers["retry-after"]) <= 3600
        assert table.post("/v1/hosts", first["token"], {}).json()["host"] == first["host"], "a renewal is not counted"
        assert table.post("/v1/encounters", None, bridge_input()).status_code == 401
        assert code(table.gql(LIST)) == "UNAUTHENTICATED"


def test_pages_of_other_sites_make_no_hosts(server: PrivateServer, tmp_path: Path) -> None:
    """Not even one that is paired with a fight: its visitors' browsers would make hosts, each from its own address."""
    flush(server)
    issue = {"query": "mutation { issueHostToken(input: {}) { ... on Problem { code } } }"}
    settings = {"hosting": "anybody", "origins": ("https://own.example",)}
    with serving(server.url, tmp_path, settings) as table:
        fight, paired = bridge(table), "https://plugin.example"
        made = table.post(f"/v1/encounters/{fight.id}/invitations", fight.tokens["gm"], {"seat": "ana"}).json()
        joined = table.post("/v1/join", None, {"invitation": made["code"]}, origin=paired)
        assert joined.status_code == 201
        for origin in (paired, "https://unknown.example"):
            refused = table.post("/v1/hosts", None, {}, origin=origin)
            assert (refused.status_code, refused.json()["code"]) == (403, "NOT_YOURS")
            got = table.post("/graphql", None, issue, origin=origin).json()
            assert got["data"]["issueHostToken"]["code"] == "NOT_YOURS"
        for more in ({}, {"origin": "https://own.example"}, {"origin": table.url}):
            assert table.post("/v1/hosts", None, {}, **more).status_code == 201
