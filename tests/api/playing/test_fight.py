"""The small fight of the contract, over HTTP, as its documents are written."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tests.api.fights import ACT, CREATE, OPEN, REPLY, TOLD, Bridge, bridge, bridge_input, fill
from tests.api.table import ADMIN, Table
from tests.conformance.scenes import duellists


def test_a_generic_client_plays_by_offers_alone(table: Table) -> None:
    """It knows no word of the rules: what is offered is accepted, unchanged, a whole fight long."""
    fight = bridge(table)
    outcomes = [fight.step(pick) for pick in [0, 1, 2, 3, 0, 5, 0, 0, 7, 1, 0, 2, 4, 0, 0, 1, 3, 2, 6, 0] * 2]
    assert set(outcomes) == {"Accepted"}


def test_every_pick_is_legal_where_its_path_says(fight: Bridge) -> None:
    """A pick is written at `path` inside `send`."""
    offers = [o for o in fight.open("gm")["offers"] if o["fields"] and o["fields"][0]["kind"] == "one"]
    assert offers
    for field in offers[0]["fields"]:
        assert field["path"][:2] == ["fantasia", next(iter(offers[0]["send"]["fantasia"]))]
    picks = {n: f["among"][-1]["value"] for n, f in enumerate(offers[0]["fields"]) if f["kind"] == "one"}
    assert fight.act("gm", fill(offers[0], picks))["__typename"] == "Accepted"


def test_a_typed_order_a_stale_one_and_a_wrong_one(fight: Bridge) -> None:
    """Accepted, Conflict and Refused, each a member of the union; the wrong one names its field."""
    version = fight.open("gm")["version"]
    stale = fight.act("gm", {"gm": {"pause": {}}}, expectedVersion=version - 1)
    assert stale == {
        "__typename": "Conflict",
        "code": "CONFLICT",
        "message": f"you expected version {version - 1}, the fight stands at {version}: look at it again",
        "actual": version,
    }
    paused = fight.act("gm", {"gm": {"pause": {"reason": "tea"}}}, expectedVersion=version)
    assert paused["__typename"] == "Accepted"
    order = {"fantasia": {"attack": {"attacker": "cloud", "target": "steiner", "weapon": "sword"}}}
    assert fight.act("ana", order)["code"] == "PAUSED"
    assert fight.act("gm", {"gm": {"resume": {}}})["__typename"] == "Accepted"
    nobody = fight.act("ana", {"fantasia": {"defend": {"combatant": "nobody"}}})
    assert (nobody["code"], nobody["field"]) == ("UNKNOWN", "combatant")
    assert fight.act("ana", {"fantasia": {"defend": {"combatant": "steiner"}}})["code"] == "NOT_YOURS"


def test_ids_with_and_without_the_encounter_are_read(fight: Bridge) -> None:
    """`cloud` and `<encounter>.cloud` name the same combatant, and so with decisions."""
    keys = [fight.id + ".steiner", "steiner", fight.id + "@2.steiner"]
    codes = {fight.act("ana", {"fantasia": {"defend": {"combatant": key}}})["code"] for key in keys}
    assert codes == {"NOT_YOURS"}
    for decision in ("12", f"{fight.id}.12", f"{fight.id}.decision:12", f"{fight.id}@3.decision:12"):
        assert fight.reply("ana", decision, {"key": "yes", "fields": {}})["code"] == "DECISION_CLOSED"
    wish = {"encounter": fight.id, "decision": "twelve", "choice": {"key": "yes"}}
    (error,) = fight.table.gql(REPLY, fight.tokens["ana"], input=wish)["errors"]
    assert error["extensions"]["code"] == "BAD_USER_INPUT"


def test_a_repeated_key_gets_the_same_answer(fight: Bridge) -> None:
    """The step is read from the stream again, however the fight has gone on, and pinned to its version."""
    query = """mutation Act($input: SubmitInput!) { submit(input: $input) { ... on Accepted {
      from version command again events { version type data } encounter { id version status } } } }"""
    wish = {"encounter": fight.id, "command": {"gm": {"pause": {"reason": "tea"}}}, "idempotencyKey": "k5"}
    first = fight.table.data(query, fight.tokens["gm"], input=wish)["submit"]
    fight.act("gm", {"gm": {"resume": {}}})
    again = fight.table.data(query, fight.tokens["gm"], input=wish)["submit"]
    assert again["events"] == first["events"]
    assert (first["again"], again["again"]) == (False, True)
    assert again["encounter"] == {
        "id": f"{fight.id}@{first['version']}",
        "version": first["version"],
        "status": "PAUSED",
    }
    assert first["command"] == again["command"] == "k5"
    other = {**wish, "command": {"gm": {"pause": {"reason": "coffee"}}}}
    refused = fight.table.data(ACT, fight.tokens["gm"], input=other)["submit"]
    assert refused["code"] == "KEY_REUSED"


def test_a_repeated_creation_brings_its_fight_as_it_is_by_now(table: Table) -> None:
    """Its id means the present, and is played on; a cache would show old figures as live ones."""
    fight = bridge(table, idempotencyKey="a bridge")
    made = table.data(CREATE, ADMIN, input=bridge_input(idempotencyKey="a bridge"))["createEncounter"]
    present = {"id": fight.id, "version": fight.open("gm")["version"]}
    assert made["encounter"] == present
    fork = """mutation Fork($id: ID!) { fork(encounter: $id, at: 3, idempotencyKey: "what if") {
      ... on Created { encounter { id version events { nodes { text } } } tokens { seat token } } } }"""
    branch = Bridge(table, table.data(fork, fight.tokens["gm"], id=fight.id)["fork"])
    assert branch.act("gm", {"gm": {"pause": {"reason": "tea"}}})["__typename"] == "Accepted"
    again = table.data(fork, fight.tokens["gm"], id=fight.id)["fork"]["encounter"]
    assert (again["id"], again["version"]) == (branch.id, branch.open("gm")["version"])
    assert len(again["events"]["nodes"]) == again["version"]


NODE = """query Node($id: ID!) { node(id: $id) { __typename id
  ... on Combatant { name } ... on Seat { role } ... on Decision { yours } ... on Encounter { version } } }"""


def test_everything_with_an_id_is_found_by_it(table: Table) -> None:
    """Also where a seat and a combatant have one key: their ids are told apart."""
    fight = bridge(table, combatants=duellists())
    for policy in ({"kind": "ReactToHit", "asked": False}, {"kind": "ReactToWound", "asked": False}):
        fight.act("gm", {"gm": {"setPolicy": policy}})
    whom = {"id": "ana", "name": "Ana's shadow", "side": "heroes", "sheet": {"ref": "soldier"}}
    assert fight.act("gm", {"fantasia": {"enter": {**whom, "seenBy": ["gm"]}}})["__typename"] == "Accepted"
    attack = {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}
    assert fight.act("ana", {"fantasia": {"attack": attack}})["__typename"] == "Accepted"

    def node(id: str, seat: str = "gm") -> Any:
        return table.data(NODE, fight.tokens[seat], id=id)["node"]

    query = """query Ids($id: ID!) { encounter(id: $id) { id
      seats { id } combatants { id vitals { id } conditions { id } } decisions { id } } }"""
    whole = table.data(query, fight.tokens["gm"], id=fight.id)["encounter"]
    found = [whole["id"], *(one["id"] for name in ("seats", "combatants", "decisions") for one in whole[name])]
    parts = [one["id"] for who in whole["combatants"] for name in ("vitals", "conditions") for one in who[name]]
    assert len({*found, *parts}) == len([*found, *parts])
    assert [node(id)["id"] for id in found] == found
    assert {node(id)["__typename"] for id in found} == {"Encounter", "Seat", "Combatant", "Decision"}
    assert (node(f"{fight.id}.seat:ana")["role"], node(f"{fight.id}.ana")["name"]) == ("PLAYER", "Ana's shadow")
    assert node(f"{fight.id}@3.cloud") == {"__typename": "Combatant", "id": f"{fight.id}@3.cloud", "name": "Cloud"}
    assert node(f"{fight.id}.ana", "ana") is None, "she does not know of it"
    for nothing in (f"{fight.id}.nobody", "nothing", f"{fight.id}.", f"{fight.id}.decision:9999", ".", "@"):
        assert node(nothing) is None


def test_nodes_of_a_past_version_have_ids_of_that_version(fight: Bridge) -> None:
    """A cache that knows ids keeps the live fight and the past one apart."""
    query = """query Look($id: ID!, $at: Int) { encounter(id: $id, at: $at) { id version
      combatants { id key vitals { id } } offers { key } seats { id key } } }"""
    gm = fight.tokens["gm"]
    past = fight.table.data(query, gm, id=fight.id, at=3)["encounter"]
    assert (past["id"], past["version"], past["offers"]) == (f"{fight.id}@3", 3, [])
    assert [c["id"] for c in past["combatants"]] == [f"{fight.id}@3.cloud", f"{fight.id}@3.steiner"]
    assert past["combatants"][0]["vitals"][0]["id"].startswith(f"{fight.id}@3.cloud.")
    assert fight.table.data(query, gm, id=past["id"])["encounter"] == past
    (error,) = fight.table.gql(query, gm, id=fight.id, at=99999)["errors"]
    assert error["extensions"]["code"] == "BAD_USER_INPUT"


def test_events_have_the_typed_fields_that_data_has(table: Table) -> None:
    """Select every typed field of every event of a fight, and compare with `data`."""
    fight = bridge(table)
    for pick in range(30):
        fight.step(pick)
    types = table.data(
        """{ __type(name: "Event") { possibleTypes { name fields { name type { ...T } } } } }
        fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }"""
    )["__type"]["possibleTypes"]
    envelope = frozenset(
        {"version", "time", "type", "seat", "command", "rule", "because", "text", "data", "hash", "digest"}
        | {"weight", "act", "headline"}
    )
    shapes = {
        t["name"]: t["fields"]
        for t in table.data(
            """{ __schema { types { name kind fields { name type { ...T } } } } }
            fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }"""
        )["__schema"]["types"]
        if t["kind"] == "OBJECT"
    }

    def named(tp: dict[str, Any]) -> tuple[str, str]:
        while tp.get("ofType"):
            tp = tp["ofType"]
        return tp["kind"], tp["name"]

    def selected(fields: list[dict[str, Any]], skipped: frozenset[str] = frozenset()) -> str:
        parts = []
        for field in fields:
            if field["name"] in skipped:
                continue
            kind, name = named(field["type"])
            parts.append(field["name"] + (f" {{ {selected(shapes[name])} }}" if kind == "OBJECT" else ""))
        return " ".join(parts)

    listed = "query L($id: ID!) { encounter(id: $id) { events(first: 500) { nodes { type version } } } }"
    versions: dict[str, list[int]] = {}
    for node in table.data(listed, fight.tokens["ana"], id=fight.id)["encounter"]["events"]["nodes"]:
        versions.setdefault(node["type"], []).append(node["version"])
    seen: set[str] = set()
    for one in types:
        fields = selected(one["fields"], envelope)
        if not fields:
            continue
        # One by one: all fields of some events, such as the ground, cost too much for a page.
        query = f"query Q($id: ID!, $after: ID) {{ encounter(id: $id) {{ events(first: 1, after: $after) {{ nodes {{ data ... on {one['name']} {{ {fields} }} }} }} }} }}"  # noqa: E501 (one line of GraphQL)
        for version in versions.get(one["name"], [])[:3]:
            told = table.data(query, fight.tokens["ana"], id=fight.id, after=str(version - 1))
            (node,) = told["encounter"]["events"]["nodes"]
            seen.add(one["name"])
            assert node == {**node["data"], "data": node["data"]}
    assert {"EncounterCreated", "CombatantJoined", "CommandAccepted", "FantasiaInitiativeRolled"} <= seen


def test_a_refused_creation_says_why(table: Table) -> None:
    """The field at fault is named."""
    wish = bridge_input(seats=[{"id": "ana", "name": "Ana", "role": "PLAYER"}])
    made = table.data(CREATE, ADMIN, input=wish)["createEncounter"]
    assert made["code"] == "NOT_LEGAL"
    assert "GM" in made["message"]
    (error,) = table.gql(CREATE, ADMIN, input=bridge_input(name="x" * 100))["errors"]
    assert error["extensions"] == {"code": "BAD_USER_INPUT", "path": ["input", "name"]}
    wish = bridge_input()
    wish["combatants"][0]["sheet"] = {"fantasia": {"ref": "soldier", "hp": 0}}
    (error,) = table.gql(CREATE, ADMIN, input=wish)["errors"]
    assert error["extensions"]["path"] == ["input", "combatants", 0, "sheet", "fantasia", "hp"]


def test_typed_and_generic_reading(fight: Bridge) -> None:
    """The fragments of the typed client, and every event in words."""
    nodes = fight.table.data(TOLD, fight.tokens["gm"], id=fight.id)["encounter"]["events"]["nodes"]
    assert [n["version"] for n in nodes] == list(range(1, len(nodes) + 1))
    assert all(n["text"] for n in nodes if n["__typename"] != "Hidden")


def test_a_player_does_not_read_the_foes_figures(fight: Bridge) -> None:
    """Vitals of the other side are not shown; the spectator sees nobody's."""
    vitals = {
        seat: {c["name"]: bool(c["vitals"]) for c in fight.open(seat)["combatants"]} for seat in ("gm", "ana", "eve")
    }
    assert vitals["gm"] == {"Cloud": True, "Steiner": True}
    assert vitals["ana"] == {"Cloud": True, "Steiner": False}
    assert vitals["eve"] == {"Cloud": False, "Steiner": False}
    assert fight.open("eve")["offers"] == []


def test_open_is_the_query_of_the_contract(fight: Bridge) -> None:
    """Ids that are unique in the service."""
    found = fight.table.data(OPEN, fight.tokens["gm"], id=fight.id)["encounter"]
    ids = [found["id"], *(c["id"] for c in found["combatants"])]
    ids += [v["id"] for c in found["combatants"] for v in c["vitals"]] + [d["id"] for d in found["decisions"]]
    assert len(set(ids)) == len(ids)
    assert all(i == fight.id or i.startswith(fight.id + ".") for i in ids)


def test_dice_that_fall_on_a_real_table(table: Table) -> None:
    """A roll is a question without offers: the faces are its answer; sent ahead they spare it."""
    made = table.data(CREATE, ADMIN, input=bridge_input(dice="PHYSICAL", seed=""))["createEncounter"]
    fight = Bridge(table, made)
    rolls = "query Q($id: ID!) { encounter(id: $id) { decisions { id kind text yours question offers { key } } } }"
    assert fight.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
    asked = 0
    while True:
        waiting = table.data(rolls, fight.tokens["gm"], id=fight.id)["encounter"]["decisions"]
        if not waiting or waiting[0]["kind"] != "Roll":
            break
        asked += 1
        assert waiting[0]["offers"] == []
        assert waiting[0]["text"].startswith("Roll 2d6")
        wish = {"encounter": fight.id, "decision": waiting[0]["id"]}
        wrong = table.data(REPLY, fight.tokens["gm"], input={**wish, "faces": [7, 1]})["answer"]
        assert (wrong["code"], wrong["field"]) == ("FACES", "faces")
        without = table.data(REPLY, fight.tokens["gm"], input=wish)["answer"]
        assert without["code"] == "FACES"
        done = table.data(REPLY, fight.tokens["gm"], input={**wish, "faces": [3, 4 - asked % 2]})["answer"]
        assert done["__typename"] == "Accepted", done
    assert asked >= 2


def test_preferences_and_forks(fight: Bridge) -> None:
    """A kind of question that there is; a what-if that goes its own way, with tokens of its own."""
    prefer = """mutation P($input: PreferInput!) { prefer(input: $input) {
      ... on Preferred { kind preference } ... on Problem { code message } ... on Refused { field } } }"""
    wish = {"encounter": fight.id, "kind": "UseReadied", "preference": "never"}
    table, ana = fight.table, fight.tokens["ana"]
    assert table.data(prefer, ana, input=wish)["prefer"] == {"kind": "UseReadied", "preference": "never"}
    assert table.data(prefer, ana, input={**wish, "kind": "Dance"})["prefer"]["field"] == "kind"
    fork = """mutation F($id: ID!, $at: Int!) { fork(encounter: $id, at: $at) {
      ... on Created { encounter { id version } tokens { seat token } } ... on Problem { code } } }"""
    made = table.data(fork, fight.tokens["gm"], id=fight.id, at=3)["fork"]
    branch = Bridge(table, made)
    assert branch.id != fight.id
    assert branch.open("ana")["version"] == 4
    assert table.data(fork, ana, id=fight.id, at=3)["fork"]["code"] == "NOT_YOURS"
    assert table.data(fork, fight.tokens["gm"], id=fight.id, at=999)["fork"]["code"] == "NOT_LEGAL"
    assert table.data("query Q($id: ID!) { encounter(id: $id) { id } }", ana, id=branch.id)["encounter"] is None


def test_a_decision_offers_the_preferences_of_its_kind(table: Table) -> None:
    """To the seat that alone is asked by the rules; with `choice` it is asked no more where it may only hold."""
    fight = bridge(table)
    seen = "query S($id: ID!) { encounter(id: $id) { acting decisions { kind preferences offers { key } } } }"

    def look(seat: str) -> Any:
        return table.data(seen, fight.tokens[seat], id=fight.id)["encounter"]

    if look("gm")["acting"] != ["cloud"]:
        assert fight.act("gm", {"fantasia": {"endTurn": {"combatant": "steiner"}}})["__typename"] == "Accepted"
    hold = {"combatant": "cloud", "action": "ATTACK", "trigger": "CASTS"}
    assert fight.act("ana", {"fantasia": {"ready": hold}})["__typename"] == "Accepted"
    assert fight.act("ana", {"fantasia": {"endTurn": {"combatant": "cloud"}}})["__typename"] == "Accepted"
    move = {"fantasia": {"move": {"combatant": "steiner", "metres": 1}}}
    assert fight.act("gm", move)["__typename"] == "Accepted"
    (asked,) = look("ana")["decisions"]
    assert [offer["key"] for offer in asked["offers"]] == ["hold"]
    assert (asked["kind"], asked["preferences"]) == ("UseReadied", ["ask", "always", "never", "choice"])
    assert look("gm")["decisions"][0]["preferences"] == []
    prefer = "mutation P($input: PreferInput!) { prefer(input: $input) { ... on Preferred { preference } } }"
    wish = {"encounter": fight.id, "kind": asked["kind"], "preference": asked["preferences"][-1]}
    assert table.data(prefer, fight.tokens["ana"], input=wish)["prefer"] == {"preference": "choice"}
    assert fight.act("gm", {"gm": {"cancel": {}}})["__typename"] == "Accepted"
    assert fight.act("gm", move)["__typename"] == "Accepted"
    assert look("ana")["decisions"] == []


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1, 10**30, 1.5])
def test_numbers_that_not_everybody_could_read_are_refused(fight: Bridge, value: float) -> None:
    """GraphQL has 32 bits, the state no fractions."""
    wish = {"encounter": fight.id, "command": {"gm": {"correct": {"path": "round", "value": value}}}}
    (error,) = fight.table.gql(ACT, fight.tokens["gm"], input=wish)["errors"]
    assert error["extensions"] == {"code": "BAD_USER_INPUT", "field": "command.gm.correct.value"}
    assert (
        fight.act("gm", {"gm": {"correct": {"path": "combatants.cloud.vitals.hp.now", "value": 1}}})["__typename"]
        == "Accepted"
    )


def test_a_past_version_cannot_be_played(fight: Bridge) -> None:
    """Its id is readable everywhere; to change it is to fork it."""
    table, gm = fight.table, fight.tokens["gm"]
    past = {"encounter": f"{fight.id}@3", "command": {"gm": {"pause": {}}}}
    refused = table.data(ACT, gm, input=past)["submit"]
    assert (refused["code"], refused["field"]) == ("NOT_LEGAL", "encounter")
    audit = "query Q($id: ID!) { audit(encounter: $id) { encounter } }"
    assert table.data(audit, gm, id=f"{fight.id}@3")["audit"]["encounter"] == fight.id


def test_the_gm_is_offered_the_end_once_the_rules_say_so(table: Table) -> None:
    """The outcome stands until somebody acts again; `end` is the only one of his tools that is offered."""
    wish = bridge_input()
    wish["combatants"][1]["vitals"] = {"hp": 0}
    fight = bridge(table, combatants=wish["combatants"])
    stand = """query Q($id: ID!) { encounter(id: $id) { outcome acting offers { key label send fields { path kind } }
      decisions { id kind offers { key send } } } }"""

    def look(seat: str = "gm") -> dict[str, Any]:
        found: dict[str, Any] = table.data(stand, fight.tokens[seat], id=fight.id)["encounter"]
        return found

    def decide() -> None:
        while not look()["decisions"]:
            assert (
                fight.act("gm", {"fantasia": {"endTurn": {"combatant": look()["acting"][0]}}})["__typename"]
                == "Accepted"
            )
        (asked,) = look()["decisions"]
        assert asked["kind"] == "EndBattle"
        over = next(offer for offer in asked["offers"] if offer["key"] == "over")
        assert fight.reply("gm", asked["id"], over["send"])["__typename"] == "Accepted"

    decide()
    assert (look()["outcome"], look()["acting"]) == ("heroes", [])
    offers = {offer["key"]: offer for offer in look()["offers"]}
    assert {"go-on", "end"} <= set(offers)
    assert {key for key, offer in offers.items() if "gm" in offer["send"]} == {"end"}
    assert look("ana")["offers"] == []
    assert fight.act("gm", offers["go-on"]["send"])["__typename"] == "Accepted"
    assert look()["outcome"] is None
    assert "end" not in {offer["key"] for offer in look()["offers"]}
    decide()
    end = next(offer for offer in look()["offers"] if offer["key"] == "end")
    assert (end["label"], end["fields"][0]["path"]) == ("End the fight", ["gm", "end", "reason"])
    assert fight.act("gm", fill(end, {0: "Done"}))["__typename"] == "Accepted"
    assert (look()["outcome"], look()["offers"]) == ("heroes", [])


def test_a_decision_says_when_it_was_put_and_when_it_is_due(table: Table) -> None:
    """And offers nothing while the fight is paused: an answer would be refused."""
    fight = bridge(table, combatants=duellists())
    # A soldier who is hit may react, and would be asked first.
    ways: tuple[dict[str, Any], ...] = (
        {"kind": "NextAttack", "deadline": 600},
        {"kind": "ReactToHit", "asked": False},
        {"kind": "ReactToWound", "asked": False},
    )
    for policy in ways:
        assert fight.act("gm", {"gm": {"setPolicy": policy}})["__typename"] == "Accepted"
    attack = {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}
    assert fight.act("ana", {"fantasia": {"attack": attack}})["__typename"] == "Accepted"
    query = """query Q($id: ID!) { encounter(id: $id) { updatedAt
      decisions { deadline openedAt dueAt yours offers { key } } } }"""
    seen = table.data(query, fight.tokens["ana"], id=fight.id)["encounter"]
    (asked,) = seen["decisions"]
    assert asked["openedAt"] == seen["updatedAt"]
    opened, due = (datetime.fromisoformat(asked[name]) for name in ("openedAt", "dueAt"))
    assert (due - opened).total_seconds() == asked["deadline"] == 600
    assert asked["offers"]
    assert fight.act("gm", {"gm": {"pause": {}}})["__typename"] == "Accepted"
    (asked,) = table.data(query, fight.tokens["ana"], id=fight.id)["encounter"]["decisions"]
    assert (asked["yours"], asked["offers"]) == (True, [])


def test_whoever_is_not_asked_is_told_for_whom_the_table_waits_and_until_when(table: Table) -> None:
    """Seats and due time, as whoever is asked reads them, and no offers."""
    fight = bridge(table, combatants=duellists())
    ways: tuple[dict[str, Any], ...] = (
        {"kind": "NextAttack", "deadline": 600},
        {"kind": "ReactToHit", "asked": False},
        {"kind": "ReactToWound", "asked": False},
    )
    for policy in ways:
        assert fight.act("gm", {"gm": {"setPolicy": policy}})["__typename"] == "Accepted"
    attack = {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}
    assert fight.act("ana", {"fantasia": {"attack": attack}})["__typename"] == "Accepted"
    query = (
        "query Q($id: ID!) { encounter(id: $id) { decisions { seats openedAt dueAt yours mayAnswer offers { key } } } }"
    )
    told = {
        seat: table.data(query, fight.tokens[seat], id=fight.id)["encounter"]["decisions"]
        for seat in ("ana", "eve", "gm")
    }
    (mine,), (theirs,), (gms,) = told["ana"], told["eve"], told["gm"]
    assert mine["yours"]
    assert gms == {**mine, "yours": False}, "the game master may answer for her, and is not asked himself"
    assert mine["mayAnswer"]
    assert theirs["seats"] == ["ana"]
    assert theirs["dueAt"] is not None
    assert theirs == {**mine, "yours": False, "mayAnswer": False, "offers": []}
