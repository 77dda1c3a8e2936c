"""The laws that every game keeps: what each demands, what to do where it is broken, and how it is checked at a stop."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.scene.compose import scene_of
from engine.kernel.state.decisions import Offer
from engine.kernel.state.fight import ROLL, Asked, Fight
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.errors import SkaldError
from engine.kernel.structs.messages import plain
from engine.kit.testing.accepting import (
    LawBroken,
    Stop,
    answers_are_accepted,
    nothing_else_is_accepted,
    offers_are_accepted,
)
from engine.kit.testing.bout import Bout
from engine.kit.testing.picks import offered


class Law(Struct, frozen=True):
    """What a game has to keep. advice: what its author does where it is broken."""

    key: str
    demand: str
    advice: str


LAWS = {
    law.key: law
    for law in (
        Law(
            "registered",
            "what the game declares is sound",
            "Change what the message names; every member stands in the docstrings of engine.kit.RuleSystem.",
        ),
        Law(
            "fields",
            "events, orders and other structs are made with the fields that they have, of their types",
            "Name the fields as the struct declares them; the guide lists those of the kernel's events (games.md).",
        ),
        Law(
            "created",
            "a fight can be made",
            "Give every field of the sheet and of the setup a default that can be played, or name a request: --fight.",
        ),
        Law(
            "rules",
            "what is offered and what happens names a rule of the game",
            "Put the rule into `rules`, or name one that is there.",
        ),
        Law(
            "played",
            "legal orders and answers are played without an error",
            "Mend the rule that failed; the message is its error.",
        ),
        Law(
            "offered",
            "whatever is offered is accepted, with whatever may be picked",
            "Let `offers` and `play` ask the same question, and `offers` only use what the seat sees.",
        ),
        Law(
            "refused",
            "whatever is not offered is refused",
            "Let `play` refuse what `offers` leaves out: both ask the same question, with the same fields.",
        ),
        Law(
            "types",
            "events and the game's state hold what their types say",
            "Emit the type that the field declares: ids as text, several as a tuple, numbers as whole numbers.",
        ),
        Law(
            "folded",
            "the events alone give the state again",
            "Let `evolve` depend on nothing but its arguments, and make what it stores stand in the event.",
        ),
        Law(
            "secret",
            "nothing that a seat reads names a combatant that it does not know of",
            "Let `view` leave out whoever is not in the fight that it is given, and emit such facts with `to`.",
        ),
        Law(
            "shown",
            "every seat sees a scene, at any time",
            "Draw with what the seat sees: combatants may be missing, and vitals empty.",
        ),
        Law(
            "worded",
            "orders, events and questions have words in every language that the game tells",
            "Let `describe` say a sentence for each, with the names that it is given.",
        ),
        Law(
            "ended",
            "fights come to an end",
            "Call `outcomes.over` or `outcomes.decide` where a fight is decided, and let somebody act until then.",
        ),
    )
}
"""Every law, by its key, in the order in which they are checked."""


# -- at a stop
def all_is_accepted(bout: Bout, rng: random.Random) -> None:
    """Offers of orders, and of answers."""
    offers_are_accepted(bout, rng)
    answers_are_accepted(bout, rng)


def rules_are_named(bout: Bout) -> None:
    """By offers, and by the game's own events."""
    known = bout.book.system.rules
    for recorded in bout.last:
        if type(recorded.event) in bout.book.system.events and recorded.draft.rule not in known:
            raise LawBroken("rules", f"{type(recorded.event).__name__} names {recorded.draft.rule!r}, which is no rule")
    for _, offer in offered(bout.book, bout.state):
        if offer.rule not in known:
            raise LawBroken("rules", f"the offer {offer.key!r} names {offer.rule!r}, which is no rule")


def types_are_kept(bout: Bout) -> None:
    """Of the events of the last step, and of the game's part of the state."""
    for recorded in bout.last:
        _require_type(recorded.event, type(recorded.event))
    _require_type(bout.own, bout.book.system.own)


def _require_type(thing: Struct, kind: type[Struct]) -> None:
    body = plain(thing)
    try:
        msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        what, where = explain_decode_error(error, body, kind)
        raise LawBroken("types", f"{kind.__name__}.{dotted_path(where)}: {what}") from None


def state_is_folded(bout: Bout) -> None:
    """From the first event on, each read back from its bytes."""
    again = bout.folded()
    if again != bout.state:
        for part in ("own", "fight"):
            item, other = getattr(bout.state, part), getattr(again, part)
            for name in item.__struct_fields__:
                if getattr(item, name) != getattr(other, name):
                    what = f"{part}.{name} is {getattr(item, name)!r}; its events alone give {getattr(other, name)!r}"
                    raise LawBroken("folded", what)


def secrets_are_kept(bout: Bout) -> None:
    """In what each seat sees of the state, in its scene, its offers, and in the last step's events for everybody."""
    fight, book = bout.fight, bout.book
    views_name_nobody(bout)
    for seat in (*fight.seats, None):
        unseen = _unseen(fight, seat)
        if not unseen:
            continue
        seen = book.seen(bout.state, seat)
        read: dict[str, object] = {"its scene": scene_of(book.system, seen, seat, "en")}
        for who in seen.fight.combatants if seat else ():
            if seat in fight.holders(who):
                read[f"the offers of {who}"] = list(book.system.offers(seen, who))
        if seat is None:
            read |= {type(r.event).__name__: r.event for r in bout.last if r.draft.to is None}
        for what, thing in read.items():
            _names_nobody(thing, what, seat, unseen)


def views_name_nobody(stop: Stop) -> None:
    """The state that a seat sees names nobody hidden from it. No id may be a word of the game's content."""
    for seat in (*stop.fight.seats, None):
        unseen = _unseen(stop.fight, seat)
        if unseen:
            _names_nobody(stop.book.seen(stop.state, seat), "its view of the state", seat, unseen)


def _unseen(fight: Fight, seat: str | None) -> list[str]:
    return [c.id for c in fight.combatants.values() if not fight.sees(seat, c)]


def _names_nobody(thing: object, what: str, seat: str | None, unseen: list[str]) -> None:
    written = msgspec.json.encode(thing).decode()
    for who in unseen:
        if f'"{who}"' in written:
            raise LawBroken("secret", f"{seat or 'everybody'} does not know of {who}, and {what} names it")


def scenes_are_made(bout: Bout) -> None:
    """For each seat and for everybody, and readable."""
    for seat in (*bout.fight.seats, None):
        try:
            scene = scene_of(bout.book.system, bout.book.seen(bout.state, seat), seat, "en")
            msgspec.json.decode(msgspec.json.encode(scene), type=type(scene))
        except (SkaldError, msgspec.ValidationError) as error:
            raise LawBroken("shown", f"{seat or 'everybody'}: {error}") from error
        except Exception as error:
            raise LawBroken("shown", f"{seat or 'everybody'}: {type(error).__name__}: {error}") from error


def words_are_said(bout: Bout, languages: tuple[str, ...]) -> None:
    """Of what is offered, asked, and has just happened. Of a game that has any words of its own."""
    system = bout.book.system
    own = (*system.events, *system.orders, *system.questions)
    names = {c.id: c.name for c in bout.fight.combatants.values()}
    for locale in (language for language in languages if system.tells(language)):
        things: list[Struct] = [r.event for r in bout.last]
        things += [offer for _, offer in offered(bout.book, bout.state)] if bout.fight.open is None else []
        things += [_question(bout, asked) for asked in bout.waiting if asked.kind != ROLL]
        for thing in things:
            body = thing.body if isinstance(thing, Offer) else thing
            name = type(body).__name__
            try:
                sentence = system.describe(thing, locale, names)
                short = system.short_name(thing, locale, names)
            except Exception as error:
                raise LawBroken("worded", f"{name} in {locale}: {type(error).__name__}: {error}") from error
            if not isinstance(sentence, str) or not isinstance(short, str):
                raise LawBroken("worded", f"{name} in {locale}: its words are no text")
            if not sentence and type(body) in own and _speaks(system):
                raise LawBroken("worded", f"{name} has no words in {locale}: people read its class")


def _speaks(system: RuleSystem[Any]) -> bool:
    """Whether a game says anything in words of its own."""
    kernels = "engine.kernel.authoring.rule_system"
    return bool(type(system).describe.__module__ != kernels)


def _question(bout: Bout, asked: Asked) -> Struct:
    """An open question as the rules put it."""
    cls = next(kind for kind in bout.book.system.questions if kind.__name__ == asked.kind)
    figures = {**asked.question, "offers": [], "default": asked.default}
    question: Struct = msgspec.convert(figures, cls)
    return structs.replace(question, offers=asked.offers)


CHECKS: Mapping[str, Callable[[Bout, random.Random], None]] = {
    "types": lambda bout, _: types_are_kept(bout),
    "folded": lambda bout, _: state_is_folded(bout),
    "rules": lambda bout, _: rules_are_named(bout),
    "offered": all_is_accepted,
    "refused": nothing_else_is_accepted,
    "secret": lambda bout, _: secrets_are_kept(bout),
    "shown": lambda bout, _: scenes_are_made(bout),
}
"""What is checked at a stop, by the law that it is of; words apart, which depend on languages."""
