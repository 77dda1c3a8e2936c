"""Standing preferences: what a seat answers to a kind of question before it is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from engine.kernel.state.decisions import Field, Offer
from engine.kernel.state.fight import Asked, Fight
from engine.kernel.structs.messages import plain

Preference = Literal["ask", "always", "never", "choice"]
"""ask: each time, also where there is a single answer; where nothing is set, that is given. always: the first offer
that is not the default. never: the default. choice: ask only where there is a choice, else take the default."""

Itself = Literal["PREFERENCE", "ONLY"]
"""What answers a question after its pace: a standing preference, or that there is a single answer."""

PREFERENCES: tuple[Preference, ...] = ("ask", "always", "never", "choice")


def has_choice(offers: Sequence[Offer[Any]]) -> bool:
    """Whether more than one answer is possible: several offers, or one with a field that may be filled otherwise."""
    if len(offers) != 1:
        return len(offers) > 1
    (offer,) = offers
    if any(field.open for field in offer.fields):
        return True
    held = plain(offer.body) if offer.fields else {}
    return any(_differs(field, held.get(field.name)) for field in offer.fields)


def _differs(field: Field, held: Any) -> bool:
    """Whether the only pick of a field is another than what its offer holds, which is an answer as well."""
    if field.kind == "amount":
        return not isinstance(held, int) or held != field.least
    picks = [plain(pick) for pick in field.picks]
    kept: Any = held if field.kind == "some" else [held]
    return len(picks) > 0 and picks != kept


def preferred(
    preferences: Mapping[str, str], seats: tuple[str, ...], kind: str, offers: Sequence[Offer[Any]], default: str
) -> str | None:
    """The key of the offer that a standing preference picks; None where the seat is to be asked, or several may answer.

    preferences: "seat kind" -> a preference.
    """
    if len(seats) != 1:
        return None
    match preferences.get(f"{seats[0]} {kind}"):
        case "never":
            return default
        case "always":
            return next((offer.key for offer in offers if offer.key != default), default)
        case "choice":
            return None if has_choice(offers) else default
        case _:
            return None


def answers_itself(fight: Fight, asked: Asked, preferences: Mapping[str, str]) -> bool:
    """Whether a decision is answered after its pace without a hand: there is one answer, and nobody wants to be asked.

    preferences: "seat kind" -> a preference.
    """
    if not asked.pace or not fight.single_answers.skip or has_choice(asked.offers):
        return False
    return all(preferences.get(f"{seat} {asked.kind}") != "ask" for seat in asked.seats)


def given_by_itself(fight: Fight, asked: Asked, itself: Itself) -> tuple[str, ...]:
    """The keys of the offers that may be taken without a hand once a decision's pace has passed.

    By a preference: those that some preference would take.
    """
    if itself == "ONLY":
        return (asked.offers[0].key,) if answers_itself(fight, asked, {}) else ()
    if not asked.pace or len(asked.seats) != 1:
        return ()
    others = [offer.key for offer in asked.offers if offer.key != asked.default]
    return (asked.default, *others[:1])


def shown_by(choice: str | None, offers: Sequence[Offer[Any]], default: str | None, before: str | None) -> Preference:
    """The preference that an answer implies, as far as it shows. before: what earlier answers of its kind showed.

    If only the default was offered every preference gives it: then the weakest is assumed.
    """
    if choice != default or before == "always":
        return "always"
    return "never" if has_choice(offers) or before == "never" else "choice"
