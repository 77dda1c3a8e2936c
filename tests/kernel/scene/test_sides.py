"""The emblems of sides, and so their colours."""

from __future__ import annotations

import pytest

from engine.kernel.scene.sides import COLOURS, EMBLEMS, emblems_of


def test_without_words_of_colours_emblems_follow_the_order_of_joining() -> None:
    """The seventh shares the first one's."""
    keys = [f"side_{number}" for number in range(8)]
    assert list(emblems_of(keys).values()) == [*EMBLEMS, *EMBLEMS[:2]]


@pytest.mark.parametrize(
    ("keys", "emblems"),
    [
        (["red", "blue"], ["SQUARE", "CIRCLE"]),
        (["heroes", "blue"], ["SQUARE", "CIRCLE"]),
        (["red_guard", "Old-Green", "redoubt"], ["SQUARE", "DIAMOND", "CIRCLE"]),
        (["rojo", "red", "azul"], ["SQUARE", "DIAMOND", "CIRCLE"]),
        (["red_green", "green"], ["SQUARE", "DIAMOND"]),
    ],
)
def test_a_side_that_is_named_by_a_colour_has_it(keys: list[str], emblems: list[str]) -> None:
    """In any order of joining, in the languages of the games; the first of two, and the others get what is left."""
    found = emblems_of(keys)
    assert [found[key] for key in keys] == emblems


def test_every_emblem_has_a_word() -> None:
    """In each of three languages."""
    assert {COLOURS[word] for word in ("blue", "red", "green", "purple", "yellow", "teal")} == set(EMBLEMS)
    assert {COLOURS[word] for word in ("azul", "rojo", "verde", "morado", "amarillo", "turquesa")} == set(EMBLEMS)
    assert {COLOURS[word] for word in ("sininen", "punainen", "vihrea", "violetti", "keltainen", "turkoosi")} == set(
        EMBLEMS
    )
