"""Names are written one way, can be seen, are told apart, and turn no line round."""

from __future__ import annotations

import pytest

from engine.kernel.seating.seats import seat_added, seat_renamed
from engine.kernel.state.fight import Fight
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.names import cleaned, isolated, look_of, require_visible

TABLE = Fight(seats={"gm": SeatEntry("gm", "Gil", "GM"), "ana": SeatEntry("ana", "Ana", "PLAYER")})
INVISIBLE = ("\u200b", " \u2060 ", "\u3164", "\u2800", "\ufeff", "\u202e", "\n", "\U000e0041")
LIKE_ANA = ("Ana", " ana ", "A\u200bna", "\u0410na", "An\u0430", "\uff21na", "\u0391na", "A na", "\u202eAna", "ANA")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ana ", "Ana"),
        ("Jose\u0301", "Jos\u00e9"),
        ("A\nna", "A na"),
        ("\u202elanigiro", "lanigiro"),
        ("A\u200bna", "Ana"),
        ("\u05d3\u05e0\u05d4", "\u05d3\u05e0\u05d4"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u0646\u06cc\u200c\u0632", "\u0646\u06cc\u200c\u0632"),
    ],
)
def test_a_name_is_kept_in_one_form(given: str, kept: str) -> None:
    """Composed and trimmed; what joins letters and pictures stays."""
    assert cleaned(given) == kept
    assert cleaned(kept) == kept


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_that_nobody_sees_is_none(name: str) -> None:
    with pytest.raises(RuleRefusal, match="can be seen"):
        require_visible(name)
    with pytest.raises(RuleRefusal, match="can be seen"):
        seat_renamed(TABLE, "ana", "ana", name)


@pytest.mark.parametrize("name", LIKE_ANA)
def test_a_seat_has_no_other_seat_s_name(name: str) -> None:
    """Nor one that looks like it: who joins is refused, and who calls himself so."""
    assert look_of(name) == look_of("Ana")
    with pytest.raises(RuleRefusal, match="looks like it"):
        seat_added(TABLE, "gm", SeatEntry("ben", name, "PLAYER"))
    with pytest.raises(RuleRefusal, match="looks like it"):
        seat_renamed(TABLE, "gm", "gm", name)


def test_a_seat_may_write_its_own_name_otherwise() -> None:
    """And another name is another."""
    assert seat_renamed(TABLE, "ana", "ana", " ANA ").name == "ANA"
    assert seat_added(TABLE, "gm", SeatEntry("ben", "Anna ", "PLAYER")).entry.name == "Anna"


def test_a_name_turns_no_line_round() -> None:
    """One from right to left is isolated, marks of direction are left out, all others stay as they are."""
    assert isolated("\u05d3\u05e0\u05d4") == "\u2068\u05d3\u05e0\u05d4\u2069"
    assert isolated(isolated("\u05d3\u05e0\u05d4")) == isolated("\u05d3\u05e0\u05d4")
    assert isolated("\u202e\u00e9vil") == "\u00e9vil"
    assert isolated("Jos\u00e9") == "Jos\u00e9"
    assert isolated("\u2067x\u05d0") == "\u2068x\u05d0\u2069"
