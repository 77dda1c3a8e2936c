"""Laws that every rule system keeps: given fights, they play them and check every stop.

A fight comes from a maker, `Callable[[random.Random], Arena]`. Its dice must depend on the version alone, as those
of `slices.ready.seeded` do, so that steps can be tried and discarded. `walk` plays random offers; the laws below
check the fight at a stop and leave it unchanged.

        judge(maker, seed, steps)       walks, and checks every law at every stop
        two_worlds(one, other, seat)    two fights that differ only in what is secret from a seat look the same to it
"""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.takeback import default_target
from engine.kernel.playing import decide
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import Dice, parse_dice
from engine.kernel.playing.position import Position, Step, advance_all, with_dice_seen
from engine.kernel.state.decisions import Field, Offer, check_picks, filled
from engine.kernel.state.fight import Asked, Fight, State
from engine.kernel.structs.errors import RuleRefusal, SkaldError
from engine.kernel.structs.messages import Order, plain
from tests.support.arena import Arena
from tests.support.exports import reads

Maker = Callable[[random.Random], Arena]
Offered = tuple[str, Offer[Order]]
MEDDLE = 0.003
"""How often an order of the game master is among those chosen from, while somebody may act."""
COMBINATIONS = 12
"""How many combinations of picks are tried of one offer."""


# -- what is offered, and picks
def offered(book: Rulebook[Any], state: State[Any]) -> list[Offered]:
    """All order offers, each with a seat that has it: that of who may give it, and the GM, who may order anybody."""
    gm = state.fight.gms()[0]
    found: list[Offered] = [(gm, offer) for offer in book.system.offers(book.seen(state, gm), None)]
    for who in state.fight.combatants:
        for seat in dict.fromkeys((*state.fight.holders(who), *state.fight.owners(who), gm)):
            offers = book.system.offers(book.seen(state, seat), who)
            found += [(seat, o) for o in offers if seat == gm or seat in state.fight.givers(type(o.body), who)]
    return found


def pick(field: Field, rng: random.Random) -> Any:
    """A legal pick for a field."""
    among = plain(field.picks)
    most = field.most
    match field.kind:
        case "path" if field.exact:
            return [rng.choice(among) for _ in range(rng.randint(field.least, most))]
        case "one" | "place" | "path":
            return rng.choice(among)
        case "facing":
            return rng.choice(among or [{"x": 3, "y": -4}])
        case "some" | "places":
            assert field.least <= len(among), f"{field.name}: fewer choices than must be picked"
            return rng.sample(among, rng.randint(field.least, min(most, len(among))))
        case "amount":
            return rng.choice([field.least, most, rng.randint(field.least, most)])
        case "split":
            shares = dict.fromkeys(rng.sample(among, rng.randint(1, len(among))), 0)
            for _ in range(rng.randint(field.least, most)):
                shares[rng.choice(list(shares))] += 1
            return shares
        case "text":
            return "x" * rng.choice([field.least, most])


def picked(offer: Offer[Any], rng: random.Random) -> dict[str, Any]:
    """Legal picks for the fields of an offer."""
    return {field.name: pick(field, rng) for field in offer.fields}


def combinations(fields: Sequence[Field], rng: random.Random) -> list[dict[str, Any]]:
    """No picks, then combinations of picks: all single values of small choices, and some of large ones."""
    values = []
    for field in fields:
        small = field.kind in ("one", "place") and len(field.picks) <= COMBINATIONS
        values.append(plain(field.picks) if small else [pick(field, rng) for _ in range(3)])
    every = [dict(zip((f.name for f in fields), row, strict=True)) for row in itertools.product(*values)]
    return [{}, *(every if len(every) <= COMBINATIONS else rng.sample(every, COMBINATIONS))] if fields else [{}]


def mostly_acts(arena: Arena, rng: random.Random, offers: Sequence[Offered]) -> list[Offered]:
    """Mostly offers of acting combatants; only rarely the GM's orders and concessions too.

    The GM may end the fight or remove a combatant at any time, and players may give up; too often, and nothing else
    would happen.
    """
    acts = [one for one in offers if type(one[1].body).actor and not type(one[1].body).concession]
    return acts if arena.fight.acting and acts and rng.random() > MEDDLE else list(offers)


def some_order(arena: Arena, rng: random.Random, *, among: Sequence[Offered] | None = None) -> tuple[str, Order] | None:
    """A legal order, picked at random; None if none is offered."""
    offers = mostly_acts(arena, rng, offered(arena.book, arena.state)) if among is None else among
    if not offers:
        return None
    seat, offer = rng.choice(offers)
    return seat, filled(offer, {f.name: pick(f, rng) for f in offer.fields if rng.random() < 0.8})


def some_choice(asked: Asked, rng: random.Random) -> Choice:
    """A legal answer, picked at random."""
    offer = rng.choice(asked.offers)
    return Choice(offer.key, {f.name: pick(f, rng) for f in offer.fields if rng.random() < 0.8})


def typed(asked: Asked, rng: random.Random) -> tuple[int, ...]:
    """Possible faces of a roll."""
    dice: Dice = parse_dice(asked.question["dice"])
    return tuple(rng.randint(1, dice.sides) for _ in range(dice.count))


def answer_somehow(arena: Arena, rng: random.Random, *, default: bool = False) -> None:
    """Answer one open decision: typed faces, the default, or a random legal choice."""
    asked = rng.choice(arena.pending)
    if asked.kind == "Roll":
        arena.answer(asked.seats[0], faces=typed(asked, rng), decision=asked.decision)
        return
    choice = Choice(asked.default) if default else some_choice(asked, rng)
    arena.answer(asked.seats[0], choice.key, choice.fields, decision=asked.decision)


def branch(arena: Arena) -> Arena:
    """A copy of the fight; changes to it do not affect this one."""
    assert arena.fed is None, "dice fed by hand cannot be thrown twice"
    other = copy.copy(arena)
    other.stream = list(arena.stream)
    other.preferences = dict(arena.preferences)
    return other


# -- trying without doing
def order_step(arena: Arena, seat: str, order: Order) -> Step[Any]:
    """The step that an order would make."""
    return decide.submit(arena.book, arena.position, seat, order, arena._circumstances(seat, ()))


def answer_step(arena: Arena, position: Position[Any], asked: Asked, choice: Choice) -> Step[Any]:
    """The step that an answer would make."""
    seat = asked.seats[0]
    return decide.answer(arena.book, position, seat, asked.decision, choice, arena._circumstances(seat, ()))


# -- the laws, at a stop
def offers_are_accepted(arena: Arena, rng: random.Random) -> None:
    """Every offer is accepted, unchanged and with every combination of picks."""
    if arena.fight.open is not None:
        return
    for seat, offer in offered(arena.book, arena.state):
        for picks in combinations(offer.fields, rng):
            check_picks(offer.fields, picks)
            try:
                order_step(arena, seat, filled(offer, picks))
            except RuleRefusal as refusal:
                raise AssertionError(f"offered, then refused: {offer.body} with {picks}: {refusal.reason}") from None


def kinds_are_the_offers(arena: Arena) -> None:
    """The parts that a bot by chance reads one of: together all offers, in their order, each class in one of them."""
    system = arena.book.system
    for who in arena.fight.combatants:
        for seat in arena.fight.holders(who):
            seen = arena.book.seen(arena.state, seat)
            parts = [list(some) for some in system.offers_by_kind(seen, who)]
            assert [offer for some in parts for offer in some] == list(system.offers(seen, who))
            classes = [kind for some in parts for kind in {type(offer.body) for offer in some}]
            assert len(classes) == len(set(classes)), f"a class of orders in two parts of the offers of {who}"


def answers_are_accepted(arena: Arena, rng: random.Random) -> None:
    """Every option of every open decision is accepted, whatever the other answers of its window are."""
    questions = [a for a in arena.pending if a.kind != "Roll"]
    for asked in questions:
        assert asked.default in {o.key for o in asked.offers}
        for offer in asked.offers:
            for picks in combinations(offer.fields, rng):
                position = arena.position
                choices = {a.decision: some_choice(a, rng) for a in questions} | {
                    asked.decision: Choice(offer.key, picks)
                }
                for one in sorted(questions, key=lambda _: rng.random()):
                    try:
                        position = answer_step(arena, position, one, choices[one.decision]).position
                    except RuleRefusal as refusal:
                        raise AssertionError(f"offered, then refused: {one.kind} {choices}: {refusal.reason}") from None


def is_offered(offers: Sequence[Offered], seat: str, order: Order) -> bool:
    """Whether an order matches an offer with legal picks, or differs from one only in its samples.

    An omitted field (null) leaves the choice to the rules and matches any offer.
    """
    body = plain(order)
    for whose, offer in offers:
        if whose != seat or type(offer.body) is not type(order):
            continue
        names = {f.name for f in offer.fields}
        base = plain(offer.body)
        if any(base[name] != value for name, value in body.items() if name not in names and value is not None):
            continue
        exact = tuple(f for f in offer.fields if f.exact and body[f.name] is not None)
        try:
            check_picks(exact, {f.name: body[f.name] for f in exact})
        except RuleRefusal:
            continue
        return True
    return False


def changed(value: Any, names: Sequence[str]) -> list[Any]:
    """Other values that a field of an order might hold."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value - 1, value + 1, 0, -1, 99]
        case str():
            return [*names, "nobody"]
        case None:
            return [*names, 1]
        case list():
            return [[], value[:-1], value + value[:1], value * 3]
        case dict():
            inner = [{**value, key: new} for key, old in value.items() for new in changed(old, names)[:4]]
            return [{}, *inner, {**value, "nobody": 1}]
    return []


def accepted_was_offered(arena: Arena, rng: random.Random, past: Sequence[tuple[str, Order]] = ()) -> None:
    """What is not offered is refused and appends nothing. Tried: offers changed field by field, and `past` orders."""
    if arena.fight.open is not None:
        return
    offers = offered(arena.book, arena.state)
    names = [*arena.fight.combatants, *(str(s) for s in arena.fight.seats)]
    tries: list[tuple[str, dict[str, Any]]] = [(seat, arena.book.encode_order(order)) for seat, order in past]
    for seat, offer in offers:
        ((key, body),) = arena.book.encode_order(offer.body)[arena.book.key].items()
        for name, value in body.items():
            tries += [(seat, {arena.book.key: {key: {**body, name: new}}}) for new in changed(value, names)]
    for seat, command in rng.sample(tries, min(len(tries), 60)):
        try:
            order = arena.book.decode_order(command)
        except RuleRefusal:
            continue
        if is_offered(offers, seat, order):
            continue
        try:
            order_step(arena, seat, order)
        except RuleRefusal:
            continue
        raise AssertionError(f"accepted, never offered: {order}")


def belongs(fight: Fight) -> None:
    """Ownership carried over to this version equals what a bare copy computes."""

    def told(fight: Fight) -> list[object]:
        people, seats = fight.combatants.values(), (*fight.seats, None)
        return [
            fight.gms(),
            [c.id for c in fight.hidden],
            [fight.side_seats(side) for side in (*(c.side for c in people), "nobodys")],
            [fight.audience_of(c) for c in people],
            [(seat, fight.unseen(seat)) for seat in seats],
        ]

    assert told(fight) == told(structs.replace(fight))


def shown_to_the_gm(arena: Arena) -> None:
    """The GM's view is the state itself: redacting it for the GM removes nothing."""
    for seat in arena.fight.gms():
        assert arena.book.seen(arena.state, seat).fight == arena.book.withheld(arena.fight, seat)


def stands_as_folded(arena: Arena) -> None:
    """The fold of the stream equals the live state, and the state survives a round trip through its bytes."""
    belongs(arena.fight)
    shown_to_the_gm(arena)
    again = arena.at(len(arena.stream))
    assert again.state == arena.state
    assert (again.base, again.trail) == (arena.position.base, arena.position.trail)
    data = msgspec.json.encode(arena.state)
    assert msgspec.json.decode(data, type=arena.book.state_type) == arena.state
    for recorded in arena.stream[-12:]:
        public, secret = arena.book.codec.encode(recorded.version, recorded.time, recorded.draft)
        draft = recorded.draft
        assert arena.book.codec.decode(secret or public, to=draft.to, whole=draft.whole) == structs.replace(
            recorded, hash=""
        )
        arena.book.codec.decode(public)


def resumes_elsewhere(arena: Arena, rng: random.Random) -> None:
    """Another process, with its own rulebook and only the bytes, continues with exactly the same events."""
    other = branch(arena)
    other.book = Rulebook(type(arena.book.system)())
    base = None
    if arena.position.base is not None:
        data = msgspec.json.encode(arena.position.base)
        base = Position(arena.position.trail[0].version - 1, msgspec.json.decode(data, type=other.book.state_type))
    trail = [other.book.codec.decode(msgspec.json.encode(_whole(arena, r))) for r in arena.position.trail]
    drafts = [structs.replace(r, draft=old.draft) for r, old in zip(trail, arena.position.trail, strict=True)]
    rebuilt = advance_all(other.book, base, drafts) if base is not None else None
    if rebuilt is not None:
        assert rebuilt.state == arena.state
        other.position = structs.replace(rebuilt, version=arena.position.version)
    here = branch(arena)
    seed = rng.random()
    for one in (here, other):
        going = random.Random(seed)
        while one.pending:
            answer_somehow(one, going)
    assert here.stream == other.stream
    assert here.state == other.state


def _whole(arena: Arena, recorded: Any) -> msgspec.Raw:
    public, secret = arena.book.codec.encode(recorded.version, recorded.time, recorded.draft)
    return msgspec.Raw(secret or public)


def correctable(arena: Arena, rng: random.Random) -> tuple[str, Any] | None:
    """A vital of some combatant, and another value for it."""
    having = [c for c in arena.fight.combatants.values() if c.vitals]
    if not having:
        return None
    who = rng.choice(having)
    name = rng.choice(sorted(who.vitals))
    top = who.vitals[name].max
    return f"combatants.{who.id}.vitals.{name}.now", rng.randint(0, 9 if top is None else top)


def corrections_fall_in_place(arena: Arena, rng: random.Random) -> None:
    """After a correction at this stop, the open order still runs to its end by defaults and folds to the live state."""
    other = branch(arena)
    correction = correctable(other, rng)
    if correction is None:
        return
    other.correct(*correction)
    while other.pending:
        answer_somehow(other, rng, default=True)
    stands_as_folded(other)


def reverts_give_back(arena: Arena, rng: random.Random) -> None:
    """A revert to an allowed version restores that state; if it lies inside a step, the order is played on."""
    other = branch(arena)
    version = rng.randint(1, len(arena.stream))
    stood = arena.at(version).state
    other.revert(version)
    if stood.fight.resting:
        assert other.state.own == stood.own
        lasting = {name: getattr(other.fight, name) for name in ("seats", "entropy", "entropy_by", "id")}
        assert other.state.fight == structs.replace(stood.fight, **lasting, rolled=True)
    else:
        assert other.fight.resting
    stands_as_folded(other)


def cancel_goes_back(arena: Arena) -> None:
    """Taking back the open order restores the state at its base."""
    if arena.position.base is None:
        return
    other = branch(arena)
    base = arena.at(arena.fight.open.base).state
    kept = [r for r in arena.position.trail if r.foreign]
    other.cancel()
    if not kept:
        assert other.state == with_dice_seen(base)
    stands_as_folded(other)


def ask_back(arena: Arena, rng: random.Random, *, silence: bool = True) -> None:
    """A player requests a take-back, and it ends somehow: granted, refused, forced, withdrawn, timed out, or left open.

    silence: it may time out, though no deadline is set here: an audit finds that.
    """
    may = [s for s in arena.fight.seats if default_target(arena.fight, s, len(arena.stream)) is not None]
    if not may:
        return
    arena.take_back(rng.choice(may))
    talk = arena.fight.taking_back
    if talk is None:
        return
    match rng.choice(["yes", "no", "force", "withdraw", "leave", *(["silence"] if silence else [])]):
        case "yes":
            while arena.asked_back:
                arena.consent(arena.asked_back[0].seats[0])
        case "no":
            arena.consent(rng.choice(arena.asked_back).seats[0], "no")
        case "force":
            arena.revert(talk.to)
        case "withdraw":
            arena.withdraw(talk.by)
        case "silence":
            arena.consent(None)


def takes_back_what_is_offered(arena: Arena) -> None:
    """Taking back one's last act is refused exactly when it is not offered."""
    for seat in arena.fight.seats:
        other, to = branch(arena), default_target(arena.fight, seat, len(arena.stream))
        refused = ""
        try:
            other.take_back(seat)
        except RuleRefusal as refusal:
            refused = refusal.reason
        assert (to is None) is bool(refused), f"{seat} is offered {to}, and is refused for: {refused}"


def what_is_taken_back_folds(arena: Arena, rng: random.Random) -> None:
    """Every offered take-back is accepted, whatever its outcome; the stream folds to the state, and play continues."""
    other = branch(arena)
    ask_back(other, rng)
    stands_as_folded(other)
    hidden_stay_hidden(other)
    views_are_whole(other)
    while other.pending:
        answer_somehow(other, rng, default=True)
    stands_as_folded(other)


def vitals_are_bounded(arena: Arena, least: int = 0) -> None:
    """No vital is below `least` nor above its maximum."""
    for who in arena.fight.combatants.values():
        for name, vital in who.vitals.items():
            assert least <= vital.now, f"{who.id} {name} is {vital.now}"
            assert vital.max is None or vital.now <= vital.max, f"{who.id} {name} is {vital.now} of {vital.max}"


def hidden_stay_hidden(arena: Arena) -> None:
    """The state a seat sees names nobody hidden from it. No id may be a word of the system's content."""
    for seat in (*arena.fight.seats, None):
        hidden = [c.id for c in arena.fight.combatants.values() if not arena.fight.sees(seat, c)]
        if hidden:
            seen = msgspec.json.encode(arena.book.seen(arena.state, seat)).decode()
            assert not [who for who in hidden if f'"{who}"' in seen], f"{seat} sees {hidden}"


def views_are_whole(arena: Arena) -> None:
    """Every seat's view can be encoded, decoded, and asked for offers of its own combatants."""
    for seat in (*arena.fight.seats, None):
        seen = arena.book.seen(arena.state, seat)
        assert msgspec.json.decode(msgspec.json.encode(seen), type=arena.book.state_type) == seen
        if seat is not None and not arena.fight.is_gm(seat):
            again = arena.book.seen(State(fight=arena.fight, own=arena.own), seat)
            assert again == seen


def two_worlds(one: Arena, other: Arena, seat: str | None, *, after: int = 0) -> None:
    """Two fights that differ in what this seat may not know: it reads and sees the same in both."""
    assert reads(one, seat)[after:] == reads(other, seat)[after:]
    assert one.book.seen(one.state, seat) == other.book.seen(other.state, seat)


# -- playing
def walk(maker: Maker, rng: random.Random, steps: int) -> Iterator[tuple[Arena, list[tuple[str, Order]]]]:
    """Random legal play: the fight at every stop, and orders that were legal at earlier stops."""
    arena = maker(rng)
    past: list[tuple[str, Order]] = []
    yield arena, past
    for _ in range(steps):
        if arena.pending:
            answer_somehow(arena, rng)
        else:
            choice = some_order(arena, rng)
            if choice is None:
                return
            past.append(choice)
            arena.order(*choice)
        yield arena, past


def judge(maker: Maker, seed: int, steps: int, *, least: int = 0) -> int:
    """Walk once, and check every law at every stop. Returns the number of stops; AssertionError names the law."""
    rng = random.Random(seed)
    stops = 0
    for arena, past in walk(maker, rng, steps):
        stops += 1
        stands_as_folded(arena)
        vitals_are_bounded(arena, least)
        hidden_stay_hidden(arena)
        views_are_whole(arena)
        offers_are_accepted(arena, rng)
        kinds_are_the_offers(arena)
        answers_are_accepted(arena, rng)
        accepted_was_offered(arena, rng, past[-20:])
        resumes_elsewhere(arena, rng)
        corrections_fall_in_place(arena, rng)
        cancel_goes_back(arena)
        reverts_give_back(arena, rng)
        takes_back_what_is_offered(arena)
        what_is_taken_back_folds(arena, rng)
    return stops


def judge_all(maker: Maker, seeds: Iterable[int], steps: int, *, least: int = 0) -> int:
    """`judge` over several fights; a failure names the seed of its fight."""
    stops = 0
    for seed in seeds:
        try:
            stops += judge(maker, seed, steps, least=least)
        except (AssertionError, SkaldError) as error:
            error.add_note(f"seed {seed}")
            raise
    return stops
