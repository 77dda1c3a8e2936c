"""What a system that is no part of this project lets follow from a correction: facts, and the order that goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Condition
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order, plain
from engine.kernel.structs.reasons import Reasons, Term
from engine.service.proof.audit_replay import replay
from tests.support.fights.arena import Arena
from tests.support.fights.fights import SEATS
from tests.support.slices.masque import Choose, Foretell, Masque, Scheme, Slip, Toast, masks

FAINTED = Condition(key="fainted", kind="fainted")


class Fainting(Masque):
    """Whoever has no nerve left faints; where all have, an omen is read."""

    conditions = ("fainted", "merry")

    def settle(self, table: Any, before: Any) -> None:
        for who in table.state.fight.combatants.values():
            if who.vitals["nerve"].now == 0 and not who.has("fainted"):
                gained = k.ConditionGained(
                    combatant=who.id, condition="fainted", kind="fainted", source=None, amount=None, left=None, until=""
                )
                because = Reasons(terms=(Term(source="nerve", of="left", amount=0, private=True),))
                table.emit(gained, rule="MQ-6", because=because, to=table.state.fight.recipients_of(who))

    def follow_up(self, state: Any) -> Order | None:
        everybody = state.fight.combatants.values()
        return Foretell(number=state.own.omens + 1) if all(c.has("fainted") for c in everybody) else None


def fight(system: Any = None) -> Arena:
    book: Any = Rulebook(system or Fainting())
    people = [
        book.enter(id=who, name=who, side=side, seat=seat, sheet=book.system.sheet())
        for who, side, seat in (("aino", "a", "ana"), ("bo", "b", "ben"))
    ]
    arena = Arena(book, people, seats=SEATS, name="Masque")
    arena.order("gm", Begin())
    return arena


def correct(arena: Arena, path: str, value: Any, *faces: int) -> list[Any]:
    arena.feed(*faces)
    new = arena.correct(path, value)
    assert arena.fed is not None
    assert arena.fed.spent
    verdict = replay(arena.book, arena.stream, explain=True, progress=lambda _: None).verdict
    assert verdict.state == "PROVEN", verdict
    assert arena.at(len(arena.stream)).state == arena.state
    return new


def test_facts_stand_behind_the_correction_and_name_it() -> None:
    """In one step, of no command, in the game master's name, to those whom the rules name."""
    arena = fight()
    cause, fact = correct(arena, "combatants.bo.vitals.nerve.now", 0)
    assert isinstance(cause.event, k.Corrected)
    assert isinstance(fact.event, k.ConditionGained)
    assert (fact.version, fact.foreign, fact.draft.seat, fact.draft.rule) == (cause.version + 1, True, "gm", "MQ-6")
    assert fact.draft.because is not None
    assert fact.draft.because.causes == (cause.version,)
    assert fact.draft.to is not None
    assert "ana" not in fact.draft.to


def test_the_order_that_goes_on_is_the_game_masters_and_rolls_its_dice() -> None:
    """When all have fainted an omen is read, once."""
    arena = fight()
    correct(arena, "combatants.bo.vitals.nerve.now", 0)
    new = correct(arena, "combatants.aino.vitals.nerve.now", 0, 42)
    assert [type(r.event).__name__ for r in new] == [
        "Corrected",
        "ConditionGained",
        "CommandAccepted",
        "DiceRolled",
        "OmenRead",
        "CommandEnded",
    ]
    assert (new[2].event.by, arena.state.own.omens) == ("gm", 1)


def test_a_correction_during_an_open_order_adds_only_facts() -> None:
    """What waits goes on; the order is played again over them."""
    arena = fight()
    arena.order("ana", Toast(combatant="aino"))
    correct(arena, "combatants.bo.vitals.nerve.now", 0)
    new = correct(arena, "combatants.aino.vitals.nerve.now", 0)
    assert [type(r.event).__name__ for r in new] == ["Corrected", "ConditionGained"]
    arena.answer("ana", "moon")
    assert arena.state.fight.open is None
    assert arena.state.fight.combatants["aino"].has("fainted")


def _rolling(table: Any) -> None:
    table.roll("1d6", by="bo", why="luck", rule="MQ-6")


def _drawing(table: Any) -> None:
    table.draw(("a", "b"), by="bo", why="luck", rule="MQ-6")


def _asking(table: Any) -> None:
    table.ask(("ana",), Choose(offers=masks("MQ-6"), default="moon", about="bo"), rule="MQ-6")


def _failing(table: Any) -> None:
    raise KeyError("bo")


@pytest.mark.parametrize("wrong", [_rolling, _drawing, _asking, _failing])
def test_rules_that_fail_at_it_state_nothing_and_the_correction_stands(wrong: Callable[[Any], None]) -> None:
    """A game master can always mend a fight: facts of theirs before the fault do not stay half done."""

    class Wrong(Fainting):
        def settle(self, table: Any, before: Any) -> None:
            super().settle(table, before)
            wrong(table)

    arena = fight(Wrong())
    (only,) = correct(arena, "combatants.bo.vitals.nerve.now", 0)
    assert isinstance(only.event, k.Corrected)
    assert arena.state.fight.combatants["bo"].vitals["nerve"].now == 0


def test_an_order_that_the_rules_refuse_is_none() -> None:
    class Refusing(Fainting):
        def follow_up(self, state: Any) -> Order | None:
            return Foretell(number=99)

    assert len(correct(fight(Refusing()), "combatants.bo.vitals.nerve.now", 1)) == 1


def test_a_system_without_any_of_it_corrects_as_before() -> None:
    """And knows no conditions that it could refuse."""
    arena = fight(Masque())
    assert len(correct(arena, "combatants.bo.vitals.nerve.now", 0)) == 1
    assert len(correct(arena, "combatants.bo.conditions", [plain(Condition(key="wet", kind="wet"))])) == 1


def test_what_no_fight_can_hold_is_refused() -> None:
    """Nothing has changed then. What was so before, and is not touched, is nobody's fault."""
    arena = fight()
    before = arena.position
    for path, value, said in (
        ("combatants.bo.vitals.nerve.now", -1, "nerve is 0 to"),
        ("combatants.bo.vitals", {}, "has the vitals nerve"),
        ("combatants.bo.conditions", [plain(Condition(key="wet", kind="wet"))], "no condition 'wet': fainted, merry"),
        ("combatants.bo.owner", "zoe", "'zoe' is not among"),
        ("combatants.bo.seenBy", ["zoe"], "'zoe' is not among"),
    ):
        with pytest.raises(RuleRefusal, match=said):
            arena.correct(path, value)
    assert arena.position is before


def test_what_somebody_hidden_does_is_not_told_by_what_follows() -> None:
    """Correction and facts are hidden whole from whom he is hidden."""
    arena = fight()
    correct(arena, "combatants.bo.seenBy", ["ben"])
    for recorded in correct(arena, "combatants.bo.vitals.nerve.now", 0):
        assert recorded.draft.whole
        assert set(recorded.draft.to or ()) == {"gm", "ben"}


def test_plans_are_no_correction() -> None:
    """Orders that look alike leave no facts behind."""
    arena = fight()
    arena.order("ana", Scheme(combatant="aino", plan="moon"))
    arena.order("ana", Slip(combatant="aino", plan="moon"))
    assert not [r for r in arena.stream if r.foreign and r.draft.because is not None]
