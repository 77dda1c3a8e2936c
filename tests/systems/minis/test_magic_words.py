"""What is told of spells and orders."""

from __future__ import annotations

import pytest

from engine.systems.minis import system
from engine.systems.minis.events import CastBegan, EffectBegan, NoEffect, OrderTaken, SpellRolled
from engine.systems.minis.state import Verb
from tests.systems.minis.bout import Bout, ben, place
from tests.systems.minis.casts import cast, ready

NAMES = {"ada": "Ada", "bob": "Bob"}


def told(bout: Bout, kind: type) -> str:
    """The last step's only event of a kind in English."""
    return system.describe(bout.the(kind), "en", NAMES)


def test_a_spell_is_told() -> None:
    """Who casts what at whom, whether it succeeds, and for how long it lasts."""
    bout = ready(ben(at=(300, 0), level=3))
    cast(bout, "statue", "bob", 77)
    assert told(bout, CastBegan) == "Ada begins to cast statue at Bob"
    assert told(bout, SpellRolled) == "Ada succeeds in casting statue at Bob (77 or less)"
    assert told(bout, EffectBegan) == "The spell statue acts on Bob for 2 turns"
    cast(bout, "heal", "bob", 1)
    assert told(bout, NoEffect) == "Bob: heal changes nothing, nothing is missing"


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (OrderTaken(combatant="bob", caster="ada", verb=Verb.HOLD), "Bob obeys Ada: hold"),
        (OrderTaken(combatant="bob", caster="ada", verb=Verb.FOLLOW, aimed_at="ada"), "Bob obeys Ada: follow Ada"),
        (
            OrderTaken(combatant="bob", caster="ada", verb=Verb.MOVE_TO, place=place(-2300, -2300)),
            "Bob obeys Ada: move to (1 in; 1 in)",
        ),
    ],
)
def test_an_order_is_told(event: OrderTaken, text: str) -> None:
    """With what it is about."""
    assert system.describe(event, "en", NAMES) == text


def test_an_order_that_can_be_picked_has_a_name() -> None:
    """As JSON, with the mini or the point."""
    assert system.pick("bidding", {"verb": "HOLD", "target": None, "place": None}, "en", {}) == "hold"
    assert (
        system.pick("bidding", {"verb": "ATTACK", "target": "bob", "place": None}, "en", {"bob": "Bob the Brave"})
        == "attack Bob the Brave"
    )
