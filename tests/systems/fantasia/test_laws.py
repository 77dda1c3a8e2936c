"""What holds for the whole system: registration, offers, secrecy, words, and whole fights played at random."""

from __future__ import annotations

import random
import typing
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.decisions import Field, Offer
from engine.kernel.dice import Dice
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import KERNEL_EVENTS
from engine.kernel.messages import Order
from engine.kernel.orders import Begin
from engine.systems.fantasia import commands as o
from engine.systems.fantasia import questions, system
from engine.systems.fantasia.commands import ORDERS
from engine.systems.fantasia.content.catalogue import RULES
from engine.systems.fantasia.describe import WORDS
from engine.systems.fantasia.events import EVENTS
from engine.systems.fantasia.questions import QUESTIONS
from engine.systems.fantasia.sheet import Initiative, Setup, Sheet, Stock
from tests.support.arena import Arena
from tests.systems.fantasia.bout import BOOK, SEATS, Bout, at, foe, hero, sheet

ITEMS = (Stock(item="potion"), Stock(item="phoenix_feather"), Stock(item="ether"))
ARTIST = Sheet(
    ref="thief",
    mp=40,
    mind=2,
    profession="freelancer",
    techniques=("sweep", "whirl", "shield_bash", "war_cry", "sing"),
    spells=("fire", "firaga", "cure", "life", "shock_grasp"),
    weapons=("dagger", "two_shot_pistol", "boomerang", "staff", "great_sword"),
    traits=("twin_strike",),
    reactions=("counter", "evade", "spell_ward", "cover", "deflect"),
    items=ITEMS,
)


class Chance:
    """Dice of a generator, for fights played at random."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator

    def faces(self, version: int, dice: Dice, *, hidden: bool, entropy: Sequence[str]) -> tuple[int, ...]:
        return tuple(self.generator.randint(1, dice.sides) for _ in range(dice.count))


def pick(field: Field, generator: random.Random) -> Any:
    """A legal pick, as JSON."""
    among = msgspec.json.decode(msgspec.json.encode(field.among))
    match field.kind:
        case "one" | "place":
            return generator.choice(among)
        case "some":
            return generator.sample(among, generator.randint(field.least, min(field.most, len(among))))
        case "amount":
            return generator.randint(field.least, field.most)
        case "text":
            return "x" * max(1, field.least)
    raise AssertionError(field.kind)


def picked(offer: Offer[Order], generator: random.Random) -> Order:
    """An offered order with some of its fields picked anew."""
    picks = {f.name: pick(f, generator) for f in offer.fields if generator.random() < 0.7}
    plain = msgspec.json.decode(msgspec.json.encode(offer.body))
    return msgspec.convert({**plain, **picks}, type(offer.body))


def field_of_six(*, places: bool) -> list[Any]:
    def where(x: int, y: int) -> Any:
        return at(x, y) if places else None

    return [
        hero("thief", ARTIST, place=where(0, 0)),
        hero("mage", Sheet(ref="black_mage", items=ITEMS), place=where(1, 0)),
        hero("healer", Sheet(ref="white_mage"), place=where(0, 1)),
        foe("ogre", Sheet(ref="ogre"), place=where(2, 0)),
        foe("giant", Sheet(ref="giant"), place=where(3, 2)),
        foe("rival", ARTIST, seat="bea", place=where(2, 1)),
    ]


def of_some_kind(seed: int) -> dict[str, Any]:
    """Each way of initiative in turn."""
    ways = list(Initiative)
    return {"initiative": ways[seed // 2 % len(ways)].value}


@pytest.mark.parametrize("seed", range(24))
def test_whatever_is_offered_is_accepted_in_fights_played_at_random(seed: int) -> None:
    """Offers are picked blindly, with every field; none is refused, none fails, and the fold is the state."""
    generator = random.Random(seed)
    entries = field_of_six(places=bool(seed % 2))
    arena = Arena(BOOK, entries, dice=Chance(generator), seats=SEATS, setup=of_some_kind(seed))
    arena.order("gm", Begin())
    for _ in range(120):
        fight = arena.fight
        if arena.pending:
            asked = arena.pending[0]
            offer = generator.choice(asked.offers)
            if asked.kind == "EndBattle":
                offer = asked.offers[0]
            picks = {f.name: pick(f, generator) for f in offer.fields}
            arena.answer(asked.seats[0], offer.key, picks, decision=asked.decision)
            continue
        if not fight.acting:
            break
        who = generator.choice(fight.acting)
        seat = fight.holders(who)[0]
        offers = list(system.offers(BOOK.seen(arena.state, seat), who))
        assert len({offer.key for offer in offers}) == len(offers)
        arena.order(seat, picked(generator.choice(offers), generator))
    assert arena.at(len(arena.stream)).state == arena.state
    for recorded in arena.stream:
        if type(recorded.event) in EVENTS:
            assert system.describe(recorded.event, "en", {})
            assert system.describe(recorded.event, "es-CO", {})


@pytest.mark.parametrize("seed", range(4))
def test_dice_may_be_typed_one_roll_at_a_time(seed: int) -> None:
    """With physical dice every roll is a question, the order is played again from its base, and nothing diverges."""
    generator = random.Random(seed)
    arena = Arena(BOOK, field_of_six(places=bool(seed % 2)), dice=None, seats=SEATS, setup=of_some_kind(seed))
    arena.order("gm", Begin())
    for _ in range(150):
        if arena.pending:
            asked = arena.pending[0]
            if asked.kind == "Roll":
                count, sides = (int(n) for n in asked.question["dice"].split("d"))
                arena.answer(asked.seats[0], faces=[generator.randint(1, sides) for _ in range(count)])
            else:
                offer = generator.choice(asked.offers)
                picks = {f.name: pick(f, generator) for f in offer.fields}
                arena.answer(asked.seats[0], offer.key, picks, decision=asked.decision)
        elif arena.fight.acting:
            who = generator.choice(arena.fight.acting)
            seat = arena.fight.holders(who)[0]
            offers = list(system.offers(BOOK.seen(arena.state, seat), who))
            arena.order(seat, picked(generator.choice(offers), generator))
        else:
            arena.order("gm", o.GoOn())
    assert arena.at(len(arena.stream)).state == arena.state


def test_every_offer_of_a_rich_turn_can_be_sent_unchanged() -> None:
    """From one position, each is accepted."""
    arena = Arena(BOOK, field_of_six(places=False), dice=Chance(random.Random(1)), seats=SEATS)
    arena.order("gm", Begin())
    (who,) = arena.fight.acting
    start = arena.position
    offers = list(system.offers(BOOK.seen(arena.state, arena.fight.holders(who)[0]), who))
    for offer in offers:
        assert system.describe(offer, "en", {})
        assert system.describe(offer, "es", {})
        arena.position = start
        del arena.stream[start.version :]
        arena.order(arena.fight.holders(who)[0], offer.body)


def test_what_is_not_offered_is_refused() -> None:
    """Every weapon, spell, technique and item on every target: accepted exactly if some offer holds it."""
    figures = structs.replace(ARTIST, weapons=("dagger", "two_shot_pistol", "staff"))
    entries = [
        hero("thief", figures, place=at(0)),
        hero("friend", place=at(1)),
        hero("down", vitals={"hp": 0}, place=at(0, 1)),
        foe("near", place=at(1, 1)),
        foe("far", place=at(30)),
        foe("gone", conditions=("dead",), place=at(1)),
    ]
    arena = Arena(BOOK, entries, dice=Chance(random.Random(5)), seats=SEATS)
    arena.order("gm", Begin())
    while arena.fight.acting != ("thief",):
        arena.order("gm", o.EndTurn(combatant=arena.fight.acting[0]))
    start = arena.position
    offers = list(system.offers(BOOK.seen(arena.state, "ana"), "thief"))

    def offered(order: Order) -> bool:
        wanted = msgspec.json.decode(msgspec.json.encode(order))
        for offer in offers:
            if type(offer.body) is not type(order):
                continue
            plain = msgspec.json.decode(msgspec.json.encode(offer.body))
            open_ = {f.name: f for f in offer.fields}
            if all(
                plain[name] == value
                or (name in open_ and open_[name].kind == "one" and value in open_[name].among)
                or (
                    name in open_
                    and open_[name].kind == "some"
                    and open_[name].least <= len(value) <= open_[name].most
                    and all(v in open_[name].among for v in value)
                )
                for name, value in wanted.items()
                if value is not None
            ):
                return True
        return False

    whom = [*arena.fight.combatants]
    orders: list[Order] = []
    for target in whom:
        for weapon in arena.own.fighters["thief"].weapons:
            for thrown in (False, True):
                orders.append(o.Attack(attacker="thief", target=target, weapon=weapon, thrown=thrown))
        orders += [o.Cast(caster="thief", spell=s, targets=(target,)) for s in figures.spells or ()]
        orders += [
            o.UseTechnique(attacker="thief", technique=t, weapon=w, targets=targets)
            for t in ("sweep", "whirl", "shield_bash", "war_cry", "sing")
            for w in (*arena.own.fighters["thief"].weapons, *([None] if t in ("war_cry", "sing") else []))
            for targets in ((), (target,))
        ]
        orders += [o.UseItem(combatant="thief", item=i.item, target=target) for i in ITEMS]
    for order in orders:
        arena.position = start
        del arena.stream[start.version :]
        try:
            arena.order("ana", order)
            accepted = True
        except RuleRefusal:
            accepted = False
        assert accepted == offered(order), order


# -- secrecy
def test_a_seat_sees_no_figures_of_the_other_side() -> None:
    """Neither sheet, stock, stowed weapons nor the figure an attack was measured against."""
    bout = Bout(
        hero(figures=sheet(weapons=("sword", "bow"))), foe(figures=sheet(items=ITEMS, weapons=("rod", "staff")))
    )
    seen = BOOK.seen(bout.state, "ana").own.fighters["foe"]
    assert (seen.figures, seen.stock, list(seen.weapons)) == (None, None, ["rod", "unarmed"])
    assert BOOK.seen(bout.state, "ana").own.fighters["hero"].figures is not None
    assert BOOK.seen(bout.state, None).own.fighters["hero"].figures is None
    bout.order(o.Attack(attacker="hero", target="foe", weapon="sword"), 1, 2)
    (rolled,) = [r for r in bout.last if type(r.event).__name__ == "AttackRolled"]
    assert rolled.draft.to == ("gm",)
    public, _ = BOOK.codec.encode(rolled.version, rolled.time, rolled.draft)
    assert BOOK.codec.decode(public).event.against is None  # type: ignore[attr-defined]


def test_with_open_figures_everybody_sees_them() -> None:
    """The table plays with open sheets; what is held ready stays a secret."""
    bout = Bout(hero(), foe(), figures_open=True)
    bout.order(o.Ready(combatant="hero", action=o.Readied.ATTACK))
    seen = BOOK.seen(bout.state, None).own.fighters["hero"]
    assert seen.figures is not None
    assert seen.waiting is None


def test_a_hidden_combatant_is_in_nobodys_view() -> None:
    """Neither the state nor the offers of those who do not know of him name him."""
    lurker = structs.replace(foe("lurker"), seen_by=("gm",))
    bout = Bout(hero(), foe(), lurker)
    seen = BOOK.seen(bout.state, "ana")
    assert "lurker" not in seen.own.fighters
    assert b"lurker" not in msgspec.json.encode(bout.offers("hero"))
    refusal = bout.refuse(o.Attack(attacker="hero", target="lurker", weapon="unarmed"))
    missing = bout.refuse(o.Attack(attacker="hero", target="nobody", weapon="unarmed"))
    assert (refusal.code, refusal.rule, refusal.field) == (missing.code, missing.rule, missing.field)
    assert refusal.reason.replace("lurker", "nobody") == missing.reason


# -- words and rules
def test_one_field_name_has_one_type_over_all_events() -> None:
    """This system's with each other and with the kernel's, nullability included."""
    types: dict[str, tuple[str, str]] = {}
    for cls in (*KERNEL_EVENTS, *EVENTS):
        hints = typing.get_type_hints(cls, include_extras=True)
        for field in structs.fields(cls):
            found = repr(hints[field.name])
            where, known = types.setdefault(field.encode_name, (cls.__name__, found))
            assert known == found or cls in KERNEL_EVENTS, (
                f"{field.encode_name}: {where} {known}, {cls.__name__} {found}"
            )


def test_every_message_has_words() -> None:
    """One sentence in English for each order, event and question."""
    sentences = WORDS["en"]["sentences"]
    for cls in (*ORDERS, *EVENTS, *QUESTIONS):
        assert cls.__name__ in sentences, cls.__name__
    for name in (
        "Hold",
        "Shared",
        "Consent",
        "Fumbled",
        "OwnFumble",
        "Picked",
        "Judgement",
        "CheckTerms",
        "Verdict",
        "UseReaction",
    ):
        assert hasattr(questions, name)
        assert name in sentences


def test_every_locale_says_the_same_things() -> None:
    """No sentence is missing in one language."""
    for locale, words in WORDS.items():
        assert words["sentences"].keys() == WORDS["en"]["sentences"].keys(), locale


def test_every_rule_an_event_or_offer_names_is_in_the_catalogue() -> None:
    """Of a fight with a bit of everything."""
    arena = Arena(BOOK, field_of_six(places=False), dice=Chance(random.Random(3)), seats=SEATS)
    arena.order("gm", Begin())
    for _ in range(60):
        if arena.pending:
            arena.answer(None)
        elif arena.fight.acting:
            who = arena.fight.acting[0]
            offers = list(system.offers(arena.state, who))
            assert {offer.rule for offer in offers} <= RULES.keys()
            arena.order("gm", picked(random.Random(len(arena.stream)).choice(offers), random.Random(0)))
    kernels = {""}
    assert {r.draft.rule for r in arena.stream} - kernels <= RULES.keys()


def test_the_setup_reads_nothing_it_does_not_know() -> None:
    """What is not played yet cannot be set up."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"initiative": "SIDE"}, Setup)
