"""Words for people."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest
from msgspec import Struct, structs

from api.words import group_label, humanised, parse_locale, say, shown
from api.words.bodies import fitting
from api.words.refusals import worded
from api.words.renderer import Renderer
from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.decisions import Field, Offer, Visibility
from engine.kernel.state.events import (
    KERNEL_EVENTS,
    CombatantJoined,
    CommandAccepted,
    ConditionGained,
    ControlChanged,
    Corrected,
    DecisionAnswered,
    DecisionOpened,
    DiceRolled,
    EncounterEnded,
    Hidden,
    Moved,
    OrderSet,
    SeatAdded,
    TurnBegan,
    VitalChanged,
)
from engine.kernel.state.fight import Interrupted
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.messages import OfferGroup, plain
from engine.kernel.structs.reasons import Reasons, Term
from engine.kernel.words.sentences import figures_in
from engine.service.registry import Registry
from engine.systems.fantasia.events import DamageTaken, Fell, Healed, Nature, SideRolled
from engine.systems.fantasia.orders import Attack

BOOK = Registry.installed().book("fantasia")

ADDED = {
    "Moved": {"facing"},
    "Drawn": {"number"},
    "DecisionOpened": {"dice", "by", "why"},
    "DecisionAnswered": {"question", "kind", "answer"},
    "DecisionWithdrawn": {"question"},
    "TakeBackAsked": {"undone"},
    "Reverted": {"undone"},
}
"""Figures that a sentence has beside the fields of its event."""


def test_every_event_of_the_kernel_has_a_sentence_of_its_fields() -> None:
    """And no sentence names a field that is not there."""
    sentences = json.loads(files("api.words").joinpath("en.json").read_text(encoding="utf-8"))
    fields = {cls.__name__: {f.encode_name for f in structs.fields(cls)} for cls in KERNEL_EVENTS}
    assert set(fields) - {"Hidden"} <= set(sentences)
    for key, sentence in sentences.items():
        name, *chosen = key.split(".")
        if name in fields:
            assert {*figures_in(sentence), *chosen[::2]} <= fields[name] | ADDED.get(name, set()), key


@pytest.mark.parametrize(
    ("header", "locale"),
    [
        (None, "en"),
        ("de-CH,de;q=0.9", "de-CH"),
        ("fr;q=0.2, es;q=0.8", "es"),
        ("*", "en"),
        ("es;q=x", "en"),
        ("", "en"),
    ],
)
def test_the_language_a_reader_likes_best(header: str | None, locale: str) -> None:
    """English where none is named, or none can be read."""
    assert parse_locale(header) == locale


def test_events_in_words() -> None:
    """The kernel's by its sentences, withheld figures left out; what is hidden has none."""
    renderer = Renderer(BOOK, "en")
    assert renderer.event(VitalChanged(combatant="cloud", vital="hp", change=-3, now=4)) == "cloud: HP -3, now 4"
    assert Renderer(BOOK, "xx").event(VitalChanged(combatant="cloud", vital="hp", change=-3)) == "cloud: HP -3"
    assert renderer.event(Moved(combatant="cloud", from_=None, to=Place(rank=1))) == "cloud is at position 1 now"
    assert renderer.event(Corrected()) == "The game master corrects something"
    assert renderer.event(Hidden()) == ""


def test_rulings_on_a_figure_are_told_as_what_they_are() -> None:
    """Hidden, revealed, taken away, under a condition: no path of the state stands in the log."""

    def told(path: tuple[str, ...], value: Any, locale: str = "en") -> str:
        return Renderer(BOOK, locale).event(Corrected(path=("combatants", "cloud", *path), value=value, remark=""))

    assert told(("seenBy",), None) == "The game master reveals cloud"
    assert told(("seenBy",), []) == "The game master hides cloud"
    assert told(("seenBy",), ["gm", "ana"]) == "cloud is known only to gm and ana from now on"
    assert told(("out",), "removed") == "The game master takes cloud off the table"
    assert told(("out",), "fled") == "The game master sets cloud › out of the fight to Fled"
    assert told(("conditions", "1"), {"id": "1", "kind": "haste"}) == "The game master gives cloud a condition: Haste"
    assert told(("conditions", "0"), None) == "The game master ends a condition of cloud"


@pytest.mark.parametrize("locale", ["es", "fi", "pl"])
def test_another_language_has_every_sentence(locale: str) -> None:
    """With the same figures in it."""

    def sentences(name: str) -> dict[str, set[str]]:
        told = json.loads(files("api.words").joinpath(f"{name}.json").read_text(encoding="utf-8"))
        return {key: set(figures_in(said)) for key, said in told.items()}

    assert sentences(locale) == sentences("en")


def test_polish_sentences_take_names_as_they_are() -> None:
    """In lists with their own word for `and`, in brackets where a sentence would need another case; dice as k20."""
    assert say("TurnBegan", {"acting": ["Temur", "Wilk"]}, "pl-PL") == "Tura: Temur i Wilk"
    rolls = {"seats": "Ana lub Ben", "dice": "1d20", "by": "Temur", "why": "test", "question": None, "kind": "roll"}
    assert say("DecisionOpened", rolls, "pl") == "Rzuca Ana lub Ben: 1k20 (Temur), test"
    assert say("DecisionOpened", {**rolls, "dice": None, "why": None}, "pl") == "Rzuca Ana lub Ben (Temur)"
    assert shown({"cell": None, "point": {"x": 150, "y": -200}}, "pl") == "(1,5 m; -2 m)"


def test_words_of_the_system_stand_in_the_kernels_sentences() -> None:
    """A condition by its name, a vital figure, what dice fall for; what has no word stays as it is."""
    gained = ConditionGained(
        combatant="cloud", condition="readied", kind="readied", source=None, amount=None, left=None, until=""
    )
    rolled = DiceRolled(dice="2d6", faces=(3, 4), by="cloud", why="attack")
    assert Renderer(BOOK, "en").event(gained) == "cloud is now holding an action ready"
    assert Renderer(BOOK, "en").event(structs.replace(gained, kind="home-brewed")) == "cloud is now home brewed"
    assert Renderer(BOOK, "es").event(gained) == "cloud tiene una acción preparada"
    assert Renderer(BOOK, "es").event(rolled) == "cloud tira 2d6 para un ataque: 3, 4"
    changed = VitalChanged(combatant="cloud", vital="hp", change=-3)
    assert Renderer(BOOK, "es-CO").event(changed) == "cloud: PV -3"
    assert (
        Renderer(BOOK, "es").event(EncounterEnded(reason="it is late", result="", dice_secret=""))
        == "El combate ha terminado: it is late"
    )


def test_things_fields_and_values_are_called_in_the_readers_language() -> None:
    """As labels of offers show them."""
    words = ("sword", "STRENGTH", "FIRE", "2d6", "unheard_of")
    english, spanish = Renderer(BOOK, "en"), Renderer(BOOK, "es")
    assert [english.word(w) for w in words] == ["Sword", "Strength", "Fire", "2d6", "Unheard of"]
    assert [spanish.word(w) for w in words[:4]] == ["espada", "FUE", "fuego", "2d6"]
    assert (english.field("target"), spanish.field("target"), english.field("blorp")) == ("Target", "Objetivo", "Blorp")


@pytest.mark.parametrize(
    ("field", "value", "english", "spanish"),
    [
        ("watched", None, "Anybody", "Cualquiera"),
        ("blorp", None, "None", "Ninguno"),
        ("interrupted", True, "Yes", "Sí"),
        ("winner", "heroes", "The heroes", "Los héroes"),
        ("winner", "wolf_pack", "Wolf pack", "Wolf pack"),
        ("pay", "EXTRA", "The extra action", "La acción extra"),
        ("to", {"cell": {"x": 0, "y": -1}, "point": None}, "(0, -1)", "(0, -1)"),
        ("to", {"cell": None, "point": {"x": 150, "y": -200}}, "(1.5 m; -2 m)", "(1,5 m; -2 m)"),
        ("path", [{"x": 1, "y": 0}, {"x": 2, "y": 0}], "(1, 0) → (2, 0)", "(1, 0) → (2, 0)"),
        ("targets", ["sword", "fire"], "Sword and Fire", "Espada y Fuego"),
    ],
)
def test_picks_in_words(field: str, value: Any, english: str, spanish: str) -> None:
    """Nothing, yes and no, sides, places and ways: nothing of JSON."""
    assert (Renderer(BOOK, "en").option(field, value), Renderer(BOOK, "es").option(field, value)) == (english, spanish)


def test_a_decision_is_told_with_its_question_and_the_answer_with_both() -> None:
    """Where the reader may not know them, what it is about; dice by what they are for."""
    renderer, spanish = Renderer(BOOK, "en"), Renderer(BOOK, "es")
    opened = DecisionOpened(
        window=7, of=1, seats=("gm", "ana"), kind="FumbleEffect", visibility=Visibility.OPEN, deadline=None, pace=0,
        interrupts=(), question={"attacker": "cloud", "target": "ogre"}, default="die",
        offers=(
            Offer(key="row-1", body={"row": 1}, rule="FF-FUM-03"),
            Offer(key="own", body={"effect": "x"}, rule="FF-FUM-02", fields=(Field("effect", "text"),)),
        ),
    )  # fmt: skip
    asked = "cloud fumbled against ogre: what comes of it?"
    assert renderer.event(opened) == f"gm or ana must decide: {asked}"
    for one in (renderer, spanish):
        one.learn(opened, version=7)
    answered = DecisionAnswered(decision=7, choice="row-1", picks={}, how="GM")
    assert renderer.event(answered) == f"{asked} – The weapon falls"
    assert spanish.event(answered) == "cloud pifió contra ogre: ¿qué ocurre? – Cae el arma"
    assert (
        renderer.event(structs.replace(answered, choice="own", picks={"effect": "it sings"})) == f"{asked} – it sings"
    )
    hidden = structs.replace(opened, question=None, offers=None, default=None)
    assert renderer.event(hidden) == "gm or ana must decide about a fumble"
    assert spanish.event(hidden) == "gm o ana debe decidir: una pifia"
    assert renderer.event(DecisionAnswered(decision=99)) == "A decision is answered"
    rolls = structs.replace(hidden, kind="Roll", question={"dice": "2d6", "by": "cloud", "why": "attack"})
    assert renderer.event(rolls) == "gm or ana must roll 2d6 for cloud: an attack"
    renderer.learn(rolls, version=8)
    assert (
        renderer.event(DecisionAnswered(decision=8, choice=None, picks=None, how="HAND")) == "The dice are on the table"
    )


def test_an_offer_names_no_open_choice() -> None:
    """What is picked beside the button does not stand on it; a choice of one does."""
    renderer, attack = Renderer(BOOK, "en"), Attack(attacker="cloud", target="ogre", weapon="sword")
    among = ("ogre", "imp")
    for targets, label in ((among, "cloud attacks with Sword"), (among[:1], "cloud attacks ogre with Sword")):
        offer = Offer(key="attack", body=attack, rule="FF-ATK-01", fields=(Field("target", "one", targets),))
        assert renderer.label(offer.key, offer.body, offer) == label


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("it is not the turn of cloud", "no es el turno de cloud"),
        ("weapon: cloud has no 'bow' in hand", "arma: cloud no tiene 'bow' en la mano"),
        (
            "a decision is open, and comes first; who answers: Gil",
            "hay una decisión abierta, y va primero; quién responde: Gil",
        ),
        ("what nobody has translated", "what nobody has translated"),
    ],
)
def test_refusals_in_the_readers_language(english: str, spanish: str) -> None:
    """The rules' and the kernel's; what has no words there stays English, and in English all stays."""
    assert worded(english, "es-CO", [BOOK.system]) == spanish
    assert worded(english, "en", [BOOK.system]) == english
    assert worded(english, "fr", [BOOK.system]) == english


@pytest.mark.parametrize(
    ("path", "value", "english", "spanish"),
    [
        ("combatants.cloud.vitals.hp.now", 12, "sets cloud › HP to 12", "pone cloud › PV en 12"),
        ("combatants.cloud.place", None, "clears cloud › place", "vacía cloud › lugar"),
        (
            "combatants.cloud.place",
            {"cell": {"x": 0, "y": 1}, "point": None},
            "sets cloud › place to (0, 1)",
            "pone cloud › lugar en (0, 1)",
        ),
        (
            "combatants.cloud.conditions",
            [{"key": "prone", "kind": "prone"}, {"key": "blind", "kind": "blind"}],
            "sets cloud › conditions to Prone and Blind",
            "pone cloud › estados en posición tumbada y Ceguera",
        ),
        ("figuresOpen", True, "sets open values to Yes", "pone cifras a la vista en Sí"),
        ("rules.fighters.cloud.movement", 3, "sets cloud › movement to 3", "pone cloud › MO en 3"),
    ],
)
def test_corrections_in_words(path: str, value: Any, english: str, spanish: str) -> None:
    """Where in the state, and what stands there now."""
    set_so = Corrected(path=tuple(path.split(".")), value=value, remark="")
    for locale, who, text in (("en", "The game master", english), ("es", "La Narradora", spanish)):
        renderer = Renderer(BOOK, locale)
        renderer.learn(
            CombatantJoined(
                combatant="cloud", name="cloud", side="heroes", owner=None, controller=None, kind="", place=None,
                conditions=(),
            )
        )  # fmt: skip
        assert renderer.event(set_so) == f"{who} {text}"


def test_a_term_that_a_combatant_brings_has_his_name() -> None:
    """As experience for whom one has defeated; any other source has its word, whoever it is of."""
    renderer = Renderer(BOOK, "en")
    joined = CombatantJoined(
        combatant="foe_2",
        name="Old Tooth",
        side="foes",
        owner=None,
        controller=None,
        kind="",
        place=None,
        conditions=(),
    )
    renderer.learn(joined)
    won, blow = (Term(source=source, of="xp", amount=5, combatant="foe_2") for source in ("foe_2", "sword"))
    assert [renderer.source(won), renderer.term(won)] == ["Old Tooth"] * 2
    assert renderer.term(blow).lower() == "sword"


def test_names_known_from_later_on_stay() -> None:
    """A page of the past is told by the names of its reader's present; decisions are learnt all the same."""
    renderer = Renderer(BOOK, "en")
    renamed = Corrected(path=("combatants", "cloud", "name"), value="Zack", remark="")
    renderer.learn(renamed, 7, names=False)
    assert renderer.event(TurnBegan(acting=("cloud",))) == "It is the turn of cloud"
    renderer.learn(renamed, 7)
    assert renderer.event(TurnBegan(acting=("cloud",))) == "It is the turn of Zack"


@pytest.mark.parametrize(
    ("locale", "turn", "order"),
    [
        ("en", "It is the turn of cloud and ogre", "The order of acting is cloud and ogre"),
        ("es", "Es el turno de cloud y ogre", "El orden de actuación es cloud y ogre"),
    ],
)
def test_who_reads_of_somebody_hidden_is_told_of_him(locale: str, turn: str, order: str) -> None:
    """By the field for those who know of him; the others are told of the rest."""
    renderer, all_of_them = Renderer(BOOK, locale), ("cloud", "ogre")
    assert renderer.event(TurnBegan(acting=("cloud",), everybody=all_of_them)) == turn
    assert renderer.event(OrderSet(turn_order=("cloud",), everybody=all_of_them)) == order
    assert "ogre" not in renderer.event(TurnBegan(acting=("cloud",)))


def test_a_number_that_the_event_explains_by_itself_has_no_arithmetic() -> None:
    """Nor has a term that changes nothing a place in it."""
    gained = ConditionGained(
        combatant="cloud", condition="protect", kind="protect", source=None, amount=None, left=4, until=""
    )
    renderer = Renderer(BOOK, "en")
    own = Reasons(terms=(Term(source="protect", of="left", amount=4),))
    assert renderer.event(gained, own) == "cloud is now protected (4 turns left)"
    told = Healed(target="cloud", cause="aeris", healing=7, vital="hp")
    terms = (
        Term(source="2d6", of="healing", amount=7),
        Term(source="mind", of="healing", amount=0),
        Term(source="rest", of="healing", times=100, over=100),
    )
    assert renderer.event(told, Reasons(terms=terms)) == "cloud regains 7 HP from aeris (7 = 2d6 7)"
    assert renderer.event(told, Reasons(terms=terms[:2])) == "cloud regains 7 HP from aeris (7 = 2d6)"


def test_arithmetic_that_a_player_can_check() -> None:
    """What is multiplied, what is taken off, and that there is more than the reader may know."""
    told = Healed(target="cloud", cause="aeris", healing=13, vital="hp")
    terms = (
        Term(source="2d6", of="healing", amount=7),
        Term(source="mind", of="healing", amount=3, times=2, private=True),
        Term(source="off_balance", of="healing", amount=-1),
        Term(source="critical", of="healing", times=2),
        Term(source="resist", of="healing", over=2),
    )
    why = Reasons(terms=terms, causes=(3,))
    line = "(13 = 2d6 7 + mind 3x2 - Off balance 1, critical x2, resisted x1/2)"
    assert Renderer(BOOK, "en").event(told, why) == f"cloud regains 13 HP from aeris {line}"
    assert (
        Renderer(BOOK, "en")
        .event(told, why.public())
        .endswith("(13 = 2d6 7 - Off balance 1, critical x2, resisted x1/2 …)")
    )
    assert "FUE" in Renderer(BOOK, "es").event(
        DiceRolled(dice="2d6", faces=(3, 4), by="cloud", why="attack"),
        Reasons(terms=(Term(source="strength", of="faces", amount=2),)),
    )


def test_a_number_that_is_all_of_one_word_has_no_arithmetic() -> None:
    """Dice and things are named, each once; what the game master said is not."""
    renderer = Renderer(BOOK, "en")
    fell = Fell(combatant="cloud", metres=3)
    assert (
        renderer.event(fell, Reasons(terms=(Term(source="game_master", of="metres", amount=3),))) == "cloud falls 3 m"
    )
    assert renderer.event(fell, Reasons(terms=(Term(source="pit_trap", of="metres", amount=3),))).endswith(
        "(3 = Pit trap)"
    )
    rolled = SideRolled(side="heroes", total=7)
    assert renderer.event(rolled, Reasons(terms=(Term(source="2d6", of="total", amount=7),))).endswith("(7 = 2d6)")
    taken = DamageTaken(target="cloud", cause="aeris", damage=3, nature=Nature.PHYSICAL, lowered=2)
    terms = (
        Term(source="1d6", of="damage", amount=5),
        Term(source="deflect", of="damage", amount=-2),
        Term(source="deflect", of="lowered", amount=2),
    )
    assert renderer.event(taken, Reasons(terms=terms)).endswith("(3 = 1d6 5 - Deflect 2)")


def test_an_order_in_the_systems_words() -> None:
    """Who ordered what; where that cannot be read, only that something was."""
    renderer = Renderer(BOOK, "en")
    order = {"fantasia": {"defend": {"combatant": "cloud"}}}
    assert renderer.event(CommandAccepted(order=order, by="ana", rules=1)) == "ana: cloud goes on the defensive"
    gone = CommandAccepted(order={"fantasia": {"dance": {}}}, by="ana", rules=1)
    assert renderer.event(gone) == "ana gives an order"


def test_people_and_figures_are_called_by_their_names() -> None:
    """As the reader knows them by now; where a seat and a combatant share an id, the field says who is meant."""
    renderer = Renderer(BOOK, "en")
    renderer.learn(SeatAdded(entry=SeatEntry(seat="cloud", name="Ana", role="PLAYER")))
    renderer.learn(
        CombatantJoined(
            combatant="cloud", name="Cloud", side="heroes", owner="cloud", controller="cloud", kind="soldier",
            place=None, conditions=(),
        )
    )  # fmt: skip
    order = {"fantasia": {"defend": {"combatant": "cloud"}}}
    assert renderer.event(CommandAccepted(order=order, by="cloud", rules=1)) == "Ana: Cloud goes on the defensive"
    assert (
        renderer.event(DiceRolled(dice="2d6", faces=(3, 4), by="cloud", why="attack"))
        == "Cloud rolls 2d6 for an attack: 3, 4"
    )
    assert renderer.event(ControlChanged(combatant="cloud", controller="cloud")) == "Cloud takes orders from Ana"
    renderer.learn(Corrected(path=("combatants", "cloud", "name"), value="Zack", remark=""))
    assert renderer.event(TurnBegan(acting=("cloud", "ogre"))) == "It is the turn of Zack and ogre"


def test_a_system_that_fails_for_words_stops_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The kernel's words do, or the type's name; the log has the fault."""

    def broken(self: Any, thing: Any, locale: str, names: Any) -> str:
        raise KeyError("target")

    monkeypatch.setattr(type(BOOK.system), "describe", broken)
    renderer = Renderer(BOOK, "en")
    assert renderer.event(TurnBegan(acting=("cloud",))) == "It is the turn of cloud"
    ended = next(event for event in BOOK.system.events if event.__name__ == "TurnEnded")
    assert renderer.event(ended(combatant="cloud")) == "Turn ended"
    assert "has no words for a TurnEnded" in caplog.text


def test_names_for_what_has_no_words() -> None:
    """Keys and field names, made readable."""
    assert humanised("pick-up-sword_2") == "Pick up sword 2"
    assert humanised("turnOrder") == "Turn order"
    assert say("Nothing", {}, "en") == ""


def test_a_system_may_tell_of_moves_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it has heights, or squares for places."""
    moved = Moved(combatant="cloud", from_=None, to=Place(rank=1))
    assert Renderer(BOOK, "en").event(moved) == "cloud is at position 1 now"
    monkeypatch.setattr(type(BOOK.system), "describe", lambda system, thing, locale, names: "cloud is on the roof")
    assert Renderer(BOOK, "en").event(moved) == "cloud is on the roof"


def test_choices_read_as_words() -> None:
    """A field begins with a capital in every game; yes and no may have words of their own; a way has arrows."""
    saari = Renderer(Registry.installed().book("saari"), "en")
    assert (saari.field("target"), saari.field("watched")) == ("Target", "By whom")
    edges = [saari.option("advantage", one) for one in (None, True, False)]
    assert edges == ["Neither", "An advantage", "A disadvantage"]
    assert saari.option("provokes", False) == "No"
    way = plain([Place(cell=Cell(1, 0)), Place(cell=Cell(2, 0))])
    assert Renderer(BOOK, "en").option("path", way) == "(1, 0) → (2, 0)"


def test_a_system_may_call_picks_by_words_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Places and paths that the kernel has no words for; where it fails or says nothing the kernel does."""
    place = {"cell": {"x": 0, "y": 1}, "point": None, "height": 2}
    answers: dict[str, Any] = {"en": "the old roof", "es": ""}
    asked: list[tuple[str, Any]] = []

    def pick(field: str, value: Any, locale: str, names: Any) -> str:
        assert names == {}
        asked.append((field, value))
        return str(answers[locale])

    monkeypatch.setattr(type(BOOK.system), "pick", staticmethod(pick), raising=False)
    assert Renderer(BOOK, "en").option("to", place) == "The old roof"
    assert Renderer(BOOK, "es").option("to", place) == "(0, 1)"
    del answers["es"]
    assert Renderer(BOOK, "es").option("to", place) == "(0, 1)"
    assert Renderer(BOOK, "fi").option("to", place) == "The old roof"  # the game lacks Finnish, and is told in English
    assert Renderer(BOOK, "pl").option("to", place) == "The old roof"
    assert Renderer(BOOK, "en").option("to", None) == "None"
    assert asked == [("to", place)] * 5


class Hold(Struct, frozen=True):
    """A body that another one looks like."""

    who: str


class LetPass(Struct, frozen=True):
    """The other one."""

    who: str


@pytest.mark.parametrize(
    ("key", "body"),
    [("hold", Hold("a")), ("hold-on", Hold("a")), ("let-pass", LetPass("a")), ("pass", LetPass("a")), ("wait", None)],
)
def test_of_bodies_that_look_alike_the_offers_key_says_which_it_is(key: str, body: Struct | None) -> None:
    """It begins with the body's name, or the name ends with it."""
    assert fitting((Hold, LetPass), key, {"who": "a"}) == body
    assert fitting((Hold,), key, {"who": "a"}) == Hold("a")


@pytest.mark.parametrize("system", sorted(Registry.installed().books))
def test_what_a_question_interrupts_is_told_in_the_readers_language(system: str) -> None:
    """Every order that somebody may be in the midst of, never by its key; who does it stands behind."""
    book = Registry.installed().book(system)
    for order in {cls for cls in book.orders.values() if cls.actor}:
        act = Interrupted(order.__name__, "wolf")
        for language in ("en", "es", "fi", "pl"):
            told = Renderer(book, language).interruption(act)
            tells = book.system.tells(language)  # type: ignore[attr-defined]
            assert tells or told in {group_label(group, language) for group in OfferGroup}, told
            assert told[:1].isupper(), told
            assert not re.search(r"[a-z][A-Z]", told), told


def test_an_act_that_is_no_order_has_a_word_or_is_told_by_who_does_it() -> None:
    """A fumble is none of the orders of La Fantasia Final."""
    act = Interrupted("Fumble", "cloud")
    assert [Renderer(BOOK, one).interruption(act) for one in ("en", "es", "pl")] == ["A fumble", "Una pifia", ""]
