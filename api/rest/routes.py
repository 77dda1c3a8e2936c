"""The table of REST routes, from which the application and OpenAPI are both made."""

from __future__ import annotations

from typing import Any, get_args

from msgspec import Struct

from api.drawing.choices import LEAST_WIDTH, MOST_WIDTH, Theme
from api.graphql.cost import WEIGHTS
from api.maps.conversion import ConvertedMap
from api.maps.crop import PATTERN
from api.maps.slimming import LARGEST_FILE
from api.operations import shelving
from api.operations.session import BYTE
from api.pages.page import SVG
from api.pictures.recoding import LARGEST_FILE as LARGEST_PICTURE
from api.pictures.recoding import LEAST_SIDE, MEDIA, MOST_SIDE
from api.reading.chat_picks import LONGEST_LINE
from api.reading.pagination import MOST
from api.reading.parts import PARTS
from api.replay import filed
from api.rest import (
    chat,
    drawings,
    encounters,
    events,
    health,
    hosts,
    maps,
    pictures,
    replays,
    shelves,
    systems,
    webhooks,
)
from api.rest.respond import LARGEST, Handler, Health
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.scene import Scene
from engine.kernel.state.fight import Status
from engine.kernel.structs import ids
from engine.store.ids import FORM
from schemas import answers, origins, requests, shelf
from schemas import webhooks as hooks
from schemas.pictures import KeptPicture, PictureRemoved
from schemas.replays import Replay, ReplayedFile
from schemas.stat_blocks import StatBlock

_ID = "/v1/encounters/{id}"


class Parameter(Struct, frozen=True):
    """A parameter of query or header. limits: of its values, in terms of JSON Schema. required: cannot be left out."""

    name: str
    where: str
    said: str
    type: str = "string"
    limits: dict[str, Any] = {}
    required: bool = False


class Route(Struct, frozen=True, kw_only=True):
    """One route. body, answer: structs of its JSON; media: other media types of its answer; open: needs no token.

    cost: of its work besides reading and writing, as `api.graphql.cost` measures it.
    file: most bytes of a body that is a file; 0: its body is JSON, or there is none.
    byte: the cost of each byte of its body.
    line: most characters of a body that is a line of plain text. plain: it answers in plain text, errors too.
    """

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
    cost: int = 0
    file: int = 0
    byte: int = BYTE
    line: int = 0
    plain: bool = False

    @property
    def statuses(self) -> tuple[int, ...]:
        """The statuses of its errors; routes below /v1/ always include 429, those that read a body 413.

        Those that look with another seat's eyes refuse whoever may not, and a seat that is not there.
        """
        body = (413,) if self.body or self.file or self.line else ()
        eyes = (403, 422) if any(one.name == "as" for one in self.parameters) else ()
        return tuple(sorted({*self.errors, *body, *eyes, 429})) if self.path.startswith("/v1/") else self.errors

    @property
    def query(self) -> tuple[str, ...] | None:
        """The allowed parameters of the query string; None: any, for addresses that people and probes call."""
        if not self.path.startswith("/v1/"):
            return None
        own = tuple(p.name for p in self.parameters if p.where == "query")
        return (*own, "locale", *(("token",) if self.token_in_query else ()))


KEY = Parameter(
    "Idempotency-Key",
    "header",
    "A repeat of the same request gets the first answer again.",
    limits={"minLength": 1, "maxLength": 200, "pattern": r'[^\s"]'},
)
MATCH = Parameter("If-Match", "header", "The ETag you last saw: refuse if the fight has moved on.")
NONE_MATCH = Parameter("If-None-Match", "header", "The ETag you have: 304 if it still holds.")
VERSION = {"minimum": 0, "maximum": LARGEST}
WAIT = {"minimum": 0, "maximum": events.LONGEST_WAIT}
AT = Parameter("at", "query", "A past version.", "integer", {"minimum": 1, "maximum": LARGEST})
AS = Parameter("as", "query", "A seat with whose eyes to look, by its key. The GM and the operator.")
INCLUDE = Parameter(
    "include",
    "query",
    f"Parts of the fight that the answer has, by name, with commas between: {', '.join(PARTS)}.",
    limits={"pattern": f"^({'|'.join(PARTS)})(,({'|'.join(PARTS)}))*$(?!\\n)"},
)
ORIGIN = Parameter(
    "origin", "query", "The site, as it was allowed.", limits={"minLength": 1, "maxLength": 200}, required=True
)
FIRST = Parameter("first", "query", "How many.", "integer", {"minimum": 0, "maximum": MOST})

LONGEST = Parameter(
    "longest",
    "query",
    "Pixels of its longest side, as it is kept; a smaller picture stays as it is.",
    "integer",
    {"minimum": LEAST_SIDE, "maximum": MOST_SIDE},
)
DRAWN = 50_000
"""The cost of a picture that is drawn anew. Its bytes cost nothing beside: they are no text that is read here, and what
they are made to do in the pool is paid for by its time."""

_NAME = {"minLength": 1, "maxLength": 64, "pattern": ids.PATTERN}
_SHELVES = {"enum": list(shelving.KINDS)}
IN_PATHS: dict[str, dict[str, Any]] = {
    "id": {"pattern": FORM},
    "system": {"minLength": 1},
    "seat": _NAME,
    "combatant": _NAME,
    "host": _NAME,
    "kind": _SHELVES,
    "key": _NAME,
    "webhook": {"minLength": 1, "maxLength": 100},
    "picture": {"pattern": r"^[0-9a-f]{64}$(?!\n)"},
}
"""Limits of the parameters of paths, in terms of JSON Schema."""

_PICTURES = f"{_ID}/pictures"
_WEBHOOK = f"{_ID}/webhooks/{{webhook}}"

_READS = (400, 401, 403, 404, 422, 500, 503)
_WRITES = (400, 401, 403, 404, 412, 422, 500, 503)

ROUTES: tuple[Route, ...] = (
    Route(
        method="GET",
        path="/v1/systems",
        handler=systems.list_systems,
        answer=list[answers.InstalledSystem],
        open=True,
    ),
    Route(
        method="GET",
        path="/v1/systems/{system}",
        handler=systems.one_system,
        answer=answers.RuleSystem,
        open=True,
    ),
    Route(method="GET", path="/v1/viewer", handler=encounters.viewer, answer=answers.Viewer, errors=(401, 500, 503)),
    Route(
        method="POST",
        path="/v1/encounters",
        handler=encounters.create,
        cost=WEIGHTS["Mutation.createEncounter"],
        body=requests.CreateEncounterRequest,
        answer=answers.Created,
        status=201,
        parameters=(INCLUDE, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path="/v1/encounters/check",
        handler=encounters.check,
        cost=WEIGHTS["Query.checkEncounter"],
        body=requests.CreateEncounterRequest,
        answer=answers.EncounterCheck,
        errors=(400, 401, 403, 500, 503),
    ),
    Route(
        method="GET",
        path="/v1/encounters",
        handler=encounters.list_all,
        answer=answers.EncounterPage,
        parameters=(
            FIRST,
            Parameter("after", "query", "The previous page's `after`.", limits={"pattern": FORM}),
            Parameter("status", "query", "A fight's status.", limits={"enum": list(get_args(Status))}),
            Parameter("system", "query", "A rule system's id."),
            Parameter("host", "query", "For the operator: only this host's fights, by his id.", limits=_NAME),
            Parameter("archived", "query", "true: those that are archived, and no others.", "boolean"),
        ),
    ),
    Route(
        method="GET",
        path=_ID,
        handler=encounters.look,
        answer=answers.Encounter,
        parameters=(AT, AS, INCLUDE, NONE_MATCH),
    ),
    Route(
        method="GET",
        path=f"{_ID}/corrections",
        handler=encounters.corrections,
        answer=list[answers.Correction],
        parameters=(Parameter("combatant", "query", "A combatant, by key; absent: the fight."),),
        cost=WEIGHTS["Encounter.corrections"],
    ),
    Route(
        method="GET",
        path=f"{_ID}/scene",
        handler=encounters.picture,
        answer=Scene,
        parameters=(AT, AS, Parameter("unless", "query", "The digest of the ground that you have."), NONE_MATCH),
        cost=encounters.SCENE,
    ),
    Route(
        method="GET",
        path=f"{_ID}/combatants/{{combatant}}/threats",
        handler=encounters.threats,
        answer=list[SceneMark],
        parameters=(AT, AS, NONE_MATCH),
        cost=WEIGHTS["Encounter.threats"],
    ),
    Route(
        method="GET",
        path=f"{_ID}/combatants/{{combatant}}/stat-block",
        handler=encounters.stat_block,
        answer=StatBlock,
        parameters=(AT, AS, NONE_MATCH),
        cost=WEIGHTS["Encounter.statBlock"],
    ),
    Route(
        method="GET",
        path=f"{_ID}/scene.svg",
        handler=drawings.drawing,
        media=(SVG,),
        parameters=(
            AT,
            AS,
            Parameter(
                "width",
                "query",
                "How wide it is shown at least, in pixels.",
                "integer",
                {"minimum": LEAST_WIDTH, "maximum": MOST_WIDTH},
            ),
            Parameter(
                "theme",
                "query",
                "Light, dark, or as the reader's system is set.",
                limits={"enum": list(get_args(Theme))},
            ),
            Parameter("threats", "query", "A combatant whose threats are drawn too, by key."),
            Parameter("panel", "query", "With order of play, sides and legend; false: only the board.", "boolean"),
            NONE_MATCH,
        ),
        cost=2 * encounters.SCENE,
    ),
    Route(
        method="GET",
        path=f"{_ID}/scene.uvtt",
        handler=drawings.universal_map,
        answer=dict[str, Any],
        parameters=(AT, AS, NONE_MATCH),
        errors=_READS,
        cost=2 * encounters.SCENE,
    ),
    Route(
        method="GET",
        path=f"{_ID}/scene.foundry.json",
        handler=drawings.foundry_scene,
        answer=dict[str, Any],
        parameters=(AT, AS, NONE_MATCH),
        errors=_READS,
        cost=2 * encounters.SCENE,
    ),
    Route(
        method="POST",
        path=_PICTURES,
        handler=pictures.put_picture,
        answer=KeptPicture,
        status=201,
        parameters=(LONGEST,),
        errors=_READS,
        file=LARGEST_PICTURE,
        cost=DRAWN,
        byte=0,
    ),
    Route(
        method="GET",
        path=_PICTURES,
        handler=pictures.list_pictures,
        answer=list[KeptPicture],
        cost=WEIGHTS["Query.pictures"],
    ),
    Route(
        method="GET",
        path=f"{_PICTURES}/{{picture}}",
        handler=pictures.read_picture,
        media=(MEDIA,),
        parameters=(AT,),
    ),
    Route(
        method="DELETE",
        path=f"{_PICTURES}/{{picture}}",
        handler=pictures.remove_picture,
        answer=PictureRemoved,
    ),
    Route(
        method="POST",
        path="/v1/pictures",
        handler=pictures.put_own_picture,
        answer=KeptPicture,
        status=201,
        parameters=(LONGEST,),
        errors=(400, 401, 403, 422, 500, 503),
        file=LARGEST_PICTURE,
        cost=DRAWN,
        byte=0,
    ),
    Route(
        method="GET",
        path="/v1/pictures",
        handler=pictures.list_own_pictures,
        answer=list[KeptPicture],
        cost=WEIGHTS["Query.pictures"],
        errors=(400, 401, 403, 500, 503),
    ),
    Route(
        method="GET",
        path="/v1/pictures/{picture}",
        handler=pictures.read_own_picture,
        media=(MEDIA,),
    ),
    Route(
        method="DELETE",
        path="/v1/pictures/{picture}",
        handler=pictures.remove_own_picture,
        answer=PictureRemoved,
        errors=(400, 401, 403, 500, 503),
    ),
    Route(
        method="POST",
        path=f"{_ID}/commands",
        handler=encounters.submit,
        body=requests.CommandBody,
        answer=answers.Accepted,
        parameters=(INCLUDE, MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/previews",
        handler=encounters.preview,
        cost=WEIGHTS["Query.preview"],
        body=requests.PreviewBody,
        answer=answers.Preview,
        parameters=(MATCH,),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/decisions/{{decision}}",
        handler=encounters.answer,
        body=requests.AnswerBody,
        answer=answers.Accepted,
        parameters=(INCLUDE, KEY),
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path=f"{_ID}/events",
        handler=events.events,
        answer=answers.EventPage,
        media=(events.NDJSON, events.SSE, events.TEXT),
        token_in_query=True,
        parameters=(
            Parameter("after", "query", "The last version you have.", "integer", VERSION),
            FIRST,
            AS,
            Parameter(
                "follow",
                "query",
                "true: keep streaming new events, as NDJSON or SSE; without first and wait.",
                "boolean",
            ),
            Parameter("wait", "query", "Seconds to wait for the first event.", "integer", WAIT),
            Parameter(
                "unnamed",
                "query",
                "true: server-sent events are unnamed, so `onmessage` gets all; `end` and `problem` keep names.",
                "boolean",
            ),
            Parameter(
                "Last-Event-ID",
                "header",
                "The last version you have; browsers send it themselves.",
                limits={"pattern": r"^[0-9]{0,9}$"},
            ),
        ),
        errors=(400, 401, 404, 406, 409, 500, 503),
    ),
    Route(
        method="GET",
        path=f"{_ID}/say",
        handler=chat.listen,
        media=(chat.TEXT,),
        parameters=(NONE_MATCH,),
        plain=True,
    ),
    Route(
        method="POST",
        path=f"{_ID}/say",
        handler=chat.say,
        line=LONGEST_LINE,
        media=(chat.TEXT,),
        parameters=(MATCH, KEY),
        errors=_WRITES,
        plain=True,
    ),
    Route(
        method="GET",
        path=f"{_ID}/replay.html",
        handler=replays.replay,
        media=("text/html",),
        parameters=(NONE_MATCH,),
    ),
    Route(
        method="GET",
        path=f"{_ID}/replay",
        handler=replays.read_replay,
        answer=Replay,
        parameters=(
            Parameter("after", "query", "The version up to which you have the film.", "integer", VERSION),
            Parameter("bounds", "query", "The `bounds` of the film that you have."),
            NONE_MATCH,
        ),
        errors=(400, 401, 404, 409, 422, 500, 503),
    ),
    Route(
        method="GET",
        path=f"{_ID}/export",
        handler=events.export,
        media=(events.TEXT, events.NDJSON),
    ),
    Route(
        method="GET",
        path=f"{_ID}/presence",
        handler=events.presence,
        answer=answers.Presence,
        media=(events.SSE,),
        token_in_query=True,
    ),
    Route(
        method="GET",
        path=f"{_ID}/audit",
        handler=encounters.audit,
        answer=answers.AuditReport,
    ),
    Route(
        method="POST",
        path=f"{_ID}/fork",
        handler=encounters.fork,
        body=requests.ForkBody,
        answer=answers.Created,
        status=201,
        parameters=(INCLUDE, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/copy",
        handler=encounters.copy,
        cost=WEIGHTS["Mutation.createEncounter"],
        body=requests.CopyEncounterBody,
        answer=answers.Created,
        status=201,
        parameters=(INCLUDE, KEY),
        errors=_WRITES,
    ),
    Route(
        method="PUT",
        path=f"{_ID}/archived",
        handler=encounters.archive,
        body=requests.ArchiveBody,
        answer=answers.Archived,
        errors=_WRITES,
    ),
    Route(
        method="PUT",
        path=f"{_ID}/published",
        handler=encounters.publish,
        body=requests.PublishBody,
        answer=answers.Published,
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path=f"{_ID}/preferences",
        handler=encounters.preferences,
        answer=list[answers.StandingPreference],
        cost=WEIGHTS["Encounter.preferences"],
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
        parameters=(INCLUDE, MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/entropy",
        handler=encounters.add_entropy,
        body=requests.AddEntropyBody,
        answer=answers.Accepted,
        parameters=(INCLUDE, MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/seats",
        handler=encounters.add_seat,
        body=requests.AddSeatBody,
        answer=answers.Accepted,
        parameters=(INCLUDE, MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="PUT",
        path=f"{_ID}/seats/{{seat}}",
        handler=encounters.rename_seat,
        body=requests.RenameSeatBody,
        answer=answers.Accepted,
        parameters=(INCLUDE, MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="DELETE",
        path=f"{_ID}/seats/{{seat}}",
        handler=encounters.remove_seat,
        answer=answers.Accepted,
        parameters=(INCLUDE, MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="PUT",
        path=f"{_ID}/combatants/{{combatant}}/seat",
        handler=encounters.hand_over,
        body=requests.HandOverBody,
        answer=answers.Accepted,
        parameters=(INCLUDE, MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/combatants/{{combatant}}/seat",
        handler=encounters.answer_handover,
        body=requests.AnswerHandoverBody,
        answer=answers.Accepted,
        parameters=(INCLUDE, MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="DELETE",
        path=f"{_ID}/combatants/{{combatant}}/seat",
        handler=encounters.recall,
        answer=answers.Accepted,
        parameters=(INCLUDE, MATCH, KEY),
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
        parameters=(INCLUDE, MATCH, KEY),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_ID}/webhooks",
        cost=WEIGHTS["Mutation.createWebhook"],
        handler=webhooks.create_webhook,
        body=hooks.WebhookBody,
        answer=hooks.WebhookCreated,
        status=201,
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path=f"{_ID}/webhooks",
        handler=webhooks.list_webhooks,
        answer=list[hooks.Webhook],
    ),
    Route(
        method="DELETE",
        path=_WEBHOOK,
        handler=webhooks.remove_webhook,
        answer=hooks.WebhookRemoved,
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path=f"{_WEBHOOK}/test",
        cost=WEIGHTS["Mutation.testWebhook"],
        handler=webhooks.test_webhook,
        answer=hooks.WebhookLetters,
        status=202,
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path=f"{_WEBHOOK}/letters",
        handler=webhooks.list_webhook_letters,
        answer=list[hooks.WebhookLetter],
        errors=_READS,
    ),
    Route(
        method="POST",
        path=f"{_WEBHOOK}/letters",
        cost=WEIGHTS["Mutation.sendWebhookAgain"],
        handler=webhooks.send_webhook_again,
        body=hooks.SendAgainBody,
        answer=hooks.WebhookLetters,
        status=202,
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path=f"{_ID}/origins",
        handler=webhooks.list_origins,
        answer=list[origins.AllowedOrigin],
    ),
    Route(
        method="POST",
        path=f"{_ID}/origins",
        handler=webhooks.allow_origin,
        body=origins.OriginBody,
        answer=origins.AllowedOrigin,
        errors=_WRITES,
    ),
    Route(
        method="DELETE",
        path=f"{_ID}/origins",
        handler=webhooks.disallow_origin,
        answer=origins.AllowedOrigins,
        parameters=(ORIGIN,),
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path="/v1/origins",
        handler=webhooks.list_host_origins,
        answer=list[origins.AllowedOrigin],
        errors=(400, 401, 403, 500, 503),
    ),
    Route(
        method="POST",
        path="/v1/origins",
        handler=webhooks.allow_host_origin,
        body=origins.OriginBody,
        answer=origins.AllowedOrigin,
        errors=(400, 401, 403, 422, 500, 503),
    ),
    Route(
        method="DELETE",
        path="/v1/origins",
        handler=webhooks.disallow_host_origin,
        answer=origins.AllowedOrigins,
        parameters=(ORIGIN,),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path="/v1/try",
        handler=encounters.try_fight,
        cost=WEIGHTS["Mutation.tryFight"],
        body=requests.TryFightRequest,
        answer=answers.Joined,
        status=201,
        errors=(400, 403, 404, 422, 500, 503),
        open=True,
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
        method="POST",
        path="/v1/hosts",
        handler=hosts.issue_host_token,
        body=requests.HostTokenRequest,
        answer=answers.HostToken,
        status=201,
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path="/v1/hosts",
        handler=hosts.list_hosts,
        answer=answers.HostPage,
        parameters=(FIRST, Parameter("after", "query", "The previous page's `after`.", limits=_NAME)),
    ),
    Route(
        method="DELETE",
        path="/v1/hosts/{host}/tokens",
        handler=hosts.revoke_host_tokens,
        answer=answers.HostTokensRevoked,
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path="/v1/shelf",
        handler=shelves.list_shelf,
        cost=WEIGHTS["Query.shelf"],
        answer=shelf.ShelfPage,
        parameters=(
            FIRST,
            Parameter("after", "query", "The previous page's `after`.", limits={"pattern": shelving.CURSOR}),
            Parameter("kind", "query", "Only of this kind.", limits=_SHELVES),
            Parameter("system", "query", "Only for this game, by its id."),
            Parameter("text", "query", "Only with this text in name or key.", limits={"maxLength": 200}),
        ),
        errors=(400, 401, 403, 500, 503),
    ),
    Route(
        method="GET",
        path="/v1/shelf/file",
        handler=shelves.export_shelf,
        cost=WEIGHTS["Query.shelfFile"],
        answer=shelf.ShelfFile,
        parameters=(
            Parameter(
                "items",
                "query",
                "Those to be exported, as KIND/key, separated by commas.",
                limits={"pattern": shelving.NAMES},
            ),
        ),
        errors=(400, 401, 403, 404, 422, 500, 503),
    ),
    Route(
        method="POST",
        path="/v1/shelf/file",
        handler=shelves.import_shelf,
        answer=shelf.ShelfImported,
        parameters=(
            Parameter(
                "existing",
                "query",
                "What happens to items that are there already.",
                limits={"enum": list(get_args(shelf.OnExisting))},
            ),
        ),
        errors=(400, 401, 403, 412, 422, 500, 503),
        file=shelving.LARGEST_FILE,
        cost=WEIGHTS["Mutation.importShelf"],
    ),
    Route(
        method="POST",
        path=f"{_ID}/shelf",
        handler=shelves.save_to_shelf,
        cost=WEIGHTS["Mutation.saveToShelf"],
        body=shelf.SaveToShelfBody,
        answer=shelf.ShelfSummary,
        errors=_WRITES,
    ),
    Route(
        method="GET",
        path="/v1/shelf/{kind}/{key}",
        handler=shelves.read_shelf_item,
        cost=WEIGHTS["Query.shelfItem"],
        answer=shelf.ShelfItem,
        parameters=(NONE_MATCH,),
        errors=(400, 401, 403, 404, 422, 500, 503),
    ),
    Route(
        method="PUT",
        path="/v1/shelf/{kind}/{key}",
        handler=shelves.put_shelf_item,
        cost=WEIGHTS["Mutation.putShelfItem"],
        body=shelf.ShelfItemBody,
        answer=shelf.ShelfSummary,
        parameters=(
            Parameter("If-Match", "header", "The ETag you last saw: refuse if the item has changed."),
            Parameter("If-None-Match", "header", "`*`: refuse if there is such an item."),
        ),
        errors=_WRITES,
    ),
    Route(
        method="DELETE",
        path="/v1/shelf/{kind}/{key}",
        handler=shelves.remove_shelf_item,
        answer=shelf.ShelfItemRemoved,
        parameters=(Parameter("If-Match", "header", "The ETag you last saw: refuse if the item has changed."),),
        errors=_WRITES,
    ),
    Route(
        method="POST",
        path="/v1/maps",
        handler=maps.make_ground,
        answer=ConvertedMap,
        parameters=(
            Parameter("system", "query", "The rule system's id.", limits={"minLength": 1}, required=True),
            Parameter("crop", "query", "A part of the map in cells: x,y,width,height.", limits={"pattern": PATTERN}),
        ),
        errors=(400, 401, 403, 422, 500, 503),
        file=LARGEST_FILE,
        cost=5000,
    ),
    Route(
        method="POST",
        path="/v1/replays",
        handler=replays.replay_exported,
        answer=ReplayedFile,
        parameters=(Parameter("seat", "query", "Whose view of a whole file is shown."),),
        errors=(400, 422, 500, 503),
        open=True,
        file=filed.LARGEST_FILE,
        cost=5000,
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
