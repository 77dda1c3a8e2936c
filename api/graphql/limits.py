"""What one document may cost, and what of an error its sender is told."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from typing import Any

from graphql import DocumentNode, GraphQLError, OperationDefinitionNode, ValidationRule
from msgspec import Struct
from strawberry.exceptions import MissingQueryError
from strawberry.extensions import MaskErrors, ParserCache
from strawberry.extensions.base_extension import SchemaExtension
from strawberry.extensions.runner import SchemaExtensionsRunner
from strawberry.schema.schema import validate_document
from strawberry.types import ExecutionContext, StreamExecutionResult

from api.errors import NoToken
from api.graphql.bounds import bounds_rule
from api.graphql.cost import CostLimit
from api.graphql.direct import Direct, Good, one_operation, too_long
from api.graphql.variables import located
from api.logs import REQUEST_ID
from api.problems import MASKED, problem_of
from engine.kernel.errors import SkaldError

log = logging.getLogger(__name__)

REMEMBERED = 256
"""Documents whose parsing and validation are remembered."""


class Limits(Struct, frozen=True):
    """depth: of fields; aliases, tokens: in one document; cost (0: any), seconds: of one operation."""

    depth: int = 12
    aliases: int = 30
    tokens: int = 4000
    cost: int = 200_000
    seconds: float = 15.0


class Timeout(SchemaExtension):
    """An operation that takes too long ends; a subscription may go on."""

    seconds = 15.0

    async def on_execute(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self.seconds):
                yield
        except TimeoutError:
            raise too_long(self.seconds) from None


class Parsed(ParserCache):
    """Documents of at most so many tokens are parsed, once each.

    One that cannot be parsed is left to the schema, which answers it on every way in.
    """

    most = 4000

    def on_parse(self) -> Iterator[None]:
        context = self.execution_context
        context.parse_options["max_tokens"] = self.most
        with suppress(GraphQLError):
            context.graphql_document = self.cached_parse_document(context.query, **context.parse_options)
        yield


class Verdicts:
    """What is wrong with the documents that were validated last, for one schema. rules: beside the usual ones; most: so
    many documents.

    They are known by what they are, not by what they say: to compare two documents takes longer than many a query.
    """

    def __init__(self, rules: Iterable[type[ValidationRule]], most: int = REMEMBERED) -> None:
        self._rules, self._most = tuple(rules), most
        self._known: OrderedDict[int, tuple[DocumentNode, list[GraphQLError]]] = OrderedDict()
        self._good: OrderedDict[str, Good] = OrderedDict()

    def of(self, context: ExecutionContext) -> list[GraphQLError]:
        """The errors of a document; none where it is valid."""
        document = context.graphql_document
        assert document is not None, "it was parsed"
        if id(document) not in self._known:
            errors = validate_document(context.schema._schema, document, (*context.validation_rules, *self._rules))
            if len(self._known) >= self._most:
                self._known.popitem(last=False)
            self._known[id(document)] = document, errors  # kept with it, so that no other gets its id
            operation = one_operation(document)
            if not errors and operation is not None and context.query:
                self._good[context.query] = Good(document, operation)
                while len(self._good) > self._most:
                    self._good.popitem(last=False)
        self._known.move_to_end(id(document))
        return self._known[id(document)][1]

    def good(self, query: str) -> Good | None:
        """The document of this text, where it was found good and has one operation."""
        good = self._good.get(query)
        if good is not None:
            self._good.move_to_end(query)
        return good

    def __len__(self) -> int:
        return len(self._known)


def verdicts_of(limits: Limits) -> Verdicts:
    """Verdicts by the rules of graphql-core and of these limits."""
    return Verdicts([bounds_rule(limits.depth, limits.aliases)])


class Validated(SchemaExtension):
    """Documents are validated once. Of several operations one must be named: strawberry would take the first."""

    verdicts: Verdicts

    def on_validate(self) -> Iterator[None]:
        context = self.execution_context
        context.pre_execution_errors = self.verdicts.of(context)
        document = context.graphql_document
        assert document is not None, "it was parsed"
        operations = [one for one in document.definitions if isinstance(one, OperationDefinitionNode)]
        if len(operations) > 1 and context._provided_operation_name is None:
            context.pre_execution_errors = [GraphQLError("the document has several operations: name one of them")]
        yield


class ToldErrors(MaskErrors):
    """Every error with its code; our own faults in words that tell nothing."""

    def _process_errors(self, errors: list[GraphQLError]) -> list[GraphQLError]:
        return told_all(errors, self.execution_context)


def told_all(errors: list[GraphQLError], context: ExecutionContext) -> list[GraphQLError]:
    """The errors of an operation as its sender may read them."""
    document = context.graphql_document
    operations = [one for one in document.definitions if isinstance(one, OperationDefinitionNode)] if document else []
    nodes = {node.variable.name.value: node for one in operations for node in one.variable_definitions or ()}
    return [told(error) for error in located(errors, context.schema._schema, nodes, context.variables or {})]


def told(error: GraphQLError) -> GraphQLError:
    """An error as its sender may read it."""
    original = error.original_error
    if (error.extensions or {}).get("code"):
        return error
    if original is None or isinstance(original, GraphQLError):
        extensions = {**(error.extensions or {}), "code": (getattr(original, "extensions", None) or {}).get("code")}
        return _again(error, error.message, {**extensions, "code": extensions["code"] or "BAD_USER_INPUT"})
    if isinstance(original, MissingQueryError):
        return _again(error, "the request holds no query", {"code": "BAD_USER_INPUT"})
    if isinstance(original, SkaldError):
        problem = problem_of(original)
        extra = {name: value for name, value in (("field", problem.field), ("rule", problem.rule)) if value}
        if problem.ours:
            log.error("a field failed: %s", original, exc_info=original)
        also = ", or `token` in connection_init of a socket" if isinstance(original, NoToken) else ""
        return _again(
            error, problem.detail + also, {"code": problem.code, **extra, **problem.more, **_found(problem.code)}
        )
    log.error("a field failed", exc_info=original)
    return _again(error, MASKED, {"code": "INTERNAL", **_found("INTERNAL")})


def _found(code: str) -> dict[str, str]:
    """By which id the operator finds a fault of ours in the log."""
    return {"request": REQUEST_ID.get()} if code == "INTERNAL" else {}


def _again(error: GraphQLError, message: str, extensions: dict[str, Any]) -> GraphQLError:
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions=extensions,
    )


class ExtensionsRunner(SchemaExtensionsRunner):
    """Runs ours for what comes of a stream: they look at errors, and add nothing to any result.

    To find that out anew costs each watcher as much as to be handed a step.
    """

    def on_stream_result(self, result: StreamExecutionResult) -> Any:
        return super().on_stream_result(result) if getattr(result, "errors", None) else _NOTHING

    async def get_extensions_results(self, ctx: ExecutionContext) -> dict[str, Any]:
        return {}


_NOTHING = nullcontext()


def direct(limits: Limits, verdicts: Verdicts) -> Direct:
    """The short way of documents that these verdicts found good."""
    return Direct(verdicts.good, told_all, cost=limits.cost, seconds=limits.seconds)


def extensions(limits: Limits, verdicts: Verdicts) -> list[Callable[[], SchemaExtension]]:
    """The extensions of a schema: few, as each costs every operation something. verdicts: `verdicts_of` these limits.

    What they remember, and the rules, are made once: made anew for each operation they would remember nothing.
    """

    def timeout() -> SchemaExtension:
        made = Timeout()
        made.seconds = limits.seconds
        return made

    def parsed() -> SchemaExtension:
        made = Parsed(REMEMBERED)
        made.most = limits.tokens
        return made

    def validated() -> SchemaExtension:
        made = Validated()
        made.verdicts = verdicts
        return made

    def costly() -> SchemaExtension:
        made = CostLimit()
        made.most = limits.cost
        return made

    # The cost comes behind what validates: only a document that is valid can be measured.
    return [ToldErrors, timeout, parsed, validated, costly]
