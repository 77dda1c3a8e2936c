"""What is usual in Mongolian Mercenaries 4: what a player sees first."""

from __future__ import annotations

from engine.systems.mongolian_mercenaries.content.kinds import Distance
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc


def test_the_weapon_in_hand_at_the_nearest_opponent_then_coming_nearer() -> None:
    """Bob is very close, Abe farther away: each weapon has the nearest first; handing over and giving up come last."""
    bout = Bout(
        pc(lucky=False, weapons=("sabre", "dagger"), skills={"long_blade": 3, "short_blade": 1}),
        pc("eve", lucky=False),
        foe("abe", rank=2),
        foe("bob", rank=1),
        setup=at(Distance.CLOSE),
    )
    bout.begin()
    usual = [offer.body for offer in bout.usual("ada")]
    strikes = [(one.means, one.target) for one in usual if type(one).__name__ == "Attack"]
    assert strikes[:2] == [("sabre", "bob"), ("sabre", "abe")]
    kinds = list(dict.fromkeys(type(one).__name__ for one in usual))
    assert kinds[:3] == ["Attack", "ChangeDistance", "ChangePosition"]
    assert kinds[-3:] == ["HandOver", "EndTurn", "Surrender"]
    nearer = [(one.heading.value, one.target) for one in usual if type(one).__name__ == "ChangeDistance"]
    assert nearer == [("NEARER", "bob"), ("NEARER", "abe"), ("FARTHER", "bob"), ("FARTHER", "abe")]
