"""Both secrets of this game, at every moment of fights by chance: until all are in, nobody can tell what was said."""

from __future__ import annotations

import random

import msgspec
import pytest

from api.drawing.drawing import draw
from api.words.bodies import body_of
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.preview import preview_answer
from engine.kernel.scene.compose import scene_of
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.fight import Asked
from engine.kernel.structs.errors import RuleRefusal
from engine.kit.testing import picks
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.systems.minis import examples

STEPS = 24


def seen_by(arena: Arena, seat: str | None) -> bytes:
    """The scene, its drawing, and what answers of this seat would do."""
    book = arena.book
    scene = scene_of(book.system, book.seen(arena.state, seat), seat, "en")
    told = [msgspec.json.encode(scene), draw(scene).encode()]
    for asked in arena.pending:
        for offer in asked.offers if seat in asked.seats else ():
            choice = Choice(offer.key)
            try:
                found = preview_answer(book, arena.position, seat or "", asked.decision, choice, "en", body_of)
                told.append(msgspec.json.encode(found))
            except RuleRefusal as refusal:
                told.append(refusal.reason.encode())
    return b"\n".join(told)


def answered(arena: Arena, asked: Asked, rng: random.Random) -> Arena:
    """The same fight after an answer by chance."""
    other, choice = laws.branch(arena), picks.some_choice(asked, rng)
    other.answer(asked.seats[0], choice.key, choice.fields, decision=asked.decision)
    return other


@pytest.mark.rule("MN-TURN-02", "MN-OPEN-01", "MN-GAP-06")
@pytest.mark.parametrize("make", [examples.make, examples.close])
def test_nobody_can_tell_two_answers_apart_before_all_are_in(make: laws.Maker) -> None:
    """Views, offers, files, scenes, drawings and previews of everybody who is not asked that question."""
    kinds: dict[str, int] = {}
    for seed in range(8):
        rng = random.Random(f"sealed {seed}")
        arena = make(rng)
        examples.begin(arena)
        for _ in range(STEPS):
            for asked in arena.pending if len(arena.pending) > 1 else ():
                if asked.visibility is not Visibility.SEALED:
                    continue
                one, other = answered(arena, asked, rng), answered(arena, asked, rng)
                for seat in (*arena.fight.seats, None):
                    if seat not in asked.seats:
                        laws.two_worlds(one, other, seat)
                        assert seen_by(one, seat) == seen_by(other, seat)
                        kinds[asked.kind] = kinds.get(asked.kind, 0) + 1
            if arena.pending:
                laws.answer_somehow(arena, rng)
            elif (choice := laws.some_order(arena, rng)) is not None:
                arena.order(*choice)
            else:
                break
    assert kinds.get("DeclareWhom", 0) > 10
    assert make is examples.make or kinds.get("FightHow", 0) > 4
