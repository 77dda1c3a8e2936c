"""Whom an offer is meant for: foes first for harm, friends first for help; nothing harmful and no place is proposed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.authoring.proposals import Aim, in_order, needs_pick, proposed, sparing
from engine.kernel.authoring.tiles import Intent
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.state.fight import Fight, State
from tests.kernel.authoring.test_offer_ranking import Go, Hit
from tests.support.slices.bare import bare_game

HERE = {who: Combatant(who, who.title(), side) for who, side in (("ada", "red"), ("ann", "red"), ("bob", "blue"))}
ALL = ("ada", "bob", "ann")


def aim(intent: Intent, here: dict[str, Combatant] = HERE) -> Aim:
    """Ada acts."""
    return Aim(intent, here, "red", "ada")


@pytest.mark.parametrize(
    ("intent", "among"),
    [
        (Intent.HARM, ("bob", "ann", "ada")),
        (Intent.HELP, ("ada", "ann", "bob")),
        (Intent.NONE, ALL),
    ],
)
def test_those_come_first_for_whom_it_is_meant(intent: Intent, among: tuple[str, ...]) -> None:
    """Of harm whoever acts is the last of all; and the first of them is sent if nobody picks."""
    body, (field,) = in_order({"target": "ada", "note": ""}, (Field("target", "one", ALL),), aim(intent))
    assert (field.among, body) == (among, {"target": among[0], "note": ""})
    body, (field,) = in_order({"targets": ["ada"]}, (Field("targets", "some", ALL, 1, 3),), aim(intent))
    assert (field.among, body) == (among, {"targets": [among[0]]})


def test_what_depends_on_something_else_is_left_alone() -> None:
    """A field that is not exact may have no other legal value."""
    field = Field("target", "one", ALL, exact=False)
    assert in_order({"target": "ada"}, (field,), aim(Intent.HARM)) == ({"target": "ada"}, (field,))


def test_of_several_those_are_left_out_for_whom_it_is_not_meant() -> None:
    """If enough are left; nobody is added."""
    for least, held, found in ((1, ["ada", "bob"], ["bob"]), (2, ["ada", "bob"], ["ada", "bob"]), (1, [], [])):
        field = Field("target", "some", ALL, least, 3)
        assert in_order({"target": held}, (field,), aim(Intent.HARM))[0] == {"target": found}


@pytest.mark.parametrize(
    ("intent", "field", "found"),
    [
        (Intent.HARM, Field("target", "one", ALL), "bob"),
        (Intent.HARM, Field("target", "one", ("ada", "ann")), None),
        (Intent.HARM, Field("targets", "some", ALL, 1, 3), ["bob"]),
        (Intent.HARM, Field("targets", "some", ALL, 2, 3), None),
        (Intent.HELP, Field("target", "one", ALL), None),
        (Intent.HELP, Field("target", "one", ("bob", "ann")), "ann"),
        (Intent.NONE, Field("target", "one", ALL), None),
        (Intent.NONE, Field("weapon", "one", ("sword",)), "sword"),
        (Intent.NONE, Field("weapon", "one", ("sword", "bow")), None),
        (Intent.NONE, Field("to", "place", ({"zone": "yard"},)), None),
        (Intent.HARM, Field("target", "one", ("bob",), exact=False), None),
    ],
)
def test_only_one_sensible_value_is_proposed(intent: Intent, field: Field, found: Any) -> None:
    """One foe to harm, one friend to help; never a place, never one's own side for harm."""
    assert proposed(field, aim(intent)) == found


def test_whom_and_where_to_have_to_be_picked() -> None:
    """Not what holds nobody, nor a choice of things, which may stay as it is."""
    harm, two_foes = aim(Intent.HARM), {**HERE, "ben": Combatant("ben", "Ben", "blue")}
    assert not needs_pick(Field("target", "one", ALL), "bob", harm)
    assert needs_pick(Field("target", "one", (*ALL, "ben")), "bob", aim(Intent.HARM, two_foes))
    assert needs_pick(Field("target", "one", ("ada", "ann")), "ada", harm)
    assert needs_pick(Field("to", "place", ({"zone": "a"}, {"zone": "b"})), {"zone": "a"}, harm)
    assert not needs_pick(Field("to", "place", ({"zone": "a"}, {"zone": "b"})), None, harm)
    steps = ({"zone": "a"}, {"zone": "b"})
    assert needs_pick(Field("path", "path", steps, least=1, most=9), [{"zone": "a"}], harm)
    assert not needs_pick(Field("path", "path", steps, least=0, most=9), [{"zone": "a"}], harm), (
        "a charge finds its way"
    )
    assert not needs_pick(Field("watched", "one", (None, "bob")), None, harm)
    assert not needs_pick(Field("weapon", "one", ("sword", "bow")), "sword", harm)


def test_what_harms_ones_own_side_is_known() -> None:
    """Of a single pick, and of one among several; where nobody of the fight acts there is no own side."""
    assert aim(Intent.HARM).harms_own("ann")
    assert aim(Intent.HARM).harms_own(["bob", "ada"])
    assert not aim(Intent.HARM).harms_own("bob")
    assert not aim(Intent.HELP).harms_own("ann")
    assert not Aim(Intent.HARM, HERE).harms_own("ann")


def test_whoever_tries_at_random_spares_his_own_side() -> None:
    """Foes alone are left where there is one; what is fixed on a friend is left out where another order is not."""
    seen: State[Any] = State(Fight(combatants=HERE), None)
    field = Field("target", "one", ("ann", "bob"))
    choice, friend, foe = (
        Offer("choice", Hit(target="ann"), "T-1", (field,)),
        Offer("friend", Hit(target="ann"), "T-1"),
        Offer("foe", Hit(target="bob"), "T-1"),
    )
    (left,) = sparing(bare_game(), seen, [choice])
    assert (left.body, left.fields[0].among) == (Hit(target="bob"), ("bob",))
    assert sparing(bare_game(), seen, [friend, foe]) == [foe]
    assert sparing(bare_game(), seen, [friend]) == [friend]
    go = Offer("go", Go(target="ann"), "T-1", (field,))
    assert sparing(bare_game(), seen, [go]) == [go]
