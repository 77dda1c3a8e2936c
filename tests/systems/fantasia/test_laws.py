"""What this system keeps beside the laws of all: typed dice, what is not offered, secrecy, words, rules."""

from __future__ import annotations

import random
import re
import typing

import msgspec
import pytest
from msgspec import structs

from engine.kernel.state.events import KERNEL_EVENTS, DiceRolled
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.kernel.words.sentences import figures_in
from engine.kit.testing import picks
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import questions, system
from engine.systems.fantasia.content.catalogue import RULES
from engine.systems.fantasia.events import EVENTS
from engine.systems.fantasia.naming import WORDS
from engine.systems.fantasia.orders import ORDERS
from engine.systems.fantasia.questions import QUESTIONS
from engine.systems.fantasia.sheet import Initiative, Setup
from tests.support.fights.arena import Arena
from tests.systems.fantasia.bout import BOOK, SEATS, Bout, at, foe, hero, sheet
from tests.systems.fantasia.chance import ARTIST, ITEMS, Chance, field_of_six, play


@pytest.mark.parametrize("initiative", list(Initiative))
def test_dice_may_be_typed_one_roll_at_a_time(initiative: Initiative) -> None:
    """With physical dice every roll is a question, the order is played again from its base, and nothing diverges."""
    rng = random.Random(initiative.value)
    setup = {"initiative": initiative.value}
    arena = Arena(BOOK, field_of_six(places=True), dice=None, seats=SEATS, setup=setup)
    arena.order("gm", Begin())
    play(arena, rng, 150)
    assert sum(type(r.event) is DiceRolled for r in arena.stream) > 10
    assert arena.at(len(arena.stream)).state == arena.state


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
    """This system's with each other and with the kernel's, nullability included; whom a name is for is no type."""
    types: dict[str, tuple[str, str]] = {}
    for cls in (*KERNEL_EVENTS, *EVENTS):
        hints = typing.get_type_hints(cls, include_extras=True)
        for field in structs.fields(cls):
            found = re.sub(r"<Names\.\w+: '\w+'>", "", repr(hints[field.name]))
            where, known = types.setdefault(field.encode_name, (cls.__name__, found))
            assert known == found or cls in KERNEL_EVENTS, (
                f"{field.encode_name}: {where} {known}, {cls.__name__} {found}"
            )


def test_every_message_has_words() -> None:
    """One sentence in English for each order, event and question."""
    sentences = WORDS.languages["en"]["sentences"]
    for cls in (*ORDERS, *EVENTS, *QUESTIONS):
        assert cls.__name__ in sentences, cls.__name__
    for name in (
        "Hold",
        "Consent",
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
    """No sentence is missing in one language; each has its own for what statuses do."""
    for locale, words in WORDS.languages.items():
        for cached in ("sentences", "kinds", "counts", "sides"):
            one, other = (
                {key for key in found[cached] if not key.startswith(("ConditionGained.", "ConditionLost."))}
                for found in (words, WORDS.languages["en"])
            )
            assert one == other, locale
        assert WORDS.languages["en"]["values"].keys() | WORDS.languages["en"]["terms"].keys() <= (
            words["values"].keys() | words["terms"].keys()
        ), locale
        assert WORDS.languages["en"]["fields"].keys() <= words["fields"].keys(), locale


def test_every_sentence_names_fields_that_are_there() -> None:
    """And every condition of one; in every language."""
    named = {cls.__name__: cls for cls in (*ORDERS, *EVENTS, *QUESTIONS, *KERNEL_EVENTS)}
    named |= {name: cls for name, cls in vars(questions).items() if isinstance(cls, type)}
    for locale, words in WORDS.languages.items():
        for key, sentence in words["sentences"].items():
            name, *conditions = key.split(".")
            fields = set(named[name].__struct_fields__)
            assert {*conditions[::2], *(f.removeprefix("sent_") for f in figures_in(sentence))} <= fields, (locale, key)


def test_every_rule_an_event_or_offer_names_is_in_the_catalogue() -> None:
    """Of a fight with a bit of everything; each event of ours has its sentence, in a language's country too."""
    rng = random.Random(3)
    arena = Arena(BOOK, field_of_six(places=False), dice=Chance(rng), seats=SEATS)
    arena.order("gm", Begin())
    for _ in range(60):
        assert {offer.rule for _, offer in picks.offered(BOOK, arena.state)} - {""} <= RULES.keys()
        play(arena, rng, 1)
    assert {r.draft.rule for r in arena.stream} - {""} <= RULES.keys()
    for recorded in arena.stream:
        if type(recorded.event) in EVENTS:
            assert system.describe(recorded.event, "en", {})
            assert system.describe(recorded.event, "es-CO", {})


def test_the_setup_reads_nothing_it_does_not_know() -> None:
    """What is not played yet cannot be set up."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"initiative": "SIDE"}, Setup)
