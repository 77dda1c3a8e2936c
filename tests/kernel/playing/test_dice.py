"""Seeded faces, pinned; rejection, notation, commitment, and the sources of faces."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.playing import dice as kernel_dice
from engine.kernel.playing.dice import (
    Dice,
    PhysicalDice,
    ScriptedDice,
    SeededDice,
    TypedFaces,
    commitment,
    derive,
    entropy_digest,
    format_dice,
    parse_dice,
)
from engine.kernel.structs.errors import Fault

SECRET = "00" * 31 + "01"


@pytest.mark.parametrize(
    ("encounter", "version", "die", "sides", "entropy", "face"),
    [
        ("a-fight", 7, 0, 6, (), 2),
        ("a-fight", 7, 1, 100, (), 2),
        ("a-fight", 4000, 2, 12, ("mine", "yours"), 4),
    ],
)
def test_faces_are_pinned_for_ever(
    encounter: str, version: int, die: int, sides: int, entropy: tuple[str, ...], face: int
) -> None:
    """Three vectors: audits of every fight ever played rest on them."""
    assert derive(SECRET, encounter, version, die, sides, entropy_digest(entropy)) == face


def test_a_face_can_be_derived_by_hand_from_the_published_recipe() -> None:
    """As the module's docstring says it, without the module."""
    stirred = hashlib.sha256(b"mine\0yours\0").hexdigest()
    message = f"skald-dice-1|a-fight|4000|2|0|{stirred}".encode()
    x = int.from_bytes(hmac.digest(bytes.fromhex(SECRET), message, "sha256")[:8], "big")
    assert derive(SECRET, "a-fight", 4000, 2, 12, stirred) == x % 12 + 1


def test_a_number_beyond_the_last_whole_span_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """No face is likelier than another: the numbers left over at the top lead to the next attempt."""
    attempts: list[bytes] = []
    answers = [(2**64 - 1).to_bytes(8, "big"), (2**64 - 4).to_bytes(8, "big"), (2**64 - 5).to_bytes(8, "big")]

    def digest(key: bytes, message: bytes, algorithm: str) -> bytes:
        attempts.append(message)
        return answers[len(attempts) - 1] + b"\0" * 24

    monkeypatch.setattr(kernel_dice.hmac, "digest", digest)
    limit = 2**64 - 2**64 % 6
    assert limit == 2**64 - 4
    assert derive(SECRET, "f", 1, 0, 6) == (2**64 - 5) % 6 + 1
    assert [message.split(b"|")[4] for message in attempts] == [b"0", b"1", b"2"]


def test_version_die_fight_secret_and_entropy_all_decide() -> None:
    """Changing any one of them changes a row of dice."""

    def row(secret: str = SECRET, fight: str = "f", version: int = 1, first: int = 0, entropy: str = "") -> list[int]:
        return [derive(secret, fight, version, die, 1000, entropy) for die in range(first, first + 5)]

    rows = [row(), row("11" * 32), row(fight="g"), row(version=2), row(first=1), row(entropy=entropy_digest(["x"]))]
    assert len({tuple(r) for r in rows}) == len(rows)
    assert row() == row()


@given(st.integers(1, 9999), st.integers(0, 50))
def test_every_face_lies_on_its_die(sides: int, die: int) -> None:
    """1 to `sides`, whatever the die."""
    assert 1 <= derive(SECRET, "f", 1, die, sides) <= sides


def test_entropy_is_told_apart_whatever_its_letters() -> None:
    """Where one contribution ends and the next begins counts; none at all is the empty word."""
    assert entropy_digest([]) == ""
    assert entropy_digest(["ab", "c"]) != entropy_digest(["a", "bc"])
    assert entropy_digest(["a"]) != entropy_digest(["a", ""])


def test_a_commitment_is_the_hash_of_the_secrets_bytes() -> None:
    """Not of its hex letters."""
    assert commitment(SECRET) == hashlib.sha256(bytes(31) + b"\1").hexdigest()


@given(st.integers(0, 999), st.integers(1, 9999))
def test_notation_is_read_as_it_is_written(count: int, sides: int) -> None:
    """parse and format are twins."""
    dice = Dice(count, sides)
    assert parse_dice(format_dice(dice)) == dice
    assert str(dice) == format_dice(dice)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d6",
        "2d",
        "2d0",
        "02d6",
        "2d06",
        "2D6",
        " 2d6",
        "2d6 ",
        "2d6\n",
        "2d6+1",
        "-1d6",
        "1000d6",
        "1d10000",
        "٢d6",
        "1٢d6",
    ],
)
def test_what_is_no_dice_is_not_read(text: str) -> None:
    """The message repeats it."""
    with pytest.raises(ValueError, match="is not dice"):
        parse_dice(text)


def test_hidden_rolls_use_the_second_secret() -> None:
    """So revealing the open one tells nothing of them."""
    seeded = SeededDice("f", SECRET, "22" * 32)
    shown = seeded.faces(3, Dice(20, 100), hidden=False, typed=False, entropy=())
    hidden = seeded.faces(3, Dice(20, 100), hidden=True, typed=False, entropy=())
    assert shown == tuple(derive(SECRET, "f", 3, die, 100) for die in range(20))
    assert hidden == tuple(derive("22" * 32, "f", 3, die, 100) for die in range(20))
    assert shown != hidden
    assert seeded.faces(3, Dice(20, 100), hidden=False, typed=False, entropy=["x"]) != shown


def test_dice_on_a_real_table_have_no_faces_yet() -> None:
    """Somebody must type them."""
    assert PhysicalDice().faces(1, Dice(2, 6), hidden=False, typed=False, entropy=()) is None


def test_fed_dice_are_used_up_and_no_more() -> None:
    """A face too few is a fault, and one that the die does not have as well."""
    fed = ScriptedDice(3, 6, 7)
    assert fed.faces(1, Dice(2, 6), hidden=False, typed=False, entropy=()) == (3, 6)
    assert not fed.spent
    with pytest.raises(Fault, match="faces left"):
        fed.faces(2, Dice(2, 6), hidden=False, typed=False, entropy=())
    with pytest.raises(Fault, match="cannot show"):
        fed.faces(2, Dice(1, 6), hidden=False, typed=False, entropy=())
    assert fed.spent


def test_typed_faces_serve_whole_rolls_of_their_seat() -> None:
    """A roll of another seat, or one that needs more, takes none."""
    faces = TypedFaces((1, 2, 3), "ana")
    assert faces.take(Dice(2, 6), ("ben",)) is None
    assert faces.take(Dice(4, 6), ("ana",)) is None
    assert faces.take(Dice(2, 6), ("ben", "ana")) == (1, 2)
    assert faces.left == [3]
    assert TypedFaces((5,), None).take(Dice(1, 6), ("ben",)) == (5,)
