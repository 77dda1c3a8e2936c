"""Whatever a game master sets in the middle of a fight, the rules follow it through, and the fight goes on.

SKALD_LAWS=200 pytest tests/systems/test_corrections.py       200 fights of each system, 4 otherwise
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from api.reading.corrections import corrections_of
from api.reading.systems import system_answer
from api.words.renderer import Renderer
from engine.kernel.overruling.gm_tools import EndCondition, Hide, Remove, Reveal, SetCondition
from engine.kernel.state.combatant import REMOVED
from engine.kernel.state.correction import corrected
from engine.kernel.state.events import ConditionLost, Corrected
from engine.kernel.structs.errors import RuleRefusal
from engine.service.proof.audit_replay import replay
from engine.service.registry import Registry
from schemas.answers import Correction
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.laws import laws

GAMES = amount("SKALD_LAWS", 4, 40)
STEPS = 30
REGISTRY = Registry.installed()


def some_correction(arena: Arena, rng: random.Random) -> tuple[str, Any]:
    """A field that has consequences, and a value of its type."""
    fight, system = arena.state.fight, arena.book.system
    who = rng.choice([one for one in fight.combatants.values() if one.vitals])
    at = f"combatants.{who.id}"
    known = list(system.conditions or system.content.get("conditions") or ())
    vital = rng.choice(list(who.vitals))
    most = who.vitals[vital].max or 9
    kinds = rng.sample(known, rng.randint(0, min(2, len(known))))
    other = rng.choice(list(fight.combatants.values()))
    choices: list[tuple[str, Any]] = [
        (f"{at}.vitals.{vital}.now", rng.choice([0, 0, 1, most // 2, (most + 1) // 2, most])),
        (f"{at}.conditions", [{"key": kind, "kind": kind} for kind in kinds]),
        (f"{at}.out", rng.choice([None, "dead", "casualty", "left"])),
        (f"{at}.side", other.side),
        (f"{at}.controller", other.controller),
    ]
    if who.place is not None and who.place.cell is not None:
        choices.append((f"{at}.place.cell.x", rng.randint(0, 9)))
    return rng.choice(choices)


def some_tool(arena: Arena, rng: random.Random) -> Any:
    """A tool of the game master, for somebody of the fight."""
    fight, system = arena.state.fight, arena.book.system
    who = rng.choice(list(fight.combatants.values()))
    known = list(system.conditions or system.content.get("conditions") or ())
    players = tuple(seat for seat in fight.seats if not fight.is_gm(seat))
    tools: list[Any] = [Remove(combatants=(who.id,)), Hide(combatants=(who.id,)), Reveal(combatants=(who.id,))]
    tools += [Hide(combatants=(who.id,), seats=players[:1]), Reveal(combatants=(who.id,), seats=players[:1])]
    tools += [EndCondition(combatant=who.id, condition=one.key) for one in who.conditions]
    tools += [SetCondition(combatant=who.id, kind=rng.choice(known))] if known else []
    return rng.choice(tools)


@pytest.mark.parametrize("game", range(GAMES))
@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_a_fight_goes_on_whomever_the_gm_hides_shows_or_removes(system: str, game: int) -> None:
    """Nobody off the table stands on the board, is in the order or has a turn; each seat's stream has whom it knows."""
    examples, rng = playing.examples_of(system), random.Random(f"tools {game}")
    arena = examples.make(rng)
    arena.robbed = True
    examples.begin(arena)
    arena.rule(Remove(combatants=(list(arena.state.fight.combatants)[-1],)))
    for _ in range(STEPS):
        if arena.state.fight.status == "ENDED":
            break
        if rng.random() < 0.3:
            try:
                arena.rule(some_tool(arena, rng))
            except RuleRefusal:
                continue
        elif arena.pending:
            laws.answer_somehow(arena, rng)
        else:
            choice = laws.some_order(arena, rng)
            if choice is not None:
                arena.order(*choice)
        fight = arena.state.fight
        for who in fight.combatants.values():
            if who.out == REMOVED:
                assert who.place is None
                assert who.id not in fight.turn_order
                assert fight.open is not None or who.id not in fight.acting
    assert arena.at(len(arena.stream)).state == arena.state
    verdict = replay(arena.book, arena.stream, explain=True, progress=lambda _: None).verdict
    assert verdict.state == "PROVEN", verdict


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_several_come_into_a_fight_that_is_on(system: str) -> None:
    """Two hidden copies of somebody who is there, in one order; the fight goes on with them and is proven."""
    for seed in range(20):
        examples, rng = playing.examples_of(system), random.Random(f"spawn {seed}")
        arena = examples.make(rng)
        examples.begin(arena)
        patterns = arena.creation.combatants
        pattern = next((one for one in patterns if one.place is None), patterns[-1])
        while arena.pending:
            laws.answer_somehow(arena, rng)
        fields = {name: getattr(pattern, name) for name in ("side", "sheet")}
        newcomer = arena.book.orders["spawn"].__annotations__["combatants"].__origin__.__args__[0]
        place = pattern.place if pattern.place is not None and pattern.place.zone is not None else None
        two = newcomer(id="newcomer", name="Newcomer", seen_by=(), count=2, place=place, **fields)
        try:
            arena.order("gm", arena.book.orders["spawn"](combatants=(two,)))
        except RuleRefusal:
            continue
        break
    else:
        pytest.fail("nobody could come into any fight")
    assert {"newcomer-1", "newcomer-2"} <= arena.state.fight.combatants.keys()
    for _ in range(STEPS):
        if arena.pending:
            laws.answer_somehow(arena, rng)
        elif choice := laws.some_order(arena, rng):
            arena.order(*choice)
    assert arena.at(len(arena.stream)).state == arena.state
    verdict = replay(arena.book, arena.stream, explain=True, progress=lambda _: None).verdict
    assert verdict.state == "PROVEN", verdict


def other_value(one: Correction, rng: random.Random) -> Any:
    """Another value, within what the list says."""
    match one.kind:
        case "NUMBER":
            value = (one.now or 0) + 1
            return value if one.most is None or value <= one.most else one.least
        case "FLAG":
            return not one.now
        case "CHOICE":
            return rng.choice([option.value for option in one.among])
        case "TEXT":
            return "something else"
    return one.now


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_whatever_is_listed_is_accepted_and_only_the_gm_has_the_list(system: str) -> None:
    """Each figure as it stands, and with another value within its bounds, in a fight that is on."""
    examples, rng = playing.examples_of(system), random.Random("listed")
    arena = examples.make(rng)
    examples.begin(arena)
    book, state = arena.book, arena.state
    listed = [one for who in (None, *state.fight.combatants) for one in corrections_of(book, state, "gm", "en", who)]
    assert {"NUMBER", "TEXT", "CHOICE", "PLACE", "FLAG", "JSON"} == {one.kind for one in listed}
    assert len({one.path for one in listed}) == len(listed)
    for one in listed:
        value = one.now if one.now is not None or one.nullable else ""
        corrected(state, tuple(one.path.split(".")), value, book.state_type)
        corrected(state, tuple(one.path.split(".")), other_value(one, rng), book.state_type)
        assert one.label
        assert one.send["gm"]["correct"]["path"] == one.path
    for seat in ("ana", "ben", None):
        for who in (None, *state.fight.combatants, "nobody"):
            assert list(corrections_of(book, book.seen(state, seat), seat, "en", who)) == []


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_each_condition_that_a_game_lists_may_be_set(system: str) -> None:
    """With a name in the game's language and in English."""
    book, rng = REGISTRY.book(system), random.Random("conditions")
    listed = system_answer(book, "en").conditions
    assert [one.key for one in listed] == [one.key for one in system_answer(book, book.system.language).conditions]
    assert listed
    for kind in listed:
        assert kind.label[:1].isupper() or not kind.label[:1].isalpha()
        examples = playing.examples_of(system)
        arena = examples.make(rng)
        who = next(iter(arena.state.fight.combatants))
        told = arena.rule(SetCondition(combatant=who, kind=kind.key))
        assert arena.state.fight.combatants[who].has(kind.key)
        ended = ConditionLost(combatant=who, condition=kind.key, kind=kind.key, reason="")
        for locale in book.system.words.languages:
            renderer = Renderer(book, locale, arena.state)
            texts = [renderer.event(event) for event in (*(one.event for one in told), ended)]
            assert not any("_" in text for text in texts), texts


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_who_is_at_nothing_falls_and_with_points_again_gets_up(system: str) -> None:
    """The vital of a standing combatant that a fall depends on is found by what each game does when it is at 0."""
    falls = {"fantasia": "hp", "dozen_die": "hp", "minis": "life", "saari": "kp", "mongolian_mercenaries": "health"}
    vital = falls[system]
    for seed in range(20):
        examples, rng = playing.examples_of(system), random.Random(f"falls {seed}")
        arena = examples.make(rng)
        examples.begin(arena)
        while arena.pending:
            laws.answer_somehow(arena, rng)
        standing = [c for c in arena.state.fight.combatants.values() if c.out is None and not c.conditions]
        who = next((c for c in standing if vital in c.vitals and c.vitals[vital].now > 0), None)
        if who is None or arena.state.fight.status == "ENDED":
            continue
        arena.correct(f"combatants.{who.id}.vitals.{vital}.now", 0)
        down = arena.state.fight.combatants[who.id]
        assert down.out is not None or down.conditions, "nothing has come of it"
        return
    pytest.fail("nobody stood in any fight")


@pytest.mark.parametrize("game", range(GAMES))
@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_a_fight_that_is_corrected_again_and_again_goes_on_and_is_proven(
    system: str, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No fault; who is out has no turn; every step is made again by the audit; the fold is the state."""
    examples, rng = playing.examples_of(system), random.Random(f"corrections {game}")
    rules, faults = REGISTRY.book(system).system, list[Exception]()
    settle = type(rules).settle  # type: ignore[attr-defined]  # both games have it

    def heard(self: Any, table: Any, before: Any) -> None:
        try:
            settle(table, before)
        except Exception as fault:  # the kernel would let the correction stand alone
            faults.append(fault)
            raise

    monkeypatch.setattr(type(rules), "settle", heard)
    arena, made = examples.make(rng), 0
    examples.begin(arena)
    for _ in range(STEPS):
        if arena.state.fight.status == "ENDED":
            break
        if rng.random() < 0.4:
            try:
                arena.correct(*some_correction(arena, rng))
            except RuleRefusal:
                continue
            made += 1
            fight = arena.state.fight
            if fight.open is None and len(fight.acting) == 1:
                assert fight.combatants[fight.acting[0]].out is None
        elif arena.pending:
            laws.answer_somehow(arena, rng)
        else:
            choice = laws.some_order(arena, rng)
            if choice is not None:
                arena.order(*choice)
    assert faults == []
    assert made == len(arena.events(Corrected))
    assert arena.at(len(arena.stream)).state == arena.state
    verdict = replay(arena.book, arena.stream, explain=True, progress=lambda _: None).verdict
    assert verdict.state == "PROVEN", verdict
