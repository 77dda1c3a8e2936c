"""Dozen Die over the API of a real server: figures, standing preferences, table policy, bots and people."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from engine.store.server import PrivateServer
from tests.api.fights import CREATE, Bridge, fill
from tests.api.table import ADMIN, Table, serving
from tests.recordings.dozen_die import figure
from tests.support.amounts import PATIENCE
from tests.support.processes.servers import flush

FIGURES = """query Q($id: ID!) { encounter(id: $id) { combatants { key rules { ... on DozenDieCombatant {
  st mv loaded arms { key value { bonus } } } } } } }"""
PREFER = """mutation P($input: PreferInput!) { prefer(input: $input) {
  ... on Preferred { kind preference } ... on Problem { code message } } }"""
SET_BOT = "mutation B($input: SetBotInput!) { setBot(input: $input) { __typename ... on Problem { message } } }"
STAND = "query S($id: ID!) { encounter(id: $id) { version outcome } }"
DICE = {"green": 0, "white": 1, "yellow": 0}
ARCHER = figure("aino", "heroes", "archer", 0, 2)
SPEARMAN = figure("keihas", "foes", "spearman", 8, 2)
WAY = [{"cell": {"x": 7, "y": 2}}, {"cell": {"x": 6, "y": 2}}]


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Its bots do not dawdle."""
    flush(server)
    with serving(server.url, tmp_path_factory.mktemp("data"), {"bot_pause": 0}) as running:
        yield running


def made(table: Table, *figures: dict[str, Any], dice: list[dict[str, Any]] | None = None) -> Bridge:
    """Ana's figures and Ben's on open ground, whose dice fall alike in every fight that goes alike."""
    combatants = [
        {
            "id": one["id"],
            **{key: one[key] for key in ("name", "side", "seat", "place")},
            "sheet": {"dozenDie": one["sheet"]},
        }
        for one in figures
    ]
    wish = {
        "system": "dozen_die",
        "name": "The yard",
        "dice": "OPEN",
        "seed": "7",
        "seats": [
            {"id": "gm", "name": "Gil", "role": "GM"},
            {"id": "ana", "name": "Ana"},
            {"id": "ben", "name": "Ben"},
        ],
        "ground": {"space": {"kind": "GRID", "width": 9, "height": 5}},
        "setup": {"dozenDie": {"dice": dice} if dice else {}},
        "combatants": combatants,
    }
    return Bridge(table, table.data(CREATE, ADMIN, input=wish)["createEncounter"])


def shot_at(table: Table) -> Bridge:
    """Ben's die is in hand, and his spearman, activated, is in sight of Ana's archer. Ana has no dice."""
    none = {"green": 0, "white": 0, "yellow": 0}
    fight = made(table, ARCHER, SPEARMAN, dice=[{"side": "heroes", **none}, {"side": "foes", **DICE}])
    accepted(fight, "gm", {"begin": {}})
    accepted(fight, "ben", {"activate": {"by": "keihas", "combatant": "keihas"}})
    return fight


def accepted(fight: Bridge, seat: str, order: dict[str, Any]) -> None:
    done = fight.act(seat, {"dozenDie": order})
    assert done["__typename"] == "Accepted", done


def walk(fight: Bridge) -> None:
    """Two squares nearer."""
    accepted(fight, "ben", {"move": {"combatant": "keihas", "path": WAY}})


def told(fight: Bridge, seat: str) -> list[tuple[str, Any]]:
    """What a seat is told of what happened."""
    answer = fight.table.get(f"/v1/encounters/{fight.id}/events?first=300", fight.tokens[seat]).json()
    return [(event["type"], {**event, "hash": "", "digest": "", "time": ""}) for event in answer["events"]]


def alike(events: list[tuple[str, Any]]) -> list[tuple[str, str, Any]]:
    """What happened, without what is a fight's own, and without how an answer came about: the game is open."""
    own = ("EncounterCreated",)
    return [(kind, e["text"], {**e["data"], "how": None}) for kind, e in events if kind not in own]


def prefer(fight: Bridge, seat: str, preference: str) -> None:
    wish = {"encounter": fight.id, "kind": "ReactToMove", "preference": preference}
    done = fight.table.data(PREFER, fight.tokens[seat], input=wish)["prefer"]
    assert done == {"kind": "ReactToMove", "preference": preference}


def by_hand(fight: Bridge, key: str) -> None:
    """Ana answers all that she is asked with this offer."""
    while asked := fight.open("ana")["decisions"]:
        offer = next(one for one in asked[0]["offers"] if one["key"] == key)
        done = fight.reply("ana", asked[0]["id"], fill(offer))
        assert done["__typename"] == "Accepted", done


def test_a_combatants_figures_are_his_own(table: Table) -> None:
    """Typed beside his place and vitals, and in REST under the key that orders stand under."""
    fight = made(table, ARCHER, SPEARMAN)
    archer, _ = table.data(FIGURES, fight.tokens["ben"], id=fight.id)["encounter"]["combatants"]
    arms = [{"key": "longbow", "value": {"bonus": 2}}, {"key": "dagger", "value": {"bonus": 1}}]
    assert archer["rules"] == {"st": 3, "mv": 3, "loaded": ["longbow"], "arms": arms}
    shown = table.get(f"/v1/encounters/{fight.id}", fight.tokens["ben"]).json()
    assert shown["combatants"][0]["rules"]["dozenDie"]["mv"] == 3


def test_who_never_reacts_is_not_asked_and_nobody_else_can_tell(table: Table) -> None:
    """By GraphQL; the others are told, event for event, what they are told of one who lets it pass by hand.

    Only `how` says that it was a preference, to everybody, since the question is open.
    """
    never, passing = shot_at(table), shot_at(table)
    prefer(never, "ana", "never")
    walk(never)
    assert never.open("ana")["decisions"] == []
    walk(passing)
    assert passing.open("ben")["decisions"][0]["offers"] == []
    by_hand(passing, "pass")
    for seat in ("ben", "gm"):
        assert alike(told(never, seat)) == alike(told(passing, seat))
        assert dict(told(never, seat))["DecisionAnswered"]["data"]["how"] == "PREFERENCE"
    assert "DozenDieReactionMade" not in dict(told(never, "ben"))


def test_who_always_reacts_does_so_at_the_first_square(table: Table) -> None:
    """By REST, with the first offer that is not the default; `ask` brings the question back."""
    fight = shot_at(table)
    path, head = f"/v1/encounters/{fight.id}/preferences", table.headers(fight.tokens["ana"])
    wish = {"kind": "ReactToMove", "preference": "always"}
    assert table.http.put(path, json=wish, headers=head).status_code == 200
    walk(fight)
    made_so = dict(told(fight, "ben"))["DozenDieReactionMade"]["data"]
    assert (made_so["combatant"], made_so["means"]) == ("aino", "longbow")
    assert [d["text"] for d in fight.open("ben")["decisions"]] == [
        "Keihas has gone 0 of 3 squares in this order: what now?"
    ]
    asked = shot_at(table)
    for preference in ("never", "ask"):
        prefer(asked, "ana", preference)
    walk(asked)
    assert [d["text"].partition(":")[2] for d in asked.open("ana")["decisions"]] == [" is there a reaction from Aino?"]


def test_a_table_may_do_without_a_kind_of_question(table: Table) -> None:
    """Then nothing at all is told of it."""
    fight = shot_at(table)
    policy = {"gm": {"setPolicy": {"kind": "ReactToMove", "asked": False}}}
    assert fight.act("gm", policy)["__typename"] == "Accepted"
    walk(fight)
    assert not {"DecisionOpened", "DecisionAnswered"} & dict(told(fight, "ana")).keys()
    assert dict(told(fight, "ana"))["DozenDieOrderFinished"]["data"]["ordersLeft"] == 1


def stand(fight: Bridge) -> dict[str, Any]:
    found: dict[str, Any] = fight.table.data(STAND, fight.tokens["gm"], id=fight.id)["encounter"]
    return found


def play(fight: Bridge, *people: str) -> None:
    """People take what is first offered, the bots do the rest, till the rules call it decided."""
    end, before = time.monotonic() + PATIENCE, -1
    while stand(fight)["outcome"] is None:
        assert time.monotonic() < end, fight.open("gm")
        for seat in people:
            seen = fight.open(seat)
            if asked := [d for d in seen["decisions"] if d["offers"]]:
                fight.reply(seat, asked[0]["id"], fill(asked[0]["offers"][0]))
            elif offers := [o for o in seen["offers"] if o["combatant"]]:
                rather = [o for o in offers if o["key"].startswith("charge")] or offers
                fight.act(seat, fill(rather[0]))
        if before == (before := stand(fight)["version"]):
            time.sleep(0.05)


@pytest.mark.parametrize("people", [(), ("ana",)], ids=["bot against bot", "bot against person"])
def test_bots_play_whole_fights(table: Table, people: tuple[str, ...]) -> None:
    """Set by GraphQL and by REST. The record is proven."""
    fight = made(table, figure("vesa", "heroes", "veteran", 2, 2), figure("noita", "foes", "witch", 6, 2))
    wish = {"encounter": fight.id, "seat": "ben", "bot": "GREEDY"}
    assert table.data(SET_BOT, fight.tokens["gm"], input=wish)["setBot"]["__typename"] == "Accepted"
    if not people:
        path = f"/v1/encounters/{fight.id}/seats/ana/bot"
        done = table.http.put(path, json={"bot": "GREEDY"}, headers=table.headers(fight.tokens["ana"]))
        assert done.status_code == 200, done.text
    accepted(fight, "gm", {"begin": {}})
    play(fight, *people)
    assert stand(fight)["outcome"] in ("heroes", "foes")
    assert fight.act("gm", {"gm": {"end": {}}})["__typename"] == "Accepted"
    audit = table.get(f"/v1/encounters/{fight.id}/audit", fight.tokens["ana"]).json()
    assert {audit[part]["state"] for part in ("chain", "dice", "replay")} == {"PROVEN"}
