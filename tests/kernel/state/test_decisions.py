"""Which picks a field takes: every kind, at its boundaries."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.decisions import Field, Offer, Question, check_pick, check_picks, filled
from engine.kernel.state.ground.reach import area_of
from engine.kernel.structs.errors import PicksRefused, RuleRefusal

HERE, THERE = Place(cell=Cell(0, 0)), Place(cell=Cell(1, 0))
HERE_JSON = {
    "zone": None,
    "cell": {"x": 0, "y": 0},
    "point": None,
    "rank": None,
    "height": 0,
    "facing": None,
    "side": None,
}
THERE_JSON = {**HERE_JSON, "cell": {"x": 1, "y": 0}}
FAR_JSON = {**HERE_JSON, "cell": {"x": 9, "y": 9}}

ONE = Field("f", "one", ("a", "b", 3))
SAMPLES = Field("f", "one", ("a",), exact=False)
SOME = Field("f", "some", ("a", "b", "c"), least=1, most=2)
AMOUNT = Field("f", "amount", least=-1, most=3)
SPLIT = Field("f", "split", ("a", "b"), least=1, most=3)
PLACE = Field("f", "place", (HERE, THERE))
SHORT = {"cell": {"x": 1, "y": 0}}
REACH = Field("f", "place", (HERE,), reach=area_of((HERE, THERE)))
PLACES = Field("f", "places", reach=area_of((HERE, THERE, Place(zone="yard"))), least=1, most=2)
PATH = Field("f", "path", reach=area_of((HERE, THERE)), least=1, most=3)
OPEN_PATH = Field("f", "path", ((HERE,),), least=1, most=2, exact=False, words=("JUMP",))
FACING = Field("f", "facing")
FOUR = Field("f", "facing", ({"x": 0, "y": -1}, {"x": 1, "y": 0}))
TEXT = Field("f", "text", least=1, most=5)


@pytest.mark.parametrize(
    ("field", "pick"),
    [
        (ONE, "a"),
        (ONE, 3),
        (SAMPLES, "z"),
        (SOME, ["a"]),
        (SOME, ["c", "a"]),
        (AMOUNT, -1),
        (AMOUNT, 3),
        (SPLIT, {"a": 1}),
        (SPLIT, {"a": 0, "b": 3}),
        (PLACE, HERE_JSON),
        (PLACE, SHORT),
        (REACH, HERE_JSON),
        (REACH, SHORT),
        (PLACES, [SHORT]),
        (PLACES, [{"zone": "yard"}, SHORT]),
        (PATH, [HERE_JSON]),
        (PATH, [HERE_JSON] * 3),
        (OPEN_PATH, [FAR_JSON]),
        (OPEN_PATH, [{"cell": {"x": 1, "y": 0}, "height": None, "by": "JUMP"}]),
        (OPEN_PATH, [{"cell": {"x": 1, "y": 0}, "by": None}]),
        (FACING, {"x": 3, "y": -4}),
        (FOUR, {"x": 1, "y": 0}),
        (TEXT, "x"),
        (TEXT, "xxxxx"),
    ],
)
def test_a_legal_pick_is_taken(field: Field, pick: Any) -> None:
    """At both ends of every span."""
    check_pick(field, pick)


@pytest.mark.parametrize(
    ("field", "pick"),
    [
        (ONE, "c"),
        (ONE, ["a"]),
        (ONE, None),
        (ONE, 3.0),
        (Field("f", "one", (0, 1)), True),
        (Field("f", "one", (False, True)), 1),
        (SOME, []),
        (SOME, ["a", "b", "c"]),
        (SOME, ["a", "a"]),
        (SOME, ["a", "z"]),
        (SOME, "ab"),
        (SOME, {"a": 1}),
        (Field("f", "some", (0, 1), least=1, most=2), [True]),
        (AMOUNT, -2),
        (AMOUNT, 4),
        (AMOUNT, 1.0),
        (AMOUNT, True),
        (AMOUNT, "1"),
        (SPLIT, {}),
        (SPLIT, {"a": 4}),
        (SPLIT, {"a": -1, "b": 2}),
        (SPLIT, {"z": 1}),
        (SPLIT, {"a": True}),
        (SPLIT, {"a": 1.0}),
        (SPLIT, ["a"]),
        (PLACE, FAR_JSON),
        (PLACE, [HERE_JSON]),
        (REACH, FAR_JSON),
        (REACH, {"cell": {"x": 1, "y": 0}, "height": 1}),
        (REACH, {"cell": {"x": 1, "y": 0}, "zone": "yard"}),
        (REACH, {"cell": {"x": 1, "y": 0}, "hight": 1}),
        (REACH, {"cell": {"x": "1", "y": 0}}),
        (REACH, None),
        (PLACES, []),
        (PLACES, SHORT),
        (PLACES, [SHORT, THERE_JSON]),
        (PLACES, [SHORT, HERE_JSON, {"zone": "yard"}]),
        (PLACES, [{"zone": "moor"}]),
        (OPEN_PATH, ["here"]),
        (OPEN_PATH, [{"cell": {"x": 1, "y": 0}, "by": "FLY"}]),
        (FACING, {"x": 0, "y": 0}),
        (FACING, {"x": 1}),
        (FACING, {"x": 1, "y": True}),
        (FACING, "NORTH"),
        (FOUR, {"x": 1, "y": 1}),
        (PATH, []),
        (PATH, [HERE_JSON] * 4),
        (PATH, [FAR_JSON]),
        (PATH, HERE_JSON),
        (OPEN_PATH, []),
        (OPEN_PATH, [FAR_JSON] * 3),
        (TEXT, ""),
        (TEXT, "xxxxxx"),
        (TEXT, ["x"]),
        (TEXT, 1),
    ],
)
def test_any_other_pick_is_refused_and_names_its_field(field: Field, pick: Any) -> None:
    """Too few, too many, twice, of another type, or not among the choices."""
    with pytest.raises(RuleRefusal) as refused:
        check_pick(field, pick)
    assert refused.value.field == "f"
    assert refused.value.reason.startswith("f: ")


def test_a_pick_for_a_field_that_is_not_there_is_refused() -> None:
    """Picks are checked by name."""
    with pytest.raises(RuleRefusal, match="no such field"):
        check_picks((ONE,), {"g": "a"})
    check_picks((ONE,), {})
    check_picks((ONE, AMOUNT), {"f": 1})


def test_what_an_offer_holds_is_legal_unchanged() -> None:
    """Also where it holds nothing in particular; another pick is checked."""
    some = Field("victims", "some", ("a", "b"), least=1, most=2)
    check_picks((some,), {"victims": None}, {"victims": None})
    check_picks((some,), {"victims": ["b"]}, {"victims": None})
    for wrong in ([], ["c"], 0):
        with pytest.raises(RuleRefusal, match=r"pick 1 to 2|not among"):
            check_picks((some,), {"victims": wrong}, {"victims": None})
    with pytest.raises(RuleRefusal, match="pick 1 to 2"):
        check_picks((some,), {"victims": None}, {})


class Body(Struct, frozen=True, rename="camel"):
    """What an offer of these tests holds."""

    shot_at: str
    count: int = 1


OFFER = Offer("shoot", Body("a"), "T-1", (Field("shotAt", "one", ("a", "b")), Field("count", "amount", most=3)))


def test_picks_are_written_into_the_body() -> None:
    """Under the names of its JSON; what is not picked stays."""
    assert filled(OFFER, {"shotAt": "b"}) == Body("b")
    assert filled(OFFER, {"count": 3}) == Body("a", 3)
    assert filled(OFFER, {}) is OFFER.body


@pytest.mark.parametrize("picks", [{"count": "three"}, {"count": True}, {"shotAt": None}])
def test_picks_that_the_body_cannot_hold_are_refused(picks: dict[str, Any]) -> None:
    """They name the rule of the offer."""
    with pytest.raises(PicksRefused) as refused:
        filled(OFFER, picks)
    assert refused.value.rule == "T-1"


def test_an_offer_is_found_by_its_key() -> None:
    """KeyError for one that is not there."""
    question: Question[Body] = Question(offers=(OFFER,), default="shoot")
    assert question.offer("shoot") is OFFER
    with pytest.raises(KeyError):
        question.offer("run")
