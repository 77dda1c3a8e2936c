"""What is read of La Fantasia Final, in English and Spanish."""

from __future__ import annotations

from typing import Any

import pytest

from api.words.renderer import Renderer
from engine.kernel.state.events import ConditionGained, ConditionLost
from engine.kernel.structs.messages import Event
from engine.service.registry import Registry
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Hand
from engine.systems.fantasia.events import (
    ActionsGiven,
    DamageTaken,
    ItemUsed,
    Nature,
    RequestJudged,
    WeaponDropped,
    WeaponEquipped,
)
from tests.systems.fantasia.bout import Bout, foe, hero, sheet

BOOK = Registry.installed().book("fantasia")


def fallen() -> Bout:
    """The hero has been knocked out, a friend stands, and the hero's next turn has passed."""
    bout = Bout(foe(), hero("friend", sheet()), hero(vitals={"hp": 1}))
    bout.order(o.Attack(attacker="foe", target="hero", weapon="unarmed"), 4, 3, 1)
    bout.end("foe")
    bout.end("friend")
    return bout


def told(bout: Bout, locale: str, of: type[Event], **fields: Any) -> list[str]:
    """What is read of the events of a kind, with their reasons."""
    renderer = Renderer(BOOK, locale, bout.state)
    found = [r for r in bout.arena.stream if isinstance(r.event, of)]
    return [
        renderer.event(r.event, r.draft.because)
        for r in found
        if all(getattr(r.event, name) == value for name, value in fields.items())
    ]


@pytest.mark.rule("FF-KO-02")
@pytest.mark.parametrize(
    ("locale", "lines"),
    [
        ("en", ["Hero falls unconscious", "Hero is dying: the death counter falls to 2"]),
        ("es", ["Hero cae inconsciente", "Hero agoniza: su contador baja a 2"]),
    ],
)
def test_a_tick_of_the_death_counter_is_not_told_as_another_fall(locale: str, lines: list[str]) -> None:
    """The second event replaces the first, and says so."""
    bout = fallen()
    events = [r.event for r in bout.arena.stream if isinstance(r.event, ConditionGained)]
    assert [e.renewed for e in events if e.kind == "unconscious"] == [False, True]
    assert told(bout, locale, ConditionGained, kind="unconscious") == lines


@pytest.mark.parametrize(("locale", "line"), [("en", "hero does not wake again"), ("es", "hero no vuelve a despertar")])
def test_death_is_not_told_as_waking(locale: str, line: str) -> None:
    """What lay on the dead ends with his death."""
    lost = ConditionLost(combatant="hero", condition="unconscious", kind="unconscious", reason="dead")
    assert Renderer(BOOK, locale).event(lost) == line
    healed = ConditionLost(combatant="hero", condition="unconscious", kind="unconscious", reason="healed")
    assert Renderer(BOOK, locale).event(healed) in ("hero comes round", "hero recupera el sentido")


@pytest.mark.parametrize(
    ("given", "english", "spanish"),
    [
        ((1, 1, 0), "1 normal action and 1 movement action", "1 acción normal y 1 acción de movimiento"),
        ((1, 0, 0), "1 normal action, and may not move", "1 acción normal, y no puede moverse"),
        ((0, 1, 0), "1 movement action alone", "solo 1 acción de movimiento"),
        ((0, 0, 0), "no action", "ninguna acción"),
        ((1, 0, 1), "1 normal action and 1 extra action, and may not move", "1 acción normal y 1 acción extra, y no"),
        ((0, 0, 1), "1 extra action alone", "solo 1 acción extra"),
    ],
)
def test_actions_that_a_turn_does_not_have_are_not_counted(
    given: tuple[int, int, int], english: str, spanish: str
) -> None:
    """`0 movement action` is no sentence."""
    normal, movement, extra = given
    event = ActionsGiven(combatant="cloud", normal=normal, movement=movement, extra=extra, most=None)
    assert english in Renderer(BOOK, "en").event(event)
    assert spanish in Renderer(BOOK, "es").event(event)
    assert " 0 " not in Renderer(BOOK, "en").event(event) + Renderer(BOOK, "es").event(event)


def test_spanish_has_its_articles_and_a_thing_of_a_sheet_its_name() -> None:
    """`Una poción`, `la daga`; `Excalibur` is called by its name."""
    renderer = Renderer(BOOK, "es")
    assert renderer.event(ItemUsed(combatant="ana", item="potion", target="ana")) == "ana usa una poción"
    assert (
        renderer.event(WeaponEquipped(combatant="ana", weapon="dagger", hand=Hand.RIGHT, stowed=()))
        == "ana empuña la daga"
    )
    assert (
        BOOK.system.describe(
            o.Attack(attacker="ana", target="bob", weapon="excalibur"), "es", {"excalibur": "Excalibur"}
        )
        == "ana ataca a bob con Excalibur"
    )


def test_what_the_game_master_allows_and_what_somebody_does_to_himself() -> None:
    """Whole sentences; nobody's gender is guessed."""
    allowed = RequestJudged(combatant="tifa", allowed=True, purpose="exam the lock")
    hurt = DamageTaken(target="tifa", cause="tifa", damage=3, nature=Nature.PHYSICAL, element=None)
    english, spanish = Renderer(BOOK, "en"), Renderer(BOOK, "es")
    assert english.event(allowed) == "tifa is allowed this: exam the lock"
    assert spanish.event(allowed) == "Se le concede a tifa: exam the lock"
    assert (english.event(hurt), spanish.event(hurt)) == (
        "tifa takes 3 damage, self-inflicted",
        "tifa se causa 3 de daño",
    )
    words = " ".join(BOOK.system.word(word, "es") for word in ("prone", "dead", "grappled", "off_balance", "helpless"))
    assert not any(word in words for word in ("tumbado", "muerto", "agarrado", "desequilibrado", "indefenso"))


def test_magic_is_cast_and_weapons_are_dropped() -> None:
    """As people say it, in both languages."""
    names = {"fire": "Fire"}
    cast = o.Cast(caster="ana", spell="fire", targets=("bob",))
    assert BOOK.system.describe(cast, "en", names) == "ana casts Fire on bob"
    assert BOOK.system.describe(cast, "es", names) == "ana lanza Fuego sobre bob"
    dropped = WeaponDropped(combatant="ana", weapon="dagger", place=None)
    assert Renderer(BOOK, "en").event(dropped) == "ana drops Dagger"
    assert Renderer(BOOK, "es").event(dropped) == "ana deja caer la daga"
