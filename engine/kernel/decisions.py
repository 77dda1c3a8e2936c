"""Offers and questions: what may be ordered or answered, with every open choice listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from engine.kernel.errors import PicksRefused, RuleRefusal
from engine.kernel.messages import plain
from engine.kernel.misread import dotted, misread

A = TypeVar("A")
_json = msgspec.json.Encoder(order="sorted")

FieldKind = Literal["one", "some", "amount", "split", "place", "path", "text"]


class Field(Struct, frozen=True, rename="camel"):
    """An open choice of an offer. Fields of one offer are independent: every combination of picks is legal.

    name: the field of the offer's body it fills, as the body is written in JSON.
    kind: one (a value of `among`) · some (distinct values of `among`, `least` to `most` of them) · amount (an integer,
    least..most) · split (an object value -> integer >= 0 over `among`, its total least..most) · place (one place) ·
    path (least..most places in order) · text (least..most characters).
    exact: False where `among` holds samples only; others may be refused.
    """

    name: str
    kind: FieldKind = "one"
    among: tuple[Any, ...] = ()
    least: int = 0
    most: int = 1
    exact: bool = True

    @property
    def open(self) -> bool:
        """Whether it leaves more than one pick."""
        match self.kind:
            case "one" | "place":
                return len(self.among) > 1 or not self.exact
            case "some":
                return self.least < len(self.among) or not self.exact
            case "amount":
                return self.most > self.least
            case _:
                return True


class Offer(Struct, Generic[A], frozen=True, rename="camel"):
    """A legal order, or an option of a question. Without fields it is ready to send; its body is legal unchanged."""

    key: str
    body: A
    rule: str
    fields: tuple[Field, ...] = ()


class Visibility(Enum):
    """What others see of a question."""

    OPEN = "OPEN"  # question, offers and answer
    PRIVATE = "PRIVATE"  # asked seats and GM; others see that it is asked, and that it is answered
    SEALED = "SEALED"  # the answer is its own seat's alone till the window is in; then AnswersRevealed


class Question(Struct, Generic[A], frozen=True, kw_only=True, rename="camel"):
    """A decision the rules put to a seat. Derived classes add the figures it is about and fix `A`, the bodies' type.

    offers: at least one. default: the key of the offer that a timer or silence takes; always legal.
    deadline: seconds until it takes the default by itself; None: none, unless the table sets one.
    bodies: the structs that answer it beside orders, where `A` does not say it.
    ruling: the game master is asked as the judge, not for a combatant of his: no bot answers it.
    visibility: every question says it.
    words: figures of its own (as in JSON) that hold words, never a combatant's id: see `Event.words`.
    """

    visibility: ClassVar[Visibility]
    ruling: ClassVar[bool] = False
    bodies: ClassVar[tuple[type[Struct], ...]] = ()
    words: ClassVar[tuple[str, ...]] = ()

    offers: tuple[Offer[A], ...]
    default: str
    deadline: int | None = None

    def offer(self, key: str) -> Offer[A]:
        """The offer with this key; KeyError if there is none."""
        for offer in self.offers:
            if offer.key == key:
                return offer
        raise KeyError(key)


def _refuse(field: Field, reason: str) -> RuleRefusal:
    return RuleRefusal(f"{field.name}: {reason}", field=field.name)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_among(pick: Any, among: Iterable[Any]) -> bool:
    """Equal as JSON: `true` is not 1, and 1.0 is not 1."""
    written = _json.encode(pick)
    return any(written == _json.encode(choice) for choice in among)


def check_pick(field: Field, pick: Any) -> None:
    """RuleRefusal unless `pick` (a JSON value) is a legal choice for `field`."""
    among = plain(field.among)
    span = f"{field.least} to {field.most}"
    match field.kind:
        case "one" | "place":
            if field.exact and not _is_among(pick, among):
                raise _refuse(field, f"{pick!r} is not among the choices")
        case "some":
            if not isinstance(pick, list) or not field.least <= len(pick) <= field.most:
                raise _refuse(field, f"pick {span} of the choices, as a list")
            if any(_is_among(p, pick[:i]) for i, p in enumerate(pick)):
                raise _refuse(field, "the same choice twice")
            if field.exact and not all(_is_among(p, among) for p in pick):
                raise _refuse(field, "not among the choices")
        case "amount":
            if not _is_int(pick) or not field.least <= pick <= field.most:
                raise _refuse(field, f"a whole number from {span}")
        case "split":
            good = isinstance(pick, dict) and all(k in among and _is_int(v) and v >= 0 for k, v in pick.items())
            if not good or not field.least <= sum(pick.values()) <= field.most:
                raise _refuse(field, f"an object over the choices whose whole numbers add up to {span}")
        case "path":
            if not isinstance(pick, list) or not field.least <= len(pick) <= field.most:
                raise _refuse(field, f"a list of {span} places")
            if field.exact and not all(_is_among(p, among) for p in pick):
                raise _refuse(field, "a place that is not among the choices")
        case "text":
            if not isinstance(pick, str) or not field.least <= len(pick) <= field.most:
                raise _refuse(field, f"a text of {span} characters")


def check_picks(fields: tuple[Field, ...], picks: Mapping[str, Any]) -> None:
    """RuleRefusal unless every pick names a field and is legal. A field without a pick keeps what the body holds."""
    by_name = {field.name: field for field in fields}
    for name, pick in picks.items():
        if name not in by_name:
            raise RuleRefusal(f"{name}: this choice has no such field", field=name)
        check_pick(by_name[name], pick)


def filled(offer: Offer[A], picks: Mapping[str, Any]) -> A:
    """The offer's body with the picks written into it. PicksRefused where it cannot hold them."""
    if not picks:
        return offer.body
    body = {**plain(offer.body), **picks}
    try:
        return msgspec.convert(body, type(offer.body))
    except msgspec.ValidationError as error:
        what, where = misread(error, body, type(offer.body))
        field = dotted(("choice", "fields", *where))
        raise PicksRefused(f"{dotted((offer.key, *where))}: {what}", rule=offer.rule, field=field) from error
