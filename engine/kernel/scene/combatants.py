"""Combatants in a scene, as far as the kernel knows them: tokens, bars and badges."""

from __future__ import annotations

from engine.kernel.scene.play import SceneBar, Tone, TurnState
from engine.kernel.scene.space import SceneNowhere, SceneSpace
from engine.kernel.scene.tokens import SceneBadge, SceneToken
from engine.kernel.scene.wording import Wording
from engine.kernel.state.combatant import Combatant, Condition, Place, Vital
from engine.kernel.state.fight import Fight
from engine.kernel.state.ground.areas import SceneArea, SceneRun

CAPTION = 12
"""Most characters of a caption."""


def tokens(words: Wording, seat: str | None, space: SceneSpace) -> tuple[SceneToken, ...]:
    """A token for each combatant that is seen, in order of joining."""
    fight = words.seen.fight
    states = turn_states(fight)
    return tuple([token(words, seat, space, who, states.get(who.id, "NONE")) for who in fight.combatants.values()])


def token(words: Wording, seat: str | None, space: SceneSpace, who: Combatant, turn: TurnState) -> SceneToken:
    """One combatant, with what the kernel knows of it."""
    return SceneToken(
        combatant=who.id,
        side=who.side,
        label=words.name(who.id),
        caption=caption(words.name(who.id)),
        kind_label=words.kind(who),
        place=who.place,
        whereabouts="" if who.place is not None else whereabouts(words, who, space),
        footprint=footprint(who.place),
        hidden=who.seen_by is not None,
        down=who.out is not None,
        turn=turn,
        yours=seat is not None and seat in words.seen.fight.holders(who.id),
        bars=bars(words, who),
        badges=badges(words, who),
    )


def caption(name: str) -> str:
    """A name in at most twelve characters."""
    return name if len(name) <= CAPTION else f"{name[: CAPTION - 1].rstrip()}…"


def whereabouts(words: Wording, who: Combatant, space: SceneSpace) -> str:
    """Why a combatant has no place, in words."""
    if who.out is not None:
        return words.out(who.out)
    return words.say("present" if isinstance(space, SceneNowhere) else "absent")


def footprint(place: Place | None, side: int = 1) -> SceneArea | None:
    """The cells of a figure of `side` x `side` cells that stands on `place`; None off the grid."""
    if place is None or place.cell is None:
        return None
    x, y = place.cell.x, place.cell.y
    return SceneArea(runs=tuple([SceneRun(x=x, y=y + row, length=side) for row in range(side)]))


# -- bars and badges
def bars(words: Wording, who: Combatant) -> tuple[SceneBar, ...]:
    """The vitals that the reader may know."""
    return tuple([bar(words, key, vital) for key, vital in who.vitals.items()])


def bar(words: Wording, key: str, vital: Vital) -> SceneBar:
    """A vital as a bar."""
    return SceneBar(key=key, label=words.word(key), now=vital.now, max=vital.max, tone=tone_of(vital.now, vital.max))


def tone_of(now: int, most: int | None) -> Tone:
    """BAD for the last quarter of a figure, WARNING up to half of it, else GOOD; PLAIN without a maximum."""
    if not most:
        return "PLAIN"
    return "BAD" if now * 4 <= most else "WARNING" if now * 2 <= most else "GOOD"


def badges(words: Wording, who: Combatant) -> tuple[SceneBadge, ...]:
    """What holds for a combatant: its conditions, and why it is out of the fight."""
    found = [badge(words, condition) for condition in who.conditions]
    if who.out is not None and who.place is not None:
        found.append(SceneBadge(key="out", label=words.out(who.out), tone="BAD"))
    return tuple(found)


def badge(words: Wording, condition: Condition) -> SceneBadge:
    """A condition as a badge."""
    label = words.word(condition.kind)
    source = condition.source
    return SceneBadge(
        key=condition.key,
        label=label,
        short=short(label),
        level=condition.amount,
        until=until(words, condition),
        source=source if source in words.seen.fight.combatants else None,
    )


def short(label: str) -> str:
    """A label in at most four characters."""
    return label if len(label) <= 4 else label[:3].strip().lower()


def until(words: Wording, condition: Condition) -> str:
    """The end of a condition, in words."""
    if condition.left is not None:
        return words.counted("turns_left", condition.left)
    return words.called(f"until.{condition.until}", condition.until) or condition.until.replace("_", " ")


# -- turns
def turn_states(fight: Fight) -> dict[str, TurnState]:
    """What the turn of each combatant is at, by the order that the kernel keeps.

    Whoever is next after the last that acts is NEXT; the kernel does not know who has acted in this round.
    """
    found: dict[str, TurnState] = {}
    for who in fight.turn_order:
        found[who] = "UNABLE" if fight.combatants[who].out is not None else "WAITING"
    for who in fight.acting:
        found[who] = "ACTING"
    last = max((n for n, who in enumerate(fight.turn_order) if who in fight.acting), default=-1)
    if last >= 0:
        after = (*fight.turn_order[last + 1 :], *fight.turn_order[:last])
        following = next((who for who in after if found[who] == "WAITING"), None)
        if following is not None:
            found[following] = "NEXT"
    return found
