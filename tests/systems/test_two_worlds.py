"""Whoever may not know what is hidden cannot tell two fights apart that differ in nothing else, whatever is played.

What can be hidden in every system lies in `support/secrecy/secrets.py`, what only one has in its `examples.py`. A small
system of secrets alone, of which nothing ever comes, is played beside those that are installed.

    SKALD_WORLDS=200 pytest tests/systems/test_two_worlds.py       200 pairs of worlds for each secret, 1 otherwise
    SKALD_VARIED=0 pytest tests/systems/test_two_worlds.py        every field of every system, a sample otherwise
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import structs

from api.reading import encounter_node
from api.reading.encounter_node import EncounterNode
from api.reading.long_parts import LongParts
from api.reading.offers import Offering
from api.reading.stat_blocks import stat_block
from api.words.renderer import Renderer
from engine.kernel.authoring import rulebook
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling import ground_tool
from engine.kernel.playing import decide, facts, table
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.preview import Foreseen, PreviewTarget, PreviewTest, chance_of
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.stat_block import stat_block_of
from engine.kernel.scene.threats import threats_of
from engine.kernel.state import events as k
from engine.kernel.state.decisions import filled
from engine.kernel.state.fight import Fight
from engine.kernel.state.ground.ground import SpaceKind
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.kernel.structs.reasons import Reasons
from engine.kit.testing import picks
from engine.service.pool.process_pool import Work
from engine.service.proof import export as exporting
from engine.service.reading.undone import undone_between
from engine.service.reading.views import FightView, decode_whole
from engine.service.registry import Registry
from engine.service.writing import previews
from engine.systems.dozen_die.events import MarchersFound
from engine.systems.dozen_die.rules.basics import sight
from schemas.stat_blocks import StatBlock
from tests.support.amounts import amount, some
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.exports import reads
from tests.support.laws import laws
from tests.support.secrecy import ground_secrets, ground_variations, masquerade, secrets
from tests.support.secrecy.ground_variations import GroundVariation
from tests.support.secrecy.pairs import compared
from tests.support.secrecy.variations import Variation, secret_of, variations
from tests.support.secrecy.worlds import MISSING, Leak
from tests.support.slices import masque
from tests.support.toys import skirmish as toy
from tests.support.toys.skirmish import skirmish

PAIRS = amount("SKALD_WORLDS", 1, 10)
"""Pairs of worlds that are compared for each secret, at least."""

VARIED = amount("SKALD_VARIED", 6, 0)
"""Fields that are varied in all systems together, at least one of each; 0: all."""

TOY_STEPS = amount("SKALD_WORLDS_STEPS", 9, 15)
"""Orders and answers that are compared for each field of a toy's hidden ground, at least."""

REGISTRY = Registry.installed()
EACH = max(1, VARIED // len(REGISTRY.books)) if VARIED else 0
"""Fields of each system that are varied; 0: all."""
TOYS = Registry([Rulebook(skirmish(kind)) for kind in ground_secrets.HIDING])


def _shared() -> Iterator[tuple[str, str, Any]]:
    """What can be hidden in every system, with the system."""
    for system in sorted(REGISTRY.books):
        examples = playing.examples_of(system)
        for name, kernels in secrets.KERNEL.items():
            yield system, name, lambda rng, m=kernels, e=examples: m(e, rng)
        if playing.takes_ground(examples):
            yield system, "a secret door", functools.partial(ground_secrets.secret_door, examples)


def _secrets() -> Iterator[Any]:
    # Somebody unseen is hidden in every system; what the kernel hides in the same way everywhere, in one of them.
    for system, name, kernels in some(_shared(), lambda one: one[:2] if one[1] == "somebody unseen" else one[1]):
        yield pytest.param(REGISTRY, kernels, id=f"{system}-{name}")
    for system in sorted(REGISTRY.books):
        for name, own in playing.examples_of(system).SECRETS.items():
            yield pytest.param(REGISTRY, own, id=f"{system}-{name}")
    for name, made in ground_secrets.TOYS.items():
        yield pytest.param(TOYS, made, id=f"toy-{name}")
    masques = Registry([Rulebook(masque.system)])
    for name, made in masquerade.SECRETS.items():
        yield pytest.param(masques, made, id=f"masque-{name}")


@pytest.mark.parametrize(("registry", "make"), list(_secrets()))
async def test_nobody_can_tell_what_he_may_not_know(registry: Registry, make: Any) -> None:
    """At every stop, in every past version, in files, streams and forks; and wrong orders are answered alike."""
    pairs = PAIRS if registry is REGISTRY else 2 * PAIRS  # a small system's fights may be short
    found = await compared(registry, make, pairs, least=5 * pairs)
    assert len(found) >= pairs
    assert sum(one.steps for one in found) >= 5 * pairs
    assert sum(one.refusals for one in found) >= 5 * pairs
    assert sum(one.previews for one in found) > pairs
    assert sum(one.bytes for one in found) > 50_000 * pairs


def _varied() -> Iterator[Any]:
    for system, book in sorted(REGISTRY.books.items()):
        examples = playing.examples_of(system)
        every = [one for one in variations(book) if playing.is_variable(examples, one.name, one.alone)]
        sample = random.Random(f"varied {system}").sample(every, min(EACH or len(every), len(every)))
        yield from (pytest.param(system, one, id=f"{system}-{one.name}") for one in every if one in sample)


@pytest.mark.parametrize(("system", "variation"), list(_varied()))
async def test_no_field_of_somebody_hidden_tells_itself(system: str, variation: Variation) -> None:
    """Whatever of him, of his side or of what the setup says of him is otherwise: nobody who may not know can tell."""
    book, examples = REGISTRY.book(system), playing.examples_of(system)
    found = await compared(REGISTRY, lambda rng: secret_of(book, examples, variation, rng), 1, tries=60)
    assert len(found) == 1, "no fight that can be made differs so"


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_every_field_can_be_varied(system: str) -> None:
    """Also those that the sample leaves out: of each field two worlds are made that differ."""
    book, examples = REGISTRY.book(system), playing.examples_of(system)
    every = [one for one in variations(book) if playing.is_variable(examples, one.name, one.alone)]
    assert len(every) > 30
    for one in every:
        made = (secret_of(book, examples, one, random.Random(f"{one.name} {n}")) for n in range(60))
        assert any(not secret.idle for secret in made), one.name


def _varied_ground() -> Iterator[Any]:
    for system, book in sorted(REGISTRY.books.items()):
        every = list(ground_variations.of_game(book, playing.examples_of(system)))
        yield from (pytest.param(REGISTRY, one, id=f"{system}-{one.name}") for one in _sample(system, every, EACH))
    kinds = [(kind, one) for kind in ground_secrets.HIDING for one in ground_variations.of_toy(kind)]
    for kind, one in _sample("toys", kinds, VARIED):
        yield pytest.param(TOYS, one, id=f"{kind.lower()}-{one.name}")


def _sample(name: str, every: list[Any], most: int) -> list[Any]:
    """Half as many of hidden ground as of somebody hidden: a field is a patch's, an edge's, a zone's or a link's."""
    number = min((most + 1) // 2 or len(every), len(every))
    chosen = random.Random(f"varied ground {name}").sample(range(len(every)), number)
    return [every[n] for n in sorted(chosen)]


@pytest.mark.parametrize(("registry", "variation"), list(_varied_ground()))
async def test_no_field_of_hidden_ground_tells_itself(registry: Registry, variation: GroundVariation) -> None:
    """Whatever of a trap, a secret door, a hidden zone or a way is otherwise: nobody who may not know can tell."""
    least = TOY_STEPS if registry is TOYS else 0
    found = await compared(registry, variation.make, 1, tries=60, least=least)
    assert found, "no fight that can be made differs so"
    assert sum(one.steps for one in found) >= least


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
            for seat, offer in picks.offered(arena.book, arena.state):
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
    begin = LongParts.__init__

    def whole(parts: LongParts, work: Work, view: FightView, *reader: Any) -> None:
        begin(parts, work, view, *reader)
        parts.offering = Offering(view.book, view.position.state, view.seat, *reader)

    patch.setattr(LongParts, "__init__", whole)


def _scenes_of_the_whole(patch: pytest.MonkeyPatch) -> None:
    async def shown(node: EncounterNode) -> Scene:
        return scene_of(node.book.system, node.view.position.state, node.seat, node.locale)

    patch.setattr(EncounterNode, "scene", shown)


def _threats_of_the_whole(patch: pytest.MonkeyPatch) -> None:
    async def told(node: EncounterNode, combatant: str) -> list[SceneMark]:
        return list(threats_of(node.book.system, node.view.position.state, combatant, node.locale))

    patch.setattr(EncounterNode, "threats", told)


def _telling_refusals(patch: pytest.MonkeyPatch) -> None:
    def refuse(state: Any, who: str) -> None:
        left = sum(one.vitals["nerve"].now for one in state.fight.combatants.values())
        if who not in state.fight.combatants:
            raise RuleRefusal(f"there are {left} points of nerve at this table, none of them {who}'s")

    patch.setattr(masque, "must_act", refuse)
    patch.setattr(decide, "sees_all", lambda *_: True)
    patch.setattr(decide, "check_actor", lambda *_: None)


def _every_reason(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Reasons, "public", lambda why: why)


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
        patch.setattr(module, "recipients_of_related", lambda other, seats, whole: (seats, whole))


def _open_rolls(patch: pytest.MonkeyPatch) -> None:
    rolled = table.recipients_of

    def everybody(event: Any, fight: Any, to: Any, **more: Any) -> Any:
        return (None, False) if isinstance(event, k.DiceRolled) else rolled(event, fight, to, **more)

    patch.setattr(table, "recipients_of", everybody)


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


def _undone_of_the_whole(patch: pytest.MonkeyPatch) -> None:
    """What would be taken back is told whole."""

    async def told(service: Any, encounter: str, seat: str | None, to: int, last: int, **_: Any) -> Any:
        entries = await service._store.read(encounter, to + 1, last)
        book = (await service.view(encounter, None)).book
        return undone_between({entry.version: decode_whole(book, entry) for entry in entries}, to, last)

    patch.setattr(encounter_node, "read_undone", told)


PLANTED: tuple[tuple[str, Callable[[pytest.MonkeyPatch], None]], ...] = (
    ("choices", _unredacted_view),
    ("choices", _open_answers),
    ("choices", _whole_orders),
    ("choices", _past_as_it_is_now),
    ("somebody unseen", _undone_of_the_whole),
    ("figures", _telling_refusals),
    ("figures", _every_reason),
    ("figures", _asked_by_what_is_hidden),
    ("figures", _whole_exports),
    ("omens", _open_rolls),
    ("somebody unseen", _offers_of_the_whole),
    ("somebody unseen", _answers_to_hidden_questions),
    ("somebody unseen", _hidden_in_a_key),
    ("somebody unseen", _scenes_of_the_whole),
    ("figures", _scenes_of_the_whole),
)
"""Leaks, each with a secret that it tells of."""


def _whole_setups(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(facts, "divided", lambda raw, setup, people: (raw, None))


def _sheets_of_the_whole(patch: pytest.MonkeyPatch) -> None:
    async def told(node: EncounterNode, combatant: str) -> StatBlock:
        state = node.view.position.state
        found = stat_block_of(node.book.system, state, None, combatant, node.locale)
        return stat_block(found, Renderer(node.book, node.locale, state))

    patch.setattr(EncounterNode, "stat_block", told)


def _distances(patch: pytest.MonkeyPatch) -> None:
    def told(fight: Any, side: str, whole: tuple[str, ...]) -> Any:
        return (MarchersFound(side=side, eligible=whole), None) if whole else None

    patch.setattr(sight, "marchers", told)


def _dice_of_every_side(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sight, "drawing", lambda fight: None)
    patch.setattr(Fight, "knows_side", lambda fight, seat, side: True)


RARE = {_answers_to_hidden_questions: 40, _undone_of_the_whole: 10, _distances: 9}
"""Leaks that show in few fights: the seed of one, from which on they are looked for."""


@pytest.mark.parametrize(
    ("system", "name", "plant"),
    [
        ("fantasia", "setup.elementsExcept", _whole_setups),
        ("fantasia", "setup.groupRolls", _whole_setups),
        ("fantasia", "sheet.strength", _sheets_of_the_whole),
        ("dozen_die", "how far off somebody stands", _distances),
        ("dozen_die", "side of a hidden side", _dice_of_every_side),
        ("dozen_die", "setup.dice of a hidden side", _whole_setups),
    ],
)
async def test_a_field_that_tells_itself_is_found(
    system: str, name: str, plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names in a setup, figures of a sheet, how far off somebody stands, and all about a side of which nobody knows."""
    plant(monkeypatch)
    book, examples = REGISTRY.book(system), playing.examples_of(system)
    make = examples.SECRETS.get(name)
    if make is None:
        variation = next(one for one in variations(book) if one.name == name)
        make = functools.partial(secret_of, book, examples, variation)
    with pytest.raises(Leak):
        await compared(REGISTRY, make, 25, first=RARE.get(plant, 0))


@pytest.mark.parametrize(("secret", "plant"), PLANTED, ids=[plant.__name__.strip("_") for _, plant in PLANTED])
async def test_a_leak_that_is_planted_is_found(
    secret: str, plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a view, an offer, a refusal, a reason, in how many are asked, a file, an answer, a roll, an order, a key."""
    plant(monkeypatch)
    with pytest.raises(Leak):
        await compared(Registry([Rulebook(masque.system)]), masquerade.SECRETS[secret], 40, first=RARE.get(plant, 0))


# -- leaks of the ground
def _ground_told_whole(patch: pytest.MonkeyPatch) -> None:
    """Each change of the ground is told to everybody as it is."""
    told = ground_tool.event_of

    def whole(fight: Fight, piece: Any) -> Any:
        told(fight, piece)
        return k.GroundSet(told=piece.change), None

    patch.setattr(ground_tool, "event_of", whole)


def _ground_seen_whole(patch: pytest.MonkeyPatch) -> None:
    """Every seat's view has the ground as it is."""
    patch.setattr(rulebook, "seen_ground", lambda ground, *_: ground)


def _refusals_by_the_ground_as_it_is(patch: pytest.MonkeyPatch) -> None:
    """Orders are refused by ways of which the sender does not know."""
    played = toy.Plain.play

    def play(self: Any, order: Any, table: Any) -> None:
        if isinstance(order, toy.Move) and order.combatant in table.state.fight.combatants:
            ways = len(toy.reachable(table.state, order.combatant))
            if order.to not in toy.reachable(table.seen(table.seat), order.combatant):
                raise RuleRefusal(f"none of his {ways} ways leads there", rule="SK-5", field="to")
        played(self, order, table)

    patch.setattr(toy.Plain, "play", play)
    patch.setattr(decide, "sees_all", lambda *_: True)


PLANTED_GROUND: tuple[tuple[SpaceKind, str, Callable[[pytest.MonkeyPatch], None]], ...] = (
    ("ZONES", "link.there", _offers_of_the_whole),
    ("GRID", "patch.there", _scenes_of_the_whole),
    ("ZONES", "zone.there", _scenes_of_the_whole),
    ("ZONES", "link.there", _threats_of_the_whole),
    ("GRID", "patch.label", _ground_told_whole),
    ("ZONES", "link.label", _ground_told_whole),
    ("PLANE", "patch.area", _ground_seen_whole),
    ("ZONES", "link.there", _refusals_by_the_ground_as_it_is),
)
"""Leaks of hidden ground: in offers, scenes, events, views and refusals, each with a field that it tells of."""


@pytest.mark.parametrize(
    ("kind", "name", "plant"),
    PLANTED_GROUND,
    ids=[f"{plant.__name__.strip('_')}-{name}" for _, name, plant in PLANTED_GROUND],
)
async def test_a_leak_of_hidden_ground_that_is_planted_is_found(
    kind: SpaceKind, name: str, plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is made from the ground as it is, and not as it is known."""
    plant(monkeypatch)
    variation = next(one for one in ground_variations.of_toy(kind) if one.name == name)
    with pytest.raises(Leak):
        await compared(TOYS, variation.make, 12)


# -- previews: what they tell is harmless as long as they are made from what the seat sees
class _Unredacted(Rulebook[Any]):
    """A rulebook by which every seat sees everything."""

    def seen(self, state: Any, seat: str | None) -> Any:
        """The fight itself."""
        return state


def _foresees(patch: pytest.MonkeyPatch, told: Callable[[Any], Foreseen]) -> None:
    """The masque tells this of every order."""

    def preview(self: Any, seen: Any, seat: str, thing: Any, locale: str) -> Foreseen:
        return told(seen)

    patch.setattr(masque.Masque, "preview", preview, raising=False)


def _everybody(patch: pytest.MonkeyPatch) -> None:
    """A preview concerns all guests."""
    _foresees(
        patch,
        lambda seen: Foreseen(
            affected=tuple(PreviewTarget(combatant=who, label="is here") for who in seen.fight.combatants)
        ),
    )


def _chances_by_wit(patch: pytest.MonkeyPatch) -> None:
    """The chance of a test follows from the wits of all guests."""

    def told(seen: Any) -> Foreseen:
        wits = sum(guest.wit or 0 for guest in seen.own.guests.values())
        test = PreviewTest(label="a jest", dice="1d100", chance=chance_of(wits, 100), rule="MQ-1")
        return Foreseen(tests=(test,))

    _foresees(patch, told)


def _words_by_nerve(patch: pytest.MonkeyPatch) -> None:
    """Who names nobody is refused in words that tell how much nerve all have."""

    def refuse(state: Any, who: str) -> None:
        if who not in state.fight.combatants:
            left = sum(vital.now for one in state.fight.combatants.values() for vital in one.vitals.values())
            raise RuleRefusal(f"there are {left} points of nerve at this table, and none is that one's")

    patch.setattr(masque, "must_know", refuse)


PREVIEWED = (("somebody unseen", _everybody), ("figures", _chances_by_wit), ("figures", _words_by_nerve))
"""What a preview may tell of what its seat sees, each with a secret that it tells of the whole fight."""


@pytest.mark.parametrize(("secret", "tells"), PREVIEWED, ids=[tells.__name__.strip("_") for _, tells in PREVIEWED])
async def test_a_preview_that_is_made_from_the_whole_fight_is_found(
    secret: str, tells: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whom it names, its chances, its refusals: the same rules tell nothing by what the seat sees."""
    tells(monkeypatch)
    registry = Registry([Rulebook(masque.system)])
    assert await compared(registry, masquerade.SECRETS[secret], 1)
    made = previews.preview_order

    def whole(book: Rulebook[Any], *args: Any, **more: Any) -> Any:
        return made(_Unredacted(book.system), *args, **more)

    monkeypatch.setattr(previews, "preview_order", whole)
    with pytest.raises(Leak, match="preview"):
        await compared(registry, masquerade.SECRETS[secret], 40)
