"""Whoever may not know what is hidden cannot tell two fights apart that differ in nothing else, whatever is played.

What can be hidden in every system lies in `support/secrets.py`, what only one has in its `examples.py`. A small system
of secrets alone, of which nothing ever comes, is played beside those that are installed.

    SKALD_WORLDS=200 pytest tests/systems/test_two_worlds.py       200 pairs of worlds for each secret, 2 otherwise
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import structs

from api.reading.node import EncounterNode
from api.reading.offers import Offering
from engine.kernel import decide, table
from engine.kernel import events as k
from engine.kernel.codec import canonical
from engine.kernel.decisions import filled
from engine.kernel.errors import RuleRefusal
from engine.kernel.messages import plain
from engine.kernel.rulebook import Rulebook
from engine.kernel.why import Why
from engine.service import export as exporting
from engine.service.registry import Registry
from tests.support import laws, masquerade, playing, secrets
from tests.support.arena import Arena
from tests.support.exports import reads
from tests.support.lockstep import lockstep
from tests.support.slices import masque
from tests.support.worlds import MISSING, Compared, Leak, Secret

PAIRS = int(os.environ.get("SKALD_WORLDS", "2"))
"""Pairs of worlds that are compared for each secret, at least."""

STEPS = 14
"""Orders and answers in each."""

REGISTRY = Registry.installed()


def _secrets() -> Iterator[Any]:
    for system in sorted(REGISTRY.books):
        examples = playing.examples_of(system)
        for name, kernels in secrets.KERNEL.items():
            yield pytest.param(REGISTRY, lambda rng, m=kernels, e=examples: m(e, rng), id=f"{system}-{name}")
        for name, own in examples.SECRETS.items():
            yield pytest.param(REGISTRY, own, id=f"{system}-{name}")
    masques = Registry([Rulebook(masque.system)])
    for name, made in masquerade.SECRETS.items():
        yield pytest.param(masques, made, id=f"masque-{name}")


async def _compared(registry: Registry, make: Any, pairs: int) -> list[Compared]:
    """So many pairs of worlds of one secret; those that cannot be made are made otherwise."""
    found: list[Compared] = []
    for seed in range(20 * pairs):
        rng = random.Random(f"worlds {seed}")
        secret: Secret = make(rng)
        try:
            found.append(await lockstep(registry, secret, rng, STEPS))
        except RuleRefusal:
            continue  # the other world's figures do not fit where he stands
        except AssertionError as error:
            error.add_note(f"seed {seed}")
            raise
        if len(found) == pairs:
            break
    return found


@pytest.mark.parametrize(("registry", "make"), list(_secrets()))
async def test_nobody_can_tell_what_he_may_not_know(registry: Registry, make: Any) -> None:
    """At every stop, in every past version, in files, streams and forks; and wrong orders are answered alike."""
    found = await _compared(registry, make, PAIRS)
    assert len(found) == PAIRS
    assert sum(one.steps for one in found) >= 5 * PAIRS
    assert sum(one.refusals for one in found) >= 5 * PAIRS
    assert sum(one.bytes for one in found) > 50_000 * PAIRS


def test_a_text_tells_nobody_who_is_hidden() -> None:
    """Whoever writes a hidden name where words are his own reads the same as with a name that nobody has."""
    assert sum(_texts(system) for system in REGISTRY.books) > 5


def _texts(system: str) -> int:
    """How many texts of offers were compared in fights of a system."""
    examples, compared = playing.examples_of(system), 0
    for seed in range(12):
        rng = random.Random(f"texts {seed}")
        arena = examples.make(rng)
        hidden = [c.id for c in arena.fight.combatants.values() if c.seen_by == ()]
        if not hidden:
            continue
        examples.begin(arena)
        for _ in range(4):
            while arena.pending:
                laws.answer_somehow(arena, rng)
            for seat, offer in laws.offered(arena.book, arena.state):
                for field in offer.fields if not arena.fight.is_gm(seat) else ():
                    if field.kind == "text":
                        read = [_written(arena, seat, offer, field.name, name, seed) for name in (hidden[0], MISSING)]
                        assert read[0] == read[1], f"{system} {offer.key}, seed {seed}"
                        compared += 1
            choice = laws.some_order(arena, rng)
            if choice is not None:
                arena.order(*choice)
    return compared


def _written(arena: Arena, seat: str, offer: Any, field: str, name: str, seed: int) -> list[bytes]:
    """What a seat reads of its order with a name in a text, till it is played out; the name is blanked."""
    here, rng = laws.branch(arena), random.Random(seed)
    here.order(seat, filled(offer, {field: name}))
    seen = [canonical(plain(here.book.seen(here.state, seat)))]
    while here.pending:
        laws.answer_somehow(here, rng)
    return [line.replace(name.encode(), b"NAME") for line in (*reads(here, seat), *seen)]


# -- a comparison that finds nothing proves nothing
def _unredacted_view(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(masque.Masque, "view", lambda self, own, fight, seat: own)


def _offers_of_the_whole(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(EncounterNode, "_offering", property(lambda node: _offering(node, node.glimpse.position.state)))


def _offering(node: EncounterNode, state: Any) -> Offering:
    opened = {one.version: one.time for one in node.glimpse.position.trail}
    return Offering(node.book, state, node.seat, f"{node.id}.", node.locale, opened)


def _telling_refusals(patch: pytest.MonkeyPatch) -> None:
    def refuse(state: Any, who: str) -> None:
        left = sum(one.vitals["nerve"].now for one in state.fight.combatants.values())
        if who not in state.fight.combatants:
            raise RuleRefusal(f"there are {left} points of nerve at this table, none of them {who}'s")

    patch.setattr(masque, "must_act", refuse)
    patch.setattr(decide, "_check_actor", lambda *_: None)


def _every_reason(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Why, "public", lambda why: why)


def _asked_by_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    def whisper(table: Any, order: masque.Whisper) -> None:
        own = table.state.own.guests
        whom = [who for who in own if who != order.combatant and own[who].wit == 3]
        asks = [(table.state.fight.holders(one), _make(one)) for one in whom]
        table.ask_all(asks, rule="MQ-3")

    patch.setattr(masque, "whisper", whisper)


def _make(who: str) -> masque.Make:
    return masque.Make(offers=masque.masks("MQ-3"), default="moon", about=who)


def _whole_exports(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(exporting, "seen_event", lambda entry, seat: structs.replace(exporting.whole_event(entry), to=None))


def _open_answers(patch: pytest.MonkeyPatch) -> None:
    for module in (table, decide):
        patch.setattr(module, "answer_audience", lambda visibility, seats: (None, False))


def _answers_to_hidden_questions(patch: pytest.MonkeyPatch) -> None:
    for module in (table, decide):
        patch.setattr(module, "hidden_with", lambda other, seats, whole: (seats, whole))


def _open_rolls(patch: pytest.MonkeyPatch) -> None:
    rolled = table.audience_of

    def everybody(event: Any, fight: Any, to: Any, **more: Any) -> Any:
        return (None, False) if isinstance(event, k.DiceRolled) else rolled(event, fight, to, **more)

    patch.setattr(table, "audience_of", everybody)


def _whole_orders(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Rulebook, "split_order", lambda book, command: (command, None))


def _hidden_in_a_key(patch: pytest.MonkeyPatch) -> None:
    """Who is hidden stands inside a longer text, where no redaction recognises him."""
    offers = masque.Masque.offers

    def told(self: Any, seen: Any, combatant: str | None) -> Iterator[Any]:
        for offer in offers(self, seen, combatant):
            yield structs.replace(offer, key=f"{offer.key}-{secrets.LURKER}")

    patch.setattr(masque.Masque, "offers", told)


def _past_as_it_is_now(patch: pytest.MonkeyPatch) -> None:
    seen = Rulebook.seen
    shown: list[int] = []

    def later(self: Any, state: Any, seat: str | None) -> Any:
        shown.append(1)
        return structs.replace(seen(self, state, seat), own=state.own) if len(shown) > 150 else seen(self, state, seat)

    patch.setattr(Rulebook, "seen", later)


PLANTED: tuple[tuple[str, Callable[[pytest.MonkeyPatch], None]], ...] = (
    ("choices", _unredacted_view),
    ("choices", _open_answers),
    ("choices", _whole_orders),
    ("choices", _past_as_it_is_now),
    ("figures", _telling_refusals),
    ("figures", _every_reason),
    ("figures", _asked_by_what_is_hidden),
    ("figures", _whole_exports),
    ("omens", _open_rolls),
    ("somebody unseen", _offers_of_the_whole),
    ("somebody unseen", _answers_to_hidden_questions),
    ("somebody unseen", _hidden_in_a_key),
)
"""Leaks, each with a secret that it tells of."""


@pytest.mark.parametrize(("secret", "plant"), PLANTED, ids=[plant.__name__.strip("_") for _, plant in PLANTED])
async def test_a_leak_that_is_planted_is_found(
    secret: str, plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a view, an offer, a refusal, a reason, in how many are asked, a file, an answer, a roll, an order, a key."""
    plant(monkeypatch)
    with pytest.raises(Leak):
        await _compared(Registry([Rulebook(masque.system)]), masquerade.SECRETS[secret], 40)
