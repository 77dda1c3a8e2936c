"""The schema of a set of rule systems, built from the structs of the event stream and of REST."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args

import msgspec
import strawberry
from graphql import GraphQLError
from strawberry.extensions import SchemaExtension
from strawberry.extensions.runner import SchemaExtensionsRunner
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.schema import DEFAULT_ALLOWED_OPERATION_TYPES, StreamResult
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.field import StrawberryField
from strawberry.types.graphql import OperationType

from api.graphql import query, subscription
from api.graphql.builder import Builder, argument, list_of, nullable
from api.graphql.commands import check_command, command_input, part_input
from api.graphql.compiled.executor import compiling
from api.graphql.document_bounds import Limits
from api.graphql.events import event_types
from api.graphql.fast_path import FastPath
from api.graphql.forms import Forms
from api.graphql.inputs import BadInput, Convert, InputBuilder, convert
from api.graphql.limits import ExtensionsRunner, direct, extensions, validation_cache_of
from api.graphql.one_game import GameSchemas, is_introspection
from api.graphql.piecewise import PiecewiseExecutor
from api.graphql.reading import read
from api.graphql.scalars import SCALARS, Json
from api.graphql.system_parts import system_parts
from api.operations import orders
from api.operations.table import OPERATIONS
from api.reading.encounter_change import EncounterChange
from api.reading.encounter_node import EncounterNode
from api.reading.global_ids import bare_all
from api.reading.pagination import Edge, Page, PageInfo
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.scene.ground import SceneGround
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneLink
from engine.kernel.state.fight import Status
from schemas import answers, requests, shelf
from schemas.analysis import FightCurve
from schemas.glossary import GLOSSARY
from schemas.requests import CompareRequest, OddsRequest, SetupOddsRequest, SetupProposalsRequest
from schemas.stat_blocks import StatBlock
from schemas.wording import Wording

ID: Any = strawberry.ID


class Schema(strawberry.Schema):
    """Errors of a request are returned to its sender; only internal errors are logged, when they are masked."""

    direct: FastPath | None = None
    """The fast path of repeated documents; None: all take the regular path."""

    limits = Limits()
    """Limits of documents and operations."""

    games: GameSchemas | None = None
    """Schemas of single games, for introspection; None: there are none."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        return

    async def execute(
        self,
        query: str | None,
        variable_values: dict[str, Any] | None = None,
        context_value: Any = None,
        root_value: Any = None,
        operation_name: str | None = None,
        allowed_operation_types: Iterable[OperationType] | None = None,
        operation_extensions: dict[str, Any] | None = None,
    ) -> ExecutionResult:
        """See strawberry. A document known to be valid takes the fast path."""
        alone = await self._alone(query, operation_name, context_value)
        if alone is not None:
            return await alone.execute(
                query, variable_values, context_value, root_value, operation_name, allowed_operation_types
            )
        allowed = DEFAULT_ALLOWED_OPERATION_TYPES if allowed_operation_types is None else allowed_operation_types
        direct = self.direct
        good = direct.open(self._schema, query, operation_name, allowed, variable_values) if direct else None
        if direct is None or good is None:
            return await super().execute(
                query, variable_values, context_value, root_value, operation_name, allowed, operation_extensions
            )
        context = self._create_execution_context(
            query=query,
            allowed_operation_types=allowed,
            variable_values=variable_values,
            context_value=context_value,
            root_value=root_value,
            operation_name=operation_name,
            operation_extensions=operation_extensions,
        )
        return await direct.go(*good, context, self.execution_context_class)

    async def stream(
        self,
        query: str | None,
        variable_values: dict[str, Any] | None = None,
        context_value: Any = None,
        root_value: Any = None,
        operation_name: str | None = None,
        operation_extensions: dict[str, Any] | None = None,
        allowed_operation_types: Iterable[OperationType] | None = None,
    ) -> StreamResult:
        """See strawberry: an operation of a socket or a stream."""
        alone = await self._alone(query, operation_name, context_value)
        stream = super().stream if alone is None else alone.stream
        return await stream(
            query,
            variable_values,
            context_value,
            root_value,
            operation_name,
            operation_extensions,
            allowed_operation_types,
        )

    async def _alone(self, query: str | None, operation: str | None, context: Any) -> Schema | None:
        """The schema of the one game that introspection is to describe; None for everything else."""
        game: str | None = getattr(context, "game", None)
        if game is None or self.games is None or not is_introspection(query or "", operation):
            return None
        schema: Schema = await self.games.of(game)
        return schema

    def create_extensions_runner(
        self, execution_context: ExecutionContext, extensions: list[SchemaExtension]
    ) -> SchemaExtensionsRunner:
        return ExtensionsRunner(execution_context, extensions)


WORKED_OUT = ("waiting", "decisions", "offers", "omitted_offers", "take_backs", "scene", "unavailable")
"""What a fight's node works out when it is asked for."""


class SchemaBuilder:
    """Builds one schema. books: the systems it serves."""

    def __init__(self, books: Sequence[Rulebook[Any]]) -> None:
        self._books = list(books)
        self._by_key = {book.key: book for book in self._books}
        self._by_id = {book.system.id: book for book in self._books}
        lists = {book.prefix: book.system.glossary for book in self._books}
        ids = {book.prefix: book.system.ids for book in self._books}
        self._types, self._more = Builder(Wording({"": GLOSSARY, **lists}), ids), list[Any]()
        self._inputs = InputBuilder(self._types)
        self._command: Any = None

    # -- outputs
    def _outputs(self) -> None:
        b = self._types
        self._event, events = event_types(b, self._books)
        state, combatant, parts = system_parts(b, self._books)
        self._more += events + parts
        self._node = b.interface(
            "Node", [b.plain("id", ID, description=_UNIQUE)], "What has an id of its own in the whole service."
        )
        b.struct(answers.Combatant, overrides={"rules": nullable(combatant)}, interfaces=[self._node], without=["id"])
        b.struct(answers.Seat, interfaces=[self._node], without=["id"])
        b.struct(answers.Option, overrides={"value": nullable(Json)})
        b.struct(answers.Offer, overrides={"send": Json})
        decision = b.struct(answers.Decision, interfaces=[self._node], without=["id"])
        self._decisions = b.field("decisions", list_of(decision), query.decisions)
        omitted, unavailable = b.struct(answers.OmittedOffers), b.struct(answers.Unavailable)
        corrected = b.struct(answers.Correction, overrides={"send": Json, "now": nullable(Json)})
        self._scene()
        self._page_info = b.struct(PageInfo, name="PageInfo", overrides=dict.fromkeys(_CURSORS, nullable(ID)))
        self._events = self._connection("Event", self._event)
        self._encounter = b.struct(
            answers.Encounter,
            overrides={"rules": state},
            interfaces=[self._node],
            without=["id", *WORKED_OUT],
            extra=[
                b.field("scene", b.holders["Scene"], query.scene, [argument("unless", nullable(ID))]),
                b.field("threats", list_of(b.holders["SceneMark"]), query.threats, [argument("combatant", ID)]),
                b.field("statBlock", b.struct(StatBlock), query.stat_block, [argument("combatant", ID)]),
                b.field("offers", list_of(b.holders["Offer"]), query.offers, [argument("combatant", nullable(ID))]),
                b.field("omittedOffers", list_of(omitted), query.omitted_offers, [argument("combatant", nullable(ID))]),
                b.field("unavailable", list_of(unavailable), query.unavailable, [argument("combatant", nullable(ID))]),
                b.field("waiting", b.struct(answers.Waiting), query.waiting),
                self._decisions,
                b.field("takeBacks", list_of(b.holders["Offer"]), query.take_backs),
                b.field("corrections", list_of(corrected), query.corrections, [argument("combatant", nullable(ID))]),
                b.field("preferences", list_of(b.struct(answers.StandingPreference)), query.preferences),
                b.field("events", self._events, query.events, _paging(ID)),
            ],
        )
        self._encounters = self._connection("Encounter", b.struct(answers.EncounterSummary))
        self._shelf = self._connection("Shelf", b.struct(shelf.ShelfSummary))
        self._hosts = self._connection("Host", b.struct(answers.Host))

    def _scene(self) -> None:
        b = self._types
        ends = {"from_": ID, "to": ID}
        b.struct(SceneLink, overrides=ends)
        b.struct(SceneMark, overrides={name: nullable(ID) for name in ends})
        b.struct(SceneGround, overrides={"digest": ID})
        b.struct(Scene)

    def _connection(self, name: str, node: Any) -> Any:
        b = self._types
        b.claim(f"{name}Edge", (Edge, name))
        b.claim(f"{name}Connection", (Page, name))
        fields = [b.plain("cursor", ID), b.plain("node", node)]
        edge = b.holder(f"{name}Edge", None, fields, description="A thing of a page, and the cursor behind it.")
        return b.holder(
            f"{name}Connection",
            None,
            [
                b.plain("edges", list_of(edge)),
                b.plain("nodes", list_of(node)),
                b.plain("pageInfo", self._page_info, "page_info"),
            ],
            description="A page.",
        )

    # -- results
    def _results(self) -> None:
        b = self._types
        words = [b.plain("code", str), b.plain("message", str)]
        problem = b.interface("Problem", words, "Why something was not done; every failing member is one.")
        skipped = ["code", "message"]
        self._more += [
            b.struct(answers.Refused, interfaces=[problem], without=skipped),
            b.struct(answers.Conflict, interfaces=[problem], without=skipped),
        ]
        b.struct(
            answers.Accepted,
            overrides={"events": list_of(self._event), "encounter": self._encounter},
            without=["decisions"],
            extra=[self._decisions],
        )
        b.struct(answers.Created, overrides={"encounter": self._encounter})
        b.names[orders.Accepted], b.names[orders.Created] = "Accepted", "Created"
        b.names[EncounterNode] = "Encounter"

    # -- roots
    def _query(self) -> Any:
        b = self._types
        kind = b.literal(get_args(shelf.ShelfKind), "ShelfKind")
        status = nullable(b.literal(get_args(Status), "EncounterStatus"))
        shelf_file = b.union("ShelfFileResult", [b.struct(shelf.ShelfFile), b.holders["Refused"]], "ShelfFileResult")
        eyes = argument("as", nullable(ID))
        eyes.python_name = "seen_as"
        return self._root(
            "Query",
            *self._made("Query"),
            b.field("systems", list_of(b.struct(answers.RuleSystem)), query.systems),
            b.field("system", nullable(b.struct(answers.RuleSystem)), query.system, [argument("id", ID)]),
            b.field("node", nullable(self._node), query.node, [argument("id", ID)]),
            b.field(
                "encounter", nullable(self._encounter), query.encounter, [argument("id", ID), _maybe_int("at"), eyes]
            ),
            b.field(
                "encounters",
                self._encounters,
                query.encounters,
                [
                    _maybe_int("first"),
                    argument("after", nullable(ID)),
                    argument("status", status),
                    argument("system", nullable(ID)),
                    argument("host", nullable(ID)),
                    argument("archived", nullable(bool), False),
                ],
            ),
            b.field("signingKeys", list_of(b.struct(answers.SigningKey)), query.signing_keys),
            b.field("hosts", self._hosts, query.hosts, [_maybe_int("first"), argument("after", nullable(ID))]),
            b.field(
                "shelf",
                self._shelf,
                query.shelf,
                [
                    _maybe_int("first"),
                    argument("after", nullable(ID)),
                    argument("kind", nullable(kind)),
                    argument("system", nullable(ID)),
                    argument("text", nullable(str)),
                ],
            ),
            b.field(
                "shelfItem",
                nullable(b.struct(shelf.ShelfItem)),
                query.shelf_item,
                [argument("kind", kind), argument("key", ID)],
            ),
            b.field(
                "shelfFile",
                shelf_file,
                query.shelf_file,
                [argument("items", nullable(list_of(self._inputs.struct(shelf.ShelfNameRequest))))],
            ),
            b.field("presence", b.struct(answers.Presence), query.presence, [argument("encounter", ID)]),
            b.field("checkEncounter", b.struct(answers.EncounterCheck), query.check_encounter, _input(Json)),
        )

    def _mutation(self) -> Any:
        return self._root("Mutation", *self._made("Mutation"))

    def _made(self, root: str) -> list[StrawberryField]:
        """The fields of a root that are made from the table of operations."""
        return [
            self._forms.field(operation)
            for operation in OPERATIONS
            if operation.root == root and operation.does is not None
        ]

    def _subscription(self) -> Any:
        b = self._types
        return self._root(
            "Subscription",
            b.field(
                "events",
                list_of(self._event),
                subscription.events,
                [argument("encounter", ID), argument("after", nullable(int), 0)],
                subscription=True,
            ),
            b.field("encounter", self._encounter, subscription.encounter, [argument("id", ID)], subscription=True),
            b.field(
                "changes",
                self._change(),
                subscription.changes,
                [argument("encounter", ID), argument("after", nullable(int))],
                subscription=True,
            ),
            b.field(
                "presence",
                b.struct(answers.Presence),
                subscription.presence,
                [argument("encounter", ID)],
                subscription=True,
            ),
            b.field(
                "odds",
                b.struct(answers.Odds),
                subscription.odds,
                _input(self._inputs.struct(OddsRequest)),
                subscription=True,
            ),
            b.field(
                "compare",
                b.struct(answers.OfferComparison),
                subscription.compare,
                _input(self._inputs.struct(CompareRequest)),
                subscription=True,
            ),
            b.field(
                "curve",
                b.struct(FightCurve),
                subscription.curve,
                [argument("encounter", ID)],
                subscription=True,
            ),
            b.field(
                "setupOdds",
                b.struct(answers.Odds),
                subscription.setup_odds,
                _input(self._inputs.struct(SetupOddsRequest)),
                subscription=True,
            ),
            b.field(
                "setupProposals",
                b.struct(answers.SetupProposals),
                subscription.setup_proposals,
                _input(self._inputs.struct(SetupProposalsRequest)),
                subscription=True,
            ),
        )

    def _change(self) -> Any:
        b = self._types
        b.claim("EncounterChange", EncounterChange)
        fields = [
            b.plain("version", int, description="Of the fight after this message."),
            b.plain("since", nullable(int), description=_SINCE),
            b.plain("whole", nullable(self._encounter), description=_WHOLE),
            b.plain("patch", nullable(Json), description=_PATCH),
            b.plain(
                "events",
                list_of(self._event),
                description="Those of a step; what changed by them comes in a later message.",
            ),
        ]
        return b.holder("EncounterChange", None, fields, description="A fight as it was, or what changed in it.")

    def _root(self, name: str, *fields: StrawberryField) -> Any:
        self._types.claim(name, name)
        return self._types.holder(name, None, fields)

    # -- inputs
    def _special_inputs(self) -> dict[type[msgspec.Struct], Any]:
        """Inputs with parts whose type depends on the game."""
        return {requests.CreateEncounterRequest: self._create_input()} | {
            cls: self._inputs.struct(
                cls,
                overrides={"command": nullable(self._commands()) if optional else self._commands()},
                converted=self._converted(cls),
            )
            for cls, optional in ((requests.SubmitRequest, False), (requests.PreviewRequest, True))
        }

    def _commands(self) -> Any:
        """The input type of all commands, made once."""
        if self._command is None:
            self._command = command_input(self._inputs, self._books)
        return self._command

    def _converted(self, cls: type[msgspec.Struct]) -> Convert:
        """Reads a request that holds a command, or may hold one."""

        def converted(value: Any, path: tuple[str | int, ...]) -> Any:
            if value.get("command") is not None:
                value["command"] = bare_all(value["command"], value["encounter"].partition("@")[0])
                check_command(self._by_key, value["command"], [*path, "command"])
            return convert(value, cls, path)

        return converted

    def _create_input(self) -> Any:
        def converted(value: Any, path: tuple[str | int, ...]) -> requests.CreateEncounterRequest:
            book = self._by_id.get(value["system"])
            for number, combatant in enumerate(value.get("combatants", ())):
                self._check_part(combatant["sheet"], book, "sheet", [*path, "combatants", number, "sheet"])
            if value.get("setup") is not None:
                self._check_part(value["setup"], book, "setup", [*path, "setup"])
            wish: requests.CreateEncounterRequest = convert(value, requests.CreateEncounterRequest, path)
            return wish

        sheet = part_input(
            self._inputs, "SheetInput", self._books, {book.system.id: book.system.sheet for book in self._books}
        )
        setup = part_input(
            self._inputs, "SetupInput", self._books, {book.system.id: book.system.setup for book in self._books}
        )
        self._inputs.struct(requests.CombatantRequest, overrides={"sheet": sheet})
        return self._inputs.struct(
            requests.CreateEncounterRequest,
            overrides={"setup": nullable(setup)} if setup else {},
            converted=converted,
        )

    def _check_part(self, value: Any, book: Rulebook[Any] | None, kind: str, path: Sequence[str | int]) -> None:
        if book is None:
            return  # the service checks which systems there are
        if list(value) != [book.key]:
            raise BadInput(f"expected the key {book.key}, as the encounter is of {book.system.name}", path)
        cls: type[msgspec.Struct] = book.system.sheet if kind == "sheet" else book.system.setup
        convert(value[book.key], cls, [*path, book.key])

    def build(self, limits: Limits, *, compiled: bool) -> Schema:
        """The schema. compiled: selections without side effects run as compiled functions (`api.graphql.compiled`)."""
        self._outputs()
        self._results()
        self._forms = Forms(self._types, self._inputs, self._special_inputs())
        verdicts = validation_cache_of(limits)
        schema = Schema(
            query=self._query(),
            mutation=self._mutation(),
            subscription=self._subscription(),
            types=self._more,
            extensions=extensions(limits, verdicts),
            execution_context_class=compiling() if compiled else PiecewiseExecutor,
            config=StrawberryConfig(auto_camel_case=False, default_resolver=read, scalar_map=SCALARS),
        )
        schema.direct, schema.limits = direct(limits, verdicts), limits
        return schema


_UNIQUE = "Unique in the service; of a past version it names that version."
_SINCE = "The version of the message before: `patch` changes what you have of it. Null where `whole` comes."
_WHOLE = (
    "The fight: in the first message, and where what changed is not shorter. Null: see `patch`, or it is as it was."
)
_PATCH = """What to change in what you selected of `whole`: operations of JSON Patch (RFC 6902), in their order.

Null where `whole` comes."""
_CURSORS = ("start_cursor", "end_cursor")


def _maybe_int(name: str) -> Any:
    return argument(name, nullable(int))


def _paging(cursor: Any) -> list[Any]:
    return [
        _maybe_int("first"),
        argument("after", nullable(cursor)),
        _maybe_int("last"),
        argument("before", nullable(cursor)),
    ]


def _input(tp: Any) -> list[Any]:
    return [argument("input", tp)]


def build_schema(books: Sequence[Rulebook[Any]], limits: Limits | None = None, *, compiled: bool = True) -> Schema:
    """The schema of these systems. compiled: as for `SchemaBuilder.build`."""
    limits, games = limits or Limits(), {book.system.id: book for book in books}
    by_id = {id: [games[book.campaign_of], book] if book.campaign_of else [book] for id, book in games.items()}
    schema = SchemaBuilder(books).build(limits, compiled=compiled)
    schema.games = GameSchemas(tuple(by_id), lambda game: SchemaBuilder(by_id[game]).build(limits, compiled=False))
    return schema
