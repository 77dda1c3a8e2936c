"""Plays with the client that openapi-python-client generated. Prints the responses as JSON."""

import json
import os

from made import AuthenticatedClient
from made.api.encounters import create, look
from made.api.events import events, export
from made.api.pictures import drawing
from made.api.play import submit
from made.api.replays import replay
from made.models import Accepted, CommandBody, Created, CreateEncounterRequest, Encounter, EventPage, ProblemDetails

GIVEN = json.loads(os.environ["GIVEN"])


def client(token: str) -> AuthenticatedClient:
    """A client with a token."""
    return AuthenticatedClient(base_url=GIVEN["url"], token=token)


made = create.sync(client=client(GIVEN["admin"]), body=CreateEncounterRequest.from_dict(GIVEN["wish"]))
assert isinstance(made, Created), made
id, gm = made.encounter.id, client(next(one.token for one in made.tokens if one.seat == "gm"))

begun = submit.sync(id, client=gm, body=CommandBody.from_dict({"command": {"fantasia": {"begin": {}}}}))
assert isinstance(begun, Accepted), begun

seen = look.sync_detailed(id, client=gm)
assert isinstance(seen.parsed, Encounter), seen.parsed
etag = seen.headers["etag"]
known = look.sync_detailed(id, client=gm, if_none_match=etag)

offer = next(one for one in seen.parsed.offers if not one.fields)
body = CommandBody.from_dict({"command": offer.send})
ordered = submit.sync(id, client=gm, body=body, if_match=etag)
assert isinstance(ordered, Accepted), ordered
late = submit.sync_detailed(id, client=gm, body=body, if_match=etag)
assert isinstance(late.parsed, ProblemDetails), late.parsed

versions: list[int] = []
while True:
    page = events.sync(id, client=gm, after=versions[-1] if versions else 0, first=5)
    assert isinstance(page, EventPage), page
    if not page.events:
        break
    versions += [one.version for one in page.events]

lines = export.sync(id, client=gm)
assert isinstance(lines, str), lines

drawn, replayed = drawing.sync(id, client=gm), replay.sync(id, client=gm)
assert isinstance(drawn, str), drawn
assert isinstance(replayed, str), replayed

told = {
    "version": ordered.version,
    "known": known.status_code,
    "late": late.status_code,
    "actual": late.parsed.actual,
    "versions": versions,
    "exported": len(lines.splitlines()),
    "drawn": drawn[:20],
    "replayed": replayed[:20],
}
print(json.dumps(told))
