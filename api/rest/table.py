"""The routes of REST, in one table: the application and OpenAPI are both made from it."""

from __future__ import annotations

from typing import Any, get_args

from msgspec import Struct

from api.reading.pages import MOST
from api.rest import encounters, events, health
from api.rest.respond import LARGEST, Handler, Health
from engine.kernel.fight import Status
from engine.store.ids import FORM
from schemas import answers, requests

_ID = "/v1/encounters/{id}"


class Parameter(Struct, frozen=True):
    """A parameter of query or header. limits: of its values, in words of JSON Schema."""

    name: str
    where: str
    said: str
    type: str = "string"
    limits: dict[str, Any] = {}


class Route(Struct, frozen=True, kw_only=True):
    """One way in. body, answer: structs of its JSON; media: other media types of its answer; open: needs no token."""

    method: str
    path: str
    handler: Handler
    body: type[Struct] | None = None
    answer: Any = None
    status: int = 200
    parameters: tuple[Parameter, ...] = ()
    errors: tuple[int, ...] = (400, 401, 403, 404, 500, 503)
    media: tuple[str, ...] = ()
    open: bool = False
    token_in_query: bool = False

    @property
    def statuses(self) -> tuple[int, ...]:
        """Of its errors: whatever asks for a fight may be asked too often."""
        return tuple(sorted({*self.errors, 429})) if self.path.startswith("/v1/") else self.errors

    @property
    def query(self) -> tuple[str, ...] | None:
        """The parameters that the query string may have; None: any, where people and probes come by."""
        if not self.path.startswith("/v1/"):
            return None
        own = tuple(p.name for p in self.parameters if p.where == "query")
        return (*own, "locale", *(("token",) if self.token_in_query else ()))


KEY = Parameter(
    "Idempotency-Key",
    "header",
    "Sent again with the same request, it gets the first answer again.",
    limits={"minLength": 1, "maxLength": 200, "pattern": r'[^\s"]'},
)
MATCH = Parameter("If-Match", "header", "The ETag you last saw: refuse if the fight has moved on.")
NONE_MATCH = Parameter("If-None-Match", "header", "The ETag you have: 304 if it still holds.")
VERSION = {"minimum": 0, "maximum": LARGEST}
WAIT = {"minimum": 0, "maximum": events.LONGEST_WAIT}
AT = Parameter("at", "query", "A past version.", "integer", VERSION)
FIRST = Parameter("first", "query", "How many.", "integer", {"minimum": 0, "maximum": MOST})

_WRITES = (400, 401, 403, 404, 412, 422, 500, 503)

ROUTES: tuple[Route, ...] = (
    Route(
        method="GET", path="/v1/systems", handler=encounters.list_systems, answer=list[answers.RuleSystem], open=True
    ),
    Route(method="GET", path="/v1/viewer", handler=encounters.viewer, answer=answers.Viewer, errors=(401, 500, 503)),
    Route(
        method="POST",
        path="/v1/encounters",
        handler=encounters.create,
        body=requests.CreateEncounterRequest,
        answer=answers.Created,
        status=201,
        parameters=(KEY,),
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path="/v1/encounters",
        handler=encounters.list_all,
        answer=answers.EncounterPage,
        parameters=(
            FIRST,
            Parameter("after", "query", "The `after` of the page before.", limits={"pattern": FORM}),
            Parameter("status", "query", "How a fight stands.", limits={"enum": list(get_args(Status))}),
            Parameter("system", "query", "A rule system's id."),
        ),
    ),
    Route(
        method="GET",
        path=_ID,
        handler=encounters.look,
        answer=answers.Encounter,
        parameters=(AT, NONE_MATCH),
    ),
    Route(
        method="POST",
        path=f"{_ID}/commands",
        handler=encounters.submit,
        body=requests.CommandBody,
        answer=answers.Accepted,
        parameters=(MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/decisions/{{decision}}",
        handler=encounters.answer,
        body=requests.AnswerBody,
        answer=answers.Accepted,
        parameters=(KEY,),
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path=f"{_ID}/events",
        handler=events.events,
        answer=answers.EventPage,
        media=(events.NDJSON, events.SSE),
        token_in_query=True,
        parameters=(
            Parameter("after", "query", "The last version you have.", "integer", VERSION),
            FIRST,
            Parameter(
                "follow",
                "query",
                "true: stay, and get what happens next, as NDJSON or SSE; without first and wait.",
                "boolean",
            ),
            Parameter("wait", "query", "Seconds to wait for the first event.", "integer", WAIT),
            Parameter(
                "Last-Event-ID",
                "header",
                "The last version you have; a browser sends it by itself.",
                limits={"pattern": r"^[0-9]{0,9}$"},
            ),
        ),
        errors=(400, 401, 404, 406, 409, 500, 503),
    ),
    Route(method="GET", path=f"{_ID}/export", handler=events.export, media=(events.TEXT, events.NDJSON)),
    Route(method="GET", path=f"{_ID}/audit", handler=encounters.audit, answer=answers.AuditReport),
    Route(
        method="POST",
        path=f"{_ID}/fork",
        handler=encounters.fork,
        body=requests.ForkBody,
        answer=answers.Created,
        status=201,
        parameters=(KEY,),
        errors=_WRITES,
    ),
    Route(
        method="PUT",
        path=f"{_ID}/preferences",
        handler=encounters.prefer,
        body=requests.PreferBody,
        answer=answers.Preferred,
        errors=_WRITES,
    ),
    Route(
        method="PUT",
        path=f"{_ID}/seats/{{seat}}/bot",
        handler=encounters.set_bot,
        body=requests.SetBotBody,
        answer=answers.Accepted,
        parameters=(MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/entropy",
        handler=encounters.add_entropy,
        body=requests.AddEntropyBody,
        answer=answers.Accepted,
        parameters=(MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/seats",
        handler=encounters.add_seat,
        body=requests.AddSeatBody,
        answer=answers.Accepted,
        parameters=(MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="PUT",
        path=f"{_ID}/seats/{{seat}}",
        handler=encounters.rename_seat,
        body=requests.RenameSeatBody,
        answer=answers.Accepted,
        parameters=(MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="DELETE",
        path=f"{_ID}/seats/{{seat}}",
        handler=encounters.remove_seat,
        answer=answers.Accepted,
        parameters=(MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="PUT",
        path=f"{_ID}/combatants/{{combatant}}/seat",
        handler=encounters.hand_over,
        body=requests.HandOverBody,
        answer=answers.Accepted,
        parameters=(MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/combatants/{{combatant}}/seat",
        handler=encounters.answer_handover,
        body=requests.AnswerHandoverBody,
        answer=answers.Accepted,
        parameters=(MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="DELETE",
        path=f"{_ID}/combatants/{{combatant}}/seat",
        handler=encounters.recall,
        answer=answers.Accepted,
        parameters=(MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/invitations",
        handler=encounters.invite,
        body=requests.InviteBody,
        answer=answers.Invitation,
        status=201,
        parameters=(KEY,),
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path=f"{_ID}/invitations",
        handler=encounters.invitations,
        answer=list[answers.Invitation],
    ),
    Route(
        method="DELETE",
        path=f"{_ID}/invitations/{{invitation}}",
        handler=encounters.withdraw_invitation,
        answer=answers.Accepted,
        parameters=(MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path="/v1/join",
        handler=encounters.join,
        body=requests.JoinRequest,
        answer=answers.Joined,
        status=201,
        parameters=(KEY,),
        errors=(400, 404, 422, 500, 503),
        open=True,
    ),
    Route(
        method="POST",
        path=f"{_ID}/tokens",
        handler=encounters.issue,
        body=requests.TokenBody,
        answer=answers.Token,
        status=201,
        errors=_WRITES,
    ),
    Route(
        method="DELETE",
        path=f"{_ID}/tokens/{{seat}}",
        handler=encounters.revoke,
        answer=answers.TokensRevoked,
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path="/.well-known/jwks.json",
        handler=health.keys,
        answer=answers.KeySet,
        open=True,
        errors=(),
    ),
    Route(method="GET", path="/livez", handler=health.live, answer=Health, open=True, errors=()),
    Route(method="GET", path="/readyz", handler=health.ready, answer=Health, open=True, errors=(503,)),
    Route(
        method="GET",
        path="/",
        handler=health.landing,
        open=True,
        errors=(),
        answer=dict[str, Any],
        media=("text/html",),
    ),
)
