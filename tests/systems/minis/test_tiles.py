"""How spells of Minis are shown: whom they are meant for, and that nobody is harmed by a proposal."""

from __future__ import annotations

from api.reading.offers import Offering
from engine.kernel.authoring.tiles import Intent
from schemas import answers
from tests.systems.minis.bout import BOOK, Bout, ana, ben
from tests.systems.minis.casts import ready

SPELLS = ("lightning_bolt", "statue", "heal", "speed", "teleport", "fireball")


def offers(bout: Bout) -> dict[str, answers.Offer]:
    """What Ana is offered for Ada, by key."""
    offering = Offering(BOOK, BOOK.seen(bout.state, "ana"), "ana", "fight", "en", {})
    return {offer.key: offer for listed in offering.orders("ada") for offer in listed.offers}


def test_harmful_magic_stands_with_a_foe_and_helpful_magic_with_a_friend() -> None:
    """Whoever is nearest: Ada herself stands nearer than Bob, and comes last of all; the only foe is proposed."""
    told = offers(ready(ben(at=(300, 0), hp=30), ana("ann", at=(50, 0)), spells=SPELLS))
    for key in ("cast-lightning_bolt", "cast-statue"):
        (target,) = told[key].fields
        assert told[key].intent is Intent.HARM
        assert [(one.value, one.asks_twice) for one in target.among] == [("bob", False), ("ann", True), ("ada", True)]
        assert (target.proposed, target.needs_pick) == ("bob", False)
        assert told[key].send["minis"]["cast"]["target"] == "bob"
        assert not told[key].asks_twice
    (target,) = told["cast-speed"].fields
    assert told["cast-speed"].intent is Intent.HELP
    assert [one.value for one in target.among] == ["ada", "ann", "bob"]
    assert (target.proposed, target.needs_pick) == (None, True)
    assert told["cast-teleport"].intent is Intent.NONE
    assert told["cast-fireball"].intent is Intent.HARM


def test_with_nobody_else_to_harm_it_says_so() -> None:
    """Bob is too far: what is left is one's own side, never proposed, and asked twice. It stays legal."""
    told = offers(ready(ben(at=(2300, 0), hp=30), spells=SPELLS))
    offer = told["cast-lightning_bolt"]
    (target,) = offer.fields
    assert [one.value for one in target.among] == ["ada"]
    assert (target.proposed, offer.asks_twice) == (None, True)
