"""Seats and sides of a fight."""

from __future__ import annotations

import pytest
from msgspec import json, structs

from engine.kernel.state.combatant import Combatant
from engine.kernel.state.fight import Fight
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal


def a_fight(**controllers: str | None) -> Fight:
    """Ana's elf and Ben's dwarf against the GM's troll. controllers: who holds somebody now, if not his owner."""
    people = {"elf": ("heroes", "ana"), "dwarf": ("heroes", "ben"), "troll": ("foes", None)}
    return Fight(
        seats={s: SeatEntry(s, s.title(), "GM" if s == "gm" else "PLAYER") for s in ("ana", "gm", "ben")},
        combatants={
            id: Combatant(id=id, name=id, side=side, owner=owner, controller=controllers.get(id, owner))
            for id, (side, owner) in people.items()
        },
    )


def test_who_is_missing_is_refused() -> None:
    """By the code of what a seat may not know of."""
    assert a_fight().require("elf").owner == "ana"
    with pytest.raises(RuleRefusal, match="there is no combatant 'orc'") as caught:
        a_fight().require("orc")
    assert caught.value.code == "UNKNOWN"


def test_the_seats_of_a_side() -> None:
    """In order of joining, with the GM's; of a side that nobody is of, the GM's only."""
    fight = a_fight()
    assert fight.side_seats("heroes") == ("ana", "gm", "ben")
    assert (fight.side_seats("foes"), fight.side_seats("nobodys")) == (("gm",), ("gm",))


def test_who_holds_one_of_a_side_is_of_it_unless_he_owns_somebody_elsewhere() -> None:
    """Ana takes the troll over and learns what he knows, but not what his side does; a guest of no side is of his."""
    fight = a_fight(troll="ana")
    assert fight.side_seats("foes") == ("gm",)
    assert fight.recipients_of(fight.combatants["troll"]) == ("ana", "gm")
    guest = structs.replace(fight, seats={**fight.seats, "eve": SeatEntry("eve", "Eve", "PLAYER")})
    held = structs.replace(fight.combatants["troll"], controller="eve")
    guest = structs.replace(guest, combatants={**guest.combatants, "troll": held})
    assert guest.side_seats("foes") == ("gm", "eve")


def test_a_fight_that_goes_on_has_the_sides_that_it_has_then() -> None:
    """Whatever was asked of it before; and having been asked changes neither the fight nor how it is kept."""
    before = a_fight()
    assert before.side_seats("heroes") == ("ana", "gm", "ben")
    turned = structs.replace(before.combatants["dwarf"], side="foes")
    after = structs.replace(before, combatants={**before.combatants, "dwarf": turned})
    assert (after.side_seats("heroes"), after.side_seats("foes")) == (("ana", "gm"), ("gm", "ben"))
    assert before == a_fight()
    assert json.encode(before) == json.encode(a_fight())


def test_who_is_hidden_from_his_own_seat_is_answered_for_by_the_gm() -> None:
    """A seat is never asked about somebody it does not know of, nor orders him; shown to it again, it does."""
    fight = a_fight()
    assert fight.holders("elf") == ("ana",)
    for seen_by, holders in (((), ("gm",)), (("ben",), ("gm",)), (("ana",), ("ana",)), (None, ("ana",))):
        elf = structs.replace(fight.combatants["elf"], seen_by=seen_by)
        there = structs.replace(fight, combatants={**fight.combatants, "elf": elf})
        assert there.holders("elf") == holders


def test_who_stands_and_against_whom() -> None:
    """In order of joining; whoever is out does not count, and what a game keeps of a hidden one is left out."""
    fight = a_fight()
    out = structs.replace(fight.combatants["dwarf"], out="down")
    hidden = structs.replace(fight.combatants["troll"], seen_by=())
    fight = structs.replace(fight, combatants={**fight.combatants, "dwarf": out, "troll": hidden})
    assert [who.id for who in fight.standing] == ["elf", "troll"]
    assert (fight.enemies("elf"), fight.enemies("troll"), fight.enemies("dwarf")) == (("troll",), ("elf",), ("troll",))
    parts = {"elf": 1, "troll": 2, "gone": 3}
    assert (fight.seen_parts("ana", parts), fight.seen_parts("gm", parts)) == ({"elf": 1}, {"elf": 1, "troll": 2})
    assert fight.seen_parts(None, parts) == {"elf": 1}
