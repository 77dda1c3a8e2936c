"""Whatever is ruled while a question is open: it is judged anew, everybody named is there, and the fight goes on.

At every kind of question of every game, in a fork for each: who is asked about, and somebody else, falls, is removed,
hidden, handed over or renamed, and the seat asked is taken away. Then each offer that is shown is taken.

SKALD_RULED=4 pytest tests/systems/test_rulings_at_questions.py      more fights, stops and people, played on for longer
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.overruling.gm_tools import Hide, Remove
from engine.kernel.state import events as k
from engine.kernel.state.combatant import REMOVED
from engine.kernel.state.fight import Asked
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.kit.testing.picks import offered, picked
from engine.service.proof.audit_replay import replay
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import stops
from tests.support.fights.arena import Arena
from tests.support.laws import laws

MORE = amount("SKALD_RULED", 0, 2)
FIGHTS = 12 * (1 + 2 * MORE)
GAMES = sorted(Registry.installed().books)
FALLS = {"fantasia": "hp", "dozen_die": "hp", "minis": "life", "saari": "kp", "mongolian_mercenaries": "health"}
RULINGS = ("fell", "remove", "hide", "hand", "rename", "seat")


def named(arena: Arena, value: Any) -> list[str]:
    """The combatants that a JSON value names, in order of joining."""
    words = set(_texts(plain(value)))
    return [who for who in arena.fight.combatants if who in words]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)


def figures(arena: Arena, asked: Asked) -> list[str]:
    """Whom a ruling is about: whom the question names, who acts, and whom its offers name."""
    found = [*named(arena, asked.question), *arena.fight.acting, *named(arena, [o.body for o in asked.offers])]
    found += named(arena, [f.among for o in asked.offers for f in o.fields])
    return [who for who in dict.fromkeys(found) if arena.fight.combatants[who].out is None]


def ruled(arena: Arena, system: str, ruling: str, who: str, asked: Asked) -> bool:
    """Rule so; False where there is nothing to rule."""
    fight = arena.fight
    figure = fight.combatants[who]
    try:
        match ruling:
            case "fell":
                arena.correct(f"combatants.{who}.vitals.{FALLS[system]}.now", 0)
            case "remove":
                arena.rule(Remove(combatants=(who,)))
            case "hide":
                arena.rule(Hide(combatants=(who,)))
            case "hand":
                other = next(
                    (s.seat for s in fight.seats.values() if s.role == "PLAYER" and s.seat != figure.controller), None
                )
                if other is None or not fight.sees(other, figure):
                    return False
                arena.fact(k.ControlChanged(combatant=who, controller=other))
            case "rename":
                arena.correct(f"combatants.{who}.name", "Somebody else")
            case "seat":
                seat = next((s for s in asked.seats if not fight.is_gm(s)), None)
                if seat is None:
                    return False
                players = [one.seat for one in fight.seats.values() if one.role == "PLAYER"]
                arena.correct(f"combatants.{who}.seenBy", players)
                arena.fact(k.SeatRemoved(whose=seat, name=fight.seats[seat].name))
    except RuleRefusal:
        return False
    return True


# -- what has to hold
def everybody_named_is_there(arena: Arena) -> None:
    """Questions, figures and turns name seats and figures that are there."""
    fight = arena.fight
    for asked in arena.pending:
        assert asked.seats, f"{asked.kind} is put to nobody"
        assert set(asked.seats) <= set(fight.seats), f"{asked.kind} is put to {asked.seats}"
        told = (
            asked.question,
            [o.body for o in asked.offers],
            [plain(f.among) for o in asked.offers for f in o.fields],
        )
        gone = [who for who in named(arena, told) if fight.combatants[who].out == REMOVED]
        assert not gone, f"{asked.kind} names {gone}, who are off the table: {asked.question}"
    for who in fight.combatants.values():
        assert {who.owner, who.controller} - {None} <= set(fight.seats), f"{who.id} is of {who.owner}, {who.controller}"
    for who in fight.acting:
        assert who in fight.combatants
        assert fight.open is not None or fight.combatants[who].out != REMOVED, f"{who} has a turn, off the table"
    if gone := {seat.seat for seat in arena.creation.seats} - set(fight.seats):
        for seat in (*fight.gms(), None):
            seen = arena.book.seen(arena.state, seat)
            kept = {"left": {}, "away": {}, "last_acts": {}}  # for its return
            shown = structs.replace(seen.fight, open=None, **kept)
            still = gone.intersection(_texts(plain((shown, seen.own, seen.fight.window))))
            assert not still, f"{still} left the table, and {seat} reads of it"


def something_leads_on(arena: Arena) -> None:
    """Somebody is asked, or is offered something that gives nothing up; or the fight is decided."""
    fight = arena.fight
    if arena.pending or fight.status == "ENDED" or fight.outcome is not None:
        return
    offers = offered(arena.book, arena.state)
    on = [o for _, o in offers if not type(o.body).concession and (type(o.body).actor or fight.round == 0)]
    assert on, f"round {fight.round}, {fight.acting} to act, and only {[o.key for _, o in offers]} is offered"


def judged(arena: Arena) -> None:
    everybody_named_is_there(arena)
    something_leads_on(arena)
    laws.vitals_are_bounded(arena)


def every_answer_goes(arena: Arena, rng: random.Random) -> Iterator[Arena]:
    """Each offer of each open question, with its picks: a fork in which it was accepted."""
    for asked in arena.pending:
        if asked.kind == "Roll":
            continue
        for offer in asked.offers:
            other = laws.branch(arena)
            picks = picked(offer, rng)
            try:
                other.answer(asked.seats[0], offer.key, picks, decision=asked.decision)
            except RuleRefusal as refusal:
                raise AssertionError(
                    f"offered, then refused: {asked.kind} {offer.key} {picks}: {refusal.reason}"
                ) from None
            yield other


def played_on(arena: Arena, rng: random.Random, most: int) -> None:
    """The fight by chance, so many steps on or to its end."""
    for _ in range(most):
        if arena.pending:
            laws.answer_somehow(arena, rng)
        elif arena.fight.status == "ENDED" or (choice := laws.some_order(arena, rng)) is None:
            break
        else:
            arena.order(*choice)
        judged(arena)


def proven(arena: Arena, stop: Arena) -> None:
    """Every step is made again by an audit, where that holds of the fight before: silence may answer in a scene."""

    def verdict(one: Arena) -> Any:
        return replay(one.book, one.stream, explain=True, progress=lambda _: None).verdict

    if verdict(stop).state != "BROKEN":
        found = verdict(arena)
        assert found.state != "BROKEN", found


def check(where: str, stop: Arena, asked: Asked, ruling: str, system: str) -> int:
    """One ruling at one stop, for each it may be about. How many forks were judged."""
    forks = 0
    people = figures(stop, asked) or list(stop.fight.combatants)
    for who in people[:1] if ruling in ("seat", "rename") else people[: 4 + MORE if MORE else 2]:
        rng = random.Random(f"{where} {ruling} {who}")
        arena = laws.branch(stop)
        try:
            if not ruled(arena, system, ruling, who, asked):
                continue
            judged(arena)
            laws.stands_as_folded(arena)
            for other in every_answer_goes(arena, rng):
                judged(other)
                forks += 1
            played_on(arena, rng, 40 if MORE else 4)
            laws.stands_as_folded(arena)
            # An open order that named somebody stays as it was read; and no id may be a word of places, as x and y are.
            if arena.fight.open is None and all(len(one) > 1 for one in arena.fight.combatants):
                laws.views_name_nobody(arena)
            if ruling == RULINGS[len(where) % len(RULINGS)]:
                proven(arena, stop)
        except Exception as error:
            error.add_note(f"{where}: {ruling} {who}")
            raise
    return forks


@pytest.mark.parametrize("ruling", RULINGS)
@pytest.mark.parametrize("system", GAMES)
def test_after_a_ruling_every_question_is_of_the_fight_as_it_is_now(system: str, ruling: str) -> None:
    assert sum(check(*stop, ruling, system) for stop in _stops(system)) > 0


@pytest.mark.parametrize("system", GAMES)
def test_no_kind_of_question_is_left_out(system: str) -> None:
    """Fights stand at each of the game."""
    kinds = {cls.__name__ for cls in Registry.installed().book(system).system.questions}
    assert {asked.kind for _, _, asked in _stops(system)} == kinds


_STOPS: dict[str, list[stops.Stop]] = {}


def _stops(system: str) -> list[stops.Stop]:
    """The stops of a game, found once."""
    if system not in _STOPS:
        _STOPS[system] = list(stops.stops(system, FIGHTS, each=1 + MORE // 4))
    return _STOPS[system]
