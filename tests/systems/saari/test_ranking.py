"""What is usual in Saari: what a player sees first."""

from __future__ import annotations

from tests.systems.saari.bout import Bout, npc, pc


def test_what_is_in_hand_at_who_is_nearest() -> None:
    """The bow in hand shoots at the own zone first; what must be drawn comes next, fists last, giving up at the end."""
    bout = Bout(pc("ada", weapons=("bow", "sword")), npc("gob", at="east"), npc("hob", at="middle"), npc("ivy"))
    bout.begin(4, 4)
    usual = bout.usual("ada")
    keys = [offer.key for offer in usual]
    assert keys[0] == "attack-bow"
    assert usual[0].fields[0].among == ("ivy", "hob", "gob")
    assert usual[0].body.target == "ivy"
    assert keys.index("attack-bow") < keys.index("draw-attack-sword") < keys.index("attack-fists") < keys.index("move")
    assert keys[-2:] == ["hold", "concede"]


def test_an_enemy_in_the_same_engagement_is_nearer_than_one_in_the_zone() -> None:
    """By correction Ada and Hob are engaged; Gob stands beside them."""
    bout = Bout(pc("ada"), npc("gob"), npc("hob"))
    bout.begin(4, 4)
    bout.correct("rules.engagements", {"e": {"zone": "west", "members": ["ada", "hob"]}})
    sword = next(offer for offer in bout.usual("ada") if offer.key == "attack-sword")
    assert sword.fields[0].among == ("hob", "gob")
