"""How orders are shown in La Fantasia Final: names and prices of a mage, and whose side a charmed one is on."""

from __future__ import annotations

from api.reading.offers import Offering
from engine.kernel.authoring.tiles import Intent
from schemas import answers
from tests.systems.fantasia.bout import BOOK, Bout, foe, hero
from tests.systems.fantasia.test_status import lying, mage


def offers(bout: Bout, seat: str, who: str) -> dict[str, answers.Offer]:
    """What a seat is offered for somebody, by key."""
    offering = Offering(BOOK, BOOK.seen(bout.state, seat), seat, "fight", "en", {})
    return {offer.key: offer for listed in offering.orders(who) for offer in listed.offers}


def test_fire_never_stands_with_its_caster() -> None:
    """Foes first, friends and the caster last; several foes are for a person to choose among."""
    bout = Bout(hero(figures=mage("fire")), hero("friend"), foe(), foe("other"))
    fire = offers(bout, "ana", "hero")["cast-fire"]
    (targets,) = fire.fields
    assert (fire.name, fire.icon, fire.intent, fire.asks_twice) == ("Fire", "fire", Intent.HARM, False)
    assert [(price.key, price.name, price.amount) for price in fire.price] == [
        ("NORMAL", "Normal action", 1),
        ("mp", "Magic points", 4),
    ]
    assert {one.value for one in targets.among[:2]} == {"foe", "other"}
    assert targets.among[-1].value == "hero"
    assert (targets.proposed, targets.needs_pick) == (None, True)
    assert fire.send["fantasia"]["cast"]["targets"][0] in ("foe", "other")


def test_who_is_charmed_acts_for_his_charmer() -> None:
    """Whoever commands him harms his people first; for the charmer's it is asked twice."""
    charmed = lying("charmed", source="hero")
    bout = Bout(foe(figures=mage("fire"), conditions=(charmed,)), hero(), foe("other"))
    (targets,) = offers(bout, "gm", "foe")["cast-fire"].fields
    assert [(one.value, one.asks_twice) for one in targets.among] == [("other", False), ("hero", True)]
    assert targets.proposed == ["other"]
