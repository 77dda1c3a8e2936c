"""The schema of a set of rule systems, built from the structs that serve stream and REST."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args

import msgspec
import strawberry
from graphql import GraphQLError
from strawberry.extensions import SchemaExtension
from strawberry.extensions.runner import SchemaExtensionsRunner
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.schema import DEFAULT_ALLOWED_OPERATION_TYPES
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.field import StrawberryField
from strawberry.types.graphql import OperationType

from api import acting
from api.graphql import mutation, query, subscription
from api.graphql.builder import Builder, argument, listed, maybe
from api.graphql.commands import check_command, command_input, part_input
from api.graphql.compiled.executor import compiling
from api.graphql.direct import Direct
from api.graphql.events import event_types
from api.graphql.inputs import BadInput, InputBuilder, convert
from api.graphql.limits import ExtensionsRunner, Limits, direct, extensions, verdicts_of
from api.graphql.parts import system_parts
from api.graphql.reading import read
from api.graphql.scalars import SCALARS, Json
from api.graphql.sharing import SharingExecutor
from api.graphql.wording import Wording
from api.reading.ids import bare_all
from api.reading.pages import Edge, Page, PageInfo
from engine.kernel.fight import Status
from engine.kernel.rulebook import Rulebook
from schemas import answers, requests
from schemas.glossary import GLOSSARY

ID: Any = strawberry.ID


class Schema(strawberry.Schema):
    """Errors are told to who made them; only our own go to the log, when they are masked."""

    direct: Direct | None = None
    """The way of documents that come again; without it all go the long one."""

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
        """See strawberry. A document that was found good goes the short way."""
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
        return await direct.go(good, context, self.execution_context_class)

    def create_extensions_runner(
        self, execution_context: ExecutionContext, extensions: list[SchemaExtension]
    ) -> SchemaExtensionsRunner:
        return ExtensionsRunner(execution_context, extensions)


class SchemaBuilder:
    """Builds one schema. books: the systems it serves."""

    def __init__(self, books: Sequence[Rulebook[Any]]) -> None:
        self._books = list(books)
        self._by_key = {book.key: book for book in self._books}
        self._by_id = {book.system.id: book for book in self._books}
        lists = {book.prefix: getattr(book.system, "glossary", {}) for book in self._books}
        ids = {book.prefix: getattr(book.system, "ids", ()) for book in self._books}
        self._types, self._more = Builder(Wording({"": GLOSSARY, **lists}), ids), list[Any]()
        self._inputs = InputBuilder(self._types)

    # -- outputs
    def _outputs(self) -> None:
        b = self._types
        self._event, events = event_types(b, self._books)
        state, combatant, parts = system_parts(b, self._books)
        self._more += events + parts
        b.struct(answers.Combatant, overrides={"rules": maybe(combatant)})
        b.struct(answers.Option, overrides={"value": maybe(Json)})
        b.struct(answers.Offer, overrides={"send": Json})
        self._page_info = b.struct(PageInfo, name="PageInfo", overrides=dict.fromkeys(_CURSORS, maybe(ID)))
        self._events = self._connection("Event", self._event)
        self._encounter = b.struct(
            answers.Encounter,
            overrides={"rules": state},
            without=["offers"],
            extra=[
                b.field("offers", listed(b.holders["Offer"]), query.offers, [argument("combatant", maybe(ID))]),
                b.field("events", self._events, query.events, _paging(ID)),
            ],
        )
        self._encounters = self._connection("Encounter", b.struct(answers.EncounterSummary))

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
                b.plain("edges", listed(edge)),
                b.plain("nodes", listed(node)),
                b.plain("pageInfo", self._page_info, "page_info"),
            ],
            description="A page.",
        )

    # -- results
    def _results(self) -> dict[str, Any]:
        b = self._types
        words = [b.plain("code", str), b.plain("message", str)]
        problem = b.interface("Problem", words, "Why something was not done; every failing member is one.")
        skipped = ["code", "message"]
        refused = b.struct(answers.Refused, interfaces=[problem], without=skipped)
        conflict = b.struct(answers.Conflict, interfaces=[problem], without=skipped)
        accepted = b.struct(answers.Accepted, overrides={"events": listed(self._event), "encounter": self._encounter})
        created = b.struct(answers.Created, overrides={"encounter": self._encounter})
        b.names[acting.Accepted], b.names[acting.Created] = "Accepted", "Created"
        self._more += [refused, conflict]
        members = {
            "SubmitResult": [accepted, refused, conflict],
            "CreateEncounterResult": [created, refused],
            "PreferResult": [b.struct(answers.Preferred), refused],
            "IssueTokenResult": [b.struct(answers.Issued), refused],
            "InviteResult": [b.struct(answers.Invited), refused],
            "JoinResult": [b.struct(answers.Joined), refused],
            "RevokeTokenResult": [b.struct(answers.TokensRevoked), refused],
        }
        return {name: b.union(name, types, name) for name, types in members.items()}

    # -- roots
    def _query(self) -> Any:
        b = self._types
        status = maybe(b.literal(get_args(Status), "EncounterStatus"))
        return self._root(
            "Query",
            b.field("systems", listed(b.struct(answers.RuleSystem)), query.systems),
            b.field("encounter", maybe(self._encounter), query.encounter, [argument("id", ID), _maybe_int("at")]),
            b.field(
                "encounters",
                self._encounters,
                query.encounters,
                [
                    _maybe_int("first"),
                    argument("after", maybe(ID)),
                    argument("status", status),
                    argument("system", maybe(ID)),
                ],
            ),
            b.field("audit", b.struct(answers.AuditReport), query.audit, [argument("encounter", ID)]),
            b.field("signingKeys", listed(b.struct(answers.SigningKey)), query.signing_keys),
            b.field(
                "invitations",
                listed(b.struct(answers.Invitation)),
                query.invitations,
                [argument("encounter", ID)],
            ),
            b.field("viewer", b.struct(answers.Viewer), query.viewer),
        )

    def _mutation(self) -> Any:
        b, results = self._types, self._results()
        key = argument("idempotencyKey", maybe(str))
        key.python_name = "idempotency_key"
        create, submit = self._create_input(), self._submit_input()
        return self._root(
            "Mutation",
            b.field("createEncounter", results["CreateEncounterResult"], mutation.create_encounter, _input(create)),
            b.field("submit", results["SubmitResult"], mutation.submit, _input(submit)),
            b.field(
                "answer", results["SubmitResult"], mutation.answer, _input(self._inputs.struct(requests.AnswerRequest))
            ),
            b.field(
                "prefer", results["PreferResult"], mutation.prefer, _input(self._inputs.struct(requests.PreferRequest))
            ),
            b.field(
                "setBot", results["SubmitResult"], mutation.set_bot, _input(self._inputs.struct(requests.SetBotRequest))
            ),
            b.field(
                "addEntropy",
                results["SubmitResult"],
                mutation.add_entropy,
                _input(self._inputs.struct(requests.AddEntropyRequest)),
            ),
            b.field(
                "fork",
                results["CreateEncounterResult"],
                mutation.fork,
                [argument("encounter", ID), argument("at", int), key],
            ),
            *(
                b.field(name, results["SubmitResult"], do, _input(self._inputs.struct(wish)))
                for name, do, wish in (
                    ("addSeat", mutation.add_seat, requests.AddSeatRequest),
                    ("renameSeat", mutation.rename_seat, requests.RenameSeatRequest),
                    ("removeSeat", mutation.remove_seat, requests.RemoveSeatRequest),
                    ("handOver", mutation.hand_over, requests.HandOverRequest),
                    ("answerHandover", mutation.answer_handover, requests.AnswerHandoverRequest),
                    ("recall", mutation.recall, requests.RecallRequest),
                    ("withdrawInvitation", mutation.withdraw_invitation, requests.WithdrawInvitationRequest),
                )
            ),
            b.field(
                "invite", results["InviteResult"], mutation.invite, _input(self._inputs.struct(requests.InviteRequest))
            ),
            b.field("join", results["JoinResult"], mutation.join, [argument("invitation", str), key]),
            b.field(
                "issueToken",
                results["IssueTokenResult"],
                mutation.issue_token,
                _input(self._inputs.struct(requests.TokenRequest, name="IssueTokenInput")),
            ),
            b.field(
                "revokeToken",
                results["RevokeTokenResult"],
                mutation.revoke_token,
                [argument("encounter", ID), argument("seat", ID)],
            ),
        )

    def _subscription(self) -> Any:
        b = self._types
        return self._root(
            "Subscription",
            b.field(
                "events",
                listed(self._event),
                subscription.events,
                [argument("encounter", ID), argument("after", maybe(int), 0)],
                subscription=True,
            ),
            b.field("encounter", self._encounter, subscription.encounter, [argument("id", ID)], subscription=True),
        )

    def _root(self, name: str, *fields: StrawberryField) -> Any:
        self._types.claim(name, name)
        return self._types.holder(name, None, fields)

    # -- inputs
    def _submit_input(self) -> Any:
        def converted(value: Any, path: tuple[str | int, ...]) -> requests.SubmitRequest:
            value["command"] = bare_all(value["command"], value["encounter"].partition("@")[0])
            check_command(self._by_key, value["command"], [*path, "command"])
            wish: requests.SubmitRequest = convert(value, requests.SubmitRequest, path)
            return wish

        commands = command_input(self._inputs, self._books)
        return self._inputs.struct(requests.SubmitRequest, overrides={"command": commands}, converted=converted)

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
            overrides={"setup": maybe(setup)} if setup else {},
            converted=converted,
        )

    def _check_part(self, value: Any, book: Rulebook[Any] | None, kind: str, path: Sequence[str | int]) -> None:
        if book is None:
            return  # the service says which systems there are
        if list(value) != [book.key]:
            raise BadInput(f"expected the key {book.key}, as the encounter is of {book.system.name}", path)
        cls: type[msgspec.Struct] = book.system.sheet if kind == "sheet" else book.system.setup
        convert(value[book.key], cls, [*path, book.key])

    def build(self, limits: Limits, *, compiled: bool) -> Schema:
        """The schema. compiled: selections that are only read go through functions (`api.graphql.compiled`)."""
        self._outputs()
        verdicts = verdicts_of(limits)
        schema = Schema(
            query=self._query(),
            mutation=self._mutation(),
            subscription=self._subscription(),
            types=self._more,
            extensions=extensions(limits, verdicts),
            execution_context_class=compiling() if compiled else SharingExecutor,
            config=StrawberryConfig(auto_camel_case=False, default_resolver=read, scalar_map=SCALARS),
        )
        schema.direct = direct(limits, verdicts)
        return schema


_CURSORS = ("start_cursor", "end_cursor")


def _maybe_int(name: str) -> Any:
    return argument(name, maybe(int))


def _paging(cursor: Any) -> list[Any]:
    return [
        _maybe_int("first"),
        argument("after", maybe(cursor)),
        _maybe_int("last"),
        argument("before", maybe(cursor)),
    ]


def _input(tp: Any) -> list[Any]:
    return [argument("input", tp)]


def build_schema(books: Sequence[Rulebook[Any]], limits: Limits | None = None, *, compiled: bool = True) -> Schema:
    """The schema of these systems. compiled: as for `SchemaBuilder.build`."""
    return SchemaBuilder(books).build(limits or Limits(), compiled=compiled)
