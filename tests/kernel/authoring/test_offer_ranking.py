"""Offers with the usual ones first: by group, then as the game ranks them, then as listed; the nearest target first."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import structs

from engine.kernel.authoring.offer_ranking import usual_first
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import Ending, OfferGroup, Order
from tests.support.slices.bare import bare_game


class Act(Order, frozen=True, kw_only=True):
    """Anything, by a combatant."""

    actor: ClassVar[str] = "combatant"
    combatant: str = "ada"
    target: str | None = None
    targets: tuple[str, ...] = ()


class Hit(Act, frozen=True, kw_only=True):
    """Strikes."""

    group: ClassVar[OfferGroup] = OfferGroup.STRIKE


class Go(Act, frozen=True, kw_only=True):
    """Moves."""

    group: ClassVar[OfferGroup] = OfferGroup.MOVE


class Chant(Act, frozen=True, kw_only=True):
    """Casts."""

    group: ClassVar[OfferGroup] = OfferGroup.CAST


class Done(Act, frozen=True, kw_only=True):
    """Ends a turn."""

    group: ClassVar[OfferGroup] = OfferGroup.END


class Yield(Done, frozen=True, kw_only=True):
    """Gives up."""

    ends: ClassVar[Ending | None] = Ending.SIDE
    concession: ClassVar[bool] = True


SIDES = {"ada": "red", "ann": "red", "bob": "blue", "ben": "blue", "cid": "blue"}
FAR = {"ada": 0, "ann": 1, "bob": 9, "ben": 2, "cid": 2}


def seen() -> State[Any]:
    """A fight of five."""
    return State(Fight(combatants={who: Combatant(who, who.title(), side) for who, side in SIDES.items()}), None)


def shown(*offers: Offer[Any], **hooks: Any) -> list[Offer[Any]]:
    """As a game with these hooks shows them."""
    system: Any = bare_game(**hooks)
    return usual_first(system, seen(), offers)


def keys(*offers: Offer[Any], **hooks: Any) -> list[str]:
    """Their keys."""
    return [offer.key for offer in shown(*offers, **hooks)]


def offer(key: str, body: Order, *fields: Field) -> Offer[Any]:
    """One of a rule that does not matter."""
    return Offer(key, body, "T-1", fields)


def by_distance(_: State[Any], __: str, other: str) -> int:
    """From Ada."""
    return FAR[other]


def test_groups_stand_in_their_order_and_giving_up_is_last() -> None:
    """What the class does not say is OTHER."""
    offers = [offer("up", Yield()), offer("end", Done()), offer("other", Act()), offer("cast", Chant())]
    offers += [offer("go", Go()), offer("hit", Hit())]
    assert keys(*offers) == ["hit", "go", "cast", "other", "end", "up"]


def test_to_begin_comes_before_everything() -> None:
    """The fight waits for nothing else."""
    assert keys(offer("trap", Hit()), offer("begin", Begin())) == ["begin", "trap"]


def test_without_a_ranking_they_are_as_listed_and_with_one_equal_ones_are() -> None:
    """Stable: two ties keep their order."""
    offers = [offer("c", Hit()), offer("a", Hit(target="bob")), offer("b", Hit())]
    assert keys(*offers) == ["c", "a", "b"]
    assert keys(*offers, rank=lambda _, one: (one.body.target is None,)) == ["a", "c", "b"]
    assert keys(*offers, rank=lambda _, one: ()) == ["c", "a", "b"]


def test_the_nearest_target_of_a_side_is_picked_first() -> None:
    """Of what is meant for nobody in particular the side that the game lists first stays first. Ties stay as listed."""
    field = Field("target", "one", ("bob", "ben", "cid", "ann", "ada"))
    (one,) = shown(offer("hit", Hit(target="bob"), field), apart=by_distance)
    assert one.fields[0].among == ("ben", "cid", "bob", "ann", "ada")
    assert one.body == Hit(target="ben")
    some = structs.replace(field, name="targets", kind="some")
    (one,) = shown(offer("cast", Chant(targets=("bob",)), some), apart=by_distance)
    assert (one.fields[0].among[0], one.body) == ("ben", Chant(targets=("ben",)))


def test_what_is_sent_is_kept_where_it_is_not_the_first_pick() -> None:
    """Nobody, or a whole group, is no choice of the nearest."""
    field = Field("targets", "some", ("bob", "ben"), least=0, most=2)
    for targets in ((), ("bob", "ben")):
        (one,) = shown(offer("cast", Chant(targets=targets), field), apart=by_distance)
        assert (one.fields[0].among, one.body) == (("ben", "bob"), Chant(targets=targets))


def test_other_picks_stay_as_they_are() -> None:
    """Of a move, of what is no combatant, of what depends on something else, and where the game knows no distance."""
    field = Field("target", "one", ("bob", "ben"))
    kept = [
        offer("go", Go(target="bob"), field),
        offer("hit", Hit(target="bob"), structs.replace(field, among=("bob", "elsewhere"))),
        offer("hit", Hit(target="bob"), structs.replace(field, exact=False)),
        offer("hit", Hit(target="bob", combatant="gone"), field),
    ]
    for one in kept:
        assert shown(one, apart=by_distance) == [one]
    hit = offer("hit", Hit(target="bob"), field)
    assert shown(hit) == [hit]
