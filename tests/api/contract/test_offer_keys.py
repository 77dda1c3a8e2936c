"""Each offer of a combatant has a key of its own, which never comes to mean another order."""

from __future__ import annotations

from typing import Any

from api.reading.offers import apart
from engine.kernel.state.decisions import Field, Offer
from engine.systems.mongolian_mercenaries import orders as o


def offers(*targets: str) -> list[Offer[Any]]:
    """Attacks at these, and the end of the turn."""
    kinds = Field("damageKind", "one", ("SLASHING", "BLUNT"))
    hits = [Offer("attack", o.Attack(combatant="ada", target=one, means="sabre"), "T-1", (kinds,)) for one in targets]
    return [*hits, Offer("end_turn", o.EndTurn(combatant="ada"), "T-1")]


def test_what_an_order_is_about_tells_equal_keys_apart() -> None:
    """Not whose it is, and not what is still to be picked; the order of the offers does not matter."""
    assert [one.key for one in apart(offers("bob", "ben"))] == ["attack-bob-sabre", "attack-ben-sabre", "end_turn"]
    assert [one.key for one in apart(offers("ben", "bob"))] == ["attack-ben-sabre", "attack-bob-sabre", "end_turn"]
    assert [one.body for one in apart(offers("bob", "ben"))] == [one.body for one in offers("bob", "ben")]


def test_a_key_that_only_one_has_stays() -> None:
    """The very same offers."""
    alone = offers("bob")
    assert apart(alone) == alone


def test_orders_that_differ_in_nothing_that_has_a_word_are_counted() -> None:
    """Also those of the game master, which have no actor."""
    twins = [Offer("recover", o.Recover(), "T-1"), Offer("recover", o.Recover(), "T-2"), *offers("bob", "bob")]
    assert [one.key for one in apart(twins)] == [
        "recover-REST",
        "recover-REST'",
        "attack-bob-sabre",
        "attack-bob-sabre'",
        "end_turn",
    ]
