"""Who enters, and with what; corrections that leave defaults out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CombatantJoined
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import RuleRefusal
from tests.support.fights.arena import Arena
from tests.support.slices import saari
from tests.support.slices.ready import one, saari_fight
from tests.support.slices.saari import Saari


def late(arena: Arena, **more: Any) -> Any:
    return one(arena.book, "late", "foes", None, life=3, knot="k1", **more)


def test_somebody_enters_while_the_fight_goes_on() -> None:
    """The order is the GM's; the newcomer stands with his sheet's figures; a taken id is refused."""
    arena = saari_fight()
    with pytest.raises(RuleRefusal, match="only the GM"):
        arena.order("ana", late(arena))
    new = arena.order("gm", late(arena))
    assert [type(r.event).__name__ for r in new] == ["CommandAccepted", "CombatantJoined", "CommandEnded"]
    assert arena.hp("late", "life") == 3
    assert arena.at(len(arena.stream)).state == arena.state
    with pytest.raises(RuleRefusal, match="already"):
        arena.order("gm", late(arena))


def test_a_hidden_newcomer_is_known_to_his_side_only() -> None:
    """Only who knows of him is told, and the order that brings him gives nothing away."""
    arena = saari_fight()
    new = arena.order("gm", late(arena, hidden_from=True))
    joined = next(r for r in new if isinstance(r.event, CombatantJoined))
    assert (joined.draft.to, joined.draft.whole) == (("gm",), True)
    for recorded in new:
        public, _ = arena.book.codec.encode(recorded.version, recorded.time, recorded.draft)
        assert b"late" not in public, recorded


@pytest.mark.parametrize("vitals", [{"life": -1}, {"life": 4}, {"luck": 1}])
def test_present_figures_are_within_the_sheets(vitals: dict[str, int]) -> None:
    """Below zero, above the maximum, or of a vital the sheet does not have: refused, with its field."""
    arena = saari_fight()
    entry = late(arena)
    fields = {f: getattr(entry, f) for f in entry.__struct_fields__}
    with pytest.raises(RuleRefusal) as refusal:
        arena.order("gm", type(entry)(**{**fields, "vitals": vitals}))
    assert refusal.value.field == "vitals"


class Crowded(saari.Saari):
    """A glade with room for five."""

    def admit(self, state: State[Any], combatant: str) -> None:
        """Refuse the sixth."""
        assert combatant in state.fight.combatants
        assert combatant in state.own.fighters
        if len(state.fight.combatants) > 5:
            raise RuleRefusal(f"there is no room for {combatant}", field="place")


def test_the_rules_look_at_the_fight_with_the_newcomer_in_it() -> None:
    """The fifth comes in; the sixth is refused, and nothing has happened."""
    arena = saari_fight()
    arena.book = Rulebook(Crowded())
    arena.order("gm", late(arena))
    before = arena.position
    with pytest.raises(RuleRefusal) as refusal:
        arena.order("gm", one(arena.book, "later", "foes", None, life=3, knot="k1"))
    assert refusal.value.field == "place"
    assert arena.position is before


def test_whom_the_rules_do_not_admit_is_named_as_the_fight_is_made() -> None:
    """By his place in the list."""
    book = Rulebook(Crowded())
    entries = [one(book, f"foe{n}", "foes", None, life=3, knot="k1") for n in range(6)]
    Arena(book, entries[:5])
    with pytest.raises(RuleRefusal) as refusal:
        Arena(book, entries)
    assert refusal.value.field == "combatants.5.place"


def test_a_correction_may_leave_defaults_out() -> None:
    """A condition given by key and kind is a whole one; a field that is none is still refused."""
    arena = saari_fight()
    arena.correct("combatants.aino.conditions", [{"key": "k", "kind": "blind"}])
    assert arena.fight.combatants["aino"].conditions == (Condition("k", "blind"),)
    with pytest.raises(RuleRefusal, match="no field"):
        arena.correct("combatants.aino.conditions", [{"key": "k", "kind": "blind", "colour": "red"}])


def test_a_setup_that_cannot_be_played_is_refused_with_its_field(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the fight is created: nothing is there that would have to be taken back."""

    def begin(self: object, setup: object) -> None:
        raise RuleRefusal("no such ground", field="ground")

    monkeypatch.setattr(Saari, "begin", begin)
    with pytest.raises(RuleRefusal, match="no such ground") as refusal:
        saari_fight()
    assert refusal.value.field == "setup.sliceSaari.ground"
