"""A route of REST, and the parameters that several of them have."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from api.operations.operation import READ_ERRORS, Parameter, Who
from api.operations.session import BYTE
from api.reading.pagination import MOST
from api.reading.parts import PARTS
from api.rest.respond import LARGEST, Handler


class Route(Struct, frozen=True, kw_only=True):
    """One route. body, answer: structs of its JSON; media: other media types of its answer; who: who may use it.

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
    who: Who
    status: int = 200
    parameters: tuple[Parameter, ...] = ()
    errors: tuple[int, ...] = READ_ERRORS
    media: tuple[str, ...] = ()
    token_in_query: bool = False
    cost: int = 0
    file: int = 0
    byte: int = BYTE
    line: int = 0
    plain: bool = False

    @property
    def open(self) -> bool:
        """Whether it needs no token."""
        return "nobody" in self.who

    @property
    def statuses(self) -> tuple[int, ...]:
        """The statuses of its errors; routes below /v1/ always include 429, those that read a body 413.

        Those that look with another seat's eyes refuse whoever may not, and a seat that is not there.
        """
        body = (413,) if self.body or self.file or self.line else ()
        eyes = (403, 422) if any(parameter.name == "as" for parameter in self.parameters) else ()
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
AT = Parameter("at", "query", "A past version.", "integer", {"minimum": 1, "maximum": LARGEST})
AS = Parameter("as", "query", "A seat with whose eyes to look, by its key. The GM and the operator.")
INCLUDE = Parameter(
    "include",
    "query",
    f"Parts of the fight that the answer has, by name, with commas between: {', '.join(PARTS)}.",
    limits={"pattern": f"^({'|'.join(PARTS)})(,({'|'.join(PARTS)}))*$(?!\\n)"},
)
FIRST = Parameter("first", "query", "How many.", "integer", {"minimum": 0, "maximum": MOST})
