"""What is usual in La Fantasia Final: what a player sees first."""

from __future__ import annotations

from tests.systems.fantasia.bout import Bout, at, foe, hero, sheet


def test_the_weapon_in_hand_at_the_nearest_foe_then_walking() -> None:
    """Fists, seizing and other ways of going come after it; the end of the turn comes last."""
    bout = Bout(
        hero(figures=sheet(weapons=("dagger",), spells=("fire",), mp=9), place=at(0)),
        foe("far", place=at(2)),
        foe("near", place=at(1)),
    )
    usual = bout.usual("hero")
    keys = [offer.key for offer in usual]
    assert keys[:4] == ["attack-dagger", "throw-dagger", "attack-unarmed", "grapple"]
    assert usual[1].fields[0].among == ("near", "far")
    assert usual[1].body.target == "near"
    assert keys[4:6] == ["move-walk", "move-climb"]
    assert keys.index("jump-far") < keys.index("lie-down") < keys.index("cast-fire") < keys.index("defend")
    assert keys[-1] == "end-turn"


def test_who_lies_gets_up_first() -> None:
    """Before crawling."""
    bout = Bout(hero(conditions=("prone",), place=at(0)), foe(place=at(9)))
    assert [offer.key for offer in bout.usual("hero")][:2] == ["stand-up", "move-crawl"]


def test_to_begin_comes_before_traps() -> None:
    """The game master's first offer."""
    bout = Bout(hero(), foe(), begin=False)
    assert bout.usual(None)[0].key == "begin"
