"""The picture of a fight: zones, engagements, the clock, things on the ground."""

from __future__ import annotations

import pytest

from engine.kernel.scene.scene import Scene
from engine.systems.saari import system
from engine.systems.saari.commands import Attack
from tests.systems.saari.bout import HEROES, Bout, npc, one, pc, zone


def shown(bout: Bout, seat: str | None = "ana", locale: str = "en") -> Scene:
    """What a seat sees."""
    return system.scene(bout.arena.book.seen(bout.state, seat), seat, locale)


def fight() -> Bout:
    """Ada rides a pony; Bea has thrown her axe at Gob, who is engaged with Ada."""
    pony = one("pony", HEROES, "ana", ref="pony", patron="ada")
    bout = Bout(pc("ada"), pony, pc("bea", weapons=("throwing_axe",)), npc("gob", kp=9))
    bout.begin(2, 2, 4, 4)
    bout.order(Attack(combatant="bea", target="gob", throw=True), 4, 2)
    bout.answer("stay-out")
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    bout.answer("stay-out")
    return bout


def test_engagements_are_marks_with_the_weight_of_each_side() -> None:
    """Where they are, and who has superiority."""
    marks = {mark.key: mark for mark in shown(fight()).marks}
    engaged = marks["engaged-ada"]
    assert (engaged.kind, engaged.members) == ("ENGAGED", ("gob", "ada"))
    assert engaged.label == "Engaged, by weight: The enemies 1 and The company 1"
    assert engaged.area is not None
    assert engaged.area.places == (zone("west"),)
    assert (marks["rides-ada"].from_, marks["rides-ada"].to) == ("ada", "pony")
    assert (marks["lying-west-throwing_axe"].kind, marks["lying-west-throwing_axe"].label) == ("THING", "Throwing axe")


def test_the_clock_has_the_highest_count_first() -> None:
    """With the actions left of everybody."""
    play = shown(fight()).play
    assert (play.style, play.round, play.count) == ("CLOCK", 1, 2)
    assert [(slot.combatant, slot.figure, slot.state) for slot in play.slots] == [
        ("bea", 2, "ACTING"),
        ("gob", 2, "NEXT"),
        ("ada", 0, "ACTED"),
    ]
    assert [[(bar.label, bar.now, bar.max) for bar in slot.left] for slot in play.slots] == [
        [("Actions", 2, 4)],
        [],
        [],
    ]


@pytest.mark.rule("G-66")
def test_points_are_shown_to_those_who_know_them() -> None:
    """An enemy's body points are the game master's.  [G-66]"""
    bout = fight()
    for seat, known in (("ana", ["actions"]), ("gm", ["kp", "actions"])):
        token = next(token for token in shown(bout, seat).tokens if token.combatant == "gob")
        assert [bar.key for bar in token.bars] == known
    ada = next(token for token in shown(bout, "ana").tokens if token.combatant == "ada")
    assert [bar.key for bar in ada.bars] == ["kp", "mp", "actions"]
    assert [badge.key for badge in ada.badges] == ["mounted"]


def test_it_is_told_in_finnish() -> None:
    """The language of the game."""
    seen = shown(fight(), locale="fi")
    assert seen.play.phase == "Toimintoluku 2: Bea"
    ada = next(token for token in seen.tokens if token.combatant == "ada")
    assert [(badge.label, badge.text) for badge in ada.badges] == [
        ("Ratsain, ratsu Pony", "Ratsain voi liikkua kaksi aluetta kerralla.")
    ]
