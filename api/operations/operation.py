"""What an operation is: who may do it, what it takes and answers, and how GraphQL and REST offer it.

`api.operations.table` has a row for each. From the rows are made GraphQL's fields, REST's routes, OpenAPI, the costs,
and the tests of access.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, get_type_hints

from msgspec import Struct

from api.operations.orders import Accepted, created
from api.operations.session import Session
from engine.service.reading.views import FightView, StepResult
from schemas import answers

Role = Literal["nobody", "stranger", "guest", "spectator", "player", "gm", "host", "admin"]
"""A kind of caller: without a token, another fight's GM, another host, three seats of the fight, its host, the
operator."""

ROLES: tuple[Role, ...] = ("nobody", "stranger", "guest", "spectator", "player", "gm", "host", "admin")

Who = frozenset[Role]

EVERYBODY: Who = frozenset(ROLES)
WITH_TOKEN: Who = EVERYBODY - {"nobody"}
READERS: Who = frozenset({"spectator", "player", "gm", "host", "admin"})
"""Who reads a fight."""
SEATED: Who = frozenset({"spectator", "player", "gm"})
PLAYING: Who = frozenset({"player", "gm"})
GM: Who = frozenset({"gm"})
RULING: Who = frozenset({"gm", "host", "admin"})
"""Who decides about a fight."""
TAKING_PART: Who = RULING | {"player"}
"""Who decides about a fight, or about something of their own in it."""
OWNERS: Who = frozenset({"host", "admin"})
"""The host of a fight, and the operator."""
HOSTS: Who = OWNERS | {"guest"}
OPERATOR: Who = frozenset({"admin"})

READ_ERRORS = (400, 401, 403, 404, 500, 503)
WRITE_ERRORS = (400, 401, 403, 404, 412, 422, 500, 503)


class Parameter(Struct, frozen=True):
    """A parameter of query or header. limits: of its values, in terms of JSON Schema. required: cannot be left out."""

    name: str
    where: str
    description: str
    type: str = "string"
    limits: dict[str, Any] = {}
    required: bool = False


class RestForm(Struct, frozen=True, kw_only=True):
    """How REST offers an operation. Parts of the path are fields of what it takes; `id` is its `encounter`."""

    method: str
    path: str
    name: str = ""
    """Of the operation in OpenAPI; "": its own."""
    body: type[Struct] | None = None
    """The JSON of its body: what the operation takes, without what stands in the path; None: it has no body."""
    inside: str = ""
    """The field of the operation's answer that is the whole answer here; "": all of it."""
    status: int = 200
    no_store: bool = False
    """Its answer is for its caller alone and for now: no cache keeps it."""
    parameters: tuple[Parameter, ...] = ()
    """Besides those that follow from what it takes and answers: `include`, If-Match, Idempotency-Key."""
    errors: tuple[int, ...] = ()
    """Statuses of its errors; (): those of a read, or of a write."""
    cost: int | None = None
    """As the operation's; None: the same."""
    who: Who | None = None
    """Who may; None: as the operation says."""
    description: str = ""
    """"": the operation's."""


class Operation(Struct, frozen=True, kw_only=True):
    """One operation.

    does: the work, `async (session, request) -> answer`, or without a request for what takes nothing. Its signature
    says what the operation takes and answers, its docstring is the published description. A step of a fight is
    answered as `Accepted`, a new fight as `Created`. None: its fronts are written by hand.
    """

    name: str
    """As GraphQL spells it."""
    root: Literal["Query", "Mutation", "Subscription"]
    who: Who
    does: Callable[..., Awaitable[Any]] | None = None
    cost: int = 0
    """Of its work besides reading and writing, as `api.graphql.cost` measures it; 0: as any other field."""
    may: Callable[[Session, str | None], Awaitable[object]] | None = None
    """Checks the caller's right to a fight (None: to nothing of one) before an address is read: whoever may not is not
    told what else is wrong."""
    reads: Callable[[Session, dict[str, Any]], None] | None = None
    """Looks at a body before it is read, to say better what is wrong with it."""
    flat: bool = False
    """GraphQL takes its fields as arguments; else there is one argument, `input`."""
    input: str = ""
    """Name of GraphQL's input; "": as the struct's."""
    result: str = ""
    """Name of GraphQL's union of the answer and of refusals; "": as the operation's, of queries: none."""
    conflicts: bool = False
    """A conflict is one of its results, though it takes no expected version."""
    rest: tuple[RestForm, ...] = ()
    """Where REST offers it: for a fight, or for all of a host's."""

    @property
    def work(self) -> Callable[..., Awaitable[Any]]:
        """What it does, of an operation whose fronts are made from its row."""
        assert self.does is not None, f"the fronts of {self.name} are written by hand"
        return self.does

    @property
    def takes(self) -> type[Struct] | None:
        """The struct of its request; None: it takes nothing."""
        return _signature(self.work)[0]

    @property
    def answers(self) -> Any:
        """What it answers, as it is published."""
        return _signature(self.work)[1]

    @property
    def description(self) -> str:
        """The published description."""
        return inspect.cleandoc(self.work.__doc__ or "")

    async def run(self, session: Session, request: Any = None) -> Any:
        """The answer. Raises what the operation raises."""
        made = await (self.work(session) if self.takes is None else self.work(session, request))
        if isinstance(made, StepResult):
            return await Accepted.of(session, made)
        if isinstance(made, FightView):
            return await created(session, made, getattr(request, "encounter", None))
        return made


PUBLISHED = MappingProxyType({StepResult: answers.Accepted, FightView: answers.Created})
"""Results of the service, and the answers that are made of them."""


@lru_cache(maxsize=256)
def _signature(does: Callable[..., Any]) -> tuple[type[Struct] | None, Any]:
    """(what a function takes besides the session, what it answers as it is published)."""
    hints = get_type_hints(does)
    answer = hints.pop("return")
    hints.pop("session", None)  # a method of Session has none
    (takes,) = hints.values() or (None,)
    return takes, PUBLISHED.get(answer, answer)
