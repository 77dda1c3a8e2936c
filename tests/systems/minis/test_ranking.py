"""What is usual in Minis: what a player sees first."""

from __future__ import annotations

from tests.systems.minis.bout import Bout, ana, ben


def test_the_nearest_enemy_first_then_walking() -> None:
    """Turning and running come after walking; giving up comes last."""
    bout = Bout(
        ana(at=(0, 0), weapons=("long_bow",)), ben(at=(600, 0)), ben("abe", at=(700, 0)), ben("cob", at=(500, 0))
    )
    bout.begin()
    bout.declare("ada")
    keys = [offer.key for offer in bout.usual("ada")]
    assert keys == ["attack-cob", "attack-bob", "attack-abe", "move", "pivot", "run", "wait", "concede"]
