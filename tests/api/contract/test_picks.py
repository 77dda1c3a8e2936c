"""Several places and a free direction, from the offer over its preview to the event: in GraphQL and in REST.

No installed game has such fields; a toy has both, in an order and in an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.ground.ground import SpaceKind
from engine.service.encounters import Encounters
from engine.service.reading.hub import Hub
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.api.fights import Bridge, bridge_input
from tests.api.table import ADMIN, Table, serving
from tests.support.toys.drill import drill
from tests.support.toys.skirmish import people

KINDS: tuple[SpaceKind, ...] = ("GRID", "PLANE")
OFFERS = """
query Offers($id: ID!) { encounter(id: $id) {
  offers { ...Told } decisions { id offers { ...Told } } } }
fragment Told on Offer { key send fields { name path kind least most exact among { value }
  reach { runs { x y length height } places { point { x y } } } } }
"""
PREVIEW = """
query Preview($input: PreviewInput!) { preview(input: $input) { __typename
  ... on Preview { areas { runs { x y length } places { point { x y } } sector { from { x y } to { x y } } } }
  ... on Problem { message } ... on Refused { field rule } } }
"""


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service of the toys alone."""
    store = MemoryStore()
    service = Encounters(store, Registry([Rulebook(drill(kind)) for kind in KINDS]), hub=Hub(store))
    with serving("", tmp_path_factory.mktemp("drills"), service=service) as table:
        yield table


def begun(toys: Table, kind: SpaceKind) -> Bridge:
    """A fight in which the first of Ana's acts."""
    fighters = people(kind, f"drill{kind.capitalize()}", large=False)
    made = toys.post(
        "/v1/encounters", ADMIN, bridge_input(system=f"drill_{kind.lower()}", name=kind, combatants=fighters)
    )
    assert made.status_code == 201, made.text
    fight = Bridge(toys, made.json())
    (begin,) = (offer for offer in fight.open("gm")["offers"] if offer["key"] == "begin")
    assert fight.act("gm", begin["send"])["__typename"] == "Accepted"
    return fight


def offered(fight: Bridge, key: str) -> dict[str, Any]:
    """Ana's offer, of an order or of an answer, as GraphQL tells it."""
    told = fight.table.data(OFFERS, fight.tokens["ana"], id=fight.id)["encounter"]
    every = [*told["offers"], *(offer for decision in told["decisions"] for offer in decision["offers"])]
    return dict(next(offer for offer in every if offer["key"] == key))


def picked(offer: dict[str, Any], **picks: Any) -> Any:
    """What is sent, filled in as the guide says: by the path of each field."""
    send = msgspec.json.decode(msgspec.json.encode(offer["send"]))
    for field in offer["fields"]:
        if field["name"] in picks:
            *way, last = field["path"]
            inner = send
            for name in way:
                inner = inner[name]
            inner[last] = picks[field["name"]]
    return send


def places(offer: dict[str, Any]) -> list[dict[str, Any]]:
    """Every place in reach, as it is picked."""
    (reach,) = (field["reach"] for field in offer["fields"] if field["kind"] == "places")
    cells = [{"cell": {"x": run["x"] + n, "y": run["y"]}} for run in reach["runs"] for n in range(run["length"])]
    return cells + [{"point": place["point"]} for place in reach["places"]]


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_offered_previewed_ordered_and_answered(toys: Table, kind: SpaceKind) -> None:
    """Told alike by both APIs; what is drawn is what is sent, and what has happened."""
    fight = begun(toys, kind)
    ana, path = fight.tokens["ana"], f"/v1/encounters/{fight.id}"
    offer = offered(fight, "post")
    kinds = {field["name"]: (field["kind"], field["least"], field["most"], field["exact"]) for field in offer["fields"]}
    assert kinds["at"] == ("places", 1, 2, True)
    assert kinds["towards"][0] == "facing"
    rest = next(one for one in toys.get(path, ana).json()["offers"] if one["key"] == "post")
    assert rest["send"] == offer["send"]
    two, direction = places(offer)[1:3], {"x": -7, "y": 2}
    assert len(two) == 2
    send = picked(offer, at=two, towards=direction)
    told = toys.data(PREVIEW, ana, input={"encounter": fight.id, "command": send})["preview"]
    assert told["__typename"] == "Preview", told
    shown = toys.post(f"{path}/previews", ana, {"command": send})
    assert shown.status_code == 200, shown.text
    assert len(shown.json()["areas"]) == len(told["areas"]) == (2 if kind == "PLANE" else 1)
    drawn = [
        {"cell": {"x": run["x"] + n, "y": run["y"]}} for run in told["areas"][0]["runs"] for n in range(run["length"])
    ]
    drawn += [{"point": place["point"]} for place in told["areas"][0]["places"]]
    assert sorted(map(str, drawn)) == sorted(map(str, two))
    if kind == "PLANE":
        assert told["areas"][1]["sector"]["from"] == direction
    assert fight.act("ana", send)["__typename"] == "Accepted"
    other = {"x": 1, "y": 5}
    (decision,) = toys.get(path, ana).json()["decisions"]
    choice = picked(offered(fight, "posting"), at=two[:1], towards=other)
    told = toys.data(PREVIEW, ana, input={"encounter": fight.id, "decision": decision["id"], "choice": choice})[
        "preview"
    ]
    assert told["__typename"] == "Preview", told
    done = toys.post(f"{path}/decisions/{decision['id']}", ana, {"choice": choice})
    assert done.status_code == 200, done.text
    events = toys.get(f"{path}/events", ana).json()
    (posted,) = (event["data"] for event in events["events"] if event["type"].endswith("Posted"))
    assert posted["towards"] == other
    assert len(posted["at"]) == 1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"at": []}, "at"),
        ({"at": "twice"}, "at"),
        ({"at": "all"}, "at"),
        ({"at": "far"}, "at"),
        ({"towards": {"x": 0, "y": 0}}, "towards"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_wrong_picks_are_refused_in_words(toys: Table, kind: SpaceKind, wrong: dict[str, Any], field: str) -> None:
    """None, the same twice, too many, out of reach, no direction: as an order, as an answer, and by a preview."""
    fight = begun(toys, kind)
    ana, path = fight.tokens["ana"], f"/v1/encounters/{fight.id}"
    offer = offered(fight, "post")
    near = places(offer)
    far = {"cell": {"x": 9, "y": 0}} if kind == "GRID" else {"point": {"x": 4800, "y": 3600}}
    named = {"twice": near[:1] * 2, "all": near[:3], "far": [far]}
    picks = {name: named.get(pick, pick) if isinstance(pick, str) else pick for name, pick in wrong.items()}
    send = picked(offer, **picks)
    refused = fight.act("ana", send)
    told = toys.data(PREVIEW, ana, input={"encounter": fight.id, "command": send})["preview"]
    assert refused["__typename"] == told["__typename"] == "Refused"
    assert (refused["field"], refused["message"], refused["rule"]) == (told["field"], told["message"], told["rule"])
    assert refused["field"].endswith(field)
    for to in ("commands", "previews"):
        answer = toys.post(f"{path}/{to}", ana, {"command": send})
        assert answer.status_code == 422
        assert answer.json()["detail"] == refused["message"]
    assert fight.act("ana", offer["send"])["__typename"] == "Accepted"
    (decision,) = toys.get(path, ana).json()["decisions"]
    choice = picked(offered(fight, "posting"), **picks)
    answers = [
        toys.post(f"{path}/decisions/{decision['id']}", ana, {"choice": choice}),
        toys.post(f"{path}/previews", ana, {"decision": decision["id"], "choice": choice}),
    ]
    assert [answer.status_code for answer in answers] == [422, 422], [answer.text for answer in answers]
    assert answers[0].json()["detail"] == answers[1].json()["detail"]
    assert field in answers[0].json()["field"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("at", {"cell": {"x": 1, "y": 1}}), ("at", [5]), ("towards", [1, 2]), ("towards", {"x": 0.5, "y": 1})],
)
def test_what_is_no_place_and_no_direction_cannot_be_read(toys: Table, name: str, value: Any) -> None:
    """Refused at the edge, with the field."""
    fight = begun(toys, "GRID")
    send = picked(offered(fight, "post"), **{name: value})
    answer = toys.post(f"/v1/encounters/{fight.id}/previews", fight.tokens["ana"], {"command": send})
    assert answer.status_code == 400
    assert name in answer.json()["field"]


def test_openapi_and_the_list_of_systems_say_how_they_are_sent(toys: Table) -> None:
    """Every member of such a field and of its reach is described; the order takes a list of places, and a point."""
    schemas = toys.get("/openapi.json").json()["components"]["schemas"]
    fight = begun(toys, "PLANE")
    offers = toys.get(f"/v1/encounters/{fight.id}", fight.tokens["ana"]).json()["offers"]
    fields = {field["name"]: field for offer in offers if offer["key"] == "post" for field in offer["fields"]}
    assert (fields["at"]["kind"], fields["towards"]["kind"]) == ("places", "facing")
    for field in fields.values():
        assert field.keys() == schemas["Field"]["properties"].keys()
    assert fields["at"]["reach"].keys() == schemas["SceneArea"]["properties"].keys()
    system, *_ = toys.get("/v1/systems", ADMIN).json()
    whole = toys.get(f"/v1/systems/{system['id']}", ADMIN).json()
    (post,) = (one for one in whole["commands"] if one["key"] == "post")
    sent = post["fields"]["$defs"]["Post"]["properties"]
    assert sent["at"]["items"]["$ref"].endswith("/Place")
    assert sent["towards"]["$ref"].endswith("/Point")
    assert schemas["Place"]["properties"].keys() == post["fields"]["$defs"]["Place"]["properties"].keys()
    assert schemas["Point"]["required"] == ["x", "y"]
