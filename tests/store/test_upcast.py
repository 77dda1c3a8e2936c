"""A worked example of a rename: bytes of an old release are read by today's classes."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.stored.codec import Codec
from engine.kernel.structs.messages import Audience, Event, plain
from engine.service.registry import Registry
from engine.store.upcast import UPCASTS

OLD = (
    b'{"command":"c4","data":{"by":3,"who":"cloud"},"rule":"XX-01","schema":1,"seat":"ana",'
    b'"time":"2026-01-01T00:00:00.000Z","type":"XxHurt","version":5}'
)
"""As release 1 wrote it: the event was called Hurt, its fields `who` and `by`."""

OLDER = OLD.replace(b'"by":3', b'"by":"3"').replace(b'"schema":1', b'"schema":0')
"""As a release before that wrote it: the amount was a text."""


class Wounded(Event, frozen=True, kw_only=True):
    """What Hurt is called today."""

    audience: ClassVar[Audience] = Audience.ALL
    schema: ClassVar[int] = 2
    combatant: str
    amount: int
    element: str | None = None


RENAMES = {
    ("XxHurt", 0): ("XxHurt", lambda data: {**data, "by": int(data["by"])}),
    ("XxHurt", 1): ("XxWounded", lambda data: {"combatant": data["who"], "amount": data["by"]}),
}


@pytest.mark.parametrize("bytes_", [OLD, OLDER])
def test_old_bytes_are_read_as_todays_event(bytes_: bytes) -> None:
    """A chain of renames is followed; a field added since has its default; the envelope stays as it was."""
    recorded = Codec({Wounded: "XxWounded"}, RENAMES).decode(bytes_)
    assert recorded.event == Wounded(combatant="cloud", amount=3)
    assert (recorded.version, recorded.draft.command, recorded.draft.rule) == (5, "c4", "XX-01")


def test_without_the_rename_the_bytes_are_refused() -> None:
    """An event nobody knows is never guessed at."""
    with pytest.raises(msgspec.ValidationError, match="XxHurt"):
        Codec({Wounded: "XxWounded"}).decode(OLD)


def test_what_is_written_today_is_read_without_a_change() -> None:
    """The schema of the class stands in the bytes, so that no rename touches them."""
    codec = Codec({Wounded: "XxWounded"}, RENAMES)
    again = codec.decode(OLD)
    public, _ = codec.encode(again.version, again.time, again.draft)
    assert b'"schema":2' in public
    assert codec.decode(public) == again


def test_every_rename_leads_to_the_next_schema() -> None:
    """No entry leads back to itself or to one before: reading would not end."""
    for (name, schema), (target, _) in UPCASTS.items():
        seen = {(name, schema)}
        while (target, schema + 1) in UPCASTS:
            schema += 1
            assert (target, schema) not in seen
            seen.add((target, schema))
            target = UPCASTS[target, schema][0]


# -- steps of a way
JUMPED = (
    b'{"command":"c18","data":{"charged":null,"combatant":"aino","way":[{"cell":{"x":1,"y":1},"height":2,"jump":false},'
    b'{"cell":{"x":3,"y":1},"height":null,"jump":true}]},"rule":"DD-MOVE-01","schema":1,"seat":"ana",'
    b'"time":"2026-01-01T00:00:00.000Z","type":"DozenDieWayDeclared","version":20}'
)
WALKED = (
    b'{"command":"c54","data":{"by":"gm","order":{"fantasia":{"move":{"combatant":"goblin","facing":"NORTH",'
    b'"manner":"CLIMB","metres":0,"path":[{"x":4,"y":0},{"x":4,"y":1}],"pay":"MOVEMENT","to":null}}},"rules":1,'
    b'"withheld":null},"rule":"","schema":1,"seat":"gm","time":"2026-01-01T00:00:00.000Z","type":"CommandAccepted",'
    b'"version":54}'
)
CHARGED = (
    b'{"command":"c18","data":{"by":"ana","order":{"dozenDie":{"charge":{"figure":"aino","path":[{"cell":{"x":1,"y":1},'
    b'"height":2,"jump":true}],"skill":null,"target":"x"}}},"rules":1,"withheld":null},"rule":"","schema":1,'
    b'"seat":"ana","time":"2026-01-01T00:00:00.000Z","type":"CommandAccepted","version":18}'
)
TURNED = (
    b'{"command":"c60","data":{"choice":"turn-path","decision":69,"how":"HAND","picks":{"path":[{"cell":{"x":3,"y":0},'
    b'"jump":true},{"cell":{"x":4,"y":0}}]}},"rule":"DD-MOVE-02","schema":1,"seat":"ana",'
    b'"time":"2026-01-01T00:00:00.000Z","type":"DecisionAnswered","version":70}'
)


def read(system: str, bytes_: bytes) -> tuple[Rulebook[Any], Any]:
    """The rulebook, and the event as it is read today."""
    book = Registry.installed().book(system)
    return book, book.codec.decode(bytes_).event


def test_a_jump_of_an_old_way_is_a_step_by_jump() -> None:
    """In the event of the way, and in an order."""
    _, declared = read("dozen_die", JUMPED)
    assert plain(declared)["way"] == [
        {"cell": {"x": 1, "y": 1}, "height": 2, "by": None},
        {"cell": {"x": 3, "y": 1}, "height": None, "by": "JUMP"},
    ]
    book, accepted = read("dozen_die", CHARGED)
    order = plain(book.decode_order(accepted.order))
    assert order["path"] == [{"cell": {"x": 1, "y": 1}, "height": 2, "by": "JUMP"}]


def test_the_cells_of_an_old_path_are_places() -> None:
    """The order is played as it was."""
    book, accepted = read("fantasia", WALKED)
    order = plain(book.decode_order(accepted.order))
    assert [step["cell"] for step in order["path"]] == [{"x": 4, "y": 0}, {"x": 4, "y": 1}]


def test_an_old_answer_with_a_path_is_read() -> None:
    """With the flag, and where it was left out."""
    _, answered = read("dozen_die", TURNED)
    assert answered.picks == {"path": [{"cell": {"x": 3, "y": 0}, "by": "JUMP"}, {"cell": {"x": 4, "y": 0}}]}


# -- names of fields
ENTERED = (
    b'{"command":"c9","data":{"by":"gm","order":{"fantasia":{"enter":{}}},"rules":1,"withheld":{"combatant":"rikku",'
    b'"conditions":[],"name":"Rikku","place":null,"seat":null,"seenBy":null,"sheet":{"ownTechniques":[{"id":"hum",'
    b'"inflicts":[{"status":"bravery"}],"name":"Hum","whom":"FRIENDS"}],"ref":"soldier"},"side":"heroes",'
    b'"vitals":null}},"rule":"","schema":2,"seat":"gm","time":"2026-01-01T00:00:00.000Z","type":"CommandAccepted",'
    b'"version":9}'
)
JOINED = (
    b'{"command":"c9","data":{"combatant":"rikku","conditions":[],"controller":null,"kind":"soldier","looks":null,'
    b'"name":"Rikku","owner":null,"place":null,"seenBy":null,"sheet":{"ownTechniques":[{"id":"hum","inflicts":[{'
    b'"status":"bravery"}],"name":"Hum","whom":"FRIENDS"}],"ref":"soldier"},"side":"heroes","vitals":{"hp":{"max":40,'
    b'"now":40}}},"rule":"","schema":1,"seat":"gm","time":"2026-01-01T00:00:00.000Z","type":"CombatantJoined",'
    b'"version":10}'
)
LEFT = (
    b'{"command":"c79","data":{"by":"gm","order":{"fantasia":{"leave":{"note":"","whom":"cloud"}}},"rules":1,'
    b'"withheld":null},"rule":"","schema":2,"seat":"gm","time":"2026-01-01T00:00:00.000Z","type":"CommandAccepted",'
    b'"version":79}'
)
FELL = LEFT.replace(b'"leave":{"note":"","whom":"cloud"}', b'"letFall":{"metres":4,"target":"cloud"}')
BACK = LEFT.replace(b'"leave"', b'"comeBack"')
PICKED = (
    b'{"command":"c30","data":{"by":"ana","order":{"dozenDie":{"act":{"at":{"cell":{"x":3,"y":1},"facing":null,'
    b'"height":0,"point":null,"rank":null,"side":null,"zone":null},"door":null,"figure":"lumi",'
    b'"skill":"lockpicking","targets":[]}}},"rules":1,"withheld":null},"rule":"","schema":2,"seat":"ana",'
    b'"time":"2026-01-01T00:00:00.000Z","type":"CommandAccepted","version":30}'
)
ADVENTURE = (
    b'{"command":null,"data":{"backdrop":null,"chain":"skald-chain-1/sha256","commitment":"","diceMode":"OPEN",'
    b'"encounter":"e","figuresOpen":true,"ground":null,"hiddenCommitment":"","looks":null,"name":"Ford","rules":1,'
    b'"seed":"1","setup":{"wanderers":[{"combatant":"kulkija","name":"Kulkija","sheet":{"ref":"sellsword"}}]},'
    b'"sideEntries":[],"system":"dozen_die","table":[],"wholeGround":null,"withheld":null,'
    b'"withheldSideEntries":null},"rule":"","schema":3,"seat":null,"time":"2026-01-01T00:00:00.000Z",'
    b'"type":"EncounterCreated","version":1}'
)


def corrected(path: list[str], value: Any) -> bytes:
    """As a correction was written."""
    data = {"path": path, "remark": "", "value": value}
    return msgspec.json.encode(
        {"version": 5, "time": "2026-01-01T00:00:00.000Z", "type": "Corrected", "seat": "gm", "schema": 2, "data": data}
    )


def test_whoever_entered_has_an_id() -> None:
    """Also where the order's fields are withheld; his technique affects somebody."""
    _, accepted = read("fantasia", ENTERED)
    assert accepted.withheld["id"] == "rikku"
    assert "combatant" not in accepted.withheld
    assert [one["affects"] for one in accepted.withheld["sheet"]["ownTechniques"]] == ["FRIENDS"]
    shown = LEFT.replace(b'"leave":{"note":"","whom":"cloud"}', b'"enter":{"combatant":"rikku","name":"Rikku"}')
    assert read("fantasia", shown)[1].order == {"fantasia": {"enter": {"id": "rikku", "name": "Rikku"}}}


def test_a_technique_of_an_old_sheet_is_read() -> None:
    """As the sheet of one who enters today, and as the state holds it."""
    book, joined = read("fantasia", JOINED)
    (technique,) = msgspec.convert(joined.sheet, book.system.sheet).own_techniques
    assert technique.affects.value == "FRIENDS"
    path = ["rules", "fighters", "whom", "figures", "techniques", "0", "technique"]
    assert read("fantasia", corrected([*path, "whom"], "SELF"))[1].path == (*path, "affects")
    changed = {"whom": {"techniques": [{"technique": {"id": "hum", "whom": "SELF"}}]}}
    assert read("fantasia", corrected(["rules", "fighters"], changed))[1].value == {
        "whom": {"techniques": [{"technique": {"id": "hum", "affects": "SELF"}}]}
    }


@pytest.mark.parametrize(("bytes_", "combatant"), [(LEFT, "cloud"), (BACK, "cloud"), (FELL, "cloud")])
def test_an_old_order_of_the_game_master_is_about_a_combatant(bytes_: bytes, combatant: str) -> None:
    """Who was `whom` or `target` there."""
    book, accepted = read("fantasia", bytes_)
    assert plain(book.decode_order(accepted.order))["combatant"] == combatant


def test_an_old_order_of_dozen_die_is_about_a_combatant_and_a_place() -> None:
    """Which were `figure` and `at`."""
    book, accepted = read("dozen_die", PICKED)
    order = plain(book.decode_order(accepted.order))
    assert (order["combatant"], order["place"]["cell"]) == ("lumi", {"x": 3, "y": 1})


def test_an_old_wanderer_has_a_key() -> None:
    """In the setup, and in corrections of it and of those that wait."""
    book, created = read("dozen_die", ADVENTURE)
    (wanderer,) = msgspec.convert(created.settled, book.system.setup).wanderers
    assert wanderer.key == "kulkija"
    old, new = {"combatant": "k", "name": "K", "sheet": {}}, {"key": "k", "name": "K", "sheet": {}}
    for path, was, now in (
        (["rules", "wanderers"], [old], [new]),
        (["rules", "wanderers", "0"], old, new),
        (["rules", "adventure"], {"wanderers": [old]}, {"wanderers": [new]}),
        (["rules", "adventure"], {"weather": "NONE"}, {"weather": "NONE"}),
        (["combatants", "k", "name"], "K", "K"),
    ):
        assert read("dozen_die", corrected(path, was))[1].value == now
    path = ["rules", "adventure", "wanderers", "0"]
    assert read("dozen_die", corrected([*path, "combatant"], "w"))[1].path == (*path, "key")
