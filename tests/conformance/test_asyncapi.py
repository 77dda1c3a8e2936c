"""The AsyncAPI document, judged by the parser of its initiative, and what webhooks send, judged by the document."""

from __future__ import annotations

import json
from pathlib import Path

from engine.store.server import PrivateServer
from schemas.webhooks import TYPES
from tests.api.fights import bridge
from tests.api.table import serving
from tests.conformance.environment import Environment
from tests.conformance.node import Node
from tests.conformance.scenes import duellists
from tests.support.contract.today import TODAY
from tests.support.processes.receiver import receiving
from tests.support.processes.servers import flush

CHECK = {"fantasia": {"checkAttribute": {"combatant": "cloud", "attribute": "AGILITY", "purpose": "to climb"}}}


def test_the_document_is_valid_without_a_warning(node: Node) -> None:
    """Errors, warnings and hints alike; all messages of webhooks are found in it."""
    told = node.told("asyncapi.mjs", {"document": TODAY["asyncapi.json"]})
    assert told["diagnostics"] == []
    assert {type for type, _ in TYPES.values()} <= set(told["messages"])


def test_a_fault_that_is_planted_is_found(node: Node) -> None:
    """The parser looks."""
    document = json.loads(TODAY["asyncapi.json"])
    document["operations"]["tell"]["channel"]["$ref"] = "#/channels/nothing"
    assert node.told("asyncapi.mjs", {"document": json.dumps(document)})["diagnostics"]


def test_what_is_sent_is_what_the_document_says_and_the_cloudevents_library_reads(
    server: PrivateServer, tmp_path: Path
) -> None:
    """A message of every kind, as it came to a receiver; one that is changed is noticed."""
    judges = Environment("messages", "cloudevents==2.2.0", "jsonschema==4.26.0")
    flush(server)
    with serving(server.url, tmp_path, {"webhook_networks": ("127.0.0.1/32",)}) as table, receiving() as receiver:
        fight = bridge(table, begin=False, combatants=duellists())
        here = f"/v1/encounters/{fight.id}/webhooks"
        wish = {"address": receiver.url, "kinds": ["EVENTS", "ASKED", "YOUR_TURN", "ENDED"], "everybody": True}
        hook = table.post(here, fight.tokens["gm"], wish).json()["webhook"]["key"]
        fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
        receiver.until(lambda came: receiver.of("skald.your-turn.v1") and receiver.of("skald.events.v1"))
        assert fight.act("ana", CHECK)["__typename"] == "Accepted"  # whose difficulty the GM is asked for
        receiver.until(lambda came: receiver.of("skald.asked.v1"))
        table.post(f"{here}/{hook}/test", fight.tokens["gm"], {})
        fight.act("gm", {"gm": {"end": {}}})
        receiver.until(lambda came: receiver.of("skald.ended.v1") and receiver.of("skald.test.v1"))
        messages = [{"headers": one.headers, "body": one.body.decode()} for one in receiver.came]
    kinds = {json.loads(one["body"])["type"] for one in messages}
    assert kinds == {type for type, _ in TYPES.values()}

    def judged(messages: list[dict[str, object]]) -> list[str]:
        given = json.dumps({"document": json.loads(TODAY["asyncapi.json"]), "messages": messages})
        file = tmp_path / "given"
        file.write_text(given, encoding="utf-8")
        done = judges.run("python", str(Path(__file__).with_name("messages.py")), str(file), cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        found: list[str] = json.loads(done.stdout)
        return found

    assert judged(messages) == []
    body = json.loads(messages[0]["body"])
    del body["specversion"], body["data"]["text"]
    assert judged([{**messages[0], "body": json.dumps(body)}])
