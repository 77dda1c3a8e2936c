"""Which questions are left out, or have a pace, in fights of every game; nobody learns from it who has a choice.

SKALD_LAWS=50 pytest tests/systems/test_single_answers.py      50 fights of each game, 2 otherwise
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.preferences import has_choice
from engine.kernel.playing.table import RunningTable
from engine.kernel.state import events as k
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.fight import Asked
from engine.service.proof.audit_replay import replay
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.wishes import changed
from tests.support.laws import laws
from tests.support.secrecy.lockstep import lockstep
from tests.support.secrecy.masquerade import STRANGERS
from tests.support.secrecy.masquerade import masque as masque_wish
from tests.support.secrecy.worlds import Leak, Secret
from tests.support.slices import wits

FIGHTS = amount("SKALD_LAWS", 2, 40)
STEPS = 16
GAMES = sorted(Registry.installed().books)


def _played(system: str, seed: int) -> tuple[Arena, list[Asked]]:
    """A fight at a table that skips, and all decisions that were put in it."""
    examples, rng = playing.examples_of(system), random.Random(f"single {seed}")
    arena = (rng.choice(examples.SCENES) if seed % 2 and examples.SCENES else examples.make)(rng)
    arena.fact(k.SingleAnswersSet(skip=True, pace=2))
    if not arena.fight.acting and arena.fight.open is None:
        examples.begin(arena)
    put: dict[int, Asked] = {}
    for _ in range(STEPS):
        while arena.pending:
            put |= {asked.decision: asked for asked in arena.pending}
            laws.answer_somehow(arena, rng)
        choice = laws.some_order(arena, rng)
        if choice is None or arena.fight.status == "ENDED":
            break
        arena.order(*choice)
    return arena, list(put.values())


@pytest.mark.parametrize("system", GAMES)
def test_only_what_not_everybody_reads_is_asked_without_a_choice(system: str) -> None:
    """It has the pace, and nothing else has; and the fight is folded, and played again, as it was played."""
    for seed in range(FIGHTS):
        arena, put = _played(system, seed)
        opened = {r.version: r.draft for r in arena.stream if isinstance(r.event, k.DecisionOpened)}
        for asked in put:
            draft = opened[asked.decision]
            if asked.kind == "Roll" or draft.command is None:
                continue
            reads = asked.visibility is Visibility.OPEN and draft.to is None
            if asked.visibility is Visibility.SEALED and asked.question.get("unseen") is False:
                assert asked.pace == 0, (system, seed, asked.kind)  # its offers follow from what everybody knows
                continue
            if asked.decision > 1 and _before_it_was_set(arena, asked):
                continue
            assert asked.pace == (0 if reads else 2), (system, seed, asked.kind)
            assert not reads or has_choice(asked.offers), (system, seed, asked.kind)
        assert arena.at(len(arena.stream)).state == arena.state
        found = replay(arena.book, arena.stream, progress=lambda count: None, explain=True)
        assert found.verdict.state in ("PROVEN", "NOT_PROVABLE"), (system, seed, found.verdict)


def _before_it_was_set(arena: Arena, asked: Asked) -> bool:
    """Whether a scene had put it already when the table was told to skip."""
    return asked.decision < next(r.version for r in arena.stream if isinstance(r.event, k.SingleAnswersSet))


# -- nobody learns who has a choice
class Secretive(wits.Wits):
    """Without the toast, which asks in the open what all may read."""

    def offers(self, seen: Any, combatant: str | None) -> Any:
        """Every legal order but the toast."""
        return (offer for offer in super().offers(seen, combatant) if offer.key != "toast")


BOOK: Rulebook[Any] = Rulebook(Secretive())


def _choices() -> Secret:
    """In the one world Ben's and the GM's guests have no choice, in the other they do."""
    wish = structs.replace(masque_wish(), system=wits.system.id)
    dull, witty = wish, wish
    for who in ("bo", "gil"):
        dull, witty = changed(dull, who, sheet={"wit": 1}), changed(witty, who, sheet={"wit": 9})
    return Secret(dull, witty, ("ana", *STRANGERS))


async def _compared() -> int:
    """How many steps were compared in such pairs."""
    found = [await lockstep(Registry([BOOK]), _choices(), random.Random(f"choice {seed}"), 14) for seed in range(6)]
    return sum(one.steps for one in found)


async def test_who_has_a_choice_is_told_by_nothing() -> None:
    """Whether a question is put, its pace, and all that anybody else gets of it, is the same without a choice."""
    assert await _compared() > 30


async def test_to_leave_out_what_not_everybody_reads_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison finds it."""
    monkeypatch.setattr(RunningTable, "_all_read", lambda self, opening, question: True)
    with pytest.raises(AssertionError):
        await _compared()


async def test_a_pace_for_choices_alone_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody reads the pace of a question that he sees asked."""
    monkeypatch.setattr(RunningTable, "_pace", lambda self, opening, question: 2 if has_choice(question.offers) else 0)
    with pytest.raises(Leak):
        await _compared()
