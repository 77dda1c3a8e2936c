"""Judges messages of webhooks: by the CloudEvents library, and by the payloads of the AsyncAPI document.

The file that is named holds {"document": ..., "messages": [{"headers": {...}, "body": "..."}]}. It prints what is
wrong, as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cloudevents.core.bindings.http import HTTPMessage, from_http_event
from jsonschema import Draft202012Validator

given = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
document, wrong = given["document"], []
named = {one["name"]: name for name, one in document["components"]["messages"].items()}
for message in given["messages"]:
    try:
        event = from_http_event(HTTPMessage(message["headers"], message["body"].encode()))
    except Exception as error:
        wrong.append(f"CloudEvents: {error!r}")
        continue
    if event.get_id() != message["headers"]["Webhook-Id"] or event.get_specversion() != "1.0":
        wrong.append(f"CloudEvents: {event.get_id()} {event.get_specversion()}")
    pointer = f"#/components/messages/{named[event.get_type()]}/payload"
    judge = Draft202012Validator({**document, "$ref": pointer})
    wrong += [
        f"{event.get_type()}: {one.json_path} {one.message}" for one in judge.iter_errors(json.loads(message["body"]))
    ]
print(json.dumps(wrong))
