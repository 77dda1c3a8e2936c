"""Correcting the state by path: what can be reached, what is refused, and what becomes of null."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct, structs

from engine.kernel.state.combatant import Combatant, Condition, Place, Vital
from engine.kernel.state.correction import corrected, parse_path
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.errors import RuleRefusal


class Fighter(Struct, frozen=True, rename="camel"):
    """Something of a system's own."""

    stock: dict[str, int] = {}
    last_blow: str | None = None


class Own(Struct, frozen=True):
    """A system's part."""

    fighters: dict[str, Fighter] = {}
    bag: tuple[int, ...] = ()


CLOUD = Combatant(
    id="cloud",
    name="Cloud",
    side="heroes",
    vitals={"hp": Vital(9, 20)},
    conditions=(Condition("c1", "stunned", left=2),),
    place=Place(rank=1),
)
STATE = State(
    fight=Fight(id="f", combatants={"cloud": CLOUD}, turn_order=("cloud",)),
    own=Own({"cloud": Fighter({"potion": 2}, "sword")}, (1, 2)),
)


def fix(path: str, value: Any) -> State[Own]:
    """The state with one field set."""
    return corrected(STATE, parse_path(path), value, State[Own])


def cloud(state: State[Own]) -> Combatant:
    """The corrected combatant."""
    return state.fight.combatants["cloud"]


def test_any_field_of_fight_and_system_can_be_set() -> None:
    """Vitals, items of lists, whole objects, fields of the system under their JSON names."""
    assert cloud(fix("combatants.cloud.vitals.hp.now", 3)).vitals["hp"] == Vital(3, 20)
    assert cloud(fix("combatants.cloud.vitals.mp", {"now": 4})).vitals["mp"] == Vital(4)
    assert cloud(fix("combatants.cloud.conditions.0.left", 5)).conditions[0].left == 5
    assert cloud(fix("combatants.cloud.conditions", [])).conditions == ()
    assert cloud(fix("combatants.cloud.place.rank", 3)).place == Place(rank=3)
    assert fix("round", 4).fight.round == 4
    assert fix("rules.fighters.cloud.lastBlow", "axe").own.fighters["cloud"].last_blow == "axe"
    assert fix("rules.fighters.cloud.stock.ether", 1).own.fighters["cloud"].stock == {"potion": 2, "ether": 1}


def test_a_list_grows_by_the_number_behind_its_last() -> None:
    """And by no other."""
    assert fix("rules.bag.2", 7).own.bag == (1, 2, 7)
    assert fix("rules.bag.0", 7).own.bag == (7, 2)
    for path in ("rules.bag.3", "rules.bag.-1", "rules.bag.x", "rules.bag.1_0"):
        with pytest.raises(RuleRefusal):
            fix(path, 7)


def test_null_sets_what_may_be_null_and_removes_a_key_that_may_not() -> None:
    """A place of nobody is null; a stock without potions has no such key."""
    assert cloud(fix("combatants.cloud.place", None)).place is None
    assert fix("rules.fighters.cloud.lastBlow", None).own.fighters["cloud"].last_blow is None
    assert fix("rules.fighters.cloud.stock.potion", None).own.fighters["cloud"].stock == {}


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("", 1, "path"),
        ("rules", {}, "path"),
        ("seats.gm.role", "PLAYER", "path"),
        ("status", "ENDED", "path"),
        ("open", None, "path"),
        ("combatants.tifa.side", "foes", "path"),
        ("combatants.cloud.vitals.hp.was", 3, "path"),
        ("combatants.cloud.id", "tifa", "path"),
        ("combatants.cloud.side.x", 1, "path"),
        ("rules.fighters.cloud.last_blow", "axe", "path"),
        ("rules.fighters.cloud.stock.elixir", None, "value"),
        ("combatants.cloud.vitals.hp.now", None, "value"),
        ("combatants.cloud.vitals.hp.now", 1.0, "value"),
        ("combatants.cloud.name", 5, "value"),
        ("combatants.cloud.conditions", None, "value"),
        ("rules.fighters.cloud.stock", None, "value"),
        ("round", "two", "value"),
        ("rules.fighters.cloud.stock", {"potion": "two"}, "value"),
    ],
)
def test_what_is_not_there_or_of_another_type_is_refused(path: str, value: Any, field: str) -> None:
    """The refusal names what is at fault: the path or the value."""
    with pytest.raises(RuleRefusal) as refused:
        fix(path, value)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("path", "value"),
    [("combatants.cloud", None), ("combatants", {}), ("combatants.tifa", {"id": "tifa", "name": "T", "side": "x"})],
)
def test_nobody_comes_or_goes_by_a_correction(path: str, value: Any) -> None:
    """The system would know nothing of it: there are Enter and `out` for that."""
    with pytest.raises(RuleRefusal):
        fix(path, value)


def test_the_state_that_was_stays_as_it_was() -> None:
    """Corrections copy."""
    fix("combatants.cloud.vitals.hp.now", 3)
    assert CLOUD.vitals["hp"].now == 9


def test_a_correction_of_one_combatant_leaves_all_else_as_it_is() -> None:
    """Not read, not written, not even copied: so it costs as much in a large fight as in a small one."""
    others = {f"wolf-{number}": structs.replace(CLOUD, id=f"wolf-{number}") for number in range(3)}
    state = structs.replace(STATE, fight=structs.replace(STATE.fight, combatants={**others, "cloud": CLOUD}))
    found = corrected(state, parse_path("combatants.cloud.seenBy"), ["gm"], State[Own])
    assert found.own is state.own
    assert list(found.fight.combatants) == [*others, "cloud"]
    assert all(found.fight.combatants[id] is one for id, one in others.items())
    assert found.fight.combatants["cloud"] == structs.replace(CLOUD, seen_by=("gm",))
    assert structs.replace(found.fight, combatants=state.fight.combatants) == state.fight
    for path, value in (("combatants.cloud.id", "steiner"), ("combatants.cloud.vitals.hp.nowhere", 1)):
        with pytest.raises(RuleRefusal):
            corrected(state, parse_path(path), value, State[Own])
