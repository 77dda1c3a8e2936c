"""The order of play: an initiative round with its number, who is asked to declare, then the declared minis by score.

Whom somebody declares is his own until all have declared; that he has is known.  [MN-TURN-02, MN-INIT-04]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.scene import PlaySlot, ScenePlay
from engine.systems.minis.questions import DeclareWhom, DeployNext
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.scene.bars import left_of
from engine.systems.minis.scene.texts import SceneTexts
from engine.systems.minis.scene.turns import turns_of
from engine.systems.minis.state import Phase


def play_of(seen: MinisFight, texts: SceneTexts) -> ScenePlay:
    """Whoever is asked; the mini whose place it is, then those that are declared; then those that have acted."""
    own, fight = seen.own, seen.fight
    number = own.init_round if own.phase in (Phase.DECLARE, Phase.ACTIVATE) else None
    label = texts.say("play", turn=str(fight.round), number="" if number is None else str(number))
    return ScenePlay(
        style="NUMBERED",
        label=label if fight.round else texts.say("play.before"),
        phase=_phase(seen, texts),
        round=fight.round,
        count=number,
        cyclic=False,
        slots=(*_asked(seen, texts), *_places(seen, texts)),
    )


def _asked(seen: MinisFight, texts: SceneTexts) -> Iterator[PlaySlot]:
    """Whoever declares or deploys, for one of its sides: asked, or done."""
    window = seen.fight.window
    for question in window.asked if window is not None else ():
        if question.kind not in (DeclareWhom.__name__, DeployNext.__name__):
            continue
        seat = question.seats[0]
        yield PlaySlot(
            key=f"asked-{seat}-{question.question.get('side', '')}",
            seat=seat,
            label=texts.seat(seat),
            state="ANSWERED" if question.answered else "ASKED",
        )


def _places(seen: MinisFight, texts: SceneTexts) -> Iterator[PlaySlot]:
    """The mini that acts, the declared ones in their order with their scores, and those that have acted."""
    if seen.own.phase not in (Phase.DECLARE, Phase.ACTIVATE):
        return
    turns = turns_of(seen)
    acting = [who for who, state in turns.items() if state == "ACTING"]
    scores = {slot.combatant: slot.score for slot in seen.own.slots}
    done = [who for who, state in turns.items() if state == "ACTED" and who not in scores]
    for who in dict.fromkeys((*acting, *scores, *done)):
        if not lookup.in_play(seen, who):
            continue
        left = left_of(seen, who, texts) if who in acting else ()
        label = texts.who(who)
        yield PlaySlot(key=who, combatant=who, label=label, figure=scores.get(who), state=turns[who], left=left)


def _phase(seen: MinisFight, texts: SceneTexts) -> str:
    """Where the fight stands, in words."""
    fight, own = seen.fight, seen.own
    if stopped := texts.stopped():
        return stopped
    if fight.outcome is not None and own.phase is Phase.OVER:
        return texts.say("phase.decided")
    if own.phase is Phase.ACTIVATE and len(fight.acting) == 1:
        return texts.say("phase.activation", who=texts.who(fight.acting[0]))
    return texts.say(f"phase.{own.phase.value.lower()}")
