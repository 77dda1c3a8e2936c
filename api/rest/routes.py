"""The table of REST routes, from which the application and OpenAPI are both made."""

from __future__ import annotations

from typing import Any, get_args

from api.drawing.choices import LEAST_WIDTH, MOST_WIDTH, Theme
from api.graphql.cost import WEIGHTS
from api.maps.conversion import ConvertedMap
from api.maps.crop import PATTERN
from api.maps.slimming import LARGEST_FILE
from api.operations import shelving
from api.operations.operation import EVERYBODY, HOSTS, OPERATOR, READERS, RULING, WRITE_ERRORS, Parameter
from api.operations.table import OPERATIONS
from api.pages.page import SVG
from api.pictures.recoding import LARGEST_FILE as LARGEST_PICTURE
from api.pictures.recoding import LEAST_SIDE, MEDIA, MOST_SIDE
from api.reading.chat_picks import LONGEST_LINE
from api.replay import filed
from api.rest import (
    chat,
    curves,
    drawings,
    encounters,
    events,
    health,
    hosts,
    maps,
    odds,
    pictures,
    replays,
    shelves,
    systems,
)
from api.rest.forms import routes_of
from api.rest.respond import Health
from api.rest.route import AS, AT, FIRST, INCLUDE, KEY, MATCH, NONE_MATCH, VERSION, Route
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.scene import Scene
from engine.kernel.state.fight import Status
from engine.kernel.structs import ids
from engine.store.ids import FORM
from schemas import answers, requests, shelf
from schemas.analysis import FightCurve
from schemas.pictures import KeptPicture
from schemas.replays import Replay, ReplayedFile
from schemas.stat_blocks import StatBlock

_ID = "/v1/encounters/{id}"


LONGEST = Parameter(
    "longest",
    "query",
    "Pixels of its longest side, as it is kept; a smaller picture stays as it is.",
    "integer",
    {"minimum": LEAST_SIDE, "maximum": MOST_SIDE},
)
WIDTH = Parameter(
    "width",
    "query",
    "How wide it is shown at least, in pixels.",
    "integer",
    {"minimum": LEAST_WIDTH, "maximum": MOST_WIDTH},
)
THEME = Parameter(
    "theme",
    "query",
    "Light, dark, or as the reader's system is set.",
    limits={"enum": list(get_args(Theme))},
)
WAIT = {"minimum": 0, "maximum": events.LONGEST_WAIT}
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

_READS = (400, 401, 403, 404, 422, 500, 503)

OF_REST: tuple[Route, ...] = (
    Route(
        method="GET",
        path="/v1/systems",
        handler=systems.list_systems,
        answer=list[answers.InstalledSystem],
        who=EVERYBODY,
    ),
    Route(
        method="GET",
        path="/v1/systems/{system}",
        handler=systems.one_system,
        answer=answers.RuleSystem,
        who=EVERYBODY,
    ),
    Route(
        method="GET",
        path="/v1/systems/{system}/fights/{fight}.svg",
        handler=drawings.ready_fight,
        who=EVERYBODY,
        media=(SVG,),
        parameters=(WIDTH, THEME, NONE_MATCH),
        cost=2 * encounters.SCENE,
    ),
    Route(
        method="POST",
        path="/v1/encounters/check",
        handler=encounters.check,
        who=HOSTS,
        cost=WEIGHTS["Query.checkEncounter"],
        body=requests.CreateEncounterRequest,
        answer=answers.EncounterCheck,
        errors=(400, 401, 403, 500, 503),
    ),
    Route(
        method="GET",
        path="/v1/encounters",
        handler=encounters.list_all,
        who=HOSTS,
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
        who=READERS,
        answer=answers.Encounter,
        parameters=(AT, AS, INCLUDE, NONE_MATCH),
    ),
    Route(
        method="GET",
        path=f"{_ID}/corrections",
        handler=encounters.corrections,
        who=READERS,
        answer=list[answers.Correction],
        parameters=(Parameter("combatant", "query", "A combatant, by key; absent: the fight."),),
        cost=WEIGHTS["Encounter.corrections"],
    ),
    Route(
        method="GET",
        path=f"{_ID}/scene",
        handler=encounters.picture,
        who=READERS,
        answer=Scene,
        parameters=(AT, AS, Parameter("unless", "query", "The digest of the ground that you have."), NONE_MATCH),
        cost=encounters.SCENE,
    ),
    Route(
        method="GET",
        path=f"{_ID}/combatants/{{combatant}}/threats",
        handler=encounters.threats,
        who=READERS,
        answer=list[SceneMark],
        parameters=(AT, AS, NONE_MATCH),
        cost=WEIGHTS["Encounter.threats"],
    ),
    Route(
        method="GET",
        path=f"{_ID}/combatants/{{combatant}}/stat-block",
        handler=encounters.stat_block,
        who=READERS,
        answer=StatBlock,
        parameters=(AT, AS, NONE_MATCH),
        cost=WEIGHTS["Encounter.statBlock"],
    ),
    Route(
        method="GET",
        path=f"{_ID}/scene.svg",
        handler=drawings.drawing,
        who=READERS,
        media=(SVG,),
        parameters=(
            AT,
            AS,
            WIDTH,
            THEME,
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
        who=READERS,
        answer=dict[str, Any],
        parameters=(AT, AS, NONE_MATCH),
        errors=_READS,
        cost=2 * encounters.SCENE,
    ),
    Route(
        method="GET",
        path=f"{_ID}/scene.foundry.json",
        handler=drawings.foundry_scene,
        who=READERS,
        answer=dict[str, Any],
        parameters=(AT, AS, NONE_MATCH),
        errors=_READS,
        cost=2 * encounters.SCENE,
    ),
    Route(
        method="POST",
        path=_PICTURES,
        handler=pictures.put_picture,
        who=RULING,
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
        path=f"{_PICTURES}/{{picture}}",
        handler=pictures.read_picture,
        who=READERS,
        media=(MEDIA,),
        parameters=(AT,),
    ),
    Route(
        method="POST",
        path="/v1/pictures",
        handler=pictures.put_own_picture,
        who=HOSTS,
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
        path="/v1/pictures/{picture}",
        handler=pictures.read_own_picture,
        who=HOSTS,
        media=(MEDIA,),
    ),
    Route(
        method="POST",
        path=f"{_ID}/odds",
        handler=odds.odds_of_fight,
        who=READERS,
        cost=1000,
        body=requests.OddsBody,
        answer=answers.Odds,
        media=(events.NDJSON, events.SSE),
        errors=_READS,
    ),
    Route(
        method="POST",
        path=f"{_ID}/comparison",
        handler=odds.compare_offers,
        who=READERS,
        cost=1000,
        body=requests.CompareBody,
        answer=answers.OfferComparison,
        media=(events.NDJSON, events.SSE),
        errors=_READS,
    ),
    Route(
        method="GET",
        path=f"{_ID}/curve",
        handler=curves.curve_of_fight,
        who=READERS,
        cost=1000,
        answer=FightCurve,
        media=(events.NDJSON, events.SSE),
        errors=_READS,
    ),
    Route(
        method="POST",
        path="/v1/odds",
        handler=odds.odds_of_setup,
        who=HOSTS,
        cost=1000,
        body=requests.SetupOddsRequest,
        answer=answers.Odds,
        media=(events.NDJSON, events.SSE),
        errors=_READS,
    ),
    Route(
        method="POST",
        path="/v1/odds/proposals",
        handler=odds.propose_setups,
        who=HOSTS,
        cost=2000,
        body=requests.SetupProposalsRequest,
        answer=answers.SetupProposals,
        media=(events.NDJSON, events.SSE),
        errors=_READS,
    ),
    Route(
        method="GET",
        path=f"{_ID}/events",
        handler=events.events,
        who=READERS,
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
        who=READERS,
        media=(chat.TEXT,),
        parameters=(NONE_MATCH,),
        plain=True,
    ),
    Route(
        method="POST",
        path=f"{_ID}/say",
        handler=chat.say,
        who=READERS,
        line=LONGEST_LINE,
        media=(chat.TEXT,),
        parameters=(MATCH, KEY),
        errors=WRITE_ERRORS,
        plain=True,
    ),
    Route(
        method="GET",
        path=f"{_ID}/replay.html",
        handler=replays.replay,
        who=READERS,
        media=("text/html",),
        parameters=(NONE_MATCH,),
    ),
    Route(
        method="GET",
        path=f"{_ID}/replay",
        handler=replays.read_replay,
        who=READERS,
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
        who=READERS,
        media=(events.TEXT, events.NDJSON),
    ),
    Route(
        method="GET",
        path=f"{_ID}/presence",
        handler=events.presence,
        who=READERS,
        answer=answers.Presence,
        media=(events.SSE,),
        token_in_query=True,
    ),
    Route(
        method="GET",
        path=f"{_ID}/preferences",
        handler=encounters.preferences,
        who=READERS,
        answer=list[answers.StandingPreference],
        cost=WEIGHTS["Encounter.preferences"],
    ),
    Route(
        method="GET",
        path="/v1/hosts",
        handler=hosts.list_hosts,
        who=OPERATOR,
        answer=answers.HostPage,
        parameters=(FIRST, Parameter("after", "query", "The previous page's `after`.", limits=_NAME)),
    ),
    Route(
        method="GET",
        path="/v1/shelf",
        handler=shelves.list_shelf,
        who=HOSTS,
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
        who=HOSTS,
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
        who=HOSTS,
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
        method="GET",
        path="/v1/shelf/{kind}/{key}",
        handler=shelves.read_shelf_item,
        who=HOSTS,
        cost=WEIGHTS["Query.shelfItem"],
        answer=shelf.ShelfItem,
        parameters=(NONE_MATCH,),
        errors=(400, 401, 403, 404, 422, 500, 503),
    ),
    Route(
        method="POST",
        path="/v1/maps",
        handler=maps.make_ground,
        who=HOSTS,
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
        who=EVERYBODY,
        file=filed.LARGEST_FILE,
        cost=5000,
    ),
    Route(
        method="GET",
        path="/.well-known/jwks.json",
        handler=health.keys,
        answer=answers.KeySet,
        who=EVERYBODY,
        errors=(),
    ),
    Route(method="GET", path="/livez", handler=health.live, answer=Health, who=EVERYBODY, errors=()),
    Route(method="GET", path="/readyz", handler=health.ready, answer=Health, who=EVERYBODY, errors=(503,)),
    Route(
        method="GET",
        path="/",
        handler=health.landing,
        who=EVERYBODY,
        errors=(),
        answer=dict[str, Any],
        media=("text/html",),
    ),
)
"""Routes with a handler of their own."""

ROUTES = (*routes_of(OPERATIONS), *OF_REST)
