"""What is offered is accepted, and nothing else: checked at a stop of any fight that can try steps out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.position import Position, Step
from engine.kernel.state.decisions import check_picks, filled
from engine.kernel.state.fight import ROLL, Asked, Fight, State
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order, plain
from engine.kit.testing.picks import Offered, changed, combinations, offered, some_choice

TRIED = 60
"""How many orders that are not offered are tried at a stop."""


class LawBroken(AssertionError):
    """A law is broken. law: its key."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(what)
        self.law = law


class Stop(Protocol):
    """A fight where it waits for an order or an answer; trying a step leaves it as it is."""

    position: Position[Any]

    @property
    def book(self) -> Rulebook[Any]:
        """The game's rulebook."""

    @property
    def state(self) -> State[Any]:
        """The fight as it is."""

    @property
    def fight(self) -> Fight:
        """The kernel's part of it."""

    @property
    def waiting(self) -> list[Asked]:
        """The decisions that wait for an answer."""

    def order_step(self, order: Order, seat: str) -> Step[Any]:
        """What an order would bring about."""

    def answer_step(self, position: Position[Any], asked: Asked, choice: Choice) -> Step[Any]:
        """What an answer would bring about, at a position of this fight."""


def offers_are_accepted(stop: Stop, rng: random.Random) -> None:
    """Every offer is accepted, unchanged and with every combination of picks."""
    if stop.fight.open is not None:
        return
    kinds_are_the_offers(stop)
    for seat, offer in offered(stop.book, stop.state):
        for picks in _combinations(offer, rng):
            try:
                check_picks(offer.fields, picks)
                stop.order_step(filled(offer, picks), seat)
            except RuleRefusal as refusal:
                sent = f"{stop.book.order_key(offer.body)} {_json(plain(offer.body) | picks)}"
                raise LawBroken("offered", f"{seat} is offered {sent}; then it is refused: {refusal.reason}") from None


def kinds_are_the_offers(stop: Stop) -> None:
    """The parts of `offers_by_kind` are together `offers`, in the same order, and no class of orders is in two."""
    system = stop.book.system
    for who in stop.fight.combatants:
        for seat in stop.fight.holders(who):
            seen = stop.book.seen(stop.state, seat)
            parts = [list(some) for some in system.offers_by_kind(seen, who)]
            if [offer for some in parts for offer in some] != list(system.offers(seen, who)):
                raise LawBroken("offered", f"`offers_by_kind` gives other offers for {who} than `offers`")
            classes = [kind.__name__ for some in parts for kind in {type(offer.body) for offer in some}]
            for name in classes:
                if classes.count(name) > 1:
                    raise LawBroken(
                        "offered", f"`offers_by_kind` has orders {name} of {who} in two parts: put them in one"
                    )


def answers_are_accepted(stop: Stop, rng: random.Random) -> None:
    """Every option of every open decision is accepted, whatever the other answers of its window are."""
    questions = [asked for asked in stop.waiting if asked.kind != ROLL]
    for asked in questions:
        if asked.default not in {offer.key for offer in asked.offers}:
            raise LawBroken("offered", f"{asked.kind} has the default {asked.default!r}, which is none of its offers")
        for offer in asked.offers:
            for picks in _combinations(offer, rng):
                choices = {question.decision: some_choice(question, rng) for question in questions}
                _answer_all(stop, questions, choices | {asked.decision: Choice(offer.key, picks)}, rng)


def _answer_all(stop: Stop, questions: Sequence[Asked], choices: dict[int, Choice], rng: random.Random) -> None:
    position = stop.position
    for question in sorted(questions, key=lambda _: rng.random()):
        choice = choices[question.decision]
        try:
            position = stop.answer_step(position, question, choice).position
        except RuleRefusal as refusal:
            what = f"{question.kind} offers {choice.key!r} {_json(choice.fields)}; then it is refused: {refusal.reason}"
            raise LawBroken("offered", what) from None


def nothing_else_is_accepted(stop: Stop, rng: random.Random, past: Sequence[tuple[str, Order]] = ()) -> None:
    """What is not offered is refused. Tried: offers of the game's orders changed field by field, and `past` orders."""
    if stop.fight.open is not None:
        return
    offers = offered(stop.book, stop.state)
    for seat, command in _tries(stop, offers, past, rng):
        try:
            order = stop.book.decode_order(command)
            if is_offered(offers, seat, order):
                continue
            stop.order_step(order, seat)
        except RuleRefusal:
            continue
        raise LawBroken("refused", f"{seat} is not offered {_json(command)}, and it is accepted")


def _tries(
    stop: Stop, offers: Sequence[Offered], past: Sequence[tuple[str, Order]], rng: random.Random
) -> list[tuple[str, dict[str, Any]]]:
    names = [*stop.fight.combatants, *(str(seat) for seat in stop.fight.seats)]
    tries: list[tuple[str, dict[str, Any]]] = [(seat, stop.book.encode_order(order)) for seat, order in past]
    for seat, offer in offers:
        if type(offer.body) not in stop.book.system.orders:
            continue  # the kernel's own, as Begin, whose note is anybody's
        ((key, body),) = stop.book.encode_order(offer.body)[stop.book.key].items()
        for name, value in body.items():
            tries += [(seat, {stop.book.key: {key: {**body, name: new}}}) for new in changed(value, names)]
    return rng.sample(tries, min(len(tries), TRIED))


def is_offered(offers: Sequence[Offered], seat: str, order: Order) -> bool:
    """Whether an order matches an offer with legal picks, or differs from one only in its samples.

    An omitted field (null) leaves the choice to the rules and matches any offer.
    """
    body = plain(order)
    for whose, offer in offers:
        if whose != seat or type(offer.body) is not type(order):
            continue
        names = {field.name for field in offer.fields}
        base = plain(offer.body)
        if any(base[name] != value for name, value in body.items() if name not in names and value is not None):
            continue
        exact = tuple(field for field in offer.fields if field.exact and body[field.name] is not None)
        try:
            check_picks(exact, {field.name: body[field.name] for field in exact})
        except RuleRefusal:
            continue
        return True
    return False


def _combinations(offer: Any, rng: random.Random) -> list[dict[str, Any]]:
    try:
        return combinations(offer.fields, rng)
    except (IndexError, ValueError):
        raise LawBroken(
            "offered", f"an open choice of {offer.key!r} has nothing to pick: leave that offer out"
        ) from None


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
