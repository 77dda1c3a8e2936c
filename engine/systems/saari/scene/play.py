"""The order of play: a clock on which actions left are the place.  [SA-INIT-05]"""

from __future__ import annotations

from engine.kit.scene import PlaySlot, ScenePlay
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.scene.bars import actions_of
from engine.systems.saari.scene.texts import SceneTexts
from engine.systems.saari.scene.turns import on_the_clock, turns_of
from engine.systems.saari.state import Phase


def play_of(seen: SaariFight, texts: SceneTexts) -> ScenePlay:
    """Everybody with actions, the highest count first; of who acts also what is left of the round's."""
    turns = turns_of(seen)
    counting = seen.own.phase is Phase.ACTIONS
    return ScenePlay(
        style="CLOCK",
        label=texts.say("play"),
        phase=_phase(seen, texts),
        round=seen.fight.round,
        count=seen.own.count if counting else None,
        cyclic=False,
        slots=tuple(
            PlaySlot(
                key=who,
                combatant=who,
                label=texts.who(who),
                figure=lookup.fighter(seen, who).actions,
                state=turns[who],
                left=actions_of(seen, who, texts) if turns[who] == "ACTING" else (),
            )
            for who in (on_the_clock(seen) if counting else ())
        ),
    )


def _phase(seen: SaariFight, texts: SceneTexts) -> str:
    fight, own = seen.fight, seen.own
    if stopped := texts.stopped():
        return stopped
    if own.phase is Phase.ACTIONS and len(fight.acting) == 1 and fight.acting[0] in fight.combatants:
        return texts.say("phase.count", who=texts.who(fight.acting[0]), count=str(own.count))
    return texts.say(f"phase.{own.phase.value.lower()}")
