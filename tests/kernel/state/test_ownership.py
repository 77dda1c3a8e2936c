"""Whose the combatants are is reckoned once and handed on: at every version it is as if it were reckoned there."""

from __future__ import annotations

import pytest

from engine.kernel.state import events as k
from engine.kernel.state.combatant import Combatant, Place, Vital
from engine.kernel.state.correction import corrected
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.reducer import evolve_fight
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.messages import Draft, Event, Recorded
from tests.support.laws import laws
from tests.support.slices.ready import saari_fight
from tests.support.slices.saari import Own

WOLF = k.CombatantJoined(
    combatant="wolf",
    name="Wolf",
    side="beasts",
    owner="ben",
    controller="ben",
    kind="",
    place=None,
    conditions=(),
    seen_by=("ben",),
)
STUNNED = k.ConditionGained(
    combatant="troll", condition="c", kind="stunned", source="elf", amount=None, left=None, until=""
)
FACTS: tuple[Event, ...] = (
    k.ControlChanged(combatant="troll", controller="ben"),
    k.OwnerChanged(combatant="troll", owner="ana"),
    k.SightChanged(combatant="troll", seen_by=("ana",)),
    k.VitalChanged(combatant="troll", vital="life", change=-1, now=1),
    k.VitalLimitChanged(combatant="troll", vital="life", limit=9),
    k.Moved(combatant="troll", from_=None, to=Place(zone="ford")),
    STUNNED,
    k.ConditionLost(combatant="troll", condition="c", kind="stunned", reason=""),
    k.CombatantOut(combatant="troll", reason="fled"),
    k.CombatantReturned(combatant="troll"),
    k.SightChanged(combatant="troll", seen_by=None),
    k.SeatAdded(entry=SeatEntry("zoe", "Zoe", "GM")),
    k.SeatRenamed(whose="zoe", name="Zora"),
    k.ControlOffered(combatant="elf", giver="ana", taker="zoe"),
    k.ControlChanged(combatant="elf", controller="zoe"),
    k.SeatRemoved(whose="zoe", name="Zora"),
    k.BotSet(whose="ben", bot="RANDOM"),
    WOLF,
    k.RoundBegan(round=3),
)


def a_fight() -> Fight:
    """Ana's elf and Ben's dwarf against the GM's troll."""
    people = {"elf": ("heroes", "ana"), "dwarf": ("heroes", "ben"), "troll": ("foes", None)}
    return Fight(
        seats={s: SeatEntry(s, s.title(), "GM" if s == "gm" else "PLAYER") for s in ("ana", "gm", "ben")},
        combatants={
            id: Combatant(id, id, side, owner, owner, vitals={"life": Vital(2)}) for id, (side, owner) in people.items()
        },
    )


def test_every_fact_leaves_everybody_where_he_belongs_then() -> None:
    """Having been asked before each of them, as a fight in play is."""
    fight = a_fight()
    laws.belongs(fight)
    for version, event in enumerate(FACTS, 1):
        fight = evolve_fight(fight, Recorded(version, "", Draft(event)))
        laws.belongs(fight)


@pytest.mark.parametrize("path", [("combatants", "troll", "side"), ("combatants", "elf", "controller")])
def test_a_correction_moves_somebody_where_he_belongs_then(path: tuple[str, ...]) -> None:
    """Whatever it mends, nothing is handed on."""
    state = State(fight=a_fight(), own=Own())
    laws.belongs(state.fight)
    state = corrected(state, path, "ben", State[Own])
    event = k.Corrected(path=path, value="ben", remark="")
    laws.belongs(evolve_fight(state.fight, Recorded(1, "", Draft(event))))


def test_what_is_seen_is_made_once_for_a_state_and_anew_for_the_next() -> None:
    """For each seat its own; a state that comes of another has none of what was made of that."""
    arena = saari_fight()
    before, book = arena.state, arena.book
    seen = {seat: book.seen(before, seat) for seat in ("ana", "ben", "gm", None)}
    assert all(book.seen(before, seat) is one for seat, one in seen.items())
    assert len({id(one) for one in seen.values()}) == 4
    assert not seen["ana"].fight.combatants["imp"].vitals
    arena.fact(k.SightChanged(combatant="imp", seen_by=()))
    assert "imp" not in book.seen(arena.state, "ana").fight.combatants
    assert "imp" in book.seen(arena.state, "gm").fight.combatants
    assert "imp" in book.seen(before, "ana").fight.combatants
