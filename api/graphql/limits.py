"""Limits of a document, and the errors that its sender may read."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any

from graphql import DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode, specified_rules, validate
from graphql.validation.rules import overlapping_fields_can_be_merged as merging
from graphql.validation.validate import ValidationAbortedError
from strawberry.exceptions import MissingQueryError
from strawberry.extensions import MaskErrors, ParserCache
from strawberry.extensions.base_extension import SchemaExtension
from strawberry.extensions.runner import SchemaExtensionsRunner
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule
from strawberry.types import ExecutionContext, StreamExecutionResult

from api.access.event_work import begin_operation
from api.errors.excerpts import LONGEST_MESSAGE, MORE, MOST_ERRORS, shortened
from api.errors.problems import MASKED, problem_of
from api.errors.request_errors import NoToken
from api.graphql.cost import READING, charge, cost_of, too_dear
from api.graphql.document_bounds import Limits, out_of_bounds
from api.graphql.fast_path import FastPath, ValidatedDocument, one_operation, too_long
from api.graphql.variables import located
from api.logs import REQUEST_ID
from engine.kernel.structs.errors import SkaldError

log = logging.getLogger(__name__)

REMEMBERED = 256
"""Size of the caches of parsed and validated documents."""

LONG = 2_000
"""Characters of a document above which it is parsed and validated in a thread: that may take 0.2 seconds."""

HINTS = 3
"""Only so many errors of one document come with suggestions: finding one takes some milliseconds."""

RULES = (*specified_rules, MaybeNullValidationRule, OneOfInputValidationRule)
"""The validation rules: those of GraphQL and those of strawberry."""


class Timeout(SchemaExtension):
    """Ends an operation that takes too long; a running subscription continues. cost: maximum per operation, 0: any."""

    seconds, cost = 15.0, 0

    async def on_execute(self) -> AsyncIterator[None]:
        begin_operation(self.cost)
        try:
            async with asyncio.timeout(self.seconds):
                yield
        except TimeoutError:
            raise too_long(self.seconds) from None


class Parsed(ParserCache):
    """Parses documents up to a number of tokens, once each.

    A document that cannot be parsed is left to the schema, which reports it on every transport.
    """

    most = 4000

    async def on_parse(self) -> AsyncIterator[None]:  # type: ignore[override]  # the cache's own hook is not async
        context = self.execution_context
        context.parse_options["max_tokens"] = self.most
        parsed = partial(self.cached_parse_document, context.query, **context.parse_options)
        with suppress(GraphQLError):
            long = len(context.query or "") > LONG
            context.graphql_document = await asyncio.to_thread(parsed) if long else parsed()
        yield


_USUAL = Limits()


def faults(schema: GraphQLSchema, document: DocumentNode, limits: Limits = _USUAL) -> list[GraphQLError]:
    """The errors of a document by the rules of GraphQL: at most `MOST_ERRORS`, and one that says so."""
    merging.MAX_COMPLEXITY_BUDGET = limits.comparisons  # graphql-core reads it there, and nowhere else
    errors = validate(schema, document, RULES, max_errors=MOST_ERRORS, hide_suggestions=True)
    if 0 < len(errors) <= HINTS and not isinstance(errors[-1], ValidationAbortedError):
        errors = validate(schema, document, RULES, max_errors=HINTS)
    return [_aborted(errors) if isinstance(error, ValidationAbortedError) else error for error in errors]


def _aborted(errors: list[GraphQLError]) -> GraphQLError:
    """The last error, which says that validation was aborted."""
    if len(errors) > MOST_ERRORS:
        return GraphQLError(MORE)
    return GraphQLError("the document has too many fields of the same name to compare: select each of them once")


class ValidationCache:
    """Cache of validation results of recent documents, for one schema. most: number of documents.

    Documents are keyed by identity, not by content: comparing two takes longer than many a query.
    """

    def __init__(self, limits: Limits, most: int = REMEMBERED) -> None:
        self._limits, self._most = limits, most
        self._known: OrderedDict[int, tuple[DocumentNode, list[GraphQLError]]] = OrderedDict()
        self._good: OrderedDict[str, ValidatedDocument] = OrderedDict()

    async def of(self, context: ExecutionContext) -> list[GraphQLError]:
        """The errors of a document; empty if it is valid."""
        document = context.graphql_document
        assert document is not None, "it was parsed"
        if id(document) not in self._known:
            errors = out_of_bounds(document, self._limits) or await self._faults(context, document)
            if len(self._known) >= self._most:
                self._known.popitem(last=False)
            self._known[id(document)] = document, errors  # keeps the document alive, so that its id is not reused
            operation = one_operation(document)
            if not errors and operation is not None and context.query:
                self._good[context.query] = ValidatedDocument(document, operation)
                while len(self._good) > self._most:
                    self._good.popitem(last=False)
        self._known.move_to_end(id(document))
        return self._known[id(document)][1]

    async def _faults(self, context: ExecutionContext, document: DocumentNode) -> list[GraphQLError]:
        schema = context.schema._schema
        if len(context.query or "") <= LONG:
            return faults(schema, document, self._limits)
        return await asyncio.to_thread(faults, schema, document, self._limits)

    def known(self, context: ExecutionContext) -> bool:
        """Whether the result for its document is cached."""
        return id(context.graphql_document) in self._known

    def good(self, query: str) -> ValidatedDocument | None:
        """The document of this text, if it is known to be valid and has one operation."""
        good = self._good.get(query)
        if good is not None:
            self._good.move_to_end(query)
        return good

    def __len__(self) -> int:
        return len(self._known)


def validation_cache_of(limits: Limits) -> ValidationCache:
    """A validation cache for these limits and the rules of GraphQL."""
    return ValidationCache(limits)


class Validated(SchemaExtension):
    """Validates each document once. Of several operations one must be named: strawberry would take the first.

    The work of validation and the cost of the operation are charged to the caller's rate. An operation that costs more
    than `most` (0: any) is not begun.
    """

    verdicts: ValidationCache
    most = 0

    async def on_validate(self) -> AsyncIterator[None]:
        context = self.execution_context
        new = not self.verdicts.known(context)
        await self._judge(context)
        cost = READING * len(context.query or "") if new else 0
        if not context.pre_execution_errors:
            try:
                asked, charged = cost_of(context)
            except GraphQLError as refused:
                asked, charged = 0, 0
                context.pre_execution_errors = [refused]
            if self.most and asked > self.most:
                context.pre_execution_errors = [too_dear(asked, self.most)]
            else:
                cost += charged
        error = await charge(context.context, cost)
        if error is not None:
            context.pre_execution_errors = [error]
        yield

    async def _judge(self, context: ExecutionContext) -> None:
        context.pre_execution_errors = await self.verdicts.of(context)
        document = context.graphql_document
        assert document is not None, "it was parsed"
        operations = [
            definition for definition in document.definitions if isinstance(definition, OperationDefinitionNode)
        ]
        if len(operations) > 1 and context._provided_operation_name is None:
            context.pre_execution_errors = [GraphQLError("the document has several operations: name one of them")]


class MaskedErrors(MaskErrors):
    """Gives every error its code; internal errors get a neutral message."""

    def _process_errors(self, errors: list[GraphQLError]) -> list[GraphQLError]:
        return errors_for_client(errors, self.execution_context)


def errors_for_client(errors: list[GraphQLError], context: ExecutionContext) -> list[GraphQLError]:
    """The errors of an operation as its sender may read them."""
    document = context.graphql_document
    operations = (
        [definition for definition in document.definitions if isinstance(definition, OperationDefinitionNode)]
        if document
        else []
    )
    nodes = {
        node.variable.name.value: node for operation in operations for node in operation.variable_definitions or ()
    }
    # Errors of fields, which have a path, are part of an answer: all of them are reported.
    if len(errors) > MOST_ERRORS and not any(error.path for error in errors):
        errors = [*errors[:MOST_ERRORS], GraphQLError(MORE)]
    return [
        error_for_client(error) for error in located(errors, context.schema._schema, nodes, context.variables or {})
    ]


def error_for_client(error: GraphQLError) -> GraphQLError:
    """An error as its sender may read it."""
    original = error.original_error
    if (error.extensions or {}).get("code"):
        return error if len(error.message) <= LONGEST_MESSAGE else _again(error, error.message, error.extensions or {})
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
    """The id by which the operator finds an internal error in the log."""
    return {"request": REQUEST_ID.get()} if code == "INTERNAL" else {}


def _again(error: GraphQLError, message: str, extensions: dict[str, Any]) -> GraphQLError:
    return GraphQLError(
        shortened(message),
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions=extensions,
    )


class ExtensionsRunner(SchemaExtensionsRunner):
    """Runs our extensions on results of a stream: they only process errors, and add nothing to a result.

    Detecting that anew would cost each watcher as much as delivering a step.
    """

    def on_stream_result(self, result: StreamExecutionResult) -> Any:
        return super().on_stream_result(result) if getattr(result, "errors", None) else _NOTHING

    async def get_extensions_results(self, ctx: ExecutionContext) -> dict[str, Any]:
        return {}


_NOTHING = nullcontext()


def direct(limits: Limits, verdicts: ValidationCache) -> FastPath:
    """The fast path of documents that this cache knows to be valid."""
    return FastPath(verdicts.good, errors_for_client, cost=limits.cost, seconds=limits.seconds)


def extensions(limits: Limits, verdicts: ValidationCache) -> list[Callable[[], SchemaExtension]]:
    """The extensions of a schema: few, since each costs time in every operation.

    verdicts: `validation_cache_of` these limits.

    Their caches and rules are made once: made per operation, they would cache nothing.
    """

    def timeout() -> SchemaExtension:
        made = Timeout()
        made.seconds, made.cost = limits.seconds, limits.cost
        return made

    def parsed() -> SchemaExtension:
        made = Parsed(REMEMBERED)
        made.most = limits.tokens
        return made

    def validated() -> SchemaExtension:
        made = Validated()
        made.verdicts, made.most = verdicts, limits.cost
        return made

    return [MaskedErrors, timeout, parsed, validated]
