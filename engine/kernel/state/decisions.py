"""Offers and questions: what may be ordered or answered, with every open choice listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct, structs

from engine.kernel.state.combatant import Place, Point
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.state.ground.reach import area_of, count_in, holds, places_in
from engine.kernel.structs.budget import spend
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.errors import PicksRefused, RuleRefusal
from engine.kernel.structs.messages import plain

A = TypeVar("A")
_json = msgspec.json.Encoder(order="sorted")
_PLACE = frozenset(Place.__struct_encode_fields__)

FieldKind = Literal["one", "some", "amount", "split", "place", "places", "path", "facing", "text"]

SHOWN = 12
"""Number of places listed as samples beside their reach, for whoever has no map."""


class Field(Struct, frozen=True, rename="camel"):
    """An open choice of an offer. Exact fields of one offer are independent: every combination of picks is legal.

    name: the field of the offer's body it fills, as the body is written in JSON.
    kind: one (a value of `among`) · some (distinct values of `among`, `least` to `most` of them) · amount (an integer,
    least..most) · split (an object value -> integer >= 0 over `among`, its total least..most) · place (a place) ·
    places (least..most different places) · path (least..most steps in order, each a place, with one of `words` as `by`
    where it is no plain step) · facing (a direction as a point, not 0, 0) · text (least..most characters).
    among: of place, places and path: samples; of a path whole ways. reach: of place, places: all that may be picked;
    where places cannot be counted, an area that no legal pick lies outside of; of an exact path where each step lies.
    exact: False where not everything in `reach`, or more than `among`, may be picked; of a path where its steps depend
    on each other: a preview says where it may go on. Of places that depend on each other neither is exact: `reach`
    holds what is legal with some pick of the other, and a preview of the first says where the second may lie.
    words: what a step of a path may have as `by`.
    towards: the directions that the values of `among` stand for, where they stand for any.
    """

    name: str
    kind: FieldKind = "one"
    among: tuple[Any, ...] = ()
    least: int = 0
    most: int = 1
    exact: bool = True
    reach: SceneArea | None = None
    words: tuple[str, ...] = ()
    towards: tuple[Point | None, ...] = ()

    @property
    def picks(self) -> tuple[Any, ...]:
        """The values that can be listed: every place in reach, where there is one that can be counted."""
        return places_in(self.reach) or self.among if self.reach is not None and self.exact else self.among

    @property
    def open(self) -> bool:
        """Whether it allows more than one pick."""
        match self.kind:
            case "one":
                return len(self.among) > 1 or not self.exact
            case "place":
                picks = count_in(self.reach) if self.reach is not None else 0
                return (picks or len(self.among)) > 1 or not self.exact
            case "some":
                return self.least < len(self.among) or not self.exact
            case "amount":
                return self.most > self.least
            case _:
                return True


def place_field(name: str, places: Sequence[Place], *, floors: bool = False) -> Field:
    """An open choice of one of these places, the nearest first. floors: as for `area_of`."""
    return Field(name, "place", tuple(places[:SHOWN]), reach=area_of(places, floors=floors))


def only(field: Field, picks: Sequence[Any]) -> Field:
    """The field with some of its picks left. picks: at least one."""
    most = min(field.most, len(picks)) if field.kind in ("some", "places") else field.most
    if field.kind != "place" or field.reach is None or not field.exact:
        return structs.replace(field, among=tuple(picks), most=most)
    floors = any(run.height is None for run in field.reach.runs)
    return place_field(field.name, picks, floors=floors)


OFFER = 20
"""Units of a budget that an offer takes, and one more for each of its picks, wherever rules make it."""


class Offer(Struct, Generic[A], frozen=True, rename="camel"):
    """A legal order, or an option of a question. Without fields it is ready to send; its body is legal unchanged."""

    key: str
    body: A
    rule: str
    fields: tuple[Field, ...] = ()

    def __post_init__(self) -> None:
        units = OFFER
        for field in self.fields:
            units += len(field.among)
        spend(units)


class Visibility(Enum):
    """What others see of a question."""

    OPEN = "OPEN"  # question, offers and answer
    PRIVATE = "PRIVATE"  # asked seats and GM; others see that it is asked, and that it is answered
    HIDDEN = "HIDDEN"  # asked seats and GM; others do not even see that it is asked, or answered
    SEALED = "SEALED"  # only its own seat sees the answer until the window is complete; then AnswersRevealed


class Question(Struct, Generic[A], frozen=True, kw_only=True, rename="camel"):
    """A decision the rules put to a seat. Derived classes add the figures it is about and fix `A`, the bodies' type.

    offers: at least one. default: the key of the offer that a timer or silence takes; always legal.
    deadline: seconds until it takes the default by itself; None: none, unless the table sets one.
    bodies: the structs that answer it beside orders, where `A` does not name them.
    ruling: the game master is asked as judge, not for a combatant of the GM's: no bot answers it.
    asked: whether it is put to anybody at a table that has set nothing about its kind; else its default is taken until
    the game master has it asked.
    visibility: required on every question.
    words: figures of its own (by JSON name) that hold words, never a combatant's id: see `Event.words`.
    actor: the figure of its own (by Python name) that holds who acts by the answer; "" where nobody of the fight does.
    Who cannot act is not asked, nor is anybody about those who are off the table: the default is taken. Rulings can
    bring that about while a question is open.
    """

    visibility: ClassVar[Visibility]
    actor: ClassVar[str] = "combatant"
    ruling: ClassVar[bool] = False
    asked: ClassVar[bool] = True
    bodies: ClassVar[tuple[type[Struct], ...]] = ()
    words: ClassVar[tuple[str, ...]] = ()

    offers: tuple[Offer[A], ...]
    default: str
    deadline: int | None = None

    @classmethod
    def explain(cls, figures: Mapping[str, Any], picks: Mapping[str, Any]) -> RuleRefusal | None:
        """Why picks that no offer allows are not legal, from the question's figures as the asked seat reads them.

        None: the kernel's words will do. field: of the picks.
        """
        return None

    @property
    def open_offers(self) -> bool:
        """Whether everybody could name its offers, though not everybody reads them: they follow from what all know.

        Then nobody learns anything by how soon it is answered, and it waits for nobody.
        """
        return False

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


def _place(field: Field, pick: Any) -> Place:
    """A place as it is picked, with what is left out. RuleRefusal for anything else, and for one out of reach."""
    try:
        place = msgspec.convert(pick, Place)
    except msgspec.ValidationError:
        place = None
    if place is None or not isinstance(pick, dict) or pick.keys() - _PLACE:
        raise _refuse(field, "a place, as in the choices")
    if field.exact and not (holds(field.reach, place) if field.reach is not None else _is_placed(field, place)):
        raise _refuse(field, "a place that is not among the choices")
    return place


def _is_placed(field: Field, place: Place) -> bool:
    return any(place == (item if isinstance(item, Place) else msgspec.convert(item, Place)) for item in field.among)


def _check_steps(field: Field, pick: list[Any]) -> None:
    """RuleRefusal unless each step is a place, with a word of the field where it has one."""
    for step in pick:
        if not isinstance(step, dict):
            raise _refuse(field, "each step is a place")
        by = step.get("by")
        if by is not None and by not in field.words:
            raise _refuse(field, f"{by!r} is no way of stepping here")
        _place(
            field,
            {key: value for key, value in step.items() if key != "by" and not (key == "height" and value is None)},
        )


def check_pick(field: Field, pick: Any) -> None:
    """RuleRefusal unless `pick` (a JSON value) is a legal choice for `field`."""
    among = plain(field.among)
    span = f"{field.least} to {field.most}"
    match field.kind:
        case "one":
            if field.exact and not _is_among(pick, among):
                raise _refuse(field, f"{pick!r} is not among the choices")
        case "place":
            _place(field, pick)
        case "places":
            if not isinstance(pick, list) or not field.least <= len(pick) <= field.most:
                raise _refuse(field, f"a list of {span} places")
            if len({_place(field, item) for item in pick}) < len(pick):
                raise _refuse(field, "the same choice twice")
        case "facing":
            good = isinstance(pick, dict) and pick.keys() == {"x", "y"} and all(_is_int(n) for n in pick.values())
            if not good or not any(pick.values()):
                raise _refuse(field, "a direction: x and y as whole numbers, not both 0")
            if among and field.exact and not _is_among(pick, among):
                raise _refuse(field, "not among the choices")
        case "some":
            if not isinstance(pick, list) or not field.least <= len(pick) <= field.most:
                raise _refuse(field, f"pick {span} of the choices, as a list")
            if any(_is_among(p, pick[:i]) for i, p in enumerate(pick)):
                raise _refuse(field, "the same choice twice")
            strange = [item for item in pick if not _is_among(item, among)] if field.exact else []
            if strange:
                raise _refuse(field, f"{strange[0]!r} is not among the choices")
        case "amount":
            if not _is_int(pick) or not field.least <= pick <= field.most:
                raise _refuse(field, f"a whole number from {span}")
        case "split":
            good = isinstance(pick, dict) and all(k in among and _is_int(v) and v >= 0 for k, v in pick.items())
            if not good or not field.least <= sum(pick.values()) <= field.most:
                raise _refuse(field, f"an object over the choices whose whole numbers add up to {span}")
        case "path":
            if not isinstance(pick, list) or not field.least <= len(pick) <= field.most:
                raise _refuse(field, f"a list of {span} steps")
            _check_steps(field, pick)
        case "text":
            if not isinstance(pick, str) or not field.least <= len(pick) <= field.most:
                raise _refuse(field, f"a text of {span} characters")


def check_picks(fields: tuple[Field, ...], picks: Mapping[str, Any], body: Mapping[str, Any] | None = None) -> None:
    """RuleRefusal unless every pick names a field and is legal. A field without a pick keeps what the body holds.

    body: of the offer; what it holds is legal unchanged, also where that is nothing.
    """
    by_name, held = {field.name: field for field in fields}, body or {}
    for name, pick in picks.items():
        if name not in by_name:
            raise RuleRefusal(f"{name}: this choice has no such field", field=name)
        if name not in held or not _is_among(pick, (held[name],)):
            check_pick(by_name[name], pick)


def filled(offer: Offer[A], picks: Mapping[str, Any]) -> A:
    """The offer's body with the picks filled in. PicksRefused where it cannot hold them."""
    if not picks:
        return offer.body
    body = {**plain(offer.body), **picks}
    try:
        return msgspec.convert(body, type(offer.body))
    except msgspec.ValidationError as error:
        what, where = explain_decode_error(error, body, type(offer.body))
        field = dotted_path(("choice", "fields", *where))
        raise PicksRefused(f"{dotted_path((offer.key, *where))}: {what}", rule=offer.rule, field=field) from error
