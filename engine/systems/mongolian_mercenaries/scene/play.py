"""The order of play: the queue of a round, which Wait alone changes.  [MM-INIT-02, MM-INIT-03]"""

from __future__ import annotations

from engine.kit.scene import PlaySlot, SceneBar, ScenePlay
from engine.systems.mongolian_mercenaries.rules.basics import initiative, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.scene.texts import SceneTexts
from engine.systems.mongolian_mercenaries.scene.turns import turns_of
from engine.systems.mongolian_mercenaries.state import Stage


def play_of(seen: MercenariesFight, texts: SceneTexts) -> ScenePlay:
    """Everybody on the field by INC; of who acts what is left of the budget; a summon beside its summoner."""
    turns, clash = turns_of(seen), seen.own.stage is Stage.CLASH
    listed = [who for who in initiative.queue(seen) if lookup.on_field(seen, who)] if clash else []
    beside = [who for who in seen.fight.acting if who not in listed and who in seen.own.fighters] if clash else []
    return ScenePlay(
        style="LIST",
        label=texts.say("play.round", round=str(seen.fight.round)) if seen.fight.round else texts.say("play"),
        phase=_phase(seen, texts),
        round=seen.fight.round,
        cyclic=False,
        slots=tuple(
            PlaySlot(
                key=who,
                combatant=who,
                label=texts.who(who),
                figure=lookup.fighter(seen, who).initiative,
                state=turns[who],
                left=left_of(seen, who, texts) if turns[who] == "ACTING" else (),
            )
            for who in (*listed, *beside)
        ),
    )


def left_of(seen: MercenariesFight, who: str, texts: SceneTexts) -> tuple[SceneBar, ...]:
    """The Large action, and the Minor ones.  [MM-ACT-01, MM-ACT-02]"""
    fighter = lookup.fighter(seen, who)
    return (
        SceneBar(key="large", label=texts.say("left.large"), now=fighter.large),
        SceneBar(key="minor", label=texts.say("left.minor"), now=fighter.minor),
    )


def _phase(seen: MercenariesFight, texts: SceneTexts) -> str:
    """Where the fight stands, in words."""
    fight, own = seen.fight, seen.own
    if stopped := texts.stopped():
        return stopped
    acting = [who for who in fight.acting if who in fight.combatants]
    if own.stage is Stage.CLASH and acting:
        return texts.say("phase.turn", who=texts.all_named(acting))
    return texts.say(f"phase.{own.stage.value.lower()}")
