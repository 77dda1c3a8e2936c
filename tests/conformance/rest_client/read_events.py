"""Reads events with datamodel-code-generator's models, from a page and with httpx-sse. Prints what it read, as JSON."""

import json
import os

import httpx
from httpx_sse import connect_sse
from models import Event

URL = json.loads(os.environ["GIVEN"])["url"]

page = httpx.get(URL).json()["events"]
paged = [type(Event.model_validate(one).root).__name__ for one in page]
with httpx.Client() as client, connect_sse(client, "GET", URL) as source:
    streamed = [one.event for one in source.iter_sse()]
print(json.dumps({"paged": paged, "types": [one["type"] for one in page], "streamed": streamed}))
