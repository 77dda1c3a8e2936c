"""Who acts next, and what refuses whoever does not act."""

from __future__ import annotations

import pytest

from engine.kernel.playing.turns import coming, require_acting
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import Fault, RuleRefusal


def fight(*, order: tuple[str, ...] = (), acting: tuple[str, ...] = (), **out: str | None) -> Fight:
    """A fight of these, some of them out."""
    people = {who: Combatant(id=who, name=who, side="all", kind="x", out=why) for who, why in out.items()}
    return Fight(combatants=people, turn_order=order, acting=acting)


@pytest.mark.parametrize(
    ("order", "after", "expected"),
    [
        ((), "", ("a", True)),
        ((), "a", ("c", False)),
        ((), "c", ("a", True)),
        (("c", "b", "a"), "", ("c", True)),
        (("c", "b", "a"), "c", ("a", False)),
        (("c", "b", "a"), "b", ("a", False)),
        (("c",), "c", ("a", False)),
        (("c",), "a", ("c", True)),
    ],
)
def test_whoever_is_out_is_passed_over(order: tuple[str, ...], after: str, expected: tuple[str, bool]) -> None:
    """Whoever is not in the turn order comes after it; a round begins with the first."""
    assert coming(fight(order=order, a=None, b="down", c=None), after) == expected


def test_the_last_who_stands_comes_again() -> None:
    assert coming(fight(a="down", b=None), "b") == ("b", True)


def test_somebody_has_to_be_left() -> None:
    with pytest.raises(Fault, match="nobody is left"):
        coming(fight(a="down"), "a")


def test_whoever_does_not_act_is_refused() -> None:
    """Or is out, or is nobody."""
    now = fight(acting=("a", "b"), a=None, b="down", c=None)
    require_acting(now, "a", rule="T-1")
    for who in ("b", "c", "nobody"):
        with pytest.raises(RuleRefusal):
            require_acting(now, who, rule="T-1")
