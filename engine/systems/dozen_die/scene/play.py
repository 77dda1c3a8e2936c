"""The order of play: a bag of dice. What will be drawn nobody knows.  [DD-ACT-01, DD-DICE-07]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.kit.scene import PlaySlot, ScenePlay, TurnState
from engine.systems.dozen_die.dice import Color, Die
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.scene.texts import PHRASES, SceneTexts
from engine.systems.dozen_die.scene.turns import left_of

COLOURS = tuple(Color)
"""In the order in which a side's dice are listed: an enum takes longer to go through."""


def play_of(seen: DozenDieFight, texts: SceneTexts) -> ScenePlay:
    """The die in hand, the dice in the bag, then those that are spent; each by side and colour, never as drawn."""
    slots = (
        *_hand(seen, texts),
        *_equal(seen, seen.own.bag, "", "WAITING", texts),
        *_equal(seen, seen.own.spent, "-spent", "ACTED", texts),
    )
    return ScenePlay(
        style="BAG", label=texts.say("play"), phase=_phase(seen, texts), round=seen.fight.round, slots=slots
    )


def _hand(seen: DozenDieFight, texts: SceneTexts) -> Iterator[PlaySlot]:
    """The die in hand, with who is activated with it."""
    draw, running = seen.own.draw, seen.own.activation
    if draw is None or draw.side not in lookup.sides(seen):
        return
    yield PlaySlot(
        key=f"{draw.side}-{draw.color.value}-hand",
        side=draw.side,
        combatant=running.figures[0] if running is not None and len(running.figures) == 1 else None,
        label=texts.counted(f"die.{draw.color.value}", 1),
        state="ACTING",
        left=left_of(seen, texts),
    )


def _equal(
    seen: DozenDieFight, dice: Iterable[Die], ending: str, state: TurnState, texts: SceneTexts
) -> Iterator[PlaySlot]:
    """Equal dice together, by side in order of joining, then green, white, yellow."""
    colours: dict[str, list[Color]] = {}
    for die in dice:
        colours.setdefault(die.side, []).append(die.color)
    for side in lookup.sides(seen):
        for color in COLOURS if side in colours else ():
            if amount := colours[side].count(color):
                yield _slot(side, color, amount, ending, state, texts.language)


@lru_cache(maxsize=1024)
def _slot(side: str, color: Color, amount: int, ending: str, state: TurnState, language: str) -> PlaySlot:
    label = PHRASES.counted(f"die.{color.value}", language, amount)
    return PlaySlot(key=f"{side}-{color.value}{ending}", side=side, label=label, amount=amount, state=state)


def _phase(seen: DozenDieFight, texts: SceneTexts) -> str:
    """Where the fight stands, in words."""
    fight, own = seen.fight, seen.own
    if stopped := texts.stopped():
        return stopped
    if fight.outcome is not None:
        return texts.say("phase.decided")
    if not own.begun:
        return texts.say("phase.before")
    if own.draw is None:
        return texts.say("phase.between")
    running = own.activation
    if running is None:
        die = texts.counted(f"die.{own.draw.color.value}", 1)
        return texts.say("phase.hand", side=texts.side(own.draw.side), die=die)
    manner = texts.value(running.manner) if running.manner is not None else ""
    return texts.say(f"phase.order.{running.orders_left}", who=texts.all_named(running.figures), manner=manner)
