"""What a seat sees of the state that this game keeps."""

from __future__ import annotations

import pytest

from engine.systems.minis.rules.magic import control
from engine.systems.minis.state import Verb
from tests.systems.minis.bout import BOOK, ben
from tests.systems.minis.casts import bid, cast, ready


@pytest.mark.rule("MN-GOL-05")
def test_an_order_about_somebody_unknown_is_left_out_and_the_spell_is_not() -> None:
    """The golem stays under control; whom it attacks its own participant does not read any more."""
    bout = ready(ben(at=(900, 0)), ben("cid", at=(600, 600)))
    cast(bout, "golem", None, 1, at=(300, 0), bidding=bid("ATTACK", "cid"))
    assert control.order_of(bout.state, "ada-golem-1").target == "cid"
    bout.correct("combatants.cid.seenBy", ("ben",))
    seen = BOOK.seen(bout.state, "ana")
    (effect,) = seen.own.effects.values()
    assert (effect.target, effect.order) == ("ada-golem-1", None)
    assert control.order_of(seen, "ada-golem-1").verb is Verb.HOLD
    assert "order-ada-golem-1" in bout.keys("ada")
    assert [one.order for one in BOOK.seen(bout.state, "ben").own.effects.values()] != [None]


@pytest.mark.rule("MN-SPL-11")
def test_whoever_does_not_know_a_caster_reads_no_effect_and_no_summoner() -> None:
    """The golem itself is seen."""
    bout = ready(ben(at=(900, 0)))
    cast(bout, "golem", None, 1, at=(300, 0))
    bout.correct("combatants.ada.seenBy", ("ana",))
    seen = BOOK.seen(bout.state, "ben")
    assert seen.own.effects == {}
    assert seen.own.minis["ada-golem-1"].summoner is None
